// Finds the texel of a placed mask under the centre of a world pixel (SPEC 4), in GLSL ES 3.00; placement.wgsl
// explains how and why. Goes after `#version` and before the rest of a shader.

struct Placement {
    // ux, uy, vx, vy: texels per pixel, 16.16 fixed point.
    highp ivec4 steps;
    // u1, v1: the pivot in texels, 16.16 fixed point.
    highp ivec2 pivot;
    // The position in lattice units, 1/256 px.
    highp ivec2 at;
    // The mask's width and height in texels.
    highp ivec2 size;
    // 1 if the mask is mirrored left to right, and top to bottom.
    highp ivec2 flip;
};

// Returns the pixel that contains the position.
highp ivec2 placement_anchor(Placement placement) {
    return placement.at >> 8;
}

// Returns (u, v) at the anchor pixel's centre.
highp ivec2 placement_start(Placement placement) {
    highp ivec2 g = ivec2(128) - (placement.at & 255);
    highp ivec2 along = placement.steps.xz * g.x + placement.steps.yw * g.y + ivec2(128);
    return placement.pivot + (along >> 8);
}

// Returns the texel of the mask under the centre of the world pixel, or (-1, -1) if there is none.
highp ivec2 placement_texel(Placement placement, highp ivec2 pixel) {
    highp ivec2 start = placement_start(placement);
    highp ivec2 d = pixel - placement_anchor(placement);
    highp ivec2 uv = start + placement.steps.xz * d.x + placement.steps.yw * d.y;
    highp vec4 steps = vec4(placement.steps);
    highp vec2 rough = vec2(start) + steps.xz * float(d.x) + steps.yw * float(d.y);
    bool is_near = all(lessThan(abs(rough), vec2(1073741824.0)));
    highp ivec2 texel = uv >> 16;
    bool is_inside = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, placement.size));
    if (!is_near || !is_inside) {
        return ivec2(-1);
    }
    highp ivec2 mirrored = placement.size - ivec2(1) - texel;
    return ivec2(placement.flip.x != 0 ? mirrored.x : texel.x, placement.flip.y != 0 ? mirrored.y : texel.y);
}
