// One pass of a radix sort of pairs: stable, by one byte of one of the two. Counts of each block's bytes, of which a scan
// makes places, then each pair to its place. Twin: cpu/sort.rs.

// Which byte: the first body's (0) or the second's (1), and how far it is shifted; the twin of `gpu::layout::Digit`.
struct Digit {
    which: u32,
    shift: u32,
}

@group(0) @binding(0) var<uniform> digit: Digit;
// How a pass is asked: only how many pairs there are is read.
@group(0) @binding(1) var<storage, read> sorting: Ask;
@group(0) @binding(2) var<storage, read> pairs: array<vec2<u32>>;
// Of each byte's value in turn the counts of all blocks, then where they begin.
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;
@group(0) @binding(4) var<storage, read_write> sorted: array<vec2<u32>>;

const THREADS: u32 = 256u;
// Pairs a thread.
const EACH: u32 = 4u;
// Words of bits, one a thread.
const WORDS: u32 = 8u;

var<workgroup> tally: array<atomic<u32>, 256>;
// Which threads hold each value.
var<workgroup> holders: array<atomic<u32>, 2048>;
var<workgroup> places: array<u32, 256>;

fn blocks() -> u32 {
    return (sorting.count + THREADS * EACH - 1u) / (THREADS * EACH);
}

fn digit_of(pair: vec2<u32>) -> u32 {
    return (select(pair.x, pair.y, digit.which == 1u) >> digit.shift) & 255u;
}

@compute @workgroup_size(256)
fn count_digits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = group_index(group, groups);
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

// How many threads before this one hold its value.
fn holders_before(value: u32, local: u32) -> u32 {
    let word = local / 32u;
    var before = countOneBits(atomicLoad(&holders[value * WORDS + word]) & ((1u << (local % 32u)) - 1u));
    for (var k = 0u; k < WORDS && k < word; k++) {
        before += countOneBits(atomicLoad(&holders[value * WORDS + k]));
    }
    return before;
}

// How many threads hold a value, which nobody does after that.
fn take_holders(value: u32) -> u32 {
    var all = 0u;
    for (var k = 0u; k < WORDS; k++) {
        all += countOneBits(atomicExchange(&holders[value * WORDS + k], 0u));
    }
    return all;
}

@compute @workgroup_size(256)
fn scatter(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let block = group_index(group, groups);
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
