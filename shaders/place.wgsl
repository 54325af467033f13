// Computes where the bodies are in this step, from their forms and positions. A thread per body. Twin: cpu/place.rs.

// A shape, relative to its position.
struct ShapeForm {
    min: vec2<i32>,
    max: vec2<i32>,
    first: u32,
    count: u32,
}

@group(0) @binding(0) var<uniform> ask: Ask;
// Each body's form: the index of its shape, or, with the top bit set, of its sprite.
@group(0) @binding(1) var<storage, read> bodies: array<u32>;
@group(0) @binding(2) var<storage, read> positions: array<vec2<i32>>;
@group(0) @binding(3) var<storage, read> shapes: array<ShapeForm>;
@group(0) @binding(4) var<storage, read> sprites: array<SpriteForm>;
@group(0) @binding(5) var<storage, read_write> placed: array<PlacedBody>;

fn place_sprite(form: SpriteForm, at: vec2<i32>) -> PlacedBody {
    let anchor = at >> vec2<u32>(8u);
    if (form.is_upright == 1u) {
        // Pixels step by whole texels, so the anchor pixel's texel says where the mask's corner is.
        let corner = anchor - (placement_start(placement_of(form, at)) >> vec2<u32>(16u));
        return PlacedBody(corner, corner + form.size, form.mask, form.stride, at);
    }
    // The start of its cover is set when the cover is made.
    return PlacedBody(anchor + form.reach.xy, anchor + form.reach.zw, 0u, words_of(form), at);
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let body = bodies[index];
    let at = positions[index];
    if ((body & IS_SPRITE) != 0u) {
        placed[index] = place_sprite(sprites[body & FORM], at);
    } else {
        let form = shapes[body & FORM];
        placed[index] = PlacedBody(form.min + at, form.max + at, form.first, form.count, at);
    }
}
