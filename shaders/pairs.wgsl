// Finds candidate pairs: bodies whose boxes touch and whose layers match, each pair once, in no order. Each thread
// takes one body of the grid. It searches the cells of the body's own kin, from the body's own cell on, and the cells
// of other kins whose layers match and whose boxes are as large or larger. Bodies whose layers do not match are never
// compared. Twin: cpu/pairs.rs. Reference: broad::Brute.

// `ask.room` is the number of buckets.
@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> items: array<Item>;
// The start of each bucket; after the last one, the number of items.
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> traits: array<Traits>;
@group(0) @binding(4) var<storage, read> terms: Terms;
@group(0) @binding(5) var<storage, read_write> head: Head;
@group(0) @binding(6) var<storage, read_write> pairs: array<vec2<u32>>;

// The pairs that a workgroup collects before it writes them together.
const KEPT: u32 = 1024u;

var<workgroup> kept: array<vec2<u32>, 1024>;
var<workgroup> count: atomic<u32>;
var<workgroup> first: u32;

// Reserves n places among the pairs.
fn claim(n: u32) -> u32 {
    let place = atomicAdd(&head.pairs, n);
    if (place > 0xffffffffu - n) {
        atomicStore(&head.wrapped, 1u);
    }
    return place;
}

fn found(a: u32, b: u32) {
    let pair = vec2<u32>(min(a, b), max(a, b));
    let slot = atomicAdd(&count, 1u);
    if (slot < KEPT) {
        kept[slot] = pair;
        return;
    }
    let place = claim(1u);
    if (place < terms.pairs) {
        pairs[place] = pair;
    }
}

// Whether two bodies are a pair, given that their boxes touch and their kins may match.
fn is_pair(a: Item, b: Item) -> bool {
    if (a.owner == b.owner) {
        return false;
    }
    let is_mixed = a.kin / 32u == MIXED || b.kin / 32u == MIXED;
    return !is_mixed || layers_match(traits[a.body], traits[b.body]);
}

// Searches the cells of one row, columns `low` to `high`, for bodies of a kin. With `own` the row contains the
// searching item's own cell; in that cell only items after the searching item count, so that each pair is found once.
fn search_row(asking: Item, index: u32, kin: u32, low: i32, high: i32, row: i32, own: bool) {
    let level = kin % 32u;
    let last = ask.room - 1u;
    var column = low;
    while (go_on(2u) && column <= high) {
        let bucket = bucket_of(vec2<i32>(column, row), kin, asking.world, ask.room);
        // Up to the last bucket: from there the row continues at bucket 0.
        let more = min(u32(high - column), last - bucket);
        let end = starts[bucket + more + 1u];
        for (var k = starts[bucket]; go_on(1u) && k < end; k++) {
            if (any(items[k].min > asking.max) || any(items[k].max < asking.min)) {
                continue;
            }
            let other = items[k];
            let cell = cell_of(other.min, level);
            if (other.kin == kin && other.world == asking.world && cell.y == row && !(own && cell.x <= low && k <= index)
                && is_pair(asking, other)) {
                found(asking.body, other.body);
            }
        }
        column += i32(more) + 1;
    }
}

// Returns the first cell in which a box of this level can begin and still reach `place`.
fn first_cell(place: vec2<i32>, level: u32) -> vec2<i32> {
    let back = vec2<i32>(i32(1u << bits_of(level)));
    return cell_of(place - back, level);
}

// Searches the item's own kin, from its own cell on.
fn search_own(asking: Item, index: u32) {
    let level = asking.kin % 32u;
    let here = cell_of(asking.min, level);
    let end = cell_of(asking.max, level);
    search_row(asking, index, asking.kin, here.x, end.x, here.y, true);
    let low = first_cell(asking.min, level);
    for (var row = here.y + 1; go_on(3u) && row <= end.y; row++) {
        search_row(asking, index, asking.kin, low.x, end.x, row, false);
    }
}

// Searches another kin, whose boxes are as large or larger.
fn search_other(asking: Item, kin: u32) {
    let level = kin % 32u;
    let low = first_cell(asking.min, level);
    let end = cell_of(asking.max, level);
    for (var row = low.y; go_on(3u) && row <= end.y; row++) {
        search_row(asking, 0u, kin, low.x, end.x, row, false);
    }
}

fn search(index: u32) {
    let asking = items[index];
    let flock = asking.kin / 32u;
    let level = asking.kin % 32u;
    var flocks = terms.partners[flock];
    while (go_on(10u) && flocks != 0u) {
        let other = countTrailingZeros(flocks);
        flocks &= flocks - 1u;
        if (other == flock) {
            search_own(asking, index);
        }
        // If both are of one level, the flock with the smaller index searches.
        let above = select(level + 1u, level, flock < other);
        var levels = atomicLoad(&head.levels[other]) & (0xffffffffu << above);
        while (go_on(4u) && levels != 0u) {
            search_other(asking, kin_of(other, countTrailingZeros(levels)));
            levels &= levels - 1u;
        }
    }
}

@compute @workgroup_size(256)
fn main(id: Invocation) {
    let index = index_of(id, 256u);
    if (index < starts[ask.room]) {
        search(index);
    }
    workgroupBarrier();
    let mine = min(atomicLoad(&count), KEPT);
    if (id.local == 0u && mine > 0u) {
        first = claim(mine);
    }
    workgroupBarrier();
    for (var k = id.local; go_on(1u) && k < mine; k += 256u) {
        // A place beyond 2^32 was counted as wrapped; here it must not wrap around to a valid place.
        if (first <= terms.pairs && first + k < terms.pairs) {
            pairs[first + k] = kept[k];
        }
    }
    if (was_cut()) {
        atomicAdd(&head.cut, 1u);
    }
}
