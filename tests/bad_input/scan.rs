//! Lists the public functions by reading the text of the sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The public functions by name, such as `World::step` or `query::overlaps`, with the text of their arguments.
pub type Functions = BTreeMap<String, String>;

pub fn public_functions() -> Functions {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut functions = Functions::new();
    for file in files(&root) {
        scan(&fs::read_to_string(&file).unwrap(), &module_of(&root, &file), &mut functions);
    }
    functions
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            all.extend(files(&entry));
        } else if entry.extension().is_some_and(|e| e == "rs") {
            all.push(entry);
        }
    }
    all.sort();
    all
}

/// Returns the module of a free function of a file: that of the nearest public folder, because files are private.
fn module_of(root: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(root).unwrap();
    let mut folder = inside.parent().unwrap();
    while let (Some(outer), Some(name)) = (folder.parent(), folder.file_name())
        && let Ok(text) = fs::read_to_string(root.join(outer).join("mod.rs"))
        && !text.contains(&format!("pub mod {};", name.to_str().unwrap()))
    {
        folder = outer;
    }
    let folder = folder.to_str().unwrap().replace('/', "::");
    let stem = inside.file_stem().unwrap().to_str().unwrap();
    // Functions at the root, and those that are re-exported there.
    if folder.is_empty() { stem.to_owned() } else { folder }
}

/// Scans a file. rustfmt makes blocks at the left margin begin with their head and end with a brace alone.
fn scan(text: &str, module: &str, functions: &mut Functions) {
    let mut block: Option<(String, bool)> = None;
    let mut lines = text.lines().peekable();
    let mut is_tests = false;
    while let Some(line) = lines.next() {
        if line.starts_with('}') {
            (block, is_tests) = (None, false);
        }
        is_tests |= line.starts_with("mod tests");
        if let Some((name, is_trait)) = head(line) {
            block = Some((name, is_trait));
        }
        let is_hidden = |line: &str| line.trim_start().starts_with("#[cfg(test)]");
        if is_tests || is_hidden(line) {
            continue;
        }
        let mut code = line.trim_start();
        let is_public = code.starts_with("pub ");
        code = code.strip_prefix("pub ").unwrap_or(code);
        code = code.strip_prefix("const ").unwrap_or(code);
        code = code.strip_prefix("async ").unwrap_or(code);
        let Some(rest) = code.strip_prefix("fn ") else { continue };
        let in_trait = block.as_ref().is_some_and(|(_, is_trait)| *is_trait) && line.starts_with("    fn");
        if !is_public && !in_trait {
            continue;
        }
        let mut head = rest.to_owned();
        while !head.ends_with(['{', ';', '}']) {
            let Some(next) = lines.next() else { break };
            head += " ";
            head += next.trim();
        }
        let name: String = head.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let owner = match &block {
            Some((owner, _)) if line.starts_with(' ') => owner.clone(),
            _ => module.to_owned(),
        };
        functions.insert(format!("{owner}::{name}"), arguments(&head));
    }
}

/// Returns the type or trait of a block, and whether it is a public trait.
fn head(line: &str) -> Option<(String, bool)> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    if let Some(name) = line.strip_prefix("pub trait ") {
        return Some((word(name), true));
    }
    let rest = line.strip_prefix("impl")?;
    let rest = if rest.starts_with('<') { rest.split_once("> ")?.1 } else { rest.trim_start() };
    // Methods that implement a trait are public through the trait.
    (!rest.contains(" for ")).then(|| (word(rest), false))
}

/// Returns the text between the parentheses, without self.
fn arguments(head: &str) -> String {
    let (mut depth, mut angle, mut start) = (0, 0, None);
    for (k, c) in head.char_indices() {
        match c {
            '<' if depth == 0 => angle += 1,
            '>' if depth == 0 && !head[..k].ends_with('-') => angle -= 1,
            '(' if angle == 0 => {
                depth += 1;
                start.get_or_insert(k + 1);
            }
            ')' if angle == 0 => {
                depth -= 1;
                if depth == 0 {
                    let inside = head[start.unwrap()..k].trim().trim_end_matches(',');
                    let own = ["&mut self", "&self", "mut self", "self: &Arc<TileMap>", "self"];
                    let found = own.iter().find_map(|own| inside.strip_prefix(own));
                    return found.unwrap_or(inside).trim_start_matches(',').trim().to_owned();
                }
            }
            _ => {}
        }
    }
    String::new()
}
