// Writes what a frame leaves for the caller's shaders. One thread. A frame that did not fit, or that runs out of order, is void: it
// leaves no hit and says so.

// `ask.count` is the frame's number, `ask.room` that of the frame before it; 0 if all data was sent, so that none is needed.
@group(0) @binding(0) var<uniform> ask: Ask;
// Not 0 if the frame did not fit.
@group(0) @binding(1) var<storage, read> stall: array<u32>;
@group(0) @binding(2) var<storage, read_write> head: Head;
@group(0) @binding(3) var<storage, read_write> outcome: Outcome;

// Returns a number of workgroups in two dimensions.
fn groups_of(hits: u32) -> vec3<u32> {
    let all = (hits + 63u) / 64u;
    if (all == 0u) {
        return vec3<u32>(0u);
    }
    let rows = (all + MOST_GROUPS - 1u) / MOST_GROUPS;
    return vec3<u32>((all + rows - 1u) / rows, rows, 1u);
}

@compute @workgroup_size(1)
fn main() {
    // A frame that was dropped, or submitted later, would have brought changes of bodies.
    let is_in_order = ask.room == 0u || ask.room == outcome.frame;
    let is_void = stall[0] != 0u || !is_in_order;
    let hits = select(atomicLoad(&head.hits), 0u, is_void);
    outcome.groups = groups_of(hits);
    outcome.hits = hits;
    outcome.draw = vec4<u32>(6u, hits, 0u, 0u);
    outcome.is_void = select(0u, 1u, is_void);
    if (is_in_order) {
        outcome.frame = ask.count;
    }
}
