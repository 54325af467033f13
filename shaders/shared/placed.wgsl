// What the kernels know of a body in this step; the twin of `gpu::layout::Placed`.

// Of a sprite: the half-open box of pixels that its rows of bits span, its first word among all bits, its words a row;
// both even. Of a shape: the closed box in lattice units, its first part and how many.
struct Placed {
    min: vec2<i32>,
    max: vec2<i32>,
    first: u32,
    count: u32,
    at: vec2<i32>,
}

// How a pass is asked.
struct Ask {
    // How many items there are: pairs, bodies, words.
    count: u32,
    // A bit each: a touch without depth is no overlap; circles are measured by the root of their squared radii; it is asked
    // what comes within the margins.
    strict: u32,
    // How many results there is room for.
    room: u32,
    // How many words of hit bits there are.
    words: u32,
}

// How many rounds all loops of an invocation make together. A driver may end a shader after 65,535 rounds without a word,
// and count those of the invocations that it runs as one vector together, eight of them in lavapipe; and it may enter loops
// that no invocation takes, once each. So a round costs one, and one more for every loop within it.
// tests/gpu_rounds.rs proves the bound for every entry point: a loop's condition begins with `go_on` of what a round costs,
// or its bound is a constant. What was cut short is told, and the host decides it.
const ROUNDS: u32 = 7900u;

var<private> rounds_left: u32 = ROUNDS;

// Whether there is enough left for a round, which is taken.
fn go_on(cost: u32) -> bool {
    rounds_left -= min(rounds_left, cost);
    return rounds_left > 0u;
}

fn was_cut() -> bool {
    return rounds_left == 0u;
}

// Workgroups lie in two dimensions, since one holds 65,535.
fn group_index(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}
