// Computes the parameters of a frame's passes from the counts on the device, so that the host need not know these counts. One
// thread.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> terms: Terms;
@group(0) @binding(2) var<storage, read_write> head: Head;
// Every PLAN_WORDS words: an `Ask`.
@group(0) @binding(3) var<storage, read_write> plan: array<u32>;

// 1 if this frame did not fit, or one before it.
@group(0) @binding(4) var<storage, read_write> stall: array<u32>;

fn plan_pass(at: u32, how: Ask) {
    let k = at * PLAN_WORDS;
    plan[k] = how.count;
    plan[k + 1u] = how.flags;
    plan[k + 2u] = how.room;
    plan[k + 3u] = how.words;
}

// Plans the pass that sorts the candidate pairs into queues.
@compute @workgroup_size(1)
fn after_pairs() {
    let count = min(atomicLoad(&head.pairs), terms.pairs);
    plan_pass(QUEUING, Ask(count, 0u, 0u, 0u));
}

fn fits() -> bool {
    var is_full = atomicLoad(&head.pairs) > terms.pairs || atomicLoad(&head.covers) > terms.covers
        || atomicLoad(&head.wrapped) == 1u || atomicLoad(&head.cut) > 0u;
    for (var k = 0u; k <= GRAZES; k++) {
        is_full = is_full || atomicLoad(&head.queues[k]) > terms.room[k];
    }
    return !is_full;
}

// Plans the passes that decide the queues, and the covers that they need; all of them empty if the frame must be
// repeated.
@compute @workgroup_size(1)
fn after_queues() {
    let do_fit = fits();
    // Only variables have elements at indices that are not constant.
    var flags = FLAGS;
    for (var k = 0u; k < GRAZES; k++) {
        let count = select(0u, atomicLoad(&head.queues[k]), do_fit);
        plan_pass(k, Ask(count, flags[k], 0u, terms.room[k] / 32u));
    }
    let words = select(0u, atomicLoad(&head.covers), do_fit);
    plan_pass(COVERING, Ask(words, 0u, ask.count, 0u));
}

// Plans the sort of the hits. `ask.words` grazes and `ask.room` hits are read back. If there are more, or if
// something had no room, the frame will be sent again, and the changes of later frames have to wait: `stall` is set.
@compute @workgroup_size(1)
fn after_hits() {
    let count = min(atomicLoad(&head.hits), terms.hits);
    plan_pass(SORTING, Ask(count, 0u, 0u, 0u));
    if (!fits() || atomicLoad(&head.hits) > min(terms.hits, ask.room) || atomicLoad(&head.queues[GRAZES]) > ask.words
        || atomicLoad(&head.beyond) > 0u) {
        stall[0] = 1u;
    }
    plan_pass(SCANNING, Ask(256u * ((count + 1023u) / 1024u), 0u, 0u, 0u));
}
