//! Plays the golden session, and compares its hashes with those of tests/golden.

use kasuri::lattice::PixelBox;
use kasuri::{Step, World, query::Form};
use kasuri_stage::draw::Drawing;
use kasuri_stage::picture::{GROUND, INKS};
use serde_json::{Value, json};

#[path = "../../tests/world_kit/session.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "a test module: its recording functions are not used here")]
mod session;

const GOLDEN: &str = include_str!("../../tests/golden/danmaku.txt");
/// The area of the session's field.
pub(crate) const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 480, y1: 640 };

/// The session so far.
pub struct Golden {
    world: World,
    session: session::Session,
    steps: u32,
    /// The number of compared hashes, and how many of them were equal.
    compared: [u32; 2],
    last: Option<[String; 2]>,
    step: Option<Step>,
}

impl Golden {
    /// Starts the session.
    pub fn begin() -> Result<Golden, String> {
        let mut world = session::arena(World::builder());
        let session = session::Session::begin(&mut world).map_err(|error| error.to_string())?;
        Ok(Golden { world, session, steps: 0, compared: [0; 2], last: None, step: None })
    }

    /// Makes one step, unless the session is over.
    pub fn step(&mut self) -> Result<(), String> {
        if self.steps == session::STEPS {
            return Ok(());
        }
        let step = self.session.step(&mut self.world, None).map_err(|error| error.to_string())?;
        self.step = Some(step);
        self.steps += 1;
        if let Some(native) = native(self.steps) {
            let here = format!("{:016x}", self.world.hash());
            self.compared[0] += 1;
            self.compared[1] += u32::from(here == native);
            self.last = Some([here, native.to_owned()]);
        }
        Ok(())
    }

    /// Returns the step, and the comparison of the hashes.
    pub fn state(&self) -> Value {
        json!({
            "step": self.steps,
            "of": session::STEPS,
            "bodies": self.world.len(),
            "compared": self.compared[0],
            "equal": self.compared[1],
            "here": self.last.as_ref().map(|[here, _]| here),
            "native": self.last.as_ref().map(|[_, native]| native),
        })
    }

    pub(crate) fn world(&self) -> (&World, Option<&Step>) {
        (&self.world, self.step.as_ref())
    }

    /// Draws every body in the colour of its kind.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        drawing.ground(GROUND);
        for body in self.world.iter() {
            let form = body.form();
            let ink = match (&form, body.layers().layer) {
                (Form::Tiles(_), _) => INKS[5],
                (_, layer) => INKS[layer.trailing_zeros() as usize % 5],
            };
            drawing.body(&form, ink);
        }
    }
}

/// Returns the hash of a step in tests/golden.
fn native(step: u32) -> Option<&'static str> {
    GOLDEN.lines().find_map(|line| {
        let (number, hash) = line.trim().split_once(' ')?;
        // The last line is not a hash: it sums up the session.
        let is_hash = hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok();
        (is_hash && number.parse() == Ok(step)).then_some(hash)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_as_it_is_kept() {
        let mut golden = Golden::begin().unwrap();
        (0..300).for_each(|_| golden.step().unwrap());
        let state = golden.state();
        assert_eq!((state["compared"].as_u64(), state["equal"].as_u64()), (Some(3), Some(3)), "{state}");
        assert_eq!(state["here"], "8377fb8ed96daafc");
        assert_eq!((1..=session::STEPS).filter(|&step| native(step).is_some()).count(), 32);
    }
}
