//! A pattern of bullets: the steps of a recording, of what was played, or of a scene that plays itself.

use std::path::Path;

use kasuri::{Recording, World};

use crate::input::Input;
use crate::most::Most;
use crate::stage::{self, SCENES, Tape};
use crate::stop::{Stop, complain};
use crate::view::hint;

pub(super) struct Pattern {
    pub(super) name: String,
    source: Source,
    /// The number of its steps, if it ends.
    pub(super) length: Option<usize>,
}

enum Source {
    Recording(Recording),
    Played(Tape),
}

impl Pattern {
    pub(super) fn open(path: &Path, seed: u64, most: Most) -> Result<Pattern, Stop> {
        if let Some(scene) = SCENES.iter().find(|known| Path::new(known.name) == path) {
            let tape = Tape { scene: scene.name.into(), seed, ..Tape::default() };
            return Ok(Pattern { name: scene.name.into(), source: Source::Played(tape), length: None });
        }
        let mut input = Input::open(path).map_err(|stop| hint(path, stop))?;
        let name = input.name.clone();
        let refused = |why: String| Stop::refused(&name, why);
        let is_recording = input.begins_with(Recording::MAGIC)?;
        let bytes = input.read_whole(most.max_mib)?;
        if is_recording {
            let recording = Recording::new(bytes).map_err(|error| refused(error.to_string()))?;
            if recording.cut() > 0 {
                complain(&format!(
                    "{name}: its last step is cut short; {} whole ones are read",
                    recording.len()
                ));
            }
            let (length, recording) = (Some(recording.len()), recording.within(most.ceilings()));
            return Ok(Pattern { source: Source::Recording(recording), length, name });
        }
        let text = String::from_utf8(bytes).ok().filter(|text| Tape::is_one(text));
        let text =
            text.ok_or_else(|| refused("it is neither a recording nor what was played in a scene".into()))?;
        let tape = Tape::read(&text).map_err(refused)?;
        let length = Some(tape.pads.len());
        Ok(Pattern { source: Source::Played(tape), length, name })
    }

    /// Plays the steps up to `to`, and shows the world of each before it is made, with its number. Steps in which the game
    /// rests, so that the world makes none, are left out.
    pub(super) fn play(
        &self,
        to: usize,
        mut each: impl FnMut(usize, &World) -> Result<(), String>,
    ) -> Result<(), Stop> {
        let at = |number: usize, why: String| Stop::refused(&self.name, format!("step {number}: {why}"));
        let mut done = Ok(());
        match &self.source {
            Source::Recording(recording) => {
                let mut replay = recording.replay();
                for number in 1..=to {
                    let made = replay.step_seen(|world| done = each(number, world));
                    made.map_err(|error| at(number, error.to_string()))?;
                    std::mem::replace(&mut done, Ok(())).map_err(|why| at(number, why))?;
                }
            }
            Source::Played(tape) => {
                let mut stage =
                    stage::open(&tape.scene, tape.seed).map_err(|why| Stop::refused(&self.name, why))?;
                for number in 1..=to {
                    let pad = tape.pads.get(number - 1).copied().unwrap_or_default();
                    let made = stage.step_seen(pad, &mut |world| done = each(number, world));
                    made.map_err(|error| at(number, error.to_string()))?;
                    std::mem::replace(&mut done, Ok(())).map_err(|why| at(number, why))?;
                }
            }
        }
        Ok(())
    }
}
