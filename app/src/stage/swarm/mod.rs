//! A moth and its mines against a ship: bullets of every kind, what hits lit. It plays itself.

mod cast;
mod fire;
mod mover;

use std::f64::consts::TAU;

use kasuri::answer::Pair;
use kasuri::lattice::PixelBox;
use kasuri::{Form, Placed, Placement, Shape, Sprite, Touching, query};

use super::{Counts, Stage};
use crate::draw::Drawing;
use cast::Cast;
use mover::{BULLET, BUNKER, Body, ENEMY, Mover, SHIP, SHOT};

/// The world pixels of the stage.
const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 320, y1: 240 };
/// What is further out than this is gone.
const BEYOND: f64 = 16.0;
/// What stops a shot or a bullet shows that for so many steps.
const FADE: u32 = 4;
/// It begins after so many steps, when the stage is full.
const WARM: u32 = 300;
/// The bodies in order: bunkers, enemies, the ship, the lasers, then all that flies.
const BUNKERS: [[f64; 2]; 2] = [[62.0, 168.0], [222.0, 168.0]];
const SHIP_AT: usize = 5;
const FLYING: usize = 8;

pub(crate) struct Swarm {
    cast: Cast,
    time: u32,
    /// The boss, two mines and the ship.
    players: [Mover; 4],
    flying: Vec<Mover>,
    placed: Vec<Placed>,
    pairs: Vec<Pair>,
}

impl Swarm {
    /// Well under way.
    pub(crate) fn new() -> Result<Swarm, String> {
        let mut swarm = Swarm::at_rest(Cast::read()?).map_err(|error| error.to_string())?;
        for _ in 0..WARM {
            swarm.step().map_err(|error| error.to_string())?;
        }
        Ok(swarm)
    }

    fn at_rest(cast: Cast) -> kasuri::Result<Swarm> {
        let still =
            |art, layer, against| Ok(Mover::flying(art, [0.0; 2], -TAU / 4.0, 0.0)?.on(layer, against));
        let players = [
            still(&cast.boss, ENEMY, SHOT)?,
            still(&cast.mine, ENEMY, SHOT)?,
            still(&cast.mine, ENEMY, SHOT)?,
            still(&cast.ship[0], SHIP, BULLET)?,
        ];
        let (flying, placed, pairs) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Swarm { cast, time: 0, players, flying, placed, pairs })
    }

    /// Where the boss, the mines and the ship are at this time, and how they look.
    fn act(&mut self) -> kasuri::Result<()> {
        let t = f64::from(self.time);
        let [boss, left, right, ship] = &mut self.players;
        boss.at = [160.0 + 34.0 * libm::sin(t * 0.011), 46.0 + 6.0 * libm::sin(t * 0.031)];
        left.at = [52.0 + 10.0 * libm::cos(t * 0.02), 84.0 + 14.0 * libm::sin(t * 0.02)];
        right.at = [268.0 - 10.0 * libm::cos(t * 0.02), 84.0 + 14.0 * libm::sin(t * 0.02)];
        ship.at = [160.0 + 82.0 * libm::sin(t * 0.013 + 0.4), 206.0 + 14.0 * libm::sin(t * 0.029)];
        for (mine, turn) in [(left, t * 0.03), (right, t * -0.03)] {
            let spun = Placement::default().turned(turn);
            mine.body = Body::Art(Sprite::place(&self.cast.mine.mask, &spun, None)?, self.cast.mine.clone());
        }
        // Its engine flickers; its nose stays where it is.
        let art = &self.cast.ship[self.time as usize / 4 % 2];
        let pivot = Some([9.5, 10.0].into());
        ship.body = Body::Art(Sprite::place(&art.mask, &Placement::default(), pivot)?, art.clone());
        Ok(())
    }

    /// Puts everybody in place and finds what hits.
    fn place(&mut self) -> kasuri::Result<()> {
        self.act()?;
        self.placed.clear();
        for at in BUNKERS {
            let form = Form::Tiles(self.cast.bunker.place(at)?);
            self.placed.push(Placed { form, at: at.into(), layer: BUNKER, against: BULLET });
        }
        for player in &self.players {
            self.placed.push(player.placed()?);
        }
        for side in [-1.0, 1.0] {
            self.placed.push(self.laser(side)?);
        }
        for mover in &self.flying {
            self.placed.push(mover.placed()?);
        }
        self.pairs = query::pairs(&self.placed, Touching::Counts);
        Ok(())
    }

    /// A beam that waves like a rope: a chain, made anew every step.
    fn laser(&self, side: f64) -> kasuri::Result<Placed> {
        let t = f64::from(self.time);
        let [x, y] = self.players[0].at;
        let link = |k: u32| {
            let along = f64::from(k) * 8.0;
            let wave = 9.0 * libm::sin(along * 0.045 - t * 0.06) * (along / 80.0).min(1.0);
            [side * (26.0 + along * 0.42 + wave), 6.0 + along]
        };
        let links: Vec<_> = (0..28).map(link).collect();
        let form = Form::Shape(Shape::chain(&links, 2.0)?.place(&Placement::at([x, y]))?);
        Ok(Placed { form, at: [x, y].into(), layer: BULLET, against: SHIP })
    }

    fn is_near([x, y]: [f64; 2]) -> bool {
        let within = |x: f64, from: i32, to: i32| x > f64::from(from) - BEYOND && x < f64::from(to) + BEYOND;
        within(x, HOME.x0, HOME.x1) && within(y, HOME.y0, HOME.y1)
    }

    /// Shots end in enemies and bullets in bunkers; the ship only feels them.
    fn stop_what_hit(&mut self) {
        for pair in &self.pairs {
            let (hit, by) = (&self.placed[pair.a], pair.b);
            if by >= FLYING && hit.layer & (ENEMY | BUNKER) != 0 {
                let mover = &mut self.flying[by - FLYING];
                mover.fades.get_or_insert(FADE);
            }
        }
    }

    fn stars(&self, drawing: &mut Drawing) {
        for k in 0..90_u32 {
            // Numbers of no particular order.
            let mixed = k.wrapping_mul(2_654_435_761) ^ (k << 7);
            let near = k % 3 == 0;
            let (x, start) = ((mixed >> 8) as i32 % 320, (mixed >> 19) as i32 % 240);
            let y = (start + self.time as i32 / if near { 3 } else { 7 }) % 240;
            let length = if near { 2 } else { 1 };
            let star = PixelBox { x0: x, y0: y, x1: x + 1, y1: y + length };
            drawing.fill(star, self.cast.inks.stars[usize::from(near)]);
        }
    }

    /// Plates with a rim.
    fn bunker(&self, form: &Form, drawing: &mut Drawing) {
        let [rim, plate] = self.cast.inks.bunker;
        drawing.body(form, rim);
        let Form::Tiles(tiles) = form else { return };
        for bounds in tiles.cells().iter().filter_map(|cell| cell.form.bounds()) {
            let PixelBox { x0, y0, x1, y1 } = PixelBox::around(bounds);
            drawing.fill(PixelBox { x0: x0 + 2, y0: y0 + 2, x1: x1 - 2, y1: y1 - 2 }, plate);
        }
    }

    fn beam(&self, laser: &Placed, drawing: &mut Drawing) {
        let [edge, middle] = self.cast.inks.laser;
        drawing.body(&laser.form, edge);
        let Form::Shape(links) = &laser.form else { return };
        // The same chain, thinner.
        let centre = |p: kasuri::lattice::Point| [f64::from(p.x) / 256.0, f64::from(p.y) / 256.0];
        let thin: Vec<_> = links.iter().flat_map(|link| link.vertices().iter().map(|&p| centre(p))).collect();
        let core = Shape::chain(&thin, 0.75).and_then(|core| core.place(&Placement::default()));
        if let Ok(core) = core {
            drawing.body(&Form::Shape(core), middle);
        }
    }
}

impl Stage for Swarm {
    fn name(&self) -> &str {
        "swarm"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn moves(&self) -> bool {
        true
    }

    fn step(&mut self) -> kasuri::Result<()> {
        self.stop_what_hit();
        self.time += 1;
        self.flying.iter_mut().for_each(Mover::step);
        self.flying.retain(|mover| mover.fades != Some(0) && Swarm::is_near(mover.at));
        self.act()?;
        let at = [0, 1, 2, 3].map(|k: usize| self.players[k].at);
        fire::fire(&self.cast, self.time, at, &mut self.flying)?;
        self.place()
    }

    fn draw(&self, drawing: &mut Drawing) {
        drawing.ground(self.cast.inks.ground);
        self.stars(drawing);
        let bodies = &self.placed;
        bodies[..2].iter().for_each(|bunker| self.bunker(&bunker.form, drawing));
        let flying = || self.flying.iter().zip(&bodies[FLYING..]);
        let is_shot = |(mover, _): &(&Mover, &Placed)| mover.layer == SHOT;
        flying().filter(is_shot).for_each(|(mover, body)| mover.draw(&body.form, drawing));
        bodies[SHIP_AT + 1..FLYING].iter().for_each(|laser| self.beam(laser, drawing));
        for (player, body) in self.players.iter().zip(&bodies[2..]) {
            player.draw(&body.form, drawing);
        }
        flying().filter(|both| !is_shot(both)).for_each(|(mover, body)| mover.draw(&body.form, drawing));
        for pair in &self.pairs {
            drawing.light(&bodies[pair.a].form, &bodies[pair.b].form, &pair.overlap);
        }
    }

    fn counts(&self) -> Counts {
        Counts { bodies: self.placed.len(), hits: self.pairs.len() }
    }

    fn tell(&self) -> String {
        let Counts { bodies, hits } = self.counts();
        format!("{bodies} bodies, {hits} hits after {} steps\n", self.time)
    }
}
