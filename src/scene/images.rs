//! The pictures of a scene: only regular files inside its folder, with their size limited before they are read (SPEC 7,
//! SPEC 8).

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::effort::spend;
use crate::error::{Cause, Error, Result};
use crate::mask::{Alpha, Mask};
use crate::scene::json::quoted;

/// The largest picture file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// The pictures of one scene; each is decoded once.
pub(super) struct Images<'a> {
    folder: &'a Path,
    masks: HashMap<(PathBuf, u8), Arc<Mask>>,
}

impl<'a> Images<'a> {
    pub(super) fn new(folder: &'a Path) -> Images<'a> {
        Images { folder, masks: HashMap::new() }
    }

    /// Returns the mask of a picture, by its path relative to the scene.
    pub(super) fn mask(&mut self, name: &str, alpha: u8) -> Result<Arc<Mask>> {
        let path = self.resolve(name)?;
        if let Some(mask) = self.masks.get(&(path.clone(), alpha)) {
            return Ok(mask.clone());
        }
        let mask = Arc::new(Mask::from_image(&read(name, &path)?, Alpha(alpha))?);
        if !spend(u64::from(mask.width()) * u64::from(mask.height()) / 8) {
            // The error of the ceiling replaces this one.
            return Err(Cause::Scene("the pictures take too much work".into()).error());
        }
        self.masks.insert((path, alpha), mask.clone());
        Ok(mask)
    }

    /// Returns the real path of a picture; an error where it is outside the folder, also through symbolic links.
    fn resolve(&self, name: &str) -> Result<PathBuf> {
        let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if name.is_empty() || !Path::new(name).components().all(stays) {
            return Err(outside(name));
        }
        // The empty path means the current directory, but it cannot be looked up.
        let folder = if self.folder == Path::new("") { Path::new(".") } else { self.folder };
        let folder = folder.canonicalize().map_err(|e| unreadable(name, &e))?;
        let path = folder.join(name).canonicalize().map_err(|e| unreadable(name, &e))?;
        if path.starts_with(&folder) { Ok(path) } else { Err(outside(name)) }
    }
}

fn read(name: &str, path: &Path) -> Result<Vec<u8>> {
    // The kind is checked before the file is opened, because opening a named pipe would wait for a writer.
    let found = fs::metadata(path).map_err(|e| unreadable(name, &e))?;
    if !found.is_file() {
        return Err(Cause::Scene(format!("{} is no file; an image is a PNG file", quoted(name))).error());
    }
    if found.len() > MOST_BYTES {
        return Err(too_large(name));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| unreadable(name, &e))?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(name, &e))?;
    if bytes.len() as u64 > MOST_BYTES { Err(too_large(name)) } else { Ok(bytes) }
}

fn outside(name: &str) -> Error {
    let name = quoted(name);
    Cause::Scene(format!("{name} may leave the scene's folder; an image is a relative path inside it"))
        .error()
}

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    Cause::Scene(format!("{} cannot be read: {error}", quoted(name))).error()
}

fn too_large(name: &str) -> Error {
    Cause::Scene(format!("{} is larger than 64 MiB; a smaller picture is needed", quoted(name))).error()
}
