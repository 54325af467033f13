// What changed since the last frame: bodies that the host moved, bodies that are others now, and bodies that move by
// themselves. A thread each.

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
@group(0) @binding(4) var<storage, read_write> positions: array<vec2<i32>>;
@group(0) @binding(5) var<storage, read_write> traits: array<Traits>;
// What place.wgsl reads: each body's form.
@group(0) @binding(6) var<storage, read_write> bodies: array<u32>;
// Not 0 where a frame before did not fit: it is sent again, and this one after it. Until then nothing changes.
@group(0) @binding(7) var<storage, read> stall: array<u32>;

@compute @workgroup_size(64)
fn set_positions(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = group_index(group, groups) * 64u + local;
    if (index < ask.count && stall[0] == 0u) {
        positions[moves[index].body] = vec2<i32>(moves[index].x, moves[index].y);
    }
}

@compute @workgroup_size(64)
fn set_traits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = group_index(group, groups) * 64u + local;
    if (index < ask.count && stall[0] == 0u) {
        let change = changes[index];
        traits[change.body] = change.traits;
        bodies[change.body] = change.traits.form;
    }
}

// Positions lie within 2^29 units and velocities too: a sum does not wrap, and what leaves the world is counted.
@compute @workgroup_size(64)
fn drift(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = group_index(group, groups) * 64u + local;
    if (index < ask.count && stall[0] == 0u) {
        positions[index] += velocities[index];
    }
}
