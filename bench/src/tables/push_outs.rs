//! Push-outs: contacts of two bodies that overlap, each pair with the time that it may take.

use kasuri::{Touching, query};

use crate::tables::asks::{Lie, Thing, microseconds, places, things};
use crate::tables::{Cell, Effort, Row, Rows};

/// Two bodies, how they lie, and the goals for the average and the longest contact, in microseconds.
type Goal = (&'static str, &'static str, Lie, [f64; 2]);

const GOALS: [Goal; 13] = [
    ("star 28", "circle", Lie::Over, [15.0, 40.0]),
    ("star 28", "star 28", Lie::Over, [30.0, 80.0]),
    ("star 100", "star 100", Lie::Over, [130.0, 450.0]),
    ("round 70", "round 70", Lie::Over, [50.0, 150.0]),
    ("chain 32", "chain 32", Lie::Over, [250.0, 900.0]),
    ("chain 255", "chain 255", Lie::Over, [40_000.0, 100_000.0]),
    ("blob 64", "circle", Lie::Over, [50.0, 160.0]),
    ("blob 64", "box", Lie::Over, [60.0, 130.0]),
    ("blob 64", "star 28", Lie::Over, [130.0, 260.0]),
    ("blob 64", "chain 32", Lie::Over, [100.0, 200.0]),
    ("blob 256", "circle", Lie::Over, [220.0, 420.0]),
    ("star 100", "star 100", Lie::Middle, [900.0, 1_500.0]),
    ("checkerboard 64", "circle", Lie::Over, [500.0, 1_300.0]),
];

/// The goals for bodies that overlap a little, as they do in a game.
const SHALLOW: [f64; 2] = [10.0, 20.0];

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let things = things();
    let of_name = |name: &str| things.iter().find(|thing| thing.name == name);
    let mut add_row = |a: &Thing, b: &Thing, lie: Lie, goals: [f64; 2]| {
        let name = format!("{} x {}, {lie:?}", a.name, b.name).to_lowercase();
        if effort.wants(&name) {
            add_contacts(name, [a, b], lie, goals, effort.placements, &mut *add);
        }
    };
    for (a, b, lie, goals) in GOALS {
        if let (Some(a), Some(b)) = (of_name(a), of_name(b)) {
            add_row(a, b, lie, goals);
            if lie == Lie::Over {
                add_row(a, b, Lie::Shallow, SHALLOW);
            }
        }
    }
    Ok(())
}

fn add_contacts(name: String, [a, b]: [&Thing; 2], lie: Lie, goals: [f64; 2], count: usize, add: Rows) {
    let placed = places(a, b, lie, count);
    let contact = |p: &query::Form, q: &query::Form| {
        query::contact(p, q, Touching::Counts).map_or(0.0, |contact| contact.depth)
    };
    let times = placed.iter().map(|[p, q]| microseconds(|| contact(&p.form, &q.form)));
    let times: Vec<f64> = times.collect();
    if !times.is_empty() {
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let longest = times.iter().copied().fold(0.0, f64::max);
        let cells = vec![
            Cell::new("contact us", mean).goal(goals[0]),
            Cell::new("worst contact", longest).goal(goals[1]),
        ];
        add(Row { name, cells });
    }
}
