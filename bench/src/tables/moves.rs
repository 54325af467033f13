//! Moving and turning bodies that hit nothing: shows the cost of a frame for each body.

use kasuri::Body;

use crate::tables::kinds::{Art, BULLETS, Kind};
use crate::tables::motion::{Swarm, places, spins};
use crate::tables::play::{Played, Scene, best};
use crate::tables::yardstick::world;
use crate::tables::{Cell, Effort, Row, Rows};

/// The goal for moving a body whose form stays the same, in nanoseconds. A body that also turns may take
/// as much time again; no goal checks that.
const MOVE: f64 = 3.0;

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let (small, large) = (Art::new(8), Art::new(64));
    let count = effort.bullets;
    let places = places(&[Swarm { count, side: 64.0, fastest: 6.0 }], effort.frames);
    let spins = spins(count, effort.frames);
    for (art, size) in [(&small, "8 px"), (&large, "64 px")] {
        for kind in BULLETS {
            let name = format!("{}, {size}", kind.name());
            let play = |angles: Option<&[Vec<f64>]>| {
                let scene = || {
                    let mut world = world(1);
                    let handles = world.spawn_many(count, |k| alone(kind, art, k)).expect("valid bodies");
                    Scene { world, handles, places: &places, angles }.play(effort)
                };
                best(effort, &name, scene)
            };
            add(row(&name, &play(None)?, &play(Some(&spins))?));
        }
    }
    Ok(())
}

fn alone(kind: Kind, art: &Art, k: usize) -> Body {
    kind.body(art, k).against(0)
}

fn row(name: &str, moved: &Played, turned: &Played) -> Row {
    let each = |us: f64| us * 1e3 / moved.bodies;
    let cells = vec![
        Cell::new("move ns", each(moved.moves)).goal(MOVE),
        Cell::new("step ns", each(moved.step)),
        Cell::new("turn ns", each(turned.angles)),
        Cell::new("+move ns", each(turned.moves)),
        Cell::new("+step ns", each(turned.step)),
    ];
    Row { name: name.into(), cells }
}
