// Decides the pairs of a batch by their indices: a thread per pair, whose number is the pair's. A workgroup sorts its pairs by
// kind first, so that neighboring threads do the same work, and gathers the answers, so that whole words are stored. Large
// pairs are listed for large.wgsl. Twins: cpu/shape_shape.rs, cpu/sprite_shape.rs and cpu/sprite_sprite.rs.

// The queue of all pairs, if there is only one; then they are not sorted.
override only: u32 = NOWHERE;

const PAIRS: u32 = 256u;
// The queue of a pair that has no work, and that of a pair that the host decides.
const DONE: u32 = 30u;
const UNDECIDED: u32 = 31u;

var<workgroup> answers: array<atomic<u32>, 8>;
var<workgroup> undecided: array<atomic<u32>, 8>;
var<workgroup> unsure: atomic<u32>;
var<workgroup> left: atomic<u32>;
var<workgroup> tally: array<atomic<u32>, QUEUES>;
// The pairs sorted by queue: a pair's place in the workgroup, and its queue.
var<workgroup> sorted: array<vec2<u32>, 256>;
var<workgroup> large: atomic<u32>;
var<workgroup> large_begin: u32;

fn queue_of_pair(pair: vec2<u32>) -> u32 {
    let of_a = bodies[pair.x];
    let of_b = bodies[pair.y];
    let a = side_of(placed[pair.x], of_a);
    let b = side_of(placed[pair.y], of_b);
    if (a.is_map || b.is_map || may_meet_on_seams(of_a, of_b)) {
        return UNDECIDED;
    }
    if (any(gap_of(placed[pair.x], placed[pair.y], vec2<bool>(a.is_sprite, b.is_sprite)) > vec2<i32>(0))) {
        return DONE;
    }
    return queue_of(a, b, 0u, false);
}

fn is_large(queue: u32) -> bool {
    return queue == LARGE_SPRITES || queue == LARGE_SPRITE_SHAPE;
}

fn leave_to_host(place: u32) {
    atomicOr(&undecided[place / 32u], 1u << (place % 32u));
    atomicAdd(&left, 1u);
}

// Returns a pair's rank among its workgroup's pairs of a queue.
fn rank_in(queue: u32, place: u32) -> u32 {
    if (queue == UNDECIDED) {
        leave_to_host(place);
    } else if (is_large(queue)) {
        return atomicAdd(&large, 1u);
    } else if (queue != DONE && only == NOWHERE) {
        return atomicAdd(&tally[queue], 1u);
    }
    return 0u;
}

// Returns the number of pairs in the queues before a queue.
fn pairs_before(queue: u32) -> u32 {
    var sum = 0u;
    for (var k = 0u; k < QUEUES; k++) {
        sum += select(0u, atomicLoad(&tally[k]), k < queue);
    }
    return sum;
}

// Makes room for the workgroup's large pairs in the list, and as many workgroups for them, in rows of 1024.
fn begin_large() {
    let count = atomicLoad(&large);
    if (count > 0u) {
        large_begin = atomicAdd(&hits[ask.room + 3u], count);
        atomicMax(&hits[ask.room], 1024u);
        atomicMax(&hits[ask.room + 1u], (large_begin + count + 1023u) / 1024u);
        atomicMax(&hits[ask.room + 2u], 1u);
    }
}

fn decide(first: u32, place: u32, queue: u32) {
    let does_hit = pair_meets(queue, turned(pairs[first + place]), Share(0u, 0u, 1u));
    if (was_cut()) {
        leave_to_host(place);
    } else if (does_hit) {
        atomicOr(&answers[place / 32u], 1u << (place % 32u));
    }
    if (was_unsure) {
        atomicAdd(&unsure, 1u);
    }
}

fn store(word: u32, local: u32) {
    if (local < 8u && word < ask.words) {
        atomicStore(&hits[word], atomicLoad(&answers[local]));
        atomicStore(&hits[ask.words + 2u + word], atomicLoad(&undecided[local]));
    }
    if (local == 8u && atomicLoad(&unsure) > 0u) {
        atomicAdd(&hits[ask.words], atomicLoad(&unsure));
    }
    if (local == 9u && atomicLoad(&left) > 0u) {
        atomicAdd(&hits[ask.words + 1u], atomicLoad(&left));
    }
}

@compute @workgroup_size(256)
fn main(id: Invocation) {
    let local = id.local;
    let first = group_index(id) * PAIRS;
    var queue = DONE;
    if (first + local < ask.count) {
        queue = queue_of_pair(pairs[first + local]);
    }
    let rank = rank_in(queue, local);
    workgroupBarrier();
    if (local == 0u) {
        begin_large();
    }
    if (only == NOWHERE && queue < DONE && !is_large(queue)) {
        sorted[pairs_before(queue) + rank] = vec2<u32>(local, queue);
    }
    workgroupBarrier();
    if (is_large(queue)) {
        atomicStore(&hits[ask.room + LARGE_HEAD + large_begin + rank], first + local);
    }
    if (only != NOWHERE) {
        if (queue == only) {
            decide(first, local, only);
        }
    } else if (local < pairs_before(QUEUES)) {
        decide(first, sorted[local].x, sorted[local].y);
    }
    workgroupBarrier();
    store(first / 32u + local, local);
}
