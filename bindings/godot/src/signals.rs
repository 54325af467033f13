//! Emitting the signals of a step.
//!
//! Handlers may free anything, also the world, so no object is borrowed while a signal is emitted. A hit that nobody listens
//! to costs no object: in a scene of thousands of bullets most hits are read from the step.

use godot::classes::Object;
use godot::prelude::*;
use kasuri::{Hit, Step};

use crate::body::KasuriBody2D;
use crate::errors::number_of;
use crate::hit::{KasuriHit, KasuriStep};
use crate::world::{KasuriWorld2D, member};

/// The signals that tell of hits.
#[derive(Clone, Copy)]
enum Told {
    Began,
    Ended,
    Grazed,
}

impl Told {
    fn name(self) -> &'static str {
        match self {
            Told::Began => "began",
            Told::Ended => "ended",
            Told::Grazed => "grazed",
        }
    }

    fn hits(self, step: &Step) -> &[Hit] {
        match self {
            Told::Began => step.began(),
            Told::Ended => step.ended(),
            Told::Grazed => step.grazes(),
        }
    }

    fn emit_of_world(self, world: &Gd<KasuriWorld2D>, hit: &Gd<KasuriHit>) {
        match self {
            Told::Began => world.signals().began().emit(hit),
            Told::Ended => world.signals().ended().emit(hit),
            Told::Grazed => world.signals().grazed().emit(hit),
        }
    }

    fn emit_of_body(self, body: &Gd<KasuriBody2D>, hit: &Gd<KasuriHit>) {
        match self {
            Told::Began => body.signals().began().emit(hit),
            Told::Ended => body.signals().ended().emit(hit),
            Told::Grazed => body.signals().grazed().emit(hit),
        }
    }
}

/// Emits all signals of a step. Returns whether the world is still there.
pub(crate) fn emit(world: &Gd<KasuriWorld2D>, step: &Gd<KasuriStep>) -> bool {
    [Told::Began, Told::Ended, Told::Grazed].into_iter().all(|told| emit_hits(world, step, told))
        && emit_left(world, step)
}

fn emit_hits(world: &Gd<KasuriWorld2D>, step: &Gd<KasuriStep>, told: Told) -> bool {
    let name = StringName::from(told.name());
    // Only a handler can connect another one meanwhile.
    let mut is_heard = is_heard(world, &name);
    let nodes_of = |hit: &Hit, step: &KasuriStep| [hit.a, hit.b].map(|body| step.nodes.get(&body).copied());
    let hits: Vec<(Hit, [Option<InstanceId>; 2])> = {
        let step = step.bind();
        if !is_heard && step.nodes.is_empty() {
            return true;
        }
        told.hits(&step.step).iter().map(|hit| (*hit, nodes_of(hit, &step))).collect()
    };
    for (hit, nodes) in hits {
        if !is_heard && nodes == [None, None] {
            continue;
        }
        let told_of = KasuriHit::of_nodes(hit, nodes);
        if is_heard {
            told.emit_of_world(world, &told_of);
        }
        // One by one: a handler of the first may free the second.
        for body in nodes.into_iter().flatten() {
            if let Some(body) = member::<KasuriBody2D>(body) {
                told.emit_of_body(&body, &told_of);
            }
        }
        if !world.is_instance_valid() {
            return false;
        }
        is_heard = self::is_heard(world, &name);
    }
    true
}

fn emit_left(world: &Gd<KasuriWorld2D>, step: &Gd<KasuriStep>) -> bool {
    let left = step.bind().step.left().to_vec();
    for body in left {
        let id = step.bind().nodes.get(&body).copied();
        let node = id.and_then(|id| Gd::<Node>::try_from_instance_id(id).ok());
        world.signals().left().emit(number_of(body), node.as_ref());
        if let Some(body) = id.and_then(member::<KasuriBody2D>) {
            body.signals().left().emit();
        }
        if !world.is_instance_valid() {
            return false;
        }
    }
    true
}

fn is_heard(object: &Gd<KasuriWorld2D>, signal: &StringName) -> bool {
    object.clone().upcast::<Object>().has_connections(signal)
}
