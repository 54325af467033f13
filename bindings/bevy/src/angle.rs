//! The angle of a direction. std's atan2 differs between machines; libm's is too slow for thousands of calls a frame.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// The arc tangent of k / 16, at index k.
const TANGENTS: [f64; 17] = [
    0.0,
    0.06241880999595735,
    0.12435499454676144,
    0.18534794999569476,
    0.24497866312686414,
    0.3028848683749714,
    0.35877067027057225,
    0.4124104415973873,
    0.4636476090008061,
    0.5123894603107377,
    0.5585993153435624,
    0.6022873461349642,
    0.6435011087932844,
    0.6823165548747481,
    0.7188299996216245,
    0.7531512809621944,
    FRAC_PI_4,
];

/// Returns the angle of a direction in radians, from -PI to PI; 0 for a direction of length 0. The result is the same on
/// every machine, and exact to 4e-16 for coordinates that were f32s.
///
/// A rotation in the plane turns by `2.0 * angle_of(w, z)`, which is the angle of its body.
///
/// ```
/// use kasuri_bevy::angle_of;
/// assert_eq!(angle_of(0.0, 1.0), std::f64::consts::FRAC_PI_2);
/// ```
#[inline]
pub fn angle_of(x: f64, y: f64) -> f64 {
    let (flat, steep) = (x.abs(), y.abs());
    let (near, far) = if steep > flat { (flat, steep) } else { (steep, flat) };
    if far == 0.0 {
        return 0.0;
    }
    // The choice of the nearest k / 16 need not be exact, because the rest of the angle is computed for the chosen k.
    let k = (near as f32 / far as f32 * 16.0 + 0.5) as usize & 31;
    let tangent = k as f64 / 16.0;
    let left = (near - tangent * far) / (far + tangent * near);
    let square = left * left;
    let series = 1.0 - square * (1.0 / 3.0 - square * (1.0 / 5.0 - square * (1.0 / 7.0 - square / 9.0)));
    let angle = TANGENTS.get(k).copied().unwrap_or(f64::NAN) + left * series;
    let angle = if steep > flat { FRAC_PI_2 - angle } else { angle };
    let angle = if x < 0.0 { PI - angle } else { angle };
    if y < 0.0 { -angle } else { angle }
}

#[cfg(test)]
mod tests {
    use super::angle_of;

    #[test]
    fn angles_are_those_of_the_arc_tangent() {
        for k in 0..100_000_u32 {
            let [x, y] = [k.wrapping_mul(0x9e37_79b1), k.wrapping_mul(0x85eb_ca77)].map(|n| n as i32 as f32);
            let [x, y] = [x, y * (0.5_f32).powi((k % 40) as i32)].map(f64::from);
            let (found, expected) = (angle_of(x, y), libm::atan2(y, x));
            assert!((found - expected).abs() <= 9e-16, "{x} {y}: {found}, {expected}");
        }
        for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (0.0, 0.0)]
        {
            assert_eq!(angle_of(x, y), libm::atan2(y, x), "{x} {y}");
        }
    }

    #[test]
    fn what_is_no_number_has_no_angle() {
        for (x, y) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::INFINITY, 1.0), (f64::INFINITY, f64::INFINITY)]
        {
            assert!(angle_of(x, y).is_nan(), "{x} {y}");
        }
    }
}
