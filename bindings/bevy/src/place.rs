//! Converts Bevy's transforms to the library's placements. Like Bevy, they have y up and positive angles counterclockwise.

use bevy_math::Affine3A;
use bevy_transform::components::Transform;

use crate::angle::angle_of;
use crate::refused::Reason;

/// The relative tolerance that allows for the rounding of multiplied f32s: scales this close to each other, or to a
/// multiple of 1/256, are taken as equal, and axes this close to square are taken as square.
const NEAR: f64 = 1.0 / (1 << 18) as f64;

/// The rotation, scale and mirroring of a transform, without its position. Equal bits mean equal placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Linear {
    /// A rotation in the plane (its z and w) and a scale, as an entity without parents has them.
    Flat([u32; 4]),
    /// The columns of a matrix.
    Matrix([u32; 4]),
}

/// An angle and a scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pose {
    pub(crate) angle: f64,
    pub(crate) scale: [f64; 2],
}

impl Linear {
    /// Returns the linear part of an entity without parents.
    #[inline]
    pub(crate) fn of(transform: &Transform) -> Linear {
        let (rotation, scale) = (transform.rotation, transform.scale);
        // A sprite that is turned about x or y is drawn squashed or mirrored.
        if rotation.x != 0.0 || rotation.y != 0.0 {
            return Linear::of_affine(&transform.compute_affine());
        }
        Linear::Flat([rotation.z, rotation.w, scale.x, scale.y].map(f32::to_bits))
    }

    /// Returns the linear part of an entity's global transform.
    pub(crate) fn of_affine(affine: &Affine3A) -> Linear {
        let (x, y) = (affine.matrix3.x_axis, affine.matrix3.y_axis);
        Linear::Matrix([x.x, x.y, y.x, y.y].map(f32::to_bits))
    }

    /// Returns the angle if only the angle can differ from `before`.
    #[inline]
    pub(crate) fn angle_only(self, before: Linear) -> Option<f64> {
        match (self, before) {
            (Linear::Flat([z, w, x, y]), Linear::Flat([.., u, v])) if (x, y) == (u, v) => {
                Some(angle_of_rotation(z, w))
            }
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn pose(self) -> Result<Pose, Reason> {
        match self {
            Linear::Flat(bits) => {
                let [z, w, x, y] = bits;
                let scale = [x, y].map(|bits| f64::from(f32::from_bits(bits)));
                Ok(Pose { angle: angle_of_rotation(z, w), scale })
            }
            Linear::Matrix(bits) => {
                let [a, b, c, d] = bits.map(|bits| f64::from(f32::from_bits(bits)));
                pose_of([a, b], [c, d])
            }
        }
    }
}

/// Returns the angle of a rotation in the plane, from the bits of its z and w.
#[inline]
fn angle_of_rotation(z: u32, w: u32) -> f64 {
    let [z, w] = [z, w].map(|bits| f64::from(f32::from_bits(bits)));
    // A rotation and its negative are the same rotation.
    let w = if z == 0.0 { w.abs() } else { w };
    2.0 * angle_of(w, z)
}

/// Returns the angle and the scale that make these columns. A mirrored picture has two such pairs: this returns the one
/// that turns it less, so that a picture that is only flipped stays exactly flipped.
fn pose_of(x: [f64; 2], y: [f64; 2]) -> Result<Pose, Reason> {
    let length = |v: [f64; 2]| (v[0] * v[0] + v[1] * v[1]).sqrt();
    let (mut width, mut height) = (length(x), length(y));
    if (x[0] * y[0] + x[1] * y[1]).abs() > NEAR * width * height {
        return Err(Reason::Sheared);
    }
    // A product of f32s is seldom exact to the last bit. Without this correction a circle could become an ellipse.
    width = plain(width);
    height = plain(height);
    if (width - height).abs() <= NEAR * width {
        height = width;
    }
    if x[0] * y[1] - x[1] * y[0] >= 0.0 {
        return Ok(Pose { angle: angle_of(x[0], x[1]), scale: [width, height] });
    }
    if x[0] >= 0.0 {
        return Ok(Pose { angle: angle_of(x[0], x[1]), scale: [width, -height] });
    }
    Ok(Pose { angle: angle_of(-x[0], -x[1]), scale: [-width, height] })
}

/// Returns the nearest multiple of 1/256 if the scale is very close to it, else the scale.
fn plain(scale: f64) -> f64 {
    let near = (scale * 256.0).round_ties_even() / 256.0;
    if (scale - near).abs() <= NEAR * scale { near } else { scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::{Quat, Vec3};

    fn pose(transform: Transform) -> Pose {
        Linear::of(&transform).pose().unwrap()
    }

    fn pose_below(transform: Transform) -> Pose {
        Linear::of_affine(&transform.compute_affine()).pose().unwrap()
    }

    #[test]
    fn an_upright_sprite_has_no_angle_at_all() {
        for of in [pose, pose_below] {
            assert_eq!(of(Transform::IDENTITY), Pose { angle: 0.0, scale: [1.0, 1.0] });
            assert_eq!(of(Transform::from_scale(Vec3::new(-1.0, 1.0, 1.0))).scale, [-1.0, 1.0]);
            assert_eq!(of(Transform::from_scale(Vec3::new(1.0, -2.0, 1.0))).scale, [1.0, -2.0]);
            assert_eq!(of(Transform::from_scale(Vec3::new(-1.0, 1.0, 1.0))).angle, 0.0);
        }
    }

    #[test]
    fn a_turned_child_keeps_its_scale() {
        for k in 0..100 {
            let turned = Transform::from_rotation(Quat::from_rotation_z(k as f32 * 0.0625))
                .with_scale(Vec3::splat(1.5));
            let below = pose_below(turned);
            assert_eq!(below.scale, [1.5, 1.5], "{k}");
            let (a, b) = (below.angle, pose(turned).angle);
            assert!((a - b).sin().abs() < 1e-6, "{k}: {a} {b}");
        }
    }

    #[test]
    fn a_sprite_turned_about_y_is_mirrored() {
        let back = pose(Transform::from_rotation(Quat::from_rotation_y(std::f32::consts::PI)));
        assert_eq!((back.scale, back.angle), ([-1.0, 1.0], 0.0));
    }

    #[test]
    fn what_shears_is_refused() {
        let wide = Transform::from_scale(Vec3::new(2.0, 1.0, 1.0)).compute_affine();
        let child = wide * Transform::from_rotation(Quat::from_rotation_z(0.5)).compute_affine();
        assert_eq!(Linear::of_affine(&child).pose(), Err(Reason::Sheared));
    }

    #[test]
    fn what_is_no_number_stays_none() {
        let lost = pose(Transform::from_scale(Vec3::new(f32::NAN, 1.0, 1.0)));
        assert!(lost.scale[0].is_nan());
        assert!(pose_below(Transform::from_scale(Vec3::new(f32::NAN, 1.0, 1.0))).scale[0].is_nan());
        assert_eq!(pose_below(Transform::from_scale(Vec3::ZERO)).scale, [0.0, 0.0]);
    }
}
