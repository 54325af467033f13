// The pairs of a batch. Needs kinds.wgsl, pixels.wgsl, rows.wgsl and hits.wgsl.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
// Each body's form, with HAS_THIN and HAS_PARTS.
@group(0) @binding(2) var<storage, read> bodies: array<u32>;
@group(0) @binding(3) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(4) var<storage, read> bits: array<u32>;
// The same bits, two rows of 64 bits at a time.
@group(0) @binding(5) var<storage, read> two_rows: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(7) var<storage, read> vertices: array<vec2<i32>>;
// As in hits.wgsl: a bit for each pair that hits, what was unsure, how many pairs are undecided, and a bit for each of these.
// From `ask.room` on the list of large pairs, if there may be any: the workgroups in three dimensions that decide them,
// their number, and the index of each.
@group(0) @binding(8) var<storage, read_write> hits: array<atomic<u32>>;

// The words at the head of the list of large pairs.
const LARGE_HEAD: u32 = 4u;

fn two_words(k: u32) -> vec2<u32> {
    return vec2<u32>(bits[2u * k], bits[2u * k + 1u]);
}

// Whether two bodies may overlap although no two of their parts do: touches are ignored, one has parts without interior,
// and the other has several parts or squares (SPEC 3).
fn may_meet_on_seams(a: u32, b: u32) -> bool {
    return ask.flags == STRICT && ((a | b) & HAS_THIN) != 0u && ((a | b) & HAS_PARTS) != 0u;
}

// Returns the pair with the sprite first, if one body is a sprite and the other a shape.
fn turned(pair: vec2<u32>) -> vec2<u32> {
    return select(pair, pair.yx, (bodies[pair.y] & ~bodies[pair.x] & IS_SPRITE) != 0u);
}

fn pair_meets(queue: u32, pair: vec2<u32>, share: Share) -> bool {
    let a = placed[pair.x];
    let b = placed[pair.y];
    let strict = ask.flags == STRICT;
    if (queue == SHAPES) {
        return shapes_meet(a, b, 0, strict);
    }
    if (queue == NARROW_SPRITES) {
        return narrow_sprites_meet(a, b);
    }
    if (queue == SPRITES || queue == LARGE_SPRITES) {
        return sprites_meet(a, b, share);
    }
    return shape_meets_sprite(b, a, 0, share, strict);
}
