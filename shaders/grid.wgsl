// Sorts the bodies by grid cell: one pass counts the bodies in each bucket, a scan turns the counts into starts, and
// another pass writes each body to its place. A thread per body. Twin: cpu/grid.rs.

// `ask.room` is the number of buckets.
@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(2) var<storage, read> traits: array<Traits>;
@group(0) @binding(3) var<storage, read_write> buckets: array<atomic<u32>>;
// Each body's bucket, and its rank in that bucket.
@group(0) @binding(4) var<storage, read_write> places: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read_write> items: array<Item>;
@group(0) @binding(6) var<storage, read_write> head: Head;

// The furthest position, 2^21 px, in lattice units (SPEC 1).
const EDGE: i32 = 536870912;
// Grown boxes are cut off here, further out than any box without a margin.
const LIMIT: i32 = 1073741824;

fn item_of(body: u32, own: Traits) -> Item {
    let place = placed[body];
    // A sprite's box is in pixels.
    let scale = select(1, 256, (own.form & IS_SPRITE) != 0u);
    let margin = vec2<i32>(max(own.margin, 0));
    let low = max(place.min * scale - margin, vec2<i32>(-LIMIT));
    let high = min(place.max * scale + margin, vec2<i32>(LIMIT));
    return Item(low, high, body, own.owner, kin_of(own.flock, level_of(low, high)), own.world);
}

@compute @workgroup_size(64)
fn count_bodies(id: Invocation) {
    let body = index_of(id, 64u);
    if (body >= ask.count) {
        return;
    }
    let own = traits[body];
    if (own.flock == NOWHERE) {
        return;
    }
    if (any(placed[body].at < vec2<i32>(-EDGE)) || any(placed[body].at > vec2<i32>(EDGE))) {
        atomicAdd(&head.beyond, 1u);
    }
    let item = item_of(body, own);
    let level = item.kin % 32u;
    let bucket = bucket_of(cell_of(item.min, level), item.kin, item.world, ask.room);
    places[body] = vec2<u32>(bucket, atomicAdd(&buckets[bucket], 1u));
    let bit = 1u << level;
    if ((atomicLoad(&head.levels[own.flock]) & bit) == 0u) {
        atomicOr(&head.levels[own.flock], bit);
    }
}

@compute @workgroup_size(64)
fn sort_bodies(id: Invocation) {
    let body = index_of(id, 64u);
    if (body >= ask.count) {
        return;
    }
    let own = traits[body];
    if (own.flock == NOWHERE) {
        return;
    }
    let place = places[body];
    items[atomicLoad(&buckets[place.x]) + place.y] = item_of(body, own);
}
