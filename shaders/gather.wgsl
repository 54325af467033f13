// Collects the hit bits of all queues into one list of pairs, in no order; pairs within a margin that do not hit go
// to the list of grazes. A thread per word.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> terms: Terms;
@group(0) @binding(2) var<storage, read> bits: array<u32>;
@group(0) @binding(3) var<storage, read> marks: array<u32>;
@group(0) @binding(4) var<storage, read_write> queues: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read_write> head: Head;
@group(0) @binding(6) var<storage, read_write> hits: array<vec2<u32>>;

var<workgroup> count: atomic<u32>;
var<workgroup> first: u32;

// Returns a word's hit bits. The word after a queue's bits counts the pairs that f32 could not decide, the next word
// those that were cut short: both are added to the head's counters.
fn bits_of(word: u32) -> u32 {
    for (var k = 0u; k < GRAZES; k++) {
        if (word * 32u == terms.first[k] + terms.room[k]) {
            atomicAdd(&head.past_filter, bits[word]);
            return 0u;
        }
        if (word * 32u == terms.first[k] + terms.room[k] + 32u) {
            atomicAdd(&head.cut, bits[word]);
            return 0u;
        }
    }
    return bits[word];
}

fn write_hits(word: u32, its_hits: u32, from_place: u32) {
    var rest = its_hits;
    var place = from_place;
    while (go_on(1u) && rest != 0u) {
        let pair = queues[word * 32u + countTrailingZeros(rest)];
        if (place < terms.hits) {
            hits[place] = vec2<u32>(min(pair.x, pair.y), max(pair.x, pair.y));
        }
        place += 1u;
        rest &= rest - 1u;
    }
}

// Removes the pairs that also hit from a word of pairs within a margin.
fn grazes_of(word: u32, near: u32) -> u32 {
    var grazes = near;
    for (var rest = near; go_on(1u) && rest != 0u; rest &= rest - 1u) {
        let bit = countTrailingZeros(rest);
        // One more than the slot whose hit bit says whether the same pair overlaps; 0 for none.
        let twin = marks[word * 32u + bit - terms.first[NEAR_SHAPES]];
        if (twin != 0u && ((bits[(twin - 1u) / 32u] >> ((twin - 1u) % 32u)) & 1u) == 1u) {
            grazes &= ~(1u << bit);
        }
    }
    return grazes;
}

fn write_grazes(word: u32, grazes: u32) {
    var place = atomicAdd(&head.queues[GRAZES], countOneBits(grazes));
    for (var rest = grazes; go_on(1u) && rest != 0u; rest &= rest - 1u) {
        let pair = queues[word * 32u + countTrailingZeros(rest)];
        if (place < terms.room[GRAZES]) {
            queues[terms.first[GRAZES] + place] = vec2<u32>(min(pair.x, pair.y), max(pair.x, pair.y));
        }
        place += 1u;
    }
}

@compute @workgroup_size(256)
fn main(id: Invocation) {
    let word = index_of(id, 256u);
    var its_hits = 0u;
    var place = 0u;
    if (word < ask.count) {
        its_hits = bits_of(word);
        if (its_hits != 0u && word * 32u >= terms.first[NEAR_SHAPES]) {
            write_grazes(word, grazes_of(word, its_hits));
            its_hits = 0u;
        }
        if (its_hits != 0u) {
            place = atomicAdd(&count, countOneBits(its_hits));
        }
    }
    workgroupBarrier();
    if (id.local == 0u) {
        let all = atomicLoad(&count);
        if (all > 0u) {
            first = atomicAdd(&head.hits, all);
        }
    }
    workgroupBarrier();
    write_hits(word, its_hits, first + place);
}
