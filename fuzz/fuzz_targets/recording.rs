//! Recordings from arbitrary bytes: refused, or replayed to their end, never a panic. Also handles, the one type that
//! callers keep as a number (SPEC 7).
#![no_main]

use kasuri::{Body, Handle, Recorder, Recording, World};
use libfuzzer_sys::fuzz_target;

/// Returns a recording of a few bodies, so that changed bytes are likely to be read.
fn template() -> Vec<u8> {
    let mut world = World::builder().bounds([-40.0, -40.0], [40.0, 40.0]).threads(1).build().unwrap();
    let bodies = world.spawn_many(6, |k| Body::circle(2.0).at([3.0 * k as f64, 0.0]).graze(4.0)).unwrap();
    let mut recorder = Recorder::new();
    for step in 0..4 {
        recorder.step(&mut world).unwrap();
        world.edit(bodies[step]).position([f64::from(step as u8), 9.0]).unwrap();
    }
    world.spawn(Body::rect([5.0, 1.0]).turned(0.3)).unwrap();
    recorder.step(&mut world).unwrap();
    recorder.into_bytes()
}

/// Returns the recording as version 1 wrote it, without checksums: with them hardly any changed byte would be read.
fn without_checksums(bytes: &[u8]) -> Vec<u8> {
    let (mut old, mut rest) = ([Recording::MAGIC, &1_u32.to_le_bytes()].concat(), &bytes[12..]);
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (step, next) = after[8..].split_at(u32::from_le_bytes(*length) as usize);
        old.extend([length, step].concat());
        rest = next;
    }
    old
}

fuzz_target!(|input: (Vec<(u16, u8)>, Vec<u8>)| {
    let (changes, raw) = input;
    let mut bytes = without_checksums(&template());
    for (at, value) in changes {
        let at = usize::from(at) % bytes.len();
        bytes[at] = value;
    }
    for bytes in [bytes, raw.clone()] {
        let Ok(recording) = Recording::new(bytes) else { continue };
        let mut replay = recording.replay();
        // The bound is more steps than a recording of that many bytes can have.
        for _ in 0..64 {
            match replay.step() {
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => break,
            }
        }
    }
    if let Some(bits) = raw.first_chunk::<8>().map(|&eight| u64::from_le_bytes(eight))
        && let Some(handle) = Handle::from_bits(bits)
    {
        assert_eq!(handle.to_bits(), bits);
        let mut world = World::new();
        let known = world.spawn(Body::point()).unwrap();
        assert_eq!(world.get(handle).is_ok(), handle == known);
        assert_eq!(world.remove(handle).is_ok(), handle == known);
    }
});
