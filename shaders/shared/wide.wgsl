// Integers wider than a word: 64 bits as (low, high), two's complement if signed; 128 bits with the lowest word
// first.

fn mul_u32(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let low = a0 * b0;
    let middle = a1 * b0 + (low >> 16u);
    let other = a0 * b1 + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (other >> 16u));
}

fn mul_i32(a: i32, b: i32) -> vec2<u32> {
    let product = mul_u32(bitcast<u32>(a), bitcast<u32>(b));
    let too_much = select(0u, bitcast<u32>(b), a < 0) + select(0u, bitcast<u32>(a), b < 0);
    return vec2<u32>(product.x, product.y - too_much);
}

fn add64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn sub64(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

// Returns -1, 0 or 1.
fn sign64(a: vec2<u32>) -> i32 {
    return select(select(0, 1, (a.x | a.y) != 0u), -1, (a.y >> 31u) == 1u);
}

fn abs64(a: vec2<u32>) -> vec2<u32> {
    if ((a.y >> 31u) == 1u) {
        return sub64(vec2<u32>(0u), a);
    }
    return a;
}

// Returns -1, 0 or 1 if a is less than, equal to or greater than b; both are unsigned.
fn cmp64(a: vec2<u32>, b: vec2<u32>) -> i32 {
    if (a.y != b.y) {
        return select(1, -1, a.y < b.y);
    }
    return select(select(0, 1, a.x > b.x), -1, a.x < b.x);
}

fn mul_u64(a: vec2<u32>, b: vec2<u32>) -> vec4<u32> {
    let low = mul_u32(a.x, b.x);
    let high = mul_u32(a.y, b.y);
    let across = add64(mul_u32(a.x, b.y), vec2<u32>(low.y, 0u));
    let other = add64(mul_u32(a.y, b.x), vec2<u32>(across.x, 0u));
    let top = add64(add64(high, vec2<u32>(across.y, 0u)), vec2<u32>(other.y, 0u));
    return vec4<u32>(low.x, other.x, top.x, top.y);
}

fn cmp128(a: vec4<u32>, b: vec4<u32>) -> i32 {
    let high = cmp64(a.zw, b.zw);
    return select(high, cmp64(a.xy, b.xy), high == 0);
}
