//! Balls thrown into a bucket. Rays predict the path; sweeps keep the ball from passing through anything.

use std::sync::Arc;

use kasuri::{Area, lattice::PixelBox};
use kasuri::{Body, Filter, Handle, Placement, Shape, Step, Vec2, World, travel::Response};

use super::Stage;
use super::cast::Cast;
use super::pad::{Pad, button};
use super::random::Random;
use super::scenery::{self, HOME};
use super::skin::{self, plain};
use super::table::{Play, Table};
use crate::draw::Drawing;

const FALL: f64 = 0.09;
const FROM: Vec2 = Vec2 { x: 30.0, y: 196.0 };
const R: f64 = 5.0;
const BALL: u32 = 2;
const WALL: u32 = 1;
/// The share of the speed that a bounce keeps.
const GIVES: f64 = 0.62;

#[derive(Clone)]
struct Bucket {
    cast: Arc<Cast>,
    before: Pad,
    /// The velocity of the next throw.
    aim: Vec2,
    ball: Option<(Handle, Vec2, u32)>,
    /// The upper left corner of its inside.
    bucket: Vec2,
    sides: [Handle; 3],
    thrown: u32,
    caught: u32,
    random: Random,
    waits: u32,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let cast = Cast::read()?;
    let made = scene(cast, seed).map_err(|error| error.to_string())?;
    Ok(Box::new(Table::new(made.0, made.1)))
}

fn scene(cast: Arc<Cast>, seed: u64) -> kasuri::Result<(World, Bucket)> {
    let mut world = World::new();
    let wall = |body: Body, ink: usize| body.layer(WALL).against(BALL).data(plain(ink));
    world.spawn(wall(Body::rect([160.0, 8.0]), 5).at([160.0, 232.0]))?;
    world.spawn(wall(Body::rect([4.0, 120.0]), 5).at([318.0, 120.0]))?;
    world.spawn(wall(Body::rect([4.0, 40.0]), 3).at([150.0, 120.0]).turned(0.5))?;
    world.spawn(wall(Body::circle(14.0), 3).at([220.0, 60.0]))?;
    let mut side = |half: [f64; 2]| world.spawn(wall(Body::rect(half), 4));
    let sides = [side([3.0, 18.0])?, side([3.0, 18.0])?, side([21.0, 3.0])?];
    let mut bucket = Bucket {
        cast,
        before: Pad::default(),
        aim: Vec2::new(4.2, -4.6),
        ball: None,
        bucket: Vec2::new(250.0, 204.0),
        sides,
        thrown: 0,
        caught: 0,
        random: Random::new(seed),
        waits: 60,
    };
    bucket.put(&mut world)?;
    Ok((world, bucket))
}

impl Bucket {
    fn put(&mut self, world: &mut World) -> kasuri::Result<()> {
        let Vec2 { x, y } = self.bucket;
        let places = [Vec2::new(x - 18.0, y), Vec2::new(x + 18.0, y), Vec2::new(x, y + 17.0)];
        world.set_positions(&self.sides, &places)
    }

    /// Predicts a ball's path: its positions, and the first point that something is at, by rays between the
    /// positions.
    fn foretold(&self, world: &World) -> (Vec<Vec2>, Option<Vec2>) {
        let (mut at, mut velocity, mut places) = (FROM, self.aim, vec![FROM]);
        for _ in 0..150 {
            velocity.y += FALL;
            let next = Vec2::new(at.x + velocity.x, at.y + velocity.y);
            if let Ok(Some(met)) = world.first_on_ray(at, next, Filter::against(WALL)) {
                return (places, Some(met.point));
            }
            at = next;
            places.push(at);
        }
        (places, None)
    }

    fn throw(&mut self, world: &mut World) -> kasuri::Result<()> {
        self.drop_ball(world)?;
        let body = Body::circle(R).at(FROM).layer(BALL).against(WALL).data(plain(1));
        self.ball = Some((world.spawn(body)?, self.aim, 0));
        self.thrown += 1;
        Ok(())
    }

    fn drop_ball(&mut self, world: &mut World) -> kasuri::Result<()> {
        self.ball.take().map_or(Ok(()), |(ball, ..)| world.remove(ball))
    }

    fn fly(&mut self, world: &mut World) -> kasuri::Result<()> {
        let Some((ball, velocity, age)) = &mut self.ball else { return Ok(()) };
        velocity.y += FALL;
        *age += 1;
        let travel = world.travel(*ball, *velocity, Response::Bounce { restitution: GIVES })?;
        *velocity = travel.velocity;
        let is_in = Shape::rect([14.0, 8.0])?;
        let middle = Placement::at([self.bucket.x, self.bucket.y + 8.0]);
        let is_caught = world.overlapping(Area::solid(is_in, middle), BALL)?.contains(ball);
        let is_slow = velocity.x.abs() + velocity.y.abs() < 0.7;
        let age = *age;
        if is_caught && is_slow {
            self.caught += 1;
            self.bucket.x = self.random.between(150.0, 286.0);
            self.put(world)?;
        }
        if is_caught && is_slow || age > 420 || is_slow && age > 200 {
            self.waits = 50;
            self.drop_ball(world)?;
        }
        Ok(())
    }

    /// Without a player: tries throws until the rays say that one goes in.
    fn look_for_a_throw(&mut self, world: &World) {
        for _ in 0..6 {
            let aim = self.aim;
            self.aim = Vec2::new(self.random.between(1.6, 5.4), self.random.between(-6.4, -3.6));
            let (places, end) = self.foretold(world);
            let falls_in =
                end.is_some_and(|end| (end.x - self.bucket.x).abs() < 11.0 && end.y > self.bucket.y + 4.0);
            if falls_in && places.len() > 20 {
                self.waits = 0;
                return;
            }
            self.aim = aim;
        }
        self.waits = 1;
    }
}

impl Play for Bucket {
    fn name(&self) -> &'static str {
        "bucket"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "pointer        aims while the button is held; throws when it is let go\narrows         aim\nZ              throw"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        let before = std::mem::replace(&mut self.before, pad);
        let [x, y] = pad.arrows();
        self.aim = Vec2::new(self.aim.x + x * 0.03, self.aim.y + y * 0.03);
        if pad.holds(button::GRAB) {
            self.aim = Vec2::new((pad.at().x - FROM.x) * 0.04, (pad.at().y - FROM.y) * 0.05);
            self.waits = 600;
        }
        if before.presses(pad, button::GRAB) || pad.presses(before, button::FIRE) {
            self.throw(world)?;
        } else if self.ball.is_none() {
            self.waits = self.waits.saturating_sub(1);
            if self.waits == 0 {
                self.look_for_a_throw(world);
                if self.waits == 0 {
                    self.throw(world)?;
                }
            }
        }
        self.fly(world)?;
        Ok(true)
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing) {
        scenery::bodies(world, last, &self.cast, drawing);
        let (places, end) = self.foretold(world);
        for at in places.iter().step_by(3) {
            let (x, y) = (at.x as i32, at.y as i32);
            drawing.fill(PixelBox { x0: x, y0: y, x1: x + 1, y1: y + 1 }, self.cast.ink('y'));
        }
        if let Some(end) = end {
            scenery::mark([end.x, end.y], drawing);
        }
        if self.ball.is_none()
            && let Ok(ball) = Shape::circle(R).and_then(|ball| ball.place(&Placement::at(FROM)))
        {
            drawing.body(&kasuri::query::Form::Shape(ball), skin::ink(plain(1)));
        }
        let words =
            format!("{} OF {} IN THE BUCKET   DRAG OR ARROWS AIM, Z THROWS", self.caught, self.thrown);
        scenery::words(&[words], &self.cast, drawing);
    }

    fn tell(&self) -> String {
        format!("{} of {} in the bucket\n", self.caught, self.thrown)
    }
}
