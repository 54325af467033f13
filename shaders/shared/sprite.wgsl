// The forms of sprites, relative to their positions; the twin of `gpu::layout::SpriteForm`. Needs placement.wgsl.

struct SpriteForm {
    // As in `Placement`; the mask is already mirrored.
    steps: vec4<i32>,
    pivot: vec2<i32>,
    size: vec2<i32>,
    // The half-open box x0, y0, x1, y1 around all pixels that can be covered, relative to the anchor pixel.
    reach: vec4<i32>,
    // The first word of the mask, and its words per row.
    mask: u32,
    stride: u32,
    // 1 if the sprite is upright: from pixel to pixel it steps by whole texels.
    is_upright: u32,
    unused: u32,
}

fn placement_of(form: SpriteForm, at: vec2<i32>) -> Placement {
    return Placement(form.steps, form.pivot, at, form.size, vec2<u32>(0u));
}

// Returns the words per row of the cover: an even number, like those of masks.
fn words_of(form: SpriteForm) -> u32 {
    return (bitcast<u32>(form.reach.z - form.reach.x) + 63u) / 64u * 2u;
}
