// Whether a tile map and another body overlap (SPEC 4), or come within the larger of their margins (SPEC 5): by the cells
// near it. A pair takes a workgroup: some threads a cell in turn. Judge: query::overlaps, query::grazes.

@group(0) @binding(0) var<uniform> ask: Ask;
// The map first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<Placed>;
@group(0) @binding(3) var<storage, read> traits: array<Traits>;
@group(0) @binding(4) var<storage, read> bits: array<u32>;
@group(0) @binding(5) var<storage, read> parts: array<Part>;
@group(0) @binding(6) var<storage, read> vertices: array<vec2<i32>>;
// Of each map: a cell's size, how far cells reach from their corners (least x and y, greatest x and y), how many rows;
// where each row begins among the cells, and where the last ends; then the cells.
@group(0) @binding(7) var<storage, read> maps: array<i32>;
// The hit bits; after them, how many pairs had an answer that f32 could not tell.
@group(0) @binding(8) var<storage, read_write> hits: array<atomic<u32>>;

// A cell that is not empty; the twin of `gpu::maps::Cell`.
struct Cell {
    // Its corner as seen from the map's.
    corner: vec2<i32>,
    // Of a mask its size, its first word, and its words a row; of a convex part 0, that part, and 0.
    size: vec2<i32>,
    first: u32,
    stride: u32,
}

// Of the body that a map is held against.
struct Other {
    place: Placed,
    is_sprite: bool,
    // Below 0 where it is asked for an overlap.
    margin: i32,
    strict: bool,
}

// Threads a pair.
override lanes: u32 = 64u;

// Threads that share a cell.
const FEW: u32 = 8u;

const HEADER: u32 = 7u;
const CELL: u32 = 6u;

fn pair_at(k: u32) -> vec2<i32> {
    return vec2<i32>(maps[k], maps[k + 1u]);
}

fn cell_at(k: u32) -> Cell {
    return Cell(pair_at(k), pair_at(k + 2u), bitcast<u32>(maps[k + 4u]), bitcast<u32>(maps[k + 5u]));
}

fn cell_meets(cell: Cell, at: vec2<i32>, other: Other, share: Share) -> bool {
    let corner = at + cell.corner;
    let margin = max(other.margin, 0);
    if (cell.stride == 0u) {
        let part = grown(parts[cell.first], margin);
        if (other.is_sprite) {
            return part_meets_sprite(part, corner, other.place, share, other.strict);
        }
        return part_meets_shape(part, corner, other.place, other.strict);
    }
    // The first pixel whose centre lies in the mask: unturned, its pivot at the corner.
    let low = (corner + vec2<i32>(127)) >> vec2<u32>(8u);
    let sprite = Placed(low, low + cell.size, cell.first, cell.stride, corner);
    if (!other.is_sprite) {
        return shape_meets_sprite(other.place, sprite, margin, share, other.strict);
    }
    if (other.margin < 0) {
        return sprites_share(sprite, other.place);
    }
    return sprites_near(sprite, other.place, margin, share);
}

// The first cell of a row, of those from `first` up to `end`, that does not lie before x.
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

fn map_meets(map: Placed, other: Other, share: Share) -> bool {
    let scale = select(1, 256, other.is_sprite);
    let margin = vec2<i32>(max(other.margin, 0));
    let side = pair_at(map.first);
    let low = other.place.min * scale - margin - map.at - pair_at(map.first + 4u);
    let high = other.place.max * scale + margin - map.at - pair_at(map.first + 2u);
    let rows = maps[map.first + 6u];
    let starts = map.first + HEADER;
    let cells = starts + u32(rows) + 1u;
    // Rounded towards 0: above the map that is its first row, where nothing meets.
    let last = min(high.y / side.y, rows - 1);
    let few = share.lane / FEW;
    let fews = share.lanes / FEW;
    let of_few = Share(share.index, share.lane % FEW, FEW);
    var turn = 0u;
    for (var row = max(low.y / side.y, 0); go_on(39u) && row <= last; row++) {
        let row_end = u32(maps[starts + u32(row) + 1u]);
        let begin = first_cell(cells, u32(maps[starts + u32(row)]), row_end, low.x);
        let end = first_cell(cells, begin, row_end, high.x + 1);
        // Each few take the cells whose turn is theirs, row after row, and share the rows of pixels of each.
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
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let thread = group_index(group, groups) * 64u + local;
    let share = Share(thread / lanes, thread % lanes, lanes);
    if (share.index >= ask.count) {
        return;
    }
    let pair = pairs[share.index];
    let margin = select(-1, max(traits[pair.x].margin, traits[pair.y].margin), (ask.strict & 4u) != 0u);
    let is_sprite = (traits[pair.y].form & IS_SPRITE) != 0u;
    let other = Other(placed[pair.y], is_sprite, margin, (ask.strict & 1u) == 1u);
    tell(share.index, map_meets(placed[pair.x], other, share));
    if (was_unsure && margin < 0) {
        atomicAdd(&hits[ask.words], 1u);
    }
}
