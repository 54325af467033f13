//! Tests walkers that wander through random levels. No walker is ever inside anything, except where a lift squeezes it.
//! No walker is stuck where a plain walker that tries pixel by pixel can move on.

use std::sync::Arc;

use kasuri::{
    Body, Filter, Handle, Mask, Touching, Vec2, World,
    query::{self, Form},
    travel::{Response, Travel},
};

use crate::common::Random;
use crate::level::{self, GROUND, Level, WALKER};

/// The number of steps in each level.
const STEPS: u32 = 400;

fn levels() -> u32 {
    if std::env::var_os("KASURI_LONG").is_some() { 260 } else { 10 }
}

fn walkers(rng: &mut Random) -> Vec<Body> {
    let full = Mask::from_fn(10, 14, |_, _| true).unwrap();
    let odd = Mask::from_fn(11, 15, |x, y| (x - 5).pow(2) + (y - 7).pow(2) <= 50 || y == 14).unwrap();
    let bodies = vec![
        Body::sprite(&Arc::new(full)),
        Body::sprite(&Arc::new(odd)).turned(rng.between(-0.2, 0.2)),
        Body::rect([5.0, 7.0]),
        Body::circle(6.0),
        Body::capsule([0.0, -4.0], [0.0, 4.0], 4.5),
        Body::polygon(&[[-5.0, 7.0], [5.0, 7.0], [4.0, -6.0], [-4.0, -6.0]]),
    ];
    let place = |body: Body| body.at([rng.between(30.0, 600.0), rng.between(30.0, 340.0)]);
    let bodies: Vec<Body> = bodies.into_iter().map(place).collect();
    bodies.into_iter().map(|body| body.layer(WALKER).against(GROUND)).collect()
}

/// The forms that are solid on all sides, and those solid on one side.
struct Solids {
    closed: Vec<Form>,
    one_way: Vec<Form>,
}

fn solids(world: &World, level: &Level) -> Solids {
    let mut solids = Solids { closed: Vec::new(), one_way: Vec::new() };
    for body in world.bodies() {
        let seen = world.get(body).unwrap();
        if seen.layers().layer & GROUND == 0 {
            continue;
        }
        match seen.form() {
            Form::Tiles(tiles) => {
                for cell in tiles.cells() {
                    let is_closed = level.is_closed(cell.column, cell.row);
                    let list = if is_closed { &mut solids.closed } else { &mut solids.one_way };
                    list.push(Form::from(&cell.form));
                }
            }
            form if seen.one_way().is_some() => solids.one_way.push(form),
            form => solids.closed.push(form),
        }
    }
    solids
}

fn depth(world: &World, walker: Handle, solids: &[Form]) -> f64 {
    let form = world.get(walker).unwrap().form();
    let near = |solid: &&Form| form.bounds().zip(solid.bounds()).is_some_and(|(a, b)| a.grown(256).meets(b));
    let deep = |solid: &Form| query::contact(solid, &form, Touching::Counts).map_or(0.0, |c| c.depth);
    solids.iter().filter(near).map(deep).fold(0.0, f64::max)
}

/// Returns the one-way forms that lie completely below a body.
fn below<'a>(world: &World, walker: Handle, one_way: &'a [Form]) -> Vec<&'a Form> {
    let bottom = world.get(walker).unwrap().form().bounds().unwrap().max.y;
    one_way.iter().filter(|form| form.bounds().unwrap().min.y > bottom).collect()
}

/// Returns how far a plain walker gets, pixel by pixel, a pixel up where it is blocked.
fn plain(world: &World, walker: Handle, solids: &[Form], by: f64) -> f64 {
    let seen = world.get(walker).unwrap();
    let (form, at) = (seen.form(), seen.at());
    let is_free = |x: f64, y: f64| {
        let moved = moved(&form, x - at.x, y - at.y);
        let near =
            |solid: &&Form| moved.bounds().zip(solid.bounds()).is_some_and(|(a, b)| a.grown(256).meets(b));
        !solids.iter().filter(near).any(|solid| query::overlaps(solid, &moved, Touching::Counts))
    };
    let (mut x, mut y) = (at.x, at.y);
    for _ in 0..by.abs().floor() as u32 {
        let to = x + by.signum();
        if is_free(to, y) {
            x = to;
        } else if is_free(x, y - 1.0) && is_free(to, y - 1.0) {
            (x, y) = (to, y - 1.0);
        } else {
            break;
        }
    }
    (x - at.x).abs()
}

fn moved(form: &Form, x: f64, y: f64) -> Form {
    let units = |v: f64| (v * 256.0).round() as i32;
    let by = |p: kasuri::lattice::Point| kasuri::lattice::Point::new(p.x + units(x), p.y + units(y));
    match form {
        Form::Sprite(sprite) => Form::Sprite(sprite.moved_to(by(sprite.at()))),
        Form::Shape(parts) => Form::Shape(
            parts.iter().map(|part| part.moved_by(by(kasuri::lattice::Point::default())).unwrap()).collect(),
        ),
        Form::Tiles(tiles) => Form::Tiles(tiles.clone()),
    }
}

/// A walker with its motion.
struct Player {
    body: Handle,
    fall: f64,
    way: f64,
}

#[test]
fn nobody_is_inside_or_stuck() {
    let (mut squeezed, mut steps, mut climbed, mut stood) = (0, 0, 0, 0);
    for seed in 0..levels() {
        let mut rng = Random::new(u64::from(seed) + 100);
        let mut world = World::new();
        let level = level::build(&mut world, &mut rng);
        let mut players: Vec<Player> = walkers(&mut rng)
            .into_iter()
            .map(|body| Player { body: world.spawn(body).unwrap(), fall: 0.0, way: 1.0 })
            .collect();
        let mut stuck: Vec<bool> = players.iter().map(|_| true).collect();
        for step in 0..STEPS {
            for lift in &level.lifts {
                let sign = if (step / lift.period).is_multiple_of(2) { 1.0 } else { -1.0 };
                let by = [lift.by[0] * sign, lift.by[1] * sign];
                for carried in world.carry(lift.body, by, Filter::against(WALKER)).unwrap() {
                    let k = players.iter().position(|player| player.body == carried.body).unwrap();
                    stuck[k] |= carried.is_stuck;
                }
            }
            let solids = solids(&world, &level);
            let closed = &solids.closed;
            for (k, player) in players.iter_mut().enumerate() {
                let before = depth(&world, player.body, closed);
                let what = player.act(&mut world, &mut rng, &solids, before == 0.0);
                stood += u32::from(what.stands);
                climbed += u32::from(what.climbed);
                stuck[k] = (stuck[k] || before > 0.0) && what.is_stuck;
                let deep = depth(&world, player.body, closed);
                squeezed += u32::from(stuck[k]);
                assert!(
                    stuck[k] || deep <= 1.0 / 256.0,
                    "level {seed}, step {step}, walker {k}: {deep} px inside"
                );
                steps += 1;
            }
            world.step().unwrap();
        }
    }
    println!("{steps} steps, {stood} on ground, {climbed} up, {squeezed} squeezed");
    assert!(stood > steps / 4 && climbed > steps / 100 && squeezed < steps / 10);
}

#[derive(Default)]
struct Acted {
    stands: bool,
    climbed: bool,
    is_stuck: bool,
}

impl Player {
    fn act(&mut self, world: &mut World, rng: &mut Random, solids: &Solids, is_free: bool) -> Acted {
        if rng.below(30) == 0 {
            self.way = rng.pick(&[-1.0, 1.0, -2.0, 2.0, 3.5]);
        }
        let at = world.get(self.body).unwrap().at();
        let ground = world.ground(self.body, 1.1).unwrap();
        let mut acted = Acted { stands: ground.is_some(), ..Acted::default() };
        if acted.stands && rng.below(20) == 0 {
            self.fall = -5.0;
        }
        let along = match rng.below(3) {
            0 => world.travel(self.body, [self.way, 0.0], Response::Slide),
            1 => world.walk(self.body, [self.way, 0.0], 2.0),
            _ => world.travel(self.body, [self.way, 0.3], Response::Slide),
        }
        .unwrap();
        acted.is_stuck = along.is_stuck;
        acted.climbed = along.at.y < at.y - 0.5 && (along.at.x - at.x).abs() > 0.5;
        if is_free && acted.stands {
            self.assert_moved(world, &solids.closed, at, &along);
        }
        self.fall = (self.fall + 0.3).min(6.0);
        let below = below(world, self.body, &solids.one_way);
        let down = world.travel(self.body, [0.0, self.fall], Response::Stick).unwrap();
        let form = world.get(self.body).unwrap().form();
        let falls_in = below.iter().any(|solid| query::overlaps(solid, &form, Touching::Counts));
        assert!(
            self.fall <= 0.0 || down.pushed.y > 0.0 || !falls_in,
            "{form:?} fell into {below:?}: {down:?}"
        );
        acted.is_stuck |= down.is_stuck;
        if !down.hits.is_empty() {
            self.fall = 0.0;
        }
        acted
    }

    /// Where the plain walker moves by a pixel or more, this one must have moved too, or it must move in the next try:
    /// on a mask it may first have risen by less than a pixel.
    fn assert_moved(&mut self, world: &mut World, solids: &[Form], from: Vec2, travel: &Travel) {
        let to = travel.at;
        let far = |to: Vec2| (to.x - from.x).hypot(to.y - from.y);
        if far(to) > 0.25 || plain(world, self.body, solids, self.way) < 1.0 {
            return;
        }
        let again = world.travel(self.body, [self.way, 0.0], Response::Slide).unwrap();
        world.edit(self.body).teleport(to).unwrap();
        assert!(far(again.at) > 0.25, "stuck at {from:?} going {}:\n{travel:?}\n{again:?}", self.way);
    }
}
