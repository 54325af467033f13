//! The game as one picture: the level, and the walker every few steps.

use std::fmt::Write;

use kasuri::{Result, mask::Cover, query::Form, shape::CellForm};

use crate::game::Game;

const EVERY: u32 = 9;

pub(crate) struct Picture {
    svg: String,
}

impl Picture {
    pub(crate) fn new(game: &Game) -> Result<Picture> {
        let mut picture = Picture { svg: String::new() };
        for body in game.world.iter() {
            if body.handle() == game.walker {
                continue;
            }
            let color = if body.is_sensor() { "#e0a81e" } else { "#3b6fb6" };
            picture.form(&body.form(), color, 1.0);
        }
        picture.form(&game.world.get(game.walker)?.form(), "#c8283c", 1.0);
        Ok(picture)
    }

    pub(crate) fn note(&mut self, game: &Game) {
        if game.steps.is_multiple_of(EVERY)
            && let Ok(walker) = game.world.get(game.walker)
        {
            self.form(&walker.form(), "#c8283c", 0.45);
        }
    }

    fn form(&mut self, form: &Form, color: &str, opacity: f64) {
        match form {
            Form::Shape(parts) => parts.iter().for_each(|part| self.convex(part, color)),
            Form::Sprite(sprite) => self.pixels(&Cover::of(sprite), color, opacity),
            Form::Tiles(tiles) => tiles.cells().for_each(|cell| match &cell.form {
                CellForm::Convex(part) => self.convex(part, "#5a6472"),
                CellForm::Sprite(sprite) => self.pixels(&Cover::of(sprite), "#7a8896", 1.0),
            }),
        }
    }

    fn convex(&mut self, part: &kasuri::shape::Convex, color: &str) {
        if let [p] = part.vertices() {
            let [x, y, r] = [p.x, p.y, part.radius()].map(|units| f64::from(units) / 256.0);
            let _ = writeln!(self.svg, r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{color}"/>"#);
            return;
        }
        let points = part.vertices().iter().fold(String::new(), |mut points, p| {
            let _ = write!(points, "{},{} ", f64::from(p.x) / 256.0, f64::from(p.y) / 256.0);
            points
        });
        let r = f64::from(part.radius()) / 128.0;
        let _ = writeln!(
            self.svg,
            r#"<polygon points="{points}" fill="{color}" stroke="{color}" stroke-width="{r}" stroke-linejoin="round"/>"#
        );
    }

    fn pixels(&mut self, cover: &Cover, color: &str, opacity: f64) {
        let path = cover.iter().fold(String::new(), |mut path, (i, j)| {
            let _ = write!(path, "M{i} {j}h1v1h-1z");
            path
        });
        let _ = writeln!(self.svg, r#"<path d="{path}" fill="{color}" fill-opacity="{opacity}"/>"#);
    }

    pub(crate) fn finish(mut self, game: &Game) -> Result<String> {
        self.form(&game.world.get(game.walker)?.form(), "#7a1424", 1.0);
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 240\" width=\"1280\" height=\"480\" \
             shape-rendering=\"crispEdges\"><rect width=\"640\" height=\"240\" fill=\"#f4f1ea\"/>\n{}</svg>\n",
            self.svg
        ))
    }
}
