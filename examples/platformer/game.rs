//! The rules of the game.

use std::sync::Arc;

use kasuri::{
    Body, Handle, Mask, Result, Snapshot, TileMap, World,
    shape::{Cell, Polygon},
    travel::Response,
};

pub(crate) const SIDE: f64 = 16.0;
pub(crate) const LEVEL: [&str; 15] = [
    "########################################",
    "#......................................#",
    "#......................................#",
    "#......................................#",
    "#......................................#",
    "#..........................o...........#",
    "#.............o..o..o......===.........#",
    "#............===.==.==................##",
    "#.........o.............o............X##",
    "#........................o.........o..##",
    "#......./#\\...oo............o.o....s####",
    "#.@..o./###\\.o==.o..L...../##\\.L.os#####",
    "########################################",
    "########################################",
    "########################################",
];
const WALKER: [&str; 14] = [
    "...####...",
    "..######..",
    ".########.",
    ".##.##.##.",
    ".########.",
    "..######..",
    "...####...",
    ".########.",
    "##########",
    "#.######.#",
    "..######..",
    "..##..##..",
    "..##..##..",
    ".###..###.",
];
const GROUND: u32 = 1;
const PLAYER: u32 = 2;
const COIN: u32 = 4;
const DOOR: u32 = 8;

const FALL: f64 = 0.25;
const WALK: f64 = 1.5;
const JUMP: f64 = -5.0;
/// The highest step that the walker walks up.
const STEP: f64 = 3.0;

pub(crate) struct Keys {
    /// From -1 to 1.
    pub(crate) along: f64,
    pub(crate) jump: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Lift {
    pub(crate) body: Handle,
    pub(crate) by: [f64; 2],
}

pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) walker: Handle,
    pub(crate) lifts: Vec<Lift>,
    pub(crate) steps: u32,
    pub(crate) coins: u32,
    pub(crate) stands: bool,
    pub(crate) is_won: bool,
    fall: f64,
    /// The number of steps in which it has hardly moved.
    pub(crate) slow: u32,
}

pub(crate) fn map() -> Result<TileMap> {
    let polygon = |points: [[f64; 2]; 3]| Polygon::new(&points).map(Cell::Polygon);
    let legend = [
        ('/', polygon([[0.0, SIDE], [SIDE, 0.0], [SIDE, SIDE]])?),
        ('\\', polygon([[0.0, 0.0], [SIDE, SIDE], [0.0, SIDE]])?),
        ('s', Cell::Mask(Arc::new(Mask::from_fn(16, 16, |x, y| x / 2 + y / 2 >= 7)?))),
        ('=', Cell::Mask(Arc::new(Mask::from_fn(16, 5, |_, _| true)?)).one_way([0.0, -1.0])),
    ];
    let rows = LEVEL.map(|row| row.replace(['o', '@', 'X', 'L'], "."));
    TileMap::from_rows([SIDE, SIDE], &rows, &legend)
}

/// Returns the centers of all cells with a sign.
fn places(sign: char) -> impl Iterator<Item = [f64; 2]> {
    let cells =
        LEVEL.iter().enumerate().flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)));
    cells
        .filter(move |&(.., c)| c == sign)
        .map(|(x, y, _)| [(x as f64 + 0.5) * SIDE, (y as f64 + 0.5) * SIDE])
}

impl Game {
    pub(crate) fn new() -> Result<Game> {
        let mut world = World::new();
        world.spawn(Body::tiles(&Arc::new(map()?)).layer(GROUND))?;
        for at in places('o') {
            world.spawn(Body::circle(4.0).at(at).layer(COIN).against(PLAYER).sensor())?;
        }
        for at in places('X') {
            world.spawn(Body::rect([6.0, 8.0]).at(at).layer(DOOR).against(PLAYER).sensor())?;
        }
        let mut lifts = Vec::new();
        for (k, at) in places('L').enumerate() {
            let body = world.spawn(Body::rect([16.0, 3.0]).at(at).layer(GROUND))?;
            lifts.push(Lift { body, by: [[0.0, -0.5], [0.25, -0.75]][k % 2] });
        }
        let mask = Arc::new(Mask::from_rows(&WALKER)?);
        let at = places('@').next().unwrap_or_default();
        let walker = world.spawn(Body::sprite(&mask).at(at).layer(PLAYER))?;
        Ok(Game {
            world,
            walker,
            lifts,
            steps: 0,
            coins: 0,
            stands: false,
            is_won: false,
            fall: 0.0,
            slow: 0,
        })
    }

    pub(crate) fn step(&mut self, keys: Keys) -> Result<()> {
        let sign = if (self.steps / 120).is_multiple_of(2) { 1.0 } else { -1.0 };
        for lift in &self.lifts {
            self.world.carry(lift.body, [lift.by[0] * sign, lift.by[1] * sign], PLAYER)?;
        }
        if keys.jump && self.stands {
            self.fall = JUMP;
        }
        let before = self.world.get(self.walker)?.at();
        let moved = self.world.walk(self.walker, [keys.along * WALK, 0.0], STEP)?;
        self.slow = if (moved.at.x - before.x).abs() < 0.25 { self.slow + 1 } else { 0 };
        self.fall = (self.fall + FALL).min(6.0);
        let fallen = self.world.travel(self.walker, [0.0, self.fall], Response::Stick)?;
        self.stands = self.fall > 0.0 && !fallen.hits.is_empty();
        if !fallen.hits.is_empty() {
            self.fall = 0.0;
        }
        self.steps += 1;
        let step = self.world.step()?;
        for hit in step.between(PLAYER, COIN) {
            self.world.remove(hit.b)?;
            self.coins += 1;
        }
        self.is_won |= step.between(PLAYER, DOOR).next().is_some();
        Ok(())
    }

    /// Returns the whole state as bytes: first the game's own fields, then the world.
    pub(crate) fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.fall.to_le_bytes());
        bytes.extend(
            [self.steps, self.coins, self.slow, u32::from(self.stands)].map(u32::to_le_bytes).concat(),
        );
        bytes.extend(self.world.snapshot().to_bytes());
        bytes
    }

    pub(crate) fn load(bytes: &[u8]) -> std::result::Result<Game, Box<dyn std::error::Error>> {
        let (fall, rest) = bytes.split_first_chunk().ok_or("the save is cut off")?;
        let (numbers, world) = rest.split_first_chunk::<16>().ok_or("the save is cut off")?;
        let number = |k: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| numbers[4 * k + byte]));
        let mut game = Game::new()?;
        game.world.restore(&Snapshot::from_bytes(world)?);
        game.fall = f64::from_le_bytes(*fall);
        (game.steps, game.coins, game.slow, game.stands) = (number(0), number(1), number(2), number(3) == 1);
        Ok(game)
    }
}
