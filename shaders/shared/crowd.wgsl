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
    // How many rules there are of touches between layers, and after those of circles measured by their squares.
    touches: u32,
    circles: u32,
    // Words of bits that all queues take, and how many pairs there is room for in the queues of those that may graze.
    words: u32,
    nears: u32,
    // Where each queue begins among the pairs, and how many it has room for.
    first: array<u32, 20>,
    room: array<u32, 20>,
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
    // Pairs whose boxes meet with their margins alone.
    apart: atomic<u32>,
    // Invocations that were cut short: such a frame is not answered.
    cut: atomic<u32>,
    queues: array<atomic<u32>, 20>,
    // Of each flock the levels of its bodies, a bit each.
    levels: array<atomic<u32>, 32>,
}

const NOWHERE: u32 = 0xffffffffu;
// The flock of layers that there was no flock for: its bodies are asked one by one.
const MIXED: u32 = 31u;
const IS_SPRITE: u32 = 0x80000000u;

// The queues that tell overlaps; those of shapes, of shapes with sprites and of tile maps are two each, touches ignored in
// the second.
const SHAPES: u32 = 0u;
const CIRCLES: u32 = 2u;
const SPRITE_SHAPE: u32 = 4u;
const LARGE_SPRITE_SHAPE: u32 = 6u;
const TILES: u32 = 8u;
const NARROW_SPRITES: u32 = 10u;
const SPRITES: u32 = 11u;
const LARGE_SPRITES: u32 = 12u;
// Those that tell what is within a margin.
const NEAR_SHAPES: u32 = 13u;
const NEAR_SPRITE_SHAPE: u32 = 14u;
const LARGE_NEAR_SPRITE_SHAPE: u32 = 15u;
const NEAR_SPRITES: u32 = 16u;
const LARGE_NEAR_SPRITES: u32 = 17u;
const NEAR_TILES: u32 = 18u;
// The last is the list of those that graze.
const GRAZES: u32 = 19u;

fn layers_match(a: Traits, b: Traits) -> bool {
    return (a.layer & b.against) != 0u && (b.layer & a.against) != 0u;
}
