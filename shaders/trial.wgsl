// A long computation with a known result, run before a device is trusted: a driver that ends shaders early, without
// an error, gives another result. The invocations take turns: each runs nearly all of its rounds while the others run
// none. So a driver that counts the rounds of several invocations together counts the largest possible number. Twin:
// gpu/trial.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) local: u32) {
    var x = local;
    for (var turn = 0u; go_on(2u) && turn < 64u; turn++) {
        let rounds = select(0u, ask.count, turn == local);
        for (var k = 0u; go_on(1u) && k < rounds; k++) {
            x = (x ^ (x >> 7u)) * 1664525u + 1013904223u;
        }
    }
    words[local] = x;
}
