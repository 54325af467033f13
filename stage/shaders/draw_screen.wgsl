// Shows the drawn world on the screen: each texel becomes a square of enlarge x enlarge pixels.

struct View {
    origin: vec2<i32>,
    size: vec2<i32>,
    skip: i32,
    enlarge: u32,
    // The number of pixels of the first texels that lie outside the screen.
    shift: vec2<u32>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var world: texture_2d<f32>;

// One triangle over the whole screen.
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(vec2<u32>((index << 1u) & 2u, index & 2u));
    return vec4<f32>(corner * 2.0 - vec2<f32>(1.0), 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let texel = (vec2<u32>(position.xy) + view.shift) / view.enlarge;
    return textureLoad(world, vec2<i32>(texel), 0);
}
