//! What the window does: it steps its stage, shows it and does as it is told.

use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, OwnedDisplayHandle};
use winit::window::{Fullscreen, Window, WindowId};

use super::clock::Clock;
use super::input::{Input, Wish};
use super::screen::Screen;
use crate::draw::{Camera, Drawing, Zoom};
use crate::stage::{Pad, Session};

/// Where a scene is small, the window is made about as large, in pixels of a usual screen.
const USUAL: [u32; 2] = [960, 720];

pub(super) struct App<'s> {
    session: &'s mut Session,
    display: OwnedDisplayHandle,
    /// What the window is made as.
    size: Option<[u32; 2]>,
    zoom: Option<u32>,
    screen: Option<Screen>,
    camera: Camera,
    /// Nobody has looked around yet, so that the view follows the window's size.
    is_fitted: bool,
    input: Input,
    clock: Clock,
    /// Something is to be shown that is not yet.
    is_stale: bool,
    is_seen: bool,
    /// The GPU or the surface failed since a frame was last shown.
    is_lost: bool,
    drawing: Drawing,
    failure: Option<String>,
}

impl<'s> App<'s> {
    pub(super) fn new(
        session: &'s mut Session,
        display: OwnedDisplayHandle,
        size: Option<[u32; 2]>,
        zoom: Option<u32>,
    ) -> App<'s> {
        let camera = Camera::over(session.stage.home(), [1, 1], Zoom::enlarged(1));
        let clock = Clock::new(session.stage.moves());
        App {
            session,
            display,
            size,
            zoom,
            screen: None,
            camera,
            is_fitted: true,
            input: Input::default(),
            clock,
            is_stale: true,
            is_seen: true,
            is_lost: false,
            drawing: Drawing::default(),
            failure: None,
        }
    }

    /// Why it could not go on.
    pub(super) fn failure(self) -> Option<String> {
        self.failure
    }

    /// Opens the window, or its surface anew.
    fn show(&mut self, events: &ActiveEventLoop) -> Result<(), String> {
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

    /// As large as the scene at a whole zoom, within the usual.
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

    fn resize(&mut self) {
        let Some(screen) = &mut self.screen else { return };
        let Some(size) = screen.resize() else { return };
        self.camera = if self.is_fitted {
            let zoom =
                self.zoom.map_or_else(|| Zoom::fitting(self.session.stage.home(), size), Zoom::enlarged);
            Camera::over(self.session.stage.home(), size, zoom)
        } else {
            self.camera.resized(size)
        };
        self.is_stale = true;
    }

    fn wish(&mut self, events: &ActiveEventLoop, wish: Wish) {
        let middle = self.camera.size().map(|side| f64::from(side) / 2.0);
        match wish {
            Wish::Quit => events.exit(),
            Wish::Pause => self.clock.pause(),
            Wish::Step => self.clock.step(),
            Wish::Pan(by) => self.look(self.camera.panned(by)),
            Wish::PanPart(parts) => self.look(self.camera.panned([0, 1].map(|k| middle[k] * parts[k]))),
            Wish::Nearer(at) => {
                self.look(self.camera.zoomed(self.camera.zoom().nearer(), at.unwrap_or(middle)));
            }
            Wish::Further(at) => {
                self.look(self.camera.zoomed(self.camera.zoom().further(), at.unwrap_or(middle)));
            }
            Wish::Home => {
                self.is_fitted = true;
                self.zoom = None;
                self.resize();
            }
            Wish::Fullscreen => {
                if let Some(screen) = &self.screen {
                    let window = screen.window();
                    let full = Fullscreen::Borderless(None);
                    window.set_fullscreen(window.fullscreen().is_none().then_some(full));
                }
            }
        }
        self.clock.tell();
        self.is_stale = true;
    }

    fn look(&mut self, camera: Camera) {
        self.camera = camera;
        self.is_fitted = false;
    }

    /// Steps as many times as are due. The error says what cannot be stepped.
    fn step(&mut self) -> Result<(), String> {
        for _ in 0..self.clock.due(Instant::now()) {
            self.session
                .step(Pad::default())
                .map_err(|error| format!("{} cannot go on ({error})", self.session.stage.name()))?;
            self.is_stale = true;
        }
        Ok(())
    }

    /// Shows what changed. The error says what was lost.
    fn frame(&mut self) -> Result<(), String> {
        let Some(screen) = &mut self.screen else { return Ok(()) };
        if self.is_stale {
            self.drawing.clear();
            self.session.stage.draw(&mut self.drawing);
            self.is_stale = !screen.show(&self.drawing, self.camera)?;
            if !self.is_stale {
                self.clock.shown();
                self.is_lost = false;
            }
        }
        if let Some(rate) = self.clock.rate(Instant::now()) {
            let title = self.title(rate);
            self.screen.iter().for_each(|screen| screen.window().set_title(&title));
        }
        Ok(())
    }

    /// Opens again what was lost, which may well be had again; once, until something is shown.
    fn recover(&mut self, events: &ActiveEventLoop, lost: String) -> Result<(), String> {
        if self.is_lost {
            return Err(lost);
        }
        self.is_lost = true;
        self.show(events).map_err(|why| format!("{lost}, and {why}"))
    }

    fn title(&self, rate: u32) -> String {
        let counts = self.session.stage.counts();
        let zoom = self.camera.zoom();
        let size = match zoom.skip {
            1 => format!("{}:1", zoom.enlarge),
            skip => format!("1:{skip}"),
        };
        let pace = match (self.session.stage.moves(), self.clock.is_paused()) {
            (false, _) => String::new(),
            (true, true) => ", paused".into(),
            (true, false) => format!(", {rate} frames a second"),
        };
        format!(
            "Kasuri: {}, {} bodies, {} hits, {size}{pace}",
            self.session.stage.name(),
            counts.bodies,
            counts.hits
        )
    }

    fn fail(&mut self, events: &ActiveEventLoop, why: String) {
        self.failure = Some(why);
        events.exit();
    }
}

impl ApplicationHandler for App<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_none()
            && let Err(why) = self.show(events)
        {
            self.fail(events, why);
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::Resized(size) => {
                self.is_seen = size.width > 0 && size.height > 0;
                self.resize();
            }
            WindowEvent::Occluded(is_hidden) => {
                self.is_seen = !is_hidden;
                self.is_stale = true;
            }
            WindowEvent::RedrawRequested => self.is_stale = true,
            event => {
                for wish in self.input.read(&event) {
                    self.wish(events, wish);
                }
            }
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if events.exiting() {
            return;
        }
        if self.is_seen {
            let shown = self.step().and_then(|()| {
                let shown = self.frame();
                shown.or_else(|lost| self.recover(events, lost))
            });
            if let Err(why) = shown {
                return self.fail(events, why);
            }
        }
        events.set_control_flow(match self.is_seen && (self.is_stale || self.clock.runs()) {
            true => ControlFlow::WaitUntil(self.clock.next(Instant::now())),
            false => ControlFlow::Wait,
        });
    }
}
