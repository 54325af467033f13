// What the kernels of a frame share: the properties of bodies, the rules for pairs, and the counters.

// The twin of `gpu::layout::Traits`.
struct Traits {
    layer: u32,
    against: u32,
    // Two bodies of the same group are never a pair; 0 for none.
    group: u32,
    // The graze margin in lattice units; below 0 for none.
    margin: i32,
    // Two bodies with the same owner are never a pair.
    owner: u32,
    // Bodies with equal layers are a flock; NOWHERE for a body that is never in a pair.
    flock: u32,
    // As in place.wgsl: a shape's index, or, with the top bit set, a sprite's.
    form: u32,
    // Bodies of different worlds are never a pair.
    world: u32,
}

// The twin of `gpu::layout::Terms`.
struct Terms {
    // 1 if a touch without depth is no overlap, unless a rule says otherwise.
    strict: u32,
    // The number of touching rules between layers, and of the rules after them, for circles measured by the root of
    // their squared radii.
    touches: u32,
    circles: u32,
    // The words of hit bits of all queues, and the number of pairs that the queues of possible grazes have room for.
    words: u32,
    nears: u32,
    // The first pair of each queue, and the number of pairs it has room for.
    first: array<u32, QUEUES>,
    room: array<u32, QUEUES>,
    // The room for candidate pairs, for hits and for words of covers, and the first word of the covers.
    pairs: u32,
    hits: u32,
    covers: u32,
    base: u32,
    // For each flock one bit per flock that its layers match.
    partners: array<u32, 32>,
}

// The counters of a frame; they also count what there was no room for. The twin of `gpu::layout::Head`.
struct Head {
    pairs: atomic<u32>,
    // 1 if more pairs were found than 32 bits can count.
    wrapped: atomic<u32>,
    // Bodies beyond the world's edge.
    beyond: atomic<u32>,
    hits: atomic<u32>,
    covers: atomic<u32>,
    // Pairs that f32 could not decide.
    past_filter: atomic<u32>,
    // Pairs whose boxes touch only when grown by the margin.
    apart: atomic<u32>,
    // Invocations that were cut short: such a frame has no answer.
    cut: atomic<u32>,
    queues: array<atomic<u32>, QUEUES>,
    // For each flock the grid levels of its bodies, one bit each.
    levels: array<atomic<u32>, 32>,
}

fn layers_match(a: Traits, b: Traits) -> bool {
    let is_one_group = a.group == b.group && a.group != 0u;
    return (a.layer & b.against) != 0u && (b.layer & a.against) != 0u && !is_one_group;
}
