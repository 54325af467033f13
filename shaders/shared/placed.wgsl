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

// Workgroups lie in two dimensions, since one holds 65,535.
fn group_index(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}
