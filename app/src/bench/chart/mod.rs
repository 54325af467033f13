//! Charts: how time grows with size (one panel per workload), and tables as bars (one bar per row). Charts are marks
//! first; the marks are then written as SVG or PNG.

mod bars;
mod pixels;
mod svg;

use std::io::Write;
use std::path::Path;

use kasuri_bench::Backend;

pub(super) use bars::{Bars, bars};

use super::row::Row;
use crate::numbers::{seconds, short};
use crate::output::Output;
use crate::picture::{self, Rgb};
use crate::stop::Stop;

/// The file format of a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    Svg,
    Png,
}

impl Form {
    /// Returns the format that the file name's ending asks for.
    pub(super) fn of(path: &Path) -> Result<Form, Stop> {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        match ending.as_deref().and_then(std::ffi::OsStr::to_str) {
            Some("svg") => Ok(Form::Svg),
            Some("png") => Ok(Form::Png),
            _ => Err(Stop::refused(&path.display().to_string(), "a chart is drawn as .svg or .png")),
        }
    }

    pub(super) fn draw(self, panels: &[Panel], tables: &[Bars], path: &Path) -> Result<(), Stop> {
        let chart = Chart::of(panels, tables);
        match self {
            Form::Svg => {
                let mut output = Output::open(Some(path)).map_err(Stop::output)?;
                let text = svg::written(&chart);
                output.write_all(text.as_bytes()).and_then(|()| output.finish()).map_err(Stop::output)
            }
            Form::Png => {
                let picture = pixels::drawn(&chart).map_err(Stop::Unwritten)?;
                picture::save(&picture, path).map_err(Stop::output)
            }
        }
    }
}

/// The growth of one workload's time.
pub(super) struct Panel {
    title: String,
    across: String,
    up: String,
    lines: Vec<Line>,
    /// The size from which on the GPU is quicker, if there is one.
    crossing: Option<f64>,
}

/// The times of one backend, by size.
struct Line {
    name: String,
    ink: Rgb,
    points: Vec<[f64; 2]>,
}

/// Makes a panel for each workload that was timed at two sizes or more.
pub(super) fn panels(rows: &[Row]) -> Vec<Panel> {
    let chunks = rows.chunk_by(|a, b| a.family.name == b.family.name);
    chunks.map(panel).filter(|panel| panel.lines.iter().any(|line| line.points.len() > 1)).collect()
}

fn panel(rows: &[Row]) -> Panel {
    let family = rows[0].family;
    // Where the size is the number of items, the panel shows the time for all of them; else the time for one.
    let is_whole = family.n == family.unit;
    let mut lines: Vec<Line> = Vec::new();
    for row in rows {
        let each = if is_whole { 1.0 } else { row.times.work.items as f64 };
        let point = [row.n as f64, row.seconds() / each];
        match lines.iter_mut().find(|line| line.name == row.by()) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name: row.by(), ink: ink(row), points: vec![point] }),
        }
    }
    lines.iter_mut().for_each(|line| line.points.sort_by(|a, b| a[0].total_cmp(&b[0])));
    let of = |name: &str| lines.iter().find(|line| line.name == name);
    let crossing = of("cpu").zip(of("gpu")).and_then(|(cpu, gpu)| crossing(&cpu.points, &gpu.points));
    let up = if is_whole { "all of them".into() } else { format!("a {}", family.unit.trim_end_matches('s')) };
    Panel {
        title: family.name.into(),
        across: family.n.into(),
        up: format!("time for {up}"),
        lines,
        crossing,
    }
}

fn ink(row: &Row) -> Rgb {
    match (row.backend, row.threads) {
        (Backend::Cpu, 1) => [31, 95, 168],
        (Backend::Cpu, 2) => [58, 156, 214],
        (Backend::Cpu, _) => [110, 84, 190],
        (Backend::Gpu, _) => [198, 62, 48],
        (Backend::Auto, _) => [40, 132, 78],
    }
}

/// Returns the size from which on the second line stays below the first, judged by the sizes that both have.
fn crossing(first: &[[f64; 2]], second: &[[f64; 2]]) -> Option<f64> {
    let both: Vec<[f64; 3]> = first
        .iter()
        .filter_map(|&[n, a]| second.iter().find(|[m, _]| *m == n).map(|&[_, b]| [n.ln(), a.ln(), b.ln()]))
        .collect();
    let above = both.iter().rposition(|[_, a, b]| b >= a)?;
    let ([x0, a0, b0], [x1, a1, b1]) = (both[above], *both.get(above + 1)?);
    let (before, after) = (b0 - a0, b1 - a1);
    Some((x0 + (x1 - x0) * before / (before - after)).exp())
}

/// Returns a short label for a size.
fn size_label(n: f64) -> String {
    let (number, unit) = match n {
        1e6.. => (n / 1e6, "M"),
        1e3.. => (n / 1e3, "k"),
        _ => (n, ""),
    };
    let tenths = (number * 10.0).round() / 10.0;
    format!("{tenths}{unit}")
}

/// Marks in the chart's own units, y down.
pub(super) struct Chart {
    size: [f64; 2],
    marks: Vec<Mark>,
}

enum Mark {
    Line { from: [f64; 2], to: [f64; 2], width: f64, ink: Rgb },
    Dot { at: [f64; 2], ink: Rgb },
    Text { at: [f64; 2], text: String, ink: Rgb, hold: Hold, is_bold: bool },
}

/// Which part of a text is at the text's position.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Hold {
    Start,
    Middle,
    End,
}

const PANEL: [f64; 2] = [560.0, 360.0];
/// The space around a panel's axes: left, top, right, bottom.
const ROOM: [f64; 4] = [84.0, 62.0, 24.0, 62.0];
/// The width that one letter of a name needs.
const LETTER: f64 = 11.0;
const DARK: Rgb = [34, 38, 52];
const GREY: Rgb = [112, 118, 134];
const PALE: Rgb = [222, 226, 234];

impl Chart {
    /// Lays out the panels in two columns, and the tables below them.
    fn of(panels: &[Panel], tables: &[Bars]) -> Chart {
        let columns = if tables.is_empty() { panels.len().clamp(1, 2) } else { 2 };
        let rows = panels.len().div_ceil(2).max(usize::from(tables.is_empty()));
        let mut below = PANEL[1] * rows as f64;
        let height = below + tables.iter().map(Bars::height).sum::<f64>();
        let mut chart = Chart { size: [PANEL[0] * columns as f64, height], marks: Vec::new() };
        for table in tables {
            chart.bars(table, below);
            below += table.height();
        }
        for (k, panel) in panels.iter().enumerate() {
            chart.panel(panel, [(k % 2) as f64 * PANEL[0], (k / 2) as f64 * PANEL[1]]);
        }
        if panels.is_empty() && tables.is_empty() {
            let at = [PANEL[0] / 2.0, PANEL[1] / 2.0];
            chart.text(at, "growth needs two sizes or more", GREY, Hold::Middle);
        }
        chart
    }

    fn panel(&mut self, panel: &Panel, corner: [f64; 2]) {
        let points = || panel.lines.iter().flat_map(|line| &line.points);
        let across =
            Axis::of(points().map(|p| p[0]), corner[0] + ROOM[0], corner[0] + PANEL[0] - ROOM[2], 1.0);
        let up = Axis::of(points().map(|p| p[1]), corner[1] + PANEL[1] - ROOM[3], corner[1] + ROOM[1], 10.0);
        let (left, right, top, bottom) = (across.from, across.to, up.to, up.from);
        for decade in up.decades() {
            let y = up.at(decade);
            self.line([left, y], [right, y], 1.0, PALE);
            let label = seconds(decade).replace(".00", "").replace(".0 ", " ");
            self.text([left - 8.0, y + 5.0], &label, DARK, Hold::End);
        }
        let mut sizes: Vec<f64> = points().map(|p| p[0]).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        for n in sizes {
            let x = across.at(n);
            self.line([x, top], [x, bottom], 1.0, PALE);
            self.text([x, bottom + 20.0], &size_label(n), DARK, Hold::Middle);
        }
        self.line([left, bottom], [right, bottom], 1.5, DARK);
        self.line([left, top], [left, bottom], 1.5, DARK);
        let title = [corner[0] + 16.0, corner[1] + 24.0];
        self.marks.push(Mark::Text {
            at: title,
            text: panel.title.clone(),
            ink: DARK,
            hold: Hold::Start,
            is_bold: true,
        });
        self.text([corner[0] + 16.0, corner[1] + 46.0], &panel.up, GREY, Hold::Start);
        self.text([(left + right) / 2.0, bottom + 42.0], &format!("n: {}", panel.across), GREY, Hold::Middle);
        self.crossing(panel, &across, [top, bottom]);
        for (k, line) in panel.lines.iter().enumerate() {
            let places: Vec<[f64; 2]> = line.points.iter().map(|p| [across.at(p[0]), up.at(p[1])]).collect();
            places.windows(2).for_each(|two| self.line(two[0], two[1], 2.5, line.ink));
            self.marks.extend(places.iter().map(|&at| Mark::Dot { at, ink: line.ink }));
            // The names are next to each other, above the right end.
            let behind: usize = panel.lines[k + 1..].iter().map(|line| line.name.len() + 2).sum();
            let at = [right - LETTER * behind as f64, corner[1] + 24.0];
            let (text, ink) = (line.name.clone(), line.ink);
            self.marks.push(Mark::Text { at, text, ink, hold: Hold::End, is_bold: true });
        }
    }

    /// Marks the size from which on the GPU is quicker.
    fn crossing(&mut self, panel: &Panel, across: &Axis, [top, bottom]: [f64; 2]) {
        let Some(n) = panel.crossing else { return };
        let x = across.at(n);
        let mut y = top;
        while y < bottom {
            self.line([x, y], [x, (y + 6.0).min(bottom)], 1.5, GREY);
            y += 11.0;
        }
        let is_left = x < (across.from + across.to) / 2.0;
        let (hold, by) = if is_left { (Hold::Start, 6.0) } else { (Hold::End, -6.0) };
        let text = format!("GPU quicker from {}", short(n));
        self.text([x + by, bottom - 8.0], &text, DARK, hold);
    }

    fn line(&mut self, from: [f64; 2], to: [f64; 2], width: f64, ink: Rgb) {
        self.marks.push(Mark::Line { from, to, width, ink });
    }

    fn text(&mut self, at: [f64; 2], text: &str, ink: Rgb, hold: Hold) {
        self.marks.push(Mark::Text { at, text: text.into(), ink, hold, is_bold: false });
    }
}

/// A logarithmic axis, from one end to the other.
struct Axis {
    least: f64,
    most: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Spans the values: from the next power of `base` below them to the next one above. With base 1 it adds a little
    /// space on both sides instead.
    fn of(values: impl Iterator<Item = f64>, from: f64, to: f64, base: f64) -> Axis {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        values.for_each(|value| (least, most) = (least.min(value), most.max(value)));
        if base > 1.0 {
            least = base.powf(least.log(base).floor());
            most = base.powf(most.log(base).ceil());
        } else {
            (least, most) = (least / 1.3, most * 1.3);
        }
        Axis { least, most: most.max(least * 2.0), from, to }
    }

    fn at(&self, value: f64) -> f64 {
        let part = (value / self.least).ln() / (self.most / self.least).ln();
        self.from + part * (self.to - self.from)
    }

    /// Returns the powers of ten on the axis.
    fn decades(&self) -> Vec<f64> {
        let (from, to) = (self.least.log10().round() as i32, self.most.log10().round() as i32);
        (from..=to).map(|power| 10_f64.powi(power)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_where_they_cross() {
        let cpu: Vec<[f64; 2]> = [1.0, 10.0, 100.0, 1000.0].map(|n| [n, n]).to_vec();
        let gpu: Vec<[f64; 2]> = [1.0, 10.0, 100.0, 1000.0].map(|n| [n, 30.0 + n / 100.0]).to_vec();
        let at = crossing(&cpu, &gpu).unwrap();
        assert!((25.0..40.0).contains(&at), "{at}");
        assert_eq!(crossing(&gpu, &cpu), None, "it is the slower one in the end");
        assert_eq!(crossing(&cpu, &cpu[..1]), None);
    }

    #[test]
    fn axes_hold_their_values() {
        let axis = Axis::of([3e-6, 2e-3].into_iter(), 300.0, 20.0, 10.0);
        assert_eq!(axis.decades().len(), 5);
        assert!((axis.at(1e-6) - 300.0).abs() < 1e-9 && (axis.at(1e-2) - 20.0).abs() < 1e-9);
        assert!(axis.at(3e-6) > axis.at(2e-3));
    }

    #[test]
    fn sizes_are_told_shortly() {
        let told = [4.0, 999.0, 1000.0, 65_536.0, 1_048_576.0, 16_777_216.0].map(size_label);
        assert_eq!(told, ["4", "999", "1k", "65.5k", "1M", "16.8M"]);
    }

    #[test]
    fn a_chart_of_nothing_says_so() {
        let text = svg::written(&Chart::of(&[], &[]));
        assert!(text.contains("two sizes") && text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}
