//! What was saved as bytes: snapshots, and the files of older versions.

use kasuri::record::{Difference, Pass};
use kasuri::{Ceilings, ErrorKind, Handle, Recording, Snapshot, Vec2};

use crate::held::ensure;
use crate::life::{Done, text};
use crate::operations::{BroadName, How, OldFile, Setup};
use crate::worlds::Side;

/// Writes a snapshot as bytes and reads it again. A flipped bit is refused, and so is a world beyond the ceilings.
pub(crate) fn as_read(snapshot: &Snapshot) -> Result<Snapshot, String> {
    let bytes = snapshot.to_bytes();
    let read = Snapshot::from_bytes(&bytes).map_err(text)?;
    ensure!(read.hash() == snapshot.hash(), "a snapshot that was written and read has another hash");
    ensure!(read.to_bytes() == bytes, "a snapshot that was read is written with other bytes");
    let mut damaged = bytes.clone();
    let bit = snapshot.hash() as usize % (8 * bytes.len());
    damaged[bit / 8] ^= 1 << (bit % 8);
    ensure!(Snapshot::from_bytes(&damaged).is_err(), "a snapshot with a flipped bit {bit} is read");
    let few = Ceilings::default().bodies(0);
    if let Err(error) = Snapshot::from_bytes_within(&bytes, few) {
        ensure!(error.kind() == ErrorKind::Ceiling, "beyond the ceilings: {error}");
    }
    Ok(read)
}

/// Reads a file of an older version and goes on from it in two ways, which must be the same, and right by the reference.
pub(crate) fn old(file: OldFile) -> Done {
    let start = match file {
        OldFile::Snapshot(_) => {
            Snapshot::from_bytes(include_bytes!("../../tests/snapshots/version-1.snapshot")).map_err(text)?
        }
        OldFile::Recording(version) => {
            let bytes: &[u8] = match version {
                1 => include_bytes!("../../tests/recordings/version-1.rec"),
                2 => include_bytes!("../../tests/recordings/version-2.rec"),
                _ => include_bytes!("../../tests/recordings/version-3.rec"),
            };
            let mut replay = Recording::new(bytes).map_err(text)?.replay();
            while replay.step().map_err(text)?.is_some() {}
            // Boxes may be wider than before; candidates are no part of an answer.
            let is_an_answers = |found: &&Difference| found.pass != Pass::Candidates;
            let found = replay.difference().filter(is_an_answers);
            ensure!(found.is_none(), "an old recording: {found:?}");
            replay.world().snapshot()
        }
    };
    let mut sides = [
        Side::new(&Setup::default(), usize::MAX, BroadName::Grid).map_err(text)?,
        Side::new(&Setup::default(), 0, BroadName::Brute).map_err(text)?,
    ];
    for side in &mut sides {
        side.change(&How::CheckOneIn(1)).map_err(text)?;
        side.world.restore(&start);
    }
    for k in 0..4 {
        let mut told = Vec::new();
        for side in &mut sides {
            side.choose_simd();
            let bodies: Vec<Handle> = side.world.bodies().collect();
            let by = |body: &Handle| {
                let at = side.world.get(*body).map(kasuri::world::BodyRef::at).unwrap_or_default();
                Vec2::new(at.x + f64::from(k), at.y - 0.5)
            };
            let to: Vec<Vec2> = bodies.iter().map(by).collect();
            side.world.set_positions(&bodies, &to).map_err(text)?;
            told.push(side.step(None).map_err(text)?);
        }
        told[0].is_that_of(&told[1])?;
        ensure!(sides[0].world.hash() == sides[1].world.hash(), "{file:?} goes on in two ways");
    }
    Ok(())
}
