//! The masks of a scene, by name (SPEC 8).

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::error::{At, Cause, Result};
use crate::mask::Mask;
use crate::scene::fields::{Fields, integer, key, object, rows, text};
use crate::scene::images::Images;
use crate::scene::json::{Json, quoted};

/// Masks by the names that bodies and tiles use.
#[derive(Default)]
pub(super) struct NamedMasks<'j> {
    masks: HashMap<Cow<'j, str>, Arc<Mask>>,
}

impl<'j> NamedMasks<'j> {
    pub(super) fn read(json: Json<'j>, folder: &Path) -> Result<NamedMasks<'j>> {
        let mut images = Images::new(folder);
        let mut masks = HashMap::new();
        for (name, json) in object(json, "an object of masks by name")? {
            let mask = mask(json, &mut images).map_err(|e| e.at(key(&name)))?;
            if masks.contains_key(&name) {
                return Err(Cause::RepeatedField.at(key(&name)));
            }
            masks.insert(name, mask);
        }
        Ok(NamedMasks { masks })
    }

    /// Returns the mask that a string names.
    pub(super) fn named(&self, json: Json<'_>) -> Result<&Arc<Mask>> {
        let name = text(json)?;
        let unknown = || Cause::UnknownName { what: "mask", name: quoted(&name), list: "masks" }.error();
        self.masks.get(&*name).ok_or_else(unknown)
    }
}

fn mask(json: Json<'_>, images: &mut Images<'_>) -> Result<Arc<Mask>> {
    let fields = Fields::of(json, "a mask", &["rows", "image", "alpha"])?;
    match fields.one_of(&["rows", "image"])? {
        ("rows", _) if fields.get("alpha").is_some() => {
            Err(Cause::Scene("alpha goes with an image, not with rows".into()).at("alpha"))
        }
        ("rows", json) => rows(json).and_then(|rows| Mask::from_rows(&rows)).at("rows").map(Arc::new),
        (_, json) => {
            let alpha = fields.may("alpha", |json| integer(json, "an alpha threshold", 255))?;
            text(json).and_then(|name| images.mask(&name, alpha.unwrap_or(128) as u8)).at("image")
        }
    }
}
