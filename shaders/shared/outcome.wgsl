// What a frame leaves for the caller's shaders. The twin of `gpu::layout::Outcome`.
struct Outcome {
    // Workgroups to dispatch, 64 threads each, a thread per hit. All 0 if there is no hit.
    groups: vec3<u32>,
    // The number of hits; 0 if the frame is void.
    hits: u32,
    // What to draw: a square of six vertices per hit.
    draw: vec4<u32>,
    // 1 if the frame has no answer.
    is_void: u32,
    // The last frame that ran in order.
    frame: u32,
    unused: vec2<u32>,
}
