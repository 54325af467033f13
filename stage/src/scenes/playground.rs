//! Shapes of every kind to drag, turn and scale. Touching shapes light up, and can be pushed apart.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{Body, Filter, Hit, Shape, Step, TileMap, World, shape::Part};

use super::Stage;
use super::cast::Cast;
use super::hand::Hand;
use super::pad::{Pad, button};
use super::scenery::{self, HOME};
use super::skin::{Skin, plain};
use super::table::{Play, Table};
use crate::draw::Drawing;

#[derive(Clone)]
struct Playground {
    cast: Arc<Cast>,
    hand: Hand,
    pushes: bool,
}

/// Opens the scene: one shape of every kind, apart from each other.
pub(crate) fn open(_: u64) -> Result<Box<dyn Stage>, String> {
    let cast = Cast::read()?;
    let world = world(&cast).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(world, Playground { cast, hand: Hand::default(), pushes: false })))
}

fn world(cast: &Cast) -> kasuri::Result<World> {
    let mut world = World::new();
    let tiles = TileMap::from_rows([8.0, 8.0], &["#...#", "#...#", "#####"], &[])?;
    let hammer = Shape::compound(vec![
        Part::new(Shape::rect([16.0, 7.0])?).offset([0.0, -14.0]),
        Part::new(Shape::rect([3.0, 18.0])?).offset([0.0, 8.0]),
    ])?;
    let star: Vec<[f64; 2]> = (0..10)
        .map(|k| {
            let (angle, r) =
                (f64::from(k) * std::f64::consts::TAU / 10.0, if k % 2 == 0 { 24.0 } else { 10.0 });
            [r * libm::sin(angle), -r * libm::cos(angle)]
        })
        .collect();
    let arc: Vec<[f64; 2]> = (0..9)
        .map(|k| {
            let angle = f64::from(k) * 0.35;
            [-24.0 * libm::cos(angle), -18.0 * libm::sin(angle)]
        })
        .collect();
    let bodies = [
        Body::tiles(&Arc::new(tiles)).at([14.0, 196.0]).data(Skin::Bunker.data()),
        Body::circle(17.0).at([44.0, 60.0]).data(plain(0)),
        Body::rect([20.0, 12.0]).at([104.0, 56.0]).turned(0.4).data(plain(1)),
        Body::capsule([-16.0, 0.0], [16.0, 0.0], 8.0).at([168.0, 58.0]).turned(-0.5).data(plain(2)),
        Body::polygon(&star).at([228.0, 64.0]).data(plain(3)),
        Body::polygon(&[[-16.0, 12.0], [0.0, -18.0], [16.0, 12.0]]).at([284.0, 62.0]).data(plain(4)),
        Body::new(hammer).at([44.0, 128.0]).turned(0.3).data(plain(5)),
        Body::chain(&arc, 3.5).at([112.0, 140.0]).data(plain(0)),
        Body::segment([-20.0, 10.0], [20.0, -10.0]).at([272.0, 130.0]).data(plain(1)),
        Body::sprite(&cast.boss.mask).at([196.5, 136.5]).turned(0.25).data(Skin::Boss.data()),
        Body::sprite(&cast.ship[0].mask).at([120.5, 206.5]).scaled([2.0, 2.0]).data(Skin::Ship.data()),
        Body::sprite(&cast.lantern.mask).at([206.5, 206.5]).scaled([2.0, 2.0]).data(Skin::Lantern.data()),
        Body::sprite(&cast.mine.mask)
            .at([270.5, 200.5])
            .turned(0.4)
            .scaled([2.0, 2.0])
            .data(Skin::Mine.data()),
    ];
    for body in bodies {
        world.spawn(body)?;
    }
    Ok(world)
}

impl Play for Playground {
    fn name(&self) -> &'static str {
        "playground"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "\
drag           move a shape
wheel, arrows  turn what is held; up and down scale it
C              push apart what overlaps, or not"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        self.pushes ^= pad.presses(self.hand.before, button::OTHER);
        self.hand.act(world, pad, Filter::ALL)?;
        Ok(true)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        if !self.pushes {
            return Ok(());
        }
        let hits: Vec<Hit> = step.hits().copied().collect();
        for hit in hits {
            // A grabbed body does not move when bodies are pushed apart.
            let share = match self.hand.held() {
                Some(held) if held == hit.a => 0.0,
                Some(held) if held == hit.b => 1.0,
                _ => 0.5,
            };
            world.push_apart(&hit, share)?;
        }
        Ok(())
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing) {
        scenery::bodies(world, last, &self.cast, drawing);
        let pushes = if self.pushes { "C: PUSHED APART" } else { "C: LEFT AS THEY ARE" };
        scenery::words(&["DRAG, WHEEL TURNS, ARROWS TOO".into(), pushes.into()], &self.cast, drawing);
    }
}
