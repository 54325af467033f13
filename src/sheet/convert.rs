//! Sheets from what other programs write.

use crate::error::Result;
use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::mask::aseprite::Aseprite;
use crate::sheet::{Sheet, SheetFrame, SheetRegion, SheetShape};

impl Sheet {
    /// Makes a sheet of an Aseprite export and the mask of its picture: its slices become boxes. Of two slices with one name in a
    /// frame the first is taken. A slice's pivot becomes the pivot of the frame; the first slice that has one counts.
    ///
    /// ```
    /// use kasuri::{mask::aseprite::Aseprite, sheet::Sheet, Mask};
    /// let json = r#"{"frames": [{"filename": "bee 0", "duration": 60, "frame": {"x": 0, "y": 0, "w": 3, "h": 2},
    ///     "spriteSourceSize": {"x": 0, "y": 0, "w": 3, "h": 2}, "sourceSize": {"w": 3, "h": 2}}],
    ///     "meta": {"image": "bee.png", "slices": [{"name": "tail", "keys": [
    ///         {"frame": 0, "bounds": {"x": 2, "y": 0, "w": 1, "h": 2}}]}]}}"#;
    /// let bee = Sheet::from_aseprite(&Aseprite::from_json(json)?, &Mask::from_rows(&["##.", "###"])?)?;
    /// assert_eq!((bee.image(), bee.frames()[0].duration), (Some("bee.png"), 60));
    /// assert!(bee.frames()[0].region("tail").is_some());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_aseprite(export: &Aseprite, picture: &Mask) -> Result<Sheet> {
        let names: Vec<&str> = export.names().collect();
        let frame = |(k, mask): (usize, Mask)| {
            let is_new = names.iter().position(|name| *name == names[k]) == Some(k);
            let mut frame = SheetFrame::new(mask);
            frame.name = if is_new { names[k].into() } else { format!("{} {k}", names[k]) };
            frame.duration = export.duration(k);
            frame.at = export.corner(k);
            let slices = export.regions(k);
            if let Some(pivot) = slices.iter().find_map(|slice| slice.pivot) {
                frame.pivot = pivot;
            }
            for slice in &slices {
                // More regions than a body can have are refused in the end.
                if frame.regions.len() <= 256 && frame.region(slice.name).is_none() {
                    let b = slice.bounds;
                    let [x0, y0, x1, y1] = [b.x0, b.y0, b.x1, b.y1].map(f64::from);
                    let (at, half) = (
                        Vec2::new((x0 + x1) / 2.0, (y0 + y1) / 2.0),
                        Vec2::new((x1 - x0) / 2.0, (y1 - y0) / 2.0),
                    );
                    frame
                        .regions
                        .push(SheetRegion::new(slice.name, SheetShape::Box { at, half, angle: 0.0 }));
                }
            }
            frame
        };
        let frames = export.masks(picture)?.into_iter().enumerate().map(frame).collect();
        let mut tags = Vec::new();
        for tag in export.tags() {
            // Aseprite allows two tags with one name.
            if !tags.iter().any(|known: &crate::mask::aseprite::Tag| known.name == tag.name) {
                tags.push(tag.clone());
            }
        }
        let sheet = Sheet::new(frames, tags)?;
        Ok(match export.image() {
            Some(image) => sheet.with_image(image),
            None => sheet,
        })
    }
}
