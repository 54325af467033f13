//! The rules of the duel: two ships fire at each other. All numbers are whole, in 1/256 pixels, so every way to play it has the
//! same bits. `examples/duel.py` has the same rules in numpy, in the same order; a change here is a change there.

use kasuri::{Body, Handle, Hit, Result, World};

/// A pixel.
const PX: i32 = 256;
/// The side of the field.
const FIELD: i32 = 240 * PX;
/// The bullets of a ship.
const BULLETS: usize = 31;
/// Two ships, and the bullets of each.
pub(super) const BODIES: usize = 2 + 2 * BULLETS;
/// The hits that a ship survives, and one more.
const LIVES: i32 = 8;
/// The steps of a game.
const LONGEST: u32 = 1000;
/// A ship fires once in so many steps.
const RELOAD: u32 = 2;
/// Bullets that do not fly are here.
const AWAY: [i32; 2] = [-1000 * PX; 2];
/// The bullets that a ship sees.
const SEEN: usize = 8;
/// The numbers of an observation: the ship, the other one, lives, and of each bullet the vector to it and its velocity.
pub(super) const OBSERVED: usize = 6 + 4 * SEEN;
/// The number of actions: nine ways to move, three to aim.
pub(super) const ACTIONS: i32 = 27;

/// How far a ship moves in a step: stay, or one of eight directions.
const MOVES: [[i32; 2]; 9] =
    [[0, 0], [768, 0], [543, 543], [0, 768], [-543, 543], [-768, 0], [-543, -543], [0, -768], [543, -543]];

/// The velocities of bullets: 32 directions, 3 pixels a step.
const FLIGHTS: [[i32; 2]; 32] = {
    let quarter =
        [[768, 0], [753, 150], [710, 294], [639, 427], [543, 543], [427, 639], [294, 710], [150, 753]];
    let (mut all, mut k) = ([[0; 2]; 32], 0);
    while k < 8 {
        let [x, y] = quarter[k];
        all[k] = [x, y];
        all[k + 8] = [-y, x];
        all[k + 16] = [-x, -y];
        all[k + 24] = [y, -x];
        k += 1;
    }
    all
};

/// A game. Bodies are in the order of spawn: the ships, the bullets of the first, the bullets of the second.
#[derive(Clone)]
pub(super) struct Game {
    at: [[i32; 2]; BODIES],
    by: [[i32; 2]; BODIES],
    lives: [i32; 2],
    age: u32,
    random: u32,
}

/// How a step ended, for each ship.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) rewards: [f32; 2],
    pub(super) is_over: bool,
    pub(super) is_cut: bool,
}

/// Makes the world of a game. The data of a body is its place in the order of spawn.
pub(super) fn world() -> Result<(World, Vec<Handle>)> {
    let mut world = World::builder().threads(1).build()?;
    let bodies = world.spawn_many(BODIES, |k| {
        // A ship hits the bullets of the other one only.
        let (body, layer, against) = match k {
            0 => (Body::circle(5.0), 1, 8),
            1 => (Body::circle(5.0), 2, 4),
            _ if k < 2 + BULLETS => (Body::circle(3.0), 4, 2),
            _ => (Body::circle(3.0), 8, 1),
        };
        body.layer(layer).against(against).data(k as u64)
    })?;
    Ok((world, bodies))
}

impl Game {
    pub(super) fn new(seed: u32) -> Game {
        let mut game = Game { at: [AWAY; BODIES], by: [[0; 2]; BODIES], lives: [0; 2], age: 0, random: seed };
        game.start();
        game
    }

    /// Starts anew. Chance goes on from where it was.
    fn start(&mut self) {
        self.at = [AWAY; BODIES];
        self.by = [[0; 2]; BODIES];
        self.at[0] = [FIELD / 4, FIELD / 2];
        self.at[1] = [FIELD / 4 * 3, FIELD / 2];
        (self.lives, self.age) = ([LIVES; 2], 0);
    }

    /// Moves the ships and the bullets, and fires.
    pub(super) fn play(&mut self, actions: [i32; 2]) {
        self.age += 1;
        for (at, action) in self.at.iter_mut().zip(actions) {
            let by = MOVES[(action % 9) as usize];
            *at = [0, 1].map(|i| (at[i] + by[i]).clamp(0, FIELD));
        }
        for (at, by) in self.at[2..].iter_mut().zip(&self.by[2..]) {
            *at = [at[0] + by[0], at[1] + by[1]];
        }
        if self.age.is_multiple_of(RELOAD) {
            for (ship, action) in actions.into_iter().enumerate() {
                self.fire(ship, action / 9 - 1);
            }
        }
    }

    /// Fires the bullet that has flown longest: at the other ship, or to a side, and a little by chance.
    fn fire(&mut self, ship: usize, aim: i32) {
        let (from, to) = (self.at[ship], self.at[1 - ship]);
        let d = [to[0] - from[0], to[1] - from[1]];
        // The first of the greatest, without a branch: the index counts down behind the product.
        let along = |(k, by): (i64, [i32; 2])| (i64::from(d[0] * by[0] + d[1] * by[1]) << 5) | (31 - k);
        let best = 31 - ((0..).zip(FLIGHTS).map(along).fold(i64::MIN, i64::max) & 31);
        self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let aside = ((self.random >> 16) % 3) as i32 - 1;
        let flight = (best as i32 + 2 * aim + aside).rem_euclid(32);
        let bullet = 2 + ship * BULLETS + (self.age / RELOAD) as usize % BULLETS;
        (self.at[bullet], self.by[bullet]) = (from, FLIGHTS[flight as usize]);
    }

    /// Returns where the bodies are, in pixels.
    pub(super) fn places(&self) -> [[f64; 2]; BODIES] {
        let mut places = [[0.0; 2]; BODIES];
        for (place, at) in places.iter_mut().zip(&self.at) {
            *place = [f64::from(at[0]) / f64::from(PX), f64::from(at[1]) / f64::from(PX)];
        }
        places
    }

    /// Takes the hits of a step. A game that is over starts anew.
    pub(super) fn settle<'a>(&mut self, hits: impl Iterator<Item = &'a Hit>) -> Outcome {
        let mut hurt = [0; 2];
        for hit in hits {
            let [ship, bullet] = hit.data().map(|k| k as usize);
            hurt[ship] += 1;
            (self.at[bullet], self.by[bullet]) = (AWAY, [0; 2]);
        }
        self.lives = [self.lives[0] - hurt[0], self.lives[1] - hurt[1]];
        let is_over = self.lives.iter().any(|&lives| lives <= 0);
        let is_cut = !is_over && self.age >= LONGEST;
        if is_over || is_cut {
            self.start();
        }
        let gain = hurt[1] - hurt[0];
        Outcome { rewards: [gain, -gain].map(|gain| gain as f32), is_over, is_cut }
    }

    /// Writes what a ship sees. Lengths are in sides of 256 pixels.
    pub(super) fn observe(&self, ship: usize, out: &mut [f32; OBSERVED]) {
        let (own, other) = (self.at[ship], self.at[1 - ship]);
        let scaled = |v: i32| v as f32 / 65536.0;
        let lives = [ship, 1 - ship].map(|ship| self.lives[ship] as f32 / LIVES as f32);
        let [x, y] = own.map(scaled);
        out[..6].copy_from_slice(&[
            x,
            y,
            scaled(other[0] - own[0]),
            scaled(other[1] - own[1]),
            lives[0],
            lives[1],
        ]);
        let first = 2 + (1 - ship) * BULLETS;
        let nearest = nearest(own, &self.at[first..first + BULLETS]);
        for (seen, key) in out[6..].as_chunks_mut::<4>().0.iter_mut().zip(nearest) {
            *seen = [0.0; 4];
            if key != NONE {
                let k = first + (key & 31) as usize;
                let (at, by) = (self.at[k], self.by[k]);
                // A bullet's velocity is 3 pixels a step.
                let along = |v: i32| v as f32 / 1024.0;
                *seen = [scaled(at[0] - own[0]), scaled(at[1] - own[1]), along(by[0]), along(by[1])];
            }
        }
    }
}

/// The key of no bullet.
const NONE: i32 = i32::MAX;

/// Returns the keys of the nearest bullets, in order, and one more that means nothing. A key is the square of the distance in 1/8
/// pixels, and then the index.
fn nearest(own: [i32; 2], bullets: &[[i32; 2]]) -> [i32; SEEN + 1] {
    let mut keys = [NONE; BULLETS + 1];
    for (k, (key, at)) in keys.iter_mut().zip(bullets).enumerate() {
        let [x, y] = [0, 1].map(|i| (at[i] - own[i]) >> 5);
        *key = if *at == AWAY { NONE } else { ((x * x + y * y) << 5) | k as i32 };
    }
    // A key's place is the number of smaller ones. Sorting would branch on chance. All places are counted side by side.
    let mut places = [0; BULLETS + 1];
    for other in keys {
        places.iter_mut().zip(&keys).for_each(|(place, &key)| *place += i32::from(other < key));
    }
    let mut best = [NONE; SEEN + 1];
    for (place, key) in places.into_iter().zip(keys) {
        best[(place as usize).min(SEEN)] = key;
    }
    best
}
