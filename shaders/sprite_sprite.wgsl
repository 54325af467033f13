// Whether two sprites have a pixel in common (SPEC 4): rows of bits, shifted and and-ed, until one meets. A pair takes
// as many threads as its bin has lanes, so that a large one does not hold up the small ones. Twin: cpu/sprite_sprite.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<Placed>;
@group(0) @binding(3) var<storage, read> masks: array<u32>;
@group(0) @binding(4) var<storage, read> covers: array<u32>;
@group(0) @binding(5) var<storage, read_write> hits: array<atomic<u32>>;

// Threads a pair: 1, or 64.
override lanes: u32 = 1u;

// Whether words of a's row meet b's; b's left edge lies `shift` bits into a's rows.
fn rows_meet(a: Placed, b: Placed, row_a: u32, row_b: u32, from_word: i32, to_word: i32, shift: i32) -> bool {
    for (var k = from_word; k < to_word; k++) {
        let bits = word_at(a.first, row_a + u32(k));
        if (bits != 0u && (bits & bits_from(b, row_b, k * 32 - shift)) != 0u) {
            return true;
        }
    }
    return false;
}

fn sprites_meet(a: Placed, b: Placed, lane: u32, index: u32) -> bool {
    let low = max(a.min, b.min);
    let high = min(a.max, b.max);
    if (any(low >= high)) {
        return false;
    }
    let from_word = (low.x - a.min.x) >> 5u;
    let to_word = (high.x - a.min.x + 31) >> 5u;
    for (var j = low.y + i32(lane); j < high.y; j += i32(lanes)) {
        if (rows_meet(a, b, row_of(a, j), row_of(b, j), from_word, to_word, b.min.x - a.min.x)) {
            return true;
        }
        if (lanes > 1u && ((atomicLoad(&hits[index / 32u]) >> (index % 32u)) & 1u) == 1u) {
            return false;
        }
    }
    return false;
}

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let thread = group_index(group, groups) * 64u + local;
    let index = thread / lanes;
    if (index >= ask.count) {
        return;
    }
    let pair = pairs[index];
    if (sprites_meet(placed[pair.x], placed[pair.y], thread % lanes, index)) {
        atomicOr(&hits[index / 32u], 1u << (index % 32u));
    }
}
