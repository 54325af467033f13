//! Frames that the matrix does not include: maps, regions, rules, layers, groups, compounds, a giant, levels that are one body, other
//! axes and units.

use std::sync::Arc;

use kasuri::{
    Body, Mask, Region, Shape, TileMap, Touching, World,
    shape::Part,
    world::{Axes, WorldBuilder},
};

use crate::random::Random;
use crate::tables::frames::MARGIN;
use crate::tables::kinds::Kind;
use crate::tables::motion::{Places, SCREEN};
use crate::tables::play::{Scene, best};
use crate::tables::yardstick::{BULLET, Stage, TARGET, Yardstick, world};
use crate::tables::{Cell, Effort, Row, Rows};

/// The largest allowed ratio to the plain frame of circles or of sprites.
const MOST: f64 = 3.0;
/// The goals of the plain frame and of a tile map, in units of the yardstick.
const PLAIN: f64 = 1.0;
const TILES: f64 = 2.4;

/// The parts that scenes are made of.
struct Props<'a> {
    stage: &'a Stage,
    /// All positions in the units of another world, where +y is up.
    in_units: Places,
    map: Arc<TileMap>,
    giant: Arc<Mask>,
}

const PIXELS_PER_UNIT: f64 = 32.0;

/// A scene's name, whether it is compared with the plain frame of sprites instead of circles, and how it is built.
type Entry = (&'static str, bool, for<'a> fn(&'a Props<'a>) -> Scene<'a>);

const SCENES: &[Entry] = &[
    ("circles", false, |props| props.among(builder(), circle, target)),
    ("sprites", true, |props| props.among(builder(), |k| props.sprite(k), |k| props.enemy(k))),
    ("tile map", false, |props| props.against(Body::tiles(&props.map), circle)),
    ("tile map, graze", false, |props| props.against(Body::tiles(&props.map), |k| circle(k).graze(MARGIN))),
    ("tile map, sprites", true, |props| props.against(Body::tiles(&props.map), |k| props.sprite(k))),
    ("tile map, turned sprites", true, |props| props.against(Body::tiles(&props.map), |k| props.turned(k))),
    ("giant", true, |props| props.against(props.giant(), |k| props.sprite(k))),
    ("giant, circles", true, |props| props.against(props.giant(), circle)),
    ("giant, turned", true, |props| props.against(props.giant().turned(0.3), |k| props.turned(k))),
    ("giant, turned, graze", true, |props| {
        props.against(props.giant().turned(0.3), |k| props.turned(k).graze(MARGIN))
    }),
    ("regions", false, |props| props.among(builder(), circle, |k| with_regions(target(k)))),
    ("regions, sprites", true, |props| {
        props.among(builder(), |k| props.sprite(k), |k| with_regions(props.enemy(k)))
    }),
    ("cooldown", false, |props| props.among(builder(), |k| circle(k).cooldown(10), target)),
    ("maximum hits", false, |props| props.among(builder(), |k| circle(k).max_hits(1_000_000), target)),
    ("both, graze", false, |props| {
        props.among(builder(), |k| circle(k).cooldown(10).max_hits(1_000_000).graze(MARGIN), target)
    }),
    ("invulnerable", false, |props| props.among(builder(), circle, |k| target(k).invulnerable(1_000_000))),
    ("touching by layers", false, |props| {
        props.among(builder().touching_between(BULLET, TARGET, Touching::Ignored), circle, target)
    }),
    ("rooted circles", false, |props| {
        props.among(builder().rooted_circles_between(BULLET, TARGET), circle, target)
    }),
    ("eight layers", false, |props| {
        // Bullets are on four layers and targets on four others; each bullet can hit the targets of one layer.
        layered(props, |k, is_bullet| {
            let pair = [1 << (k % 4), 16 << (k % 4)];
            if is_bullet { pair } else { [pair[1], pair[0]] }
        })
    }),
    ("six layers of targets", false, |props| {
        layered(props, |k, is_bullet| if is_bullet { [1, !1] } else { [2 << (k % 6), 1] })
    }),
    ("eight layers, all with all", false, |props| layered(props, |k, _| [1 << (k % 8), 255])),
    ("32 layers without pairs", false, |props| {
        layered(props, |k, _| [1 << (k % 32), 2_u32.rotate_left(k as u32)])
    }),
    ("30 groups", false, |props| props.in_groups(30)),
    ("1,000 groups", false, |props| props.in_groups(1000)),
    ("level, a chain", false, |props| props.against(chain(), circle)),
    ("level, a chain, turned, graze", true, |props| {
        props.against(chain(), |k| props.turned(k).graze(MARGIN))
    }),
    ("level, a chain, swept", false, |props| props.against(chain(), |k| circle(k).swept())),
    ("level, a polygon", false, |props| props.against(polygon(), circle)),
    ("level, a polygon, turned", true, |props| props.against(polygon(), |k| props.turned(k))),
    ("level, a polygon, chains, turned", true, |props| {
        props.against(polygon(), |k| Kind::Chain.body(&props.stage.small, k))
    }),
    ("level, a polygon, turned and scaled", true, |props| {
        props.against(polygon().turned(0.4).scaled([1.3, 0.8]), |k| props.turned(k))
    }),
    ("level, a polygon, swept", true, |props| props.against(polygon(), |k| props.turned(k).swept())),
    ("compounds", false, |props| props.among(builder(), |_| compound(4.0), |_| compound(32.0))),
    ("compounds, turned", false, |props| {
        props.among(builder(), |k| compound(4.0).turned(k as f64), |k| compound(32.0).turned(k as f64))
    }),
    ("bounds", false, |props| {
        props.among(builder().bounds([100.0, 100.0], [1800.0, 1000.0]), circle, target)
    }),
    ("other axes and units", false, |props| {
        let builder = builder().axes(Axes::YUp).pixels_per_unit(PIXELS_PER_UNIT);
        let [bullet, target] = [4.0, 32.0].map(|r| move |_| Body::circle(r / PIXELS_PER_UNIT));
        Scene { places: &props.in_units, ..props.stage.scene(built(builder), bullet, target) }
    }),
];

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let stage = Stage::new(effort);
    let yardstick = Yardstick::new(effort, &stage)?;
    let props = Props::new(&stage);
    let mut plain = [None, None];
    for &(name, is_sprites, scene) in SCENES {
        let played = best(effort, name, || scene(&props).play(effort))?;
        let plain = *plain[usize::from(is_sprites)].get_or_insert(played.frame);
        let goal = match name {
            "circles" | "sprites" => PLAIN * yardstick.unit(),
            _ if name.starts_with("tile map") => TILES * yardstick.unit(),
            _ => MOST * plain,
        };
        let cells = vec![
            Cell::new("frame us", played.frame).goal(goal),
            Cell::new("x plain", played.frame / plain),
            Cell::new("worst us", played.worst()),
            Cell::new("moves", played.moves),
            Cell::new("bounds", played.bounds),
            Cell::new("broad", played.broad),
            Cell::new("decide", played.decide),
            Cell::new("events", played.events),
            Cell::new("candidates", played.candidates),
            Cell::new("hits", played.hits),
            Cell::new("grazes", played.grazes),
        ];
        add(Row { name: name.into(), cells });
    }
    Ok(())
}

impl<'a> Props<'a> {
    fn new(stage: &'a Stage) -> Props<'a> {
        let places = &stage.places;
        let to_units = |at: &[f64; 2]| [at[0] / PIXELS_PER_UNIT, -at[1] / PIXELS_PER_UNIT];
        Props {
            stage,
            in_units: places.iter().map(|frame| frame.iter().map(to_units).collect()).collect(),
            map: Arc::new(tile_map()),
            giant: Arc::new(giant()),
        }
    }

    fn sprite(&self, k: usize) -> Body {
        Kind::Sprite.body(&self.stage.small, k)
    }

    fn turned(&self, k: usize) -> Body {
        Kind::TurnedSprite.body(&self.stage.small, k)
    }

    fn enemy(&self, k: usize) -> Body {
        Kind::Sprite.body(&self.stage.large, k)
    }

    fn giant(&self) -> Body {
        Body::sprite(&self.giant).at(SCREEN.map(|side| side / 2.0))
    }

    /// Builds a scene of bullets among the usual number of targets.
    fn among(
        &self,
        builder: WorldBuilder,
        bullet: impl FnMut(usize) -> Body,
        target: impl FnMut(usize) -> Body,
    ) -> Scene<'_> {
        self.stage.scene(built(builder), bullet, target)
    }

    /// Builds a scene of circles in so many groups.
    fn in_groups(&self, count: usize) -> Scene<'_> {
        let group = |k: usize| (k % count) as u32 + 1;
        self.among(builder(), |k| circle(k).group(group(k)), |k| target(k).group(group(k)))
    }

    /// Builds a scene of bullets against one body that does not move.
    fn against(&self, body: Body, bullet: impl Fn(usize) -> Body) -> Scene<'_> {
        let mut world = world(1);
        world.spawn(body.layer(TARGET).against(BULLET)).expect("a valid body");
        let bullet = |k: usize| bullet(k).at(self.stage.alone[0][k]).layer(BULLET).against(TARGET);
        let handles = world.spawn_many(self.stage.alone[0].len(), bullet).expect("valid bodies");
        Scene { world, handles, places: &self.stage.alone, angles: None }
    }
}

fn builder() -> WorldBuilder {
    World::builder().threads(1)
}

fn built(builder: WorldBuilder) -> World {
    builder.build().expect("a valid world")
}

fn circle(_: usize) -> Body {
    Body::circle(4.0)
}

fn target(_: usize) -> Body {
    Body::circle(32.0)
}

fn with_regions(body: Body) -> Body {
    let core = Shape::circle(8.0).expect("a circle");
    let shell = Shape::rect([30.0, 30.0]).expect("a box");
    body.region(Region::new("core", core)).region(Region::new("shell", shell))
}

/// Builds a scene of circles; the function gets the number of a body and whether it is a bullet, and returns its layer and what it is
/// against.
fn layered<'a>(props: &'a Props<'a>, layers: impl Fn(usize, bool) -> [u32; 2]) -> Scene<'a> {
    let mut world = world(1);
    let stage = props.stage;
    let body = |k: usize| {
        let is_bullet = k < stage.bullets;
        let [layer, against] = layers(k, is_bullet);
        let body = if is_bullet { circle(k) } else { target(k) };
        body.at(stage.places[0][k]).layer(layer).against(against)
    };
    let handles = world.spawn_many(stage.bodies(), body).expect("valid bodies");
    Scene { world, handles, places: &stage.places, angles: None }
}

/// Returns the line of a landscape of a thousand corners, as wide as the screen.
fn landscape() -> Vec<[f64; 2]> {
    let corner = |k: i32| {
        let x = f64::from(k) * SCREEN[0] / 999.0;
        [x, SCREEN[1] / 2.0 + 120.0 * (x / 90.0).sin() + 25.0 * (x / 13.0).sin()]
    };
    (0..1000).map(corner).collect()
}

fn chain() -> Body {
    Body::chain(&landscape(), 2.0)
}

fn polygon() -> Body {
    Body::polygon(&[&landscape()[..], &[SCREEN, [0.0, SCREEN[1]]]].concat())
}

/// Returns a body of two circles and a box in a row.
fn compound(half: f64) -> Body {
    let r = half / 3.0;
    let circle = || Part::new(Shape::circle(r).expect("a circle"));
    let middle = Part::new(Shape::rect([r, r]).expect("a box"));
    let parts = vec![circle().offset([-2.0 * r, 0.0]), middle, circle().offset([2.0 * r, 0.0])];
    Body::new(Shape::compound(parts).expect("few parts"))
}

/// Returns a map as large as the screen with cells of 16 px, 30 % of them solid.
fn tile_map() -> TileMap {
    let random = &mut Random::new(120);
    let mut row = || (0..120).map(|_| if random.between(0.0, 1.0) < 0.3 { '#' } else { '.' }).collect();
    let rows: Vec<String> = (0..68).map(|_| row()).collect();
    TileMap::from_rows([16.0, 16.0], &rows, &[]).expect("a valid map")
}

/// Returns a mask larger than the screen: rings, so that bullets are often between two rings.
fn giant() -> Mask {
    let ring = |x: f64, y: f64| (x.hypot(y) / 60.0) as i32 % 2 == 0;
    let solid = |x: i32, y: i32| ring(f64::from(x) - 1024.0, f64::from(y) - 512.0);
    Mask::from_fn(2048, 1024, solid).expect("a size that masks may have")
}
