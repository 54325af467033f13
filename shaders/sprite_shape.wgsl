// Whether a shape meets the closed square of a covered pixel (SPEC 4). A row's squares that a convex part meets are one
// span. A pair takes as many threads as its bin has lanes, a row each in turn. Twin: cpu/sprite_shape.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
// The sprite first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<Placed>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read> parts: array<Part>;
@group(0) @binding(5) var<storage, read> vertices: array<vec2<i32>>;
// The hit bits; after them, how many pairs had an answer that f32 could not tell.
@group(0) @binding(6) var<storage, read_write> hits: array<atomic<u32>>;

// Threads a pair: 1, or 64.
override lanes: u32 = 1u;

// Whether any covered pixel of a row lies in a span.
fn row_meets(sprite: Placed, j: i32, first: i32, last: i32) -> bool {
    let row = row_of(sprite, j);
    for (var i = first; i <= last; i += 32) {
        let covered = bits_from(sprite, row, i - sprite.min.x);
        if ((covered & (0xffffffffu >> u32(max(31 - (last - i), 0)))) != 0u) {
            return true;
        }
    }
    return false;
}

fn is_hit(index: u32) -> bool {
    return ((atomicLoad(&hits[index / 32u]) >> (index % 32u)) & 1u) == 1u;
}

fn part_meets(sprite: Placed, part: Part, at: vec2<i32>, lane: u32, index: u32) -> bool {
    let low = max(sprite.min, (part.min + at - vec2<i32>(1)) >> vec2<u32>(8u));
    let high = min(sprite.max - vec2<i32>(1), (part.max + at) >> vec2<u32>(8u));
    if (any(low > high)) {
        return false;
    }
    for (var j = low.y + i32(lane); j <= high.y; j += i32(lanes)) {
        let span = span_of(part, at, j, low.x, high.x, ask.strict == 1u);
        if (row_meets(sprite, j, span.x, span.y)) {
            return true;
        }
        if (lanes > 1u && is_hit(index)) {
            return false;
        }
    }
    return false;
}

fn shape_meets(sprite: Placed, shape: Placed, lane: u32, index: u32) -> bool {
    for (var k = 0u; k < shape.count; k++) {
        if (part_meets(sprite, parts[shape.first + k], shape.at, lane, index)) {
            return true;
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
    if (shape_meets(placed[pair.x], placed[pair.y], thread % lanes, index)) {
        atomicOr(&hits[index / 32u], 1u << (index % 32u));
    }
    if (was_unsure) {
        atomicAdd(&hits[ask.words], 1u);
    }
}
