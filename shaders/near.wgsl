// Whether two bodies that may graze come within the larger of their margins (SPEC 5); another queue decides whether
// they overlap. A pair takes as many threads as its bin has lanes. Reference: query::grazes.

@group(0) @binding(0) var<uniform> ask: Ask;
// The sprite comes first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> traits: array<Traits>;
@group(0) @binding(4) var<storage, read> bits: array<u32>;
@group(0) @binding(5) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(6) var<storage, read> vertices: array<vec2<i32>>;
@group(0) @binding(7) var<storage, read_write> hits: array<atomic<u32>>;

fn margin_of(pair: vec2<u32>) -> i32 {
    return max(traits[pair.x].margin, traits[pair.y].margin);
}

@compute @workgroup_size(64)
fn shapes(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pair = pairs[index];
    tell(index, shapes_meet(placed[pair.x], placed[pair.y], margin_of(pair), false));
}

@compute @workgroup_size(64)
fn sprite_shape(id: Invocation) {
    let share = share_of(id);
    if (share.index >= ask.count) {
        return;
    }
    let pair = pairs[share.index];
    tell(share.index, shape_meets_sprite(placed[pair.y], placed[pair.x], margin_of(pair), share, false));
}

@compute @workgroup_size(64)
fn sprites(id: Invocation) {
    let share = share_of(id);
    if (share.index >= ask.count) {
        return;
    }
    let pair = pairs[share.index];
    tell(share.index, sprites_near(placed[pair.x], placed[pair.y], margin_of(pair), share));
}
