// Long work whose outcome is known, before a device is trusted: a driver that ends shaders early, without a word, answers
// otherwise. Every invocation makes nearly all of its rounds while the others make none, so that a driver that counts those
// of several together counts as many as it ever may. Twin: gpu/trial.rs.

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
