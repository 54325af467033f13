//! Turning bodies, most of several parts: where their outlines cross, and in which direction they separate.

use std::sync::Arc;

use kasuri::answer::Contact;
use kasuri::lattice::PixelBox;
use kasuri::{Body, Filter, Handle, Shape, Step, Vec2, World, query::Form, shape::Part};

use super::Stage;
use super::cast::{Cast, GROUND};
use super::hand::Hand;
use super::pad::Pad;
use super::random::Random;
use super::scenery::{self, HOME};
use super::skin;
use super::table::{Play, Table};
use crate::draw::Drawing;

#[derive(Clone)]
struct Outlines {
    cast: Arc<Cast>,
    hand: Hand,
    /// Bodies, and how much each turns per step.
    bodies: Vec<(Handle, f64)>,
    crossings: Vec<[f64; 2]>,
    contacts: Vec<Contact>,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let (cast, mut world, mut random) = (Cast::read()?, World::new(), Random::new(seed));
    let mut bodies = Vec::new();
    for k in 0..9_u32 {
        let at = Vec2::new(64.0 + f64::from(k % 3) * 96.0, 50.0 + f64::from(k / 3) * 72.0);
        let half = Vec2::new(random.between(44.0, 74.0), random.between(16.0, 38.0));
        let body = match k {
            1 => Body::new(star().map_err(|error| error.to_string())?),
            3 => Body::polygon(&L),
            4 => Body::circle(56.0),
            5 => Body::new(cross().map_err(|error| error.to_string())?),
            7 => Body::chain(&ZIGZAG, 9.0),
            _ => Body::rect(half),
        };
        let body = body.at(at).turned(random.between(0.0, 3.0)).data(skin::plain(k as usize));
        let handle = world.spawn(body).map_err(|error| error.to_string())?;
        bodies.push((handle, random.between(0.004, 0.02) * if k % 2 == 0 { 1.0 } else { -1.0 }));
    }
    let (crossings, contacts) = (Vec::new(), Vec::new());
    Ok(Box::new(Table::new(world, Outlines { cast, hand: Hand::default(), bodies, crossings, contacts })))
}

/// The largest length of a tick, in pixels.
const LONGEST: f64 = 40.0;
const L: [[f64; 2]; 6] =
    [[-48.0, -40.0], [-16.0, -40.0], [-16.0, 8.0], [48.0, 8.0], [48.0, 40.0], [-48.0, 40.0]];
const ZIGZAG: [[f64; 2]; 4] = [[-60.0, -14.0], [-20.0, 14.0], [20.0, -14.0], [60.0, 14.0]];

/// A star with five points and notches between them.
fn star() -> kasuri::Result<Shape> {
    let corner = |k: u32| {
        let (r, angle) =
            (if k.is_multiple_of(2) { 62.0 } else { 26.0 }, f64::from(k) * std::f64::consts::TAU / 10.0);
        [r * libm::cos(angle), r * libm::sin(angle)]
    };
    Shape::polygon(&(0..10).map(corner).collect::<Vec<_>>())
}

/// A cross of two boxes.
fn cross() -> kasuri::Result<Shape> {
    Shape::compound(vec![Part::new(Shape::rect([58.0, 15.0])?), Part::new(Shape::rect([15.0, 44.0])?)])
}

impl Play for Outlines {
    fn name(&self) -> &'static str {
        "outlines"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "drag           move a body\nwheel, arrows  turn what is held; up and down scale it"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        for &(body, turn) in self.bodies.iter().filter(|&&(body, _)| self.hand.held() != Some(body)) {
            let angle = world.get(body)?.angle();
            world.edit(body).angle(angle + turn)?;
        }
        self.hand.act(world, pad, Filter::ALL)?;
        Ok(true)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        self.crossings.clear();
        self.contacts.clear();
        for hit in step.hits() {
            self.crossings.extend(world.crossings(hit.a, hit.b)?.into_iter().map(<[f64; 2]>::from));
            self.contacts.extend(world.contact(hit)?);
        }
        Ok(())
    }

    fn draw(&self, world: &World, _: Option<&Step>, drawing: &mut Drawing) {
        drawing.ground(self.cast.inks(GROUND));
        for body in world.iter() {
            // Filled bodies would hide each other, and this scene is about their outlines.
            if let Form::Shape(parts) = body.form() {
                let form = Form::Shape(parts.clone());
                scenery::rim(&form, skin::ink(body.data()), drawing);
            }
        }
        let ink = self.cast.ink('c');
        for Contact { normal, depth, point } in &self.contacts {
            scenery::tick((*point).into(), (*normal).into(), depth.min(LONGEST), ink, drawing);
        }
        self.crossings.iter().for_each(|&at| scenery::mark(at, drawing));
        let words = format!("{} CROSSINGS OF {} OUTLINES", self.crossings.len(), self.bodies.len());
        scenery::words(&[words, "TICKS: THE WAY OUT, AS FAR AS IT IS".into()], &self.cast, drawing);
    }

    fn tell(&self) -> String {
        let first =
            self.crossings.first().map_or(String::new(), |[x, y]| format!(", the first at ({x:.3}, {y:.3})"));
        format!("{} crossings{first}\n", self.crossings.len())
    }
}
