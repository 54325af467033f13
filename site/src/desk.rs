//! A scene that is edited: a scene file (SPEC 8) with ceilings, because links may bring scenes from untrusted sources.

use std::path::Path;

use kasuri::lattice::{PixelBox, Point};
use kasuri::scene::Scene;
use kasuri::{
    Ceilings, Placement, Shape, Touching,
    query::{self, Form},
};
use kasuri_stage::draw::Drawing;
use kasuri_stage::scenes::{Stage, Still};
use serde_json::{Value, json};

/// Returns the limits for reading and answering a scene, so that no frame is delayed by more than a moment.
fn ceilings() -> Ceilings {
    Ceilings::default().values(1 << 18).bodies(256).pairs(4096).work(200_000_000).texels(1 << 21)
}

/// A scene and its hits.
pub struct Desk(Still);

impl Desk {
    /// Reads a scene. The error has the library's own text.
    pub fn open(json: &[u8]) -> Result<Desk, String> {
        let read = Scene::from_json_within(json, Path::new("."), ceilings());
        let still = read.and_then(|scene| Still::new("scene".to_owned(), scene, None));
        still.map(Desk).map_err(|error| error.to_string())
    }

    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        self.0.draw(drawing);
    }

    /// Returns the corners of the box around a body, in pixels.
    pub fn box_of(&self, k: usize) -> Option<[[f64; 2]; 2]> {
        self.0.scene().bodies().get(k).and_then(|body| boxed(&body.form))
    }

    /// Returns the bodies' names, their number, and the number of hits.
    pub fn state(&self) -> Value {
        let scene = self.0.scene();
        let counts = self.0.counts();
        json!({ "ids": scene.ids(), "bodies": counts.bodies, "hits": counts.hits })
    }

    /// Returns the topmost body at a position; if there is none, the topmost body within `reach` of it.
    pub fn top_at(&self, place: [f64; 2], reach: f64) -> Option<usize> {
        let within = |r: f64| {
            let finger = Shape::circle(r).and_then(|disc| disc.place(&Placement::at(place))).ok()?;
            let finger = Form::Shape(finger);
            let bodies = self.0.scene().bodies();
            bodies.iter().rposition(|body| query::overlaps(&finger, &body.form, Touching::Counts))
        };
        within(0.0).or_else(|| within(reach))
    }

    /// Returns the answer to the whole scene, as `kasuri solve` gives it.
    pub fn solve(&self) -> Result<Vec<u8>, String> {
        let answer = self.0.scene().solve().map_err(|error| error.to_string())?;
        Ok(answer.to_string().into_bytes())
    }
}

/// The largest area in pixels up to which the box of a sprite is found pixel by pixel.
const MOST_LOOKED_AT: u64 = 1 << 20;

/// Returns the corners of the box around a body, in pixels; for a sprite, the box around the pixels that it covers.
fn boxed(form: &Form) -> Option<[[f64; 2]; 2]> {
    let bounds = form.bounds()?;
    let pixels = |at: Point| [f64::from(at.x) / 256.0, f64::from(at.y) / 256.0];
    let whole = [pixels(bounds.min), pixels(bounds.max)];
    let around = PixelBox::around(bounds);
    let area = u64::from(around.x0.abs_diff(around.x1)) * u64::from(around.y0.abs_diff(around.y1));
    let Form::Sprite(sprite) = form else { return Some(whole) };
    if area > MOST_LOOKED_AT {
        return Some(whole);
    }
    let covered = around.iter().filter(|&(i, j)| sprite.covers(i, j));
    let tight = covered.fold(None, |found: Option<[i32; 4]>, (i, j)| {
        let [x0, y0, x1, y1] = found.unwrap_or([i, j, i, j]);
        Some([x0.min(i), y0.min(j), x1.max(i + 1), y1.max(j + 1)])
    });
    tight.map(|tight| tight.map(f64::from)).map(|[x0, y0, x1, y1]| [[x0, y0], [x1, y1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = r#"{"kasuri": 1, "bodies": [
        {"id": "a", "circle": {"r": 10}, "at": [20, 20]},
        {"id": "b", "box": {"half": [4, 4]}, "at": [32, 20]}],
        "distances": [{"a": "a", "b": "b"}]}"#;

    #[test]
    fn a_scene_is_answered() {
        let desk = Desk::open(TWO.as_bytes()).unwrap();
        assert_eq!((desk.box_of(1), desk.box_of(2)), (Some([[28.0, 16.0], [36.0, 24.0]]), None));
        let answer: Value = serde_json::from_slice(&desk.solve().unwrap()).unwrap();
        assert_eq!(answer["pairs"][0]["kind"], "shape-shape");
        assert_eq!(answer["distances"][0]["distance"], 0.0);
        let tops = [[20.0, 20.0], [29.0, 20.0], [39.0, 20.0], [90.0, 20.0]];
        assert_eq!(tops.map(|at| desk.top_at(at, 4.0)), [Some(0), Some(1), Some(1), None]);
    }

    #[test]
    fn hostile_scenes_are_refused_in_words() {
        let refused = |json: &str| Desk::open(json.as_bytes()).err().unwrap();
        assert_eq!(refused("{"), Scene::from_json("{", Path::new(".")).unwrap_err().to_string());
        assert!(refused(&TWO.replace("10}", "-1}")).contains("bodies[0].circle.r"));
        let body = r#"{"id": "N", "circle": {"r": 4000}, "at": [0, 0]}"#;
        let bodies: Vec<String> = (0..300).map(|k| body.replace('N', &k.to_string())).collect();
        let crowd = format!(r#"{{"kasuri": 1, "bodies": [{}]}}"#, bodies.join(","));
        assert!(refused(&crowd).contains("256"), "{}", refused(&crowd));
        assert!(
            refused(r#"{"kasuri": 1, "masks": {"m": {"image": "/etc/passwd"}}, "bodies": []}"#)
                .contains("image")
        );
    }
}
