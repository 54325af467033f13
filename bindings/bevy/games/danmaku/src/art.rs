//! The project's pixel art as pictures, for any engine.

use std::collections::HashMap;

/// A picture with four bytes a pixel, its first row on top.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

macro_rules! pictures {
    ($($name:ident)*) => {
        $(#[doc = concat!("`stage/assets/art/", stringify!($name), ".txt`.")]
        pub fn $name() -> Picture {
            painted(include_str!(concat!("../../../../../stage/assets/art/", stringify!($name), ".txt")))
        })*
    };
}

pictures! { boss needle orb rice ship0 shot star }

fn palette() -> HashMap<char, [u8; 4]> {
    let lines = include_str!("../../../../../stage/assets/art/palette.txt").lines();
    let colour = |line: &str| {
        let number = u32::from_str_radix(line.get(2..8)?, 16).ok()?;
        let [_, r, g, b] = number.to_be_bytes();
        Some((line.chars().next()?, [r, g, b, 255]))
    };
    lines.filter_map(colour).collect()
}

fn painted(text: &str) -> Picture {
    let palette = palette();
    let mut rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    if text.starts_with("mirrored\n") {
        rows.remove(0);
        // The last column is the middle.
        rows.iter_mut().for_each(|row| row.extend_from_within(..row.len() - 1));
        for row in &mut rows {
            let half = row.len() / 2 + 1;
            row[half..].reverse();
        }
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let pixel = |c: Option<&char>| c.and_then(|c| palette.get(c)).copied().unwrap_or_default();
    let rgba = rows.iter().flat_map(|row| (0..width).flat_map(move |x| pixel(row.get(x)))).collect();
    Picture { width: width as u32, height: rows.len() as u32, rgba }
}

/// Makes the picture of a line of text, in white.
pub fn write(text: &str) -> Picture {
    let font: HashMap<char, Vec<&str>> = include_str!("../../../../../stage/assets/art/font.txt")
        .lines()
        .filter_map(|line| {
            let mut parts = line.split(' ');
            Some((parts.next()?.chars().next()?, parts.collect()))
        })
        .collect();
    let mut rows = vec![Vec::new(); 5];
    for letter in text.to_uppercase().chars() {
        let glyph = font.get(&letter);
        for (k, row) in rows.iter_mut().enumerate() {
            match glyph.and_then(|glyph| glyph.get(k)) {
                Some(dots) => row.extend(dots.bytes().map(|dot| dot == b'#')),
                None => row.extend([false; 3]),
            }
            row.push(false);
        }
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
    rows.iter_mut().for_each(|row| row.resize(width, false));
    let rgba = rows.iter().flatten().flat_map(|&dot| if dot { [255; 4] } else { [0; 4] }).collect();
    Picture { width: width as u32, height: 5, rgba }
}

#[cfg(test)]
mod tests {
    #[test]
    fn pictures_are_whole() {
        for picture in [super::boss(), super::rice(), super::ship0(), super::write("Score 17")] {
            assert_eq!(picture.rgba.len(), (picture.width * picture.height * 4) as usize);
            assert!(picture.rgba.chunks(4).any(|pixel| pixel[3] == 255));
        }
        assert_eq!((super::rice().width, super::rice().height), (7, 10));
    }
}
