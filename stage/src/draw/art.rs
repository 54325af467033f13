//! Pixel art: a picture whose opaque texels are its mask, so that what is seen is what hits.

use std::sync::{Arc, OnceLock};

use kasuri::Mask;

use crate::picture::Rgb;

/// A mask and the colours of its texels.
#[derive(Debug)]
pub struct Art {
    /// The opaque texels.
    pub mask: Arc<Mask>,
    /// The colours, row by row; those of clear texels are unused.
    pub colours: Vec<Rgb>,
    dim: OnceLock<Arc<Art>>,
}

/// The palette of all art: the character that stands for each colour in a row.
#[derive(Debug)]
pub struct Palette(Vec<(char, Rgb)>);

impl Palette {
    /// Reads lines of a character, a colour as six hexadecimal digits, and its name.
    pub fn read(text: &str) -> Result<Palette, String> {
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let (sign, colour) = (words.next()?, words.next()?);
            Some((sign.chars().next()?, crate::picture::colour(colour).ok()?))
        };
        let lines = text.lines().filter(|line| !line.is_empty());
        lines
            .map(|text| line(text).ok_or_else(|| format!("not a colour: {text}")))
            .collect::<Result<_, _>>()
            .map(Palette)
    }

    /// Returns the colour that a character stands for.
    pub fn colour(&self, sign: char) -> Option<Rgb> {
        self.0.iter().find(|(known, _)| *known == sign).map(|&(_, colour)| colour)
    }
}

impl Art {
    /// Reads rows of characters; '.' is a clear texel. A first line "mirrored" means that the rows are the left half,
    /// and that their last column is the middle column.
    pub fn read(text: &str, palette: &Palette) -> Result<Arc<Art>, String> {
        let (is_half, rows) = match text.strip_prefix("mirrored\n") {
            Some(rows) => (true, rows),
            None => (false, text),
        };
        let whole = |row: &str| {
            let mirrored = row.chars().rev().skip(1).filter(|_| is_half);
            row.chars().chain(mirrored).collect::<String>()
        };
        let rows: Vec<String> = rows.lines().map(whole).collect();
        let mask = Mask::from_rows(&rows).map_err(|error| error.to_string())?;
        let colour = |sign: char| match sign {
            '.' => Ok([0; 3]),
            sign => palette.colour(sign).ok_or_else(|| format!("{sign} is no colour of the palette")),
        };
        let colours = rows.iter().flat_map(|row| row.chars()).map(colour).collect::<Result<_, _>>()?;
        Ok(Arc::new(Art::new(Arc::new(mask), colours)))
    }

    /// Makes art of a mask and a colour for each of its texels, row by row.
    pub fn new(mask: Arc<Mask>, colours: Vec<Rgb>) -> Art {
        Art { mask, colours, dim: OnceLock::new() }
    }

    /// Returns the same in dark colours.
    pub(super) fn dim(&self) -> &Arc<Art> {
        let dim =
            || Arc::new(Art::new(self.mask.clone(), self.colours.iter().map(|&ink| dim(ink)).collect()));
        self.dim.get_or_init(dim)
    }

    /// Returns the colour of a texel.
    pub fn colour(&self, [x, y]: [u32; 2]) -> Rgb {
        self.colours[(y * self.mask.width() + x) as usize]
    }
}

/// Returns a colour at a third of its brightness.
pub(super) fn dim(ink: Rgb) -> Rgb {
    ink.map(|channel| channel / 3)
}
