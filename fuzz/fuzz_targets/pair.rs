//! Two bodies, near each other or at the ends of the world: every function gives the reference's answer.
#![no_main]

use std::sync::Arc;

use arbitrary::Arbitrary;
use kasuri::answer::Contact;
use kasuri::lattice::{Margin, Point};
use kasuri::mask::Sprite;
use kasuri::query::{self, Form, Placed};
use kasuri::shape::{Cell, Part, Polygon};
use kasuri::{Mask, Placement, Shape, TileMap, Touching, Vec2, reference};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    bodies: [Body; 2],
    /// The position of the second body and the ends of both motions, relative to the first body or to the world's
    /// center.
    places: [Place; 3],
    ray: [Place; 2],
    margin: Number,
}

#[derive(Arbitrary, Debug)]
enum Place {
    Near([Number; 2]),
    Far([Number; 2]),
}

/// A number of pixels: lattice points, halves, pixels, anything; far ones up to and beyond the world's edge.
#[derive(Arbitrary, Debug, Clone, Copy)]
enum Number {
    Lattice(i16),
    Half(i8),
    Pixel(i8),
    Far(i32),
    Any(f32),
}

impl Number {
    fn value(self) -> f64 {
        match self {
            Number::Lattice(k) => f64::from(k) / 256.0,
            Number::Half(k) => f64::from(k) / 512.0,
            Number::Pixel(k) => k.into(),
            Number::Far(k) => f64::from(k) / 1000.0,
            Number::Any(x) => x.into(),
        }
    }
}

fn vec2(numbers: [Number; 2]) -> Vec2 {
    Vec2::new(numbers[0].value(), numbers[1].value())
}

#[derive(Arbitrary, Debug)]
struct Body {
    kind: Kind,
    angle: Angle,
    scale: [Number; 2],
    upright: bool,
}

#[derive(Arbitrary, Debug)]
enum Angle {
    Eighths(i8),
    Any(f32),
}

#[derive(Arbitrary, Debug)]
enum Kind {
    Shape(Simple),
    Concave(Vec<[Number; 2]>),
    Compound(Vec<(Simple, [Number; 2])>),
    Sprite(Picture, Option<[Number; 2]>),
    Tiles { cell: [Number; 2], rows: [[u8; 3]; 3], picture: Picture, slope: [[Number; 2]; 3] },
}

#[derive(Arbitrary, Debug)]
enum Simple {
    Point,
    Segment([Number; 2], [Number; 2]),
    Circle(Number),
    Capsule([Number; 2], [Number; 2], Number),
    Rect([Number; 2]),
    Polygon(Vec<[Number; 2]>),
    Chain(Vec<[Number; 2]>, Number),
}

#[derive(Arbitrary, Debug)]
struct Picture {
    size: [u8; 2],
    pattern: u64,
}

impl Picture {
    /// Returns a mask. The texel (x, y) is set where the pattern, rotated by x + 7 y bits, is odd.
    fn mask(&self) -> kasuri::Result<Arc<Mask>> {
        let [w, h] = self.size.map(|k| 1 + usize::from(k) % 24);
        let bit = |x: i32, y: i32| self.pattern.rotate_right((x + 7 * y) as u32 % 64) & 1 == 1;
        Mask::from_fn(w, h, bit).map(Arc::new)
    }
}

impl Simple {
    fn shape(&self) -> kasuri::Result<Shape> {
        let points = |list: &[[Number; 2]]| -> Vec<Vec2> { list.iter().take(9).map(|&p| vec2(p)).collect() };
        match self {
            Simple::Point => Ok(Shape::point()),
            Simple::Segment(a, b) => Shape::segment(vec2(*a), vec2(*b)),
            Simple::Circle(r) => Shape::circle(r.value().abs()),
            Simple::Capsule(a, b, r) => Shape::capsule(vec2(*a), vec2(*b), r.value().abs()),
            Simple::Rect(half) => Shape::rect([half[0].value().abs(), half[1].value().abs()]),
            Simple::Polygon(list) => Shape::polygon(&points(list)),
            Simple::Chain(list, r) => Shape::chain(&points(list), r.value().abs()),
        }
    }
}

impl Body {
    fn place(&self, at: Vec2) -> kasuri::Result<Placed> {
        let angle = match self.angle {
            Angle::Eighths(k) => f64::from(k) * std::f64::consts::FRAC_PI_4,
            Angle::Any(angle) => angle.into(),
        };
        let scale = if self.upright { Vec2::new(1.0, 1.0) } else { vec2(self.scale) };
        let placement = Placement::at(at).turned(angle).scaled(scale);
        let form = match &self.kind {
            Kind::Shape(simple) => Form::Shape(simple.shape()?.place(&placement)?),
            Kind::Concave(list) => {
                let points: Vec<Vec2> = list.iter().take(9).map(|&p| vec2(p)).collect();
                Form::Shape(Shape::polygon(&points)?.place(&placement)?)
            }
            Kind::Compound(list) => {
                let part =
                    |(simple, by): &(Simple, [Number; 2])| Ok(Part::new(simple.shape()?).offset(vec2(*by)));
                let parts: Vec<Part> = list.iter().take(3).map(part).collect::<kasuri::Result<_>>()?;
                Form::Shape(Shape::compound(parts)?.place(&placement)?)
            }
            Kind::Sprite(picture, pivot) => {
                Form::Sprite(Sprite::place(&picture.mask()?, &placement, pivot.map(vec2))?)
            }
            Kind::Tiles { cell, rows, picture, slope } => {
                let row = |row: &[u8; 3]| row.iter().map(|&k| ['.', '#', 'm', '/'][k as usize % 4]).collect();
                let rows: Vec<String> = rows.iter().map(row).collect();
                let slope = Polygon::new(&slope.map(vec2))?;
                let legend = [('m', Cell::Mask(picture.mask()?)), ('/', Cell::Polygon(slope))];
                let cell = [cell[0].value().abs(), cell[1].value().abs()];
                Form::Tiles(Arc::new(TileMap::from_rows(cell, &rows, &legend)?).place(at)?)
            }
        };
        Ok(Placed { form, at, layer: 1, against: u32::MAX, group: 0 })
    }
}

/// Whether a form is small: the reference tests every pixel, which is too slow for more.
fn is_small(form: &Form) -> bool {
    let Form::Sprite(sprite) = form else { return true };
    let reach = sprite.reach();
    i64::from(reach.x1 - reach.x0) * i64::from(reach.y1 - reach.y0) < 4096
}

fuzz_target!(|input: Input| {
    let place = |place: &Place, from: Vec2| match *place {
        Place::Near(by) => Vec2::new(from.x + vec2(by).x, from.y + vec2(by).y),
        Place::Far(at) => vec2(at),
    };
    let at_a = place(&input.places[0], Vec2::default());
    let at_b = place(&input.places[1], at_a);
    let (Ok(a), Ok(b)) = (input.bodies[0].place(at_a), input.bodies[1].place(at_b)) else { return };
    if !is_small(&a.form) || !is_small(&b.form) {
        return;
    }
    check_overlaps(&a, &b, input.margin);
    for body in [&a, &b] {
        let [p, q] = [0, 1].map(|k| Point::snapped(place(&input.ray[k], body.at)));
        let (Ok(p), Ok(q)) = (p, q) else { continue };
        assert_eq!(query::contains(&body.form, p), reference::contains(&body.form, p));
        let hit = reference::ray(std::slice::from_ref(body), p, q, u32::MAX);
        let ours = query::cast(&body.form, p, q);
        assert_eq!(
            ours.map(|hit| (hit.t, hit.point, hit.normal)),
            hit.map(|hit| (hit.t, hit.point, hit.normal))
        );
    }
    check_sweeps(&a, &b, place(&input.places[2], at_a));
});

fn check_overlaps(a: &Placed, b: &Placed, margin: Number) {
    let (a, b) = (&a.form, &b.form);
    for touching in [Touching::Counts, Touching::Ignored] {
        let ours = query::overlap(a, b, touching);
        assert_eq!(ours, reference::overlap(a, b, touching));
        assert_eq!(query::overlaps(a, b, touching), ours.is_some());
        assert_eq!(query::overlaps(b, a, touching), ours.is_some());
        let units = (margin.value().abs() * 256.0).min(1e6) as i32;
        let margin = Margin::from_units(units).unwrap();
        assert_eq!(query::grazes(a, b, margin, touching), reference::graze(a, b, units, touching));
    }
    assert_eq!(query::distance(a, b), reference::distance(a, b));
    assert!(query::crossings(a, b).iter().all(|p| p.x.is_finite() && p.y.is_finite()));
    let contact = query::contact(a, b, Touching::Counts);
    assert_eq!(contact.is_some(), query::overlaps(a, b, Touching::Counts));
    if let Some(contact) = contact {
        check_push_out(a, b, contact);
    }
}

/// Checks that a contact is a move out, as long as its depth says. Two sprites have a depth of their own.
fn check_push_out(a: &Form, b: &Form, contact: Contact) {
    let Form::Shape(parts) = b else { return };
    let by = contact.normal * (contact.depth * 256.0);
    let by = Point::new(by.x.round() as i32, by.y.round() as i32);
    let moved: Option<Vec<_>> = parts.iter().map(|part| part.moved_by(by).ok()).collect();
    let Some(moved) = moved else { return };
    // Positions are whole, so the body may still be a part of a lattice unit inside.
    let again = query::contact(a, &Form::Shape(moved.into()), Touching::Ignored);
    let depth = again.map_or(0.0, |contact| contact.depth);
    assert!(depth <= 1.0 / 256.0, "{depth} px after {contact:?}");
}

/// Compares sweeps. Sprites go step by step, so their paths must be short.
fn check_sweeps(a: &Placed, b: &Placed, to: Vec2) {
    let far = (to.x - a.at.x).abs().max((to.y - a.at.y).abs());
    let has_sprite = [a, b].iter().any(|body| !matches!(body.form, Form::Shape(_)));
    if has_sprite && far > 16.0 {
        return;
    }
    let by = Vec2::new(b.at.x + (to.y - a.at.y) / 2.0, b.at.y + (to.x - a.at.x) / 4.0);
    for (to_a, to_b) in [(to, b.at), (a.at, by), (to, by)] {
        let ours = query::sweep(a, to_a, b, to_b).map_err(|e| e.to_string());
        assert_eq!(ours, reference::meeting(a, to_a, b, to_b).map_err(|e| e.to_string()));
    }
}
