//! A thousand sprites to a million, all moving, all hitting: shows what a step costs.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{
    Body, Handle, Step, Vec2, World,
    world::{Report, Times},
};

use super::cast::{Cast, GROUND};
use super::pad::{Pad, button};
use super::random::Random;
use super::skin::{self, Skin};
use super::table::{Play, Table};
use super::{Dial, Stage};
use crate::draw::Drawing;

const COUNTS: [usize; 7] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
/// The area for each count, in windows of 960 x 720 pixels a side: about 300 pixels per sprite. The smallest is shown at twice
/// its size, the others at one or a part of it, so that each fills such a window.
const SIDES: [f64; 7] = [0.5, 1.0, 2.0, 4.0, 7.0, 12.0, 21.0];
/// The largest number of hits whose bodies get a rim.
const LIT: usize = 4000;

#[derive(Clone)]
struct Stress {
    cast: Arc<Cast>,
    seed: u64,
    which: usize,
    bodies: Arc<[Handle]>,
    at: Vec<Vec2>,
    velocity: Arc<[Vec2]>,
    before: Pad,
    report: Report,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let (cast, mut world) = (Cast::read()?, World::new());
    let mut stress = Stress {
        cast,
        seed,
        which: 0,
        bodies: [].into(),
        at: Vec::new(),
        velocity: [].into(),
        before: Pad::default(),
        report: Report::default(),
    };
    stress.fill(&mut world).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(world, stress)))
}

impl Stress {
    fn count(&self) -> usize {
        COUNTS[self.which]
    }

    /// Returns half the sides of the area that they move in.
    fn half(&self) -> [f64; 2] {
        [480.0, 360.0].map(|half| half * SIDES[self.which])
    }

    fn fill(&mut self, world: &mut World) -> kasuri::Result<()> {
        world.clear();
        let (mut random, [x, y]) = (Random::new(self.seed), self.half());
        let count = self.count();
        self.at = (0..count).map(|_| Vec2::new(random.between(-x, x), random.between(-y, y))).collect();
        let velocity = (0..count).map(|_| Vec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0)));
        self.velocity = velocity.collect();
        let (cast, at) = (&self.cast, &self.at);
        let skins = [Skin::Orb, Skin::Rice, Skin::Star, Skin::Needle];
        self.bodies = world
            .spawn_many(count, |k| {
                let skin = skins[k * 4 / count];
                let art = skin.art(cast, 0).unwrap_or(&cast.orb);
                let turn = if skin == Skin::Orb { 0.0 } else { random.between(0.0, 6.0) };
                Body::sprite(&art.mask).at(at[k]).turned(turn).data(skin.data())
            })?
            .into();
        Ok(())
    }
}

impl Play for Stress {
    fn name(&self) -> &'static str {
        "stress"
    }

    fn home(&self) -> PixelBox {
        let [x, y] = self.half().map(|half| half as i32);
        PixelBox { x0: -x, y0: -y, x1: x, y1: y }
    }

    fn keys(&self) -> &'static str {
        "[, ]           fewer, more"
    }

    fn dial(&self) -> Option<Dial> {
        Some(Dial { counts: &COUNTS, at: self.which })
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        let before = std::mem::replace(&mut self.before, pad);
        let less = pad.presses(before, button::LESS) && self.which > 0;
        let more = pad.presses(before, button::MORE) && self.which + 1 < COUNTS.len();
        if less || more {
            self.which = if more { self.which + 1 } else { self.which - 1 };
            self.fill(world)?;
        }
        let [x, y] = self.half();
        let wrap = |value: f64, half: f64| {
            if value > half {
                value - 2.0 * half
            } else if value < -half {
                value + 2.0 * half
            } else {
                value
            }
        };
        for (at, velocity) in self.at.iter_mut().zip(&*self.velocity) {
            *at = Vec2::new(wrap(at.x + velocity.x, x), wrap(at.y + velocity.y, y));
        }
        world.set_positions(&self.bodies, &self.at)?;
        Ok(true)
    }

    fn react(&mut self, _: &mut World, step: &Step) -> kasuri::Result<()> {
        self.report = *step.report();
        Ok(())
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing) {
        let cast = &*self.cast;
        drawing.ground(cast.inks(GROUND));
        for body in world.iter() {
            skin::draw(body, cast, drawing);
        }
        for hit in last.iter().flat_map(|step| step.hits()).take(LIT) {
            if let (Ok(a), Ok(b)) = (world.get(hit.a), world.get(hit.b)) {
                drawing.light(&a.form(), &b.form());
            }
        }
        let PixelBox { x0, y0, .. } = self.home();
        let Report { bodies, candidates, hits, .. } = self.report;
        let text = format!("{bodies} SPRITES  {candidates} CANDIDATES  {hits} HITS");
        let scale = (self.half()[0] / 220.0).max(1.0) as i32;
        let width = cast.font.width(&text, scale);
        let (x, y) = (x0 + 4 * scale, y0 + 4 * scale);
        let plate = PixelBox { x0: x - 2, y0: y - 2, x1: x + width + 2, y1: y + 5 * scale + 2 };
        drawing.fill(plate, cast.ink('k'));
        drawing.text(&cast.font, &text, [x, y], scale, cast.ink('w'));
    }

    fn notes(&self) -> Vec<String> {
        // Where Rust has no clock, in a browser, there are no times to show.
        let is_timed = self.report.times != Times::default();
        is_timed.then(|| self.report.to_string()).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_and_shrinks() {
        let mut stage = open(2).unwrap();
        let hold = |held| Pad { held, ..Pad::default() };
        let mut bodies = Vec::new();
        for held in [0, button::MORE, 0, button::MORE, button::LESS, 0, button::LESS, 0, button::LESS] {
            stage.step(hold(held)).unwrap();
            bodies.push(stage.counts().bodies);
        }
        assert_eq!(bodies, [1000, 3000, 3000, 10_000, 3000, 3000, 1000, 1000, 1000]);
        assert!(stage.counts().hits > 20);
    }
}
