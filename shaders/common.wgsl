// The common pixels of two sprites, in integers (SPEC 4): their number, bounds, first pixel, the sums of their
// coordinates from the bounds' corner, and how many remain after moving B by one pixel in each direction. A workgroup
// per hit. Twin: cpu/common.rs.

// The twin of `gpu::layout::CommonCounts`. Pixels are world pixels; the sums have 64 bits, low word first.
struct CommonCounts {
    bounds: vec4<i32>,
    // The number of common pixels after moving B by (-1, 0), (1, 0), (0, -1), (0, 1).
    moved: vec4<u32>,
    sum_i: vec2<u32>,
    sum_j: vec2<u32>,
    first: vec2<i32>,
    pixels: u32,
    // 1 if the computation was cut short: the other fields are then meaningless.
    cut: u32,
}

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read_write> commons: array<CommonCounts>;

var<workgroup> is_cut: atomic<u32>;
var<workgroup> pixels: atomic<u32>;
var<workgroup> low_i: atomic<u32>;
var<workgroup> low_j: atomic<u32>;
var<workgroup> high_i: atomic<u32>;
var<workgroup> high_j: atomic<u32>;
var<workgroup> first: atomic<u32>;
var<workgroup> sums: array<atomic<u32>, 4>;
var<workgroup> moved: array<atomic<u32>, 4>;

const NONE: u32 = 0xffffffffu;

// Returns 32 bits of row j from pixel (i, j) on; 0 for a row outside the sprite.
fn bits_at(sprite: PlacedBody, i: i32, j: i32) -> u32 {
    if (j < sprite.min.y || j >= sprite.max.y) {
        return 0u;
    }
    return bits_from(sprite, row_of(sprite, j), i - sprite.min.x);
}

// Returns the sum of the positions of a word's set bits.
fn position_sum(word: u32) -> u32 {
    return countOneBits(word & 0xaaaaaaaau) + (countOneBits(word & 0xccccccccu) << 1u)
        + (countOneBits(word & 0xf0f0f0f0u) << 2u) + (countOneBits(word & 0xff00ff00u) << 3u)
        + (countOneBits(word & 0xffff0000u) << 4u);
}

// Adds to one of the two 64-bit sums, with the carry from the low word to the high one.
fn add_to_sum(k: u32, value: vec2<u32>) {
    let before = atomicAdd(&sums[k], value.x);
    let carry = select(0u, 1u, before + value.x < before);
    if (value.y + carry != 0u) {
        atomicAdd(&sums[k + 1u], value.y + carry);
    }
}

// Adds the pixels of one word; `at` is the word's first pixel, relative to the window's corner.
fn add_bits(word: u32, at: vec2<u32>) {
    let n = countOneBits(word);
    atomicAdd(&pixels, n);
    atomicMin(&low_i, at.x + countTrailingZeros(word));
    atomicMax(&high_i, at.x + 32u - countLeadingZeros(word));
    atomicMin(&low_j, at.y);
    atomicMax(&high_j, at.y + 1u);
    // A window has at most 2^15 pixels per side.
    atomicMin(&first, (at.y << 16u) | (at.x + countTrailingZeros(word)));
    add_to_sum(0u, add64(mul_u32(n, at.x), vec2<u32>(position_sum(word), 0u)));
    add_to_sum(2u, mul_u32(n, at.y));
}

fn add_word(a: PlacedBody, b: PlacedBody, i: i32, j: i32, corner: vec2<i32>) {
    let mine = bits_at(a, i, j);
    if (mine == 0u) {
        return;
    }
    let both = mine & bits_at(b, i, j);
    if (both != 0u) {
        add_bits(both, bitcast<vec2<u32>>(vec2<i32>(i, j) - corner));
    }
    atomicAdd(&moved[0], countOneBits(mine & bits_at(b, i + 1, j)));
    atomicAdd(&moved[1], countOneBits(mine & bits_at(b, i - 1, j)));
    atomicAdd(&moved[2], countOneBits(mine & bits_at(b, i, j + 1)));
    atomicAdd(&moved[3], countOneBits(mine & bits_at(b, i, j - 1)));
}

// Returns the corner from which pixels are counted, at most 31 pixels to the left of the window.
fn corner_of(a: PlacedBody, b: PlacedBody) -> vec2<i32> {
    let low = max(a.min, b.min - vec2<i32>(1));
    return vec2<i32>(a.min.x + (((low.x - a.min.x) >> 5u) << 5u), low.y);
}

fn add_words(a: PlacedBody, b: PlacedBody, local: u32) {
    let corner = corner_of(a, b);
    let high = min(a.max, b.max + vec2<i32>(1));
    if (any(corner >= high)) {
        return;
    }
    let words = u32(high.x - corner.x + 31) / 32u;
    let all = words * u32(high.y - corner.y);
    for (var k = local; go_on(1u) && k < all; k += 64u) {
        add_word(a, b, corner.x + i32(k % words * 32u), corner.y + i32(k / words), corner);
    }
}

// Returns a sum counted from the bounds' corner instead of the window's.
fn sum_from(k: u32, n: u32, by: u32) -> vec2<u32> {
    return sub64(vec2<u32>(atomicLoad(&sums[k]), atomicLoad(&sums[k + 1u])), mul_u32(n, by));
}

fn result(corner: vec2<i32>) -> CommonCounts {
    let n = atomicLoad(&pixels);
    let low = vec2<u32>(atomicLoad(&low_i), atomicLoad(&low_j));
    let high = vec2<u32>(atomicLoad(&high_i), atomicLoad(&high_j));
    let at = atomicLoad(&first);
    return CommonCounts(
        vec4<i32>(corner + vec2<i32>(low), corner + vec2<i32>(high)),
        vec4<u32>(atomicLoad(&moved[0]), atomicLoad(&moved[1]), atomicLoad(&moved[2]), atomicLoad(&moved[3])),
        sum_from(0u, n, low.x),
        sum_from(2u, n, low.y),
        corner + vec2<i32>(i32(at & 0xffffu), i32(at >> 16u)),
        n,
        atomicLoad(&is_cut),
    );
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let local = id.local;
    if (local == 0u) {
        atomicStore(&low_i, NONE);
        atomicStore(&low_j, NONE);
        atomicStore(&first, NONE);
    }
    workgroupBarrier();
    let index = group_index(id);
    let is_asked = index < ask.count;
    var corner = vec2<i32>(0);
    if (is_asked) {
        let pair = pairs[index];
        let a = placed[pair.x];
        let b = placed[pair.y];
        corner = corner_of(a, b);
        add_words(a, b, local);
        if (was_cut()) {
            atomicStore(&is_cut, 1u);
        }
    }
    workgroupBarrier();
    if (is_asked && local == 0u) {
        commons[index] = result(corner);
    }
}
