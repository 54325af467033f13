//! Where two recordings part: the first step, pass and pair.

use std::fmt;

use crate::error::Result;
use crate::world::World;
use crate::world::events::Hit;
use crate::world::handle::Handle;
use crate::world::record::{Recorded, Recording};

/// A part of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pass {
    /// What stands before it: the bodies, and what is remembered of the steps before.
    State,
    /// The broad phase.
    Candidates,
    /// Overlaps and grazes before the rules.
    Overlaps,
    /// What is told, and what is remembered.
    Events,
}

impl Pass {
    /// Its name.
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
    /// The step, as the worlds count.
    pub step: u64,
    /// The part of it.
    pub pass: Pass,
    /// The pair, where it is one that differs.
    pub pair: Option<[Handle; 2]>,
    /// What differs.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, {}: {}", self.step, self.pass.name(), self.what)
    }
}

impl Recording {
    /// Where two recordings of one session part, if they do: the first step, the first pass of it, the first pair.
    ///
    /// ```
    /// use kasuri::{Body, Pass, Recorder, Recording, World};
    /// let record = |end: f64| -> kasuri::Result<Recording> {
    ///     let mut world = World::new();
    ///     let ball = world.spawn(Body::circle(3.0))?;
    ///     let mut recorder = Recorder::new();
    ///     for x in [0.0, 1.0, end] {
    ///         world.set_position(ball, [x, 0.0])?;
    ///         recorder.step(&mut world)?;
    ///     }
    ///     Recording::new(recorder.bytes())
    /// };
    /// let difference = record(2.0)?.first_difference(&record(2.5)?)?.expect("another end");
    /// assert_eq!((difference.step, difference.pass), (3, Pass::State));
    /// assert_eq!(difference.to_string(), "step 3, state: body 0v1 stands at [2, 0] in the first, at [2.5, 0] in the second");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn first_difference(&self, other: &Recording) -> Result<Option<Difference>> {
        for k in 0..self.len().min(other.len()) {
            let (a, b) = (self.step(k)?.2, other.step(k)?.2);
            if let Some(mut difference) = a.differs(&b) {
                if difference.pass == Pass::State {
                    difference.what = worlds_at(self, other, k)?;
                }
                return Ok(Some(difference));
            }
        }
        if self.len() == other.len() {
            return Ok(None);
        }
        let (k, longer) = if self.len() < other.len() { (self.len(), other) } else { (other.len(), self) };
        let what = format!("the one ends after {} steps, the other after {}", self.len(), other.len());
        let what = what.replacen("the one", "the first", 1).replacen("the other", "the second", 1);
        Ok(Some(Difference { step: longer.step(k)?.2.number, pass: Pass::State, pair: None, what }))
    }
}

impl Recorded {
    /// What differs first, of two that were recorded; of a recording and its replay, with that second.
    pub(super) fn differs(&self, other: &Recorded) -> Option<Difference> {
        if self == other {
            return None;
        }
        let difference = |pass: Pass, pair: Option<[Handle; 2]>, what: String| {
            Some(Difference { step: self.number, pass, pair, what })
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
        difference(Pass::Events, None, "all is told alike, but what is remembered differs".into())
    }
}

fn pair_of(hit: &Hit) -> String {
    let Hit { a, b, regions: [i, j], layers: [on_a, on_b], .. } = hit;
    let time = hit.t().map(|t| format!(" at {t}")).unwrap_or_default();
    format!("{a} (region {i}, layers {on_a}) with {b} (region {j}, layers {on_b}){time}")
}

/// The first of two lists' items that is not in the other at that place, and in which list it is.
fn first_apart<T: Copy + PartialEq>(a: &[T], b: &[T]) -> Option<(T, &'static str)> {
    let k = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    match (a.get(k), b.get(k)) {
        (None, None) => None,
        (Some(&x), Some(&y)) if b[k..].contains(&x) => Some((y, "second")),
        (Some(&x), _) => Some((x, "first")),
        (None, Some(&y)) => Some((y, "second")),
    }
}

/// What differs between the worlds of two recordings before a step.
fn worlds_at(a: &Recording, b: &Recording, k: usize) -> Result<String> {
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

fn first_other(a: &World, b: &World) -> String {
    let (mut ours, mut theirs) = (a.iter(), b.iter());
    loop {
        let (x, y) = match (ours.next(), theirs.next()) {
            (Some(x), Some(y)) => (x, y),
            (Some(x), None) => return format!("body {} is in the first only", x.handle()),
            (None, Some(y)) => return format!("body {} is in the second only", y.handle()),
            (None, None) => {
                return "the bodies are alike, but what is remembered of steps before differs".into();
            }
        };
        let body = x.handle();
        if body != y.handle() {
            return format!("body {body} of the first is {} in the second", y.handle());
        }
        let (p, q) = (x.at(), y.at());
        if p != q {
            let stands =
                format!("stands at [{}, {}] in the first, at [{}, {}] in the second", p.x, p.y, q.x, q.y);
            return format!("body {body} {stands}");
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
            (x.is_swept() != y.is_swept(), "is swept in one of the two only".into()),
            (x.way_from() != y.way_from(), "comes from elsewhere".into()),
            (!x.lets_through_as(y), "lets other bodies through".into()),
            (x.data() != y.data(), format!("carries {} in the first, {} in the second", x.data(), y.data())),
            (!x.has_rules_of(y), "is held to other rules".into()),
        ]
        .into_iter();
        if let Some((_, what)) = other.find(|(differs, _)| *differs) {
            return format!("body {body} {what}");
        }
    }
}
