//! A model of the plugin's promises, in plain loops over the library: each frame computes everything anew.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::sync::Arc;

use bevy_camera::visibility::Visibility;
use bevy_ecs::prelude::*;
use bevy_math::Affine3A;
use bevy_transform::components::Transform;
use kasuri::{Body, Handle, Hit, Layers, Look, Mask, Placement, Region, Shape, Step, World};
use kasuri_bevy::angle_of;
use kasuri_bevy::prelude::*;

pub const PICTURES: [&[&str]; 3] = [&["####", "#..#", "#..#", "####"], &["##......"; 8], &["#"]];

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Circle(f64),
    Rect,
    Regions,
    Sprite,
}

#[derive(Debug, Clone)]
pub struct Actor {
    pub entity: Option<Entity>,
    pub is_alive: bool,
    pub kind: Kind,
    pub transform: Transform,
    pub parent: Option<usize>,
    pub visibility: Visibility,
    pub is_disabled: [bool; 2],
    pub picture: usize,
    pub flips: [bool; 2],
    pub size: Option<f32>,
    pub graze: Option<f64>,
    pub layers: Option<[u32; 3]>,
    pub is_swept: bool,
    pub max_hits: Option<u32>,
    body: Option<Handle>,
    is_parked: bool,
    is_new: bool,
}

fn regions() -> [Region; 2] {
    let core = Region::new("core", Shape::circle(1.0).unwrap()).layer(2);
    [core, Region::new("rim", Shape::rect([5.0, 1.0]).unwrap())]
}

impl Actor {
    pub fn new(kind: Kind, transform: Transform, picture: usize) -> Actor {
        Actor {
            entity: None,
            is_alive: true,
            kind,
            transform,
            parent: None,
            visibility: Visibility::Inherited,
            is_disabled: [false; 2],
            picture,
            flips: [false; 2],
            size: None,
            graze: None,
            layers: None,
            is_swept: false,
            max_hits: None,
            body: None,
            is_parked: false,
            is_new: false,
        }
    }

    pub fn collider(&self) -> Collider {
        match self.kind {
            Kind::Circle(r) => Collider::circle(r),
            Kind::Rect => Collider::rect([4.0, 2.0]),
            Kind::Regions => {
                regions().into_iter().fold(Collider::segment([0.0, 0.0], [6.0, 3.0]), Collider::with_region)
            }
            Kind::Sprite => Collider::sprite(),
        }
    }

    fn layers(&self) -> Layers {
        let [layer, against, group] = self.layers.unwrap_or([1, u32::MAX, 0]);
        Layers { layer, against, group }
    }

    /// Returns the look and the size of a texel; `None` if the picture does not exist.
    fn look(&self, masks: &[Arc<Mask>]) -> Option<(Look, [f64; 2])> {
        let look = match self.kind {
            Kind::Circle(r) => Shape::circle(r).ok()?.into(),
            Kind::Rect => Shape::rect([4.0, 2.0]).unwrap().into(),
            Kind::Regions => {
                let look = Look::from(Shape::segment([0.0, 0.0], [6.0, 3.0]).unwrap());
                regions().into_iter().fold(look, Look::region)
            }
            Kind::Sprite => {
                let mask = masks.get(self.picture)?;
                let texels = [mask.width(), mask.height()].map(f64::from);
                let drawn = self.size.map_or(texels, |size| [f64::from(size); 2]);
                let sign = self.flips.map(|flip| if flip { -1.0 } else { 1.0 });
                let size = [sign[0] * (drawn[0] / texels[0]), sign[1] * (drawn[1] / texels[1])];
                return Some((Look::from(mask).pivot([texels[0] / 2.0, texels[1] / 2.0]), size));
            }
        };
        Some((look, [1.0, 1.0]))
    }
}

pub struct Model {
    pub world: World,
    pub actors: Vec<Actor>,
    pub rules: Vec<usize>,
    pub teleports: Vec<usize>,
    pub hits: usize,
    masks: Vec<Arc<Mask>>,
    leaving: Vec<usize>,
    waiting: Vec<usize>,
    /// The entities of all bodies so far, also of those that are gone.
    owners: Vec<(Handle, Entity)>,
}

impl Model {
    pub fn new(world: World) -> Model {
        let masks = PICTURES.iter().map(|rows| Arc::new(Mask::from_rows(rows).unwrap())).collect();
        let (actors, rules, teleports) = Default::default();
        let (leaving, waiting, owners) = Default::default();
        Model { world, actors, rules, teleports, hits: 0, masks, leaving, waiting, owners }
    }

    pub fn entity(&self, k: usize) -> Entity {
        self.actors[k].entity.unwrap()
    }

    pub fn arrive(&mut self, actor: Actor) {
        self.waiting.push(self.actors.len());
        self.actors.push(actor);
    }

    pub fn leave(&mut self, entity: Entity) {
        let k = self.actors.iter().position(|actor| actor.entity == Some(entity)).unwrap();
        self.actors[k].is_alive = false;
        self.leaving.push(k);
    }

    /// Whether `k` is `p` or one of its ancestors.
    pub fn is_above(&self, k: usize, p: usize) -> bool {
        k == p || self.actors[p].parent.is_some_and(|p| self.is_above(k, p))
    }

    pub fn entities(&self, hit: &Hit) -> [Option<Entity>; 2] {
        [hit.a, hit.b].map(|body| self.owners.iter().find(|owner| owner.0 == body).map(|owner| owner.1))
    }

    fn affine(&self, k: usize) -> Affine3A {
        let own = self.actors[k].transform.compute_affine();
        self.actors[k].parent.map_or(own, |parent| self.affine(parent) * own)
    }

    /// Returns an actor's placement, with its scale not multiplied by its texel size yet; `None` if it shears.
    fn placement(&self, k: usize) -> Option<Placement> {
        let actor = &self.actors[k];
        let affine = self.affine(k);
        let at = [f64::from(affine.translation.x), f64::from(affine.translation.y)];
        let Transform { rotation, scale, .. } = actor.transform;
        if actor.parent.is_none() && rotation.x == 0.0 && rotation.y == 0.0 {
            let angle =
                if rotation.z == 0.0 { 0.0 } else { 2.0 * angle_of(rotation.w.into(), rotation.z.into()) };
            return Some(Placement::at(at).turned(angle).scaled([f64::from(scale.x), f64::from(scale.y)]));
        }
        let [a, b] = [affine.matrix3.x_axis.x, affine.matrix3.x_axis.y].map(f64::from);
        let [c, d] = [affine.matrix3.y_axis.x, affine.matrix3.y_axis.y].map(f64::from);
        let near = 1.0 / 262_144.0;
        let round = |length: f64| {
            let plain = (length * 256.0).round_ties_even() / 256.0;
            if (length - plain).abs() <= near * length { plain } else { length }
        };
        let [raw_x, raw_y] = [(a * a + b * b).sqrt(), (c * c + d * d).sqrt()];
        if (a * c + b * d).abs() > near * raw_x * raw_y {
            return None;
        }
        let (x, mut y) = (round(raw_x), round(raw_y));
        if (x - y).abs() <= near * x {
            y = x;
        }
        let (angle, scale) = match (a * d - b * c < 0.0, a >= 0.0) {
            (true, true) => (angle_of(a, b), [x, -y]),
            (true, false) => (angle_of(-a, -b), [-x, y]),
            // NaN counts as not mirrored. It is refused anyway.
            (false, _) => (angle_of(a, b), [x, y]),
        };
        Some(Placement::at(at).turned(angle).scaled(scale))
    }

    fn is_off(&self, k: usize) -> bool {
        self.actors[k].is_disabled != [false; 2] || self.is_hidden(k)
    }

    fn is_hidden(&self, k: usize) -> bool {
        match self.actors[k].visibility {
            Visibility::Hidden => true,
            Visibility::Visible => false,
            Visibility::Inherited => self.actors[k].parent.is_some_and(|parent| self.is_hidden(parent)),
        }
    }

    /// Returns the look and the placement an actor should have; `None` if it has no picture or shears.
    fn wanted(&self, k: usize) -> Option<(Look, Placement)> {
        let (look, size) = self.actors[k].look(&self.masks)?;
        let placement = self.placement(k)?;
        let scale = [placement.scale.x * size[0], placement.scale.y * size[1]];
        Some((look, placement.scaled(scale)))
    }

    fn park(&mut self, k: usize) {
        let body = self.actors[k].body.unwrap();
        if !std::mem::replace(&mut self.actors[k].is_parked, true) {
            self.world.edit(body).layers(Layers::new(0, 0)).unwrap();
            self.world.edit(body).look(Shape::point()).unwrap();
            self.world.edit(body).angle(0.0).unwrap();
            self.world.edit(body).scale([1.0, 1.0]).unwrap();
        }
    }

    fn spawn(&mut self, k: usize) -> bool {
        let Some((look, placement)) = self.wanted(k) else { return false };
        let actor = &self.actors[k];
        let Layers { layer, against, group } = actor.layers();
        let mut body = Body::new(look).at(placement.at).turned(placement.angle).scaled(placement.scale);
        body = body.layer(layer).against(against).group(group);
        body = actor.graze.map_or(body.clone(), |margin| body.graze(margin));
        body = actor.max_hits.map_or(body.clone(), |hits| body.max_hits(hits));
        body = if actor.is_swept { body.swept() } else { body };
        let Ok(handle) = self.world.spawn(body) else { return false };
        self.owners.push((handle, actor.entity.unwrap()));
        let actor = &mut self.actors[k];
        (actor.body, actor.is_parked, actor.is_new) = (Some(handle), false, true);
        if self.is_off(k) {
            self.park(k);
        }
        true
    }

    /// Makes a body match its actor, or parks it.
    fn update(&mut self, k: usize) {
        let body = self.actors[k].body.unwrap();
        if self.rules.contains(&k) {
            self.world.edit(body).max_hits(self.actors[k].max_hits).unwrap();
        }
        self.world.edit(body).swept(self.actors[k].is_swept).unwrap();
        let takes_graze = self.world.edit(body).graze(self.actors[k].graze).is_ok();
        let wanted = self.wanted(k).filter(|_| takes_graze && !self.is_off(k));
        // The snapshot undoes a refused change, which must leave the body where it was.
        let before = self.world.snapshot();
        let is_placed = wanted.is_some_and(|(look, placement)| self.place(k, look, placement).is_ok());
        if !is_placed {
            self.world.restore(&before);
            self.park(k);
        }
    }

    fn place(&mut self, k: usize, look: Look, placement: Placement) -> kasuri::Result<()> {
        let body = self.actors[k].body.unwrap();
        self.world.edit(body).look(Shape::point())?;
        self.world.set_placements(&[body], &[placement])?;
        if self.actors[k].is_parked || self.teleports.contains(&k) {
            self.world.edit(body).teleport(placement.at)?;
        }
        self.world.edit(body).look(look)?;
        self.world.edit(body).layers(self.actors[k].layers())?;
        self.actors[k].is_parked = false;
        Ok(())
    }

    pub fn step(&mut self) -> Step {
        for k in std::mem::take(&mut self.leaving) {
            if let Some(body) = self.actors[k].body.take() {
                self.world.remove(body).unwrap();
            }
        }
        self.actors.iter_mut().for_each(|actor| actor.is_new = false);
        for k in std::mem::take(&mut self.waiting) {
            if self.actors[k].is_alive && !self.spawn(k) {
                self.waiting.push(k);
            }
        }
        for k in 0..self.actors.len() {
            if self.actors[k].body.is_some() && !self.actors[k].is_new {
                self.update(k);
            }
        }
        self.rules.clear();
        self.teleports.clear();
        let step = self.world.step().unwrap();
        self.hits += step.hits().count();
        step
    }

    /// Compares body by body, so that a failure says more than two hashes do.
    pub fn compare(&self, kasuri: &Kasuri) {
        for actor in &self.actors {
            let body = actor.entity.and_then(|entity| kasuri.body(entity));
            assert_eq!(body, actor.body, "{actor:?}");
            let Some(body) = body else { continue };
            let (found, expected) = (kasuri.world().get(body).unwrap(), self.world.get(body).unwrap());
            let of = |seen: kasuri::world::BodyRef<'_>| {
                (seen.at(), seen.angle(), seen.scale(), seen.layers(), seen.is_swept())
            };
            assert_eq!(of(found), of(expected), "{actor:?}");
            assert_eq!(found.form(), expected.form(), "{actor:?}");
            assert_eq!(found.hits_left(), expected.hits_left(), "{actor:?}");
        }
    }
}
