//! The game's state, and a step of it.

use std::sync::Arc;

use kasuri::{Hit, Vec2, World};

use super::bomb::Blast;
use super::boss::Boss;
use super::flying::{Fired, Flying, fly};
use super::foe::Foe;
use super::laser::Laser;
use super::patterns::Volley;
use super::pilot;
use super::player::Player;
use super::spark::Sparks;
use super::waves::Entry;
use crate::scenes::Why;
use crate::scenes::cast::Cast;
use crate::scenes::pad::{Pad, button};
use crate::scenes::random::Random;

/// The number of steps for which a hit freezes everything.
pub(super) const FREEZE: u32 = 45;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The game plays itself.
    Demo,
    Play,
    Over,
    Won,
}

#[derive(Debug, Clone)]
pub(super) struct Tally {
    pub(super) score: u64,
    pub(super) grazes: u32,
    pub(super) lives: u32,
    pub(super) bombs: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Game {
    pub(super) cast: Arc<Cast>,
    pub(super) waves: Arc<[Entry]>,
    seed: u64,
    pub(super) mode: Mode,
    before: Pad,
    /// Steps since the run began, without the frozen ones.
    pub(super) time: u32,
    /// Steps since the mode began.
    pub(super) since: u32,
    pub(super) random: Random,
    pub(super) tally: Tally,
    pub(super) player: Player,
    pub(super) bullets: Vec<Flying>,
    pub(super) shots: Vec<Flying>,
    pub(super) gems: Vec<Flying>,
    pub(super) foes: Vec<Foe>,
    pub(super) boss: Option<Boss>,
    pub(super) lasers: Vec<Laser>,
    pub(super) blast: Option<Blast>,
    pub(super) sparks: Sparks,
    /// The number of steps that everything is still frozen after a hit, and the hits that caused it.
    pub(super) freeze: u32,
    pub(super) cause: Vec<Hit>,
    pub(super) why: Option<Why>,
    /// Whether the picture shows what the ship can reach.
    pub(super) shows_reach: bool,
}

impl Game {
    pub(super) fn new(
        world: &mut World,
        cast: &Arc<Cast>,
        waves: &Arc<[Entry]>,
        seed: u64,
    ) -> kasuri::Result<Game> {
        world.clear();
        Ok(Game {
            cast: cast.clone(),
            waves: waves.clone(),
            seed,
            mode: Mode::Demo,
            before: Pad::default(),
            time: 0,
            since: 0,
            random: Random::new(seed),
            tally: Tally { score: 0, grazes: 0, lives: 3, bombs: 3 },
            player: Player::spawn(world, cast)?,
            bullets: Vec::new(),
            shots: Vec::new(),
            gems: Vec::new(),
            foes: Vec::new(),
            boss: None,
            lasers: Vec::new(),
            blast: None,
            sparks: Sparks::default(),
            freeze: 0,
            cause: Vec::new(),
            why: None,
            shows_reach: false,
        })
    }

    fn begin(&mut self, world: &mut World, mode: Mode) -> kasuri::Result<()> {
        let (before, shows_reach) = (self.before, self.shows_reach);
        *self = Game { mode, before, shows_reach, ..Game::new(world, &self.cast, &self.waves, self.seed)? };
        Ok(())
    }

    pub(super) fn enter(&mut self, mode: Mode) {
        if self.mode != Mode::Demo {
            (self.mode, self.since) = (mode, 0);
        }
    }

    /// Makes a step. Returns whether the world has to make one too.
    pub(super) fn go(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        let before = std::mem::replace(&mut self.before, pad);
        self.since += 1;
        self.shows_reach ^= pad.presses(before, button::OTHER);
        let starts = pad.presses(before, button::FIRE | button::AGAIN);
        match self.mode {
            Mode::Demo if starts => self.begin(world, Mode::Play)?,
            Mode::Demo if self.tally.lives == 0 || self.is_through() => self.begin(world, Mode::Demo)?,
            Mode::Over | Mode::Won if starts && self.since > 40 => self.begin(world, Mode::Play)?,
            Mode::Play if pad.presses(before, button::AGAIN) => self.begin(world, Mode::Play)?,
            _ => {}
        }
        if self.freeze > 0 {
            self.freeze -= 1;
            if self.freeze == 0 {
                self.lose_life(world)?;
            }
            return Ok(false);
        }
        self.time += 1;
        let pad = if self.mode == Mode::Demo { pilot::pad(self, world)? } else { pad };
        if self.mode != Mode::Over {
            self.steer(world, pad)?;
        }
        self.others(world)?;
        for flying in [&mut self.bullets, &mut self.shots, &mut self.gems] {
            fly(world, flying)?;
        }
        self.sparks.go();
        Ok(true)
    }

    /// Whether no foe is left and none is still to come.
    pub(super) fn is_through(&self) -> bool {
        let is_last = self.waves.last().is_none_or(|entry| entry.time + 60 < self.time);
        is_last && self.boss.is_none() && self.foes.is_empty()
    }

    fn steer(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<()> {
        self.player.go(world, pad, self.time)?;
        if pad.holds(button::BOMB) && self.tally.bombs > 0 && self.blast.is_none() {
            self.tally.bombs -= 1;
            self.blast = Some(Blast::spawn(world, self.player.at)?);
            self.player.spare(world, self.time, Blast::LASTS + 30)?;
        }
        if pad.holds(button::FIRE) {
            let mut fired = Vec::new();
            self.player.shoot(self.time, &mut fired);
            for way in fired {
                self.shots.push(Flying::spawn(world, &self.cast, way)?);
            }
        }
        Ok(())
    }

    /// Moves everything except the player.
    fn others(&mut self, world: &mut World) -> kasuri::Result<()> {
        self.admit(world)?;
        let (mut fired, mut volley) = (Vec::new(), Volley::default());
        for foe in std::mem::take(&mut self.foes) {
            let mut foe = foe;
            if foe.go(world)? {
                foe.fire(self.player.at, &mut fired);
                self.foes.push(foe);
            } else {
                world.remove(foe.body)?;
            }
        }
        if let Some(boss) = &mut self.boss {
            boss.go(world)?;
            boss.fire(&mut self.random, self.player.at, &mut volley);
        }
        fired.extend(&volley.bullets);
        for way in fired {
            self.bullets.push(Flying::spawn(world, &self.cast, way)?);
        }
        self.lase(world, &volley)?;
        self.explode(world)
    }

    /// Spawns the foes that are due.
    fn admit(&mut self, world: &mut World) -> kasuri::Result<()> {
        let waves = self.waves.clone();
        for entry in waves.iter().filter(|entry| entry.time == self.time) {
            match entry.kind {
                Some(kind) => self.foes.push(Foe::spawn(world, &self.cast, entry, kind)?),
                None => self.boss = Some(Boss::spawn(world, &self.cast)?),
            }
        }
        Ok(())
    }

    fn lase(&mut self, world: &mut World, volley: &Volley) -> kasuri::Result<()> {
        let from = self.boss.as_ref().map(|boss| boss.at);
        for (&[angle, turn], at) in volley.beams.iter().zip(from.into_iter().cycle()) {
            self.lasers.push(Laser::beam(world, at, angle, turn)?);
        }
        for &(at, [angle, wave, speed]) in &volley.snakes {
            self.lasers.push(Laser::snake(world, at, angle, wave, speed)?);
        }
        for mut laser in std::mem::take(&mut self.lasers) {
            if laser.go(world, from)? {
                self.lasers.push(laser);
            } else {
                world.remove(laser.body)?;
            }
        }
        Ok(())
    }

    fn lose_life(&mut self, world: &mut World) -> kasuri::Result<()> {
        self.cause.clear();
        self.sparks.burst(self.player.at, 40, 'c');
        self.clear_bullets(world)?;
        self.tally.lives -= 1;
        self.tally.bombs = 3;
        if self.tally.lives == 0 {
            self.enter(Mode::Over);
            world.edit(self.player.body).position([self.player.at.x, 600.0])?;
            return Ok(());
        }
        self.player.come_back(world, self.time)
    }

    /// Spawns a gem at each of some positions.
    pub(super) fn turn_to_gems(&mut self, world: &mut World, places: &[Vec2]) -> kasuri::Result<()> {
        use crate::scenes::skin::Skin;
        for &at in places {
            let way = Fired::new(Skin::Gem, at, -std::f64::consts::FRAC_PI_2, 1.4).until(-2.2, -0.06);
            self.gems.push(Flying::spawn(world, &self.cast, way)?);
        }
        Ok(())
    }
}
