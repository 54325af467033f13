//! The answer to a scene: the questions put to an executor, in SPEC 8's order.

use crate::answer::{Contact, Distance, OnWay, Overlap, Pair, RayHit, SweepHit};
use crate::effort::spend;
use crate::error::Result;
use crate::form::{Form, Moving, Placed, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::scene::Scene;
use crate::scene::requests::{Ray, Requests};
use crate::{query, reference};

/// Pairs of bodies, by their places in the scene.
pub type Grazes = Vec<(usize, usize)>;

/// A pair of bodies that overlaps, by their places in the scene.
#[derive(Debug, Clone, PartialEq)]
pub struct PairMet {
    /// The earlier body.
    pub a: usize,
    /// The later body.
    pub b: usize,
    /// How they overlap.
    pub how: How,
}

/// How two bodies overlap.
#[derive(Debug, Clone, PartialEq)]
pub enum How {
    /// Where they stand.
    Now(Overlap),
    /// On their ways: one of them is swept.
    OnWay(OnWay),
}

/// What a ray met.
#[derive(Debug, Clone, PartialEq)]
pub enum RayMet {
    /// The first body, if any.
    First(Option<RayHit>),
    /// Every body, by t, for equal t in their order.
    All(Vec<RayHit>),
}

/// What a scene's questions are answered with. Its `Display` is SPEC 8's JSON on one line.
///
/// ```
/// use std::path::Path;
/// use kasuri::scene::Scene;
/// let scene = Scene::from_json(r#"{"kasuri": 1, "bodies": [], "rays": []}"#, Path::new("."))?;
/// let answer = scene.solve()?;
/// assert_eq!(answer.to_string(), r#"{"kasuri":1,"backend":"cpu","pairs":[],"rays":[]}"#);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer<'s> {
    /// The scene that asked.
    pub scene: &'s Scene,
    /// Who answered.
    pub backend: &'static str,
    /// Every overlapping pair.
    pub pairs: Vec<PairMet>,
    /// For each ray what it meets; `None` where the scene has no rays.
    pub rays: Option<Vec<RayMet>>,
    /// For each point the bodies that contain it.
    pub points: Option<Vec<Vec<usize>>>,
    /// For each two bodies how far apart they are; `None` where a sprite covers nothing.
    pub distances: Option<Vec<Option<Distance>>>,
    /// For each two bodies how they touch; `None` where they do not overlap.
    pub contacts: Option<Vec<Option<Contact>>>,
    /// For each two bodies where their outlines cross.
    pub crossings: Option<Vec<Vec<[f64; 2]>>>,
    /// For each sweep the first body met.
    pub sweeps: Option<Vec<Option<SweepHit>>>,
    /// The pairs that graze.
    pub grazes: Option<Grazes>,
}

impl<'s> Answer<'s> {
    /// Asks `judge` everything that the scene asks.
    pub(super) fn by(judge: &impl Judge, scene: &'s Scene) -> Result<Answer<'s>> {
        let Requests { rays, points, distances, contacts, crossings, sweeps, margin } = &scene.requests;
        let forms = |&(a, b): &(usize, usize)| (&scene.bodies()[a].form, &scene.bodies()[b].form);
        let ray = |ray: &Ray| match ray.all {
            true => RayMet::All(judge.all_on_ray(ray)),
            false => RayMet::First(judge.first_on_ray(ray)),
        };
        let distance = |two| {
            let (a, b) = forms(two);
            judge.distance(a, b)
        };
        let contact = |two: &(usize, usize)| {
            let (a, b) = forms(two);
            judge.contact(a, b, scene.touching_of(two.0, two.1))
        };
        let crossing = |two| {
            let (a, b) = forms(two);
            judge.crossings(a, b)
        };
        let sweeps = sweeps.as_ref().map(|sweeps| {
            let swept = affordable(sweeps).map(|sweep| judge.sweep(sweep.mover, sweep.to)).enumerate();
            swept.map(|(k, hit)| hit.map_err(|e| e.at(format!("sweeps[{k}]")))).collect()
        });
        Ok(Answer {
            scene,
            backend: "cpu",
            pairs: pairs(judge, scene),
            rays: rays.as_ref().map(|rays| affordable(rays).map(ray).collect()),
            points: points
                .as_ref()
                .map(|points| affordable(points).map(|p| judge.containing(p.at, p.against)).collect()),
            distances: distances.as_ref().map(|all| affordable(all).map(distance).collect()),
            contacts: contacts.as_ref().map(|all| affordable(all).map(contact).collect()),
            crossings: crossings.as_ref().map(|all| affordable(all).map(crossing).collect()),
            sweeps: sweeps.transpose()?,
            grazes: margin.map(|margin| grazes(judge, scene, margin)),
        })
    }
}

/// Every pair whose layers let it be one and that overlaps, in order: where it stands, or on its way.
pub(super) fn pairs(judge: &impl Judge, scene: &Scene) -> Vec<PairMet> {
    let is_swept = |k: usize| scene.bodies.ways[k].swept;
    let boxes = (0..scene.bodies().len()).map(|k| scene.bodies.moving(k).bounds()).collect::<Vec<_>>();
    let near = pairs_near(judge, scene, &boxes);
    let found = affordable(&near).filter_map(|&(a, b)| {
        let touching = scene.touching_of(a, b);
        let how = if is_swept(a) || is_swept(b) {
            judge.on_way(scene.bodies.moving(a), scene.bodies.moving(b), touching).map(How::OnWay)
        } else {
            judge.overlap((a, b), &scene.bodies()[a].form, &scene.bodies()[b].form, touching).map(How::Now)
        };
        Some(PairMet { a, b, how: how? })
    });
    found.collect()
}

/// Every pair that grazes where it stands, in order.
fn grazes(judge: &impl Judge, scene: &Scene, margin: i32) -> Grazes {
    let boxes = scene.bodies().iter().map(|body| body.form.bounds().map(|b| b.grown(margin)));
    let near = pairs_near(judge, scene, &boxes.collect::<Vec<_>>());
    let grazes = |&(a, b): &(usize, usize)| {
        judge.grazes(&scene.bodies()[a].form, &scene.bodies()[b].form, margin, scene.touching_of(a, b))
    };
    affordable(&near).copied().filter(grazes).collect()
}

/// Questions, until what answering them may take is used up.
fn affordable<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().take_while(|_| spend(4))
}

/// The pairs whose layers match and whose boxes meet. Two tile maps are never one.
fn pairs_near(judge: &impl Judge, scene: &Scene, boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
    let bodies = scene.bodies();
    let is_map = |k: usize| matches!(bodies[k].form, Form::Tiles(_));
    let is_pair = |&(a, b): &(usize, usize)| bodies[a].pairs_with(&bodies[b]) && !(is_map(a) && is_map(b));
    judge.near(bodies, boxes).into_iter().filter(is_pair).collect()
}

impl Scene {
    /// Whether a touch counts between two bodies.
    fn touching_of(&self, a: usize, b: usize) -> Touching {
        self.touching.of(&self.bodies()[a], &self.bodies()[b])
    }
}

/// Whoever answers the questions of a scene.
pub(super) trait Judge {
    /// The pairs whose boxes meet, in order, at least those whose layers match.
    fn near(&self, bodies: &[Placed], boxes: &[Option<Bounds>]) -> Vec<(usize, usize)>;
    /// How two bodies overlap; `pair` are their places.
    fn overlap(&self, pair: (usize, usize), a: &Form, b: &Form, touching: Touching) -> Option<Overlap>;
    fn on_way(&self, a: Moving, b: Moving, touching: Touching) -> Option<OnWay>;
    fn grazes(&self, a: &Form, b: &Form, margin: i32, touching: Touching) -> bool;
    fn distance(&self, a: &Form, b: &Form) -> Option<Distance>;
    fn contact(&self, a: &Form, b: &Form, touching: Touching) -> Option<Contact>;
    fn crossings(&self, a: &Form, b: &Form) -> Vec<[f64; 2]>;
    fn first_on_ray(&self, ray: &Ray) -> Option<RayHit>;
    fn all_on_ray(&self, ray: &Ray) -> Vec<RayHit>;
    fn containing(&self, at: Point, against: u32) -> Vec<usize>;
    fn sweep(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit>>;
}

/// The exact answers of [`query`].
pub(super) struct Fast<'s> {
    crowd: query::Crowd<'s>,
    /// The pairs that overlap, in order, as another executor found them, and whether a touch was one.
    found: Option<(Touching, Vec<Pair>)>,
}

impl<'s> Fast<'s> {
    pub(super) fn of(bodies: &'s [Placed]) -> Fast<'s> {
        Fast { crowd: query::Crowd::of(bodies), found: None }
    }

    #[cfg(feature = "gpu")]
    pub(super) fn with(bodies: &'s [Placed], touching: Touching, pairs: Vec<Pair>) -> Fast<'s> {
        Fast { found: Some((touching, pairs)), ..Fast::of(bodies) }
    }
}

impl Judge for Fast<'_> {
    fn near(&self, bodies: &[Placed], boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
        query::near_pairs(bodies, boxes.iter().copied())
    }

    fn overlap(&self, pair: (usize, usize), a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
        match &self.found {
            Some((asked, pairs)) if *asked == touching && !query::meet_inside(a, b, touching) => {
                let found = pairs.binary_search_by_key(&pair, |pair| (pair.a, pair.b));
                found.ok().map(|k| pairs[k].overlap.clone())
            }
            _ => query::overlap(a, b, touching),
        }
    }

    fn on_way(&self, a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
        query::overlap_on_way(a, b, touching)
    }

    fn grazes(&self, a: &Form, b: &Form, margin: i32, touching: Touching) -> bool {
        query::grazes(a, b, margin, touching)
    }

    fn distance(&self, a: &Form, b: &Form) -> Option<Distance> {
        query::distance(a, b)
    }

    fn contact(&self, a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
        query::contact(a, b, touching)
    }

    fn crossings(&self, a: &Form, b: &Form) -> Vec<[f64; 2]> {
        query::crossings(a, b)
    }

    fn first_on_ray(&self, ray: &Ray) -> Option<RayHit> {
        self.crowd.first_on_ray(ray.from, ray.to, ray.against)
    }

    fn all_on_ray(&self, ray: &Ray) -> Vec<RayHit> {
        self.crowd.all_on_ray(ray.from, ray.to, ray.against)
    }

    fn containing(&self, at: Point, against: u32) -> Vec<usize> {
        self.crowd.containing(at, against)
    }

    fn sweep(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit>> {
        self.crowd.first_on_way(mover, to)
    }
}

/// The plain reference.
pub(super) struct Plain<'s>(pub(super) &'s [Placed]);

impl Judge for Plain<'_> {
    fn near(&self, _: &[Placed], boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
        let all = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| matches!((boxes[a], boxes[b]), (Some(a), Some(b)) if a.meets(b))).collect()
    }

    fn overlap(&self, _: (usize, usize), a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
        reference::overlap(a, b, touching)
    }

    fn on_way(&self, a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
        reference::overlap_on_way(a, b, touching)
    }

    fn grazes(&self, a: &Form, b: &Form, margin: i32, touching: Touching) -> bool {
        reference::graze(a, b, margin, touching)
    }

    fn distance(&self, a: &Form, b: &Form) -> Option<Distance> {
        reference::distance(a, b)
    }

    fn contact(&self, a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
        reference::contact(a, b, touching)
    }

    fn crossings(&self, a: &Form, b: &Form) -> Vec<[f64; 2]> {
        reference::crossings(a, b)
    }

    fn first_on_ray(&self, ray: &Ray) -> Option<RayHit> {
        reference::ray(self.0, ray.from, ray.to, ray.against)
    }

    fn all_on_ray(&self, ray: &Ray) -> Vec<RayHit> {
        let hits = self.0.iter().enumerate().filter_map(|(body, placed)| {
            let hit = reference::ray(std::slice::from_ref(placed), ray.from, ray.to, ray.against)?;
            Some(RayHit { body, ..hit })
        });
        let mut hits: Vec<RayHit> = hits.collect();
        hits.sort_by(|a, b| a.t.total_cmp(&b.t));
        hits
    }

    fn containing(&self, at: Point, against: u32) -> Vec<usize> {
        let all = reference::containing(self.0, at);
        all.into_iter().filter(|&k| self.0[k].layer & against != 0).collect()
    }

    fn sweep(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit>> {
        reference::sweep(self.0, mover, to)
    }
}
