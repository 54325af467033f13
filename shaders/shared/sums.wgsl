// Sums over a workgroup of 256 threads, one number each, and over the workgroups' blocks: the kernel declares
// `blocks`.

const THREADS: u32 = 256u;

var<workgroup> counts: array<u32, 256>;

// Replaces counts[k] by the sum of counts[0..=k].
fn add_up(local: u32) {
    for (var step = 1u; step < THREADS; step *= 2u) {
        workgroupBarrier();
        var sum = counts[local];
        if (local >= step) {
            sum += counts[local - step];
        }
        workgroupBarrier();
        counts[local] = sum;
    }
    workgroupBarrier();
}

// Replaces each block's sum by the sum of the blocks before it, and returns the sum of all. One workgroup does all, a
// stretch of blocks per thread. Buffers have at most 2^31 bytes, so no stretch takes too many rounds.
fn put_before(all: u32, local: u32) -> u32 {
    let each = (all + THREADS - 1u) / THREADS;
    let start = min(local * each, all);
    let end = min(start + each, all);
    var own = 0u;
    for (var k = start; go_on(1u) && k < end; k++) {
        own += blocks[k];
    }
    counts[local] = own;
    add_up(local);
    var before = counts[local] - own;
    for (var k = start; go_on(1u) && k < end; k++) {
        let block = blocks[k];
        blocks[k] = before;
        before += block;
    }
    return counts[THREADS - 1u];
}
