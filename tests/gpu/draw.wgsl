// A sprite shader as a game may write it, after kasuri::PLACEMENT_WGSL: it draws a quad around each sprite, discards
// fragments where no texel is set, and adds up the rest.
struct Drawn {
    placement: Placement,
    // x0, y0, x1, y1 of a box of pixels around it.
    around: vec4<i32>,
    // The index of its mask's first word, and the words of a row.
    mask: vec2<u32>,
}

@group(0) @binding(0) var<storage, read> drawn: array<Drawn>;
@group(0) @binding(1) var<storage, read> masks: array<u32>;

const SIZE: f32 = 128.0;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) sprite: u32,
}

@vertex
fn corner(@builtin(vertex_index) vertex: u32, @builtin(instance_index) sprite: u32) -> Corner {
    let around = vec4<f32>(drawn[sprite].around);
    let at = select(around.xy, around.zw, vec2<bool>((vertex & 1u) == 1u, (vertex & 2u) == 2u));
    let clip = at / SIZE * 2.0 - 1.0;
    return Corner(vec4<f32>(clip.x, -clip.y, 0.0, 1.0), sprite);
}

@fragment
fn colour(here: Corner) -> @location(0) vec4<f32> {
    let sprite = drawn[here.sprite];
    let texel = placement_texel(sprite.placement, vec2<i32>(floor(here.position.xy)));
    if (texel.x < 0) {
        discard;
    }
    let word = masks[sprite.mask.x + u32(texel.y) * sprite.mask.y + u32(texel.x) / 32u];
    if (((word >> (u32(texel.x) % 32u)) & 1u) == 0u) {
        discard;
    }
    return vec4<f32>(1.0 / 255.0);
}
