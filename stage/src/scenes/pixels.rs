//! Two sprites, the pixels that both cover, and a loupe that shows single pixels and the numbers.

use std::sync::Arc;

use kasuri::answer::{Common, Overlap};
use kasuri::lattice::PixelBox;
use kasuri::{Body, Filter, Handle, Step, World, mask::Sprite, query::Form};

use super::Stage;
use super::cast::{Cast, GROUND};
use super::hand::Hand;
use super::pad::Pad;
use super::scenery::HOME;
use super::skin::{self, Skin};
use super::table::{Play, Table};
use crate::draw::Drawing;
use crate::picture::HIT;

/// The loupe: its number of world pixels across and down, and the side of each in the loupe.
const ACROSS: i32 = 17;
const DOWN: i32 = 17;
const SIDE: i32 = 6;
/// The upper left corner of the loupe.
const CORNER: [i32; 2] = [210, 26];

#[derive(Clone)]
struct Pixels {
    cast: Arc<Cast>,
    hand: Hand,
    bodies: [Handle; 2],
    common: Option<Common>,
    time: u32,
    touched: bool,
}

pub(crate) fn open(_: u64) -> Result<Box<dyn Stage>, String> {
    let (cast, mut world) = (Cast::read()?, World::new());
    let moth = Body::sprite(&cast.boss.mask).at([96.5, 108.5]).scaled([2.0, 2.0]).data(Skin::Boss.data());
    let ship = Body::sprite(&cast.ship[0].mask).at([120.0, 160.0]).scaled([2.0, 2.0]).data(Skin::Ship.data());
    let moth = world.spawn(moth).map_err(|error| error.to_string())?;
    let ship = world.spawn(ship).map_err(|error| error.to_string())?;
    let hand = Hand::default();
    let pixels = Pixels { cast, hand, bodies: [moth, ship], common: None, time: 0, touched: false };
    Ok(Box::new(Table::new(world, pixels)))
}

impl Pixels {
    fn sprites(&self, world: &World) -> Option<[Sprite; 2]> {
        let sprite = |body: Handle| match world.get(body).ok()?.form() {
            Form::Sprite(sprite) => Some(sprite),
            _ => None,
        };
        Some([sprite(self.bodies[0])?, sprite(self.bodies[1])?])
    }

    /// Draws the pixels of both sprites, enlarged, in their positions to each other.
    fn loupe(&self, [a, b]: [&Sprite; 2], middle: [i32; 2], drawing: &mut Drawing) {
        let cast = &*self.cast;
        let [left, top] = CORNER;
        let frame =
            PixelBox { x0: left - 2, y0: top - 2, x1: left + ACROSS * SIDE + 1, y1: top + DOWN * SIDE + 1 };
        drawing.fill(frame, cast.ink('S'));
        let inside = PixelBox { x0: left - 1, y0: top - 1, x1: frame.x1 - 1, y1: frame.y1 - 1 };
        drawing.fill(inside, cast.ink('k'));
        let inks = [cast.ink('d'), cast.ink('v'), cast.ink('c'), HIT];
        for (y, x) in (0..DOWN).flat_map(|y| (0..ACROSS).map(move |x| (y, x))) {
            let (i, j) = (middle[0] + x - ACROSS / 2, middle[1] + y - DOWN / 2);
            let which = usize::from(a.covers(i, j)) + 2 * usize::from(b.covers(i, j));
            let (x0, y0) = (left + x * SIDE, top + y * SIDE);
            drawing.fill(PixelBox { x0, y0, x1: x0 + SIDE - 1, y1: y0 + SIDE - 1 }, inks[which]);
        }
        let [x, y] = [left - 2, frame.y1 + 4];
        drawing.text(&cast.font, &format!("AROUND ({}, {})", middle[0], middle[1]), [x, y], 1, cast.ink('m'));
    }
}

impl Play for Pixels {
    fn name(&self) -> &'static str {
        "pixels"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "drag           move a sprite\nwheel, arrows  turn what is held; up and down scale it"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        self.hand.act(world, pad, Filter::ALL)?;
        self.touched |= self.hand.held().is_some();
        self.time += 1;
        if !self.touched {
            let t = f64::from(self.time);
            world.edit(self.bodies[1]).angle(0.35 + t * 0.006)?;
            world
                .edit(self.bodies[1])
                .position([112.0 + 34.0 * libm::sin(t * 0.011), 142.0 + 10.0 * libm::sin(t * 0.017)])?;
        }
        Ok(true)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        self.common = None;
        if let Some(hit) = step.hits().next()
            && let Some(Overlap::SpriteSprite(common)) = world.overlap(hit)?
        {
            self.common = Some(common);
        }
        Ok(())
    }

    fn draw(&self, world: &World, _: Option<&Step>, drawing: &mut Drawing) {
        let cast = &*self.cast;
        drawing.ground(cast.inks(GROUND));
        for body in world.iter() {
            skin::draw(body, cast, drawing);
        }
        let Some([a, b]) = self.sprites(world) else { return };
        let bounds = a.reach().intersection(b.reach());
        drawing.light(&Form::Sprite(a.clone()), &Form::Sprite(b.clone()));
        let nearest = [(bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2];
        let middle = self
            .common
            .as_ref()
            .map_or(nearest, |common| [common.centroid.x.floor() as i32, common.centroid.y.floor() as i32]);
        self.loupe([&a, &b], middle, drawing);
        let mut say = |line: i32, text: &str| {
            drawing.text(&cast.font, text, [CORNER[0] - 2, 144 + 10 * line], 1, cast.ink('w'));
        };
        match &self.common {
            None => say(0, "APART: NO COMMON PIXEL"),
            Some(common) => {
                say(0, &format!("{} COMMON PIXELS", common.pixels));
                say(1, &format!("FIRST ({}, {})", common.first[0], common.first[1]));
                say(2, &format!("CENTROID ({:.2}, {:.2})", common.centroid.x, common.centroid.y));
                say(3, &format!("NORMAL ({:.3}, {:.3})", common.normal.x, common.normal.y));
            }
        }
        drawing.text(&cast.font, "DRAG A SPRITE; WHEEL TURNS IT", [6, 6], 1, cast.ink('m'));
    }

    fn tell(&self) -> String {
        let pixels = self.common.as_ref().map_or(0, |common| common.pixels);
        format!("{pixels} common pixels\n")
    }
}
