// The grid: bodies sorted by the cell that contains their box's least corner. Needs crowd.wgsl.

// A body in the grid; the twin of `gpu::layout::Item`.
struct Item {
    // The body's box in lattice units, grown by its margin.
    min: vec2<i32>,
    max: vec2<i32>,
    body: u32,
    owner: u32,
    // The body's flock and level, its kin: a search looks at the cells of one kin at a time.
    kin: u32,
    world: u32,
}

// Cells of a level are four times as wide as those of the level below, and no box in a level is wider than its cells.
// The smallest cells are 8 px wide, and the highest level is one cell for the whole world.
const LEAST_BITS: u32 = 11u;
const TOP_LEVEL: u32 = 10u;

fn kin_of(flock: u32, level: u32) -> u32 {
    return flock * 32u + level;
}

fn level_of(low: vec2<i32>, high: vec2<i32>) -> u32 {
    let sides = bitcast<vec2<u32>>(high - low);
    let side = max(max(sides.x, sides.y), 1u);
    let bits = max(32u - countLeadingZeros(side - 1u), LEAST_BITS);
    return min((bits - LEAST_BITS + 1u) / 2u, TOP_LEVEL);
}

fn bits_of(level: u32) -> u32 {
    return LEAST_BITS + 2u * min(level, TOP_LEVEL - 1u);
}

fn cell_of(place: vec2<i32>, level: u32) -> vec2<i32> {
    return select(place >> vec2<u32>(bits_of(level)), vec2<i32>(0), level >= TOP_LEVEL);
}

// Returns a cell's bucket: a hash of its row, kin and world, plus its column. So neighboring cells of a row have
// neighboring buckets. `buckets` is a power of two.
fn bucket_of(cell: vec2<i32>, kin: u32, world: u32, buckets: u32) -> u32 {
    var row = (bitcast<u32>(cell.y) * 0x9e3779b1u) ^ (kin * 0x85ebca6bu) ^ (world * 0xc2b2ae35u);
    row = (row ^ (row >> 15u)) * 0x2c1b3c6du;
    row = (row ^ (row >> 12u)) * 0x297a2d39u;
    row = row ^ (row >> 15u);
    return (row + bitcast<u32>(cell.x)) & (buckets - 1u);
}
