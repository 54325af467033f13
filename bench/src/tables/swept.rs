//! Frames of swept bullets, compared with the same frames without sweeping.

use kasuri::Body;

use crate::tables::kinds::Kind;
use crate::tables::play::{Played, Scene, best};
use crate::tables::yardstick::{Stage, world};
use crate::tables::{Cell, Effort, Row, Rows};

/// The largest allowed ratio to the same frame without sweeping: for circles against shapes, and for sprites.
const SHAPES: f64 = 1.5;
const SPRITES: f64 = 4.0;

const SCENES: [(&str, Kind, Kind, f64); 9] = [
    ("circles, circles", Kind::Circle, Kind::Circle, SHAPES),
    ("circles, turned boxes", Kind::Circle, Kind::TurnedBox, SHAPES),
    ("circles, hexagons", Kind::Circle, Kind::Hexagon, SHAPES),
    ("circles, capsules", Kind::Circle, Kind::Capsule, SHAPES),
    ("circles, chains", Kind::Circle, Kind::Chain, SHAPES),
    ("circles, sprites", Kind::Circle, Kind::Sprite, SPRITES),
    ("sprites", Kind::Sprite, Kind::Sprite, SPRITES),
    ("turned sprites", Kind::TurnedSprite, Kind::TurnedSprite, SPRITES),
    ("turned sprites, upright", Kind::TurnedSprite, Kind::Sprite, SPRITES),
];

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let stage = Stage::new(effort);
    for (name, bullet, target, most) in SCENES {
        let plain = best(effort, name, || scene(&stage, bullet, target, false).play(effort))?;
        let swept = best(effort, name, || scene(&stage, bullet, target, true).play(effort))?;
        add(row(name, &swept, &plain, most));
    }
    Ok(())
}

/// Builds a scene of bullets against targets; the bullets may be swept.
fn scene(stage: &Stage, bullet: Kind, target: Kind, is_swept: bool) -> Scene<'_> {
    let swept = |body: Body| if is_swept { body.swept() } else { body };
    stage.scene(world(1), |k| swept(bullet.body(&stage.small, k)), |k| target.body(&stage.large, k))
}

fn row(name: &str, swept: &Played, plain: &Played, most: f64) -> Row {
    let cells = vec![
        Cell::new("frame us", swept.frame),
        Cell::new("x plain", swept.frame / plain.frame).goal(most),
        Cell::new("plain us", plain.frame),
        Cell::new("worst us", swept.worst()),
        Cell::new("moves", swept.moves),
        Cell::new("broad", swept.broad),
        Cell::new("decide", swept.decide),
        Cell::new("events", swept.events),
        Cell::new("candidates", swept.candidates),
        Cell::new("hits", swept.hits),
    ];
    Row { name: name.into(), cells }
}
