// Rasterises turned sprites into rows of bits (SPEC 4). A thread per word, so that large sprites do not delay others.
// Twin: cpu/cover.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> rasters: array<Raster>;
@group(0) @binding(2) var<storage, read> sprites: array<SpriteForm>;
@group(0) @binding(3) var<storage, read> positions: array<vec2<i32>>;
// The masks, which are read, followed by the covers, which are written.
@group(0) @binding(4) var<storage, read_write> bits: array<u32>;
@group(0) @binding(5) var<storage, read_write> placed: array<PlacedBody>;

// Returns the last sprite that starts at or before a word.
fn raster_at(word: u32) -> u32 {
    var low = 0u;
    var high = ask.room;
    while (go_on(1u) && high - low > 1u) {
        let middle = (low + high) / 2u;
        if (rasters[middle].start <= word) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let raster = rasters[raster_at(index)];
    let form = sprites[raster.form];
    let placement = placement_of(form, positions[raster.body]);
    let words = words_of(form);
    let row = (index - raster.start) / words;
    let column = (index - raster.start) % words * 32u;
    let corner = placement_anchor(placement) + form.reach.xy + vec2<i32>(i32(column), i32(row));
    var word = 0u;
    for (var k = 0u; k < 32u; k++) {
        let texel = placement_texel(placement, corner + vec2<i32>(i32(k), 0));
        if (texel.x >= 0) {
            let texels = bits[form.mask + u32(texel.y) * form.stride + u32(texel.x) / 32u];
            word |= ((texels >> (u32(texel.x) % 32u)) & 1u) << k;
        }
    }
    bits[raster.first + (index - raster.start)] = word;
    if (index == raster.start) {
        placed[raster.body].first = raster.first;
    }
}
