// Hit bits of all queues to one list of pairs, in no order, and what grazes unless it hits to the host's queue. A thread a
// word.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> terms: Terms;
@group(0) @binding(2) var<storage, read> bits: array<u32>;
@group(0) @binding(3) var<storage, read> marks: array<u32>;
@group(0) @binding(4) var<storage, read_write> queues: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read_write> head: Head;
@group(0) @binding(6) var<storage, read_write> hits: array<vec2<u32>>;

var<workgroup> count: atomic<u32>;
var<workgroup> first: u32;

// The hits of a word; the one past a queue's counts what f32 could not tell.
fn hits_of(word: u32) -> u32 {
    for (var k = 0u; k < HOST; k++) {
        if (word * 32u == terms.first[k] + terms.room[k]) {
            atomicAdd(&head.past_filter, bits[word]);
            return 0u;
        }
    }
    return bits[word];
}

fn write_hits(word: u32, its_hits: u32, from_place: u32) {
    var rest = its_hits;
    var place = from_place;
    while (rest != 0u) {
        let pair = queues[word * 32u + countTrailingZeros(rest)];
        if (place < terms.hits) {
            hits[place] = vec2<u32>(min(pair.x, pair.y), max(pair.x, pair.y));
        }
        place += 1u;
        rest &= rest - 1u;
    }
}

fn write_near(word: u32, near: u32) {
    var rest = near;
    var place = atomicAdd(&head.queues[HOST], countOneBits(near));
    while (rest != 0u) {
        let pair = queues[word * 32u + countTrailingZeros(rest)];
        if (place < terms.room[HOST]) {
            queues[terms.first[HOST] + place] = vec2<u32>(min(pair.x, pair.y), max(pair.x, pair.y));
        }
        place += 1u;
        rest &= rest - 1u;
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let word = group_index(group, groups) * 256u + local;
    var its_hits = 0u;
    var place = 0u;
    if (word < ask.count) {
        its_hits = hits_of(word);
        let near = marks[word] & ~its_hits;
        if (near != 0u) {
            write_near(word, near);
        }
        if (its_hits != 0u) {
            place = atomicAdd(&count, countOneBits(its_hits));
        }
    }
    workgroupBarrier();
    if (local == 0u) {
        let all = atomicLoad(&count);
        if (all > 0u) {
            first = atomicAdd(&head.hits, all);
        }
    }
    workgroupBarrier();
    write_hits(word, its_hits, first + place);
}
