//! Tests that the same world with +y up and in other units gives the same answers, mirrored and scaled.

use kasuri::{Area, Body, Filter, Placement, Shape, Vec2, World, world::Axes};

use crate::body;
use crate::common::Random;
use crate::common::{KINDS, Kind, Thing};

/// Returns a vector with its y negated, in units of 4 px.
fn up(v: Vec2) -> Vec2 {
    Vec2::new(v.x / 4.0, -v.y / 4.0)
}

#[test]
fn up_and_in_units_is_down_and_in_pixels() {
    let mut rng = Random::new(1);
    let mut hits = 0;
    for _ in 0..40 {
        let mut down = World::new();
        let mut other = World::builder().axes(Axes::YUp).pixels_per_unit(4.0).build().unwrap();
        for _ in 0..40 {
            let kind = rng.pick(&KINDS);
            let (thing, mut at) = match kind {
                // Kinds that can be written easily in both systems.
                Kind::Sprite | Kind::Tiles => Thing::random(&mut rng, kind),
                _ => {
                    let points = [rng.point(12.0), rng.point(12.0)];
                    let r = rng.between(0.0, 8.0);
                    (
                        Thing::Shape(Shape::capsule(points[0], points[1], r).unwrap()),
                        Placement::default().turned(rng.between(0.0, 7.0)),
                    )
                }
            };
            at.at = rng.point(80.0).into();
            down.spawn(body(&thing, &at)).unwrap();
            let turned = Placement { at: up(at.at), angle: -at.angle, ..at };
            let same = match &thing {
                Thing::Shape(shape) => {
                    let part = &shape.place(&Placement::default()).unwrap()[0];
                    // The capsule's own ends are lattice points here: rebuild it from them.
                    let ends: Vec<Vec2> = part
                        .vertices()
                        .iter()
                        .map(|v| up(Vec2::new(f64::from(v.x) / 256.0, f64::from(v.y) / 256.0)))
                        .collect();
                    let r = f64::from(part.radius()) / 1024.0;
                    let rebuilt = Shape::capsule(ends[0], *ends.last().unwrap(), r).unwrap();
                    let pixel_ends: Vec<Vec2> = part
                        .vertices()
                        .iter()
                        .map(|v| Vec2::new(f64::from(v.x) / 256.0, f64::from(v.y) / 256.0))
                        .collect();
                    let exact = Shape::capsule(pixel_ends[0], *pixel_ends.last().unwrap(), r * 4.0).unwrap();
                    down.edit(down.bodies().last().unwrap()).shape(exact).unwrap();
                    Thing::Shape(rebuilt)
                }
                same => same.clone(),
            };
            other.spawn(body(&same, &turned)).unwrap();
        }
        let (a, b) = (down.step().unwrap(), other.step().unwrap());
        assert_eq!(a.began(), b.began());
        hits += a.began().len();
        for hit in a.began() {
            let (p, q) = (down.contact(hit).unwrap().unwrap(), other.contact(hit).unwrap().unwrap());
            let turned = |v: Vec2| Vec2::new(v.x, 0.0 - v.y);
            assert_eq!((p.normal, p.depth / 4.0), (turned(q.normal), q.depth));
            assert_eq!(Vec2::new(p.point.x / 4.0, p.point.y / 4.0), turned(q.point));
        }
        let (from, to) = (rng.point(100.0), rng.point(100.0));
        let p = down.first_on_ray(from, to, Filter::ALL).unwrap();
        let q = other.first_on_ray(up(from.into()), up(to.into()), Filter::ALL).unwrap();
        assert_eq!(p.map(|m| (m.body, m.t, up(m.point).x)), q.map(|m| (m.body, m.t, m.point.x)));
        let p = down.nearest(from, 5, Filter::ALL).unwrap();
        let q = other.nearest(up(from.into()), 5, Filter::ALL).unwrap();
        assert_eq!(
            p.iter().map(|n| (n.body, n.distance / 4.0)).collect::<Vec<_>>(),
            q.iter().map(|n| (n.body, n.distance)).collect::<Vec<_>>()
        );
        let cone = |world: &World, at: Vec2, towards: f64, reach: f64| {
            world.overlapping(Area::cone(at, towards, 0.4, reach), Filter::ALL).unwrap()
        };
        assert_eq!(
            cone(&down, from.into(), 1.0, 100.0).len(),
            cone(&other, up(from.into()), -1.0, 25.0).len()
        );
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn nothing_is_ever_negative_zero() {
    let mut world = World::builder().axes(Axes::YUp).build().unwrap();
    let ball = world.spawn(Body::circle(3.0).at([0.0, -0.0])).unwrap();
    world.spawn(Body::circle(3.0).at([4.0, 0.0])).unwrap();
    let step = world.step().unwrap();
    let contact = world.contact(&step.began()[0]).unwrap().unwrap();
    let seen = world.get(ball).unwrap();
    let numbers =
        [contact.normal.x, contact.normal.y, contact.point.y, seen.at().x, seen.at().y, seen.angle()];
    assert!(numbers.iter().all(|x| x.is_sign_positive()), "{numbers:?}");
}

#[test]
fn pixels_stay_pixels() {
    let dot = std::sync::Arc::new(kasuri::Mask::from_rows(&["#"]).unwrap());
    let mut world = World::builder().axes(Axes::YUp).pixels_per_unit(10.0).build().unwrap();
    let dot = world.spawn(Body::sprite(&dot).at([1.05, 1.95])).unwrap();
    let kasuri::query::Form::Sprite(sprite) = world.get(dot).unwrap().form() else { panic!("a sprite") };
    assert!(sprite.covers(10, -20));
}
