//! Pictures that a command is given, read as masks (SPEC 4).

use std::path::Path;

use clap::Args;
use kasuri::{Alpha, Key, Mask};

use crate::input::Input;
use crate::numbers;
use crate::stop::Stop;

/// Which pixels of a picture are solid.
#[derive(Args)]
pub(crate) struct Art {
    /// Pixels are solid where their alpha is at least this, 0 to 255
    #[arg(long, default_value_t = 128)]
    alpha: u8,
    /// Pixels are solid where their colour is not this one, whatever their alpha
    #[arg(long, value_name = "RRGGBB", value_parser = numbers::colour, conflicts_with = "alpha")]
    key: Option<[u8; 3]>,
}

impl Art {
    /// The mask of a PNG file, or of standard input for "-".
    pub(crate) fn read(&self, path: &Path) -> Result<Mask, Stop> {
        let mut input = Input::open(path)?;
        let bytes = input.read_picture()?;
        let mask = match self.key {
            Some(key) => Mask::from_png(&bytes, Key(key)),
            None => Mask::from_png(&bytes, Alpha(self.alpha)),
        };
        mask.map_err(|error| Stop::refused(&input.name, error))
    }
}
