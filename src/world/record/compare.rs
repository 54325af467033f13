//! Where two recordings first differ: the step, the pass and the pair.

use std::fmt;

use crate::error::Result;
use crate::world::World;
use crate::world::record::{Recorded, Recording};
use crate::world::step::events::Hit;
use crate::world::table::handle::Handle;

/// A part of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pass {
    /// What exists before the step: the bodies, and what the world remembers of earlier steps.
    State,
    /// The broad phase.
    Candidates,
    /// The overlaps and grazes before the rules.
    Overlaps,
    /// What the step reports, and what the world remembers after it.
    Events,
}

impl Pass {
    /// The pass's name.
    pub fn name(self) -> &'static str {
        match self {
            Pass::State => "state",
            Pass::Candidates => "candidates",
            Pass::Overlaps => "overlaps",
            Pass::Events => "events",
        }
    }
}

/// The first thing that differs between two recordings, or between one and its replay.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The number of the step in the worlds' own count.
    pub step: u64,
    /// The pass of the step.
    pub pass: Pass,
    /// The pair, if it is a pair that differs.
    pub pair: Option<[Handle; 2]>,
    /// The body, if the state of one body differs.
    pub body: Option<Handle>,
    /// What differs.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, {}: {}", self.step, self.pass.name(), self.what)
    }
}

impl Recording {
    /// Returns where two recordings of one session first differ, if they do: the first step, its first pass, the
    /// first pair.
    ///
    /// ```
    /// use kasuri::{record::Pass, Body, Recorder, Recording, World};
    /// let record = |end: f64| -> kasuri::Result<Recording> {
    ///     let mut world = World::new();
    ///     let ball = world.spawn(Body::circle(3.0))?;
    ///     let mut recorder = Recorder::new();
    ///     for x in [0.0, 1.0, end] {
    ///         world.edit(ball).position([x, 0.0])?;
    ///         recorder.step(&mut world)?;
    ///     }
    ///     Recording::new(recorder.bytes())
    /// };
    /// let difference = record(2.0)?.first_difference(&record(2.5)?)?.expect("another end");
    /// assert_eq!((difference.step, difference.pass), (3, Pass::State));
    /// assert_eq!(difference.to_string(), "step 3, state: body 0v1 is at [2, 0] in the first, at [2.5, 0] in the second");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn first_difference(&self, other: &Recording) -> Result<Option<Difference>> {
        for k in 0..self.len().min(other.len()) {
            let (a, b) = (self.step(k)?.2, other.step(k)?.2);
            if let Some(mut difference) = a.differs(&b) {
                if difference.pass == Pass::State {
                    (difference.body, difference.what) = worlds_at(self, other, k)?;
                }
                return Ok(Some(difference));
            }
        }
        if self.len() == other.len() {
            return Ok(None);
        }
        let (k, longer) = if self.len() < other.len() { (self.len(), other) } else { (other.len(), self) };
        let what = format!("the first ends after {} steps, the second after {}", self.len(), other.len());
        Ok(Some(Difference {
            step: longer.step(k)?.2.number,
            pass: Pass::State,
            pair: None,
            body: None,
            what,
        }))
    }
}

impl Recorded {
    /// Returns the first difference between two recorded steps. If a recording is compared with its replay, the
    /// replay is the second.
    pub(super) fn differs(&self, other: &Recorded) -> Option<Difference> {
        if self == other {
            return None;
        }
        let difference = |pass: Pass, pair: Option<[Handle; 2]>, what: String| {
            Some(Difference { step: self.number, pass, pair, body: None, what })
        };
        if self.number != other.number {
            let what = format!("the first makes step {}, the second step {}", self.number, other.number);
            return difference(Pass::State, None, what);
        }
        if self.before != other.before {
            return difference(Pass::State, None, "the worlds' hashes differ".into());
        }
        if let Some((pair, side)) = first_apart(&self.candidates, &other.candidates) {
            let what = format!("{} with {} is in the {side} only", pair[0], pair[1]);
            return difference(Pass::Candidates, Some(pair), what);
        }
        let names = ["overlap", "near miss", "began", "stayed", "ended", "graze"];
        for (k, name) in names.iter().enumerate() {
            if let Some((hit, side)) = first_apart(&self.hits[k], &other.hits[k]) {
                let pass = if k < 2 { Pass::Overlaps } else { Pass::Events };
                let what = format!("{name}, {} is in the {side} only", pair_of(&hit));
                return difference(pass, Some([hit.a, hit.b]), what);
            }
        }
        for (k, name) in ["left", "entered", "despawned"].iter().enumerate() {
            if let Some((body, side)) = first_apart(&self.bodies[k], &other.bodies[k]) {
                return difference(Pass::Events, None, format!("{name}, {body} is in the {side} only"));
            }
        }
        difference(
            Pass::Events,
            None,
            "all results are equal, but the state kept for later steps differs".into(),
        )
    }
}

fn pair_of(hit: &Hit) -> String {
    let Hit { a, b, regions: [i, j], layers: [on_a, on_b], .. } = hit;
    let time = hit.t().map(|t| format!(" at {t}")).unwrap_or_default();
    format!("{a} (region {i}, layers {on_a}) with {b} (region {j}, layers {on_b}){time}")
}

/// Returns the first item of either list that the other list does not have at that index, and the list that has it.
fn first_apart<T: Copy + PartialEq>(a: &[T], b: &[T]) -> Option<(T, &'static str)> {
    let k = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    match (a.get(k), b.get(k)) {
        (None, None) => None,
        (Some(&x), Some(&y)) if b[k..].contains(&x) => Some((y, "second")),
        (Some(&x), _) => Some((x, "first")),
        (None, Some(&y)) => Some((y, "second")),
    }
}

/// Returns what differs between the worlds of two recordings before a step.
fn worlds_at(a: &Recording, b: &Recording, k: usize) -> Result<(Option<Handle>, String)> {
    let at = |recording: &Recording| {
        let mut replay = recording.replay();
        for _ in 0..k {
            replay.step()?;
        }
        replay.prepare()?;
        Ok(replay.into_world())
    };
    Ok(first_other(&at(a)?, &at(b)?))
}

/// Returns the first body that differs between two worlds, if there is one, and a text that names the property.
pub(super) fn first_other(a: &World, b: &World) -> (Option<Handle>, String) {
    let (mut ours, mut theirs) = (a.iter(), b.iter());
    loop {
        let (x, y) = match (ours.next(), theirs.next()) {
            (Some(x), Some(y)) => (x, y),
            (Some(x), None) => {
                let body = x.handle();
                return (Some(body), format!("body {body} is in the first only"));
            }
            (None, Some(y)) => {
                let body = y.handle();
                return (Some(body), format!("body {body} is in the second only"));
            }
            (None, None) => {
                return (None, "the bodies are equal, but the state kept from earlier steps differs".into());
            }
        };
        let body = x.handle();
        if body != y.handle() {
            return (Some(body), format!("body {body} of the first is {} in the second", y.handle()));
        }
        let (p, q) = (x.at(), y.at());
        if p != q {
            let positions = format!("[{}, {}] in the first, at [{}, {}] in the second", p.x, p.y, q.x, q.y);
            return (Some(body), format!("body {body} is at {positions}"));
        }
        let mut other = [
            (
                x.angle() != y.angle(),
                format!("is turned by {} in the first, by {} in the second", x.angle(), y.angle()),
            ),
            (x.scale() != y.scale(), "has another scale".into()),
            (
                x.frame() != y.frame(),
                format!("shows frame {} in the first, {} in the second", x.frame(), y.frame()),
            ),
            (x.layers() != y.layers(), "is on other layers".into()),
            (x.form() != y.form(), "has another form".into()),
            (!x.regions().eq(y.regions()), "has other regions".into()),
            (x.is_swept() != y.is_swept(), "is swept in only one of the two".into()),
            (x.path_start() != y.path_start(), "starts its path at another position".into()),
            (!x.lets_through_as(y), "has another passage rule".into()),
            (
                x.data() != y.data(),
                format!("has the data {} in the first, {} in the second", x.data(), y.data()),
            ),
            (!x.has_rules_of(y), "has other rules".into()),
        ]
        .into_iter();
        if let Some((_, what)) = other.find(|(differs, _)| *differs) {
            return (Some(body), format!("body {body} {what}"));
        }
    }
}
