//! Carries out wishes, and makes the steps that are due.

use std::path::Path;
use std::time::Instant;

use winit::window::Fullscreen;

use super::app::App;
use super::input::Wish;
use super::retool;
#[cfg(debug_assertions)]
use super::screen::Screen;
use crate::draw::{Camera, Zoom};
use crate::stage::pad::FINE;
use crate::stage::{Pad, SCENES, button};
use crate::stop::complain;

/// The zoom that shows why a life was lost.
const NEAR: u32 = 10;
/// The number of steps back for each step that is due.
const BACK: usize = 2;

impl App<'_> {
    /// Carries out a wish. The error says why the window cannot go on.
    pub(super) fn grant(&mut self, wish: Wish) -> Result<(), String> {
        let middle = self.camera.size().map(|side| f64::from(side) / 2.0);
        match wish {
            Wish::Leave => {}
            Wish::Pause => self.clock.pause(),
            Wish::Step => self.clock.step(),
            Wish::Slow => self.clock.slow_down(),
            Wish::Back => {
                if self.clock.is_paused() {
                    self.go_to(self.session.time().saturating_sub(1))?;
                }
            }
            Wish::Pan(by) => self.look(self.camera.panned(by)),
            Wish::PanPart(parts) => self.look(self.camera.panned([0, 1].map(|k| middle[k] * parts[k]))),
            Wish::Nearer(at) => {
                self.look(self.camera.zoomed(self.camera.zoom().nearer(), at.unwrap_or(middle)));
            }
            Wish::Further(at) => {
                self.look(self.camera.zoomed(self.camera.zoom().further(), at.unwrap_or(middle)));
            }
            Wish::Home => self.look_home(),
            Wish::Fullscreen => {
                if let Some(screen) = &self.screen {
                    let window = screen.window();
                    let full = Fullscreen::Borderless(None);
                    window.set_fullscreen(window.fullscreen().is_none().then_some(full));
                }
            }
            Wish::Panel => {
                self.face.panel ^= true;
                self.resize();
            }
            Wish::Help => self.face.help ^= true,
            Wish::Boxes => self.face.overlays.boxes ^= true,
            Wish::Pairs => self.face.overlays.pairs ^= true,
            Wish::Contacts => self.face.overlays.contacts ^= true,
            Wish::Grazes => self.face.overlays.grazes ^= true,
            Wish::Cells => self.face.overlays.cells ^= true,
            Wish::Why => self.why()?,
            Wish::Save => self.save(),
            Wish::Restart => {
                self.session.restart()?;
                self.enter();
            }
            Wish::Dial(at) => self.dialled = Some(at),
            Wish::NextScene => {
                self.session.next_scene()?;
                self.enter();
            }
            Wish::Scene(which) => {
                if let Some(scene) = SCENES.get(which) {
                    self.session.switch(scene.name)?;
                    self.enter();
                }
            }
            Wish::Broad(which) => self.retool(which, self.tools.backend),
            Wish::Backend(which) => self.retool(self.tools.broad, which),
            #[cfg(debug_assertions)]
            Wish::Lose => {
                self.screen.iter().for_each(Screen::lose);
                self.tools.lose();
            }
            Wish::NextBackend => {
                self.retool(self.tools.broad, (self.tools.backend + 1) % retool::BACKENDS.len());
            }
        }
        self.clock.tell();
        self.is_stale = true;
        Ok(())
    }

    /// Closes the question, the keys or the panel, or asks whether a game is over. Returns whether the window has to close.
    pub(super) fn leaves(&mut self) -> bool {
        self.is_stale = true;
        let face = &mut self.face;
        if face.help {
            face.help = false;
        } else if face.panel {
            face.panel = false;
            self.resize();
        } else if self.session.stage.plays() && self.session.time() > 0 && !face.asks {
            face.asks = true;
            self.input.let_go();
        } else {
            return true;
        }
        false
    }

    fn look(&mut self, camera: Camera) {
        self.camera = camera;
        self.is_fitted = false;
    }

    fn look_home(&mut self) {
        self.is_fitted = true;
        self.zoom = None;
        self.resize();
    }

    /// Changes the broad phase and the backend. If that fails, the reason is shown.
    fn retool(&mut self, broad: usize, backend: usize) {
        let Some(world) = self.session.stage.world_mut() else {
            return self.face.say("what was recorded or stands still is decided already".into());
        };
        let given = self.tools.give(world, broad, backend);
        let (broad, backend) = (retool::BROADS[self.tools.broad].0, retool::BACKENDS[self.tools.backend].0);
        self.face.say(match given {
            Ok(()) => format!("candidates by {broad}, decided by {backend}"),
            Err(error) => format!("still decided by {backend}: {error}"),
        });
    }

    /// Prepares the window for another scene on the stage.
    fn enter(&mut self) {
        self.tools.reset();
        self.tape = &[];
        self.dialled = None;
        self.face.fault = None;
        self.input.let_go();
        self.clock.begin(self.session.stage.moves());
        self.face.say(format!("{}: F1 tells the keys, Tab opens the panel", self.session.stage.name()));
        self.look_home();
    }

    fn go_to(&mut self, time: usize) -> Result<(), String> {
        let gone = self.session.go_to(time);
        gone.map_err(|error| format!("{} cannot go back ({error})", self.session.stage.name()))?;
        self.is_stale = true;
        Ok(())
    }

    /// Goes back to where the last life was lost, zooms in and stops there.
    fn why(&mut self) -> Result<(), String> {
        let Some((time, why)) = self.session.lost() else {
            self.face.say("no life was lost yet".into());
            return Ok(());
        };
        self.go_to(time)?;
        self.clock.stop();
        self.look(self.camera.looking_at([why.at.x, why.at.y], Zoom::enlarged(NEAR)));
        self.face.say(why.words);
        Ok(())
    }

    /// Saves what was played.
    fn save(&mut self) {
        let (tape, name) = (self.session.tape(), self.session.stage.name());
        let path = format!("kasuri-{name}.replay");
        let saved = match self.session.stage.plays() {
            true => crate::view::save(&tape, Path::new(&path)).map_err(|error| error.to_string()),
            false => Err("nothing is played here".into()),
        };
        self.face.say(match saved {
            Ok(()) => format!("kept as {path}: kasuri view {path} plays it"),
            Err(why) => format!("nothing was kept: {why}"),
        });
    }

    /// Makes the steps that are due. The error says what cannot be stepped.
    pub(super) fn step(&mut self) -> Result<(), String> {
        let due = self.clock.due(Instant::now());
        if self.face.asks {
            return Ok(());
        }
        if self.input.rewinds() && !self.clock.is_paused() {
            return match due {
                0 => Ok(()),
                due => self.go_to(self.session.time().saturating_sub(BACK * due as usize)),
            };
        }
        for _ in 0..due {
            let pad = self.pad();
            let lost = self.session.lost().map(|(time, _)| time);
            if let Err(error) = self.session.step(pad) {
                self.do_without_gpu(&error)?;
            }
            if let Some(step) = self.session.stage.last() {
                self.face.note(*step.report());
            }
            if self.face.stops && self.session.lost().map(|(time, _)| time) != lost {
                self.why()?;
            }
            self.is_stale = true;
        }
        if self.home != self.session.stage.home() {
            self.resize();
        }
        Ok(())
    }

    /// Repeats a step that failed on a GPU on the CPU. Any other failure is returned.
    fn do_without_gpu(&mut self, error: &kasuri::Error) -> Result<(), String> {
        if self.tools.backend == 0 {
            return Err(format!("{} cannot go on ({error})", self.session.stage.name()));
        }
        self.tools.drop_gpu();
        self.retool(self.tools.broad, 0);
        let told = format!("decided by the CPU from here on: {error}");
        complain(&told);
        self.face.say(told);
        // The step had begun: what it changed is restored by replaying up to this time.
        self.go_to(self.session.time())
    }

    /// Returns the input of the next step: the recording, until it ends or a person plays.
    fn pad(&mut self) -> Pad {
        let camera = self.camera;
        let place = |at| camera.place_under(at).map(|x| (x * f64::from(FINE)).round() as i32);
        let pad = self.input.pad(place);
        if pad.held != 0 {
            self.tape = &[];
        }
        let recorded = self.tape.get(self.session.time()).copied();
        recorded.unwrap_or_else(|| self.turned(pad))
    }

    /// Presses the buttons that turn the scene's dial to the number that was chosen, in every other step: only a press after a
    /// release counts.
    fn turned(&mut self, mut pad: Pad) -> Pad {
        let (Some(wanted), Some(dial)) = (self.dialled, self.session.stage.dial()) else { return pad };
        if dial.at == wanted {
            self.dialled = None;
        } else if self.session.time().is_multiple_of(2) {
            pad.held |= if dial.at < wanted { button::MORE } else { button::LESS };
        }
        pad
    }
}
