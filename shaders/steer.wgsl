// Applies the changes since the last frame: positions that the host set, new properties of bodies, and velocities. A
// thread per item.

// The twin of `gpu::layout::Move`.
struct Move {
    body: u32,
    x: i32,
    y: i32,
}

// The twin of `gpu::layout::Change`.
struct Change {
    body: u32,
    traits: Traits,
}

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> moves: array<Move>;
@group(0) @binding(2) var<storage, read> changes: array<Change>;
@group(0) @binding(3) var<storage, read> velocities: array<vec2<i32>>;
// Not 0 if an earlier frame did not fit: that frame and this one will be sent again, and until then nothing changes.
@group(0) @binding(4) var<storage, read> stall: array<u32>;
@group(0) @binding(5) var<storage, read_write> positions: array<vec2<i32>>;
@group(0) @binding(6) var<storage, read_write> traits: array<Traits>;
// Each body's form, which place.wgsl reads.
@group(0) @binding(7) var<storage, read_write> bodies: array<u32>;

@compute @workgroup_size(64)
fn set_positions(id: Invocation) {
    let index = index_of(id, 64u);
    if (index < ask.count && stall[0] == 0u) {
        positions[moves[index].body] = vec2<i32>(moves[index].x, moves[index].y);
    }
}

@compute @workgroup_size(64)
fn set_traits(id: Invocation) {
    let index = index_of(id, 64u);
    if (index < ask.count && stall[0] == 0u) {
        let change = changes[index];
        traits[change.body] = change.traits;
        bodies[change.body] = change.traits.form;
    }
}

// Positions and velocities are within 2^29 units, so a sum does not wrap; bodies that leave the world are counted
// later.
@compute @workgroup_size(64)
fn drift(id: Invocation) {
    let index = index_of(id, 64u);
    if (index < ask.count && stall[0] == 0u) {
        positions[index] += velocities[index];
    }
}
