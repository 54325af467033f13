// Sorts candidate pairs into queues: by the kernel that decides them, by size, and by whether a touch counts. A
// thread per pair.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(3) var<storage, read> traits: array<Traits>;
@group(0) @binding(4) var<storage, read> terms: Terms;
// The rules for touches: two layers, and 1 if a touch without depth is no overlap between them. Then the rules for
// circles: two layers.
@group(0) @binding(5) var<storage, read> rules: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> head: Head;
@group(0) @binding(7) var<storage, read_write> queues: array<vec2<u32>>;
// For each pair in the queues of possible grazes: one more than its slot in the queues of overlaps, or 0. Then one
// word per body: 1 if its cover is needed.
@group(0) @binding(8) var<storage, read_write> marks: array<atomic<u32>>;

var<workgroup> tally: array<atomic<u32>, QUEUES>;
var<workgroup> begin: array<u32, QUEUES>;
var<workgroup> apart: atomic<u32>;

// The queues of a pair: one decides whether it overlaps, the other whether it is within a margin.
struct Belongs {
    pair: vec2<u32>,
    queue: u32,
    near: u32,
}

fn are_on(a: Traits, b: Traits, x: u32, y: u32) -> bool {
    return ((a.layer & x) != 0u && (b.layer & y) != 0u) || ((a.layer & y) != 0u && (b.layer & x) != 0u);
}

fn is_strict(a: Traits, b: Traits) -> u32 {
    var strict = terms.strict;
    // The last rule that matches applies.
    for (var k = 0u; go_on(1u) && k < terms.touches; k++) {
        let rule = rules[k];
        if (are_on(a, b, rule.x, rule.y)) {
            strict = rule.z;
        }
    }
    return strict;
}

fn is_rooted(a: Traits, b: Traits) -> bool {
    for (var k = 0u; go_on(1u) && k < terms.circles; k++) {
        let rule = rules[terms.touches + k];
        if (are_on(a, b, rule.x, rule.y)) {
            return true;
        }
    }
    return false;
}

fn near_queue_of(a: Side, b: Side) -> u32 {
    if (a.is_map || b.is_map) {
        return NEAR_TILES;
    }
    if (!a.is_sprite && !b.is_sprite) {
        return NEAR_SHAPES;
    }
    // Grazes look at more rows of a sprite than those of the overlap.
    let rows = max(select(0u, a.pixels.y, a.is_sprite), select(0u, b.pixels.y, b.is_sprite));
    let large = select(0u, 1u, rows >= LARGE_NEAR_ROWS);
    return select(NEAR_SPRITE_SHAPE, NEAR_SPRITES, a.is_sprite && b.is_sprite) + large;
}

fn belongs(pair: vec2<u32>) -> Belongs {
    let of_a = traits[pair.x];
    let of_b = traits[pair.y];
    let a = side_of(placed[pair.x], of_a.form);
    let b = side_of(placed[pair.y], of_b.form);
    let margin = max(of_a.margin, of_b.margin);
    let gap = gap_of(placed[pair.x], placed[pair.y], vec2<bool>(a.is_sprite, b.is_sprite));
    // Two tile maps are never paired.
    if (any(gap > vec2<i32>(max(margin, 0))) || (a.is_map && b.is_map)) {
        return Belongs(pair, NOWHERE, NOWHERE);
    }
    // The tile map comes first, or else the sprite.
    let is_turned = b.is_map || (b.is_sprite && !a.is_sprite && !a.is_map);
    var its = Belongs(select(pair, pair.yx, is_turned), NOWHERE, NOWHERE);
    if (all(gap <= vec2<i32>(0))) {
        its.queue = queue_of(a, b, is_strict(of_a, of_b), is_rooted(of_a, of_b));
    }
    if (margin >= 0) {
        its.near = near_queue_of(a, b);
    }
    return its;
}

// Returns a pair's rank among its workgroup's pairs in a queue.
fn rank_in(queue: u32) -> u32 {
    if (queue == NOWHERE) {
        return 0u;
    }
    return atomicAdd(&tally[queue], 1u);
}

// Puts a pair into a queue; returns one more than its slot, or 0 if it has none.
fn put(pair: vec2<u32>, queue: u32, rank: u32) -> u32 {
    if (queue == NOWHERE || begin[queue] + rank >= terms.room[queue]) {
        return 0u;
    }
    let slot = terms.first[queue] + begin[queue] + rank;
    queues[slot] = pair;
    return slot + 1u;
}

// Requests a body's cover. For a sprite that needs no cover the request is ignored.
fn want_cover(body: u32) {
    if ((traits[body].form & IS_SPRITE) != 0u) {
        atomicStore(&marks[terms.nears + body], 1u);
    }
}

@compute @workgroup_size(256)
fn main(id: Invocation) {
    let local = id.local;
    let index = index_of(id, 256u);
    var its = Belongs(vec2<u32>(0u), NOWHERE, NOWHERE);
    var rank = 0u;
    var near_rank = 0u;
    if (index < ask.count) {
        its = belongs(pairs[index]);
        rank = rank_in(its.queue);
        near_rank = rank_in(its.near);
        if (its.queue == NOWHERE && its.near != NOWHERE) {
            atomicAdd(&apart, 1u);
        }
    }
    workgroupBarrier();
    if (local < GRAZES) {
        let all = atomicLoad(&tally[local]);
        if (all > 0u) {
            begin[local] = atomicAdd(&head.queues[local], all);
        }
    } else if (local == GRAZES && atomicLoad(&apart) > 0u) {
        atomicAdd(&head.apart, atomicLoad(&apart));
    }
    workgroupBarrier();
    let slot = put(its.pair, its.queue, rank);
    let near_slot = put(its.pair, its.near, near_rank);
    if (near_slot != 0u) {
        atomicStore(&marks[near_slot - 1u - terms.first[NEAR_SHAPES]], slot);
    }
    if ((slot != 0u && its.queue >= SPRITE_SHAPE) || (near_slot != 0u && its.near > NEAR_SHAPES)) {
        want_cover(its.pair.x);
        want_cover(its.pair.y);
    }
    if (was_cut()) {
        atomicAdd(&head.cut, 1u);
    }
}
