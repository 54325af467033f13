//! A scene file: every look has its colour, hits are lit.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kasuri::answer::Overlap;
use kasuri::lattice::{Bounds, PixelBox, Point};
use kasuri::query::Form;
use kasuri::scene::{How, PairMet, Scene};

use super::file::Watched;
use super::{Counts, Pad, Stage};
use crate::draw::Drawing;
use crate::picture::{GROUND, INKS, MARGIN};

/// A scene and its hits.
pub struct Still {
    name: String,
    scene: Scene,
    pairs: Vec<PairMet>,
    home: PixelBox,
    file: Option<Watched>,
}

impl Still {
    /// Makes a stage of a scene. Fails if the scene exceeds its ceilings.
    pub fn new(name: String, scene: Scene, path: Option<PathBuf>) -> kasuri::Result<Still> {
        let pairs = scene.pairs()?;
        let boxes = scene.bodies().iter().filter_map(|body| body.form.bounds());
        let nothing = Bounds { min: Point::default(), max: Point::default() };
        let all = PixelBox::around(boxes.reduce(Bounds::union).unwrap_or(nothing));
        let home =
            PixelBox { x0: all.x0 - MARGIN, y0: all.y0 - MARGIN, x1: all.x1 + MARGIN, y1: all.y1 + MARGIN };
        Ok(Still { name, scene, pairs, home, file: path.map(Watched::new) })
    }

    /// Returns the scene.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
}

impl Stage for Still {
    fn reload(&mut self) -> Result<bool, String> {
        let Some(file) = &mut self.file else { return Ok(false) };
        let Some(bytes) = file.changed() else { return Ok(false) };
        let bytes = bytes.map_err(|error| error.to_string())?;
        let folder = file.path().parent().unwrap_or(Path::new("."));
        let scene = Scene::from_json_within(bytes, folder, self.scene.ceilings());
        let fresh = scene.and_then(|scene| Still::new(self.name.clone(), scene, None));
        let fresh = fresh.map_err(|error| error.to_string())?;
        *self = Still { file: self.file.take(), ..fresh };
        Ok(true)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn home(&self) -> PixelBox {
        self.home
    }

    fn moves(&self) -> bool {
        false
    }

    fn step(&mut self, _: Pad) -> kasuri::Result<()> {
        Ok(())
    }

    fn draw(&self, drawing: &mut Drawing) {
        drawing.ground(GROUND);
        let mut looks = Vec::new();
        for body in self.scene.bodies() {
            let look = look(&body.form);
            let k = looks.iter().position(|&seen| seen == look).unwrap_or(looks.len());
            if k == looks.len() {
                looks.push(look);
            }
            drawing.body(&body.form, INKS[k % INKS.len()]);
        }
        for pair in &self.pairs {
            let [a, b] = [pair.a, pair.b].map(|k| &self.scene.bodies()[k].form);
            drawing.light(a, b);
        }
    }

    fn counts(&self) -> Counts {
        Counts { bodies: self.scene.bodies().len(), hits: self.pairs.len() }
    }

    fn tell(&self) -> String {
        let ids = self.scene.ids();
        let mut lines = format!("{}\n", self.counts());
        for pair in &self.pairs {
            let _ = writeln!(lines, "  {} hits {}: {}", ids[pair.a], ids[pair.b], told(&pair.how));
        }
        lines
    }
}

fn told(how: &How) -> String {
    match how {
        How::Now(Overlap::SpriteSprite(common)) => format!("{} common pixels", common.pixels),
        How::Now(Overlap::SpriteShape { pixels }) => format!("{pixels} covered pixels met"),
        How::Now(Overlap::ShapeShape(contact)) => format!("{:.2} px deep", contact.depth),
        How::Now(Overlap::Tiles { cells }) => format!("{} cells", cells.len()),
        How::OnWay(on_way) => format!("on their ways, at {:.2} of them", on_way.t),
    }
}

/// Returns a number that is equal for bodies that look alike: the same mask, or the same kind of form.
pub(super) fn look(form: &Form) -> usize {
    match form {
        Form::Shape(parts) => usize::from(parts.len() > 1),
        Form::Tiles(_) => 2,
        Form::Sprite(sprite) => Arc::as_ptr(sprite.mask()).addr(),
    }
}
