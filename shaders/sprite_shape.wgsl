// Whether a shape touches the closed square of a covered pixel (SPEC 4). A pair takes as many threads as its bin has
// lanes; the threads take the rows in turn. Twin: cpu/sprite_shape.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
// The sprite comes first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(5) var<storage, read> vertices: array<vec2<i32>>;
// The hit bits; after them, the number of pairs that f32 could not decide.
@group(0) @binding(6) var<storage, read_write> hits: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let share = share_of(id);
    if (share.index >= ask.count) {
        return;
    }
    let pair = pairs[share.index];
    tell(share.index, shape_meets_sprite(placed[pair.y], placed[pair.x], 0, share, ask.flags == STRICT));
}
