//! A walker on a tile map with slopes, who pushes boxes and climbs on them. Rays show the normals of the ground; a
//! ring shows where it crosses the outline of the map.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{
    Body, Filter, Handle, Step, TileMap, Vec2, World,
    shape::{Cell, Polygon},
    travel::Response,
};

use super::Stage;
use super::cast::Cast;
use super::pad::{Pad, button};
use super::scenery;
use super::skin::{Skin, plain};
use super::table::{Play, Table};
use crate::draw::Drawing;

const MAP: &str = include_str!("../../assets/tiles/map.txt");
/// The side of a cell.
const SIDE: f64 = 16.0;
const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 320, y1: 240 };
const FALL: f64 = 0.22;
const WALK: f64 = 1.6;
const JUMP: f64 = -4.6;
/// The height of a step or slope that it can walk up.
const STEP: f64 = 2.5;
/// The length of its rays, and their number.
const REACH: f64 = 44.0;
const RAYS: u32 = 24;

#[derive(Clone)]
struct Tiles {
    cast: Arc<Cast>,
    walker: Mover,
    boxes: Vec<Mover>,
    map: Handle,
    ring: Handle,
    sight: Sight,
    before: Pad,
    time: u32,
}

/// What the walker sees: the points where rays end, with the normals there, and the points where the ring crosses the
/// outline of the map.
#[derive(Debug, Clone, Default)]
struct Sight {
    ends: Vec<([f64; 2], [f64; 2])>,
    crossings: Vec<[f64; 2]>,
}

/// A body that falls.
#[derive(Debug, Clone, Copy)]
struct Mover {
    body: Handle,
    falls: f64,
    stands: bool,
}

pub(crate) fn open(_: u64) -> Result<Box<dyn Stage>, String> {
    let cast = Cast::read()?;
    let (world, play) = scene(cast).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(world, play)))
}

fn scene(cast: Arc<Cast>) -> kasuri::Result<(World, Tiles)> {
    let slope = |corners: [[f64; 2]; 3]| Polygon::new(&corners).map(Cell::Polygon);
    let legend = [
        ('/', slope([[0.0, SIDE], [SIDE, 0.0], [SIDE, SIDE]])?),
        ('\\', slope([[0.0, 0.0], [SIDE, SIDE], [0.0, SIDE]])?),
    ];
    let rows: Vec<String> = MAP.lines().map(|line| line.replace(['o', '@'], ".")).collect();
    let map = TileMap::from_rows([SIDE, SIDE], &rows, &legend)?;
    let mut world = World::new();
    let map = world.spawn(Body::tiles(&Arc::new(map)).data(Skin::Bunker.data()))?;
    let places = |sign: char| {
        let cells = MAP
            .lines()
            .enumerate()
            .flat_map(|(y, line)| line.chars().enumerate().map(move |(x, c)| (x, y, c)));
        let found = cells.filter(move |&(.., c)| c == sign);
        found.map(|(x, y, _)| Vec2::new((x as f64 + 0.5) * SIDE, (y as f64 + 0.5) * SIDE)).collect::<Vec<_>>()
    };
    let mut mover = |body: Body| Ok(Mover { body: world.spawn(body)?, falls: 0.0, stands: false });
    let boxes = places('o').into_iter().enumerate();
    let boxes = boxes.map(|(k, at)| mover(Body::rect([7.5, 7.5]).at(at).data(plain(1 + k % 4))));
    let boxes = boxes.collect::<kasuri::Result<_>>()?;
    let walker = mover(Body::capsule([0.0, -3.0], [0.0, 3.0], 5.0).at(places('@')[0]).data(plain(0)))?;
    let ring = world.spawn(Body::circle(REACH).layer(0).against(0).data(Skin::None.data()))?;
    let (sight, before) = (Sight::default(), Pad::default());
    Ok((world, Tiles { cast, walker, boxes, map, ring, sight, before, time: 0 }))
}

impl Mover {
    /// Falls until something carries it.
    fn fall(&mut self, world: &mut World) -> kasuri::Result<()> {
        self.falls = (self.falls + FALL).min(6.0);
        let travel = world.travel(self.body, [0.0, self.falls], Response::Stick)?;
        self.stands = self.falls > 0.0 && !travel.hits.is_empty();
        if !travel.hits.is_empty() {
            self.falls = 0.0;
        }
        Ok(())
    }
}

impl Tiles {
    /// Walks sideways, up slopes and steps, and pushes boxes in its path.
    fn walk(&mut self, world: &mut World, by: f64) -> kasuri::Result<()> {
        let body = self.walker.body;
        if self.walker.stands {
            world.travel(body, [0.0, -STEP], Response::Stick)?;
        }
        let travel = world.travel(body, [by, 0.0], Response::Stick)?;
        let rest = by - (travel.velocity.x).min(by.abs()).max(-by.abs());
        if let Some(pushed) =
            travel.hits.iter().find_map(|impact| self.boxes.iter().find(|b| b.body == impact.hit.body))
        {
            let moved = world.travel(pushed.body, [by * 0.6, 0.0], Response::Stick)?;
            if moved.hits.is_empty() {
                world.travel(body, [rest * 0.6, 0.0], Response::Stick)?;
            }
        }
        if self.walker.stands {
            world.travel(body, [0.0, STEP + 0.5], Response::Stick)?;
        }
        Ok(())
    }

    /// Looks around. Only rays that end on the map are kept.
    fn look(&mut self, world: &mut World) -> kasuri::Result<()> {
        let at = world.get(self.walker.body)?.at();
        world.edit(self.ring).position(at)?;
        self.sight.ends.clear();
        for k in 0..RAYS {
            let angle = f64::from(k) * std::f64::consts::TAU / f64::from(RAYS);
            let to = [at.x + REACH * libm::cos(angle), at.y + REACH * libm::sin(angle)];
            let met = world.first_on_ray(at, to, Filter::ALL.except(self.walker.body))?;
            let met = met.filter(|met| met.body == self.map);
            self.sight.ends.extend(met.map(|met| (met.point.into(), met.normal.into())));
        }
        self.sight.crossings = world.crossings(self.ring, self.map)?.into_iter().map(Into::into).collect();
        Ok(())
    }

    /// Returns the input: the player's, or a demonstration while nobody plays.
    fn demo(&self, pad: Pad) -> Pad {
        if pad.held != 0 || self.before.held != 0 {
            return pad;
        }
        let way = if (self.time / 260).is_multiple_of(2) { button::RIGHT } else { button::LEFT };
        let jump = if self.time % 130 > 118 { button::UP } else { 0 };
        Pad { held: way | jump, ..pad }
    }
}

impl Play for Tiles {
    fn name(&self) -> &'static str {
        "tiles"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "left, right    walk, and push boxes\nup, Z          jump"
    }

    fn hero(&self, world: &World) -> Option<Vec2> {
        world.get(self.walker.body).ok().map(kasuri::world::BodyRef::at)
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        self.time += 1;
        let now = self.demo(pad);
        self.before = pad;
        let [x, y] = now.arrows();
        if x != 0.0 {
            self.walk(world, x * WALK)?;
        }
        if self.walker.stands && (y < 0.0 || now.holds(button::FIRE)) {
            self.walker.falls = JUMP;
        }
        self.walker.fall(world)?;
        for each in &mut self.boxes {
            each.fall(world)?;
        }
        self.look(world)?;
        Ok(true)
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing) {
        scenery::bodies(world, last, &self.cast, drawing);
        if let Ok(walker) = world.get(self.walker.body) {
            let (x, y) = (walker.at().x as i32, walker.at().y as i32);
            for side in [-3, 1] {
                drawing.fill(
                    PixelBox { x0: x + side, y0: y - 4, x1: x + side + 2, y1: y - 1 },
                    self.cast.ink('k'),
                );
            }
        }
        let [ray, ring] = self.cast.inks(['c', 'S']);
        if let Ok(body) = world.get(self.ring) {
            scenery::rim(&body.form(), ring, drawing);
        }
        for &(at, normal) in &self.sight.ends {
            scenery::tick(at, normal, 5.0, ray, drawing);
        }
        self.sight.crossings.iter().for_each(|&at| scenery::mark(at, drawing));
        scenery::words(&["ARROWS WALK AND JUMP; BOXES ARE PUSHED".into()], &self.cast, drawing);
    }
}
