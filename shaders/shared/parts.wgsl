// Convex parts, relative to their body's position; the twin of `gpu::layout::ConvexPart`. Needs `parts`.

// A part: its vertices, its radius, and the closed box around it, radius included.
struct ConvexPart {
    first: u32,
    count: u32,
    radius: i32,
    unused: u32,
    min: vec2<i32>,
    max: vec2<i32>,
}

fn hull_of(part: ConvexPart, at: vec2<i32>) -> Hull {
    return Hull(part.first, part.count, part.radius, at);
}

// Returns the first part of a shape, from `start` on, whose box shares a point with the given box; the number of
// parts if there is none.
fn next_touching(shape: PlacedBody, start: u32, low: vec2<i32>, high: vec2<i32>) -> u32 {
    var k = start;
    while (go_on(1u) && k < shape.count && !part_touches(parts[shape.first + k], shape.at, low, high)) {
        k += 1u;
    }
    return k;
}

fn part_touches(part: ConvexPart, at: vec2<i32>, low: vec2<i32>, high: vec2<i32>) -> bool {
    return boxes_touch(part.min + at, part.max + at, low, high);
}

// Whether two closed boxes share a point.
fn boxes_touch(a_min: vec2<i32>, a_max: vec2<i32>, b_min: vec2<i32>, b_max: vec2<i32>) -> bool {
    return all(a_min <= b_max) && all(b_min <= a_max);
}
