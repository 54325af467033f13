//! The position and the visibility of an entity, with all its parents. They are read from `Transform` and `Visibility`:
//! Bevy derives `GlobalTransform` and `InheritedVisibility` from these only at the end of a frame, and steps are made
//! before.

#[cfg(feature = "sprites")]
use bevy_camera::visibility::Visibility;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::components::{GlobalTransform, Transform};

use crate::bodies::Known;
use crate::place::Linear;
use crate::refused::Reason;

/// The greatest number of ancestors (parents, parents of parents and so on) of an entity with a collider.
pub const MOST_PARENTS: usize = 256;

/// Access to entities and their parents.
#[derive(SystemParam)]
pub(crate) struct Families<'w, 's> {
    transforms: Query<'w, 's, (&'static Transform, Option<&'static ChildOf>), Allow<Disabled>>,
    #[cfg(feature = "sprites")]
    shown: Query<'w, 's, (&'static Visibility, Option<&'static ChildOf>), Allow<Disabled>>,
}

/// The position of an entity, and what turns and scales it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Whereabouts {
    pub(crate) linear: Linear,
    pub(crate) at: [f32; 2],
}

impl Whereabouts {
    /// Whether the body has this placement already.
    pub(crate) fn is_that_of(&self, known: &Known) -> bool {
        self.linear == known.linear && self.at.map(f32::to_bits) == known.at.map(f32::to_bits)
    }
}

impl Families<'_, '_> {
    /// Returns the placement of an entity, exactly as its `GlobalTransform` will be. A parent without a transform
    /// counts as no parent.
    pub(crate) fn whereabouts(&self, entity: Entity) -> Result<Whereabouts, Reason> {
        let Ok((transform, parent)) = self.transforms.get(entity) else { return Err(Reason::Parents) };
        let Some((first, mut above)) = parent.and_then(|p| self.transforms.get(p.parent()).ok()) else {
            let at = [transform.translation.x, transform.translation.y];
            return Ok(Whereabouts { linear: Linear::of(transform), at });
        };
        let mut chain = vec![transform, first];
        while let Some((transform, next)) = above.and_then(|p| self.transforms.get(p.parent()).ok()) {
            if chain.len() > MOST_PARENTS {
                return Err(Reason::Parents);
            }
            chain.push(transform);
            above = next;
        }
        // From the root down, as Bevy multiplies them.
        let mut from_root = chain.into_iter().rev();
        let root = from_root.next().copied().unwrap_or_default();
        let global = from_root.fold(GlobalTransform::from(root), |all, &one| all.mul_transform(one));
        let affine = global.affine();
        Ok(Whereabouts {
            linear: Linear::of_affine(&affine),
            at: [affine.translation.x, affine.translation.y],
        })
    }

    /// Whether an entity is hidden, by itself or by a parent. An entity without `Visibility` is not hidden.
    #[cfg(feature = "sprites")]
    pub(crate) fn is_hidden(&self, entity: Entity) -> bool {
        let mut next = Some(entity);
        for _ in 0..=MOST_PARENTS {
            match next.and_then(|entity| self.shown.get(entity).ok()) {
                Some((Visibility::Hidden, _)) => return true,
                Some((Visibility::Inherited, parent)) => next = parent.map(ChildOf::parent),
                Some((Visibility::Visible, _)) | None => return false,
            }
        }
        false
    }

    /// Returns `false`: without the feature `sprites` nothing is hidden.
    #[cfg(not(feature = "sprites"))]
    pub(crate) fn is_hidden(&self, _: Entity) -> bool {
        false
    }
}
