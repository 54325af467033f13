// The grid: bodies sorted by the cell that their box's least corner lies in. Needs crowd.wgsl.

// A body in the grid; the twin of `gpu::layout::Item`.
struct Item {
    // Its box in lattice units, grown by its margin.
    min: vec2<i32>,
    max: vec2<i32>,
    body: u32,
    owner: u32,
    // Its flock and its level: only cells of one kin are searched together.
    kin: u32,
    unused: u32,
}

// Cells of a level are 2^level lattice units wide, and no box of it is wider. From 4 px ...
const LEAST_LEVEL: u32 = 10u;
// ... up to one cell for the whole world.
const TOP_LEVEL: u32 = 30u;

fn kin_of(flock: u32, level: u32) -> u32 {
    return flock * 32u + level;
}

fn level_of(low: vec2<i32>, high: vec2<i32>) -> u32 {
    let sides = bitcast<vec2<u32>>(high - low);
    let side = max(max(sides.x, sides.y), 1u);
    return clamp(32u - countLeadingZeros(side - 1u), LEAST_LEVEL, TOP_LEVEL);
}

fn cell_of(place: vec2<i32>, level: u32) -> vec2<i32> {
    return select(place >> vec2<u32>(level), vec2<i32>(0), level >= TOP_LEVEL);
}

// Neighbours in a row are neighbours among the buckets; `buckets` is a power of two.
fn bucket_of(cell: vec2<i32>, kin: u32, buckets: u32) -> u32 {
    var row = (bitcast<u32>(cell.y) * 0x9e3779b1u) ^ (kin * 0x85ebca6bu);
    row = (row ^ (row >> 15u)) * 0x2c1b3c6du;
    row = (row ^ (row >> 12u)) * 0x297a2d39u;
    row = row ^ (row >> 15u);
    return (row + bitcast<u32>(cell.x)) & (buckets - 1u);
}
