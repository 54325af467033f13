//! Draws a picture of each function of `query` into docs/pictures. The pictures show the computed answers.
//!
//! `cargo run --example draw_verbs`

mod canvas;

use std::path::Path;
use std::sync::Arc;

use canvas::{BLUE, INK, ORANGE, Panel, RED, picture};
use kasuri::{
    Mask, Placement, Result, Shape, Touching,
    mask::{Cover, Sprite},
    query::{self, Form, Placed},
};
use kasuri::{
    Vec2,
    lattice::{Margin, Point},
};

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    type Draw = fn() -> Result<Vec<Panel>>;
    let verbs: [(&str, Draw); 8] = [
        ("overlap", overlap),
        ("contact", contact),
        ("distance", distance),
        ("contains", contains),
        ("cast", cast),
        ("sweep", sweep),
        ("crossings", crossings),
        ("grazes", grazes),
    ];
    for (verb, draw) in verbs {
        std::fs::write(folder.join(format!("{verb}.svg")), picture(&draw()?))?;
    }
    Ok(())
}

fn place(shape: &Shape, at: [f64; 2], angle: f64) -> Result<Form> {
    Ok(Form::Shape(shape.place(&Placement::at(at).turned(angle))?))
}

fn capsule(at: [f64; 2], angle: f64) -> Result<Form> {
    place(&Shape::capsule([-4.0, 0.0], [4.0, 0.0], 2.5)?, at, angle)
}

fn wedge(at: [f64; 2], angle: f64) -> Result<Form> {
    place(&Shape::polygon(&[[-6.0, 4.0], [6.0, 4.0], [2.0, -5.0], [-3.0, -4.0]])?, at, angle)
}

/// Returns a rotated ship.
fn ship(at: [f64; 2], angle: f64) -> Result<Form> {
    let art = [
        ".....##.....",
        "....####....",
        "....####....",
        "...######...",
        "#..######..#",
        "##.######.##",
        "############",
        "############",
        "##..####..##",
        "#....##....#",
    ];
    let mask = Arc::new(Mask::from_rows(&art)?);
    Ok(Form::Sprite(Sprite::place(&mask, &Placement::at(at).turned(angle), None)?))
}

fn rock(at: [f64; 2]) -> Result<Form> {
    let mask = Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) < 20)?);
    Ok(Form::Sprite(Sprite::place(&mask, &Placement::at(at), None)?))
}

fn number(x: f64) -> String {
    format!("{x:.2}")
}

fn overlap() -> Result<Vec<Panel>> {
    let (a, b) = (ship([9.5, 9.5], 0.35)?, rock([15.0, 6.0])?);
    let mut sprites = Panel::new("two sprites: the pixels that both cover");
    let (Form::Sprite(p), Form::Sprite(q)) = (&a, &b) else { return Ok(Vec::new()) };
    sprites.body(&a, BLUE);
    sprites.body(&b, ORANGE);
    sprites.pixels(Cover::of(p).iter().filter(|&(i, j)| q.covers(i, j)), RED, 1.0);
    let shot = place(&Shape::circle(3.5)?, [14.5, 6.5], 0.0)?;
    let mut shape = Panel::new("sprite and shape: the squares that it meets");
    shape.body(&a, BLUE);
    let square =
        |i: i32, j: i32| place(&Shape::rect([0.5, 0.5])?, [f64::from(i) + 0.5, f64::from(j) + 0.5], 0.0);
    let meets = |&(i, j): &(i32, i32)| {
        square(i, j).is_ok_and(|square| query::overlaps(&square, &shot, Touching::Counts))
    };
    shape.pixels(Cover::of(p).iter().filter(meets), RED, 1.0);
    shape.body(&shot, ORANGE);
    Ok(vec![sprites, shape])
}

fn contact() -> Result<Vec<Panel>> {
    let (a, b) = (wedge([9.0, 10.0], 0.2)?, capsule([16.0, 7.0], -0.7)?);
    let mut before = Panel::new("");
    before.body(&a, BLUE);
    before.body(&b, ORANGE);
    let Some(contact) = query::contact(&a, &b, Touching::Counts) else { return Ok(Vec::new()) };
    before.text([5.0, 10.5], "A", INK);
    before.text([17.5, 6.0], "B", INK);
    before.arrow(contact.point.into(), contact.normal.into(), 5.0, RED);
    before.dot(contact.point.into(), RED);
    let before = before.caption(format!("point, normal, depth {} px", number(contact.depth)));
    let Vec2 { x, y } = contact.normal;
    let out = [16.0 + x * contact.depth, 7.0 + y * contact.depth];
    let mut after = Panel::new("B moved by normal × depth: just touching");
    after.body(&a, BLUE);
    after.ghost(&b, ORANGE);
    after.body(&capsule(out, -0.7)?, ORANGE);
    Ok(vec![before, after])
}

fn distance() -> Result<Vec<Panel>> {
    let shapes = (wedge([7.0, 10.0], 0.2)?, capsule([19.0, 6.0], -0.9)?);
    let sprites = (ship([8.0, 10.0], 0.35)?, rock([20.5, 5.0])?);
    let mut panels = Vec::new();
    for (a, b) in [shapes, sprites] {
        let mut panel = Panel::new("");
        panel.body(&a, BLUE);
        panel.body(&b, ORANGE);
        let Some(found) = query::distance(&a, &b) else { continue };
        panel.line(found.a.into(), found.b.into(), RED);
        panel.dot(found.a.into(), RED);
        panel.dot(found.b.into(), RED);
        panels.push(panel.caption(format!("{} px between the closest points", number(found.distance))));
    }
    Ok(panels)
}

fn contains() -> Result<Vec<Panel>> {
    let mut panels = Vec::new();
    for (form, caption) in [
        (wedge([13.0, 9.0], 0.3)?, "points in a shape; its edge belongs to it"),
        (ship([13.0, 9.0], 0.35)?, "points in a sprite: in its covered squares"),
    ] {
        let mut panel = Panel::new(caption);
        panel.body(&form, BLUE);
        for k in 0..40 {
            let at = [2.5 + f64::from(k % 8) * 3.0, 2.5 + f64::from(k / 8) * 3.25];
            if query::contains(&form, Point::snapped(at)?) { panel.dot(at, RED) } else { panel.ring(at, INK) }
        }
        panels.push(panel);
    }
    Ok(panels)
}

fn cast() -> Result<Vec<Panel>> {
    let mut panels = Vec::new();
    for (form, caption) in [
        (wedge([16.0, 9.0], 0.3)?, "rays at a shape: first point and normal"),
        (ship([16.0, 9.0], 0.35)?, "rays at a sprite: covered squares, exactly"),
    ] {
        let mut panel = Panel::new(caption);
        panel.body(&form, BLUE);
        for end in [[25.0, 1.0], [24.0, 5.0], [24.0, 9.5], [24.0, 13.0]] {
            let from = [1.0, 7.0];
            let Some(hit) = query::cast(&form, Point::snapped(from)?, Point::snapped(end)?) else {
                panel.dashed(from, end, INK);
                continue;
            };
            let at = hit.point.into();
            panel.line(from, at, INK);
            panel.arrow(at, hit.normal.into(), 2.6, RED);
            panel.dot(at, RED);
        }
        panels.push(panel);
    }
    Ok(panels)
}

fn sweep() -> Result<Vec<Panel>> {
    let (from, to) = ([4.0, 3.0], [24.0, 13.0]);
    let along = |t: f64| [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    let body = |form: Form, at: [f64; 2]| Placed { form, at: at.into(), layer: 1, against: 1, group: 0 };
    let ball = |at| place(&Shape::circle(2.0)?, at, 0.0);
    let bar = |at| place(&Shape::rect([0.25, 7.0])?, at, 0.4);
    let enemy = |at| ship(at, 0.35);
    type Make<'a> = &'a dyn Fn([f64; 2]) -> Result<Form>;
    let cases: [(Make, Make, &str); 2] =
        [(&ball, &bar, "a shape: any thin bar stops it"), (&rock, &enemy, "a sprite: in whole-pixel steps")];
    let mut panels = Vec::new();
    for (make, still, caption) in cases {
        let mut panel = Panel::new("");
        let at = [17.0, 10.0];
        panel.body(&still(at)?, BLUE);
        panel.dashed(from, to, INK);
        let met = query::sweep(&body(make(from)?, from), to, &body(still(at)?, at), at)?;
        panel.ghost(&make(from)?, ORANGE);
        panel.ghost(&make(to)?, ORANGE);
        let Some(met) = met else { continue };
        panel.body(&make(along(met.t))?, ORANGE);
        panels.push(panel.caption(format!("{caption}; t = {}", number(met.t))));
    }
    Ok(panels)
}

fn crossings() -> Result<Vec<Panel>> {
    let shapes = (wedge([12.0, 9.0], 0.2)?, capsule([15.0, 8.0], -0.9)?);
    let line = place(&Shape::segment([-12.0, 0.0], [12.0, 0.0])?, [13.0, 9.0], -0.25)?;
    let sprites = (line, ship([13.0, 9.0], 0.35)?);
    let mut panels = Vec::new();
    for ((a, b), what) in [(shapes, "two shapes"), (sprites, "a segment and a sprite")] {
        let mut panel = Panel::new("");
        panel.body(&b, ORANGE);
        panel.body(&a, BLUE);
        let points = query::crossings(&a, &b);
        points.iter().for_each(|&p| panel.dot(p.into(), RED));
        panels.push(panel.caption(format!("{what}: {} crossings", points.len())));
    }
    Ok(panels)
}

fn grazes() -> Result<Vec<Panel>> {
    let ship = ship([13.0, 9.5], 0.0)?;
    let margin = 2.0;
    let mut panel = Panel::new("within 2 px of the ship: these graze");
    let mut touching = Panel::new("an overlap is no graze, nor is one further off");
    panel.body(&ship, BLUE);
    touching.body(&ship, BLUE);
    for (k, at) in
        [[7.5, 5.5], [16.5, 2.5], [21.5, 10.0], [13.0, 8.0], [3.0, 14.0], [23.5, 3.0]].into_iter().enumerate()
    {
        let shot = place(&Shape::circle(1.5)?, at, 0.0)?;
        let halo = place(&Shape::circle(1.5 + margin)?, at, 0.0)?;
        let is_graze = query::grazes(&ship, &shot, Margin::new(margin)?, Touching::Counts);
        let panel = if k < 3 { &mut panel } else { &mut touching };
        panel.ghost(&halo, if is_graze { RED } else { INK });
        panel.body(&shot, if is_graze { RED } else { ORANGE });
    }
    Ok(vec![panel, touching])
}
