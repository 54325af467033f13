// Convex parts, relative to the position of the body that they are of; the twin of `gpu::layout::Part`.

// Its vertices, its radius, and the closed box around it, radius included.
struct Part {
    first: u32,
    count: u32,
    radius: i32,
    unused: u32,
    min: vec2<i32>,
    max: vec2<i32>,
}

fn hull_of(part: Part, at: vec2<i32>) -> Hull {
    return Hull(part.first, part.count, part.radius, at);
}

// Whether two closed boxes share a point.
fn boxes_touch(a_min: vec2<i32>, a_max: vec2<i32>, b_min: vec2<i32>, b_max: vec2<i32>) -> bool {
    return all(a_min <= b_max) && all(b_min <= a_max);
}
