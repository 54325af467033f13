// Rows of bits: of masks for upright sprites, of covers for turned ones. Needs `masks` and `covers`.

fn word_at(first: u32, k: u32) -> u32 {
    if ((first & FROM_COVERS) != 0u) {
        return covers[(first & ~FROM_COVERS) + k];
    }
    return masks[first + k];
}

// The first word of row j, which must be one of the sprite's.
fn row_of(sprite: Placed, j: i32) -> u32 {
    return u32(j - sprite.min.y) * sprite.count;
}

// 32 bits of a row from its bit `start` on, which lies at most 32 * 2^26 from it; 0 outside the row.
fn bits_from(sprite: Placed, row: u32, start: i32) -> u32 {
    let k = start >> 5u;
    let shift = u32(start) & 31u;
    var low = 0u;
    var high = 0u;
    if (k >= 0 && k < i32(sprite.count)) {
        low = word_at(sprite.first, row + u32(k));
    }
    if (k >= -1 && k + 1 < i32(sprite.count)) {
        high = word_at(sprite.first, row + u32(k + 1));
    }
    return (low >> shift) | ((high << 1u) << (31u - shift));
}
