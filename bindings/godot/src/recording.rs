//! Recordings: a session as bytes, to be replayed and compared.

use std::sync::Arc;

use godot::prelude::*;
use kasuri::world::BodyRef;
use kasuri::world::record::Replay;
use kasuri::{Recorder, Recording};

use crate::errors::{body_of, given, numbers_of, or_report, report, vector2};
use crate::hit::KasuriStep;
use crate::world::KasuriWorld2D;

/// What a world did in a session, step by step: what changed before each step, and what the step found.
///
/// Make one with [method KasuriWorld2D.start_recording]. Two machines that compare their recordings find the first thing that
/// they did differently. To keep it, store its bytes in a file.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriRecording {
    recording: Recording,
    bytes: PackedByteArray,
}

#[godot_api]
impl KasuriRecording {
    /// Reads a recording from the bytes of [method to_bytes]; [code]null[/code] with an error if they are none.
    #[func]
    fn from_bytes(bytes: PackedByteArray) -> Option<Gd<KasuriRecording>> {
        KasuriRecording::read("KasuriRecording.from_bytes", bytes)
    }

    /// Returns the recording as bytes, the same on every machine.
    #[func]
    fn to_bytes(&self) -> PackedByteArray {
        self.bytes.clone()
    }

    /// Returns how many steps were recorded.
    #[func]
    fn steps(&self) -> i64 {
        i64::try_from(self.recording.len()).unwrap_or(i64::MAX)
    }

    /// Returns the first thing in which another recording differs, as a text; an empty text if nothing does.
    #[func]
    fn first_difference(&self, other: Option<Gd<KasuriRecording>>) -> GString {
        let place = "KasuriRecording.first_difference";
        let Some(other) = given(place, "other", other) else { return GString::new() };
        let difference = self.recording.first_difference(&other.bind().recording);
        let difference = or_report(place, difference).flatten();
        difference.map(|difference| difference.to_string()).unwrap_or_default().as_str().into()
    }

    /// Returns a replay from the beginning.
    #[func]
    fn replay(&self) -> Gd<KasuriReplay> {
        Gd::from_object(KasuriReplay { replay: self.recording.replay() })
    }
}

impl KasuriRecording {
    fn read(place: &str, bytes: PackedByteArray) -> Option<Gd<KasuriRecording>> {
        let recording = or_report(place, Recording::new(bytes.as_slice()))?;
        Some(Gd::from_object(KasuriRecording { recording, bytes }))
    }
}

/// A recorded session that is played again. It has no nodes; bodies have the numbers that they had.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriReplay {
    replay: Replay,
}

#[godot_api]
impl KasuriReplay {
    /// Makes the next step; returns [code]null[/code] after the last one.
    #[func]
    fn step(&mut self) -> Option<Gd<KasuriStep>> {
        let step = or_report("KasuriReplay.step", self.replay.step())??;
        Some(Gd::from_object(KasuriStep { step, nodes: Arc::default() }))
    }

    /// Returns how many steps it has made.
    #[func]
    fn steps(&self) -> i64 {
        i64::try_from(self.replay.steps()).unwrap_or(i64::MAX)
    }

    /// Returns the first thing that went otherwise than recorded, as a text; an empty text if nothing did.
    #[func]
    fn difference(&self) -> GString {
        let difference = self.replay.difference();
        difference.map(ToString::to_string).unwrap_or_default().as_str().into()
    }

    /// Returns the hash of the world now, as 16 hexadecimal digits.
    #[func]
    fn hash_text(&self) -> GString {
        format!("{:016x}", self.replay.world().hash()).as_str().into()
    }

    /// Returns the numbers of all bodies.
    #[func]
    fn bodies(&self) -> PackedInt64Array {
        numbers_of(self.replay.world().bodies())
    }

    /// Returns where a body is.
    #[func]
    fn body_position(&self, body: i64) -> Vector2 {
        let place = "KasuriReplay.body_position";
        let seen = body_of(place, body).and_then(|body| or_report(place, self.replay.world().get(body)));
        seen.map_or(Vector2::ZERO, |body| vector2(body.at()))
    }

    /// Returns the angle of a body.
    #[func]
    fn body_rotation(&self, body: i64) -> f64 {
        let place = "KasuriReplay.body_rotation";
        let seen = body_of(place, body).and_then(|body| or_report(place, self.replay.world().get(body)));
        seen.map_or(0.0, BodyRef::angle)
    }
}

#[godot_api(secondary)]
impl KasuriWorld2D {
    /// Records all steps from now on, and what changes before them. A recording that is under way is dropped.
    #[func]
    fn start_recording(&mut self) {
        self.core.recorder = Some(Recorder::new());
    }

    /// Ends the recording and returns it; [code]null[/code] if none is under way.
    #[func]
    fn stop_recording(&mut self) -> Option<Gd<KasuriRecording>> {
        let place = "KasuriWorld2D.stop_recording";
        let Some(recorder) = self.core.recorder.take() else {
            report(place, "no recording is under way; call start_recording");
            return None;
        };
        KasuriRecording::read(place, PackedByteArray::from(recorder.bytes()))
    }

    /// Whether steps are recorded.
    #[func]
    fn is_recording(&self) -> bool {
        self.core.recorder.is_some()
    }
}
