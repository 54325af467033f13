//! Candidate pairs by broccoli, packed_spatial_index, parry2d and rstar, each used in the ways that suit it best.

use std::ops::ControlFlow;

use broccoli::aabb::{BBox, pin::AabbPin};
use kasuri::lattice::Bounds;
use packed_spatial_index::{Box2D, Index2DBuilder};
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

use crate::growth::Way;
use crate::workloads::boxes::{Movie, timed};
use crate::{Job, Workload};

macro_rules! contender {
    ($name:literal, $by:literal, $prepare:expr) => {
        Workload { name: $name, by: $by, about: "", prepare: || $prepare }
    };
}

pub(super) const LIST: &[Workload] = &[
    contender!("w1-1k", "broccoli", broccoli_within(1_000)),
    contender!("w1-1k", "packed_spatial_index", packed_within(1_000)),
    contender!("w1-10k", "packed_spatial_index", packed_within(10_000)),
    contender!("w1-100k", "packed_spatial_index", packed_within(100_000)),
    contender!("w1-1k", "parry Bvh, built anew each 8th", parry_within(1_000)),
    contender!("w1-10k", "broccoli", broccoli_within(10_000)),
    contender!("w1-10k", "parry Bvh, built anew each 8th", parry_within(10_000)),
    contender!("w1-100k", "broccoli", broccoli_within(100_000)),
    contender!("w1-100k", "parry Bvh, built anew each 8th", parry_within(100_000)),
    contender!("w1-10k", "parry Bvh, as rapier keeps it", rapier_within(10_000)),
    contender!("w1-100k", "parry Bvh, as rapier keeps it", rapier_within(100_000)),
    contender!("w1-1k", "rstar", rstar_within(1_000)),
    contender!("w1-10k", "rstar", rstar_within(10_000)),
    contender!("w1b-10k", "rstar of targets", rstar_of_targets(10_000)),
    contender!("w1b-100k", "rstar of targets", rstar_of_targets(100_000)),
    contender!("w1b-1k", "broccoli of bullets", broccoli_of_bullets(1_000)),
    contender!("w1b-10k", "broccoli of bullets", broccoli_of_bullets(10_000)),
    contender!("w1b-10k", "broccoli of targets", broccoli_of_targets(10_000)),
    contender!("w1b-10k", "parry Bvh of targets", parry_of_targets(10_000)),
    contender!("w1b-100k", "broccoli of bullets", broccoli_of_bullets(100_000)),
    contender!("w1b-100k", "broccoli of targets", broccoli_of_targets(100_000)),
    contender!("w1b-100k", "parry Bvh of targets", parry_of_targets(100_000)),
];

/// The rivals in the drawing of growth.
pub(crate) const GROWING: [Way; 2] = [("broccoli", broccoli_within), ("parry Bvh", parry_within)];

/// Converts a box to pixels; exact, because f32 has 24 bits.
pub(super) fn pixels(b: &Bounds) -> [f32; 4] {
    [b.min.x, b.min.y, b.max.x, b.max.y].map(|x| x as f32 / 256.0)
}

type Leaf = BBox<f32, u32>;

fn leaves<'a>(boxes: impl Iterator<Item = &'a Bounds>) -> impl Iterator<Item = Leaf> {
    let leaf = |(b, id): (&Bounds, u32)| {
        let [x0, y0, x1, y1] = pixels(b);
        BBox { rect: broccoli::rect(x0, x1, y0, y1), inner: id }
    };
    boxes.zip(0..).map(leaf)
}

fn broccoli_within(n: usize) -> Job {
    let mut found: Vec<Leaf> = Vec::new();
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        found.clear();
        found.extend(leaves(frame.iter()));
        let mut tree = broccoli::Tree::new(&mut found);
        tree.find_colliding_pairs(|a, b| pairs.push([*a.unpack_inner(), *b.unpack_inner()]));
    })
}

/// Builds the index anew in each frame: it is made for boxes that stay.
fn packed_within(n: usize) -> Job {
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        let mut builder = Index2DBuilder::new(frame.len());
        for b in frame {
            let [x0, y0, x1, y1] = pixels(b).map(f64::from);
            builder.add(Box2D::new(x0, y0, x1, y1));
        }
        let index = builder.finish_simd().expect("as many boxes as announced");
        let _: ControlFlow<()> = index.pairs_each(|a, b| {
            pairs.push([a as u32, b as u32]);
            ControlFlow::Continue(())
        });
    })
}

fn broccoli_of_bullets(n: usize) -> Job {
    broccoli_against(n, |bullets, few| (bullets, few))
}

fn broccoli_of_targets(n: usize) -> Job {
    broccoli_against(n, |bullets, few| (few, bullets))
}

type Split = for<'a> fn(&'a mut Vec<Leaf>, &'a mut Vec<Leaf>) -> (&'a mut Vec<Leaf>, &'a mut Vec<Leaf>);

/// Builds a tree of one group and queries it with each box of the other group.
fn broccoli_against(n: usize, split: Split) -> Job {
    let (mut bullets, mut few): (Vec<Leaf>, Vec<Leaf>) = (Vec::new(), Vec::new());
    timed(Movie::against(n), move |movie, frame, pairs| {
        pairs.clear();
        bullets.clear();
        bullets.extend(leaves(frame.iter()).take(movie.bullets));
        few.clear();
        few.extend(leaves(frame.iter()).skip(movie.bullets));
        let (inside, asking) = split(&mut bullets, &mut few);
        // broccoli treats boxes that only share an edge as apart. Growing them by less than a lattice unit makes them
        // overlap.
        for asked in asking.iter_mut() {
            asked.rect = asked.rect.grow(1.0 / 1024.0);
        }
        let mut tree = broccoli::Tree::new(inside);
        for asked in AabbPin::from_mut(&mut asking[..]).iter_mut() {
            tree.find_all_intersect_rect(asked, |a, b| pairs.push([*a.unpack_inner(), *b.unpack_inner()]));
        }
    })
}

fn aabb(b: &Bounds) -> Aabb {
    let [x0, y0, x1, y1] = pixels(b);
    Aabb::new(Vector::new(x0, y0), Vector::new(x1, y1))
}

fn parry_within(n: usize) -> Job {
    let (mut tree, mut workspace, mut frames) = (Bvh::new(), BvhWorkspace::default(), 0);
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        if frames == 0 {
            tree = Bvh::from_iter(BvhBuildStrategy::Binned, frame.iter().map(aabb).enumerate());
        }
        for (b, id) in frame.iter().zip(0..) {
            tree.insert_or_update_partially(aabb(b), id, 0.0);
        }
        frames += 1;
        if frames % 8 == 0 {
            tree.rebuild(&mut workspace, BvhBuildStrategy::Binned);
        }
        tree.refit(&mut workspace);
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push([a, b]));
    })
}

fn parry_of_targets(n: usize) -> Job {
    timed(Movie::against(n), move |movie, frame, pairs| {
        pairs.clear();
        let (bullets, few) = frame.split_at(movie.bullets);
        let tree = Bvh::from_iter(BvhBuildStrategy::Binned, few.iter().map(aabb).enumerate());
        for (b, id) in bullets.iter().zip(0..) {
            pairs.extend(tree.intersect_aabb(&aabb(b)).map(|t| [id, movie.bullets as u32 + t]));
        }
    })
}

/// Updates the leaves that moved, and improves a small part of the tree in every frame.
fn rapier_within(n: usize) -> Job {
    let (mut tree, mut workspace) = (Bvh::new(), BvhWorkspace::default());
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        if tree.is_empty() {
            tree = Bvh::from_iter(BvhBuildStrategy::Binned, frame.iter().map(aabb).enumerate());
        }
        for (b, id) in frame.iter().zip(0..) {
            tree.insert_or_update_partially(aabb(b), id, 0.0);
        }
        tree.optimize_incremental(&mut workspace);
        tree.refit(&mut workspace);
        tree.traverse_bvtt_single_tree::<false>(&mut workspace, &mut |a, b| pairs.push([a, b]));
    })
}

type Entry = GeomWithData<Rectangle<[f32; 2]>, u32>;

fn entries(boxes: &[Bounds], from: u32) -> Vec<Entry> {
    boxes.iter().zip(from..).map(|(b, id)| GeomWithData::new(Rectangle::from_aabb(envelope(b)), id)).collect()
}

fn envelope(b: &Bounds) -> rstar::AABB<[f32; 2]> {
    let [x0, y0, x1, y1] = pixels(b);
    rstar::AABB::from_corners([x0, y0], [x1, y1])
}

fn rstar_within(n: usize) -> Job {
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        let tree = RTree::bulk_load(entries(frame, 0));
        for (b, a) in frame.iter().zip(0..) {
            let met = tree.locate_in_envelope_intersecting(envelope(b)).map(|entry| entry.data);
            pairs.extend(met.filter(|&b| a < b).map(|b| [a, b]));
        }
    })
}

fn rstar_of_targets(n: usize) -> Job {
    timed(Movie::against(n), move |movie, frame, pairs| {
        pairs.clear();
        let (bullets, few) = frame.split_at(movie.bullets);
        let tree = RTree::bulk_load(entries(few, movie.bullets as u32));
        for (b, id) in bullets.iter().zip(0..) {
            let met = tree.locate_in_envelope_intersecting(envelope(b));
            pairs.extend(met.map(|entry| [id, entry.data]));
        }
    })
}
