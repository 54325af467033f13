//! Ground that shells tear holes into; pieces that hang in the air fall.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{
    Body, Handle, Mask, Placement, Shape, Step, Vec2, World,
    mask::{Cover, Neighbours, Sprite},
    query::Form,
};

use super::Stage;
use super::cast::{Cast, GROUND};
use super::pad::{Pad, button};
use super::random::Random;
use super::scenery::{self, HOME};
use super::skin::{Skin, plain};
use super::table::{Play, Table};
use crate::draw::Drawing;

const FALL: f64 = 0.05;
const EARTH: u32 = 1;
const SHELL: u32 = 2;
/// Steps between two shells while nobody plays.
const PAUSE: u32 = 34;
/// Pieces with fewer texels than this are dust.
const DUST: u64 = 12;

#[derive(Clone)]
struct Carve {
    cast: Arc<Cast>,
    earth: Handle,
    mask: Arc<Mask>,
    shells: Vec<(Handle, Vec2)>,
    /// Pieces that broke off and fall: their bodies and speeds.
    lumps: Vec<(Handle, f64)>,
    random: Random,
    before: Pad,
    time: u32,
    carved: u64,
    idle: bool,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let (cast, random) = (Cast::read()?, Random::new(seed));
    let (world, play) = scene(cast, random).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(world, play)))
}

fn scene(cast: Arc<Cast>, random: Random) -> kasuri::Result<(World, Carve)> {
    let mask = Arc::new(Mask::from_fn(320, 240, is_earth)?);
    let mut world = World::builder().bounds([0.0, -200.0], [320.0, 240.0]).build()?;
    let earth = Body::sprite(&mask).at([160.0, 120.0]).layer(EARTH).against(SHELL);
    let earth = world.spawn(earth.data(Skin::None.data()))?;
    let (shells, lumps, before) = (Vec::new(), Vec::new(), Pad::default());
    Ok((world, Carve { cast, earth, mask, shells, lumps, random, before, time: 0, carved: 0, idle: true }))
}

/// Whether a pixel is earth: hills with caves, and a bridge.
fn is_earth(x: i32, y: i32) -> bool {
    let (x, y) = (f64::from(x), f64::from(y));
    let hills = 150.0 + 26.0 * libm::sin(x * 0.021) + 12.0 * libm::sin(x * 0.057 + 1.0);
    let cave = libm::sin(x * 0.07 + y * 0.02) + libm::sin(y * 0.09 - x * 0.015) > 1.5;
    let bridge = (96.0..112.0).contains(&y) && (96.0..250.0).contains(&x);
    let pillars = y >= 96.0 && ((104.0..112.0).contains(&x) || (234.0..242.0).contains(&x));
    (y > hills && !cave) || bridge || pillars || y > 232.0
}

impl Carve {
    fn shoot(&mut self, world: &mut World, from: Vec2, velocity: Vec2) -> kasuri::Result<()> {
        let body = Body::sprite(&self.cast.orb.mask).at(from).layer(SHELL).against(EARTH);
        self.shells.push((world.spawn(body.data(Skin::Orb.data()).despawn_beyond(20.0))?, velocity));
        Ok(())
    }

    /// Cuts a hole into the earth, and turns the pieces that then hang in the air into falling bodies.
    fn burst(&mut self, world: &mut World, at: Vec2, r: f64) -> kasuri::Result<()> {
        let hole = Cover::of_shape(&Shape::circle(r)?.place(&Placement::at(at))?);
        let mask = Arc::make_mut(&mut self.mask);
        mask.carve(&hole, [0, 0]);
        let pieces = mask.components(Neighbours::Four);
        let loose: Vec<(PixelBox, Mask)> = pieces
            .iter()
            .filter(|piece| piece.bounds().y1 < 240)
            .map(|piece| (piece.bounds(), piece.mask()))
            .collect();
        for (bounds, piece) in loose {
            Arc::make_mut(&mut self.mask).erase(&piece, [bounds.x0, bounds.y0]);
            if piece.count() >= DUST {
                self.fall(world, bounds, piece)?;
            }
        }
        self.carved += 1;
        world.edit(self.earth).mask(&self.mask.clone()).map(drop)
    }

    fn fall(&mut self, world: &mut World, bounds: PixelBox, piece: Mask) -> kasuri::Result<()> {
        let body = Body::sprite(&Arc::new(piece)).pivot([0.0, 0.0]).layer(SHELL).against(EARTH);
        let at = [f64::from(bounds.x0), f64::from(bounds.y0)];
        self.lumps.push((world.spawn(body.at(at).data(plain(4)))?, 0.0));
        Ok(())
    }

    /// Moves lumps down by whole pixels while nothing is in their way. A lump that is stopped becomes earth again.
    fn settle(&mut self, world: &mut World) -> kasuri::Result<()> {
        for (body, speed) in std::mem::take(&mut self.lumps) {
            let speed = (speed + FALL).min(4.0);
            let Form::Sprite(sprite) = world.get(body)?.form() else { continue };
            let (sprite, mut at) = (sprite.clone(), world.get(body)?.at());
            let (mut down, most) = (0, (speed + 0.75) as i32);
            while down < most && !self.meets_earth(&sprite, at, down + 1) {
                down += 1;
            }
            at.y += f64::from(down);
            let bounds = [at.x as i32, at.y as i32];
            if down < most {
                Arc::make_mut(&mut self.mask).draw(sprite.mask(), bounds);
                world.remove(body)?;
                world.edit(self.earth).mask(&self.mask.clone())?;
            } else {
                world.edit(body).position(at)?;
                self.lumps.push((body, speed));
            }
        }
        Ok(())
    }

    fn meets_earth(&self, lump: &Sprite, at: Vec2, down: i32) -> bool {
        let y = at.y as i32 + down;
        y + lump.mask().height() as i32 > 240 || self.mask.meets(lump.mask(), [at.x as i32, y])
    }
}

impl Play for Carve {
    fn name(&self) -> &'static str {
        "carve"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "press          burst what is under the pointer\nZ              a shell from above the pointer"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        let before = std::mem::replace(&mut self.before, pad);
        self.time += 1;
        self.idle &= pad.held == 0;
        if pad.holds(button::GRAB) && (pad.presses(before, button::GRAB) || self.time.is_multiple_of(4)) {
            self.burst(world, pad.at(), 9.0)?;
        }
        if pad.presses(before, button::FIRE) {
            self.shoot(world, Vec2::new(pad.at().x, 2.0), Vec2::default())?;
        }
        if self.idle && self.time.is_multiple_of(PAUSE) {
            let from = Vec2::new(self.random.between(20.0, 300.0), 2.0);
            let velocity = Vec2::new(self.random.between(-1.0, 1.0), self.random.between(0.0, 1.0));
            self.shoot(world, from, velocity)?;
        }
        for (shell, velocity) in &mut self.shells {
            velocity.y += FALL;
            let at = world.get(*shell)?.at();
            // However fast the shell is, it stops at its first contact with the ground.
            world.advance(*shell, &[[at.x + velocity.x, at.y + velocity.y]])?;
        }
        self.settle(world)?;
        Ok(true)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        let landed: Vec<Handle> = step.between(EARTH, SHELL).map(|hit| hit.b).collect();
        for shell in landed {
            if self.shells.iter().any(|&(body, _)| body == shell) {
                let at = world.get(shell)?.at();
                world.remove(shell)?;
                let r = 9.0 + f64::from(self.random.below(8));
                self.burst(world, at, r)?;
            }
        }
        self.shells.retain(|&(shell, _)| world.contains(shell));
        Ok(())
    }

    fn draw(&self, world: &World, _: Option<&Step>, drawing: &mut Drawing) {
        let cast = &*self.cast;
        drawing.ground(cast.inks(GROUND));
        if let Ok(earth) = world.get(self.earth) {
            drawing.body(&earth.form(), cast.ink('G'));
            turf(&self.mask, cast, drawing);
        }
        for body in world.iter() {
            super::skin::draw(body, cast, drawing);
        }
        let words =
            format!("{} HOLES, {} PX OF GROUND LEFT   PRESS TO BURST", self.carved, self.mask.count());
        scenery::words(&[words], cast, drawing);
    }

    fn tell(&self) -> String {
        format!("{} holes, {} px of ground left\n", self.carved, self.mask.count())
    }
}

/// Draws grass on the upper edge of the ground, and rock below.
fn turf(mask: &Mask, cast: &Cast, drawing: &mut Drawing) {
    for x in 0..i64::from(mask.width()) {
        let mut depth = 0;
        for y in 0..i64::from(mask.height()) {
            depth = if mask.get(x, y) { depth + 1 } else { 0 };
            let pixel = PixelBox { x0: x as i32, y0: y as i32, x1: x as i32 + 1, y1: y as i32 + 1 };
            match depth {
                1 | 2 => drawing.fill(pixel, cast.ink('g')),
                14.. if (x + 3 * (y / 5)) % 17 < 3 && y % 5 < 2 => drawing.fill(pixel, cast.ink('s')),
                _ => {}
            }
        }
    }
}
