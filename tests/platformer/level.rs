//! Random levels: tiles, slopes, cells of pixels, one-way cells, lifts and boxes.

use std::sync::Arc;

use kasuri::{
    Body, Handle, Mask, TileMap, World,
    shape::{Cell, Polygon},
};

use crate::common::Random;

pub(crate) const SIDE: f64 = 16.0;
pub(crate) const COLUMNS: usize = 40;
pub(crate) const ROWS: usize = 24;
/// Layers.
pub(crate) const GROUND: u32 = 1;
pub(crate) const WALKER: u32 = 2;

pub(crate) struct Lift {
    pub(crate) body: Handle,
    pub(crate) by: [f64; 2],
    /// The number of steps in each direction.
    pub(crate) period: u32,
}

pub(crate) fn polygon(points: &[[f64; 2]]) -> Cell {
    Cell::Polygon(Polygon::new(points).unwrap())
}

/// Returns the cells of a level by their characters: slopes of 45 and 22 degrees, slopes below ceilings, stairs and a
/// bumpy floor of pixels, and platforms.
fn legend() -> Vec<(char, Cell)> {
    let s = SIDE;
    let stairs = Mask::from_fn(16, 16, |x, y| x + y >= 15).unwrap();
    let bumps = Mask::from_fn(16, 16, |x, y| y >= 4 + i32::from((x * 7 % 5) < 2)).unwrap();
    vec![
        ('/', polygon(&[[0.0, s], [s, 0.0], [s, s]])),
        ('\\', polygon(&[[0.0, 0.0], [s, s], [0.0, s]])),
        ('<', polygon(&[[0.0, s], [s, s / 2.0], [s, s]])),
        ('>', polygon(&[[0.0, s / 2.0], [s, s], [0.0, s]])),
        ('v', polygon(&[[0.0, 0.0], [s, 0.0], [s / 2.0, s]])),
        ('s', Cell::Mask(Arc::new(stairs))),
        ('b', Cell::Mask(Arc::new(bumps))),
        ('=', Cell::Solid.one_way([0.0, -1.0])),
        ('~', Cell::Mask(Arc::new(Mask::from_fn(16, 4, |_, _| true).unwrap())).one_way([0.0, -1.0])),
    ]
}

pub(crate) fn rows(rng: &mut Random) -> Vec<String> {
    let wide =
        |row: usize, column: usize| row == 0 || row == ROWS - 1 || column == 0 || column == COLUMNS - 1;
    let kinds: Vec<char> = "####//\\\\<>vsb==~".chars().collect();
    (0..ROWS)
        .map(|row| {
            (0..COLUMNS)
                .map(|column| match rng.below(6) {
                    _ if wide(row, column) => '#',
                    0 => rng.pick(&kinds),
                    _ => '.',
                })
                .collect()
        })
        .collect()
}

pub(crate) struct Level {
    pub(crate) lifts: Vec<Lift>,
    rows: Vec<String>,
}

impl Level {
    /// Whether a cell blocks bodies from all sides.
    pub(crate) fn is_closed(&self, column: u32, row: u32) -> bool {
        !matches!(self.rows[row as usize].as_bytes()[column as usize], b'=' | b'~')
    }
}

pub(crate) fn build(world: &mut World, rng: &mut Random) -> Level {
    let rows = rows(rng);
    let map = Arc::new(TileMap::from_rows([SIDE, SIDE], &rows, &legend()).unwrap());
    world.spawn(Body::tiles(&map).layer(GROUND)).unwrap();
    let mut place = || [rng.between(40.0, 600.0), rng.between(40.0, 340.0)];
    let places: Vec<[f64; 2]> = (0..6).map(|_| place()).collect();
    let lifts = places
        .into_iter()
        .enumerate()
        .map(|(k, at)| {
            let body = Body::rect([14.0, 3.0]).at(at).layer(GROUND);
            let body = if k % 3 == 2 { body.one_way([0.0, -1.0]) } else { body };
            let by = [[0.0, 0.5], [0.75, 0.0], [0.5, -0.25]][k % 3];
            Lift { body: world.spawn(body).unwrap(), by, period: 40 + 10 * k as u32 }
        })
        .collect();
    Level { lifts, rows }
}
