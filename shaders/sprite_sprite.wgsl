// Whether two sprites of a frame have a common pixel (SPEC 4). A pair takes as many threads as its bin has lanes, so that
// a large one does not delay the small ones. Twin: cpu/sprite_sprite.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
// The bits, two words at a time: every row has an even number of words.
@group(0) @binding(3) var<storage, read> bits: array<vec2<u32>>;
// The same bits, two rows of 64 bits at a time.
@group(0) @binding(4) var<storage, read> two_rows: array<vec4<u32>>;
@group(0) @binding(5) var<storage, read_write> hits: array<atomic<u32>>;

// Whether all rows of this bin have 64 bits: then one load reads two rows.
override narrow: bool = false;

fn two_words(k: u32) -> vec2<u32> {
    return bits[k];
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let share = share_of(id);
    if (share.index >= ask.count) {
        return;
    }
    let pair = pairs[share.index];
    let a = placed[pair.x];
    let b = placed[pair.y];
    if (narrow) {
        tell(share.index, narrow_sprites_meet(a, b));
    } else {
        tell(share.index, sprites_meet(a, b, share));
    }
}
