//! Reads the pictures that a command gets as masks (SPEC 4).

use std::path::Path;

use clap::Args;
use kasuri::{
    Mask,
    mask::{Alpha, ImageFrame, Key},
};

use crate::input::Input;
use crate::numbers;
use crate::stop::Stop;

/// Which pixels of a picture are solid.
#[derive(Args)]
pub(crate) struct Art {
    /// A pixel is solid if its alpha is at least this, 0 to 255
    #[arg(long, default_value_t = 128)]
    alpha: u8,
    /// A pixel is solid if its colour is not this one; alpha is ignored
    #[arg(long, value_name = "RRGGBB", value_parser = numbers::colour, conflicts_with = "alpha")]
    key: Option<[u8; 3]>,
}

impl Art {
    /// Reads the mask of a picture, or of standard input for "-". An animated picture gives its first frame.
    pub(crate) fn read(&self, path: &Path) -> Result<Mask, Stop> {
        let (name, bytes) = read(path)?;
        let mask = match self.key {
            Some(key) => Mask::from_image(&bytes, Key(key)),
            None => Mask::from_image(&bytes, Alpha(self.alpha)),
        };
        mask.map_err(|error| Stop::refused(&name, error))
    }

    /// Reads the masks of all frames of a picture; a still picture gives one.
    pub(crate) fn read_frames(&self, path: &Path) -> Result<Vec<Mask>, Stop> {
        let (name, bytes) = read(path)?;
        let frames = self.frames_of(&bytes).map_err(|error| Stop::refused(&name, error))?;
        Ok(frames.into_iter().map(|ImageFrame { mask, .. }| mask).collect())
    }

    /// Returns all frames in the bytes of a picture.
    pub(crate) fn frames_of(&self, bytes: &[u8]) -> kasuri::Result<Vec<ImageFrame>> {
        match self.key {
            Some(key) => Mask::frames_from_image(bytes, Key(key)),
            None => Mask::frames_from_image(bytes, Alpha(self.alpha)),
        }
    }
}

/// Returns a picture's name for messages, and its bytes.
fn read(path: &Path) -> Result<(String, Vec<u8>), Stop> {
    let mut input = Input::open(path)?;
    let bytes = input.read_picture()?;
    Ok((input.name, bytes))
}
