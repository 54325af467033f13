// Candidate pairs to queues, by the kernel that decides them, by size, and by whether a touch counts. A thread a pair.
// Twin: gpu/queues.rs sorts so on the host.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<Placed>;
@group(0) @binding(3) var<storage, read> traits: array<Traits>;
@group(0) @binding(4) var<storage, read> terms: Terms;
// Of touches: two layers, and whether between them a touch without depth is none; of circles: two layers.
@group(0) @binding(5) var<storage, read> rules: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read_write> head: Head;
@group(0) @binding(7) var<storage, read_write> queues: array<vec2<u32>>;
// A bit for each pair in the queues that grazes unless it hits; after them a word for each body, 1 where its cover is
// asked for.
@group(0) @binding(8) var<storage, read_write> marks: array<atomic<u32>>;

// Queues without and, after them, with touches ignored.
const SHAPE_SHAPE: u32 = 0u;
const SPRITE_SHAPE: u32 = 2u;
const LARGE_SPRITE_SHAPE: u32 = 4u;
// These have no touches.
const NARROW_SPRITES: u32 = 6u;
const SPRITES: u32 = 7u;
const LARGE_SPRITES: u32 = 8u;
// A pair that the host has to decide, not only a graze.
const UNDECIDED: u32 = 0x80000000u;

// The words of bits, or the rows, from which on a pair takes a workgroup; as in gpu/queues.rs.
const LARGE_WORDS: u32 = 1024u;
const LARGE_ROWS: u32 = 64u;

var<workgroup> tally: array<atomic<u32>, 12>;
var<workgroup> begin: array<u32, 12>;

// Where a pair belongs.
struct Belongs {
    queue: u32,
    pair: vec2<u32>,
    grazes: bool,
}

fn are_on(a: Traits, b: Traits, x: u32, y: u32) -> bool {
    return ((a.layer & x) != 0u && (b.layer & y) != 0u) || ((a.layer & y) != 0u && (b.layer & x) != 0u);
}

fn is_strict(a: Traits, b: Traits) -> u32 {
    var strict = terms.strict;
    // The last that fits holds.
    for (var k = 0u; k < terms.touches; k++) {
        let rule = rules[k];
        if (are_on(a, b, rule.x, rule.y)) {
            strict = rule.z;
        }
    }
    return strict;
}

fn is_rooted(a: Traits, b: Traits) -> bool {
    for (var k = 0u; k < terms.circles; k++) {
        let rule = rules[terms.touches + k];
        if (are_on(a, b, rule.x, rule.y)) {
            return true;
        }
    }
    return false;
}

// Pixels a side: no more of it can be asked.
fn pixels_of(place: Placed, is_sprite: bool) -> vec2<u32> {
    let sides = bitcast<vec2<u32>>(place.max - place.min);
    return select((sides >> vec2<u32>(8u)) + vec2<u32>(2u), sides, is_sprite);
}

// How far apart two boxes are along x and y; below 0 where they overlap.
fn gap_of(a: Placed, b: Placed, sprites: vec2<bool>) -> vec2<i32> {
    let scale = select(vec2<i32>(1), vec2<i32>(256), sprites);
    return max(a.min * scale.x - b.max * scale.y, b.min * scale.y - a.max * scale.x);
}

fn queue_of(a: Placed, b: Placed, sprites: vec2<bool>, strict: u32) -> u32 {
    let pixels_a = pixels_of(a, sprites.x);
    let pixels_b = pixels_of(b, sprites.y);
    let rows = min(pixels_a.y, pixels_b.y);
    if (!any(sprites)) {
        return SHAPE_SHAPE + strict;
    }
    if (!all(sprites)) {
        return select(SPRITE_SHAPE, LARGE_SPRITE_SHAPE, rows >= LARGE_ROWS) + strict;
    }
    if ((min(pixels_a.x, pixels_b.x) / 32u + 1u) * rows >= LARGE_WORDS) {
        return LARGE_SPRITES;
    }
    return select(SPRITES, NARROW_SPRITES, max(pixels_a.x, pixels_b.x) <= 64u);
}

fn belongs(pair: vec2<u32>) -> Belongs {
    let of_a = traits[pair.x];
    let of_b = traits[pair.y];
    let a = placed[pair.x];
    let b = placed[pair.y];
    let sprites = (vec2<u32>(of_a.form, of_b.form) & vec2<u32>(IS_SPRITE)) != vec2<u32>(0u);
    let margin = max(of_a.margin, of_b.margin);
    let gap = gap_of(a, b, sprites);
    if (any(gap > vec2<i32>(max(margin, 0)))) {
        return Belongs(NOWHERE, pair, false);
    }
    // A tile map has no parts; nor does the device measure circles by their squares.
    let is_odd = (!sprites.x && a.count == 0u) || (!sprites.y && b.count == 0u)
        || (!any(sprites) && a.count == 1u && b.count == 1u && is_rooted(of_a, of_b));
    if (is_odd) {
        return Belongs(HOST, pair | vec2<u32>(0u, UNDECIDED), false);
    }
    if (any(gap > vec2<i32>(0))) {
        return Belongs(HOST, pair, false);
    }
    // The sprite first.
    let ordered = select(pair, pair.yx, !sprites.x && sprites.y);
    return Belongs(queue_of(a, b, sprites, is_strict(of_a, of_b)), ordered, margin >= 0);
}

// A cover is asked for; of sprites that need none nobody looks.
fn want_cover(body: u32) {
    if ((traits[body].form & IS_SPRITE) != 0u) {
        atomicStore(&marks[terms.words + body], 1u);
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = group_index(group, groups) * 256u + local;
    var its = Belongs(NOWHERE, vec2<u32>(0u), false);
    var rank = 0u;
    if (index < ask.count) {
        its = belongs(pairs[index]);
        if (its.queue != NOWHERE) {
            rank = atomicAdd(&tally[its.queue], 1u);
        }
    }
    workgroupBarrier();
    if (local <= HOST) {
        let all = atomicLoad(&tally[local]);
        if (all > 0u) {
            begin[local] = atomicAdd(&head.queues[local], all);
        }
    }
    workgroupBarrier();
    if (its.queue == NOWHERE) {
        return;
    }
    let place = begin[its.queue] + rank;
    if (place >= terms.room[its.queue]) {
        return;
    }
    let slot = terms.first[its.queue] + place;
    queues[slot] = its.pair;
    if (its.grazes) {
        atomicOr(&marks[slot / 32u], 1u << (slot % 32u));
    }
    if (its.queue != HOST && its.queue >= SPRITE_SHAPE) {
        want_cover(its.pair.x);
        want_cover(its.pair.y);
    }
}
