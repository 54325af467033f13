// Chooses which covers are rasterised, and where. One pass counts the words of each turned sprite whose cover a pair
// needs, a scan turns the counts into starts, and another pass writes what cover.wgsl reads. A thread per body.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> marks: array<u32>;
@group(0) @binding(2) var<storage, read> bodies: array<u32>;
@group(0) @binding(3) var<storage, read> sprites: array<SpriteForm>;
@group(0) @binding(4) var<storage, read> terms: Terms;
// The words of each body's cover, then the start of each cover; after the last one their total.
@group(0) @binding(5) var<storage, read_write> words: array<u32>;
@group(0) @binding(6) var<storage, read_write> rasters: array<Raster>;
@group(0) @binding(7) var<storage, read_write> head: Head;

fn cover_words(body: u32) -> u32 {
    let kind = bodies[body];
    if (marks[terms.nears + body] == 0u || (kind & IS_SPRITE) == 0u) {
        return 0u;
    }
    let form = sprites[kind & FORM];
    return select(words_of(form) * bitcast<u32>(form.reach.w - form.reach.y), 0u, form.is_upright == 1u);
}

@compute @workgroup_size(64)
fn count_words(id: Invocation) {
    let body = index_of(id, 64u);
    if (body < ask.count) {
        words[body] = cover_words(body);
    } else if (body == ask.count) {
        words[body] = 0u;
    }
}

@compute @workgroup_size(64)
fn list_rasters(id: Invocation) {
    let body = index_of(id, 64u);
    if (body < ask.count) {
        // A body without a cover has the same start as the next body with one, so the search for a word's cover never
        // finds it.
        rasters[body] = Raster(words[body], body, bodies[body] & FORM, terms.base + words[body]);
    } else if (body == ask.count) {
        atomicStore(&head.covers, words[body]);
    }
}
