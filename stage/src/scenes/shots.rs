//! Shots that fly half the screen in a step, among walls one pixel thin. They are swept, so none gets through.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{
    Body, Filter, Handle, Hit, Placement, Shape, Step, Vec2, World, query::Form, travel::deflected,
};

use super::Stage;
use super::cast::{Cast, GROUND};
use super::hand::Hand;
use super::pad::{Pad, button};
use super::random::Random;
use super::scenery::{self, HOME};
use super::skin::{self, Skin};
use super::table::{Play, Table};
use crate::draw::Drawing;

const WALL: u32 = 1;
const SHOT: u32 = 2;
const TARGET: u32 = 4;
/// The space inside the walls.
const INSIDE: [[f64; 2]; 2] = [[8.0, 20.0], [312.0, 232.0]];
/// Speed in pixels per step.
const FAST: f64 = 170.0;
/// How often a shot bounces.
const BOUNCES: u32 = 5;
/// Steps between shots, and the steps for which a trail and a flash are shown.
const PAUSE: u32 = 6;
const FADES: u32 = 9;
const FLASH: u32 = 5;
/// The distance from a wall at which a shot is placed after it bounces.
const OFF: f64 = 0.05;

#[derive(Clone)]
struct Shots {
    cast: Arc<Cast>,
    hand: Hand,
    random: Random,
    /// Thin bars, and how much each turns per step.
    bars: Vec<(Handle, f64)>,
    /// Drifting bodies, and how they drift.
    targets: Vec<Target>,
    shots: Vec<Shot>,
    trails: Vec<Trail>,
    sparks: Vec<(Vec2, u32)>,
    is_swept: bool,
    time: u32,
    bounces: u32,
    struck: u32,
    escaped: u32,
}

#[derive(Debug, Clone)]
struct Target {
    body: Handle,
    by: Vec2,
    flash: u32,
}

#[derive(Debug, Clone)]
struct Shot {
    body: Handle,
    by: Vec2,
    left: u32,
}

/// The path of a shot in one step, and how many steps ago that was.
#[derive(Debug, Clone, Copy)]
struct Trail {
    from: Vec2,
    to: Vec2,
    age: u32,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let cast = Cast::read()?;
    let (world, play) = scene(cast, Random::new(seed)).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(world, play)))
}

fn scene(cast: Arc<Cast>, mut random: Random) -> kasuri::Result<(World, Shots)> {
    let mut world = World::new();
    let [[left, top], [right, bottom]] = INSIDE;
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    for k in 0..4 {
        let wall = Body::segment(corners[k], corners[(k + 1) % 4]).layer(WALL).against(SHOT);
        world.spawn(wall.data(skin::plain(0)))?;
    }
    let mut bars = Vec::new();
    for (k, at) in [[112.0, 84.0], [208.0, 84.0], [112.0, 172.0], [208.0, 172.0]].into_iter().enumerate() {
        let half = random.between(26.0, 40.0);
        let bar = Body::rect([half, 0.5]).turned(random.between(0.0, 3.0)).layer(WALL).against(SHOT);
        let turn = random.between(0.006, 0.014) * if k % 2 == 0 { 1.0 } else { -1.0 };
        bars.push((world.spawn(bar.at(at).data(skin::plain(0)))?, turn));
    }
    let mut targets = Vec::new();
    for at in [[60.0, 128.0], [260.0, 128.0], [160.0, 60.0]] {
        let body = Body::sprite(&cast.mine.mask).at(at).layer(TARGET).against(SHOT).data(Skin::Mine.data());
        let angle = random.between(0.0, std::f64::consts::TAU);
        let by = Vec2::new(libm::cos(angle), libm::sin(angle));
        targets.push(Target { body: world.spawn(body)?, by, flash: 0 });
    }
    let shots = Shots {
        cast,
        hand: Hand::default(),
        random,
        bars,
        targets,
        shots: Vec::new(),
        trails: Vec::new(),
        sparks: Vec::new(),
        is_swept: true,
        time: 0,
        bounces: 0,
        struck: 0,
        escaped: 0,
    };
    Ok((world, shots))
}

impl Shots {
    /// Fires from the gun in the middle, in all directions in turn.
    fn fire(&mut self, world: &mut World) -> kasuri::Result<()> {
        let angle = f64::from(self.time) * 0.05 + self.random.between(-0.1, 0.1);
        let by = Vec2::new(FAST * libm::cos(angle), FAST * libm::sin(angle));
        let body = Body::circle(1.0).at([160.0, 128.0]).layer(SHOT).against(WALL | TARGET);
        let body = body.data(Skin::None.data());
        let body = world.spawn(if self.is_swept { body.swept() } else { body })?;
        self.shots.push(Shot { body, by, left: BOUNCES });
        Ok(())
    }

    fn fly(&mut self, world: &mut World) -> kasuri::Result<()> {
        for shot in &self.shots {
            let at = world.get(shot.body)?.at();
            let to = Vec2::new(at.x + shot.by.x, at.y + shot.by.y);
            self.trails.push(Trail { from: at, to, age: 0 });
            world.edit(shot.body).position(to)?;
        }
        Ok(())
    }

    /// Moves the targets, which stay away from the walls.
    fn float(&mut self, world: &mut World) -> kasuri::Result<()> {
        let [least, most] = INSIDE;
        for target in self.targets.iter_mut().filter(|target| self.hand.held() != Some(target.body)) {
            let at = world.get(target.body)?.at();
            if at.x < least[0] + 16.0 || at.x > most[0] - 16.0 {
                target.by.x = target.by.x.abs() * if at.x < 160.0 { 1.0 } else { -1.0 };
            }
            if at.y < least[1] + 16.0 || at.y > most[1] - 16.0 {
                target.by.y = target.by.y.abs() * if at.y < 126.0 { 1.0 } else { -1.0 };
            }
            world.edit(target.body).position([at.x + target.by.x, at.y + target.by.y])?;
        }
        Ok(())
    }

    /// Handles the first hit of a shot: a wall reflects it, a target stops it.
    fn strike(&mut self, world: &mut World, k: usize, hit: &Hit) -> kasuri::Result<bool> {
        let (from, to) = (self.trails[k].from, self.trails[k].to);
        let t = hit.t().unwrap_or(1.0);
        let at = Vec2::new(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
        self.trails[k].to = at;
        self.sparks.push((at, 0));
        if let Some(target) = self.targets.iter_mut().find(|target| target.body == hit.b) {
            target.flash = FLASH;
            self.struck += 1;
            return Ok(false);
        }
        self.bounces += 1;
        let (Some(contact), shot) = (world.contact(hit)?, &mut self.shots[k]) else { return Ok(false) };
        // The contact's normal points from the shot to the wall.
        let out = Vec2::new(-contact.normal.x, -contact.normal.y);
        shot.by = deflected(shot.by, out, 1.0);
        shot.left -= 1;
        let off = contact.depth + OFF;
        world.edit(shot.body).teleport([at.x + out.x * off, at.y + out.y * off])?;
        Ok(shot.left > 0)
    }

    fn age(&mut self) {
        self.trails.iter_mut().for_each(|trail| trail.age += 1);
        self.trails.retain(|trail| trail.age < FADES);
        self.sparks.iter_mut().for_each(|(_, age)| *age += 1);
        self.sparks.retain(|&(_, age)| age < FLASH);
        self.targets.iter_mut().for_each(|target| target.flash = target.flash.saturating_sub(1));
    }
}

impl Play for Shots {
    fn name(&self) -> &'static str {
        "shots"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "drag           move a bar or a mine\nC              sweep the shots, or not: then most get through"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        self.time += 1;
        self.age();
        if pad.presses(self.hand.before, button::OTHER) {
            self.is_swept = !self.is_swept;
            for shot in &self.shots {
                world.edit(shot.body).swept(self.is_swept)?;
            }
        }
        self.hand.act(world, pad, Filter::against(WALL | TARGET))?;
        for &(body, turn) in self.bars.iter().filter(|&&(body, _)| self.hand.held() != Some(body)) {
            let angle = world.get(body)?.angle();
            world.edit(body).angle(angle + turn)?;
        }
        self.float(world)?;
        if self.time.is_multiple_of(PAUSE) {
            self.fire(world)?;
        }
        // The trails of this step, one per shot, are before all older ones.
        let old = std::mem::take(&mut self.trails);
        self.fly(world)?;
        self.trails.extend(old);
        Ok(true)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        let hits: Vec<Hit> = step.between(SHOT, WALL | TARGET).collect();
        let mut goes_on = Vec::new();
        for k in 0..self.shots.len() {
            let body = self.shots[k].body;
            let mine = hits.iter().filter(|hit| hit.a == body);
            let first = mine.min_by(|p, q| p.t().unwrap_or(1.0).total_cmp(&q.t().unwrap_or(1.0)));
            let stays = match first {
                Some(hit) => self.strike(world, k, hit)?,
                None => {
                    let (at, [least, most]) = (self.trails[k].to, INSIDE);
                    let is_in = at.x > least[0] && at.x < most[0] && at.y > least[1] && at.y < most[1];
                    self.escaped += u32::from(!is_in);
                    is_in
                }
            };
            if !stays {
                world.remove(body)?;
            }
            goes_on.push(stays);
        }
        let mut goes_on = goes_on.into_iter();
        self.shots.retain(|_| goes_on.next() == Some(true));
        Ok(())
    }

    fn draw(&self, world: &World, _: Option<&Step>, drawing: &mut Drawing) {
        drawing.ground(self.cast.inks(GROUND));
        for &Trail { from, to, age } in self.trails.iter().rev() {
            let ink = self.cast.ink(['w', 'c', 'l', 's', 'd'][(age as usize / 2).min(4)]);
            let line = Shape::capsule(from, to, if age == 0 { 0.9 } else { 0.5 });
            if let Ok(line) = line.and_then(|line| line.place(&Placement::default())) {
                drawing.body(&Form::Shape(line), ink);
            }
        }
        for body in world.iter() {
            skin::draw(body, &self.cast, drawing);
        }
        for target in self.targets.iter().filter(|target| target.flash > 0) {
            if let Ok(body) = world.get(target.body) {
                scenery::rim(&body.form(), self.cast.ink('w'), drawing);
            }
        }
        self.sparks.iter().for_each(|&(at, _)| scenery::mark([at.x, at.y], drawing));
        let how = if self.is_swept { "SWEPT" } else { "NOT SWEPT" };
        let words = format!(
            "{} BOUNCES, {} STRUCK, {} THROUGH THE WALLS   C: {how}",
            self.bounces, self.struck, self.escaped
        );
        scenery::words(&[words], &self.cast, drawing);
    }

    fn tell(&self) -> String {
        format!("{} bounces, {} struck, {} through the walls\n", self.bounces, self.struck, self.escaped)
    }
}
