// Whether two sprites come within a margin of each other: any covered square of one and any of the other. Needs
// rows.wgsl and wide.wgsl.

fn is_within(pixels: vec2<i32>, margin: i32) -> bool {
    return cmp64(squared64(pixels * 256), mul_i32(margin, margin)) <= 0;
}

// Returns how many whole pixels may lie between two squares along x, if `between` pixels lie between them along y; -1
// if `between` is already too many.
fn pixels_within(margin: i32, between: i32) -> i32 {
    let y = between * 256;
    if (y > margin) {
        return -1;
    }
    // f32 gives an estimate.
    var pixels = i32(sqrt(f32(margin - y) * f32(margin + y)) / 256.0);
    while (go_on(1u) && !is_within(vec2<i32>(pixels, between), margin)) {
        pixels -= 1;
    }
    while (go_on(1u) && is_within(vec2<i32>(pixels + 1, between), margin)) {
        pixels += 1;
    }
    return pixels;
}

// Spreads the set bits of 96 bits by `by` bits, at most 27, to both sides.
fn spread_by(bits: vec3<u32>, by: u32) -> vec3<u32> {
    let up = vec3<u32>(bits.x << by, (bits.y << by) | ((bits.x >> 1u) >> (31u - by)), (bits.z << by) | ((bits.y >> 1u) >> (31u - by)));
    let down = vec3<u32>((bits.x >> by) | ((bits.y << 1u) << (31u - by)), (bits.y >> by) | ((bits.z << 1u) << (31u - by)), bits.z >> by);
    return bits | up | down;
}

// Returns 32 pixels of a row from bit `start` on; a bit is set if a pixel within `by` columns, at most 32, is
// covered.
fn spread(sprite: PlacedBody, row: u32, start: i32, by: u32) -> u32 {
    var bits = vec3<u32>(bits_from(sprite, row, start - 32), bits_from(sprite, row, start), bits_from(sprite, row, start + 32));
    // Bits that were spread by n can spread by 2n + 1 more without a gap.
    bits = spread_by(bits, min(by, 1u));
    bits = spread_by(bits, min(by - min(by, 1u), 3u));
    bits = spread_by(bits, min(by - min(by, 4u), 9u));
    bits = spread_by(bits, by - min(by, 13u));
    return bits.y;
}

// Whether a row of one sprite has a covered pixel at most `columns` columns from one in a row of the other.
fn rows_near(a: PlacedBody, j: i32, b: PlacedBody, k: i32, columns: i32) -> bool {
    let row_a = row_of(a, j);
    let row_b = row_of(b, k);
    let end = min(b.max.x, a.max.x + columns);
    for (var i = max(b.min.x, a.min.x - columns); go_on(2u) && i < end; i += 32) {
        let bits = bits_from(b, row_b, i - b.min.x);
        if (bits == 0u) {
            continue;
        }
        if (columns <= 32) {
            if ((spread(a, row_a, i - a.min.x, u32(columns)) & bits) != 0u) {
                return true;
            }
            continue;
        }
        // `columns` is more than 32, so the stretches around these bits join into one.
        let first = i + i32(countTrailingZeros(bits)) - columns;
        let last = i + 31 - i32(countLeadingZeros(bits)) + columns;
        if (row_meets(a, j, max(first, a.min.x), min(last, a.max.x - 1))) {
            return true;
        }
    }
    return false;
}

fn row_near(a: PlacedBody, j: i32, b: PlacedBody, margin: i32) -> bool {
    let reach = margin / 256 + 1;
    let end = min(b.max.y, j + reach + 1);
    for (var k = max(b.min.y, j - reach); go_on(5u) && k < end; k++) {
        let pixels = pixels_within(margin, max(abs(k - j) - 1, 0));
        if (pixels >= 0 && rows_near(a, j, b, k, pixels + 1)) {
            return true;
        }
    }
    return false;
}

fn sprites_near(a: PlacedBody, b: PlacedBody, margin: i32, share: Share) -> bool {
    let reach = margin / 256 + 1;
    let end = min(a.max.y, b.max.y + reach);
    for (var j = max(a.min.y, b.min.y - reach) + i32(share.lane); go_on(6u) && j < end; j += i32(share.lanes)) {
        if (row_near(a, j, b, margin)) {
            return true;
        }
        if (share.lanes > 1u && is_hit(share.index)) {
            return false;
        }
    }
    return false;
}

// Whether any pixel is covered by both.
fn sprites_share(a: PlacedBody, b: PlacedBody) -> bool {
    let low = max(a.min, b.min);
    let high = min(a.max, b.max);
    for (var j = low.y; go_on(2u) && j < high.y; j++) {
        let row_a = row_of(a, j);
        let row_b = row_of(b, j);
        for (var i = low.x; go_on(1u) && i < high.x; i += 32) {
            if ((bits_from(a, row_a, i - a.min.x) & bits_from(b, row_b, i - b.min.x)) != 0u) {
                return true;
            }
        }
    }
    return false;
}
