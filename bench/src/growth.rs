//! A drawing of how the time for candidate pairs grows with the number of boxes.

use std::fmt::Write;
use std::time::Duration;

use crate::{Clock, Job, KASURI, Unsteady, Work, workloads};

const COUNTS: [usize; 7] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
/// The size of the picture; and the frame in it: left, top, right, bottom.
const SIZE: [f64; 2] = [880.0, 520.0];
const FRAME: [f64; 4] = [80.0, 70.0, 690.0, 440.0];
const INKS: [&str; 4] = ["#c2185b", "#1565c0", "#2e7d32", "#6d4c41"];

pub(crate) type Way = (&'static str, fn(usize) -> Job);

/// A line of the drawing: numbers of boxes, and the nanoseconds per body and pair.
struct Line {
    by: &'static str,
    times: Vec<(usize, f64)>,
}

/// Times w1 from 1,000 to 1,000,000 boxes by Kasuri and, with the feature `rivals`, by other engines. Returns the
/// drawing as SVG, and its numbers, one row each.
pub fn growth() -> Result<(String, String), Unsteady> {
    let mut lines = Vec::new();
    for (by, job) in ways() {
        let times = COUNTS.map(|n| Ok((n, nanoseconds(n, job(n), by)?)));
        lines.push(Line { by, times: times.into_iter().collect::<Result<_, _>>()? });
    }
    let mut table = String::from("contender\tn\tns_a_body_and_pair\n");
    for Line { by, times } in &lines {
        times.iter().for_each(|(n, time)| table += &format!("{by}\t{n}\t{time:.3}\n"));
    }
    Ok((draw(&lines), table))
}

fn ways() -> Vec<Way> {
    let ours: Way = (KASURI, workloads::boxes::within::<kasuri::broad::Auto>);
    #[cfg(not(feature = "rivals"))]
    let rivals: [Way; 0] = [];
    #[cfg(feature = "rivals")]
    let rivals = crate::rivals::GROWING;
    std::iter::once(ours).chain(rivals).collect()
}

/// Returns the shortest time of several runs, per body and pair. Noise can only make a run longer.
fn nanoseconds(n: usize, mut job: Job, name: &'static str) -> Result<f64, Unsteady> {
    let first = job(&mut Clock::default());
    let mut least = Duration::MAX;
    for _ in 0..(4_000_000 / n).clamp(5, 100) {
        let mut clock = Clock::default();
        let later = job(&mut clock);
        if later != first {
            return Err(Unsteady { name, first, later });
        }
        least = least.min(clock.elapsed());
    }
    let Work { items: frames, count: pairs, .. } = first;
    Ok(least.as_secs_f64() * 1e9 / (n as u64 * frames + pairs) as f64)
}

/// Draws numbers of boxes on a logarithmic axis to the right, and nanoseconds upwards.
fn draw(lines: &[Line]) -> String {
    let [left, top, right, bottom] = FRAME;
    let most = lines.iter().flat_map(|line| &line.times).map(|&(_, time)| time).fold(1.0, f64::max);
    let tick = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0].into_iter().find(|tick| most / tick <= 6.0);
    let tick = tick.unwrap_or(500.0);
    let most = (most / tick).ceil() * tick;
    let x = |n: usize| left + (right - left) * ((n as f64).log10() - 3.0) / 3.0;
    let y = |time: f64| bottom - (bottom - top) * time / most;
    let text = |x: f64, y: f64, anchor: &str, ink: &str, words: &str| {
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{ink}\">{words}</text>\n")
    };
    let [width, height] = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"20\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    svg +=
        &text(left, 34.0, "start", "#202020", "Candidate pairs of moving boxes: nanoseconds a body and pair");
    let mut rule = |[x0, y0]: [f64; 2], [x1, y1]: [f64; 2], ink: &str| {
        let _ = writeln!(
            svg,
            "<line x1=\"{x0:.1}\" y1=\"{y0:.1}\" x2=\"{x1:.1}\" y2=\"{y1:.1}\" stroke=\"{ink}\"/>"
        );
    };
    let ticks: Vec<f64> = (0..).map(|k| f64::from(k) * tick).take_while(|&time| time <= most).collect();
    ticks.iter().for_each(|&time| rule([left, y(time)], [right, y(time)], "#d8d8d8"));
    rule([left, top], [left, bottom], "#202020");
    rule([left, bottom], [right, bottom], "#202020");
    for &time in &ticks {
        svg += &text(left - 10.0, y(time) + 7.0, "end", "#202020", &time.to_string());
    }
    svg += &text(left - 10.0, top - 12.0, "end", "#202020", "ns");
    for (n, words) in [(1_000, "1k"), (10_000, "10k"), (100_000, "100k"), (1_000_000, "1M")] {
        svg += &text(x(n), bottom + 28.0, "middle", "#202020", words);
    }
    svg += &text(
        (left + right) / 2.0,
        bottom + 60.0,
        "middle",
        "#202020",
        "boxes, each with one neighbour on average",
    );
    // Names are at the ends of the lines, at least one text line apart.
    let mut ends: Vec<(f64, usize)> = Vec::new();
    for (k, line) in lines.iter().enumerate() {
        let points = line.times.iter().map(|&(n, time)| format!("{:.1},{:.1} ", x(n), y(time)));
        let (points, ink) = (points.collect::<String>(), INKS[k % INKS.len()]);
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"3\"/>",
            points.trim_end()
        );
        ends.extend(line.times.last().map(|&(_, time)| (y(time), k)));
    }
    ends.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut lowest = f64::MIN;
    for (at, k) in ends {
        lowest = at.max(lowest + 24.0);
        svg += &text(right + 10.0, lowest + 7.0, "start", INKS[k % INKS.len()], lines[k].by);
    }
    svg + "</svg>\n"
}
