//! The input of a command: a file, or standard input.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::stop::Stop;

/// The largest picture that is read, in MiB.
const MOST_PICTURE: u64 = 64;

/// An input that is open for reading.
pub(crate) struct Input {
    /// Its name in messages.
    pub(crate) name: String,
    /// The folder that the scene's pictures are in.
    pub(crate) folder: PathBuf,
    pub(crate) reader: BufReader<Box<dyn Read + Send>>,
    /// Its number of bytes, if that is known before reading.
    length: Option<u64>,
}

impl Input {
    /// Opens a file, or standard input for "-".
    pub(crate) fn open(path: &Path) -> Result<Input, Stop> {
        if path == Path::new("-") {
            return Ok(Input::new("standard input".into(), ".".into(), None, io::stdin()));
        }
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Stop::refused(&name, error))?;
        let folder = path.parent().unwrap_or(Path::new(".")).into();
        let length = file.metadata().ok().filter(Metadata::is_file).map(|found| found.len());
        Ok(Input::new(name, folder, length, file))
    }

    fn new(name: String, folder: PathBuf, length: Option<u64>, reader: impl Read + Send + 'static) -> Input {
        Input { name, folder, reader: BufReader::with_capacity(1 << 16, Box::new(reader)), length }
    }

    /// Whether the input begins with these bytes; consumes nothing. A pipe is read only once for this, and may
    /// deliver fewer bytes at a time.
    pub(crate) fn begins_with(&mut self, bytes: &[u8]) -> Result<bool, Stop> {
        let seen = self.reader.fill_buf().map_err(|error| Stop::refused(&self.name, error))?;
        Ok(seen.starts_with(bytes))
    }

    /// Reads a whole scene or recording, of at most `most` MiB.
    pub(crate) fn read_whole(&mut self, most: u64) -> Result<Vec<u8>, Stop> {
        self.read_within(most, "--max-mib allows more")
    }

    /// Reads a whole picture, still encoded.
    pub(crate) fn read_picture(&mut self) -> Result<Vec<u8>, Stop> {
        self.read_within(MOST_PICTURE, "a smaller picture is needed")
    }

    fn read_within(&mut self, most: u64, advice: &str) -> Result<Vec<u8>, Stop> {
        let most_bytes = most.saturating_mul(1 << 20);
        let too_large = || Stop::refused(&self.name, format_args!("larger than {most} MiB; {advice}"));
        // A file whose length is known to be too large is not read at all; this includes sparse files.
        if self.length.is_some_and(|length| length > most_bytes) {
            return Err(too_large());
        }
        let mut bytes = Vec::with_capacity(self.length.map_or(0, |length| length as usize + 1));
        let read = (&mut self.reader).take(most_bytes.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Stop::refused(&self.name, error))?;
        if bytes.len() as u64 > most_bytes {
            return Err(too_large());
        }
        Ok(bytes)
    }
}
