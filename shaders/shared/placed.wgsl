// A body in this step, as the kernels see it; the twin of `gpu::layout::Placed`.

// For a sprite: the half-open box of pixels that its rows of bits span, its first word among all bits, and its words
// per row; both are even. For a shape: the closed box in lattice units, its first part, and the number of parts.
struct Placed {
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
    // Bit 0: a touch without depth is no overlap. Bit 1: circles are measured by the root of their squared radii. Bit
    // 2: the query is what comes within the margins.
    strict: u32,
    // The number of results that there is room for.
    room: u32,
    // The number of words of hit bits.
    words: u32,
}

// The most rounds that all loops of an invocation run together. A driver may end a shader after 65,535 rounds without
// an error. It may also add up the rounds of the invocations that it runs as one vector, eight of them in lavapipe,
// and it may enter loops that no invocation takes, once each. So a round costs one, and one more for every loop
// inside it. tests/gpu_rounds.rs proves the bound for every entry point: a loop's condition begins with `go_on` of
// the round's cost, or the loop's bound is a constant. An invocation that was cut short is reported, and the host
// decides its pair.
const ROUNDS: u32 = 7900u;

var<private> rounds_left: u32 = ROUNDS;

// Takes the cost of a round; returns whether enough is left to run it.
fn go_on(cost: u32) -> bool {
    rounds_left -= min(rounds_left, cost);
    return rounds_left > 0u;
}

fn was_cut() -> bool {
    return rounds_left == 0u;
}

// Workgroups have two dimensions, since one dimension has at most 65,535 of them.
fn group_index(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}
