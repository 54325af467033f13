// Turns hit bits into a list of hits, in order (SPEC 6), so that hits are read back, not candidates. Three
// dispatches: count the bits of each block of words, sum the blocks, write each hit to its place. Twin:
// cpu/compact.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> hits: array<u32>;
@group(0) @binding(2) var<storage, read_write> blocks: array<u32>;
// The number of hits, including those without room; from word LIST_HEAD on the hits.
@group(0) @binding(3) var<storage, read_write> list: array<u32>;

fn word_of_hits(k: u32) -> u32 {
    if (k < ask.words) {
        return hits[k];
    }
    return 0u;
}

@compute @workgroup_size(256)
fn count_blocks(id: Invocation) {
    let local = id.local;
    let block = group_index(id);
    counts[local] = countOneBits(word_of_hits(block * THREADS + local));
    add_up(local);
    if (local == THREADS - 1u && block * THREADS < ask.words) {
        blocks[block] = counts[local];
    }
}

@compute @workgroup_size(256)
fn add_blocks(@builtin(local_invocation_index) local: u32) {
    let all = (ask.words + THREADS - 1u) / THREADS;
    let before = put_before(all, local);
    if (local == 0u) {
        list[0] = before;
    }
}

@compute @workgroup_size(256)
fn write_list(id: Invocation) {
    let local = id.local;
    let block = group_index(id);
    let word = block * THREADS + local;
    var bits = word_of_hits(word);
    let count = countOneBits(bits);
    counts[local] = count;
    add_up(local);
    if (bits == 0u) {
        return;
    }
    var slot = blocks[block] + counts[local] - count;
    while (go_on(1u) && bits != 0u) {
        if (slot < ask.room) {
            list[LIST_HEAD + slot] = word * 32u + countTrailingZeros(bits);
        }
        slot += 1u;
        bits &= bits - 1u;
    }
}
