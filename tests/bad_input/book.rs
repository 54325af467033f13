//! The calls that were tried and their results: the rows of docs/bad-input.md.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use kasuri::lattice::Point;
use kasuri::{Result, Vec2};

/// The result of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// The call succeeded; the text is its answer, where that is short.
    Answers(String),
    /// The error's kind, and the place that the error names.
    Refused(String, String),
    Panicked(String),
}

/// A value that a call returns.
pub trait Outcome {
    fn told(self) -> Told;
}

impl<T> Outcome for Result<T> {
    fn told(self) -> Told {
        match self {
            Ok(_) => Told::Answers(String::new()),
            Err(error) => Told::Refused(format!("{:?}", error.kind()), error.place().to_owned()),
        }
    }
}

/// The result of a call that cannot fail; it is shown where it is short.
pub struct Plain<T>(pub T);

impl<T: Debug> Outcome for Plain<T> {
    fn told(self) -> Told {
        let text = format!("{:?}", self.0);
        Told::Answers(if text.len() <= 30 { text } else { String::new() })
    }
}

/// The result of a call that cannot fail and has nothing to show.
pub struct Done;

impl Outcome for Done {
    fn told(self) -> Told {
        Told::Answers(String::new())
    }
}

/// Number types with a list of their extreme values.
pub trait Extremes: Copy + 'static {
    const ALL: &'static [(&'static str, Self)];
}

macro_rules! extremes {
    (signed $($t:ident)*) => { $(impl Extremes for $t {
        const ALL: &'static [(&'static str, $t)] = &[("least", $t::MIN), ("-1", -1), ("0", 0), ("most", $t::MAX)];
    })* };
    (unsigned $($t:ident)*) => { $(impl Extremes for $t {
        const ALL: &'static [(&'static str, $t)] = &[("0", 0), ("most", $t::MAX)];
    })* };
}

extremes!(signed i32 i64);
extremes!(unsigned u8 u32 u64 usize);

const NUMBERS: [(&str, f64); 8] = [
    ("NaN", f64::NAN),
    ("inf", f64::INFINITY),
    ("-inf", f64::NEG_INFINITY),
    ("1e300", 1e300),
    ("-1e300", -1e300),
    ("-1", -1.0),
    ("0", 0.0),
    ("1e-300", 1e-300),
];

/// Points at and beyond the world's edge, and at the limits of i32.
const POINTS: [(&str, Point); 5] = [
    ("past the world's edge", Point::new((1 << 29) + 1, 0)),
    ("[least, least]", Point::new(i32::MIN, i32::MIN)),
    ("[most, most]", Point::new(i32::MAX, i32::MAX)),
    ("[least, most]", Point::new(i32::MIN, i32::MAX)),
    ("[most, least]", Point::new(i32::MAX, i32::MIN)),
];

/// Everything that was tried, by function and argument.
#[derive(Default)]
pub struct Book {
    rows: BTreeMap<(String, String), Vec<(String, Told)>>,
    /// Functions that keep numbers unchecked; the numbers are refused where they are used.
    kept: Vec<String>,
    panics_allowed: Vec<String>,
}

impl Book {
    /// Makes one call.
    pub fn one<O: Outcome>(&mut self, function: &str, argument: &str, given: &str, call: impl FnOnce() -> O) {
        let told = catch_unwind(AssertUnwindSafe(|| call().told())).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or(panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            Told::Panicked(text.unwrap_or_default())
        });
        self.rows.entry((function.into(), argument.into())).or_default().push((given.into(), told));
    }

    /// Tries an argument with every kind of invalid number.
    pub fn number<O: Outcome>(&mut self, function: &str, argument: &str, call: impl Fn(f64) -> O) {
        for (given, x) in NUMBERS {
            self.one(function, argument, given, || call(x));
        }
    }

    /// Tries two numbers, each of them invalid in turn.
    pub fn vec2<O: Outcome>(&mut self, function: &str, argument: &str, call: impl Fn(Vec2) -> O) {
        self.number(function, &format!("{argument}.x"), |x| call(Vec2::new(x, 0.5)));
        self.number(function, &format!("{argument}.y"), |y| call(Vec2::new(0.5, y)));
    }

    /// Tries an integer with its extreme values.
    pub fn whole<T: Extremes, O: Outcome>(&mut self, function: &str, argument: &str, call: impl Fn(T) -> O) {
        for &(given, n) in T::ALL {
            self.one(function, argument, given, || call(n));
        }
    }

    /// Tries two integers, both with extreme values.
    pub fn whole2<O: Outcome>(&mut self, function: &str, argument: &str, call: impl Fn([i32; 2]) -> O) {
        for (given, p) in &POINTS[1..] {
            self.one(function, argument, given, || call([p.x, p.y]));
        }
    }

    /// Tries a lattice point beyond the valid positions.
    pub fn point<O: Outcome>(&mut self, function: &str, argument: &str, call: impl Fn(Point) -> O) {
        for (given, p) in POINTS {
            self.one(function, argument, given, || call(p));
        }
    }

    /// Says that this function keeps its numbers unchecked; they are refused where they are used.
    pub fn keeps(&mut self, function: &str) {
        self.kept.push(function.into());
    }

    /// Says that this function documents a panic for mistakes in the program.
    pub fn may_panic(&mut self, function: &str) {
        self.panics_allowed.push(function.into());
    }

    /// Returns the functions that were tried.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(|(function, _)| function.as_str())
    }

    /// Returns the rows that break a rule: no undocumented panic, and no invalid number may be accepted.
    pub fn broken(&self) -> Vec<String> {
        let mut broken = Vec::new();
        for ((function, argument), tries) in &self.rows {
            for (given, told) in tries {
                let is_kept = self.kept.contains(function);
                let is_no_number = ["NaN", "inf", "-inf"].contains(&given.as_str());
                let is_wrong = match told {
                    Told::Panicked(_) => !self.panics_allowed.contains(function),
                    Told::Answers(_) => is_no_number && !is_kept,
                    Told::Refused(..) => false,
                };
                if is_wrong {
                    broken.push(format!("{function}({argument} = {given}): {told:?}"));
                }
            }
        }
        broken
    }

    /// Returns the rows as a table; values with the same result are grouped.
    pub fn table(&self) -> String {
        let mut text =
            String::from("| function | argument | what is given, and what it gives |\n|---|---|---|\n");
        for ((function, argument), tries) in &self.rows {
            let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
            for (given, told) in tries {
                let gives = self.shown(function, told);
                match groups.iter_mut().find(|(other, _)| *other == gives) {
                    Some((_, all)) => all.push(given),
                    None => groups.push((gives, vec![given])),
                }
            }
            let cells = groups.iter().map(|(gives, given)| format!("{}: {gives}", given.join(", ")));
            let cells = cells.collect::<Vec<_>>().join("; ").replace('|', "\\|");
            writeln!(text, "| `{function}` | {argument} | {cells} |").unwrap();
        }
        text
    }

    fn shown(&self, function: &str, told: &Told) -> String {
        match told {
            Told::Answers(_) if self.kept.iter().any(|kept| kept == function) => "*kept*".into(),
            Told::Answers(text) if text.is_empty() => "answers".into(),
            Told::Answers(text) => format!("`{text}`"),
            Told::Refused(variant, place) if place.is_empty() => format!("**{variant}**"),
            Told::Refused(variant, place) => format!("**{variant}** at `{place}`"),
            Told::Panicked(_) => "panics, as its page says".into(),
        }
    }
}
