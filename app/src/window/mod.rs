//! The window: shows a stage on a screen; the pointer and keys move the view.
//!
//! If the GPU is lost, a message is shown, the surface is opened again, and the step is made again on the CPU. In debug builds F9
//! loses the GPU, for the test.

mod act;
mod app;
mod clock;
mod events;
mod gui;
mod input;
mod inspect;
mod overlay;
mod panel;
mod retool;
mod screen;

use std::panic;
use std::path::Path;

use winit::event_loop::EventLoop;

use crate::stage::{Session, Tape};
use app::App;

pub(crate) use input::KEYS;

/// Opens a window on a scene, plays a recording in it, and returns when the window is closed. Saves what is played to
/// `keep` from time to time. The error is a clause that says why there is no window, or why it had to close.
pub(crate) fn open(
    session: &mut Session,
    tape: &Tape,
    size: Option<[u32; 2]>,
    zoom: Option<u32>,
    keep: Option<&Path>,
) -> Result<(), String> {
    let events = event_loop()?;
    let display = events.owned_display_handle();
    let mut app = App::new(session, tape, display, size, zoom, keep);
    let ran = events.run_app(&mut app);
    match app.failure() {
        Some(why) => Err(why),
        None => ran.map_err(|error| format!("the window was lost: {error}")),
    }
}

/// Makes the event loop. Where a display lacks something, such as a system library, winit may panic instead of
/// failing.
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
        // winit puts its own source position first.
        let why = why.rsplit(": ").next().unwrap_or(&why).trim_end_matches('.');
        format!("no window can be opened here ({why})")
    })
}
