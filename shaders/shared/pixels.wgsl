// Whether two sprites have a common pixel (SPEC 4): rows of bits are shifted and combined with AND, until a common bit
// is found. Needs hits.wgsl, `two_rows`, the bits two rows of 64 bits at a time, and `fn two_words(k: u32) -> vec2<u32>`,
// which loads 64 bits: every row has an even number of words.

// Returns the low 64 of 128 bits, shifted down by `by`, which is less than 64.
fn shifted(low: vec2<u32>, high: vec2<u32>, by: u32) -> vec2<u32> {
    let is_far = by >= 32u;
    let a = select(low.x, low.y, is_far);
    let b = select(low.y, high.x, is_far);
    let c = select(high.x, high.y, is_far);
    let rest = by & 31u;
    return vec2<u32>((a >> rest) | ((b << 1u) << (31u - rest)), (b >> rest) | ((c << 1u) << (31u - rest)));
}

// Whether a row of a and a row of b have a common bit. Compares `count` words of 64 bits of a's row, from `first` on,
// with the bits of b's row at the same columns. The first of them is `start` bits into b's row, which has `end` words
// of 64 bits.
fn rows_meet(first: u32, count: i32, row_b: u32, start: i32, end: i32) -> bool {
    var k = start >> 6u;
    let by = u32(start) & 63u;
    var low = vec2<u32>(0u);
    if (k >= 0) {
        low = two_words(row_b + u32(k));
    }
    var shared_bits = vec2<u32>(0u);
    for (var n = 0; go_on(1u) && n < count; n++) {
        k += 1;
        var high = vec2<u32>(0u);
        if (k < end) {
            high = two_words(row_b + u32(k));
        }
        shared_bits |= two_words(first + u32(n)) & shifted(low, high, by);
        low = high;
    }
    return any(shared_bits != vec2<u32>(0u));
}

// Whether any of `count` rows of 64 bits of a and b have a common bit. b's bits from bit `by` on (0 to 63) are
// compared with a's. Two rows are loaded at a time, of a and of b. If b's rows are the second of one load and the
// first of the next, the previous load is kept. Values that are the same for all rows are computed before the loop:
// not every driver moves them out.
fn narrow_meet(first_a: u32, first_b: u32, count: u32, by: u32) -> bool {
    let end = first_a + count;
    let is_odd = ((first_a ^ first_b) & 1u) == 1u;
    let is_far = by >= 32u;
    let rest = vec2<u32>(by & 31u);
    let lift = vec2<u32>(31u) - rest;
    // b's row at the same place as the first row that a's first load reads; 0 if there is none, and then it is not
    // used.
    let below = max(first_b, first_a & 1u) - (first_a & 1u);
    var load = below / 2u;
    var before = vec4<u32>(0u);
    if (is_odd) {
        before = two_rows[load];
        load += select(0u, 1u, (first_b & 1u) == 1u || first_b > 0u);
    }
    for (var row = first_a & ~1u; go_on(1u) && row < end; row += 2u) {
        let mine = two_rows[row / 2u];
        let now = two_rows[load];
        let theirs = select(now, vec4<u32>(before.zw, now.xy), is_odd);
        let low = select(theirs.xz, theirs.yw, is_far);
        let high = select(theirs.yw, vec2<u32>(0u), is_far);
        let meet = (mine.xz & ((low >> rest) | ((high << vec2<u32>(1u)) << lift))) | (mine.yw & (high >> rest));
        if ((row >= first_a && meet.x != 0u) || (row + 1u < end && meet.y != 0u)) {
            return true;
        }
        before = now;
        load += 1u;
    }
    return false;
}

// For sprites whose rows have 64 bits.
fn narrow_sprites_meet(a: PlacedBody, b: PlacedBody) -> bool {
    let low = max(a.min, b.min);
    let high = min(a.max, b.max);
    if (any(low >= high)) {
        return false;
    }
    let row_a = a.first / 2u + u32(low.y - a.min.y);
    let row_b = b.first / 2u + u32(low.y - b.min.y);
    // a is the sprite to the right.
    let by = a.min.x - b.min.x;
    let rows = u32(high.y - low.y);
    return narrow_meet(select(row_b, row_a, by >= 0), select(row_a, row_b, by >= 0), rows, u32(abs(by)));
}

fn sprites_meet(a: PlacedBody, b: PlacedBody, share: Share) -> bool {
    let low = max(a.min, b.min);
    let high = min(a.max, b.max);
    if (any(low >= high)) {
        return false;
    }
    // Only `count` words of 64 bits of a's row, from `from_word` on, can overlap b's row.
    let from_word = (low.x - a.min.x) >> 6u;
    let count = ((high.x - a.min.x + 63) >> 6u) - from_word;
    let start = from_word * 64 + a.min.x - b.min.x;
    let wide_a = a.count / 2u;
    let wide_b = b.count / 2u;
    var row_a = a.first / 2u + u32(low.y + i32(share.lane) - a.min.y) * wide_a + u32(from_word);
    var row_b = b.first / 2u + u32(low.y + i32(share.lane) - b.min.y) * wide_b;
    for (var j = low.y + i32(share.lane); go_on(2u) && j < high.y; j += i32(share.lanes)) {
        if (rows_meet(row_a, count, row_b, start, i32(wide_b))) {
            return true;
        }
        row_a += share.lanes * wide_a;
        row_b += share.lanes * wide_b;
        if (share.lanes > 1u && is_hit(share.index)) {
            return false;
        }
    }
    return false;
}
