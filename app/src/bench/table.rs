//! The table for people. Each line is printed as soon as it is known.

use std::io::{self, IsTerminal, Write};

use kasuri_bench::Device;

use super::row::{Before, Ceilings, Row};
use crate::numbers::{seconds, short, time};

pub(super) struct Table {
    is_quiet: bool,
    /// The codes that switch bold on and off; empty if the output is no terminal.
    bold: [&'static str; 2],
    before: Option<Before>,
    last: &'static str,
}

impl Table {
    pub(super) fn new(is_quiet: bool, before: Option<Before>) -> Table {
        let is_plain = !io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some();
        let bold = if is_plain { ["", ""] } else { ["\x1b[1m", "\x1b[0m"] };
        Table { is_quiet, bold, before, last: "" }
    }

    /// Returns the earlier measurements to compare with, if any.
    pub(super) fn before(&self) -> Option<&Before> {
        self.before.as_ref()
    }

    pub(super) fn begin(&self, ceilings: &Ceilings, device: Option<&Device>) -> io::Result<()> {
        let host = ceilings.host.iter().map(|(threads, speed)| match threads {
            1 => format!("{}B/s", short(*speed)),
            threads => format!("{}B/s on {threads} threads", short(*speed)),
        });
        let mut line = format!("memory copies {}", host.collect::<Vec<_>>().join(", "));
        if let (Some(device), Some(speed)) = (device, ceilings.device) {
            line += &format!("; that of {} {}B/s", device.name(), short(speed));
        }
        if cfg!(debug_assertions) {
            line += "\nthis is a debug build: cargo run --release -- bench is several times as fast";
        }
        let [bold, plain] = self.bold;
        let before = if self.before.is_some() { "   before" } else { "" };
        let head = format!(
            "{:<9} {:>8} {:<7} {:>9} {:>6} {:>9} {:>14} {:>8} {:>9} {:>10}{before}",
            "workload", "n", "by", "median", "+-", "each", "a second", "pixels/s", "device", "of ceiling"
        );
        self.write(&format!("{line}\n{bold}{head}{plain}\n"))
    }

    pub(super) fn row(&mut self, row: &Row) -> io::Result<()> {
        let times = &row.times;
        let spread = 50.0 * (times.high.as_secs_f64() - times.low.as_secs_f64()) / row.seconds();
        let each = times.median.as_secs_f64() / times.work.items as f64;
        let line = format!(
            "{:<9} {:>8} {:<7} {:>9} {:>6} {:>9} {:>14} {:>8} {:>9} {:>10}",
            row.family.name,
            row.n,
            row.by(),
            time(times.median),
            format!("{spread:.0} %"),
            seconds(each),
            format!("{} {}", short(row.a_second()), row.family.unit),
            row.pixels_a_second().map_or(String::new(), short),
            times.device.map_or(String::new(), time),
            format!("{:.1} %", 100.0 * row.share()),
        );
        let before = match self.before.as_ref().map(|before| before.get(&row.key())) {
            Some(Some(before)) => format!("  {:>6.2}x", before / row.seconds()),
            _ => String::new(),
        };
        let gap = if self.last.is_empty() || self.last == row.family.name { "" } else { "\n" };
        self.last = row.family.name;
        self.write(&format!("{gap}{}{before}\n", line.trim_end()))
    }

    fn write(&self, text: &str) -> io::Result<()> {
        if self.is_quiet {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}
