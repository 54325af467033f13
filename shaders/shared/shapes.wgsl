// Whether two shapes touch, part by part (SPEC 3). Needs convex.wgsl, parts.wgsl, `parts` and `vertex`.

// Returns a part grown by a margin: whatever comes within the margin touches it. With wide margins one assumption of
// the f32 filter fails: differences are not exact in f32. An i32 that is rounded is off by 2^-23 of itself. Including
// that, products err by five such steps of their terms and roots by eight; the filter allows eight and thirty-two.
fn grown(part: ConvexPart, margin: i32) -> ConvexPart {
    let more = vec2<i32>(margin);
    return ConvexPart(part.first, part.count, part.radius + margin, 0u, part.min - more, part.max + more);
}

fn part_meets_shape(part: ConvexPart, at: vec2<i32>, shape: PlacedBody, strict: bool) -> bool {
    let low = part.min + at;
    let high = part.max + at;
    if (!boxes_touch(low, high, shape.min, shape.max)) {
        return false;
    }
    var n = next_touching(shape, 0u, low, high);
    while (go_on(6u) && n < shape.count) {
        if (overlaps(hull_of(part, at), hull_of(parts[shape.first + n], shape.at), strict)) {
            return true;
        }
        n = next_touching(shape, n + 1u, low, high);
    }
    return false;
}

fn shapes_meet(a: PlacedBody, b: PlacedBody, margin: i32, strict: bool) -> bool {
    let low = b.min - vec2<i32>(margin);
    let high = b.max + vec2<i32>(margin);
    if (!boxes_touch(a.min, a.max, low, high)) {
        return false;
    }
    var k = next_touching(a, 0u, low, high);
    while (go_on(9u) && k < a.count) {
        if (part_meets_shape(grown(parts[a.first + k], margin), a.at, b, strict)) {
            return true;
        }
        k = next_touching(a, k + 1u, low, high);
    }
    return false;
}
