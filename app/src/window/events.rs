//! Handles the events of the system.

use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::window::WindowId;

use super::app::{App, LOOK};
use super::input::Wish;

impl App<'_> {
    /// Passes an event to the keys, the pointer and the user interface over the scene.
    fn take(&mut self, events: &ActiveEventLoop, event: &WindowEvent) {
        let is_bare = self.face.is_bare();
        self.is_stale |= !is_bare;
        // The user interface gets every event, because it keeps track of held keys and the scale of the screen.
        let screen = self.screen.as_mut();
        let is_taken =
            screen.is_some_and(|screen| screen.takes(event) || screen.holds_pointer() && is_press(event));
        if is_taken && !is_bare {
            return;
        }
        let was_asked = self.face.asks;
        for wish in self.input.read(event, self.session.stage.plays()) {
            if wish == Wish::Leave {
                if self.leaves() {
                    return events.exit();
                }
                continue;
            }
            if let Err(why) = self.grant(wish) {
                return self.fail(events, why);
            }
        }
        if was_asked && (is_press(event) || is_key(event)) {
            self.face.asks = false;
        }
    }
}

fn is_press(event: &WindowEvent) -> bool {
    matches!(event, WindowEvent::MouseInput { state: ElementState::Pressed, .. })
}

/// Whether a key begins to be held.
fn is_key(event: &WindowEvent) -> bool {
    let WindowEvent::KeyboardInput { event, is_synthetic: false, .. } = event else { return false };
    event.state == ElementState::Pressed && !event.repeat
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
            event => self.take(events, &event),
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
        let wakes = self.is_stale || self.clock.runs() || !self.face.is_bare();
        let now = Instant::now();
        events.set_control_flow(match (self.is_seen, wakes) {
            (true, true) => ControlFlow::WaitUntil(self.clock.next(now)),
            (true, false) => ControlFlow::WaitUntil(now + LOOK),
            (false, _) => ControlFlow::Wait,
        });
    }
}
