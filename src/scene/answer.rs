//! Answers a scene: an executor answers its queries, in SPEC 8's order.

use crate::answer::{Contact, Distance, OnWay, Overlap, Pair, RayHit, SweepHit};
use crate::effort::spend;
use crate::error::Result;
use crate::form::{Form, Moving, Placed, Touching};
use crate::lattice::{Bounds, Margin, Point, Vec2};
use crate::query::FreeMap;
use crate::scene::Scene;
use crate::scene::requests::{FitsRequest, Ray, Requests};
use crate::{query, reference};

/// Pairs of bodies, by their indices in the scene.
pub type Grazes = Vec<(usize, usize)>;

/// A pair of bodies that overlaps, by their indices in the scene.
#[derive(Debug, Clone, PartialEq)]
pub struct PairMet {
    /// The earlier body.
    pub a: usize,
    /// The later body.
    pub b: usize,
    /// How the two bodies overlap.
    pub how: How,
}

/// How two bodies overlap.
#[derive(Debug, Clone, PartialEq)]
pub enum How {
    /// They overlap at their positions.
    Now(Overlap),
    /// They overlap during their motion: at least one of them is swept.
    OnWay(OnWay),
}

/// The bodies that a ray hits.
#[derive(Debug, Clone, PartialEq)]
pub enum RayHits {
    /// The first body, if any.
    First(Option<RayHit<usize>>),
    /// Every body, ordered by t, and for equal t in body order.
    All(Vec<RayHit<usize>>),
}

/// The answers to all queries of a scene. Its `Display` writes SPEC 8's JSON on one line.
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
    /// The scene that was answered.
    pub scene: &'s Scene,
    /// The backend that answered.
    pub backend: &'static str,
    /// Every overlapping pair.
    pub pairs: Vec<PairMet>,
    /// What each ray hits; `None` where the scene requests no rays.
    pub rays: Option<Vec<RayHits>>,
    /// The bodies that contain each point; `None` where the scene requests no points.
    pub points: Option<Vec<Vec<usize>>>,
    /// The distance of each requested pair, or `None` for a pair with a sprite that covers nothing.
    pub distances: Option<Vec<Option<Distance>>>,
    /// The contact of each requested pair, or `None` for a pair that does not overlap.
    pub contacts: Option<Vec<Option<Contact>>>,
    /// The points where the outlines of each requested pair cross.
    pub crossings: Option<Vec<Vec<Vec2>>>,
    /// The first body that each sweep hits, or `None` for a sweep that hits nothing.
    pub sweeps: Option<Vec<Option<SweepHit<usize>>>>,
    /// The pairs that graze.
    pub grazes: Option<Grazes>,
    /// Where the body of each request for fits would be in no pair.
    pub fits: Option<Vec<FreeMap>>,
}

impl<'s> Answer<'s> {
    /// Answers all queries of a scene with `executor`.
    pub(super) fn by(executor: &impl SceneExecutor, scene: &'s Scene) -> Result<Answer<'s>> {
        let Requests { rays, points, distances, contacts, crossings, sweeps, margin, fits } = &scene.requests;
        let forms = |&(a, b): &(usize, usize)| (&scene.bodies()[a].form, &scene.bodies()[b].form);
        let ray = |ray: &Ray| match ray.all {
            true => RayHits::All(executor.all_on_ray(ray)),
            false => RayHits::First(executor.first_on_ray(ray)),
        };
        let distance = |two| {
            let (a, b) = forms(two);
            executor.distance(a, b)
        };
        let contact = |two: &(usize, usize)| {
            let (a, b) = forms(two);
            executor.contact(a, b, scene.touching_of(two.0, two.1))
        };
        let crossing = |two| {
            let (a, b) = forms(two);
            executor.crossings(a, b)
        };
        let sweeps = sweeps.as_ref().map(|sweeps| {
            let swept = affordable(sweeps).map(|sweep| executor.sweep(sweep.mover, sweep.to)).enumerate();
            swept.map(|(k, hit)| hit.map_err(|e| e.at(format!("sweeps[{k}]")))).collect()
        });
        let fits = fits.as_ref().map(|fits| {
            let maps = affordable(fits).map(|asked| executor.fits(scene, asked)).enumerate();
            maps.map(|(k, map)| map.map_err(|e| e.at(format!("fits[{k}]")))).collect()
        });
        Ok(Answer {
            scene,
            backend: "cpu",
            pairs: pairs(executor, scene),
            rays: rays.as_ref().map(|rays| affordable(rays).map(ray).collect()),
            points: points
                .as_ref()
                .map(|points| affordable(points).map(|p| executor.containing(p.at, p.against)).collect()),
            distances: distances.as_ref().map(|all| affordable(all).map(distance).collect()),
            contacts: contacts.as_ref().map(|all| affordable(all).map(contact).collect()),
            crossings: crossings.as_ref().map(|all| affordable(all).map(crossing).collect()),
            sweeps: sweeps.transpose()?,
            grazes: margin.map(|margin| grazes(executor, scene, margin)),
            fits: fits.transpose()?,
        })
    }
}

/// Returns every pair whose layers match and that overlaps, in order: at its positions, or during its motion where one
/// is swept.
pub(super) fn pairs(executor: &impl SceneExecutor, scene: &Scene) -> Vec<PairMet> {
    let is_swept = |k: usize| scene.bodies.motions[k].swept;
    let boxes = (0..scene.bodies().len()).map(|k| scene.bodies.moving(k).bounds()).collect::<Vec<_>>();
    let candidates = candidate_pairs(executor, scene, &boxes);
    let found = affordable(&candidates).filter_map(|&(a, b)| {
        let touching = scene.touching_of(a, b);
        let how = if is_swept(a) || is_swept(b) {
            executor.on_way(scene.bodies.moving(a), scene.bodies.moving(b), touching).map(How::OnWay)
        } else {
            executor.overlap((a, b), &scene.bodies()[a].form, &scene.bodies()[b].form, touching).map(How::Now)
        };
        Some(PairMet { a, b, how: how? })
    });
    found.collect()
}

/// Returns every pair that grazes at its positions, in order.
fn grazes(executor: &impl SceneExecutor, scene: &Scene, margin: Margin) -> Grazes {
    let boxes = scene.bodies().iter().map(|body| body.form.bounds().map(|b| b.grown(margin.units())));
    let candidates = candidate_pairs(executor, scene, &boxes.collect::<Vec<_>>());
    let grazes = |&(a, b): &(usize, usize)| {
        executor.grazes(&scene.bodies()[a].form, &scene.bodies()[b].form, margin, scene.touching_of(a, b))
    };
    affordable(&candidates).copied().filter(grazes).collect()
}

/// Iterates over queries until the budget for answering them is used up.
fn affordable<T>(all: &[T]) -> impl Iterator<Item = &T> {
    all.iter().take_while(|_| spend(4))
}

/// Returns the pairs whose layers match and whose boxes meet. Two tile maps are never a pair.
fn candidate_pairs(
    executor: &impl SceneExecutor,
    scene: &Scene,
    boxes: &[Option<Bounds>],
) -> Vec<(usize, usize)> {
    let bodies = scene.bodies();
    let is_map = |k: usize| matches!(bodies[k].form, Form::Tiles(_));
    let is_pair = |&(a, b): &(usize, usize)| bodies[a].pairs_with(&bodies[b]) && !(is_map(a) && is_map(b));
    executor.candidates(bodies, boxes).into_iter().filter(is_pair).collect()
}

impl Scene {
    /// Whether touching counts between two bodies.
    fn touching_of(&self, a: usize, b: usize) -> Touching {
        self.touching.of(&self.bodies()[a], &self.bodies()[b])
    }
}

/// An executor that answers the queries of a scene.
pub(super) trait SceneExecutor {
    /// Returns the pairs whose boxes meet, in order; at least those whose layers match.
    fn candidates(&self, bodies: &[Placed], boxes: &[Option<Bounds>]) -> Vec<(usize, usize)>;
    /// Returns how two bodies overlap; `pair` is their indices.
    fn overlap(&self, pair: (usize, usize), a: &Form, b: &Form, touching: Touching) -> Option<Overlap>;
    fn on_way(&self, a: Moving, b: Moving, touching: Touching) -> Option<OnWay>;
    fn grazes(&self, a: &Form, b: &Form, margin: Margin, touching: Touching) -> bool;
    fn distance(&self, a: &Form, b: &Form) -> Option<Distance>;
    fn contact(&self, a: &Form, b: &Form, touching: Touching) -> Option<Contact>;
    fn crossings(&self, a: &Form, b: &Form) -> Vec<Vec2>;
    fn first_on_ray(&self, ray: &Ray) -> Option<RayHit<usize>>;
    fn all_on_ray(&self, ray: &Ray) -> Vec<RayHit<usize>>;
    fn containing(&self, at: Point, against: u32) -> Vec<usize>;
    fn sweep(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>>;
    fn fits(&self, scene: &Scene, asked: &FitsRequest) -> Result<FreeMap>;
}

/// Gives the exact answers of [`query`].
pub(super) struct Fast<'s> {
    crowd: query::BodyTree<'s>,
    /// The overlapping pairs, in order, that another executor found, and the `touching` that it used.
    found: Option<(Touching, Vec<Pair>)>,
    /// What answers where a body fits.
    #[cfg(feature = "gpu")]
    gpu: Option<&'s crate::gpu::Gpu>,
}

impl<'s> Fast<'s> {
    pub(super) fn of(bodies: &'s [Placed]) -> Fast<'s> {
        Fast {
            crowd: query::BodyTree::of(bodies),
            found: None,
            #[cfg(feature = "gpu")]
            gpu: None,
        }
    }

    #[cfg(feature = "gpu")]
    pub(super) fn on_gpu(
        gpu: &'s crate::gpu::Gpu,
        bodies: &'s [Placed],
        touching: Touching,
        pairs: Vec<Pair>,
    ) -> Fast<'s> {
        Fast { found: Some((touching, pairs)), gpu: Some(gpu), ..Fast::of(bodies) }
    }
}

impl SceneExecutor for Fast<'_> {
    fn candidates(&self, bodies: &[Placed], boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
        query::near_pairs(bodies, boxes.iter().copied())
    }

    fn overlap(&self, pair: (usize, usize), a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
        let Some((_, pairs)) = self.found.as_ref().filter(|(asked, _)| *asked == touching) else {
            return query::overlap(a, b, touching);
        };
        let found =
            pairs.binary_search_by_key(&pair, |pair| (pair.a, pair.b)).ok().map(|k| &pairs[k].overlap);
        match found {
            // It was found by `query::contact`, which knows seams.
            Some(Overlap::ShapeShape(_)) => found.cloned(),
            _ if query::meet_inside(a, b, touching) => query::overlap(a, b, touching),
            _ => found.cloned(),
        }
    }

    fn on_way(&self, a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
        query::overlap_on_way(a, b, touching)
    }

    fn grazes(&self, a: &Form, b: &Form, margin: Margin, touching: Touching) -> bool {
        query::grazes(a, b, margin, touching)
    }

    fn distance(&self, a: &Form, b: &Form) -> Option<Distance> {
        query::distance(a, b)
    }

    fn contact(&self, a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
        query::contact(a, b, touching)
    }

    fn crossings(&self, a: &Form, b: &Form) -> Vec<Vec2> {
        query::crossings(a, b)
    }

    fn first_on_ray(&self, ray: &Ray) -> Option<RayHit<usize>> {
        self.crowd.first_on_ray(ray.from, ray.to, ray.against)
    }

    fn all_on_ray(&self, ray: &Ray) -> Vec<RayHit<usize>> {
        self.crowd.all_on_ray(ray.from, ray.to, ray.against)
    }

    fn containing(&self, at: Point, against: u32) -> Vec<usize> {
        self.crowd.containing(at, against)
    }

    fn sweep(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>> {
        self.crowd.first_on_way(mover, to)
    }

    fn fits(&self, scene: &Scene, asked: &FitsRequest) -> Result<FreeMap> {
        let touching = |a: &Placed, b: &Placed| scene.touching.of(a, b);
        let fits = query::fits_by(&asked.poses, &asked.places, scene.bodies(), touching)?;
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu {
            return Ok(fits.on_gpu(gpu)?.map());
        }
        Ok(fits.map())
    }
}

/// Gives the answers of the plain reference.
pub(super) struct PlainReference<'s>(pub(super) &'s [Placed]);

impl SceneExecutor for PlainReference<'_> {
    fn candidates(&self, _: &[Placed], boxes: &[Option<Bounds>]) -> Vec<(usize, usize)> {
        let all = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
        all.filter(|&(a, b)| matches!((boxes[a], boxes[b]), (Some(a), Some(b)) if a.meets(b))).collect()
    }

    fn overlap(&self, _: (usize, usize), a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
        reference::overlap(a, b, touching)
    }

    fn on_way(&self, a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
        reference::overlap_on_way(a, b, touching)
    }

    fn grazes(&self, a: &Form, b: &Form, margin: Margin, touching: Touching) -> bool {
        reference::graze(a, b, margin.units(), touching)
    }

    fn distance(&self, a: &Form, b: &Form) -> Option<Distance> {
        reference::distance(a, b)
    }

    fn contact(&self, a: &Form, b: &Form, touching: Touching) -> Option<Contact> {
        reference::contact(a, b, touching)
    }

    fn crossings(&self, a: &Form, b: &Form) -> Vec<Vec2> {
        reference::crossings(a, b)
    }

    fn first_on_ray(&self, ray: &Ray) -> Option<RayHit<usize>> {
        reference::ray(self.0, ray.from, ray.to, ray.against)
    }

    fn all_on_ray(&self, ray: &Ray) -> Vec<RayHit<usize>> {
        let hits = self.0.iter().enumerate().filter_map(|(body, placed)| {
            let hit = reference::ray(std::slice::from_ref(placed), ray.from, ray.to, ray.against)?;
            Some(RayHit { body, ..hit })
        });
        let mut hits: Vec<RayHit<usize>> = hits.collect();
        hits.sort_by(|a, b| a.t.total_cmp(&b.t));
        hits
    }

    fn containing(&self, at: Point, against: u32) -> Vec<usize> {
        let all = reference::containing(self.0, at);
        all.into_iter().filter(|&k| self.0[k].layer & against != 0).collect()
    }

    fn sweep(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>> {
        reference::sweep(self.0, mover, to)
    }

    fn fits(&self, scene: &Scene, asked: &FitsRequest) -> Result<FreeMap> {
        let FitsRequest { poses, places } = asked;
        let touching = |a: &Placed, b: &Placed| scene.touching.of(a, b);
        let free = reference::fits(poses, [places.from, places.step], places.count, self.0, touching)?;
        Ok(FreeMap::of(poses.len(), places.count, |angle, x, y| free[angle][y as usize][x as usize]))
    }
}
