// Draws the world, each of its pixels once: texel (x, y) of the target shows the world pixel origin + (x, y) * skip.
// Comes after shared/placement.wgsl. Instances are boxes of world pixels, as stage/src/draw/instance.rs makes them.

struct View {
    origin: vec2<i32>,
    // The target's size in texels.
    size: vec2<i32>,
    skip: i32,
    // Where the screen shows the target; only draw_screen.wgsl reads these fields.
    enlarge: u32,
    shift: vec2<u32>,
}

const FILL = 0u;
const GROUND = 1u;
const INK = 2u;

@group(0) @binding(0) var<uniform> view: View;
// The bits of masks and the colours of art.
@group(0) @binding(1) var<storage, read> store: array<u32>;

struct Body {
    @location(0) pixels: vec4<i32>,
    @location(1) steps: vec4<i32>,
    @location(2) pivot_at: vec4<i32>,
    @location(3) paint: vec4<u32>,
}

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) steps: vec4<i32>,
    @location(1) @interpolate(flat) pivot_at: vec4<i32>,
    @location(2) @interpolate(flat) paint: vec4<u32>,
}

// Returns the first texel that shows this world pixel or a later one, within the target.
fn first_texel(pixel: vec2<i32>) -> vec2<i32> {
    let d = clamp(pixel - view.origin, vec2<i32>(0), view.size * view.skip);
    return min((d + vec2<i32>(view.skip - 1)) / view.skip, view.size);
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, body: Body) -> Corner {
    let is_far = vec2<bool>((index & 1u) != 0u, (index & 2u) != 0u);
    let corner = select(first_texel(body.pixels.xy), first_texel(body.pixels.zw), is_far);
    let unit = vec2<f32>(corner) / vec2<f32>(view.size);
    var out: Corner;
    out.position = vec4<f32>(unit.x * 2.0 - 1.0, 1.0 - unit.y * 2.0, 0.0, 1.0);
    out.steps = body.steps;
    out.pivot_at = body.pivot_at;
    out.paint = body.paint;
    return out;
}

fn placement_of(corner: Corner) -> Placement {
    let form = corner.paint.y;
    let size = vec2<i32>(vec2<u32>(form, form >> 13u) & vec2<u32>(8191u));
    let flip = vec2<u32>(form >> 26u, form >> 27u) & vec2<u32>(1u);
    return Placement(corner.steps, corner.pivot_at.xy, corner.pivot_at.zw, size, flip);
}

fn mask_bit(first: u32, width: i32, texel: vec2<i32>) -> bool {
    // Rows are whole 64-bit words.
    let stride = ((u32(width) + 63u) / 64u) * 2u;
    let word = store[first + u32(texel.y) * stride + (u32(texel.x) >> 5u)];
    return ((word >> (u32(texel.x) & 31u)) & 1u) != 0u;
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4<f32> {
    let how = corner.paint.x;
    let pixel = view.origin + vec2<i32>(corner.position.xy) * view.skip;
    var colour = corner.paint.w;
    if (how == GROUND) {
        let square = pixel >> vec2<u32>(3u);
        colour = select(colour, corner.paint.z, ((square.x + square.y) & 1) == 0);
    } else if (how != FILL) {
        let placement = placement_of(corner);
        let texel = placement_texel(placement, pixel);
        if (texel.x < 0 || !mask_bit(corner.paint.z, placement.size.x, texel)) {
            discard;
        }
        if (how != INK) {
            colour = store[corner.paint.w + u32(texel.y * placement.size.x + texel.x)];
        }
    }
    return unpack4x8unorm(colour);
}
