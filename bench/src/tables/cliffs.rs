//! Every kind of body against every kind, not only those that are known to be fast: plain, grazing and swept. Each frame stands
//! beside the median of its row and of its column. What takes more than four times both is a cliff.

#[cfg(test)]
mod allocations;
#[cfg(test)]
mod counts;

use std::f64::consts::TAU;
use std::sync::Arc;

use kasuri::shape::{Cell as TileCell, Part};
use kasuri::{Body, Look, Mask, Region, Shape, TileMap};

use crate::tables::frames::MARGIN;
use crate::tables::kinds::Art;
use crate::tables::motion::{SCREEN, angle};
use crate::tables::play::{Played, Scene, best};
use crate::tables::yardstick::{BULLET, Stage, TARGET, world};
use crate::tables::{Cell, Effort, Row, Rows};

/// A frame that takes more than this many times the medians of its row and of its column is a cliff.
pub(super) const CLIFF: f64 = 4.0;

/// A kind of body, of the size of a mask.
pub(super) struct Kind {
    pub(super) name: &'static str,
    body: fn(&Art, f64) -> Body,
    /// Whether each body has an angle of its own.
    pub(super) is_turned: bool,
}

impl Kind {
    pub(super) fn body(&self, art: &Art, h: f64) -> Body {
        (self.body)(art, h)
    }
}

const fn kind(name: &'static str, body: fn(&Art, f64) -> Body) -> Kind {
    Kind { name, body, is_turned: false }
}

const fn turned(name: &'static str, body: fn(&Art, f64) -> Body) -> Kind {
    Kind { name, body, is_turned: true }
}

/// `h` is half a side.
pub(super) const KINDS: [Kind; 25] = [
    kind("point", |_, _| Body::point()),
    turned("segment", |_, h| Body::segment([-h, 0.0], [h, 0.0])),
    kind("circle", |_, h| Body::circle(h)),
    kind("box", |_, h| Body::rect([h, h])),
    turned("turned box", |_, h| Body::rect([h, h])),
    turned("capsule", |_, h| Body::capsule([-h / 2.0, 0.0], [h / 2.0, 0.0], h / 2.0)),
    turned("hexagon", |_, h| Body::polygon(&ring(6, |_| h))),
    turned("rounded", |_, h| body_of(Shape::rounded_polygon(&ring(5, |_| h * 0.75), h / 4.0))),
    turned("round 70", |_, h| Body::polygon(&ring(70, |_| h))),
    turned("concave 12", |_, h| Body::polygon(&traced(12, h))),
    turned("concave 28", |_, h| Body::polygon(&traced(28, h))),
    turned("concave 100", |_, h| Body::polygon(&traced(100, h))),
    turned("compound 5", |_, h| body_of(Shape::compound(parts(h)))),
    turned("chain 8", |_, h| Body::chain(&wave(8, h), h / 16.0)),
    turned("chain 32", |_, h| Body::chain(&wave(32, h), h / 16.0)),
    kind("sprite", |art, _| Body::sprite(&art.mask)),
    kind("mirrored", |art, _| Body::sprite(&art.mask).scaled([-1.0, 1.0])),
    kind("sprite x1.5", |art, _| Body::sprite(&art.mask).scaled([1.5, 1.5])),
    turned("turned sprite", |art, _| Body::sprite(&art.mask)),
    turned("with holes", |_, h| Body::sprite(&holes(h))),
    turned("noise", |_, h| Body::sprite(&noise(h))),
    kind("3 regions", |_, h| {
        let circle = |r: f64| Shape::circle(r).expect("a circle");
        Body::circle(h)
            .region(Region::new("core", circle(h / 4.0)))
            .region(Region::new("shell", Shape::rect([h, h / 2.0]).expect("a box")))
            .region(Region::new("rim", circle(h * 0.9)))
    }),
    turned("sprite, 2 regions", |art, h| {
        let core = Shape::circle(h / 3.0).expect("a circle");
        Body::sprite(&art.mask).region(Region::new("core", core)).region(Region::new("art", &art.mask))
    }),
    turned("sprite 256", |_, h| Body::sprite(&disc(4.0 * h))),
    kind("tile map", |_, _| Body::tiles(&tile_map())),
];

/// The kinds that are no bullets: too large for 10,000 of them.
const ONLY_TARGETS: usize = 2;

/// How bullets meet targets.
#[derive(Debug, Clone, Copy)]
struct Manner {
    name: &'static str,
    margin: Option<f64>,
    is_swept: bool,
}

const MANNERS: [Manner; 3] = [
    Manner { name: "", margin: None, is_swept: false },
    Manner { name: ", graze", margin: Some(MARGIN), is_swept: false },
    Manner { name: ", swept", margin: None, is_swept: true },
];

/// A kind of bullets against a kind of targets.
#[derive(Debug, Clone, Copy)]
pub(super) struct CliffCell {
    bullet: usize,
    target: usize,
    manner: Manner,
}

/// Returns all cells of the table, in its order.
pub(super) fn cells() -> impl Iterator<Item = CliffCell> {
    MANNERS.into_iter().flat_map(cells_of)
}

fn cells_of(manner: Manner) -> impl Iterator<Item = CliffCell> {
    let bullets = KINDS.len() - ONLY_TARGETS;
    (0..KINDS.len())
        .flat_map(move |target| (0..bullets).map(move |bullet| CliffCell { bullet, target, manner }))
}

impl CliffCell {
    pub(super) fn name(&self) -> String {
        format!("{} x {}{}", KINDS[self.bullet].name, KINDS[self.target].name, self.manner.name)
    }

    pub(super) fn scene<'a>(&self, stage: &'a Stage, threads: usize) -> Scene<'a> {
        let Manner { margin, is_swept, .. } = self.manner;
        scene(stage, [&KINDS[self.bullet], &KINDS[self.target]], (margin, is_swept), threads)
    }
}

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let effort = &Effort { frames: effort.frames.min(24), warm_up: effort.warm_up.min(4), ..*effort };
    let stage = Stage::new(effort);
    for manner in MANNERS {
        let mut cells: Vec<(usize, usize, Played)> = Vec::new();
        for cell in cells_of(manner) {
            let name = cell.name();
            if effort.only.is_some_and(|only| !name.contains(only)) {
                continue;
            }
            let scene = || cell.scene(&stage, 1).play(effort);
            cells.push((cell.bullet, cell.target, best(effort, &name, scene)?));
        }
        let median_where = |is_in: &dyn Fn(&(usize, usize, Played)) -> bool| {
            let mut frames: Vec<f64> =
                cells.iter().filter(|cell| is_in(cell)).map(|cell| cell.2.frame).collect();
            frames.sort_by(f64::total_cmp);
            frames[frames.len() / 2]
        };
        for (b, t, played) in &cells {
            let [row, column] = [median_where(&|cell| cell.1 == *t), median_where(&|cell| cell.0 == *b)];
            let name = CliffCell { bullet: *b, target: *t, manner }.name();
            add(as_row(name, played, [row, column]));
        }
    }
    Ok(())
}

fn as_row(name: String, played: &Played, [row, column]: [f64; 2]) -> Row {
    let cells = vec![
        Cell::new("frame us", played.frame).goal(CLIFF * row.max(column)),
        Cell::new("x row", played.frame / row),
        Cell::new("x column", played.frame / column),
        Cell::new("ns a candidate", played.decide * 1e3 / played.candidates.max(1.0)),
        Cell::new("moves", played.moves),
        Cell::new("broad", played.broad),
        Cell::new("decide", played.decide),
        Cell::new("events", played.events),
        Cell::new("candidates", played.candidates),
        Cell::new("hits", played.hits),
        Cell::new("grazes", played.grazes),
    ];
    Row { name, cells }
}

fn scene<'a>(
    stage: &'a Stage,
    [bullet, target]: [&Kind; 2],
    (margin, is_swept): (Option<f64>, bool),
    threads: usize,
) -> Scene<'a> {
    let of = |kind: &Kind, art: &Art, h: f64| {
        let body = (kind.body)(art, h);
        let is_turned = kind.is_turned;
        move |k: usize| if is_turned { body.clone().turned(angle(k)) } else { body.clone() }
    };
    let bullet = of(bullet, &stage.small, 4.0);
    let bullet = |k: usize| {
        let body = bullet(k);
        let body = if is_swept { body.swept() } else { body };
        margin.into_iter().fold(body, Body::graze)
    };
    if target.name != "tile map" {
        return stage.scene(world(threads), bullet, of(target, &stage.large, 32.0));
    }
    let mut world = world(threads);
    world.spawn(Body::tiles(&tile_map()).layer(TARGET).against(BULLET)).expect("a valid body");
    let bullet = |k: usize| bullet(k).at(stage.places[0][k]).layer(BULLET).against(TARGET);
    let handles = world.spawn_many(stage.bullets, bullet).expect("valid bodies");
    Scene { world, handles, places: &stage.alone, angles: None }
}

fn body_of(shape: kasuri::Result<Shape>) -> Body {
    Body::new(Look::from(shape.expect("a valid shape")))
}

fn ring(count: usize, far: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let turn = k as f64 / count as f64 * TAU;
        [turn.cos() * far(turn), turn.sin() * far(turn)]
    };
    (0..count).map(corner).collect()
}

/// A concave outline, as traced from a picture.
fn traced(count: usize, h: f64) -> Vec<[f64; 2]> {
    let waves = if count < 20 { 3.0 } else { 7.0 };
    ring(count, |turn| h * (0.75 + 0.25 * (waves * turn).sin()))
}

fn wave(links: usize, h: f64) -> Vec<[f64; 2]> {
    let point = |k: usize| {
        let x = k as f64 / links as f64 * 2.0 - 1.0;
        [x * h, (x * 7.0).sin() * h / 3.0]
    };
    (0..=links).map(point).collect()
}

fn parts(h: f64) -> Vec<Part> {
    let part = |shape: kasuri::Result<Shape>, at: [f64; 2]| {
        Part::new(shape.expect("a valid shape")).offset(at.map(|x| x * h))
    };
    vec![
        part(Shape::rect([h / 2.0, h / 5.0]), [0.0, 0.0]),
        part(Shape::circle(h / 4.0), [0.6, 0.0]),
        part(Shape::circle(h / 4.0), [-0.6, 0.0]),
        part(Shape::capsule([0.0, 0.0], [0.0, h / 2.0], h / 8.0), [0.0, 0.2]),
        part(Shape::polygon(&ring(6, |_| h / 3.0)), [0.0, -0.5]),
    ]
}

fn mask(h: f64, is_set: impl Fn(f64, f64) -> bool) -> Arc<Mask> {
    let side = (2.0 * h) as usize;
    let mask = Mask::from_fn(side, side, |x, y| is_set(f64::from(x) + 0.5 - h, f64::from(y) + 0.5 - h));
    Arc::new(mask.expect("a size that masks may have"))
}

fn disc(h: f64) -> Arc<Mask> {
    mask(h, |x, y| x * x + y * y <= h * h)
}

/// A ring of two discs.
fn holes(h: f64) -> Arc<Mask> {
    mask(h, |x, y| (0.4 * h * h..=h * h).contains(&(x * x + y * y)))
}

/// Single texels, about a third of all.
fn noise(h: f64) -> Arc<Mask> {
    mask(h, |x, y| ((x + h) as i64 * 7 + (y + h) as i64 * 13) % 31 < 10)
}

fn tile_map() -> Arc<TileMap> {
    let size = SCREEN.map(|side| (side / 16.0) as u32);
    let is_solid = |x: u32, y: u32| (x * 7 + y * 13) % 23 < 3;
    let map = TileMap::from_fn([16.0, 16.0], size.map(|side| side as usize), &[TileCell::Solid], |x, y| {
        is_solid(x as u32, y as u32).then_some(0)
    });
    Arc::new(map.expect("a valid map"))
}
