// Whether a shape touches the closed square of a covered pixel (SPEC 4). A pair takes as many threads as its bin has
// lanes; the threads take the rows in turn. Twin: cpu/sprite_shape.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
// The sprite comes first.
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> placed: array<Placed>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read> parts: array<Part>;
@group(0) @binding(5) var<storage, read> vertices: array<vec2<i32>>;
// The hit bits; after them, the number of pairs that f32 could not decide.
@group(0) @binding(6) var<storage, read_write> hits: array<atomic<u32>>;

// Threads per pair: 1 or 64.
override lanes: u32 = 1u;

@compute @workgroup_size(64)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let thread = group_index(group, groups) * 64u + local;
    let index = thread / lanes;
    if (index >= ask.count) {
        return;
    }
    let pair = pairs[index];
    let share = Share(index, thread % lanes, lanes);
    tell(index, shape_meets_sprite(placed[pair.y], placed[pair.x], 0, share, ask.strict == 1u));
    if (was_unsure) {
        atomicAdd(&hits[ask.words], 1u);
    }
}
