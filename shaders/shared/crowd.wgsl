// What the kernels of a frame share: what bodies are but for their forms, on what terms they meet, and what is counted.

// The twin of `gpu::layout::Traits`.
struct Traits {
    layer: u32,
    against: u32,
    // How near others graze, in lattice units; below 0 for none.
    margin: i32,
    // Two of one owner never meet.
    owner: u32,
    // Bodies on the same layers are a flock; NOWHERE for what meets nobody.
    flock: u32,
    // As in place.wgsl: of shapes, with the top bit set, of sprites.
    form: u32,
    // Bodies of two worlds never meet.
    world: u32,
}

// The twin of `gpu::layout::Terms`.
struct Terms {
    // 1 where a touch without depth is no overlap, but where a rule says otherwise.
    strict: u32,
    // How many rules there are of touches between layers, and after those of circles that the host measures.
    touches: u32,
    circles: u32,
    // Words of bits that all queues take.
    words: u32,
    // Where each queue begins among the pairs, and how many it has room for.
    first: array<u32, 12>,
    room: array<u32, 12>,
    // Room for candidates, for hits, for words of covers, and the first word of those.
    pairs: u32,
    hits: u32,
    covers: u32,
    base: u32,
    // Of each flock a bit for each flock that its layers match.
    partners: array<u32, 32>,
}

// What a frame counts, room or not; the twin of `gpu::layout::Head`.
struct Head {
    pairs: atomic<u32>,
    // 1 where more pairs were found than 32 bits count.
    wrapped: atomic<u32>,
    // Bodies beyond the world's edge.
    beyond: atomic<u32>,
    hits: atomic<u32>,
    covers: atomic<u32>,
    // Pairs that f32 could not tell.
    past_filter: atomic<u32>,
    unused: array<u32, 2>,
    queues: array<atomic<u32>, 12>,
    // Of each flock the levels of its bodies, a bit each.
    levels: array<atomic<u32>, 32>,
}

const NOWHERE: u32 = 0xffffffffu;
// The flock of layers that there was no flock for: its bodies are asked one by one.
const MIXED: u32 = 31u;
const IS_SPRITE: u32 = 0x80000000u;

// The last queue is the host's.
const HOST: u32 = 9u;

fn layers_match(a: Traits, b: Traits) -> bool {
    return (a.layer & b.against) != 0u && (b.layer & a.against) != 0u;
}
