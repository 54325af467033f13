//! A chart as SVG.

use std::fmt::Write as _;

use super::{Chart, Hold, Mark};
use crate::picture::Rgb;

pub(super) fn written(chart: &Chart) -> String {
    let [width, height] = chart.size;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for mark in &chart.marks {
        // Writing to a string cannot fail.
        let _ = match mark {
            Mark::Line { from: [x1, y1], to: [x2, y2], width, ink } => writeln!(
                text,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\" stroke-width=\"{width}\"/>",
                hex(*ink)
            ),
            Mark::Dot { at: [x, y], ink } => {
                writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{}\"/>", hex(*ink))
            }
            Mark::Text { at: [x, y], text: words, ink, hold, is_bold } => {
                let anchor = match hold {
                    Hold::Start => "start",
                    Hold::Middle => "middle",
                    Hold::End => "end",
                };
                let bold = if *is_bold { " font-weight=\"bold\" font-size=\"17\"" } else { "" };
                let (ink, words) = (hex(*ink), words.replace('&', "&amp;").replace('<', "&lt;"));
                writeln!(
                    text,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{ink}\" text-anchor=\"{anchor}\"{bold}>{words}</text>"
                )
            }
        };
    }
    text + "</svg>\n"
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
