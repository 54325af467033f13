//! What a command reads: a file, or standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::stop::Stop;

/// The largest scene that is read, in MiB; a stream of scenes may be of any size.
const MOST_SCENE: u64 = 256;
/// The largest picture that is read, in MiB.
const MOST_PICTURE: u64 = 64;
/// The largest recording that is read, in MiB.
const MOST_RECORDING: u64 = 2048;

/// Something open for reading.
pub(crate) struct Input {
    /// What messages call it.
    pub(crate) name: String,
    /// Where the scene's pictures are.
    pub(crate) folder: PathBuf,
    pub(crate) reader: BufReader<Box<dyn Read + Send>>,
}

impl Input {
    /// Opens a file, or standard input for "-".
    pub(crate) fn open(path: &Path) -> Result<Input, Stop> {
        if path == Path::new("-") {
            return Ok(Input::new("standard input".into(), ".".into(), io::stdin()));
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Stop::refused(&name, error))?;
        let folder = path.parent().unwrap_or(Path::new(".")).into();
        Ok(Input::new(name, folder, file))
    }

    fn new(name: String, folder: PathBuf, reader: impl Read + Send + 'static) -> Input {
        Input { name, folder, reader: BufReader::with_capacity(1 << 16, Box::new(reader)) }
    }

    /// Whether it begins with some bytes; nothing is read yet. A pipe is asked once: it may bring fewer at a time.
    pub(crate) fn begins_with(&mut self, bytes: &[u8]) -> Result<bool, Stop> {
        let seen = self.reader.fill_buf().map_err(|error| Stop::refused(&self.name, error))?;
        Ok(seen.starts_with(bytes))
    }

    /// A whole scene.
    pub(crate) fn read_whole(&mut self) -> Result<Vec<u8>, Stop> {
        self.read_within(MOST_SCENE, "split it and use --stream")
    }

    /// A whole picture, still encoded.
    pub(crate) fn read_picture(&mut self) -> Result<Vec<u8>, Stop> {
        self.read_within(MOST_PICTURE, "a smaller picture is needed")
    }

    /// A whole recording.
    pub(crate) fn read_recording(&mut self) -> Result<Vec<u8>, Stop> {
        self.read_within(MOST_RECORDING, "a shorter recording is needed")
    }

    fn read_within(&mut self, most: u64, advice: &str) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take((most << 20) + 1).read_to_end(&mut bytes);
        read.map_err(|error| Stop::refused(&self.name, error))?;
        if bytes.len() as u64 > most << 20 {
            return Err(Stop::refused(&self.name, format_args!("larger than {most} MiB; {advice}")));
        }
        Ok(bytes)
    }
}
