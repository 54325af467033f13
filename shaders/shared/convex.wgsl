// Whether two convex shapes overlap, exactly (SPEC 3): f32 decides what its error bound allows, integers decide the
// rest. Needs wide.wgsl and `fn vertex(hull: Hull, k: u32) -> vec2<i32>`.
//
// The boxes of the two shapes touch, so differences of their points are integers of at most 2^23 + 2^9, and exact in
// f32.

// A placed convex shape: its first vertex, the number of vertices (1 to 64), its radius around their hull, and its
// position.
struct Hull {
    first: u32,
    count: u32,
    radius: i32,
    at: vec2<i32>,
}

// A product and a sum each err by at most one unit in the last place, 2^-23 of the sum of the terms' sizes, in any
// order, fused or not: three such steps stay below 2^-21 of that sum.
const UNSURE: f32 = 0.00000095367431640625; // 2^-20
// The same bound for a square root (at most 4 units in the last place) times a radius.
const UNSURE_ROOT: f32 = 0.000003814697265625; // 2^-18

fn cross64(a: vec2<i32>, b: vec2<i32>) -> vec2<u32> {
    return sub64(mul_i32(a.x, b.y), mul_i32(a.y, b.x));
}

fn squared64(a: vec2<i32>) -> vec2<u32> {
    return add64(mul_i32(a.x, a.x), mul_i32(a.y, a.y));
}

// Returns the sign of the cross product.
fn cross_sign(a: vec2<i32>, b: vec2<i32>) -> i32 {
    let p = f32(a.x) * f32(b.y);
    let q = f32(a.y) * f32(b.x);
    if (abs(p - q) > (abs(p) + abs(q)) * UNSURE) {
        return select(-1, 1, p > q);
    }
    was_unsure = true;
    return sign64(cross64(a, b));
}

fn dot_sign(a: vec2<i32>, b: vec2<i32>) -> i32 {
    return cross_sign(a, vec2<i32>(-b.y, b.x));
}

fn next_of(hull: Hull, k: u32) -> u32 {
    return select(k + 1u, 0u, k + 1u >= hull.count);
}

// Returns where the second hull is relative to the edges of the first: 1 if it is wholly in front of an edge, 0 if it
// only touches an edge's line from the front, -1 if it reaches behind every edge.
fn side(a: Hull, b: Hull) -> i32 {
    var furthest = -1;
    if (a.count == 1u) {
        return furthest;
    }
    var k = 0u;
    var n = 0u;
    var nearest = 1;
    var start = vertex(a, 0u);
    var edge = vertex(a, next_of(a, 0u)) - start;
    // One loop over edges and vertices takes fewer rounds than two nested loops. Each round takes two vertices, so that
    // two hulls of 64 vertices stay below the limit of rounds.
    while (go_on(1u) && k < a.count) {
        nearest = min(nearest, cross_sign(edge, vertex(b, n) - start));
        if (nearest >= 0 && n + 1u < b.count) {
            nearest = min(nearest, cross_sign(edge, vertex(b, n + 1u) - start));
        }
        n += 2u;
        if (n < b.count && nearest >= 0) {
            continue;
        }
        furthest = max(furthest, nearest);
        if (furthest > 0) {
            return furthest;
        }
        k += 1u;
        n = 0u;
        nearest = 1;
        start += edge;
        edge = vertex(a, next_of(a, k)) - start;
    }
    return furthest;
}

// Whether the hull of all b - a is more than a segment.
fn has_inner(a: Hull, b: Hull) -> bool {
    if (a.count == 2u && b.count == 2u) {
        return cross_sign(vertex(a, 1u) - vertex(a, 0u), vertex(b, 1u) - vertex(b, 0u)) != 0;
    }
    return a.count > 2u || b.count > 2u;
}

// Whether the length of `w` is at most `reach`; with `strict`, less than `reach`.
fn is_short(w: vec2<i32>, reach: i32, strict: bool) -> bool {
    let p = f32(w.x) * f32(w.x) + f32(w.y) * f32(w.y);
    let q = f32(reach) * f32(reach);
    if (abs(p - q) > (p + q) * UNSURE) {
        return p < q;
    }
    was_unsure = true;
    let order = cmp64(squared64(w), mul_i32(reach, reach));
    return order < 0 || (order == 0 && !strict);
}

// Whether the end of `w` is within `reach` of the line along `edge`: |cross| <= reach * |edge|.
fn is_beside(w: vec2<i32>, edge: vec2<i32>, reach: i32, strict: bool) -> bool {
    let p = f32(edge.x) * f32(w.y);
    let q = f32(edge.y) * f32(w.x);
    let e = vec2<f32>(edge);
    let most = f32(reach) * sqrt(e.x * e.x + e.y * e.y);
    if (abs(abs(p - q) - most) > (abs(p) + abs(q)) * UNSURE + most * UNSURE_ROOT) {
        return abs(p - q) < most;
    }
    was_unsure = true;
    let cross = abs64(cross64(edge, w));
    let order = cmp128(mul_u64(cross, cross), mul_u64(mul_i32(reach, reach), squared64(edge)));
    return order < 0 || (order == 0 && !strict);
}

// Whether the end of `w` is within reach of an edge from the origin.
fn is_near(w: vec2<i32>, edge: vec2<i32>, reach: i32, strict: bool) -> bool {
    if (dot_sign(w, edge) <= 0) {
        return is_short(w, reach, strict);
    }
    if (dot_sign(w - edge, edge) >= 0) {
        return is_short(w - edge, reach, strict);
    }
    return is_beside(w, edge, reach, strict);
}

// Whether any vertex of the second hull is within reach of an edge of the first. Each round takes two vertices, as in
// `side`.
fn vertices_near(a: Hull, b: Hull, reach: i32, strict: bool) -> bool {
    // A point counts as an edge of length 0; the two edges of a segment are the same.
    let edges = select(a.count, 1u, a.count <= 2u);
    var k = 0u;
    var n = 0u;
    var start = vertex(a, 0u);
    var edge = vertex(a, next_of(a, 0u)) - start;
    while (go_on(1u) && k < edges) {
        if (is_near(vertex(b, n) - start, edge, reach, strict)) {
            return true;
        }
        if (n + 1u < b.count && is_near(vertex(b, n + 1u) - start, edge, reach, strict)) {
            return true;
        }
        n += 2u;
        if (n >= b.count) {
            k += 1u;
            n = 0u;
            start += edge;
            edge = vertex(a, next_of(a, k)) - start;
        }
    }
    return false;
}

// Whether the boxes around two hulls of at most two vertices touch.
fn cores_touch(a: Hull, b: Hull) -> bool {
    let a0 = vertex(a, 0u);
    let a1 = vertex(a, a.count - 1u);
    let b0 = vertex(b, 0u);
    let b1 = vertex(b, b.count - 1u);
    return all(min(a0, a1) <= max(b0, b1)) && all(min(b0, b1) <= max(a0, a1));
}

// Whether two shapes share a point; with `strict`, whether their depth is more than 0.
fn overlaps(a: Hull, b: Hull, strict: bool) -> bool {
    let reach = a.radius + b.radius;
    let where_ab = max(side(a, b), side(b, a));
    if (where_ab <= 0 && has_inner(a, b)) {
        return where_ab < 0 || reach > 0 || !strict;
    }
    if (reach > 0) {
        return vertices_near(a, b, reach, strict) || vertices_near(b, a, reach, strict);
    }
    // Without an interior and with no edge between the hulls, all vertices are on one line.
    return where_ab <= 0 && !strict && cores_touch(a, b);
}
