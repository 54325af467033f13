// A body in this step, as the kernels see it; the twin of `gpu::layout::PlacedBody`.

// For a sprite: the half-open box of pixels that its rows of bits span, its first word among all bits, and its words
// per row; both are even. For a shape: the closed box in lattice units, its first part, and the number of parts.
struct PlacedBody {
    min: vec2<i32>,
    max: vec2<i32>,
    first: u32,
    count: u32,
    at: vec2<i32>,
}

// The parameters of a pass.
struct Ask {
    // The number of items: pairs, bodies or words.
    count: u32,
    // What kind of overlap is asked: STRICT, ROOTED and NEAR.
    flags: u32,
    // The number of results that there is room for.
    room: u32,
    // The number of words of hit bits.
    words: u32,
}

// Whether f32 could not decide some comparison.
var<private> was_unsure: bool = false;

// The rounds that all loops of this invocation may still run together (ROUNDS in gpu/constants.rs).
var<private> rounds_left: u32 = ROUNDS;

// Takes the cost of a round; returns whether enough is left to run it.
fn go_on(cost: u32) -> bool {
    rounds_left -= min(rounds_left, cost);
    return rounds_left > 0u;
}

fn was_cut() -> bool {
    return rounds_left == 0u;
}

// The place of an invocation in its dispatch.
struct Invocation {
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
}

// Workgroups have two dimensions, since one dimension has at most 65,535 of them.
fn group_index(id: Invocation) -> u32 {
    return id.group.y * id.groups.x + id.group.x;
}

// Returns the index of an invocation, for workgroups of a size.
fn index_of(id: Invocation, size: u32) -> u32 {
    return group_index(id) * size + id.local;
}
