//! Tests snapshots as bytes: a world read from them continues as the one written, and damaged bytes are refused.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::Arc;
use std::time::Instant;

use kasuri::{Body, ErrorKind, Handle, Look, Mask, Region, Shape, Snapshot, TileMap, World};
use support::Random;

fn disc() -> Arc<Mask> {
    Arc::new(Mask::from_fn(9, 9, |x, y| (x - 4).pow(2) + (y - 4).pow(2) <= 16).unwrap())
}

/// Returns a body of some kind, with rules of some kind.
fn body(k: usize, disc: &Arc<Mask>) -> Body {
    let body = match k % 9 {
        0 => Body::circle(4.0).layer(1).against(3),
        1 => Body::sprite(disc).turned(k as f64).graze(2.0),
        2 => Body::rect([5.0, 2.0]).turned((k % 7) as f64).layer(2).cooldown(2),
        3 => Body::rect([5.0, 4.0]).region(Region::new("core", Shape::circle(1.0).unwrap())),
        4 => Body::sprite(disc).max_hits(9).scaled([2.0, -1.0]),
        5 => Body::circle(2.0).swept().data(k as u64),
        6 => {
            Body::frames(&[Look::new(disc), Look::new(disc).pivot([0.0, 0.0])].into()).frame(k % 2).graze(5.0)
        }
        7 => Body::polygon(&[[0.0, -9.0], [7.0, 4.0], [1.0, 1.0], [-8.0, 5.0]]),
        _ => Body::capsule([-3.0, 0.0], [3.0, 0.0], 1.0).despawn_beyond(40.0),
    };
    if k.is_multiple_of(4) { body.data(7) } else { body }
}

/// Returns the reports of a few more steps, as text.
fn story(world: &mut World, bodies: &[Handle], random: &mut Random) -> String {
    let mut story = String::new();
    for _ in 0..4 {
        for &body in bodies {
            let at = [(); 2].map(|()| random.between(-150.0, 150.0));
            if world.get(body).is_ok() {
                world.edit(body).position(at).unwrap();
            }
        }
        let new = world.spawn(Body::circle(3.0)).unwrap();
        let step = world.step().unwrap();
        let lists = (step.began(), step.stayed(), step.ended(), step.grazes(), step.left(), step.despawned());
        story += &format!("{new:?} {lists:?} {:x}\n", world.hash());
    }
    story
}

/// Returns a world that has run for a while, and its bodies, some of which are removed.
fn played(seed: u64) -> (World, Vec<Handle>) {
    let (random, disc) = (&mut Random::new(seed), disc());
    let mut world = World::builder().bounds([-100.0, -100.0], [100.0, 100.0]).threads(1).build().unwrap();
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["##..#", "#...#"], &[]).unwrap());
    world.spawn(Body::tiles(&map).at([-40.0, 10.0])).unwrap();
    let bodies = world.spawn_many(150, |k| body(k, &disc)).unwrap();
    story(&mut world, &bodies, random);
    for &body in bodies.iter().step_by(5) {
        let _ = world.remove(body);
    }
    (world, bodies)
}

#[test]
fn what_is_read_goes_on_as_what_was_written() {
    for seed in 0..20 {
        let (mut world, bodies) = played(seed);
        let snapshot = world.snapshot();
        let bytes = snapshot.to_bytes();
        let read = Snapshot::from_bytes(&bytes).unwrap();
        assert_eq!((read.hash(), read.steps()), (snapshot.hash(), snapshot.steps()));
        assert_eq!(read.to_bytes(), bytes, "what was read is written as it was");
        let mut other = World::new();
        other.restore(&read);
        let stories = [&mut world, &mut other].map(|world| story(world, &bodies, &mut Random::new(seed + 1)));
        assert!(stories[0] == stories[1], "seed {seed}:\n{}\n{}", stories[0], stories[1]);
    }
}

/// A file of each version, made by the code that first wrote that version.
const FILES: [(u32, &[u8]); 1] = [(1, include_bytes!("snapshots/version-1.snapshot"))];

/// Returns a world with bodies of every kind and everything that is saved of them. It must never change, because files
/// are compared with it.
fn saved() -> (World, Vec<Handle>) {
    let (mut world, mut bodies) = played(3);
    let more = [
        Body::ellipse(4.0, 2.5).at([3.0, 4.0]).group(7).sensor(),
        Body::rect([30.0, 2.0]).at([0.0, 20.0]).one_way([0.0, -1.0]),
        Body::chain(&[[0.0, 0.0], [9.0, 3.0], [14.0, -2.0]], 1.5).at([-20.0, 0.0]),
        Body::circle(2.0).at([5.0, 4.0]).group(7).invulnerable(90),
    ];
    bodies.extend(more.map(|body| world.spawn(body).unwrap()));
    world.step().unwrap();
    (world, bodies)
}

/// Older files can be read. They have the hash of the same calls today, and go on like them.
#[test]
fn files_of_every_version_are_read() {
    for (version, bytes) in FILES {
        assert_eq!(bytes[8..12], u32::to_le_bytes(version));
        let snapshot = Snapshot::from_bytes(bytes).unwrap();
        let (mut now, bodies) = saved();
        assert_eq!(snapshot.hash(), now.hash());
        let mut read = World::new();
        read.restore(&snapshot);
        let stories = [&mut read, &mut now].map(|world| story(world, &bodies, &mut Random::new(8)));
        assert_eq!(stories[0], stories[1]);
    }
}

/// The version that is written now has a file, and today's world is written as that file, byte for byte.
#[test]
fn the_newest_version_has_a_file() {
    let bytes = saved().0.snapshot().to_bytes();
    let version = u32::from_le_bytes(bytes[8..12].try_into().unwrap());
    let path = format!("{}/tests/snapshots/version-{version}.snapshot", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("KASURI_WRITE_SNAPSHOT").is_some() && !std::fs::exists(&path).unwrap() {
        std::fs::write(&path, &bytes).unwrap();
    }
    let (newest, file) = FILES[FILES.len() - 1];
    assert_eq!(newest, version, "version {version} has no file in tests/snapshots");
    assert!(
        file == bytes,
        "the bytes differ from version-{version}.snapshot: the format changed without a new version"
    );
}

/// Tests damage also with a correct checksum: then reading finds the error.
#[test]
fn damaged_bytes_are_refused() {
    let (world, _) = played(3);
    let bytes = world.snapshot().to_bytes();
    for bit in (0..8 * bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let error = Snapshot::from_bytes(&damaged).unwrap_err();
        let is_told = matches!(error.kind(), ErrorKind::Damaged | ErrorKind::Version);
        assert!(is_told, "bit {bit}: {error}");
    }
    for len in 0..bytes.len() {
        assert!(Snapshot::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Snapshot::from_bytes(&longer).is_err());
    assert_eq!(
        Snapshot::from_bytes(b"kasurirc....").unwrap_err().to_string(),
        "not a readable snapshot: no snapshot header at byte 0"
    );
    let newer = [&b"kasurisn\x09\0\0\0"[..], &bytes[12..]].concat();
    let said = Snapshot::from_bytes(&newer).unwrap_err().to_string();
    assert_eq!(said, "the snapshot has version 9; this library reads versions up to 1");
}

/// Tests 10,000 bodies of 64 forms: the number of bytes and the time to write and to read. The limits are generous; the
/// documentation gives the measured values.
#[test]
fn ten_thousand_bodies_of_64_forms() {
    let disc = disc();
    let mut world = World::builder().threads(1).build().unwrap();
    let body = |k: usize| {
        let at = [(k % 100) as f64 * 9.5, (k / 100) as f64 * 9.25];
        Body::sprite(&disc).turned((k % 64) as f64 / 10.0).at(at).layer(2).against(1)
    };
    world.spawn_many(10_000, body).unwrap();
    let snapshot = world.snapshot();
    let (mut writing, mut reading) = (f64::MAX, f64::MAX);
    let mut bytes = Vec::new();
    for _ in 0..20 {
        let start = Instant::now();
        bytes = snapshot.to_bytes();
        writing = writing.min(start.elapsed().as_secs_f64());
        let start = Instant::now();
        let read = Snapshot::from_bytes(&bytes).unwrap();
        reading = reading.min(start.elapsed().as_secs_f64());
        assert_eq!(read.hash(), snapshot.hash());
    }
    println!("{} bytes, written in {:.0} us, read in {:.0} us", bytes.len(), writing * 1e6, reading * 1e6);
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
}
