//! Movements that games write again and again, on vectors: no angle has to be kept between -π and π.

use crate::det;
use crate::vec2::Vec2;

/// Turns a vector by an angle in radians, clockwise on the screen, as bodies turn.
///
/// ```
/// use kasuri::{Vec2, det};
/// let shots: Vec<Vec2> = (-1..=1).map(|k| det::rotate(Vec2::new(3.0, 0.0), 0.2 * f64::from(k))).collect();
/// assert!(shots[0].y < 0.0 && shots[1] == [3.0, 0.0] && shots[2].y > 0.0);
/// ```
pub fn rotate(v: Vec2, angle: f64) -> Vec2 {
    let (sin, cos) = det::sin_cos(angle);
    with_one_nan(Vec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos))
}

/// Moves a position towards a target by at most `most` pixels. It arrives exactly, and never passes the target. A `most`
/// of 0 or less moves nothing.
///
/// ```
/// use kasuri::{Vec2, det};
/// let target = Vec2::new(3.0, 4.0);
/// let middle = det::move_towards(Vec2::new(0.0, 0.0), target, 2.5);
/// assert_eq!((middle, det::move_towards(middle, target, 2.5)), (Vec2::new(1.5, 2.0), target));
/// ```
pub fn move_towards(at: Vec2, target: Vec2, most: f64) -> Vec2 {
    let offset = target - at;
    let distance = det::hypot(offset.x, offset.y);
    with_one_nan(match distance <= most {
        true => target,
        false if most > 0.0 => at + offset * (most / distance),
        false => at,
    })
}

/// Turns a vector towards a direction by at most `most` radians, to the nearer side, and keeps its length: a homing missile.
/// A direction straight behind is reached clockwise. A direction or a vector of length 0 changes nothing, and so does a
/// `most` of 0 or less.
///
/// ```
/// use kasuri::{Vec2, det};
/// let (mut velocity, target) = (Vec2::new(2.0, 0.0), Vec2::new(0.0, 50.0));
/// velocity = det::turn_towards(velocity, target, 1.0);
/// assert!((velocity.angle() - 1.0).abs() < 1e-15);
/// velocity = det::turn_towards(velocity, target, 1.0);
/// assert_eq!(velocity, [0.0, 2.0]);
/// ```
pub fn turn_towards(v: Vec2, direction: Vec2, most: f64) -> Vec2 {
    let (from, to) = (v.normalized(), direction.normalized());
    if from == Vec2::default() || to == Vec2::default() || most <= 0.0 {
        return with_one_nan(v);
    }
    // Adding 0 makes -0 a 0: straight behind is clockwise.
    let angle = det::atan2(from.x * to.y - from.y * to.x + 0.0, from.dot(to));
    if angle.abs() <= most {
        with_one_nan(to * det::hypot(v.x, v.y))
    } else {
        rotate(v, most.copysign(angle))
    }
}

fn with_one_nan(v: Vec2) -> Vec2 {
    Vec2::new(det::one_nan(v.x), det::one_nan(v.y))
}
