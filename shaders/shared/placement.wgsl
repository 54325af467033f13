// Finds the texel of a placed mask under the centre of a world pixel (SPEC 4). A sprite drawn with this code covers
// exactly the pixels that hit: those whose texel is not (-1, -1) and is set in the mask.

// A placed mask: the values of `Sprite::shader_placement`, 48 bytes.
struct Placement {
    // ux, uy, vx, vy: texels per pixel, 16.16 fixed point.
    steps: vec4<i32>,
    // u1, v1: the pivot in texels, 16.16 fixed point.
    pivot: vec2<i32>,
    // The position in lattice units, 1/256 px.
    at: vec2<i32>,
    // The mask's width and height in texels.
    size: vec2<i32>,
    // 1 if the mask is mirrored left to right, and top to bottom.
    flip: vec2<u32>,
}

// Returns the pixel that contains the position.
fn placement_anchor(placement: Placement) -> vec2<i32> {
    return placement.at >> vec2<u32>(8u);
}

// Returns (u, v) at the anchor pixel's centre. Steps are at most 2^22 and pivots below 2^30 in size: nothing wraps.
fn placement_start(placement: Placement) -> vec2<i32> {
    let g = vec2<i32>(128) - (placement.at & vec2<i32>(255));
    let along = placement.steps.xz * g.x + placement.steps.yw * g.y + vec2<i32>(128);
    return placement.pivot + (along >> vec2<u32>(8u));
}

// Returns the texel of the mask under the centre of the world pixel, or (-1, -1) if there is none.
fn placement_texel(placement: Placement, pixel: vec2<i32>) -> vec2<i32> {
    let start = placement_start(placement);
    let d = pixel - placement_anchor(placement);
    let uv = start + placement.steps.xz * d.x + placement.steps.yw * d.y;
    // (u, v) wraps if it is large, so a rough f32 value guards it. Differences of pixels are at most 2^23 and steps
    // at most 2^22, so the f32 value is off by less than 2^26, in whatever order it is added, fused or not. If it is
    // below 2^30, (u, v) did not wrap; and if (u, v) is in a mask, at most 2^28, then it is below 2^30.
    let steps = vec4<f32>(placement.steps);
    let rough = vec2<f32>(start) + steps.xz * f32(d.x) + steps.yw * f32(d.y);
    let is_near = all(abs(rough) < vec2<f32>(1073741824.0));
    let texel = uv >> vec2<u32>(16u);
    if (!is_near || any(texel < vec2<i32>(0)) || any(texel >= placement.size)) {
        return vec2<i32>(-1);
    }
    return select(texel, placement.size - vec2<i32>(1) - texel, placement.flip != vec2<u32>(0u));
}
