// Exclusive prefix sums of words, in place: each word becomes the sum of the words before it. Three dispatches: sum
// each block of words, sum the blocks, write each word's sum. For few words one dispatch of a single workgroup. Twin:
// cpu/scan.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
// The sum of each block of 1024 words, then the sum of all blocks before it.
@group(0) @binding(2) var<storage, read_write> blocks: array<u32>;

// Words per thread.
const EACH: u32 = 4u;

fn word_at(k: u32) -> u32 {
    if (k < ask.count) {
        return words[k];
    }
    return 0u;
}

fn four_at(k: u32) -> vec4<u32> {
    return vec4<u32>(word_at(k), word_at(k + 1u), word_at(k + 2u), word_at(k + 3u));
}

fn sum_of(four: vec4<u32>) -> u32 {
    return four.x + four.y + four.z + four.w;
}

fn write_four(first: u32, four: vec4<u32>, sum_before: u32) {
    var before = sum_before;
    for (var k = 0u; k < EACH && first + k < ask.count; k++) {
        words[first + k] = before;
        before += four[k];
    }
}

@compute @workgroup_size(256)
fn sum_blocks(id: Invocation) {
    let local = id.local;
    let block = group_index(id);
    let first = (block * THREADS + local) * EACH;
    counts[local] = sum_of(four_at(first));
    add_up(local);
    if (local == THREADS - 1u && block * THREADS * EACH < ask.count) {
        blocks[block] = counts[local];
    }
}

@compute @workgroup_size(256)
fn add_blocks(@builtin(local_invocation_index) local: u32) {
    let all = (ask.count + THREADS * EACH - 1u) / (THREADS * EACH);
    put_before(all, local);
}

@compute @workgroup_size(256)
fn write_sums(id: Invocation) {
    let local = id.local;
    let block = group_index(id);
    let first = (block * THREADS + local) * EACH;
    let four = four_at(first);
    let sum = sum_of(four);
    counts[local] = sum;
    add_up(local);
    if (first >= ask.count) {
        return;
    }
    write_four(first, four, blocks[block] + counts[local] - sum);
}

// Scans all words with one workgroup, a block at a time: at most 8192 words, as in gpu/frame/record.rs.
@compute @workgroup_size(256)
fn scan_few(@builtin(local_invocation_index) local: u32) {
    var before = 0u;
    for (var block = 0u; block < 8u; block++) {
        let first = block * THREADS * EACH + local * EACH;
        let four = four_at(first);
        let sum = sum_of(four);
        counts[local] = sum;
        add_up(local);
        write_four(first, four, before + counts[local] - sum);
        before += counts[THREADS - 1u];
        workgroupBarrier();
    }
}
