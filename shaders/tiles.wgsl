// Whether a tile map and another body overlap (SPEC 4), or come within the larger of their margins (SPEC 5): tests
// the cells near the body. A pair takes a workgroup; groups of threads take the cells in turn. Reference:
// query::overlaps, query::grazes.

@group(0) @binding(0) var<uniform> ask: Ask;
// The tile map comes first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> traits: array<Traits>;
@group(0) @binding(4) var<storage, read> bits: array<u32>;
@group(0) @binding(5) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(6) var<storage, read> vertices: array<vec2<i32>>;
// Each map has: the cell size, how far cells reach from their corners (least x and y, greatest x and y), and the
// number of rows; then the index of each row's first cell, and the end of the last row; then the cells.
@group(0) @binding(7) var<storage, read> maps: array<i32>;
// The hit bits; after them, the number of pairs that f32 could not decide.
@group(0) @binding(8) var<storage, read_write> hits: array<atomic<u32>>;

// A non-empty cell; the twin of `gpu::maps::MapCell`.
struct MapCell {
    // The cell's corner, relative to the map's corner.
    corner: vec2<i32>,
    // For a mask its size, its first word, and its words per row; for a convex part 0, the part's index, and 0.
    size: vec2<i32>,
    first: u32,
    stride: u32,
}

// The body that a map is compared with.
struct Other {
    place: PlacedBody,
    is_sprite: bool,
    // Below 0 if the query is for an overlap.
    margin: i32,
    strict: bool,
}

// The number of threads that share a cell.
const FEW: u32 = 8u;

const HEADER: u32 = 7u;
const CELL: u32 = 6u;

fn pair_at(k: u32) -> vec2<i32> {
    return vec2<i32>(maps[k], maps[k + 1u]);
}

fn cell_at(k: u32) -> MapCell {
    return MapCell(pair_at(k), pair_at(k + 2u), bitcast<u32>(maps[k + 4u]), bitcast<u32>(maps[k + 5u]));
}

fn cell_meets(cell: MapCell, at: vec2<i32>, other: Other, share: Share) -> bool {
    let corner = at + cell.corner;
    let margin = max(other.margin, 0);
    if (cell.stride == 0u) {
        let part = grown(parts[cell.first], margin);
        if (other.is_sprite) {
            return part_meets_sprite(part, corner, other.place, share, other.strict);
        }
        return part_meets_shape(part, corner, other.place, other.strict);
    }
    // The first pixel whose centre lies in the mask: a cell's mask is unturned, with its pivot at the corner.
    let low = (corner + vec2<i32>(127)) >> vec2<u32>(8u);
    let sprite = PlacedBody(low, low + cell.size, cell.first, cell.stride, corner);
    if (!other.is_sprite) {
        return shape_meets_sprite(other.place, sprite, margin, share, other.strict);
    }
    if (other.margin < 0) {
        return sprites_share(sprite, other.place);
    }
    return sprites_near(sprite, other.place, margin, share);
}

// Returns the first cell of a row, among those from `first` to before `end`, whose corner is at or right of x.
fn first_cell(cells: u32, first: u32, end: u32, x: i32) -> u32 {
    var low = first;
    var high = end;
    while (go_on(1u) && low < high) {
        let middle = (low + high) / 2u;
        if (maps[cells + middle * CELL] < x) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    return low;
}

fn map_meets(map: PlacedBody, other: Other, share: Share) -> bool {
    let scale = select(1, 256, other.is_sprite);
    let margin = vec2<i32>(max(other.margin, 0));
    let side = pair_at(map.first);
    let low = other.place.min * scale - margin - map.at - pair_at(map.first + 4u);
    let high = other.place.max * scale + margin - map.at - pair_at(map.first + 2u);
    let rows = maps[map.first + 6u];
    let starts = map.first + HEADER;
    let cells = starts + u32(rows) + 1u;
    // Division rounds towards 0: for a body above the map this gives the first row, in which no cell overlaps it.
    let last = min(high.y / side.y, rows - 1);
    let few = share.lane / FEW;
    let fews = share.lanes / FEW;
    let of_few = Share(share.index, share.lane % FEW, FEW);
    var turn = 0u;
    for (var row = max(low.y / side.y, 0); go_on(39u) && row <= last; row++) {
        let row_end = u32(maps[starts + u32(row) + 1u]);
        let begin = first_cell(cells, u32(maps[starts + u32(row)]), row_end, low.x);
        let end = first_cell(cells, begin, row_end, high.x + 1);
        // Each group of threads takes the cells of its turn, counted through all rows; its threads share the pixel
        // rows of a cell.
        let mine = begin + (few + fews - turn % fews) % fews;
        turn += end - begin;
        for (var k = mine; go_on(35u) && k < end; k += fews) {
            if (cell_meets(cell_at(cells + k * CELL), map.at, other, of_few)) {
                return true;
            }
        }
        if (is_hit(share.index)) {
            return false;
        }
    }
    return false;
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let share = share_of(id);
    if (share.index >= ask.count) {
        return;
    }
    let pair = pairs[share.index];
    let margin = select(-1, max(traits[pair.x].margin, traits[pair.y].margin), (ask.flags & NEAR) != 0u);
    let is_sprite = (traits[pair.y].form & IS_SPRITE) != 0u;
    let other = Other(placed[pair.y], is_sprite, margin, (ask.flags & STRICT) != 0u);
    tell(share.index, map_meets(placed[pair.x], other, share));
}
