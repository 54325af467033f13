//! Where a node is in its world: position, angle and scale, from the properties of the node and its parents.
//!
//! Godot multiplies matrices of floats, and its arc tangent depends on the platform. Here the properties are composed in f64
//! with the library's sine, so equal properties give equal bits on every machine.

use godot::classes::{CanvasItem, Node2D};
use godot::prelude::*;
use kasuri::{Body, Vec2};

use crate::errors::vec2;

/// A position, an angle and a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) at: Vec2,
    pub(crate) angle: f64,
    pub(crate) scale: Vec2,
}

const IDENTITY: Pose = Pose { at: Vec2::new(0.0, 0.0), angle: 0.0, scale: Vec2::new(1.0, 1.0) };

impl Pose {
    /// Places a body.
    pub(crate) fn of(&self, body: Body) -> Body {
        body.at(self.at).turned(self.angle).scaled(self.scale)
    }

    /// Returns where a place in this pose is outside of it.
    pub(crate) fn place(&self, v: Vec2) -> Vec2 {
        self.at + turned(Vec2::new(v.x * self.scale.x, v.y * self.scale.y), self.angle)
    }

    /// Returns the place in this pose that is at `v` outside of it.
    pub(crate) fn place_inside(&self, v: Vec2) -> Vec2 {
        let v = turned(v - self.at, -self.angle);
        Vec2::new(v.x / self.scale.x, v.y / self.scale.y)
    }

    /// Returns the pose of something inside this pose, seen from outside. It fails if the result is sheared.
    fn around(&self, inner: Pose) -> Result<Pose, String> {
        let Vec2 { x: sx, y: sy } = self.scale;
        let turns = inner.angle != 0.0;
        if turns && sx.abs() != sy.abs() {
            return Err(
                "its parents' scales shear it; a turned node needs parents with equal scales on both axes"
                    .into(),
            );
        }
        let is_mirrored = (sx < 0.0) != (sy < 0.0);
        Ok(Pose {
            at: self.place(inner.at),
            angle: self.angle + if is_mirrored { -inner.angle } else { inner.angle },
            scale: Vec2::new(sx * inner.scale.x, sy * inner.scale.y),
        })
    }
}

fn turned(v: Vec2, angle: f64) -> Vec2 {
    if angle == 0.0 {
        return v;
    }
    let Vec2 { x: cos, y: sin } = Vec2::from_angle(angle);
    Vec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

/// Returns the pose of a node in its parent.
fn local(node: &Gd<Node2D>) -> Result<Pose, String> {
    if node.get_skew() != 0.0 {
        return Err(format!("{} has a skew", node.get_name()));
    }
    let (at, scale) = (vec2(node.get_position()), vec2(node.get_scale()));
    Ok(Pose { at, angle: f64::from(node.get_rotation()), scale })
}

/// Returns the pose of a node inside one of its ancestors.
pub(crate) fn pose_in(node: &Gd<Node2D>, ancestor: InstanceId) -> Result<Pose, String> {
    parent_pose_in(node, ancestor)?.around(local(node)?)
}

/// Returns the pose of a node's parent inside one of its ancestors.
pub(crate) fn parent_pose_in(node: &Gd<Node2D>, ancestor: InstanceId) -> Result<Pose, String> {
    let mut pose = IDENTITY;
    let mut next = node.get_parent();
    while let Some(parent) = next {
        if parent.instance_id() == ancestor {
            return Ok(pose);
        }
        next = parent.get_parent();
        match parent.try_cast::<Node2D>() {
            Ok(parent) => pose = local(&parent)?.around(pose)?,
            Err(parent) if parent.is_class(&CanvasItem::class_id().to_gstring()) => {
                return Err(format!("its ancestor {} is no Node2D", parent.get_name()));
            }
            Err(_) => {}
        }
    }
    Err("it is not inside its world".into())
}
