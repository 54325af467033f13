//! The window's state, and how it is shown.

use std::path::Path;
use std::time::{Duration, Instant};

use kasuri::lattice::PixelBox;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event_loop::{ActiveEventLoop, OwnedDisplayHandle};
use winit::window::Window;

use super::clock::Clock;
use super::gui::enlargement;
use super::input::Input;
use super::overlay;
use super::panel::{Face, PANEL, Seen};
use super::retool::Tools;
use super::screen::Screen;
use crate::draw::{Camera, Drawing, Zoom};
use crate::stage::{Pad, Session, Tape};
use crate::stop::complain;

/// A window on a small scene is made about as large as this, in logical pixels.
const USUAL: [u32; 2] = [960, 720];
/// How often a scene's file is checked for changes.
pub(super) const LOOK: Duration = Duration::from_millis(500);
/// How often what was played is saved, so that a lost display or machine loses no more than this.
const KEEP: Duration = Duration::from_secs(5);

pub(super) struct App<'s> {
    pub(super) session: &'s mut Session,
    /// The recording, played until a person plays.
    pub(super) tape: &'s [Pad],
    display: OwnedDisplayHandle,
    /// The size of a new window.
    size: Option<[u32; 2]>,
    pub(super) zoom: Option<u32>,
    pub(super) screen: Option<Screen>,
    pub(super) camera: Camera,
    /// The part of the scene that the camera was fitted to.
    pub(super) home: PixelBox,
    /// The number that the scene's dial is being turned to, by its index.
    pub(super) dialled: Option<usize>,
    /// Whether nobody has moved the view yet, so that it follows the window's size.
    pub(super) is_fitted: bool,
    pub(super) input: Input,
    pub(super) clock: Clock,
    pub(super) face: Face,
    pub(super) tools: Tools,
    /// Whether there is something to show that is not shown yet.
    pub(super) is_stale: bool,
    pub(super) is_seen: bool,
    /// Whether the GPU or the surface failed since a frame was last shown.
    is_lost: bool,
    /// When a scene's file was last checked.
    looked: Instant,
    /// The file that what is played is saved to, and when it was last saved.
    keep: Option<&'s Path>,
    kept: Instant,
    drawing: Drawing,
    failure: Option<String>,
}

impl<'s> App<'s> {
    pub(super) fn new(
        session: &'s mut Session,
        tape: &'s Tape,
        display: OwnedDisplayHandle,
        size: Option<[u32; 2]>,
        zoom: Option<u32>,
        keep: Option<&'s Path>,
    ) -> App<'s> {
        let session_home = session.stage.home();
        let camera = Camera::over(session_home, [1, 1], Zoom::enlarged(1));
        let clock = Clock::new(session.stage.moves());
        App {
            session,
            tape: &tape.pads,
            display,
            size,
            zoom,
            screen: None,
            camera,
            home: session_home,
            dialled: None,
            is_fitted: true,
            input: Input::default(),
            clock,
            face: Face::default(),
            tools: Tools::default(),
            is_stale: true,
            is_seen: true,
            is_lost: false,
            looked: Instant::now(),
            keep,
            kept: Instant::now(),
            drawing: Drawing::default(),
            failure: None,
        }
    }

    /// Returns why the window could not go on.
    pub(super) fn failure(self) -> Option<String> {
        self.failure
    }

    /// Opens the window, or only its surface again.
    pub(super) fn show(&mut self, events: &ActiveEventLoop) -> Result<(), String> {
        let window = match self.screen.take() {
            Some(screen) => screen.into_window(),
            None => {
                let attributes =
                    Window::default_attributes().with_title("Kasuri").with_inner_size(self.fresh_size());
                let window = events.create_window(attributes);
                window.map_err(|error| format!("no window can be opened here ({error})"))?.into()
            }
        };
        self.screen = Some(Screen::new(window, self.display.clone())?);
        self.resize();
        Ok(())
    }

    /// Returns the size of the scene at a whole zoom, within the usual size.
    fn fresh_size(&self) -> Size {
        if let Some([width, height]) = self.size {
            return PhysicalSize { width, height }.into();
        }
        let home = self.session.stage.home();
        let zoom = Zoom::fitting(home, USUAL);
        let side =
            |side: i32, usual: u32| (side.unsigned_abs() * zoom.enlarge / zoom.skip).clamp(usual / 3, usual);
        let [width, height] = [side(home.x1 - home.x0, USUAL[0]), side(home.y1 - home.y0, USUAL[1])];
        LogicalSize { width, height }.into()
    }

    pub(super) fn resize(&mut self) {
        let Some(screen) = &mut self.screen else { return };
        let Some(size) = screen.resize() else { return };
        let home = self.session.stage.home();
        self.home = home;
        self.camera = if self.is_fitted {
            // Beside the panel, not under it.
            let panel = if self.face.panel { PANEL } else { 0.0 };
            let window = screen.window();
            let panel = (panel * window.scale_factor() * enlargement(window)) as u32;
            let panel = panel.min(size[0] / 2);
            let zoom =
                self.zoom.map_or_else(|| Zoom::fitting(home, [size[0] - panel, size[1]]), Zoom::enlarged);
            Camera::over(home, size, zoom).panned([-f64::from(panel / 2), 0.0])
        } else {
            self.camera.resized(size)
        };
        self.is_stale = true;
    }

    /// Shows what changed. The error says what was lost.
    pub(super) fn frame(&mut self) -> Result<(), String> {
        if self.face.hush() {
            self.is_stale = true;
        }
        if self.looked.elapsed() > LOOK {
            self.looked = Instant::now();
            match self.session.reload() {
                Ok(false) => {}
                Ok(true) => {
                    self.face.fault = None;
                    self.is_stale = true;
                    self.clock.tell();
                    self.resize();
                }
                Err(why) => {
                    self.face.fault = Some(format!("{}: {why}", self.session.stage.name()));
                    self.is_stale = true;
                }
            }
        }
        if self.kept.elapsed() > KEEP {
            self.keep();
        }
        if self.is_stale {
            self.drawing.clear();
            self.session.stage.draw(&mut self.drawing);
            self.paint()?;
        }
        if let Some(rate) = self.clock.rate(Instant::now()) {
            let title = self.title(rate);
            self.screen.iter().for_each(|screen| screen.window().set_title(&title));
        }
        Ok(())
    }

    /// Saves what was played so far. If that fails, the game goes on.
    fn keep(&mut self) {
        self.kept = Instant::now();
        let Some(path) = self.keep.filter(|_| self.session.stage.plays()) else { return };
        if let Err(error) = crate::view::save(&self.session.tape(), path) {
            let told = format!("what is played cannot be kept: {error}");
            complain(&told);
            self.face.say(told);
            self.keep = None;
        }
    }

    fn paint(&mut self) -> Result<(), String> {
        let Some(screen) = &mut self.screen else { return Ok(()) };
        self.face.paused = self.session.stage.moves() && self.clock.is_paused();
        let is_bare = self.face.is_bare();
        let (mut wishes, mut again) = (Vec::new(), false);
        if !is_bare {
            let (camera, face) = (self.camera, &mut self.face);
            let under = camera.place_under(self.input.pointer.unwrap_or_default());
            let dialled = self.dialled;
            let seen = Seen { session: self.session, clock: &self.clock, tools: &self.tools, under, dialled };
            again = screen.overlay(|context| {
                if let Some(world) = seen.session.stage.world() {
                    overlay::draw(face.overlays, context, camera, world, seen.session.stage.last());
                }
                wishes.extend(face.show(context, &seen));
            });
        }
        self.is_stale = !screen.show(&self.drawing, self.camera, is_bare)?;
        if !self.is_stale {
            self.clock.shown();
            self.is_lost = false;
        }
        self.is_stale |= again;
        wishes.into_iter().try_for_each(|wish| self.grant(wish))
    }

    /// Opens again what was lost, because that often works. Only once, until a frame is shown.
    pub(super) fn recover(&mut self, events: &ActiveEventLoop, lost: String) -> Result<(), String> {
        if self.is_lost {
            return Err(lost);
        }
        self.is_lost = true;
        self.show(events).map_err(|why| format!("{lost}, and {why}"))?;
        let by = self.screen.as_ref().map_or("nobody", Screen::gpu_name);
        let told = format!("{lost}; drawn by {by} from here on");
        complain(&told);
        self.face.say(told);
        Ok(())
    }

    fn title(&self, rate: u32) -> String {
        let stage = &*self.session.stage;
        let (counts, zoom) = (stage.counts(), self.camera.zoom());
        let size = match zoom.skip {
            1 => format!("{}:1", zoom.enlarge),
            skip => format!("1:{skip}"),
        };
        let pace = match (stage.moves(), self.clock.is_paused()) {
            (false, _) => String::new(),
            (true, true) => ", paused".into(),
            (true, false) => format!(", {rate} frames a second"),
        };
        let by = stage.last().map_or(String::new(), |step| format!(" by the {}", step.report().backend));
        format!("Kasuri: {}, {counts}{by}, {size}{pace}", stage.name())
    }

    pub(super) fn fail(&mut self, events: &ActiveEventLoop, why: String) {
        self.failure = Some(why);
        events.exit();
    }
}
