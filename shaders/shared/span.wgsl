// The squares of a row of pixels that a convex shape touches, exactly: f32 estimates where the span ends, and
// integers decide near a square's side (SPEC 4). Needs convex.wgsl and parts.wgsl.

// A hull without vertices in memory: the closed square of the pixel at `at`.
const SQUARE: u32 = 0xffffffffu;

fn vertex(hull: Hull, k: u32) -> vec2<i32> {
    if (hull.first == SQUARE) {
        let right = select(0, 1, k == 2u || k == 3u);
        let below = select(0, 1, k == 1u || k == 2u);
        return (hull.at + vec2<i32>(right, below)) * 256;
    }
    return vertices[hull.first + k] + hull.at;
}

// The possible error of an f32 estimate, relative to the lengths that it is made of: a few roundings, doubled.
const UNSURE_PLACE: f32 = 0.000003814697265625; // 2^-18

// Bounds on the least and on the greatest x of the shape in the closed row, relative to the first vertex.
struct Extent {
    least: vec2<f32>,
    most: vec2<f32>,
}

// Extends the bounds by a stretch of the row whose ends may be off by `off`.
fn reach(extent: Extent, from_x: f32, to_x: f32, off: f32) -> Extent {
    let slack = vec2<f32>(-off, off);
    return Extent(min(extent.least, from_x + slack), max(extent.most, to_x + slack));
}

// Extends the bounds by the disc around a vertex.
fn disc_extent(extent: Extent, v: vec2<i32>, top: i32, radius: i32, size: f32) -> Extent {
    let away = max(max(top - v.y, v.y - (top + 256)), 0);
    if (away > radius) {
        return extent;
    }
    let half = sqrt(f32(radius - away) * f32(radius + away));
    return reach(extent, f32(v.x) - half, f32(v.x) + half, size * UNSURE_PLACE);
}

// Extends the bounds by the crossing of an edge, moved outward by the radius, with one side of the row. Without a
// radius integers decide whether it crosses.
fn edge_extent(extent: Extent, v: vec2<i32>, edge: vec2<i32>, y: i32, radius: i32, size: f32) -> Extent {
    let e = vec2<f32>(edge);
    let r = f32(radius);
    let normal = vec2<f32>(-e.y, e.x) * (r / sqrt(e.x * e.x + e.y * e.y));
    // How far the row's side is beyond the edge's start and beyond its end, in the edge's own direction. Differences
    // are taken as integers first, so that only the radius adds an error.
    let down = select(-1.0, 1.0, edge.y > 0);
    let past_start = (f32(y - v.y) - normal.y) * down;
    let past_end = (f32(y - v.y - edge.y) - normal.y) * down;
    let unsure = r * UNSURE_PLACE;
    if (past_start < -unsure || past_end > unsure) {
        return extent;
    }
    let t = clamp(past_start / abs(e.y), 0.0, 1.0);
    let x = f32(v.x) + normal.x + t * e.x;
    let off = (r / abs(e.y) + 1.0) * abs(e.x) * UNSURE_PLACE + size * UNSURE_PLACE;
    var wider = reach(extent, x, x, off);
    if (past_start < unsure || past_end > -unsure) {
        // It may cross just beyond its end: then the sure bounds stay as they were.
        wider.least.y = extent.least.y;
        wider.most.x = extent.most.x;
    }
    return wider;
}

fn extent_of(part: ConvexPart, hull: Hull, origin: vec2<i32>, j: i32) -> Extent {
    // A row that the part's box touches contains some of the part: of a vertex's disc or of an edge.
    var extent = Extent(vec2<f32>(1e9), vec2<f32>(-1e9));
    let top = j * 256 - origin.y;
    let sides = part.max - part.min;
    let size = f32(max(sides.x, sides.y)) + 1.0;
    for (var k = 0u; go_on(1u) && k < hull.count; k++) {
        let v = vertex(hull, k) - origin;
        extent = disc_extent(extent, v, top, hull.radius, size);
        let edge = vertex(hull, next_of(hull, k)) - origin - v;
        if (edge.y != 0) {
            extent = edge_extent(extent, v, edge, top, hull.radius, size);
            extent = edge_extent(extent, v, edge, top + 256, hull.radius, size);
        }
    }
    return extent;
}

fn meets_square(hull: Hull, i: i32, j: i32, strict: bool) -> bool {
    return overlaps(Hull(SQUARE, 4u, 0, vec2<i32>(i, j)), hull, strict);
}

// Returns the first column whose closed square contains x; shapes are at most 2^22 lattice units wide.
fn column_before(x: f32, origin: i32) -> i32 {
    return (origin + i32(ceil(x)) - 1) >> 8u;
}

// Returns the last column whose closed square contains x.
fn column_at(x: f32, origin: i32) -> i32 {
    return (origin + i32(floor(x))) >> 8u;
}

// Returns the first and the last square of row j, among the columns `low` to `high`, that a part touches: one span,
// since the part is convex. If first is beyond last, there is none.
fn span_of(part: ConvexPart, at: vec2<i32>, j: i32, low: i32, high: i32, strict: bool) -> vec2<i32> {
    if (j * 256 > part.max.y + at.y || (j + 1) * 256 < part.min.y + at.y) {
        return vec2<i32>(0, -1);
    }
    let hull = hull_of(part, at);
    let origin = vertex(hull, 0u);
    let extent = extent_of(part, hull, origin, j);
    // Outside these columns the part surely touches no square; between the sure columns it touches all.
    var first = max(column_before(extent.least.x, origin.x), low);
    var last = min(column_at(extent.most.y, origin.x), high);
    let sure_first = column_before(extent.least.y, origin.x);
    let sure_last = column_at(extent.most.x, origin.x);
    // Searches from the left until a square touches, then from the right.
    var is_last = false;
    while (go_on(5u) && first <= last) {
        let column = select(first, last, is_last);
        let is_unsure = strict || select((column < sure_first), (column > sure_last), is_last);
        if (is_unsure && !meets_square(hull, column, j, strict)) {
            first += select(1, 0, is_last);
            last -= select(0, 1, is_last);
        } else if (is_last) {
            break;
        } else {
            is_last = true;
        }
    }
    return vec2<i32>(first, last);
}
