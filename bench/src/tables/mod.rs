//! Tables of real game frames. Each row is a frame: its whole time, and the time of each stage.
//!
//! Everything uses the public functions of [`World`](kasuri::World), on one thread unless a row says otherwise. The
//! input is valid by construction, so the unwraps in the setup cannot fail.
#![allow(clippy::expect_used)]

mod asks;
mod beside;
mod bulk;
mod churn;
mod cliffs;
mod contacts;
mod copies;
mod cores;
mod fits;
mod frames;
#[cfg(feature = "gpu")]
mod host;
#[cfg(feature = "gpu")]
mod host_pairs;
mod kinds;
mod matrix;
mod motion;
mod moves;
mod nearest;
mod play;
mod poses;
mod push_outs;
mod questions;
mod row;
mod setters;
mod swept;
mod worst;
mod yardstick;

use std::time::Duration;

pub use row::{Cell, Goals, Row};

/// A family of scenes shown as a table.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// A short description of its rows.
    pub about: &'static str,
    rows: fn(&Effort, Rows) -> Result<(), String>,
}

/// A function that takes each row as soon as it is measured.
type Rows<'a> = &'a mut dyn FnMut(Row);

impl Table {
    /// Measures the rows one by one. The error names the scene that gave two different results.
    pub fn measure(&self, effort: &Effort, mut row: impl FnMut(Row)) -> Result<(), String> {
        (self.rows)(effort, &mut row)
    }
}

/// How much of each scene is played.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The frames of one play.
    pub frames: usize,
    /// The number of frames before the clock starts.
    pub warm_up: usize,
    /// A scene is played again until this time has passed; the play with the smallest median counts.
    pub measure: Duration,
    /// After this time only a few more frames are played.
    pub most: Duration,
    /// The number of bullets; other numbers are scaled with it.
    pub bullets: usize,
    /// The number of random placements of each two bodies of the tables `asks` and `push-outs`.
    pub placements: usize,
    /// Of the tables `frames`, `matrix`, `asks`, `push-outs`, `cliffs`, `questions`, `setters`, `fits`, `cores` and `busy`, only rows whose names contain this.
    pub only: Option<&'static str>,
}

impl Effort {
    /// Whether a row of this name is wanted.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.is_none_or(|only| name.contains(only))
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            frames: 120,
            warm_up: 20,
            measure: Duration::from_millis(300),
            most: Duration::from_secs(5),
            bullets: 10_000,
            placements: 100,
            only: None,
        }
    }
}

impl Effort {
    /// The smallest effort, to test that all scenes run.
    pub fn once() -> Effort {
        Effort {
            frames: 4,
            warm_up: 2,
            measure: Duration::ZERO,
            bullets: 250,
            placements: 1,
            ..Effort::default()
        }
    }

    /// Scales a number that is meant for 10,000 bullets.
    fn scaled(&self, count: usize) -> usize {
        (count * self.bullets).div_ceil(10_000)
    }
}

/// Returns all tables, in the order of display.
pub fn tables() -> Vec<Table> {
    vec![
        Table {
            name: "frames",
            about: "10,000 bullets of 8 px against 200 enemies of 64 px: upright, turned, spinning, grazing",
            rows: frames::rows,
        },
        Table {
            name: "matrix",
            about: "the same with every kind of bullet against every kind of target, without and with grazes",
            rows: matrix::rows,
        },
        Table {
            name: "moves",
            about: "moving and turning 10,000 bodies of each kind that hit nobody",
            rows: moves::rows,
        },
        Table {
            name: "beside",
            about: "10,000 bullets against a tile map, regions, rules, layers, groups, compounds, a giant, whole levels",
            rows: beside::rows,
        },
        Table {
            name: "setters",
            about: "changing 10,000 bodies: frames, radii, scales, angles, placements, bent chains",
            rows: setters::rows,
        },
        Table {
            name: "churn",
            about: "grazing bullets around a player; one in 200 is removed and another spawned every frame",
            rows: churn::rows,
        },
        Table {
            name: "swept",
            about: "swept bullets against targets, beside the same frames unswept",
            rows: swept::rows,
        },
        Table {
            name: "worst",
            about: "the worst frame of 2,000 of the same, played five times; of each frame the shortest time",
            rows: worst::rows,
        },
        Table {
            name: "poses",
            about: "pairs from poses in plain slices: boxes, circles, polygons, sprites; nothing prepared",
            rows: poses::rows,
        },
        Table {
            name: "nearest",
            about: "questions between steps, asked of 16 to 100,000 bodies",
            rows: nearest::rows,
        },
        Table {
            name: "contacts",
            about: "contacts of a walker with a tile map of 10,000 cells, up to 2 px deep and deeper",
            rows: contacts::rows,
        },
        Table {
            name: "asks",
            about: "every question about every two of fifteen bodies: apart, a little inside each other, deep",
            rows: asks::rows,
        },
        Table {
            name: "push-outs",
            about: "contacts of two bodies that overlap, shallow ones too, beside the time that each may take",
            rows: push_outs::rows,
        },
        Table {
            name: "cliffs",
            about: "25 kinds of bodies against each other, plain, grazing and swept, beside the median of row and column",
            rows: cliffs::rows,
        },
        Table {
            name: "questions",
            about: "every question of a world, spawning, removing and snapshots, for 24 kinds of bodies",
            rows: questions::rows,
        },
        Table {
            name: "bulk",
            about: "1,024 worlds of 64 bodies at a time, moves included; snapshots of 10,000 bodies as bytes",
            rows: bulk::rows,
        },
        Table {
            name: "fits",
            about: "where a body fits among 500 bullets, at 640 x 480 positions, beside a loop over them",
            rows: fits::rows,
        },
        Table {
            name: "cores",
            about: "large frames on one thread, on two and on all; the share that one thread does alone; beside a busy program",
            rows: cores::rows,
        },
        Table { name: "cores-stages", about: "the stages of the same frames", rows: cores::stages },
        Table {
            name: "busy",
            about: "`frames` and every seventh scene of `cliffs` on two threads beside a busy program, against one thread",
            rows: cores::busy_rows,
        },
        #[cfg(feature = "gpu")]
        Table {
            name: "host",
            about: "the host's share of a step on a GPU by stages, beside the CPU's whole step; ns a body",
            rows: host::rows,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_rows_with_numbers() {
        for table in tables() {
            let mut names = Vec::new();
            table
                .measure(&Effort::once(), |row| {
                    assert!(
                        row.cells.iter().all(|cell| cell.value.is_finite() && cell.value >= 0.0),
                        "{row:?}"
                    );
                    names.push(row.name);
                })
                .expect("steady");
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert!(all > 3 && names.len() == all, "{}", table.name);
        }
    }
}
