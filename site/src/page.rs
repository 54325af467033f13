//! The state of one instance of the module, and the requests it answers.

use kasuri::lattice::PixelBox;
use kasuri::{Step, Vec2, World};
use kasuri_stage::draw::{Camera, Drawing, Zoom, draw_on_cpu};
use kasuri_stage::inspect;
use kasuri_stage::overlay::{Mark, Overlays};
use kasuri_stage::scenes::SCENES;
use serde_json::{Value, json};

use crate::batch::Batch;
use crate::golden::{Golden, HOME};
use crate::{Desk, Follower, Player, TryOut, texels};

/// The zoom at which a lost life is shown.
const NEAR: u32 = 6;

/// The state of an instance of the module.
pub struct Page {
    shown: Shown,
    home: PixelBox,
    camera: Camera,
    drawing: Drawing,
    batch: Batch,
    tried: Option<TryOut>,
}

#[derive(Default)]
enum Shown {
    #[default]
    Nothing,
    Player(Box<Player>),
    Desk(Box<Desk>),
    Golden(Box<Golden>),
}

impl Default for Page {
    fn default() -> Page {
        let home = PixelBox { x0: 0, y0: 0, x1: 1, y1: 1 };
        Page {
            shown: Shown::Nothing,
            home,
            camera: over(home),
            drawing: Drawing::default(),
            batch: Batch::default(),
            tried: None,
        }
    }
}

/// The answer to a request: bytes for the page, or an error in words.
type Answer = Result<Vec<u8>, String>;

impl Page {
    /// Returns all scenes: their names, and what they show.
    pub fn scenes() -> Value {
        SCENES.iter().map(|scene| json!({ "name": scene.name, "about": scene.about })).collect()
    }

    /// Returns the mask of a PNG file, as in a scene file. If a side is longer than `most`, only every n-th texel is taken.
    pub fn mask(png: &[u8], alpha: u8, most: u32) -> Answer {
        texels::mask(png, alpha, most)
    }

    /// Returns the rows of a mask of the game's art, by its name.
    pub fn art(name: &str) -> Answer {
        texels::art(name)
    }

    /// Opens a sheet to try, and returns it as the library writes it.
    pub fn try_open(&mut self, json: &[u8]) -> Answer {
        let tried = self.tried.insert(TryOut::open(json)?);
        Ok(tried.written().into_bytes())
    }

    /// Returns the sheet that is tried as polygons for another engine.
    pub fn try_polygons(&self, engine: u32, tolerance: f64) -> Answer {
        let tried = self.tried.as_ref().ok_or("no sheet is tried here")?;
        Ok(tried.polygons(engine, tolerance)?.into_bytes())
    }

    /// Returns what a frame of the sheet has in common with a follower.
    pub fn try_meet(&self, frame: usize, follower: Follower, graze: f64) -> Answer {
        let tried = self.tried.as_ref().ok_or("no sheet is tried here")?;
        Ok(tried.meet(frame, follower, graze)?.to_string().into_bytes())
    }

    /// Returns how many pixels a frame covers at each whole degree.
    pub fn try_breath(&self, frame: usize) -> Answer {
        let tried = self.tried.as_ref().ok_or("no sheet is tried here")?;
        Ok(tried.breath(frame)?.to_string().into_bytes())
    }

    /// Opens a scene by its name.
    pub fn open(&mut self, name: &str, seed: u64) -> Answer {
        let player = Player::open(name, seed)?;
        self.show(player.session().stage.home(), Shown::Player(Box::new(player)))
    }

    /// Opens a recording.
    pub fn replay(&mut self, text: &str) -> Answer {
        let player = Player::replay(text)?;
        self.show(player.session().stage.home(), Shown::Player(Box::new(player)))
    }

    /// Opens a scene file in a field of this size.
    pub fn desk(&mut self, json: &[u8], [width, height]: [u32; 2]) -> Answer {
        let [width, height] = [width, height].map(|side| side.clamp(16, 2048));
        let home = PixelBox { x0: 0, y0: 0, x1: width as i32, y1: height as i32 };
        let desk = Desk::open(json)?;
        // The view stays while the scene in it changes.
        let is_same = matches!(self.shown, Shown::Desk(_)) && self.home == home;
        let camera = self.camera;
        let shown = self.show(home, Shown::Desk(Box::new(desk)))?;
        if is_same {
            self.camera = camera;
        }
        Ok(shown)
    }

    /// Opens the golden session.
    pub fn golden(&mut self) -> Answer {
        self.show(HOME, Shown::Golden(Box::new(Golden::begin()?)))
    }

    fn show(&mut self, home: PixelBox, shown: Shown) -> Answer {
        (self.home, self.camera, self.shown) = (home, over(home), shown);
        Ok(self.state().to_string().into_bytes())
    }

    /// Makes one step, with the pointer at a pixel of the picture.
    pub fn step(&mut self, held: u16, at: [f64; 2], wheel: i8) -> Answer {
        let place = self.camera.place_under(at);
        match &mut self.shown {
            Shown::Player(player) => player.step(held, place, wheel)?,
            Shown::Golden(golden) => golden.step()?,
            Shown::Nothing | Shown::Desk(_) => {}
        }
        Ok(Vec::new())
    }

    /// Goes to a step that was made before.
    pub fn go_to(&mut self, time: usize) -> Answer {
        if let Shown::Player(player) = &mut self.shown {
            player.go_to(time)?;
        }
        Ok(Vec::new())
    }

    /// Goes to the step at which the last life was lost, and zooms in on the hit.
    pub fn why(&mut self) -> Answer {
        let Shown::Player(player) = &mut self.shown else { return Err("nothing is played here".to_owned()) };
        let (time, why) = player.session().lost().ok_or("no life was lost yet")?;
        player.go_to(time)?;
        self.camera = self.camera.looking_at([why.at.x, why.at.y], Zoom::enlarged(NEAR));
        Ok(json!({ "step": time, "words": why.words }).to_string().into_bytes())
    }

    /// Returns the state for the page.
    pub fn state(&self) -> Value {
        let [width, height] = self.camera.size();
        let mut state = match &self.shown {
            Shown::Nothing => json!({}),
            Shown::Player(player) => player.state(),
            Shown::Desk(desk) => desk.state(),
            Shown::Golden(golden) => golden.state(),
        };
        state["size"] = json!([width, height]);
        state["zoom"] = json!(self.camera.zoom().enlarge);
        state["is_home"] = json!(self.camera == over(self.home));
        let corners = [self.camera.place_under([0.0, 0.0]), self.camera.place_under([1.0, 1.0])];
        state["view"] = json!(corners);
        state
    }

    /// Fills the drawing with the current state.
    fn compose(&mut self) {
        self.drawing.clear();
        match &self.shown {
            Shown::Nothing => {}
            Shown::Player(player) => player.session().stage.draw(&mut self.drawing),
            Shown::Desk(desk) => {
                self.drawing = Drawing::within(self.seen());
                desk.draw(&mut self.drawing);
            }
            Shown::Golden(golden) => golden.draw(&mut self.drawing),
        }
    }

    /// Draws the picture on the CPU, as RGBA.
    pub fn draw(&mut self, rgba: &mut Vec<u8>) {
        self.compose();
        let picture = draw_on_cpu(&self.drawing, self.camera);
        rgba.clear();
        rgba.extend(picture.rgb.as_chunks().0.iter().flat_map(|&[r, g, b]| [r, g, b, 255]));
    }

    /// Returns the data from which a GPU draws the same picture: a head of 32 bytes, the view, the instances.
    pub fn instances(&mut self) -> Vec<u8> {
        self.compose();
        self.batch.fill(&self.drawing, self.camera)
    }

    /// Returns the words that the instances refer to, from index `from` on.
    pub fn words(&self, from: usize) -> Vec<u8> {
        self.batch.words(from)
    }

    /// Returns the shaders for a GPU.
    pub fn shaders() -> Value {
        Batch::shaders()
    }

    /// Returns the world pixels that the picture shows, with a small margin.
    fn seen(&self) -> PixelBox {
        let size = self.camera.size().map(f64::from);
        let [from, to] = [self.camera.place_under([0.0; 2]), self.camera.place_under(size)];
        let (from, to) = (from.map(|x| x.floor() as i32 - 1), to.map(|x| x.ceil() as i32 + 1));
        PixelBox { x0: from[0], y0: from[1], x1: to[0], y1: to[1] }
    }

    /// Returns the marks of the overlays that `bits` selects: boxes, pairs, contacts, grazes, cells. Each mark has
    /// seven numbers: its kind, four coordinates in pixels of the picture, a width and a colour.
    pub fn marks(&self, bits: u32) -> Vec<u8> {
        let is_on = |k: u32| bits >> k & 1 != 0;
        let overlays = Overlays {
            boxes: is_on(0),
            pairs: is_on(1),
            contacts: is_on(2),
            grazes: is_on(3),
            cells: is_on(4),
        };
        let mut bytes = Vec::new();
        let Some((world, last)) = self.world() else { return bytes };
        let at = |at: Vec2| self.camera.seen_at([at.x, at.y]).map(|x| x as f32);
        let colour = |[r, g, b]: [u8; 3]| u32::from_be_bytes([0, r, g, b]) as f32;
        overlays.marks(world, last, &mut |mark| {
            let (kind, [a, b], width, ink) = match mark {
                Mark::Frame(least, greatest, ink) => (0.0, [at(least), at(greatest)], 1.0, ink),
                Mark::Line(from, to, width, ink) => (1.0, [at(from), at(to)], width, ink),
                Mark::Dot(middle, r, ink) => (2.0, [at(middle); 2], r, ink),
            };
            let numbers: [f32; 7] = [kind, a[0], a[1], b[0], b[1], width, colour(ink)];
            bytes.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
        });
        bytes
    }

    fn world(&self) -> Option<(&World, Option<&Step>)> {
        match &self.shown {
            Shown::Player(player) => {
                let stage = &player.session().stage;
                Some((stage.world()?, stage.last()))
            }
            Shown::Golden(golden) => Some(golden.world()),
            Shown::Nothing | Shown::Desk(_) => None,
        }
    }

    /// Describes the bodies under a pixel of the picture, in lines.
    pub fn inspect(&self, at: [f64; 2]) -> String {
        let place = self.camera.place_under(at);
        self.world().map_or_else(String::new, |(world, last)| inspect::lines(world, last, place).join("\n"))
    }

    /// Zooms in or out. The world under the pixel `about` stays in place.
    pub fn zoom(&mut self, is_nearer: bool, about: [f64; 2]) {
        let zoom = self.camera.zoom();
        let zoom = if is_nearer { zoom.nearer() } else { zoom.further() };
        self.camera = if zoom.enlarge <= 1 { over(self.home) } else { self.camera.zoomed(zoom, about) };
    }

    /// Moves the view by pixels of the picture.
    pub fn pan(&mut self, by: [f64; 2]) {
        self.camera = self.camera.panned(by);
    }

    /// Resets the view.
    pub fn home(&mut self) {
        self.camera = over(self.home);
    }

    /// Returns the session as a recording that `kasuri view` reads.
    pub fn tape(&self) -> Answer {
        match &self.shown {
            Shown::Player(player) => Ok(player.session().tape().write().into_bytes()),
            _ => Err("nothing is played here".to_owned()),
        }
    }

    /// Returns the body of the edited scene at a pixel of the picture, or within reach of it.
    pub fn top_at(&self, at: [f64; 2], reach: f64) -> Option<usize> {
        let Shown::Desk(desk) = &self.shown else { return None };
        desk.top_at(self.camera.place_under(at), reach)
    }

    /// Returns the corners of the box around a body of the edited scene, in pixels.
    pub fn box_of(&self, k: usize) -> Value {
        match &self.shown {
            Shown::Desk(desk) => json!(desk.box_of(k)),
            _ => Value::Null,
        }
    }

    /// Returns the edited scene's answer.
    pub fn solve(&self) -> Answer {
        match &self.shown {
            Shown::Desk(desk) => desk.solve(),
            _ => Err("no scene is edited here".to_owned()),
        }
    }
}

/// Returns a camera that shows each world pixel as one pixel of the picture.
fn over(home: PixelBox) -> Camera {
    let size = [home.x1 - home.x0, home.y1 - home.y0].map(i32::unsigned_abs);
    Camera::over(home, size, Zoom::enlarged(1))
}
