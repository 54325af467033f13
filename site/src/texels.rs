//! Pictures as masks: the game's pictures and the user's.

use kasuri::mask::Alpha;
use kasuri::{ErrorKind, Mask};
use serde_json::json;

/// Returns the mask of a PNG file, as in a scene file, and its step `skip`: only every `skip`-th texel is taken if a
/// side would be longer than `most`. The clear border is cut off.
pub(crate) fn mask(png: &[u8], alpha: u8, most: u32) -> Result<Vec<u8>, String> {
    let mask = Mask::from_image(png, Alpha(alpha)).map_err(|error| match error.kind() {
        ErrorKind::ImageFormat => "this file is not a PNG picture; the editor reads PNG".to_owned(),
        _ => error.to_string(),
    })?;
    let Some([x0, y0, x1, y1]) = solid(&mask) else {
        return Err("the picture has no solid pixel: all of it is clear".to_owned());
    };
    let skip = (x1 - x0).max(y1 - y0).unsigned_abs().div_ceil(most.max(1).into()).max(1) as usize;
    let row = |y: i64| -> String {
        let texels = (x0..x1).step_by(skip);
        texels.map(|x| if mask.get(x, y) { '#' } else { '.' }).collect()
    };
    let rows: Vec<String> = (y0..y1).step_by(skip).map(row).collect();
    Ok(json!({ "rows": rows, "skip": skip }).to_string().into_bytes())
}

/// The game's own art.
const ART: [(&str, &str); 5] = [
    ("moth", include_str!("../../stage/assets/art/boss.txt")),
    ("ship", include_str!("../../stage/assets/art/ship0.txt")),
    ("fly", include_str!("../../stage/assets/art/fly.txt")),
    ("mine", include_str!("../../stage/assets/art/mine.txt")),
    ("star", include_str!("../../stage/assets/art/star.txt")),
];

/// Returns the rows of a mask of the game, by its name.
pub(crate) fn art(name: &str) -> Result<Vec<u8>, String> {
    let found = ART.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| format!("there is no art {name}"))?;
    let (is_half, text) = text.strip_prefix("mirrored\n").map_or((false, *text), |rows| (true, rows));
    let row = |row: &str| -> String {
        let mirrored = row.chars().rev().skip(1).filter(|_| is_half);
        row.chars().chain(mirrored).map(|sign| if sign == '.' { '.' } else { '#' }).collect()
    };
    Ok(json!(text.lines().map(row).collect::<Vec<_>>()).to_string().into_bytes())
}

/// Returns the box of all set texels, half-open.
fn solid(mask: &Mask) -> Option<[i64; 4]> {
    let [width, height] = [mask.width(), mask.height()].map(i64::from);
    let set = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).filter(|&(x, y)| mask.get(x, y));
    set.fold(None, |found, (x, y)| {
        let [x0, y0, x1, y1] = found.unwrap_or([x, y, x, y]);
        Some([x0.min(x), y0.min(y), x1.max(x + 1), y1.max(y + 1)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRAB: &[u8] = include_bytes!("../../assets/try/crab.png");

    #[test]
    fn all_art_is_masks() {
        for (name, _) in ART {
            let rows: Vec<String> = serde_json::from_slice(&art(name).unwrap()).unwrap();
            assert!(Mask::from_rows(&rows).unwrap().count() > 10, "{name}");
        }
        assert!(art("nothing").is_err());
    }

    #[test]
    fn pictures_become_rows() {
        let text = String::from_utf8(mask(CRAB, 128, 64).unwrap()).unwrap();
        assert!(text.contains('#') && text.contains("\"skip\":1"), "{text}");
        let small = String::from_utf8(mask(CRAB, 128, 8).unwrap()).unwrap();
        assert!(small.len() < text.len() && !small.contains("\"skip\":1,"), "{small}");
        assert!(mask(b"no picture", 128, 64).is_err_and(|why| why.contains("PNG")));
    }
}
