// Sums over a workgroup of 256 threads, a number each, and over the blocks that workgroups are: `blocks` is the kernel's.

const THREADS: u32 = 256u;

var<workgroup> counts: array<u32, 256>;

// counts[k] becomes the sum of counts[0..=k].
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

// Of each of so many blocks, the sum of those before it in the place of its own; one workgroup does all. Tells the whole sum.
fn put_before(all: u32, local: u32) -> u32 {
    var before = 0u;
    for (var start = 0u; start < all; start += THREADS) {
        var own = 0u;
        if (start + local < all) {
            own = blocks[start + local];
        }
        counts[local] = own;
        add_up(local);
        if (start + local < all) {
            blocks[start + local] = before + counts[local] - own;
        }
        before += counts[THREADS - 1u];
        workgroupBarrier();
    }
    return before;
}
