//! What a command reads: a file, or standard input.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::stop::Stop;

/// The largest scene that is read; a stream of scenes may be of any size.
const MOST_BYTES: u64 = 256 << 20;

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

    /// All there is to read, within limits.
    pub(crate) fn read_whole(&mut self) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        let read = (&mut self.reader).take(MOST_BYTES + 1).read_to_end(&mut text);
        read.map_err(|error| Stop::refused(&self.name, error))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(Stop::refused(&self.name, "larger than 256 MiB; split it and use --stream"));
        }
        Ok(text)
    }
}
