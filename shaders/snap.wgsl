// Takes the bodies' positions from the caller's buffer. A thread per body. Pixels are snapped to the lattice (SPEC 1) in integers,
// from the bits of the f32, so that no rounding of the device matters. Twin: `lattice::Point::snapped`.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> given: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> positions: array<vec2<i32>>;

// Stands for all coordinates beyond 2^21 px, which is 2^29 units. grid.wgsl counts them.
const BEYOND: u32 = 536870913u;

// Returns the size in lattice units of an f32, given its bits without the sign. An f32 is m * 2^(e - 150), and a pixel has 2^8
// units; ties go to the even number.
fn size_of(bits: u32) -> u32 {
    let e = bits >> 23u;
    let m = (bits & 0x7fffffu) | 0x800000u;
    // 2^23 px or more, or no number.
    if (e > 148u) {
        return BEYOND;
    }
    if (e >= 142u) {
        return min(m << (e - 142u), BEYOND);
    }
    let down = 142u - e;
    // Less than half a unit; so is every number without the leading bit.
    if (down > 24u) {
        return 0u;
    }
    let whole = m >> down;
    let rest = m & ((1u << down) - 1u);
    let half = 1u << (down - 1u);
    return whole + select(0u, 1u, rest > half || (rest == half && (whole & 1u) == 1u));
}

fn units_of(bits: u32) -> i32 {
    let size = bitcast<i32>(size_of(bits & 0x7fffffffu));
    return select(size, -size, (bits >> 31u) == 1u);
}

@compute @workgroup_size(64)
fn from_pixels(id: Invocation) {
    let body = index_of(id, 64u);
    if (body < ask.count) {
        positions[body] = vec2<i32>(units_of(given[body].x), units_of(given[body].y));
    }
}

@compute @workgroup_size(64)
fn from_units(id: Invocation) {
    let body = index_of(id, 64u);
    if (body < ask.count) {
        let most = vec2<i32>(i32(BEYOND));
        positions[body] = clamp(bitcast<vec2<i32>>(given[body]), -most, most);
    }
}
