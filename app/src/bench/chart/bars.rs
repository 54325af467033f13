//! Tables as bars: one row per scene. A bar's length is one of the scene's numbers, a mark shows its goal.

use kasuri_bench::TableRow;

use super::{Axis, Chart, DARK, GREY, Hold, Mark, PALE, PANEL, size_label};
use crate::bench::scenes::Scene;
use crate::numbers::short;
use crate::picture::Rgb;

/// A table at one size.
pub(in crate::bench) struct Bars {
    title: String,
    /// The unit of the numbers.
    unit: &'static str,
    bars: Vec<Bar>,
}

struct Bar {
    name: String,
    value: f64,
    goal: Option<f64>,
    is_missed: bool,
}

/// Makes a chart of bars for each table and size.
pub(in crate::bench) fn bars(scenes: &[Scene]) -> Vec<Bars> {
    let tables = scenes.chunk_by(|a, b| a.table == b.table && a.bullets == b.bullets);
    tables.map(Bars::of).filter(|table| !table.bars.is_empty()).collect()
}

impl Bars {
    fn of(scenes: &[Scene]) -> Bars {
        let name = shown(scenes).unwrap_or_default();
        let bar = |row: &TableRow| {
            let cell = row.cells.iter().find(|cell| cell.name == name)?;
            let is_missed = cell.beyond().is_some_and(|beyond| beyond > 1.0);
            let bar = || Bar { name: row.name.clone(), value: cell.value, goal: cell.goal, is_missed };
            (cell.value > 0.0).then(bar)
        };
        let first = &scenes[0];
        Bars {
            title: format!("{}, {} bullets", first.table, size_label(first.bullets as f64)),
            unit: name,
            bars: scenes.iter().filter_map(|scene| bar(&scene.row)).collect(),
        }
    }

    pub(super) fn height(&self) -> f64 {
        HEAD + ROW * self.bars.len() as f64 + FOOT
    }
}

/// Returns the name of the number that misses its goal most, in any scene; of the first number when none has a goal.
fn shown(scenes: &[Scene]) -> Option<&'static str> {
    let cells = || scenes.iter().flat_map(|scene| &scene.row.cells);
    let missed = cells().filter_map(|cell| Some((cell.name, cell.beyond()?)));
    let most = missed.reduce(|most, next| if next.1 > most.1 { next } else { most });
    most.map(|(name, _)| name).or(cells().next().map(|cell| cell.name))
}

/// The height above the bars, of each bar, and below them.
const HEAD: f64 = 62.0;
const ROW: f64 = 22.0;
const FOOT: f64 = 34.0;
/// Where bars begin, and the space between the longest bar and the right side.
const LEFT: f64 = 340.0;
const RIGHT: f64 = 120.0;
/// The width of a chart of bars.
pub(super) const WIDTH: f64 = 2.0 * PANEL[0];
const REACHED: Rgb = [31, 95, 168];
const MISSED: Rgb = [198, 62, 48];

impl Chart {
    /// Draws a table, starting at `top`.
    pub(super) fn bars(&mut self, table: &Bars, top: f64) {
        let values = table.bars.iter().flat_map(|bar| [Some(bar.value), bar.goal]).flatten();
        let axis = Axis::of(values, LEFT, WIDTH - RIGHT, 10.0);
        let (first, last) = (top + HEAD, top + table.height() - FOOT);
        self.marks.push(Mark::Text {
            at: [16.0, top + 24.0],
            text: table.title.clone(),
            ink: DARK,
            hold: Hold::Start,
            is_bold: true,
        });
        self.text([16.0, top + 46.0], table.unit, GREY, Hold::Start);
        for decade in axis.decades() {
            let x = axis.at(decade);
            self.line([x, first - 6.0], [x, last], 1.0, PALE);
            let label = if decade < 1.0 { decade.to_string() } else { size_label(decade) };
            self.text([x, last + 18.0], &label, DARK, Hold::Middle);
        }
        for (k, bar) in table.bars.iter().enumerate() {
            let y = first + ROW * (k as f64 + 0.5);
            let end = axis.at(bar.value);
            self.line(
                [LEFT, y],
                [end.max(LEFT + 1.0), y],
                10.0,
                if bar.is_missed { MISSED } else { REACHED },
            );
            if let Some(goal) = bar.goal {
                let x = axis.at(goal);
                self.line([x, y - 9.0], [x, y + 9.0], 3.0, DARK);
            }
            self.text([LEFT - 10.0, y + 5.0], &bar.name, DARK, Hold::End);
            self.text([WIDTH - RIGHT + 12.0, y + 5.0], &short(bar.value), DARK, Hold::Start);
        }
    }
}

#[cfg(test)]
mod tests {
    use kasuri_bench::Cell;

    use super::super::svg;
    use super::*;

    #[test]
    fn a_table_is_drawn_with_its_goals() {
        let cell = |name, value, goal| Cell { name, value, goal, is_least: false };
        let scene = |name: &str, ns: f64| Scene {
            table: "poses",
            bullets: 10_000,
            row: TableRow {
                name: name.into(),
                cells: vec![cell("us", 1.0, None), cell("ns a pair", ns, Some(8.0))],
            },
        };
        let scenes = [scene("boxes", 5.9), scene("circles", 80.0)];
        let tables = bars(&scenes);
        assert_eq!((tables.len(), tables[0].unit), (1, "ns a pair"));
        let text = svg::written(&Chart::of(&[], &tables));
        for words in [">poses, 10k bullets<", ">boxes<", ">circles<", ">ns a pair<", ">80.0<", ">100<"] {
            assert!(text.contains(words), "{words} {text}");
        }
        // One value is within its goal, one is over it.
        assert_eq!((text.matches("#1f5fa8").count(), text.matches("#c63e30").count()), (1, 1));
    }
}
