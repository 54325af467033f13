// Whether two shapes overlap, part by part (SPEC 3). A thread per pair. Twin: cpu/shape_shape.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(4) var<storage, read> vertices: array<vec2<i32>>;
// The hit bits; after them, the number of pairs that f32 could not decide.
@group(0) @binding(5) var<storage, read_write> hits: array<atomic<u32>>;

fn vertex(hull: Hull, k: u32) -> vec2<i32> {
    return vertices[hull.first + k] + hull.at;
}

// Whether a shape is a circle, that is, has a single vertex: two circles may be measured by the root of their squared
// radii.
fn is_circle(place: PlacedBody) -> bool {
    return place.count == 1u && parts[place.first].count == 1u;
}

fn circles_meet(a: PlacedBody, b: PlacedBody) -> bool {
    let p = parts[a.first];
    let q = parts[b.first];
    let apart = vertices[p.first] + a.at - vertices[q.first] - b.at;
    return cmp64(squared64(apart), squared64(vec2<i32>(p.radius, q.radius))) < 0;
}

fn pair_overlaps(a: PlacedBody, b: PlacedBody) -> bool {
    if ((ask.flags & ROOTED) != 0u && is_circle(a) && is_circle(b)) {
        return circles_meet(a, b);
    }
    return shapes_meet(a, b, 0, (ask.flags & STRICT) != 0u);
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pair = pairs[index];
    tell(index, pair_overlaps(placed[pair.x], placed[pair.y]));
}
