//! A sheet that is tried in the hit box editor: one frame stands, another one or a circle follows the pointer.

use std::sync::Arc;

use kasuri::mask::{Cover, Sprite};
use kasuri::query::{self, Form};
use kasuri::sheet::{Sheet, SheetEngine};
use kasuri::{Body, Ceilings, Mask, Placement, Result, Shape, Touching, World, answer::Overlap};
use serde_json::{Value, json};

/// The most runs of pixels that are told for drawing.
const MOST_RUNS: usize = 20_000;

/// A sheet as the library reads it.
pub struct TryOut {
    sheet: Sheet,
}

/// What follows the pointer, and where.
#[derive(Debug, Clone, Copy)]
pub struct Follower {
    /// A frame of the sheet; a circle of radius `r` where there is no such frame.
    pub frame: usize,
    /// The radius of the circle.
    pub r: f64,
    /// Its position, in texels of the frame that stands.
    pub at: [f64; 2],
    /// Its angle in radians.
    pub angle: f64,
    /// Its scale on both axes.
    pub scale: f64,
}

impl TryOut {
    /// Reads a sheet under ceilings that no frame of the page notices.
    pub fn open(json: &[u8]) -> Result<TryOut, String> {
        let ceilings = Ceilings::default().values(1 << 21).texels(1 << 28).work(200_000_000);
        let sheet = Sheet::from_json_within(json, None, ceilings);
        sheet.map(|sheet| TryOut { sheet }).map_err(|error| error.to_string())
    }

    /// Returns the sheet as the library writes it.
    pub fn written(&self) -> String {
        self.sheet.to_json()
    }

    /// Returns the sheet as polygons for another engine, by its number.
    pub fn polygons(&self, engine: u32, tolerance: f64) -> Result<String, String> {
        let engines = [SheetEngine::Box2d, SheetEngine::Matter, SheetEngine::Godot, SheetEngine::Phaser];
        let engine = *engines.get(engine as usize).ok_or("there is no such engine")?;
        self.sheet.for_engine(engine, tolerance).map_err(|error| error.to_string())
    }

    /// Returns what the two have in common, as a world reports it: pixels, contact, distance, regions, graze.
    pub fn meet(&self, frame: usize, follower: Follower, graze: f64) -> Result<Value, String> {
        self.met(frame, follower, graze).map_err(|error| error.to_string())
    }

    fn met(&self, frame: usize, follower: Follower, graze: f64) -> Result<Value> {
        let Some(stands) = self.sheet.frames().get(frame) else { return Ok(Value::Null) };
        let placement = Placement::at(stands.pivot);
        let standing = Sprite::place(&stands.mask, &placement, Some(stands.pivot))?;
        let placement = Placement::at(follower.at).turned(follower.angle).scaled([follower.scale; 2]);
        let other = self.sheet.frames().get(follower.frame);
        let following = match other {
            Some(other) => Form::Sprite(Sprite::place(&other.mask, &placement, Some(other.pivot))?),
            None => Form::Shape(Shape::circle(follower.r)?.place(&placement)?),
        };
        let (cover, common) = match &following {
            Form::Sprite(sprite) => {
                let (a, b) = (Cover::of(&standing), Cover::of(sprite));
                (runs(&b), a.common(&b).map(|common| runs(&common)).unwrap_or_default())
            }
            _ => (Vec::new(), Vec::new()),
        };
        let standing = Form::Sprite(standing);
        let pixels = match query::overlap(&standing, &following, Touching::Counts) {
            Some(Overlap::SpriteSprite(common)) => common.pixels,
            Some(Overlap::SpriteShape { pixels }) => pixels,
            _ => 0,
        };
        let contact = query::contact(&standing, &following, Touching::Counts);
        let distance = query::distance(&standing, &following);
        let [regions, grazes] = self.told(frame, follower, graze)?;
        Ok(json!({
            "pixels": pixels, "cover": cover, "common": common, "regions": regions, "grazes": grazes,
            "contact": contact.map(|c| json!({ "normal": [c.normal.x, c.normal.y], "depth": c.depth,
                "point": [c.point.x, c.point.y] })),
            "distance": distance.map(|d| json!({ "distance": d.distance, "a": [d.a.x, d.a.y], "b": [d.b.x, d.b.y] })),
        }))
    }

    /// Returns the pairs of regions that hit in a world, by name, and whether it reports a graze.
    fn told(&self, frame: usize, follower: Follower, graze: f64) -> Result<[Value; 2]> {
        let frames = self.sheet.frames();
        let mut world = World::new();
        world.spawn(self.sheet.body().frame(frame).at(frames[frame].pivot).graze(graze))?;
        let other = frames.get(follower.frame);
        let body = match other {
            Some(_) => self.sheet.body().frame(follower.frame),
            None => Body::circle(follower.r),
        };
        let body = body.at(follower.at).turned(follower.angle).scaled([follower.scale; 2]);
        world.spawn(body)?;
        let step = world.step()?;
        let name = |frame: Option<usize>, region: u8| -> String {
            let region = frame.zip(usize::from(region).checked_sub(1));
            let region = region.and_then(|(frame, k)| frames.get(frame)?.regions.get(k));
            region.map_or_else(|| "body".to_owned(), |region| region.name.clone())
        };
        let pair = |[a, b]: [u8; 2]| json!([name(Some(frame), a), name(other.map(|_| follower.frame), b)]);
        let hits = step.began().iter().map(|hit| pair(hit.regions)).collect();
        Ok([Value::Array(hits), json!(!step.grazes().is_empty())])
    }

    /// Returns how many pixels a frame covers at each whole degree: how its covered set breathes as it turns.
    pub fn breath(&self, frame: usize) -> Result<Value, String> {
        let Some(frame) = self.sheet.frames().get(frame) else { return Ok(json!([])) };
        let counts = (0..360).map(|degrees| covered(&frame.mask, f64::from(degrees).to_radians()));
        counts.collect::<Result<Vec<u64>>>().map(|counts| json!(counts)).map_err(|error| error.to_string())
    }
}

fn covered(mask: &Arc<Mask>, angle: f64) -> Result<u64> {
    Ok(Cover::of(&Sprite::place(mask, &Placement::default().turned(angle), None)?).count())
}

/// Returns the runs of a cover: x, y and length of each.
fn runs(cover: &Cover) -> Vec<[i32; 3]> {
    let mut runs: Vec<[i32; 3]> = Vec::new();
    for (x, y) in cover.iter() {
        let count = runs.len();
        match runs.last_mut() {
            Some([from, row, length]) if *row == y && *from + *length == x => *length += 1,
            _ if count == MOST_RUNS => break,
            _ => runs.push([x, y, 1]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIP: &[u8] = include_bytes!("../../fuzz/seeds/sheet/two-frames.json");

    #[test]
    fn what_meets_is_told() {
        let ship = TryOut::open(SHIP).unwrap();
        let here = Follower { frame: 1, r: 0.0, at: [6.0, 2.0], angle: 0.0, scale: 1.0 };
        let met = ship.meet(0, here, 4.0).unwrap();
        assert!(
            met["pixels"].as_u64().unwrap() > 10 && met["contact"]["depth"].as_f64().unwrap() > 0.0,
            "{met}"
        );
        assert!(met["regions"].as_array().unwrap().contains(&json!(["body", "body"])), "{met}");
        let shot = Follower { frame: usize::MAX, r: 0.5, at: [4.0, -2.0], angle: 0.0, scale: 1.0 };
        let met = ship.meet(0, shot, 4.0).unwrap();
        assert_eq!(
            (&met["pixels"], &met["grazes"], &met["distance"]["distance"]),
            (&json!(0), &json!(true), &json!(1.5))
        );
        assert_eq!(ship.breath(0).unwrap().as_array().unwrap().len(), 360);
        assert_eq!(ship.breath(9).unwrap(), json!([]));
        assert!(TryOut::open(b"{}").is_err_and(|why| why.contains("kasuri_sheet")));
        assert_eq!(TryOut::open(ship.written().as_bytes()).unwrap().written(), ship.written());
    }
}
