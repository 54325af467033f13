// Rows of bits: of the mask for an upright sprite, of the cover for a turned one. Needs `bits`.

// Returns the first word of row j, which must be one of the sprite's rows.
fn row_of(sprite: PlacedBody, j: i32) -> u32 {
    return sprite.first + u32(j - sprite.min.y) * sprite.count;
}

// Returns 32 bits of a row from bit `start` on; bits outside the row are 0.
fn bits_from(sprite: PlacedBody, row: u32, start: i32) -> u32 {
    let k = start >> 5u;
    let shift = u32(start) & 31u;
    var low = 0u;
    var high = 0u;
    if (k >= 0 && k < i32(sprite.count)) {
        low = bits[row + u32(k)];
    }
    if (k >= -1 && k + 1 < i32(sprite.count)) {
        high = bits[row + u32(k + 1)];
    }
    return (low >> shift) | ((high << 1u) << (31u - shift));
}
