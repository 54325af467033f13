//! The input that was played, step by step: played again it leads to the same end.

use std::fmt::Write as _;

use super::pad::Pad;

/// The first line of a recording.
const HEAD: &str = "kasuri replay 1";
/// The largest number of steps: more than a day.
const MOST: usize = 1 << 23;

/// The pads of a scene from its start.
#[derive(Debug, Clone, Default)]
pub struct Tape {
    /// The scene's name.
    pub scene: String,
    /// The seed of its random numbers.
    pub seed: u64,
    /// One pad per step.
    pub pads: Vec<Pad>,
    /// The hash of the world at the end, if it is known.
    pub hash: Option<u64>,
}

impl Tape {
    /// Whether a file is a recording.
    pub fn is_one(text: &str) -> bool {
        text.lines().next() == Some(HEAD)
    }

    /// Writes lines: head, scene, seed, hash, and runs of equal pads (count, buttons, pointer x and y, wheel).
    pub fn write(&self) -> String {
        let mut text = format!("{HEAD}\nscene {}\nseed {}\n", self.scene, self.seed);
        if let Some(hash) = self.hash {
            let _ = writeln!(text, "hash {hash:016x}");
        }
        for run in self.pads.chunk_by(|a, b| a == b) {
            let Pad { held, pointer: [x, y], wheel } = run[0];
            let _ = writeln!(text, "{} {held} {x} {y} {wheel}", run.len());
        }
        text
    }

    /// Reads a recording. The error is a clause that says which line is no part of one.
    pub fn read(text: &str) -> Result<Tape, String> {
        let mut tape = Tape::default();
        for (k, line) in text.lines().enumerate().skip(1) {
            tape.take(line).ok_or_else(|| format!("line {}: {line:?} is no part of a recording", k + 1))?;
        }
        if !Tape::is_one(text) || tape.scene.is_empty() {
            return Err(format!("a recording begins with {HEAD:?} and names its scene"));
        }
        Ok(tape)
    }

    fn take(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["scene", name] => self.scene = name.to_owned(),
            ["seed", seed] => self.seed = seed.parse().ok()?,
            ["hash", hash] => self.hash = Some(u64::from_str_radix(hash, 16).ok()?),
            [count, held, x, y, wheel] => {
                let count: usize = count.parse().ok().filter(|&count| count <= MOST - self.pads.len())?;
                let pointer = [x.parse().ok()?, y.parse().ok()?];
                let pad = Pad { held: held.parse().ok()?, pointer, wheel: wheel.parse().ok()? };
                self.pads.extend(std::iter::repeat_n(pad, count));
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let pad = |held| Pad { held, pointer: [-3, 99], wheel: -1 };
        let pads = vec![pad(1), pad(1), pad(2), Pad::default(), pad(1)];
        let tape = Tape { scene: "bounce".into(), seed: 9, pads, hash: Some(0xFEED) };
        let text = tape.write();
        let again = Tape::read(&text).unwrap();
        assert_eq!((again.pads, again.hash, text.lines().count()), (tape.pads, tape.hash, 8));
        let refused =
            [text.replace("99", "?"), text.replace("scene bounce", ""), format!("{text}99999999999 0 0 0 0")];
        assert!(refused.iter().all(|text| Tape::read(text).is_err()));
        assert!(Tape::read("{}").is_err());
    }
}
