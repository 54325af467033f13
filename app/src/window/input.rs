//! Turns pointer and key events into wishes for the window, and into input for the scene.

use std::collections::VecDeque;

use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key, KeyCode, NamedKey, PhysicalKey};

use crate::stage::{Pad, button};

/// What every key does, for people.
pub(crate) const KEYS: &str = "  \
  Tab                 the panel: scenes, timings, what is under the pointer
  F1, H               these keys, and those of the scene
  F2, 1 to 9          the next scene; one of them
  F3                  restart the scene
  space, P            pause, and go on
  . or N              one step, paused
  Backspace           back in time, as long as it is held; a step, paused
  , or M              slow motion
  B, T, V, G, E       boxes, candidate pairs, contacts, graze margins, cells and nodes
  Y                   why the last life was lost: back there, near
  U                   decided by the CPU, the GPU, or whichever is faster
  F5                  keep what was played as a recording
  drag, arrows        move the view; where a scene plays, drag it with the right button
  wheel, + and -      zoom in, zoom out
  0, Home             the view as it was at first
  F, F11              fullscreen, and back
  Esc, Q              close the keys or the panel, then quit; a game asks first";

/// The pixels of a touchpad that count as one notch of a wheel.
const NOTCH: f64 = 40.0;

/// A request to the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wish {
    /// Closes what is open over the scene, or the window.
    Leave,
    Pause,
    Step,
    Back,
    Slow,
    /// Moves the world by this many pixels.
    Pan([f64; 2]),
    /// Moves the world by this fraction of half the window.
    PanPart([f64; 2]),
    /// Zooms in around a pixel, or around the middle.
    Nearer(Option<[f64; 2]>),
    Further(Option<[f64; 2]>),
    Home,
    Fullscreen,
    Panel,
    Help,
    Boxes,
    Pairs,
    Contacts,
    Grazes,
    Cells,
    Why,
    Save,
    Restart,
    NextScene,
    /// A scene, by its index in the list.
    Scene(usize),
    /// A broad phase and a backend, by their indices in the lists.
    Broad(usize),
    Backend(usize),
    NextBackend,
    /// The number of the scene's dial, by its index.
    Dial(usize),
    /// Acts as if the GPU were lost: tests check that the window recovers.
    #[cfg(debug_assertions)]
    Lose,
}

/// The position of the pointer, what it drags, and which keys are held.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) pointer: Option<[f64; 2]>,
    drags: bool,
    /// The buttons that are held, and those that were pressed since the last pad.
    held: u16,
    tapped: u16,
    wheel: i8,
    /// Where the left button was pressed and released, not yet passed to a pad: each takes one step.
    clicks: VecDeque<([f64; 2], bool)>,
    rewinds: bool,
    /// The fraction of a notch that a touchpad has scrolled.
    scrolled: f64,
}

impl Input {
    /// Whether time runs backwards.
    pub(super) fn rewinds(&self) -> bool {
        self.rewinds
    }

    /// Returns the scene's input for its next step; `place` converts a pointer position to a world position.
    pub(super) fn pad(&mut self, place: impl Fn([f64; 2]) -> [i32; 2]) -> Pad {
        let mut held = self.held | std::mem::take(&mut self.tapped);
        let click = self.clicks.pop_front();
        if let Some((_, is_down)) = click {
            // In the step of the release the button still counts as held.
            held |= button::GRAB;
            self.held = if is_down { self.held | button::GRAB } else { self.held & !button::GRAB };
        }
        let pointer = click.map_or(self.pointer.unwrap_or_default(), |(at, _)| at);
        Pad { held, pointer: place(pointer), wheel: std::mem::take(&mut self.wheel) }
    }

    /// Releases everything.
    pub(super) fn let_go(&mut self) {
        (self.drags, self.held, self.tapped, self.wheel, self.rewinds) = (false, 0, 0, 0, false);
        self.clicks.clear();
    }

    /// Handles an event. Where a scene can be played, some keys and buttons belong to the scene.
    pub(super) fn read(&mut self, event: &WindowEvent, plays: bool) -> Vec<Wish> {
        match event {
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } => self.key(event, plays),
            WindowEvent::CursorMoved { position, .. } => {
                let now = [position.x, position.y];
                let before = self.pointer.replace(now).filter(|_| self.drags);
                before.map(|before| Wish::Pan([now[0] - before[0], now[1] - before[1]])).into_iter().collect()
            }
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } if plays => {
                self.clicks.push_back((self.pointer.unwrap_or_default(), *state == ElementState::Pressed));
                Vec::new()
            }
            WindowEvent::MouseInput { state, .. } => {
                self.drags = *state == ElementState::Pressed;
                Vec::new()
            }
            WindowEvent::Focused(false) => {
                self.let_go();
                Vec::new()
            }
            WindowEvent::MouseWheel { delta, .. } => self.scroll(match *delta {
                MouseScrollDelta::LineDelta(_, lines) => lines.into(),
                MouseScrollDelta::PixelDelta(pixels) => pixels.y / NOTCH,
            }),
            _ => Vec::new(),
        }
    }

    fn hold(&mut self, buttons: u16, state: ElementState) {
        match state {
            ElementState::Pressed => (self.held, self.tapped) = (self.held | buttons, self.tapped | buttons),
            ElementState::Released => self.held &= !buttons,
        }
    }

    fn key(&mut self, event: &KeyEvent, plays: bool) -> Vec<Wish> {
        if event.physical_key == PhysicalKey::Code(KeyCode::Backspace) {
            self.rewinds = event.state == ElementState::Pressed;
        }
        if plays && let Some(buttons) = buttons(event.physical_key) {
            self.hold(buttons, event.state);
            return Vec::new();
        }
        key(event).into_iter().collect()
    }

    /// Returns a wish per whole notch. While something is grabbed, the wheel turns it instead.
    fn scroll(&mut self, notches: f64) -> Vec<Wish> {
        self.scrolled += notches;
        let whole = self.scrolled.trunc();
        self.scrolled -= whole;
        if self.held & button::GRAB != 0 {
            self.wheel = self.wheel.saturating_add(whole as i8);
            return Vec::new();
        }
        let wish = if whole > 0.0 { Wish::Nearer(self.pointer) } else { Wish::Further(self.pointer) };
        vec![wish; whole.abs().min(8.0) as usize]
    }
}

/// Returns the scene's button for a key. Keys are told apart by position, so the keyboard layout does not matter.
fn buttons(key: PhysicalKey) -> Option<u16> {
    let PhysicalKey::Code(code) = key else { return None };
    Some(match code {
        KeyCode::ArrowLeft | KeyCode::KeyA => button::LEFT,
        KeyCode::ArrowRight | KeyCode::KeyD => button::RIGHT,
        KeyCode::ArrowUp | KeyCode::KeyW => button::UP,
        KeyCode::ArrowDown | KeyCode::KeyS => button::DOWN,
        KeyCode::KeyZ | KeyCode::KeyJ | KeyCode::Enter => button::FIRE,
        KeyCode::KeyX | KeyCode::KeyK => button::BOMB,
        KeyCode::ShiftLeft | KeyCode::ShiftRight => button::FOCUS,
        KeyCode::KeyR => button::AGAIN,
        KeyCode::KeyC => button::OTHER,
        KeyCode::BracketLeft => button::LESS,
        KeyCode::BracketRight => button::MORE,
        _ => return None,
    })
}

fn key(event: &KeyEvent) -> Option<Wish> {
    if event.state != ElementState::Pressed {
        return None;
    }
    let wish = wish(&event.logical_key)?;
    // Holding a key repeats panning, zooming and stepping, but not pausing.
    use Wish::{Back, Further, Nearer, Pan, PanPart, Step};
    let is_held_well = matches!(wish, Back | Further(_) | Nearer(_) | Pan(_) | PanPart(_) | Step);
    (!event.repeat || is_held_well).then_some(wish)
}

fn wish(key: &Key) -> Option<Wish> {
    Some(match key.as_ref() {
        Key::Named(NamedKey::Escape) | Key::Character("q" | "Q") => Wish::Leave,
        Key::Named(NamedKey::Space) | Key::Character("p" | "P") => Wish::Pause,
        Key::Named(NamedKey::Backspace) => Wish::Back,
        Key::Character("." | "n" | "N") => Wish::Step,
        Key::Character("," | "m" | "M") => Wish::Slow,
        Key::Named(NamedKey::ArrowLeft) => Wish::PanPart([0.125, 0.0]),
        Key::Named(NamedKey::ArrowRight) => Wish::PanPart([-0.125, 0.0]),
        Key::Named(NamedKey::ArrowUp) => Wish::PanPart([0.0, 0.125]),
        Key::Named(NamedKey::ArrowDown) => Wish::PanPart([0.0, -0.125]),
        Key::Character("+" | "=") => Wish::Nearer(None),
        Key::Character("-" | "_") => Wish::Further(None),
        Key::Named(NamedKey::Home) | Key::Character("0") => Wish::Home,
        Key::Named(NamedKey::F11) | Key::Character("f" | "F") => Wish::Fullscreen,
        Key::Named(NamedKey::Tab) => Wish::Panel,
        Key::Named(NamedKey::F1) | Key::Character("?" | "h" | "H") => Wish::Help,
        Key::Named(NamedKey::F2) => Wish::NextScene,
        Key::Named(NamedKey::F3) => Wish::Restart,
        Key::Named(NamedKey::F5) => Wish::Save,
        #[cfg(debug_assertions)]
        Key::Named(NamedKey::F9) => Wish::Lose,
        Key::Character("b" | "B") => Wish::Boxes,
        Key::Character("t" | "T") => Wish::Pairs,
        Key::Character("v" | "V") => Wish::Contacts,
        Key::Character("g" | "G") => Wish::Grazes,
        Key::Character("e" | "E") => Wish::Cells,
        Key::Character("y" | "Y") => Wish::Why,
        Key::Character("u" | "U") => Wish::NextBackend,
        Key::Character(digit @ ("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9")) => {
            Wish::Scene(usize::from(digit.as_bytes()[0] - b'1'))
        }
        _ => return None,
    })
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

    #[test]
    fn what_was_tapped_between_two_steps_is_not_missed() {
        let mut input = Input::default();
        input.hold(button::BOMB, ElementState::Pressed);
        input.hold(button::BOMB, ElementState::Released);
        input.clicks.extend([([3.0, 4.0], true), ([9.0, 4.0], false)]);
        input.pointer = Some([10.0, 4.0]);
        let pads = [(); 4].map(|()| input.pad(|at| at.map(|x| x as i32)));
        let held = [button::BOMB | button::GRAB, button::GRAB, 0, 0];
        assert_eq!(pads.map(|pad| pad.held), held);
        assert_eq!(pads.map(|pad| pad.pointer[0]), [3, 9, 10, 10]);
    }
}
