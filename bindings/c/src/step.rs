//! Steps, and what the last one told: hits as arrays.

use kasuri::{Hit, Step};
use std::mem::MaybeUninit;

use crate::border::{Done, Refusal, border};
use crate::choices::choice;
use crate::object::WorldEntry;
use crate::pointers::{buffer, needed};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_body, kasuri_hit, kasuri_world};
use crate::world::ask;

/// What a step told, in numbers: how long its lists are.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_step {
    /// Which step; the first is 1.
    pub number: u64,
    /// Hits that overlap now and did not after the last step.
    pub began: u32,
    /// Hits that overlap now and did before.
    pub stayed: u32,
    /// Hits that overlapped after the last step and do no more.
    pub ended: u32,
    /// Near misses: a pair's first within the margin.
    pub grazes: u32,
    /// Bodies that went out of the world's bounds.
    pub left: u32,
    /// Bodies that came into them.
    pub entered: u32,
    /// Bodies that the step removed.
    pub despawned: u32,
}

/// What a step cost, and how much went through it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_report {
    /// Which step; the first is 1.
    pub step: u64,
    /// How many bodies lived.
    pub bodies: u64,
    /// Pairs whose boxes met.
    pub candidates: u64,
    /// Overlaps before the rules, of regions with regions.
    pub overlaps: u64,
    /// Overlaps that the rules let count.
    pub hits: u64,
    /// Grazes before the rules.
    pub near_misses: u64,
    /// Nanoseconds for the world's bounds.
    pub bounds_ns: u64,
    /// Nanoseconds for finding candidates.
    pub broad_ns: u64,
    /// Nanoseconds for deciding them.
    pub decide_ns: u64,
    /// Nanoseconds for the rules and events.
    pub events_ns: u64,
}

/// A list of hits that a step told.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_hits {
    /// All that overlaps now, in order.
    All = 0,
    /// What overlaps now and did not after the last step.
    Began = 1,
    /// What overlaps now and did before.
    Stayed = 2,
    /// What overlapped after the last step and does no more.
    Ended = 3,
    /// Near misses: a pair's first within the margin.
    Grazes = 4,
}

/// A list of bodies that a step told.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_told {
    /// Those that went out of the world's bounds: nothing of them is inside any more.
    Left = 0,
    /// Those that came into them.
    Entered = 1,
    /// Those that the step removed, too far out.
    Despawned = 2,
}

/// A list of bodies of a step's.
type Bodies = fn(&Step) -> &[kasuri::Handle];

/// A list of hits of a step's.
enum List {
    All,
    Of(fn(&Step) -> &[Hit]),
}

pub(crate) fn summary(step: &Step) -> kasuri_step {
    kasuri_step {
        number: step.number(),
        began: step.began().len() as u32,
        stayed: step.stayed().len() as u32,
        ended: step.ended().len() as u32,
        grazes: step.grazes().len() as u32,
        left: step.left().len() as u32,
        entered: step.entered().len() as u32,
        despawned: step.despawned().len() as u32,
    }
}

/// Finds what overlaps, follows the rules, and keeps what there is to tell until the next step.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_step(
    world: kasuri_world,
    step: Option<&mut MaybeUninit<kasuri_step>>,
) -> kasuri_status {
    border(|| {
        let out = needed(step, "step")?;
        table::write(world, "world", |entry: &mut WorldEntry| {
            // The world writes the lists anew where nobody holds them.
            entry.step = None;
            let step = entry.world.step()?;
            out.put(summary(&step));
            entry.step = Some(step);
            Ok(())
        })
    })
}

fn last(step: Option<&Step>) -> Done<&Step> {
    step.ok_or_else(|| {
        Refusal::new(kasuri_status::Refused, "world: it has not been stepped through this handle yet")
    })
}

/// Hits of the last step: `which` is one of `kasuri_hits`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_hits(
    world: kasuri_world,
    which: u32,
    hits: *mut kasuri_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(hits, capacity, count)?;
        let list = choice!("which", which, kasuri_hits {
            All => List::All,
            Began => List::Of(Step::began),
            Stayed => List::Of(Step::stayed),
            Ended => List::Of(Step::ended),
            Grazes => List::Of(Step::grazes),
        })?;
        ask(world, |_, step| {
            let step = last(step)?;
            match list {
                List::All => buffer.fill(step.hits().copied()),
                List::Of(list) => buffer.fill_from(list(step)),
            }
        })
    })
}

/// The hits of the last step between two sets of layers, the one on the layers `a` first in each.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_hits_between(
    world: kasuri_world,
    a: u32,
    b: u32,
    hits: *mut kasuri_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(hits, capacity, count)?;
        ask(world, |_, step| buffer.fill(last(step)?.between(a, b)))
    })
}

/// Bodies that the last step told: `which` is one of `kasuri_told`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_told(
    world: kasuri_world,
    which: u32,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(bodies, capacity, count)?;
        let list = choice!("which", which, kasuri_told {
            Left => Step::left as Bodies,
            Entered => Step::entered as Bodies,
            Despawned => Step::despawned as Bodies,
        })?;
        ask(world, |_, step| buffer.fill_from(list(last(step)?)))
    })
}

/// What the last step cost.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_report(
    world: kasuri_world,
    report: Option<&mut MaybeUninit<kasuri_report>>,
) -> kasuri_status {
    border(|| {
        let out = needed(report, "report")?;
        ask(world, |_, step| {
            let report = last(step)?.report();
            let ns = |time: std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            out.put(kasuri_report {
                step: report.step,
                bodies: report.bodies as u64,
                candidates: report.candidates as u64,
                overlaps: report.overlaps as u64,
                hits: report.hits as u64,
                near_misses: report.near as u64,
                bounds_ns: ns(report.times.bounds),
                broad_ns: ns(report.times.broad),
                decide_ns: ns(report.times.decide),
                events_ns: ns(report.times.events),
            });
            Ok(())
        })
    })
}
