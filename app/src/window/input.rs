//! What the pointer and the keys wish for.

use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key, NamedKey};

/// What every key does, for people.
pub(crate) const KEYS: &str = "  \
  drag, arrow keys    move the view
  wheel, + and -      nearer, further
  0, Home             the view as it was at first
  space               pause, and go on
  . or n              one step, paused
  f, F11              the whole screen
  q, Esc              quit";

/// A wheel's notch is so many pixels of a touchpad.
const NOTCH: f64 = 40.0;

/// Something that is to be done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wish {
    Quit,
    Pause,
    Step,
    /// The world by so many pixels.
    Pan([f64; 2]),
    /// The world by so much of half the window.
    PanPart([f64; 2]),
    /// About a pixel, or the middle.
    Nearer(Option<[f64; 2]>),
    Further(Option<[f64; 2]>),
    Home,
    Fullscreen,
}

/// Where the pointer is, and what it holds.
#[derive(Debug, Default)]
pub(super) struct Input {
    pointer: Option<[f64; 2]>,
    drags: bool,
    /// Of a notch that a touchpad has scrolled.
    scrolled: f64,
}

impl Input {
    pub(super) fn read(&mut self, event: &WindowEvent) -> Vec<Wish> {
        match event {
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => key(event).into_iter().collect(),
            WindowEvent::CursorMoved { position, .. } => {
                let now = [position.x, position.y];
                let before = self.pointer.replace(now).filter(|_| self.drags);
                before.map(|before| Wish::Pan([now[0] - before[0], now[1] - before[1]])).into_iter().collect()
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left | MouseButton::Middle, .. } => {
                self.drags = *state == ElementState::Pressed;
                Vec::new()
            }
            WindowEvent::Focused(false) => {
                self.drags = false;
                Vec::new()
            }
            WindowEvent::MouseWheel { delta, .. } => self.scroll(match *delta {
                MouseScrollDelta::LineDelta(_, lines) => lines.into(),
                MouseScrollDelta::PixelDelta(pixels) => pixels.y / NOTCH,
            }),
            _ => Vec::new(),
        }
    }

    /// A wish a whole notch.
    fn scroll(&mut self, notches: f64) -> Vec<Wish> {
        self.scrolled += notches;
        let whole = self.scrolled.trunc();
        self.scrolled -= whole;
        let wish = if whole > 0.0 { Wish::Nearer(self.pointer) } else { Wish::Further(self.pointer) };
        vec![wish; whole.abs().min(8.0) as usize]
    }
}

fn key(event: &KeyEvent) -> Option<Wish> {
    if event.state != ElementState::Pressed {
        return None;
    }
    let wish = wish(&event.logical_key)?;
    // A key that is held pans, zooms and steps on; it does not pause and unpause.
    let is_held_well = !matches!(wish, Wish::Quit | Wish::Pause | Wish::Home | Wish::Fullscreen);
    (!event.repeat || is_held_well).then_some(wish)
}

fn wish(key: &Key) -> Option<Wish> {
    match key.as_ref() {
        Key::Named(NamedKey::Escape) | Key::Character("q" | "Q") => Some(Wish::Quit),
        Key::Named(NamedKey::Space) => Some(Wish::Pause),
        Key::Character("." | "n" | "N") => Some(Wish::Step),
        Key::Named(NamedKey::ArrowLeft) => Some(Wish::PanPart([0.125, 0.0])),
        Key::Named(NamedKey::ArrowRight) => Some(Wish::PanPart([-0.125, 0.0])),
        Key::Named(NamedKey::ArrowUp) => Some(Wish::PanPart([0.0, 0.125])),
        Key::Named(NamedKey::ArrowDown) => Some(Wish::PanPart([0.0, -0.125])),
        Key::Character("+" | "=") => Some(Wish::Nearer(None)),
        Key::Character("-" | "_") => Some(Wish::Further(None)),
        Key::Named(NamedKey::Home) | Key::Character("0") => Some(Wish::Home),
        Key::Named(NamedKey::F11) | Key::Character("f" | "F") => Some(Wish::Fullscreen),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_touchpad_scrolls_notch_by_notch() {
        let mut input = Input::default();
        let nearer = vec![Wish::Nearer(None)];
        assert_eq!([0.4, 0.4, 0.4].map(|part| input.scroll(part)), [vec![], vec![], nearer]);
        assert_eq!(input.scroll(-2.5), vec![Wish::Further(None); 2]);
    }
}
