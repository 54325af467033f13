// The kinds of bodies and the queues of pairs, for frames and batches.

// What matters of a body for the choice of a queue.
struct Side {
    is_sprite: bool,
    is_map: bool,
    pixels: vec2<u32>,
}

// Describes one body. A tile map is a shape without parts. `pixels` is the size of its box: no kernel looks at more
// of it.
fn side_of(place: PlacedBody, form: u32) -> Side {
    let is_sprite = (form & IS_SPRITE) != 0u;
    let sides = bitcast<vec2<u32>>(place.max - place.min);
    let pixels = select((sides >> vec2<u32>(8u)) + vec2<u32>(2u), sides, is_sprite);
    return Side(is_sprite, !is_sprite && place.count == 0u, pixels);
}

// Returns how far apart two boxes are along x and y; below 0 where they overlap.
fn gap_of(a: PlacedBody, b: PlacedBody, sprites: vec2<bool>) -> vec2<i32> {
    let scale = select(vec2<i32>(1), vec2<i32>(256), sprites);
    return max(a.min * scale.x - b.max * scale.y, b.min * scale.y - a.max * scale.x);
}

// Returns the queue of a pair: by the kernel that decides it, and by its size.
fn queue_of(a: Side, b: Side, strict: u32, rooted: bool) -> u32 {
    let rows = min(a.pixels.y, b.pixels.y);
    if (a.is_map || b.is_map) {
        return TILES + strict;
    }
    if (!a.is_sprite && !b.is_sprite) {
        return select(SHAPES, CIRCLES, rooted) + strict;
    }
    if (!a.is_sprite || !b.is_sprite) {
        return select(SPRITE_SHAPE, LARGE_SPRITE_SHAPE, rows >= LARGE_ROWS) + strict;
    }
    if ((min(a.pixels.x, b.pixels.x) / 32u + 1u) * rows >= LARGE_WORDS) {
        return LARGE_SPRITES;
    }
    return select(SPRITES, NARROW_SPRITES, max(a.pixels.x, b.pixels.x) <= 64u);
}
