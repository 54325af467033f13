//! A recording of a world, as games make them. It is replayed step by step, and shows where this machine does
//! something else.

use std::path::PathBuf;

use kasuri::lattice::{Bounds, PixelBox, Point};
use kasuri::{Recording, Step, Vec2, World, query::Form, record::Replay, world::DebugDraw};

use super::file::Watched;
use super::still::look;
use super::{Counts, Kept, Pad, Stage};
use crate::draw::Drawing;
use crate::picture::{GROUND, INKS, MARGIN};

/// At most this many hits are lit, because lighting pixels takes time.
const MOST_LIT: usize = 400;

/// A recording, its replay and the last step's report.
pub struct Recorded {
    name: String,
    recording: Recording,
    replay: Replay,
    last: Option<Step>,
    home: PixelBox,
    file: Option<Watched>,
}

impl Recorded {
    /// Opens a recording and makes the first step, because there is no world before it. Fails if the recording cannot
    /// be replayed.
    pub fn new(name: String, recording: Recording, path: Option<PathBuf>) -> kasuri::Result<Recorded> {
        let mut replay = recording.replay();
        let last = replay.step()?;
        let home = home(replay.world());
        Ok(Recorded { name, recording, replay, last, home, file: path.map(Watched::new) })
    }
}

impl Stage for Recorded {
    fn name(&self) -> &str {
        &self.name
    }

    fn home(&self) -> PixelBox {
        self.home
    }

    fn moves(&self) -> bool {
        true
    }

    fn plays(&self) -> bool {
        false
    }

    fn length(&self) -> Option<u32> {
        Some(self.recording.len().saturating_sub(1) as u32)
    }

    fn step(&mut self, _: Pad) -> kasuri::Result<()> {
        if let Some(step) = self.replay.step()? {
            self.last = Some(step);
        }
        Ok(())
    }

    fn draw(&self, drawing: &mut Drawing) {
        drawing.ground(GROUND);
        let world = self.replay.world();
        let mut looks = Vec::new();
        for body in world.iter() {
            let look = look(&body.form());
            let k = looks.iter().position(|&seen| seen == look).unwrap_or(looks.len());
            if k == looks.len() {
                looks.push(look);
            }
            drawing.body(&body.form(), INKS[k % INKS.len()]);
        }
        for hit in self.last.iter().flat_map(Step::hits).take(MOST_LIT) {
            let forms = [(hit.a, hit.regions[0]), (hit.b, hit.regions[1])];
            if let [Some(a), Some(b)] = forms.map(|(body, region)| form(world, body, region)) {
                drawing.light(&a, &b);
            }
        }
    }

    fn counts(&self) -> Counts {
        let hits = self.last.as_ref().map_or(0, |step| step.report().hits);
        Counts { bodies: self.replay.world().len(), hits }
    }

    fn tell(&self) -> String {
        let (Counts { bodies, hits }, world) = (self.counts(), self.replay.world());
        let so_far = format!("step {} of {}", self.replay.steps(), self.recording.len());
        let verdict = match self.replay.difference() {
            None => "as recorded".to_owned(),
            Some(difference) => format!("not as recorded: {difference}"),
        };
        format!("{bodies} bodies, {hits} hits, {so_far}\n{verdict}\nworld {:016x}\n", world.hash())
    }

    fn notes(&self) -> Vec<String> {
        let so_far = format!("recorded step {} of {}", self.replay.steps(), self.recording.len());
        let differs = self.replay.difference().map(|difference| format!("not as recorded: {difference}"));
        [so_far].into_iter().chain(differs).collect()
    }

    fn reload(&mut self) -> Result<bool, String> {
        let Some(bytes) = self.file.as_mut().and_then(Watched::changed) else { return Ok(false) };
        let bytes = bytes.map_err(|error| error.to_string())?;
        let recording = Recording::new(bytes).map_err(|error| error.to_string())?;
        let recording = recording.within(self.recording.ceilings());
        let fresh = Recorded::new(self.name.clone(), recording, None).map_err(|error| error.to_string())?;
        *self = Recorded { file: self.file.take(), ..fresh };
        Ok(true)
    }

    fn world(&self) -> Option<&World> {
        Some(self.replay.world())
    }

    fn last(&self) -> Option<&Step> {
        self.last.as_ref()
    }

    fn keep(&self) -> Option<Kept> {
        Some(Kept(Box::new((self.replay.clone(), self.last.clone()))))
    }

    fn recall(&mut self, kept: &Kept) {
        if let Some((replay, last)) = kept.0.downcast_ref::<(Replay, Option<Step>)>() {
            (self.replay, self.last) = (replay.clone(), last.clone());
        }
    }
}

/// Returns the form of a body (0), or of one of its regions, which count from 1.
fn form(world: &World, body: kasuri::Handle, region: u8) -> Option<Form> {
    let body = world.get(body).ok()?;
    match region {
        0 => Some(body.form()),
        region => body.regions().nth(usize::from(region) - 1).map(|(_, form, _)| form),
    }
}

/// Returns what is shown at first: the world's bounds; without bounds, all bodies with a quarter of their extent
/// around them.
fn home(world: &World) -> PixelBox {
    let mut walls = Walls(None);
    world.debug_draw(&mut walls);
    let (all, around) = if let Some(corners) = walls.0 {
        let [a, b] = corners.map(|corner| world.pixels_of(corner)).map(|at| [at.x as i32, at.y as i32]);
        let [x0, x1] = [a[0].min(b[0]), a[0].max(b[0])];
        let [y0, y1] = [a[1].min(b[1]), a[1].max(b[1])];
        (PixelBox { x0, y0, x1, y1 }, MARGIN)
    } else {
        let bodies = world.iter().filter_map(|body| body.form().bounds()).reduce(Bounds::union);
        let nothing = Bounds { min: Point::default(), max: Point::default() };
        let all = PixelBox::around(bodies.unwrap_or(nothing));
        (all, MARGIN + (all.x1 - all.x0).max(all.y1 - all.y0) / 4)
    };
    PixelBox { x0: all.x0 - around, y0: all.y0 - around, x1: all.x1 + around, y1: all.y1 + around }
}

/// The world's bounds.
struct Walls(Option<[Vec2; 2]>);

impl DebugDraw for Walls {
    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        self.0 = Some([least, greatest]);
    }
}
