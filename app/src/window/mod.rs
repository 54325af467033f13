//! The window: a stage shown on a screen, with a pointer and keys to look around.

mod clock;
mod input;
mod screen;

use std::panic;
use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize, Size};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle};
use winit::window::{Fullscreen, Window, WindowId};

use crate::draw::{Camera, Drawing, Zoom};
use crate::stage::Stage;
use clock::Clock;
use input::{Input, Wish};
use screen::Screen;

pub(crate) use input::KEYS;

/// Where a scene is small, the window is made about as large, in pixels of a usual screen.
const USUAL: [u32; 2] = [960, 720];

/// Opens a window on a stage, and stays until it is closed. The error is a clause that says why there is no window, or
/// why it had to be given up.
pub(crate) fn open(stage: &mut dyn Stage, size: Option<[u32; 2]>, zoom: Option<u32>) -> Result<(), String> {
    let events = event_loop()?;
    let display = events.owned_display_handle();
    let mut app = App::new(stage, display, size, zoom);
    let ran = events.run_app(&mut app);
    match app.failure.take() {
        Some(why) => Err(why),
        None => ran.map_err(|error| format!("the window was lost: {error}")),
    }
}

/// winit panics rather than fails where a display lacks what it needs, such as a library of the system.
fn event_loop() -> Result<EventLoop<()>, String> {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let built = panic::catch_unwind(EventLoop::new);
    panic::set_hook(before);
    let built = built.map_err(|panic| match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => other.downcast::<&str>().map_or_else(|_| "it panicked".into(), |text| (*text).into()),
    });
    let built = built.and_then(|built| built.map_err(|error| error.to_string()));
    built.map_err(|why| {
        // winit says first where in itself it failed.
        let why = why.rsplit(": ").next().unwrap_or(&why).trim_end_matches('.');
        format!("no window can be opened here ({why})")
    })
}

struct App<'s> {
    stage: &'s mut dyn Stage,
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
    drawing: Drawing,
    failure: Option<String>,
}

impl<'s> App<'s> {
    fn new(
        stage: &'s mut dyn Stage,
        display: OwnedDisplayHandle,
        size: Option<[u32; 2]>,
        zoom: Option<u32>,
    ) -> App<'s> {
        let camera = Camera::over(stage.home(), [1, 1], Zoom::enlarged(1));
        let clock = Clock::new(stage.moves());
        App {
            stage,
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
            drawing: Drawing::default(),
            failure: None,
        }
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
        let home = self.stage.home();
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
            let zoom = self.zoom.map_or_else(|| Zoom::fitting(self.stage.home(), size), Zoom::enlarged);
            Camera::over(self.stage.home(), size, zoom)
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

    /// Steps as many times as are due, and shows what changed.
    fn frame(&mut self) -> Result<(), String> {
        for _ in 0..self.clock.due(Instant::now()) {
            self.stage.step().map_err(|error| error.to_string())?;
            self.is_stale = true;
        }
        let Some(screen) = &mut self.screen else { return Ok(()) };
        if self.is_stale {
            self.drawing.clear();
            self.stage.draw(&mut self.drawing);
            self.is_stale = !screen.show(&self.drawing, self.camera)?;
            if !self.is_stale {
                self.clock.shown();
            }
        }
        if let Some(rate) = self.clock.rate(Instant::now()) {
            let title = self.title(rate);
            self.screen.iter().for_each(|screen| screen.window().set_title(&title));
        }
        Ok(())
    }

    fn title(&self, rate: u32) -> String {
        let counts = self.stage.counts();
        let zoom = self.camera.zoom();
        let size = match zoom.skip {
            1 => format!("{}:1", zoom.enlarge),
            skip => format!("1:{skip}"),
        };
        let pace = match (self.stage.moves(), self.clock.is_paused()) {
            (false, _) => String::new(),
            (true, true) => ", paused".into(),
            (true, false) => format!(", {rate} frames a second"),
        };
        format!("Kasuri: {}, {} bodies, {} hits, {size}{pace}", self.stage.name(), counts.bodies, counts.hits)
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
        if self.is_seen
            && let Err(lost) = self.frame()
        {
            // What is lost may well be had again.
            if let Err(why) = self.show(events) {
                return self.fail(events, format!("{lost}, and {why}"));
            }
        }
        events.set_control_flow(match self.is_seen && (self.is_stale || self.clock.runs()) {
            true => ControlFlow::WaitUntil(self.clock.next(Instant::now())),
            false => ControlFlow::Wait,
        });
    }
}
