// Whether two sprites come within a margin of each other: any covered square of the one and any of the other. Needs
// rows.wgsl and wide.wgsl.

fn is_within(pixels: vec2<i32>, margin: i32) -> bool {
    return cmp64(squared64(pixels * 256), mul_i32(margin, margin)) <= 0;
}

// How many whole pixels may lie between two squares along x that have so many between them along y; -1 where these are
// too many.
fn pixels_within(margin: i32, between: i32) -> i32 {
    let y = between * 256;
    if (y > margin) {
        return -1;
    }
    // f32 says about how many.
    var pixels = i32(sqrt(f32(margin - y) * f32(margin + y)) / 256.0);
    while (go_on(1u) && !is_within(vec2<i32>(pixels, between), margin)) {
        pixels -= 1;
    }
    while (go_on(1u) && is_within(vec2<i32>(pixels + 1, between), margin)) {
        pixels += 1;
    }
    return pixels;
}

// Whether a run of covered pixels of row j has any of a sprite's within a margin.
fn run_near(sprite: Placed, j: i32, first: i32, last: i32, margin: i32) -> bool {
    let reach = margin / 256 + 1;
    let end = min(sprite.max.y, j + reach + 1);
    for (var k = max(sprite.min.y, j - reach); go_on(4u) && k < end; k++) {
        let pixels = pixels_within(margin, max(abs(k - j) - 1, 0));
        let low = max(first - pixels - 1, sprite.min.x);
        let high = min(last + pixels + 1, sprite.max.x - 1);
        if (pixels >= 0 && row_meets(sprite, k, low, high)) {
            return true;
        }
    }
    return false;
}

fn row_near(a: Placed, j: i32, b: Placed, margin: i32) -> bool {
    let row = row_of(a, j);
    let reach = margin / 256 + 1;
    let end = min(a.max.x, b.max.x + reach);
    var i = max(a.min.x, b.min.x - reach);
    while (go_on(5u) && i < end) {
        let bits = bits_from(a, row, i - a.min.x);
        if (bits == 0u) {
            i += 32;
            continue;
        }
        let first = i + i32(countTrailingZeros(bits));
        // Up to the first that is not covered, or to the end of what was read.
        let count = i32(countTrailingZeros(~(bits >> u32(first - i))));
        let last = min(first + count, i + 32) - 1;
        if (run_near(b, j, first, last, margin)) {
            return true;
        }
        i = last + 1;
    }
    return false;
}

fn sprites_near(a: Placed, b: Placed, margin: i32, share: Share) -> bool {
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
fn sprites_share(a: Placed, b: Placed) -> bool {
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
