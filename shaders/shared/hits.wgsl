// The bits that tell which pairs hit; after them, how many pairs had an answer that f32 could not tell, and how many were cut
// short; then, where there is room for it, a bit for each of those. Needs `hits`.

fn is_hit(index: u32) -> bool {
    return ((atomicLoad(&hits[index / 32u]) >> (index % 32u)) & 1u) == 1u;
}

// What an invocation found of a pair. Where it was cut short that is worth nothing.
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
}
