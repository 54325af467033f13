//! Hits and steps, as scripts see them.

use std::collections::HashMap;
use std::sync::Arc;

use godot::prelude::*;
use kasuri::{Handle, Hit, Step};

use crate::errors::{number_of, numbers_of};

/// Two bodies that hit, and where they hit.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriHit {
    pub(crate) hit: Hit,
    nodes: [Option<InstanceId>; 2],
}

#[godot_api]
impl KasuriHit {
    /// Returns the number of the body that was spawned first.
    #[func]
    fn a(&self) -> i64 {
        number_of(self.hit.a)
    }

    /// Returns the number of the other body.
    #[func]
    fn b(&self) -> i64 {
        number_of(self.hit.b)
    }

    /// Returns the node of the first body; [code]null[/code] if it has none or if it was freed.
    #[func]
    fn node_a(&self) -> Option<Gd<Node>> {
        self.node(0)
    }

    /// Returns the node of the other body; [code]null[/code] if it has none or if it was freed.
    #[func]
    fn node_b(&self) -> Option<Gd<Node>> {
        self.node(1)
    }

    /// Returns the other body's node, given a node of one of the two; [code]null[/code] if there is none.
    #[func]
    fn other_node(&self, node: Option<Gd<Node>>) -> Option<Gd<Node>> {
        let id = Some(node?.instance_id());
        match self.nodes {
            [a, _] if a == id => self.node(1),
            [_, b] if b == id => self.node(0),
            _ => None,
        }
    }

    /// Returns the other body's number, given the number of one of the two; 0 if it is none of them.
    #[func]
    fn other(&self, body: i64) -> i64 {
        let body = Handle::from_bits(body.cast_unsigned());
        body.and_then(|body| self.hit.other(body)).map_or(0, number_of)
    }

    /// Returns which region of the first body hits; 0 is the body itself.
    #[func]
    fn region_a(&self) -> i64 {
        self.hit.regions[0].into()
    }

    /// Returns which region of the other body hits; 0 is the body itself.
    #[func]
    fn region_b(&self) -> i64 {
        self.hit.regions[1].into()
    }

    /// Returns when the two first overlapped on their way: from 0, their positions after the last step, to 1, their positions
    /// now. It is -1 if neither is swept.
    #[func]
    fn time(&self) -> f64 {
        self.hit.t().unwrap_or(-1.0)
    }

    /// Returns the layers that the first body is on.
    #[func]
    fn layer_a(&self) -> i64 {
        self.hit.layers()[0].into()
    }

    /// Returns the layers that the other body is on.
    #[func]
    fn layer_b(&self) -> i64 {
        self.hit.layers()[1].into()
    }

    /// Returns the game's number of the first body.
    #[func]
    fn data_a(&self) -> i64 {
        self.hit.data()[0].cast_signed()
    }

    /// Returns the game's number of the other body.
    #[func]
    fn data_b(&self) -> i64 {
        self.hit.data()[1].cast_signed()
    }
}

/// The nodes of bodies that have one.
pub(crate) type Nodes = HashMap<Handle, InstanceId>;

impl KasuriHit {
    pub(crate) fn of(hit: Hit, nodes: &Nodes) -> Gd<KasuriHit> {
        KasuriHit::of_nodes(hit, [hit.a, hit.b].map(|body| nodes.get(&body).copied()))
    }

    pub(crate) fn of_nodes(hit: Hit, nodes: [Option<InstanceId>; 2]) -> Gd<KasuriHit> {
        Gd::from_object(KasuriHit { hit, nodes })
    }

    fn node(&self, side: usize) -> Option<Gd<Node>> {
        self.nodes[side].and_then(|id| Gd::try_from_instance_id(id).ok())
    }
}

/// What a step found. It stays as it is when the world changes.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriStep {
    pub(crate) step: Step,
    pub(crate) nodes: Arc<Nodes>,
}

#[godot_api]
impl KasuriStep {
    /// Returns the number of the step. The first one is 1.
    #[func]
    fn number(&self) -> i64 {
        self.step.number().cast_signed()
    }

    /// Returns the hits that began in this step.
    #[func]
    fn began(&self) -> Array<Gd<KasuriHit>> {
        self.array(self.step.began().iter().copied())
    }

    /// Returns all hits, new and old.
    #[func]
    fn hits(&self) -> Array<Gd<KasuriHit>> {
        self.array(self.step.hits().copied())
    }

    /// Returns the bodies of all hits, new and old, two numbers for each hit. For thousands of hits this costs less than
    /// [method hits].
    #[func]
    fn hit_pairs(&self) -> PackedInt64Array {
        pairs(self.step.began().len() + self.step.stayed().len(), self.step.hits())
    }

    /// Returns the bodies of the hits that began, two numbers for each hit.
    #[func]
    fn began_pairs(&self) -> PackedInt64Array {
        pairs(self.step.began().len(), self.step.began().iter())
    }

    /// Returns the hits that ended in this step.
    #[func]
    fn ended(&self) -> Array<Gd<KasuriHit>> {
        self.array(self.step.ended().iter().copied())
    }

    /// Returns the near misses that began in this step.
    #[func]
    fn grazes(&self) -> Array<Gd<KasuriHit>> {
        self.array(self.step.grazes().iter().copied())
    }

    /// Returns the hits, new and old, between bodies on [param layers_a] and bodies on [param layers_b]; in each, the body on
    /// [param layers_a] comes first.
    #[func]
    fn between(&self, layers_a: u32, layers_b: u32) -> Array<Gd<KasuriHit>> {
        self.array(self.step.between(layers_a, layers_b))
    }

    /// Returns how many hits began.
    #[func]
    fn began_count(&self) -> i64 {
        count(self.step.began().len())
    }

    /// Returns how many bodies overlap now.
    #[func]
    fn hit_count(&self) -> i64 {
        count(self.step.began().len() + self.step.stayed().len())
    }

    /// Returns how many near misses began.
    #[func]
    fn graze_count(&self) -> i64 {
        count(self.step.grazes().len())
    }

    /// Returns the bodies that left the world's bounds.
    #[func]
    fn left(&self) -> PackedInt64Array {
        numbers_of(self.step.left().iter().copied())
    }

    /// Returns the bodies that came into the world's bounds.
    #[func]
    fn entered(&self) -> PackedInt64Array {
        numbers_of(self.step.entered().iter().copied())
    }

    /// Returns the bodies that were removed because they were too far outside the bounds.
    #[func]
    fn despawned(&self) -> PackedInt64Array {
        numbers_of(self.step.despawned().iter().copied())
    }

    /// Returns what decided the step: [code]cpu[/code] or [code]gpu[/code].
    #[func]
    fn backend(&self) -> GString {
        self.step.report().backend.into()
    }

    /// Returns how long the step took, in microseconds.
    #[func]
    fn microseconds(&self) -> f64 {
        self.step.report().times.total().as_secs_f64() * 1e6
    }
}

impl KasuriStep {
    fn array(&self, hits: impl Iterator<Item = Hit>) -> Array<Gd<KasuriHit>> {
        hits.map(|hit| KasuriHit::of(hit, &self.nodes)).collect()
    }
}

fn pairs<'a>(count: usize, hits: impl Iterator<Item = &'a Hit>) -> PackedInt64Array {
    let mut bodies = PackedInt64Array::new();
    bodies.resize(2 * count);
    for (pair, hit) in bodies.as_mut_slice().as_chunks_mut().0.iter_mut().zip(hits) {
        *pair = [hit.a, hit.b].map(number_of);
    }
    bodies
}

fn count(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
