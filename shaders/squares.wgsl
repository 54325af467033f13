// Counts the covered squares that a shape touches, each once, however many parts touch it (SPEC 4). A workgroup per
// hit; its threads take the rows in turn. Twin: cpu/squares.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
// The sprite comes first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(5) var<storage, read> vertices: array<vec2<i32>>;
@group(0) @binding(6) var<storage, read_write> squares: array<u32>;

var<workgroup> met: atomic<u32>;
var<workgroup> is_cut: atomic<u32>;

// Returns the bits of a span, among the 32 pixels from column i on.
fn bits_of_span(i: i32, span: vec2<i32>) -> u32 {
    let from_bit = max(span.x - i, 0);
    let to_bit = min(span.y - i, 31);
    if (from_bit > to_bit) {
        return 0u;
    }
    return (0xffffffffu << u32(from_bit)) & (0xffffffffu >> u32(31 - to_bit));
}

// Returns the span of squares in row j that a part touches, among the sprite's columns.
fn part_span(sprite: PlacedBody, part: ConvexPart, at: vec2<i32>, j: i32) -> vec2<i32> {
    let low = max(sprite.min.x, (part.min.x + at.x - 1) >> 8u);
    let high = min(sprite.max.x - 1, (part.max.x + at.x) >> 8u);
    return span_of(part, at, j, low, high, ask.flags == STRICT);
}

// Counts the covered squares of row j that the shape touches, a word at a time: parts that share a square set the
// same bit.
fn count_row(sprite: PlacedBody, shape: PlacedBody, j: i32) -> u32 {
    let low = max(sprite.min.x, (shape.min.x - 1) >> 8u);
    let high = min(sprite.max.x - 1, shape.max.x >> 8u);
    var total = 0u;
    for (var i = low; go_on(10u) && i <= high; i += 32) {
        let covered = bits_from(sprite, row_of(sprite, j), i - sprite.min.x);
        let from_corner = vec2<i32>(i, j) * 256;
        let to_corner = vec2<i32>(i + 32, j + 1) * 256;
        var meeting = 0u;
        var k = next_touching(shape, 0u, from_corner, to_corner);
        while (go_on(8u) && k < shape.count && (covered & ~meeting) != 0u) {
            meeting |= bits_of_span(i, part_span(sprite, parts[shape.first + k], shape.at, j));
            k = next_touching(shape, k + 1u, from_corner, to_corner);
        }
        total += countOneBits(covered & meeting);
    }
    return total;
}

fn count_rows(sprite: PlacedBody, shape: PlacedBody, local: u32) -> u32 {
    let low = max(sprite.min.y, (shape.min.y - 1) >> 8u);
    let high = min(sprite.max.y - 1, shape.max.y >> 8u);
    var total = 0u;
    for (var j = low + i32(local); go_on(11u) && j <= high; j += 64) {
        total += count_row(sprite, shape, j);
    }
    return total;
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let index = group_index(id);
    let is_asked = index < ask.count;
    if (is_asked) {
        let pair = pairs[index];
        atomicAdd(&met, count_rows(placed[pair.x], placed[pair.y], id.local));
        if (was_cut()) {
            atomicStore(&is_cut, 1u);
        }
    }
    workgroupBarrier();
    if (is_asked && id.local == 0u) {
        squares[index] = select(atomicLoad(&met), CUT, atomicLoad(&is_cut) == 1u);
    }
}
