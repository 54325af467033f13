//! Where the ship can be in the next half second without a hit, as far as one can tell: bullets fly on as they do now, foes and
//! lasers stay where they are, and nothing new is fired. The pilot flies by it, and a key shows it as a heat map.

use kasuri::query::{self, PlaceGrid, Placed, PlayerMoves, Reach, Threats};
use kasuri::{Placement, Shape, Touching, Vec2, World};

use super::field::{CORE, FIELD};
use super::flying::Flying;
use super::game::Game;
use super::player::{EDGE, FAST, R, SLOW};

/// How many steps are looked ahead.
pub(super) const STEPS: usize = 30;
/// No bullet is larger, in pixels from its position.
const LARGEST: f64 = 24.0;

/// What may hit the core in each of the next steps.
pub(super) struct LookAhead {
    core: [Placed; 1],
    /// What stays where it is: foes and lasers.
    standing: Vec<Placed>,
    /// The bullets in each step.
    flying: Vec<Vec<Placed>>,
}

impl LookAhead {
    /// Looks some steps ahead of the state after the last step.
    pub(super) fn of(game: &Game, world: &World, steps: usize) -> kasuri::Result<LookAhead> {
        let from = game.player.at;
        let reach = FAST * steps as f64 + LARGEST;
        let is_near = |at: Vec2| (at.x - from.x).abs() < reach && (at.y - from.y).abs() < reach;
        let mut bullets = game.bullets.clone();
        let mut flying = Vec::with_capacity(steps);
        for _ in 0..steps {
            bullets.iter_mut().for_each(Flying::fly);
            let near = bullets.iter().filter(|bullet| is_near(bullet.at));
            flying.push(near.map(|bullet| bullet.placed(&game.cast)).collect::<kasuri::Result<_>>()?);
        }
        let foes = game.foes.iter().map(|foe| foe.body).chain(game.boss.as_ref().map(|boss| boss.body));
        let lasers = game.lasers.iter().map(|laser| laser.body);
        let mut standing = Vec::new();
        for body in foes.chain(lasers) {
            let body = world.get(body)?;
            if body.layers().against & CORE != 0 {
                standing.push(Placed::new(body.form(), body.at()));
            }
        }
        let core = [Placed::new(Shape::circle(R)?.place(&Placement::default())?, Vec2::default())];
        Ok(LookAhead { core, standing, flying })
    }

    /// How many steps there are.
    pub(super) fn steps(&self) -> usize {
        self.flying.len()
    }

    /// Whether the ship is hit if it stands at a position in a step.
    pub(super) fn hits(&self, step: usize, at: Vec2) -> kasuri::Result<bool> {
        let core = query::Form::Shape(Shape::circle(R)?.place(&Placement::at(at))?);
        let mut all = self.flying[step].iter().chain(&self.standing);
        Ok(all.any(|body| query::overlaps(&core, &body.form, Touching::Counts)))
    }

    /// Calls `each` with what is reachable in each step from one on, for a ship that is at a position before that step. Stops
    /// when nothing is, or when `each` returns whether it has seen enough.
    pub(super) fn reach(
        &self,
        from: Vec2,
        first: usize,
        mut each: impl FnMut(&Reach) -> bool,
    ) -> kasuri::Result<()> {
        let mut reach = Reach::new(&places(), PlayerMoves::of_speeds(&[FAST, SLOW], 1.0)?)?;
        reach.start_at(from)?;
        for step in first..self.steps() {
            let mut threats = Threats::new(&self.core, Touching::Counts)?;
            self.flying[step].iter().chain(&self.standing).for_each(|body| threats.add(body));
            reach.step(&threats)?;
            if each(&reach) || reach.map().is_empty() {
                break;
            }
        }
        Ok(())
    }
}

/// The positions of the ship, one a pixel.
fn places() -> PlaceGrid {
    let [w, h] = [FIELD.x1 - FIELD.x0, FIELD.y1 - FIELD.y0].map(|side| (side - 2 * EDGE + 1) as u32);
    PlaceGrid::new([f64::from(FIELD.x0 + EDGE), f64::from(FIELD.y0 + EDGE)], [1.0, 1.0], [w, h])
}

/// For each position of the ship, in how many of the next steps it can be there.
pub(super) struct HeatMap {
    /// The left and top edge of the first position's pixel, and the number of columns.
    corner: [i32; 2],
    columns: usize,
    heat: Vec<u8>,
}

impl HeatMap {
    pub(super) fn of(game: &Game, world: &World) -> kasuri::Result<HeatMap> {
        let places = places();
        let [w, h] = places.count.map(|side| side as usize);
        let mut heat = vec![0; w * h];
        LookAhead::of(game, world, STEPS)?.reach(game.player.at, 0, |reach| {
            for (y, row) in heat.chunks_mut(w).enumerate() {
                for (k, &word) in reach.map().row(y as u32).iter().enumerate() {
                    let mut bits = word;
                    while bits != 0 {
                        row[k * 64 + bits.trailing_zeros() as usize] += 1;
                        bits &= bits - 1;
                    }
                }
            }
            false
        })?;
        Ok(HeatMap { corner: [places.from.x as i32, places.from.y as i32], columns: w, heat })
    }

    /// Calls `each` with every stretch of equal heat in a row that is not 0: its left end, its row, its right end and its heat.
    pub(super) fn stretches(&self, mut each: impl FnMut([i32; 3], u8)) {
        for (y, row) in (self.corner[1]..).zip(self.heat.chunks(self.columns)) {
            let mut x = self.corner[0];
            for stretch in row.chunk_by(|a, b| a == b) {
                let end = x + stretch.len() as i32;
                if stretch[0] > 0 {
                    each([x, y, end], stretch[0]);
                }
                x = end;
            }
        }
    }
}
