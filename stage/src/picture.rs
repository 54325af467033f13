//! Pictures, and the colours of bodies without art.

/// A picture as RGB, row by row.
pub struct Picture {
    /// Pixels per row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Three bytes per pixel.
    pub rgb: Vec<u8>,
}

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// The ground: squares in two alternating colours.
pub const GROUND: [Rgb; 2] = [[16, 18, 32], [24, 27, 46]];
/// The colour of hits.
pub const HIT: Rgb = [255, 244, 120];
/// One colour for each look in turn; they differ from the ground and from the hits.
pub const INKS: [Rgb; 6] =
    [[86, 156, 214], [214, 93, 128], [94, 178, 120], [166, 122, 220], [222, 140, 72], [96, 190, 196]];
/// World pixels shown around the bodies.
pub const MARGIN: i32 = 4;

/// Reads a colour of six hexadecimal digits.
pub fn colour(text: &str) -> Result<[u8; 3], String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_hex = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = if is_hex { u32::from_str_radix(digits, 16).ok() } else { None };
    let [_, r, g, b] = value.ok_or("six hexadecimal digits are expected, such as ff00ff")?.to_be_bytes();
    Ok([r, g, b])
}
