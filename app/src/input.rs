//! What a command reads: a file, or standard input.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::stop::Stop;

/// The largest picture that is read, in MiB.
const MOST_PICTURE: u64 = 64;

/// Something open for reading.
pub(crate) struct Input {
    /// What messages call it.
    pub(crate) name: String,
    /// Where the scene's pictures are.
    pub(crate) folder: PathBuf,
    pub(crate) reader: BufReader<Box<dyn Read + Send>>,
    /// How many bytes it has, where that is known before it is read.
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

    /// Whether it begins with some bytes; nothing is read yet. A pipe is asked once: it may bring fewer at a time.
    pub(crate) fn begins_with(&mut self, bytes: &[u8]) -> Result<bool, Stop> {
        let seen = self.reader.fill_buf().map_err(|error| Stop::refused(&self.name, error))?;
        Ok(seen.starts_with(bytes))
    }

    /// A whole scene or recording, of so many MiB at most.
    pub(crate) fn read_whole(&mut self, most: u64) -> Result<Vec<u8>, Stop> {
        self.read_within(most, "--max-mib allows more")
    }

    /// A whole picture, still encoded.
    pub(crate) fn read_picture(&mut self) -> Result<Vec<u8>, Stop> {
        self.read_within(MOST_PICTURE, "a smaller picture is needed")
    }

    fn read_within(&mut self, most: u64, advice: &str) -> Result<Vec<u8>, Stop> {
        let most_bytes = most.saturating_mul(1 << 20);
        let too_large = || Stop::refused(&self.name, format_args!("larger than {most} MiB; {advice}"));
        // What is said to be too large is not read at all, sparse files among it.
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
