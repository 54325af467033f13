//! Pictures as masks: the game's, and one's own.

use kasuri::{Alpha, Mask};
use serde_json::json;

/// The mask of a PNG file as a scene file has it, every so many texels where it would be larger than `most` a side, and how
/// many. What is clear around it is cut off.
pub(crate) fn mask(png: &[u8], alpha: u8, most: u32) -> Result<Vec<u8>, String> {
    let mask = Mask::from_png(png, Alpha(alpha)).map_err(|error| error.to_string())?;
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
    ("moth", include_str!("../../assets/art/boss.txt")),
    ("ship", include_str!("../../assets/art/ship0.txt")),
    ("fly", include_str!("../../assets/art/fly.txt")),
    ("mine", include_str!("../../assets/art/mine.txt")),
    ("star", include_str!("../../assets/art/star.txt")),
];

/// The rows of a mask of the game's, by what it shows.
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

/// The box of all texels that are set, half-open.
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
        assert!(mask(b"GIF89a", 128, 64).is_err_and(|why| why.contains("PNG")));
    }
}
