//! Candidate pairs by the dynamic tree of Box2D v3, rebuilt from the boxes that it contains.
#![allow(unsafe_code)] // Box2D is written in C.

use std::os::raw::c_void;

use boxdd_sys::ffi as b2;
use kasuri::lattice::Bounds;

use crate::rivals::boxes::pixels;
use crate::workloads::boxes::{Movie, timed};
use crate::{Job, Workload};

pub(super) const LIST: &[Workload] = &[
    Workload { name: "w1-1k", by: "Box2D tree", about: "", prepare: || within(1_000) },
    Workload { name: "w1-10k", by: "Box2D tree", about: "", prepare: || within(10_000) },
    Workload { name: "w1-100k", by: "Box2D tree", about: "", prepare: || within(100_000) },
    Workload { name: "w1b-10k", by: "Box2D tree of targets", about: "", prepare: || of_targets(10_000) },
    Workload { name: "w1b-100k", by: "Box2D tree of targets", about: "", prepare: || of_targets(100_000) },
];

struct Tree {
    tree: b2::b2DynamicTree,
    leaves: Vec<i32>,
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: Box2D's own function made the tree, and it is not used after this.
        unsafe { b2::b2DynamicTree_Destroy(&raw mut self.tree) }
    }
}

fn aabb(b: &Bounds) -> b2::b2AABB {
    let [x0, y0, x1, y1] = pixels(b);
    b2::b2AABB { lowerBound: b2::b2Vec2 { x: x0, y: y0 }, upperBound: b2::b2Vec2 { x: x1, y: y1 } }
}

/// The body of a query, and the list for its pairs.
struct Asking<'a> {
    id: u32,
    /// If set, only bodies with a greater id are wanted.
    after: Option<u32>,
    pairs: &'a mut Vec<[u32; 2]>,
}

// SAFETY: only Box2D calls this function, with the context that `ask` passes.
unsafe extern "C" fn found(_: i32, other: u64, asking: *mut c_void) -> bool {
    // SAFETY: the context is the one that `ask` passes, and nothing else uses it during the query.
    let asking = unsafe { &mut *asking.cast::<Asking<'_>>() };
    let other = other as u32;
    if asking.after.is_none_or(|after| other > after) {
        asking.pairs.push([asking.id, other]);
    }
    true
}

impl Tree {
    fn new(boxes: &[Bounds], first: u32) -> Tree {
        // SAFETY: only the tree's own functions use it, one at a time.
        unsafe {
            let mut tree = b2::b2DynamicTree_Create(boxes.len() as i32);
            let mut add =
                |(b, id): (&Bounds, u32)| b2::b2DynamicTree_CreateProxy(&raw mut tree, aabb(b), 1, id.into());
            let leaves = boxes.iter().zip(first..).map(&mut add).collect();
            Tree { tree, leaves }
        }
    }

    fn move_to(&mut self, boxes: &[Bounds]) {
        // SAFETY: as above; every leaf belongs to this tree.
        unsafe {
            for (b, &leaf) in boxes.iter().zip(&self.leaves) {
                b2::b2DynamicTree_EnlargeProxy(&raw mut self.tree, leaf, aabb(b));
            }
            b2::b2DynamicTree_Rebuild(&raw mut self.tree, true);
        }
    }

    fn ask(&self, b: &Bounds, mut asking: Asking<'_>) {
        // SAFETY: as above; `found` gets the context type that it expects.
        unsafe {
            let context = (&raw mut asking).cast();
            b2::b2DynamicTree_Query(&raw const self.tree, aabb(b), u64::MAX, Some(found), context);
        }
    }
}

fn within(n: usize) -> Job {
    let mut tree: Option<Tree> = None;
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        let tree = tree.get_or_insert_with(|| Tree::new(frame, 0));
        tree.move_to(frame);
        for (b, id) in frame.iter().zip(0..) {
            tree.ask(b, Asking { id, after: Some(id), pairs });
        }
    })
}

fn of_targets(n: usize) -> Job {
    let mut tree: Option<Tree> = None;
    timed(Movie::against(n), move |movie, frame, pairs| {
        pairs.clear();
        let (bullets, few) = frame.split_at(movie.bullets);
        let tree = tree.get_or_insert_with(|| Tree::new(few, movie.bullets as u32));
        tree.move_to(few);
        for (b, id) in bullets.iter().zip(0..) {
            tree.ask(b, Asking { id, after: None, pairs });
        }
    })
}
