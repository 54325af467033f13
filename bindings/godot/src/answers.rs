//! The answers of queries and travels, as scripts see them.

use godot::prelude::*;
use kasuri::answer::{Contact, Distance, RayHit, SweepHit};
use kasuri::travel::{Ground, Travel};
use kasuri::world::Neighbor;

use crate::errors::{number_of, vector2};
use crate::hit::Nodes;

fn node(id: Option<InstanceId>) -> Option<Gd<Node>> {
    id.and_then(|id| Gd::try_from_instance_id(id).ok())
}

/// Where a ray enters a body.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriRayHit {
    /// The number of the body.
    #[var(no_set)]
    body: i64,
    /// Which region is hit; 0 is the body itself.
    #[var(no_set)]
    region: i64,
    /// Where on the ray, from 0 to 1.
    #[var(no_set)]
    time: f64,
    /// The point where the ray enters.
    #[var(no_set)]
    point: Vector2,
    /// The normal of the surface, out of the body; zero where the ray begins inside the body.
    #[var(no_set)]
    normal: Vector2,
    id: Option<InstanceId>,
}

#[godot_api]
impl KasuriRayHit {
    /// Returns the body's node; [code]null[/code] if it has none.
    #[func]
    fn node(&self) -> Option<Gd<Node>> {
        node(self.id)
    }
}

impl KasuriRayHit {
    pub(crate) fn of(hit: &RayHit, nodes: &Nodes) -> Gd<KasuriRayHit> {
        Gd::from_object(KasuriRayHit {
            body: number_of(hit.body),
            region: hit.region.into(),
            time: hit.t,
            point: vector2(hit.point),
            normal: vector2(hit.normal),
            id: nodes.get(&hit.body).copied(),
        })
    }
}

/// A body near a position.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriNeighbor {
    /// The number of the body.
    #[var(no_set)]
    body: i64,
    /// How far its nearest point is; 0 if the position is inside it.
    #[var(no_set)]
    distance: f64,
    /// Its nearest point.
    #[var(no_set)]
    point: Vector2,
    id: Option<InstanceId>,
}

#[godot_api]
impl KasuriNeighbor {
    /// Returns the body's node; [code]null[/code] if it has none.
    #[func]
    fn node(&self) -> Option<Gd<Node>> {
        node(self.id)
    }
}

impl KasuriNeighbor {
    pub(crate) fn of(neighbor: &Neighbor, nodes: &Nodes) -> Gd<KasuriNeighbor> {
        Gd::from_object(KasuriNeighbor {
            body: number_of(neighbor.body),
            distance: neighbor.distance,
            point: vector2(neighbor.point),
            id: nodes.get(&neighbor.body).copied(),
        })
    }
}

/// What a moving body hits first.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriSweepHit {
    /// The number of the body that is hit.
    #[var(no_set)]
    body: i64,
    /// Which region of the moving body hits; 0 is the body itself.
    #[var(no_set)]
    region: i64,
    /// Which region of the other body is hit; 0 is the body itself.
    #[var(no_set)]
    other_region: i64,
    /// Where on the path, from 0 to 1.
    #[var(no_set)]
    time: f64,
    /// The normal of the surface, out of what is hit, for hits of travels and the ground; zero for a sweep.
    #[var(no_set)]
    normal: Vector2,
    id: Option<InstanceId>,
}

#[godot_api]
impl KasuriSweepHit {
    /// Returns the node of the body that is hit; [code]null[/code] if it has none.
    #[func]
    fn node(&self) -> Option<Gd<Node>> {
        node(self.id)
    }
}

impl KasuriSweepHit {
    pub(crate) fn of(hit: &SweepHit, normal: Vector2, nodes: &Nodes) -> Gd<KasuriSweepHit> {
        Gd::from_object(KasuriSweepHit {
            body: number_of(hit.body),
            region: hit.regions[0].into(),
            other_region: hit.regions[1].into(),
            time: hit.t,
            normal,
            id: nodes.get(&hit.body).copied(),
        })
    }
}

/// How two bodies overlap.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriContact {
    /// The direction from the first body to the other; zero where no direction is better than its opposite.
    #[var(no_set)]
    normal: Vector2,
    /// How far the other body must move along the normal until the two only just touch.
    #[var(no_set)]
    depth: f64,
    /// A point inside both.
    #[var(no_set)]
    point: Vector2,
}

#[godot_api]
impl KasuriContact {}

impl KasuriContact {
    pub(crate) fn of(contact: &Contact) -> Gd<KasuriContact> {
        let Contact { normal, depth, point } = *contact;
        Gd::from_object(KasuriContact { normal: vector2(normal), depth, point: vector2(point) })
    }
}

/// How far two bodies are from each other.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriDistance {
    /// The distance; 0 where they overlap.
    #[var(no_set)]
    distance: f64,
    /// The point of the first body that is closest to the other.
    #[var(no_set)]
    point_a: Vector2,
    /// The point of the other body that is closest to the first.
    #[var(no_set)]
    point_b: Vector2,
}

#[godot_api]
impl KasuriDistance {}

impl KasuriDistance {
    pub(crate) fn of(distance: &Distance) -> Gd<KasuriDistance> {
        let Distance { distance, a, b } = *distance;
        Gd::from_object(KasuriDistance { distance, point_a: vector2(a), point_b: vector2(b) })
    }
}

/// What a body stands on.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriGround {
    /// What the body would hit on its way down.
    #[var(no_set)]
    hit: Option<Gd<KasuriSweepHit>>,
    /// How far down the ground is.
    #[var(no_set)]
    gap: f64,
    /// The normal of the ground.
    #[var(no_set)]
    normal: Vector2,
}

#[godot_api]
impl KasuriGround {}

impl KasuriGround {
    pub(crate) fn of(ground: &Ground, nodes: &Nodes) -> Gd<KasuriGround> {
        let normal = vector2(ground.normal);
        let hit = Some(KasuriSweepHit::of(&ground.hit, normal, nodes));
        Gd::from_object(KasuriGround { hit, gap: ground.gap, normal })
    }
}

/// The result of a travel.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriTravel {
    /// The position of the body now, in the world's coordinates.
    #[var(no_set)]
    position: Vector2,
    /// The vector that was asked for, turned and slowed by what was hit.
    #[var(no_set)]
    velocity: Vector2,
    /// What was hit, in order.
    #[var(no_set)]
    hits: Array<Gd<KasuriSweepHit>>,
    /// How far the body was pushed out of what it overlapped before it set out.
    #[var(no_set)]
    pushed: Vector2,
    /// Whether it overlapped something and could not be pushed out.
    #[var(no_set)]
    is_stuck: bool,
}

#[godot_api]
impl KasuriTravel {}

impl KasuriTravel {
    pub(crate) fn of(travel: &Travel, nodes: &Nodes) -> Gd<KasuriTravel> {
        let hits = travel.hits.iter();
        let hits =
            hits.map(|impact| KasuriSweepHit::of(&impact.hit, vector2(impact.normal), nodes)).collect();
        Gd::from_object(KasuriTravel {
            position: vector2(travel.at),
            velocity: vector2(travel.velocity),
            hits,
            pushed: vector2(travel.pushed),
            is_stuck: travel.is_stuck,
        })
    }
}
