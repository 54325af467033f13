// Sums over a workgroup of 256 threads, a number each.

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
