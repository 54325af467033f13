// The hit bits, one per pair; after them, the number of pairs that f32 could not decide, and the number that were cut
// short; then, if there is room, one bit for each pair that was cut short. Needs `hits`.

// Threads per pair: 1 or 64.
override lanes: u32 = 1u;

// A thread's pair, and its share of it: every `lanes`th row from `lane` on.
struct Share {
    index: u32,
    lane: u32,
    lanes: u32,
}

fn share_of(id: Invocation) -> Share {
    let thread = index_of(id, 64u);
    return Share(thread / lanes, thread % lanes, lanes);
}

fn is_hit(index: u32) -> bool {
    return ((atomicLoad(&hits[index / 32u]) >> (index % 32u)) & 1u) == 1u;
}

// Records an invocation's result for a pair. If the invocation was cut short, its result is not valid.
fn tell(index: u32, does_hit: bool) {
    if (was_cut()) {
        atomicAdd(&hits[ask.words + 1u], 1u);
        let word = ask.words + 2u + index / 32u;
        if (word < arrayLength(&hits)) {
            atomicOr(&hits[word], 1u << (index % 32u));
        }
    } else if (does_hit) {
        atomicOr(&hits[index / 32u], 1u << (index % 32u));
    }
    if (was_unsure && (ask.flags & NEAR) == 0u) {
        atomicAdd(&hits[ask.words], 1u);
    }
}
