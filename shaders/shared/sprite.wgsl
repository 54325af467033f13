// What the sprites are, relative to their positions; the twin of `gpu::layout::SpriteForm`. Needs placement.wgsl.

struct SpriteForm {
    // As `Placement` has them; the mask is mirrored already.
    steps: vec4<i32>,
    pivot: vec2<i32>,
    size: vec2<i32>,
    // The half-open box of pixels around all covered ones, seen from the anchor pixel: x0, y0, x1, y1.
    reach: vec4<i32>,
    // The first word of the mask, and its words a row.
    mask: u32,
    stride: u32,
    // 1 where pixels step by whole texels.
    is_upright: u32,
    unused: u32,
}

fn placement_of(form: SpriteForm, at: vec2<i32>) -> Placement {
    return Placement(form.steps, form.pivot, at, form.size, vec2<u32>(0u));
}

// Words a row of the cover: even, as those of masks.
fn words_of(form: SpriteForm) -> u32 {
    return (bitcast<u32>(form.reach.z - form.reach.x) + 63u) / 64u * 2u;
}
