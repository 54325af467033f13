//! Tables of frames: the time that a frame of a game takes, stage by stage.

use std::io::{self, Write};
use std::time::Duration;

use kasuri_bench::{Effort, Goals, Table, TableRow};
use serde_json::{Value, json};

use super::row::{Before, Key};
use crate::numbers::short;
use crate::stop::Stop;

/// A scene of a table.
pub(super) struct Scene {
    pub(super) table: &'static str,
    pub(super) bullets: usize,
    pub(super) row: TableRow,
}

/// Measures tables for each number of bullets. Writes each line as soon as it is known, unless `is_quiet` is set.
pub(super) fn measure(
    tables: &[Table],
    bullets: &[usize],
    seconds: f64,
    with_goals: bool,
    is_quiet: bool,
    before: Option<&Before>,
) -> Result<Vec<Scene>, Stop> {
    let mut scenes = Vec::new();
    for table in tables {
        for &bullets in bullets {
            let effort = Effort { bullets, measure: Duration::from_secs_f64(seconds), ..Effort::default() };
            let mut goals = Goals::default();
            let mut out = Lines { is_quiet, is_first: true, written: Ok(()) };
            let done = table.measure(&effort, |mut row| {
                if !with_goals {
                    row.cells.iter_mut().for_each(|cell| cell.goal = None);
                }
                let scene = Scene { table: table.name, bullets, row };
                out.line(&scene, before);
                goals.count(&scene.row);
                scenes.push(scene);
            });
            done.map_err(Stop::Unwritten)?;
            out.write(&goals.to_string());
            out.written.map_err(Stop::output)?;
        }
    }
    Ok(scenes)
}

/// The lines of a table, below its head.
struct Lines {
    is_quiet: bool,
    is_first: bool,
    written: io::Result<()>,
}

impl Lines {
    fn line(&mut self, scene: &Scene, before: Option<&Before>) {
        let Scene { table, bullets, row } = scene;
        let mut text = row.line();
        if let Some(before) = before.and_then(|before| before.get(&scene.key())) {
            text += &format!("  {:>6.2}x", before / scene.value());
        }
        if std::mem::take(&mut self.is_first) {
            let title = format!("{table}, {} bullets", short(*bullets as f64));
            text = format!("\n{title}\n{}\n{text}", row.head());
        }
        self.write(&format!("{text}\n"));
    }

    fn write(&mut self, text: &str) {
        if !self.is_quiet && self.written.is_ok() {
            let mut out = io::stdout().lock();
            self.written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }
}

impl Scene {
    /// Returns the number that is compared: the first of the row.
    fn value(&self) -> f64 {
        self.row.cells.first().map_or(0.0, |cell| cell.value)
    }

    fn key(&self) -> Key {
        (self.table.into(), self.bullets, self.row.name.clone())
    }

    pub(super) fn json(&self) -> Value {
        let numbers: Vec<Value> = (self.row.cells.iter())
            .map(|cell| json!({ "name": cell.name, "value": cell.value, "goal": cell.goal }))
            .collect();
        json!({ "table": self.table, "n": self.bullets, "scene": self.row.name, "numbers": numbers })
    }
}

/// Reads what [`Scene::json`] wrote, with its key.
pub(super) fn read(scene: &Value) -> Option<(Key, f64)> {
    let key =
        (scene["table"].as_str()?.into(), scene["n"].as_u64()? as usize, scene["scene"].as_str()?.into());
    Some((key, scene["numbers"][0]["value"].as_f64()?))
}
