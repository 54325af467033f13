// Marks the bodies of a batch whose covers are needed: the sprites of pairs whose boxes touch. A thread per pair.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> pairs: array<vec2<u32>>;
// Each body's form, with HAS_THIN and HAS_PARTS.
@group(0) @binding(2) var<storage, read> bodies: array<u32>;
@group(0) @binding(3) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(4) var<storage, read_write> marks: array<atomic<u32>>;

// For a sprite that needs no cover a mark is ignored.
fn mark(body: u32) {
    if ((bodies[body] & IS_SPRITE) != 0u) {
        atomicStore(&marks[body], 1u);
    }
}

@compute @workgroup_size(64)
fn main(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pair = pairs[index];
    let sprites = vec2<bool>((bodies[pair.x] & IS_SPRITE) != 0u, (bodies[pair.y] & IS_SPRITE) != 0u);
    if (all(gap_of(placed[pair.x], placed[pair.y], sprites) <= vec2<i32>(0))) {
        mark(pair.x);
        mark(pair.y);
    }
}
