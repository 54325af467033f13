// One pass of a radix sort of pairs: stable, by one byte of one of the pair's bodies. One dispatch counts each
// block's bytes, a scan turns the counts into starts, and another dispatch writes each pair to its place. Twin:
// cpu/sort.rs.

// The byte to sort by: of the first body (0) or the second (1), shifted by `shift` bits. The twin of
// `gpu::layout::Digit`.
struct Digit {
    which: u32,
    shift: u32,
}

@group(0) @binding(0) var<uniform> digit: Digit;
// The parameters of the pass: only the number of pairs is read.
@group(0) @binding(1) var<storage, read> sorting: Ask;
@group(0) @binding(2) var<storage, read> pairs: array<vec2<u32>>;
// For each byte value in turn the counts of all blocks, then their starts.
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;
@group(0) @binding(4) var<storage, read_write> sorted: array<vec2<u32>>;

const THREADS: u32 = 256u;
// Pairs per thread.
const EACH: u32 = 4u;
// Words of holder bits per value: one bit per thread.
const WORDS: u32 = 8u;

var<workgroup> tally: array<atomic<u32>, 256>;
// For each byte value, which threads have a pair with it.
var<workgroup> holders: array<atomic<u32>, 2048>;
var<workgroup> places: array<u32, 256>;

fn blocks() -> u32 {
    return (sorting.count + THREADS * EACH - 1u) / (THREADS * EACH);
}

fn digit_of(pair: vec2<u32>) -> u32 {
    return (select(pair.x, pair.y, digit.which == 1u) >> digit.shift) & 255u;
}

@compute @workgroup_size(256)
fn count_digits(id: Invocation) {
    let local = id.local;
    let block = group_index(id);
    for (var k = 0u; k < EACH; k++) {
        let index = (block * EACH + k) * THREADS + local;
        if (index < sorting.count) {
            atomicAdd(&tally[digit_of(pairs[index])], 1u);
        }
    }
    workgroupBarrier();
    if (block < blocks()) {
        counts[local * blocks() + block] = atomicLoad(&tally[local]);
    }
}

// Returns how many threads before this one have the same value.
fn holders_before(value: u32, local: u32) -> u32 {
    let word = local / 32u;
    var before = countOneBits(atomicLoad(&holders[value * WORDS + word]) & ((1u << (local % 32u)) - 1u));
    for (var k = 0u; k < WORDS && k < word; k++) {
        before += countOneBits(atomicLoad(&holders[value * WORDS + k]));
    }
    return before;
}

// Returns how many threads have a value, and clears their bits.
fn take_holders(value: u32) -> u32 {
    var all = 0u;
    for (var k = 0u; k < WORDS; k++) {
        all += countOneBits(atomicExchange(&holders[value * WORDS + k], 0u));
    }
    return all;
}

@compute @workgroup_size(256)
fn scatter(id: Invocation) {
    let local = id.local;
    let block = group_index(id);
    if (block < blocks()) {
        places[local] = counts[local * blocks() + block];
    }
    for (var k = 0u; k < EACH; k++) {
        let index = (block * EACH + k) * THREADS + local;
        let is_pair = index < sorting.count;
        var pair = vec2<u32>(0u);
        workgroupBarrier();
        if (is_pair) {
            pair = pairs[index];
            atomicOr(&holders[digit_of(pair) * WORDS + local / 32u], 1u << (local % 32u));
        }
        workgroupBarrier();
        if (is_pair) {
            let value = digit_of(pair);
            sorted[places[value] + holders_before(value, local)] = pair;
        }
        workgroupBarrier();
        places[local] += take_holders(local);
    }
}
