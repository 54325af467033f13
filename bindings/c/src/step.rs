//! Steps and the results of the last one: hits as arrays.

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

/// The lengths of a step's lists.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_step {
    /// The number of the step; the first is 1.
    pub number: u64,
    /// Hits that overlap now and did not after the previous step.
    pub began: u32,
    /// Hits that overlap now and did after the previous step.
    pub stayed: u32,
    /// Hits that overlapped after the previous step and do not now.
    pub ended: u32,
    /// Near misses: a pair is reported only the first time that it is within the margin.
    pub grazes: u32,
    /// Bodies that left the world's bounds.
    pub left: u32,
    /// Bodies that came into the world's bounds.
    pub entered: u32,
    /// Bodies that the step removed.
    pub despawned: u32,
}

/// The time and the amounts of a step.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_report {
    /// The number of the step; the first is 1.
    pub step: u64,
    /// The number of bodies.
    pub bodies: u64,
    /// Candidate pairs: pairs whose boxes overlap.
    pub candidates: u64,
    /// Overlaps of regions with regions, before the rules.
    pub overlaps: u64,
    /// Overlaps that are hits by the rules.
    pub hits: u64,
    /// Pairs that graze for the first time.
    pub near_misses: u64,
    /// Nanoseconds for the world's bounds.
    pub bounds_ns: u64,
    /// Nanoseconds for finding candidate pairs.
    pub broad_ns: u64,
    /// Nanoseconds for testing candidate pairs.
    pub decide_ns: u64,
    /// Nanoseconds for the rules and events.
    pub events_ns: u64,
}

/// The lists of hits of a step.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_hits {
    /// All hits that overlap now, in order.
    All = 0,
    /// Hits that overlap now and did not after the previous step.
    Began = 1,
    /// Hits that overlap now and did after the previous step.
    Stayed = 2,
    /// Hits that overlapped after the previous step and do not now.
    Ended = 3,
    /// Near misses: a pair is reported only the first time that it is within the margin.
    Grazes = 4,
}

/// The lists of bodies of a step.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_told {
    /// Bodies that left the world's bounds: no part of them is inside any more.
    Left = 0,
    /// Bodies that came into the world's bounds.
    Entered = 1,
    /// Bodies that the step removed because they were too far outside the bounds.
    Despawned = 2,
}

/// A function that returns one of a step's lists of bodies.
type Bodies = fn(&Step) -> &[kasuri::Handle];

/// One of a step's lists of hits.
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

/// Makes a step: finds all overlaps, applies the rules, and keeps the results until the next step.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_step(
    world: kasuri_world,
    step: Option<&mut MaybeUninit<kasuri_step>>,
) -> kasuri_status {
    border(|| {
        let out = needed(step, "step")?;
        table::write(world, "world", |entry: &mut WorldEntry| {
            // The world uses the memory of the lists again if nothing else refers to them.
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

/// Lists hits of the last step: `which` is one of `kasuri_hits`.
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

/// Lists the hits of the last step between two sets of layers. In each hit the body on the layers `a` is first.
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

/// Lists bodies that the last step reported: `which` is one of `kasuri_told`.
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

/// Writes the time and the amounts of the last step.
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
