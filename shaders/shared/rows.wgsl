// Whether a shape touches the closed square of a covered pixel (SPEC 4): in each row the squares that a convex part
// touches are one span. Needs span.wgsl, bits.wgsl, shapes.wgsl and hits.wgsl.

// Whether any covered pixel of a row lies in a span.
fn row_meets(sprite: PlacedBody, j: i32, first: i32, last: i32) -> bool {
    let row = row_of(sprite, j);
    for (var i = first; go_on(1u) && i <= last; i += 32) {
        let covered = bits_from(sprite, row, i - sprite.min.x);
        if ((covered & (0xffffffffu >> u32(max(31 - (last - i), 0)))) != 0u) {
            return true;
        }
    }
    return false;
}

fn part_meets_sprite(part: ConvexPart, at: vec2<i32>, sprite: PlacedBody, share: Share, strict: bool) -> bool {
    let low = max(sprite.min, (part.min + at - vec2<i32>(1)) >> vec2<u32>(8u));
    let high = min(sprite.max - vec2<i32>(1), (part.max + at) >> vec2<u32>(8u));
    if (any(low > high)) {
        return false;
    }
    for (var j = low.y + i32(share.lane); go_on(8u) && j <= high.y; j += i32(share.lanes)) {
        let span = span_of(part, at, j, low.x, high.x, strict);
        if (row_meets(sprite, j, span.x, span.y)) {
            return true;
        }
        if (share.lanes > 1u && is_hit(share.index)) {
            return false;
        }
    }
    return false;
}

fn shape_meets_sprite(shape: PlacedBody, sprite: PlacedBody, margin: i32, share: Share, strict: bool) -> bool {
    let low = sprite.min * 256 - vec2<i32>(margin);
    let high = sprite.max * 256 + vec2<i32>(margin);
    var k = next_touching(shape, 0u, low, high);
    while (go_on(10u) && k < shape.count) {
        if (part_meets_sprite(grown(parts[shape.first + k], margin), shape.at, sprite, share, strict)) {
            return true;
        }
        k = next_touching(shape, k + 1u, low, high);
    }
    return false;
}
