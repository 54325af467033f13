//! Writes the tables of docs/speed.md and the short one of the README from the tables in bench/results.

use std::fmt::Write;
use std::path::Path;

/// The lines before and after the tables in both documents.
pub const MARKS: [&str; 2] =
    ["<!-- how fast: scripts/how-fast writes these tables -->", "<!-- how fast: end -->"];

/// A line of a table: a number from a table of results.
struct Line {
    file: &'static str,
    scene: &'static str,
    column: &'static str,
    what: &'static str,
    /// What the time includes, and what was prepared before.
    included: &'static str,
    beside: Beside,
}

/// What is shown beside a time.
enum Beside {
    Nothing,
    /// A description of another row of the same table; the text says how many times the time it takes.
    Scene(&'static str, &'static str),
    /// A description of another column of the row.
    Column(&'static str, &'static str),
    /// Other programs with the same workload, each with its name in the text. The text begins with the closest one.
    Rivals(&'static [(&'static str, &'static str)]),
}

use Beside::{Column, Nothing, Rivals, Scene};

const fn frame(scene: &'static str, what: &'static str, included: &'static str, beside: Beside) -> Line {
    Line { file: "frames", scene, column: "frame us", what, included, beside }
}

const fn scene(
    [file, scene, column]: [&'static str; 3],
    what: &'static str,
    included: &'static str,
    beside: Beside,
) -> Line {
    Line { file, scene, column, what, included, beside }
}

const fn rivals(
    [file, scene, what, included]: [&'static str; 4],
    of: &'static [(&'static str, &'static str)],
) -> Line {
    Line { file, scene, column: "median", what, included, beside: Rivals(of) }
}

/// In place of a scene: the row with the greatest number. The text names it.
const SLOWEST: &str = "slowest";
const COPIES: &str = "72 turned copies, by hand";

/// Frames through `World`, the slow ones too.
const GAMES: &[Line] = &[
    frame(
        "upright",
        "10,000 bullets of 8 px against 200 enemies of 64 px; sprites at fractions of pixels",
        "moves, step, hits, events; masks are prepared",
        Nothing,
    ),
    frame("upright, graze", "the same; bullets graze at 8 px", "grazes too", Nothing),
    frame(
        "turned",
        "the same; every sprite is turned to its direction of flight",
        "covered pixels are computed in each frame; turns are kept",
        Scene(
            COPIES,
            "72 turned copies of each mask and a grid, written by hand; angles are rounded to 5 degrees, so its hits differ",
        ),
    ),
    frame("spin", "the same; every angle is new in each frame", "new turns too", Nothing),
    frame("turned, graze", "turned, with grazes", "grazes too", Nothing),
    frame("spin, graze", "every angle new, with grazes", "new turns and grazes too", Nothing),
    scene(
        ["matrix", "hexagon x hexagon", "frame us"],
        "turned hexagons against turned hexagons",
        "moves, step, hits, events; shapes are prepared",
        Nothing,
    ),
    scene(
        ["matrix", "turned sprite x turned box, graze", "frame us"],
        "turned sprites against turned boxes, with grazes",
        "covered pixels are computed in each frame",
        Nothing,
    ),
    scene(
        ["matrix", SLOWEST, "frame us"],
        "the slowest of 144 such frames: every kind of bullet against every kind of target, without and with grazes",
        "the same",
        Nothing,
    ),
    scene(
        ["beside", "tile map", "frame us"],
        "10,000 circles against a tile map of 8,160 cells",
        "moves, step, hits, events; the map is prepared",
        Nothing,
    ),
    scene(
        ["beside", "giant, turned, graze", "frame us"],
        "10,000 turned sprites against a turned sprite of 2,048 x 1,024 px, with grazes",
        "covered pixels are computed in each frame",
        Nothing,
    ),
    scene(
        ["swept", "circles, hexagons", "frame us"],
        "10,000 swept circles against hexagons",
        "moves, step, hits with their times",
        Column("plain us", "not swept"),
    ),
    scene(
        ["swept", "turned sprites", "frame us"],
        "10,000 swept turned sprites against turned sprites",
        "the same",
        Column("plain us", "not swept"),
    ),
    scene(
        ["churn", "20000 bullets, turned", "frame us"],
        "20,000 turned bullets around a player, with grazes; 100 of them are removed and 100 spawned",
        "removing, spawning, moves, step, events; masks are prepared",
        Nothing,
    ),
    scene(["churn", "100000 bullets, turned", "frame us"], "100,000 of them", "the same", Nothing),
    scene(
        ["worst", "5000 bullets, turned", "median us"],
        "5,000 of them, 2,000 frames played five times",
        "the same",
        Column("worst us", "the worst of the 2,000 frames"),
    ),
];

/// Pairs from poses, queries, and parts of a frame.
const PARTS: &[Line] = &[
    scene(
        ["poses", "turned boxes, f64", "ns a pair"],
        "pairs of turned boxes from x, y, half sides and angle",
        "snapping, sine and cosine, the test; nothing is prepared",
        Scene("turned boxes, one by one", "`Shape::place` and `query::overlaps` for each pair"),
    ),
    scene(
        ["poses", "circles, f64", "ns a pair"],
        "pairs of circles from x, y and radius",
        "the same",
        Nothing,
    ),
    scene(
        ["poses", "turned hexagons by index", "ns a pair"],
        "pairs of hexagons from index, x, y and angle",
        "the same; the list of shapes is prepared",
        Nothing,
    ),
    scene(
        ["poses", "turned sprites, 64 px", "ns a pair"],
        "pairs of turned sprites of 64 px from mask, x, y and angle",
        "turns and covered pixels of both; masks are prepared",
        Nothing,
    ),
    scene(
        ["nearest", "64 circles", "nearest(8) us"],
        "the 8 nearest of 64 circles in a world",
        "the whole query",
        Nothing,
    ),
    scene(
        ["nearest", "100000 circles", "nearest(8) us"],
        "the 8 nearest of 100,000 circles",
        "the query; its tree is built before",
        Nothing,
    ),
    scene(
        ["contacts", "box, noise", "us"],
        "the contact of a walker, a box, with a tile map of 10,000 cells",
        "the whole query",
        Nothing,
    ),
    scene(["contacts", "sprite, noise", "us"], "the same; the walker is a sprite", "the same", Nothing),
];

const BOXES: &[(&str, &str)] = &[
    ("plain grid", "a grid, written by hand"),
    ("parry Bvh, as rapier keeps it", "parry's Bvh"),
    ("broccoli", "broccoli"),
    ("rstar", "rstar"),
    ("Box2D tree", "Box2D's tree"),
];
const MASKS: &[(&str, &str)] =
    &[("plain rows", "rows of 64 bits, written by hand"), ("pygame-ce, the C code", "pygame-ce's C code")];
const UPRIGHT: &[(&str, &str)] = &[("plain grid and rows", "a grid and rows of 64 bits, written by hand")];

/// The same workloads in other programs.
const RIVALS: &[Line] = &[
    rivals(
        ["w1", "w1-10k", "10,000 moving boxes, all candidate pairs", "everything, also the order of pairs"],
        BOXES,
    ),
    rivals(
        ["w1", "w1-100k", "100,000 of these boxes", "the same"],
        &[
            ("plain grid", "a grid, written by hand"),
            ("parry Bvh, as rapier keeps it", "parry's Bvh"),
            ("broccoli", "broccoli"),
            ("Box2D tree", "Box2D's tree"),
        ],
    ),
    rivals(
        ["w1b", "w1b-10k", "10,000 bullets against 101 targets, candidate pairs", "the same"],
        &[
            ("plain grid", "a grid, written by hand"),
            ("broccoli of bullets", "broccoli"),
            ("parry Bvh of targets", "parry's Bvh"),
            ("Box2D tree of targets", "Box2D's tree"),
            ("rstar of targets", "rstar"),
        ],
    ),
    rivals(
        [
            "w2",
            "w2-1000k",
            "a million pairs of turned boxes, yes or no",
            "only the test; all are placed before",
        ],
        &[("parry cuboid_cuboid", "parry")],
    ),
    rivals(
        [
            "w3",
            "w3-200k",
            "pairs of polygons of 5 to 8 vertices, yes or no",
            "only the test; all are placed before",
        ],
        &[("parry support maps", "parry")],
    ),
    rivals(["w5", "w5-64", "masks of 64 px at whole pixels, yes or no", "only the test"], MASKS),
    rivals(["w5", "w5-area-256", "masks of 256 px, common pixels counted", "only the count"], MASKS),
    rivals(
        [
            "w6",
            "w6-10k",
            "a frame at whole pixels through `World`: 10,000 bullets, 200 enemies, a ship",
            "moves, step, hits",
        ],
        UPRIGHT,
    ),
    rivals(
        ["w6", "w6-boxes-10k", "the same frame as boxes", "moves, step, hits"],
        &[
            ("rapier, targets only, asked by each bullet", "rapier in the quickest way found"),
            ("rapier, all in its world", "rapier with all bodies in its world"),
        ],
    ),
];

/// The five lines of the README.
const SHORT: &[Line] = &[
    frame("upright", "a frame of sprites: 10,000 bullets of 8 px against 200 enemies of 64 px", "", Nothing),
    frame(
        "turned",
        "the same; every sprite is turned",
        "",
        Scene(COPIES, "72 turned copies of each mask, written by hand, not exact"),
    ),
    rivals(["w6", "w6-10k", "a similar frame, upright, at whole pixels", ""], UPRIGHT),
    rivals(["w1", "w1-10k", "10,000 moving boxes, all candidate pairs", ""], BOXES),
    rivals(["w5", "w5-64", "two masks of 64 px, yes or no", ""], MASKS),
];

/// A table of results: rows by their names and columns.
struct Table {
    file: &'static str,
    /// The comment that describes the machine.
    machine: String,
    /// The day, the processor and the load.
    measured: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(results: &Path, file: &'static str) -> Result<Table, String> {
        let path = results.join(format!("{file}.tsv"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let machine = text.lines().find_map(|line| line.strip_prefix("# processor: ")).unwrap_or_default();
        let measured = measured(&text, machine);
        let mut rows = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
        let head = rows.next().ok_or_else(|| format!("{}: the table is empty", path.display()))?;
        Ok(Table { file, machine: machine.into(), measured, head, rows: rows.collect() })
    }

    fn number(&self, row: &[String], column: &str) -> Result<f64, String> {
        let at = self.head.iter().position(|name| name == column);
        let cell = at.and_then(|at| row.get(at)).and_then(|cell| cell.parse().ok());
        cell.ok_or_else(|| format!("{}: {} has no {column}", self.file, row[0]))
    }

    fn slowest(&self, column: &str) -> Result<&Vec<String>, String> {
        let mut slowest: Option<(f64, &Vec<String>)> = None;
        for row in &self.rows {
            let value = self.number(row, column)?;
            if slowest.is_none_or(|(most, _)| value > most) {
                slowest = Some((value, row));
            }
        }
        slowest.map(|(_, row)| row).ok_or_else(|| format!("{}: the table has no rows", self.file))
    }

    /// Returns the row of a scene, or of a workload and the program that ran it.
    fn row(&self, scene: &str, by: Option<&str>) -> Result<&Vec<String>, String> {
        let is_it =
            |row: &&Vec<String>| row[0] == scene && by.is_none_or(|by| row.get(2).is_some_and(|b| b == by));
        let row = self.rows.iter().find(is_it);
        row.ok_or_else(|| format!("{}: there is no row {scene} {}", self.file, by.unwrap_or_default()))
    }
}

/// Returns the day, the processor and the load of a table, as far as its comments tell.
fn measured(text: &str, machine: &str) -> String {
    let comments = || text.lines().filter(|line| line.starts_with('#'));
    let is_day = |word: &&str| word.len() == 10 && word.as_bytes()[4] == b'-' && word.as_bytes()[7] == b'-';
    // The latest: an earlier one may be that of the compiler.
    let day = comments().flat_map(|line| line.split([' ', ',', ';'])).filter(is_day).max();
    let load = comments().find_map(|line| line.split_once("load when it began: "));
    let load = match load {
        Some((_, load)) => format!("load {}", load.split(';').next().unwrap_or_default()),
        None if comments().any(|line| line.ends_with("quiet")) => "quiet".into(),
        None => "load not noted".into(),
    };
    let processor = machine.split(',').next().unwrap_or_default();
    format!("{}, {processor}, {load}", day.unwrap_or("no date"))
}

/// Returns the tables of docs/speed.md, made from the tables in a folder. The error says what is missing there.
pub fn how_fast(results: &Path) -> Result<String, String> {
    let mut text = format!("{}\n", MARKS[0]);
    for (title, lines) in [
        ("a frame of a game, through `World`", GAMES),
        ("pairs and queries", PARTS),
        ("the same workload in other programs", RIVALS),
    ] {
        let _ = writeln!(
            text,
            "\n| {title} | Kasuri | the time includes | others, in times of Kasuri's | measured |"
        );
        text.push_str("|---|---|---|---|---|\n");
        let mut machines: Vec<String> = Vec::new();
        for line in lines {
            let Row { what, time, beside, table } = Row::read(results, line)?;
            let _ = writeln!(text, "| {what} | {time} | {} | {beside} | {} |", line.included, table.measured);
            if !machines.contains(&table.machine) {
                machines.push(table.machine);
            }
        }
        let _ = writeln!(text, "\nMeasured on: {}.", machines.join("; "));
    }
    let _ = writeln!(text, "\n{}", MARKS[1]);
    Ok(text)
}

/// Returns the table of the README, made from the same tables.
pub fn how_fast_in_short(results: &Path) -> Result<String, String> {
    let mut text =
        format!("{}\n\n| | Kasuri | the closest other | measured |\n|---|---|---|---|\n", MARKS[0]);
    for line in SHORT {
        let Row { what, time, beside, table } = Row::read(results, line)?;
        let closest = beside.split("; ").next().filter(|text| !text.is_empty()).unwrap_or("not compared");
        let day = table.measured.split(',').next().unwrap_or_default();
        let _ = writeln!(text, "| {what} | {time} | {closest} | {day} |");
    }
    let _ = writeln!(text, "\n{}", MARKS[1]);
    Ok(text)
}

/// What a line says.
struct Row {
    what: String,
    time: String,
    beside: String,
    table: Table,
}

impl Row {
    fn read(results: &Path, line: &Line) -> Result<Row, String> {
        let table = Table::read(results, line.file)?;
        let by = matches!(line.beside, Rivals(_)).then_some(crate::KASURI);
        let row =
            if line.scene == SLOWEST { table.slowest(line.column)? } else { table.row(line.scene, by)? };
        let value = table.number(row, line.column)?;
        let time = time(value, unit(&table, row, line.column)?);
        let beside = beside(&table, line, row, value)?;
        let name = if line.scene == SLOWEST { format!(" ({})", row[0]) } else { String::new() };
        Ok(Row { what: format!("{}{name}", line.what), time, beside, table })
    }
}

/// Returns the nanoseconds of a column's unit, and what one number is for.
fn unit(table: &Table, row: &[String], column: &str) -> Result<(f64, &'static str), String> {
    let at = table.head.iter().position(|name| name == "unit");
    match (column, at.and_then(|at| row.get(at)).map(String::as_str)) {
        ("median", Some("ms")) => Ok((1e6, "")),
        ("median", Some("ns")) | ("ns a pair", _) => Ok((1.0, " a pair")),
        ("us", _) => Ok((1e3, "")),
        (column, _) if column.ends_with(" us") => Ok((1e3, "")),
        _ => Err(format!("{}: {column} has no unit", table.file)),
    }
}

fn beside(table: &Table, line: &Line, row: &[String], value: f64) -> Result<String, String> {
    let times = |other: f64| short(other / value);
    Ok(match line.beside {
        Nothing => String::new(),
        Scene(scene, words) => {
            let other = table.number(table.row(scene, None)?, line.column)?;
            format!("{words}: {} times", times(other))
        }
        Column(column, words) => {
            let other = table.number(row, column)?;
            format!("{words}: {}, {} times", time(other, unit(table, row, column)?), times(other))
        }
        Rivals(rivals) => {
            let mut all = Vec::new();
            for (by, words) in rivals {
                let other = table.number(table.row(line.scene, Some(by))?, line.column)?;
                all.push((other, format!("{words}: {} times", times(other))));
            }
            all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            all.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("; ")
        }
    })
}

fn time(value: f64, (nanoseconds, each): (f64, &str)) -> String {
    let ns = value * nanoseconds;
    match ns {
        1e5.. => format!("{} ms{each}", short(ns / 1e6)),
        1e3.. => format!("{} us{each}", short(ns / 1e3)),
        _ => format!("{} ns{each}", short(ns)),
    }
}

/// Writes a number with two significant digits.
fn short(value: f64) -> String {
    match value {
        _ if value >= 9.95 => format!("{value:.0}"),
        _ if value >= 0.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_their_units() {
        let all = [(0.53, 1.0), (7.04, 1.0), (130.4, 1e3), (99.0, 1e3), (4.2, 1e6), (24_665.0, 1e3)];
        let told = all.map(|(value, unit)| time(value, (unit, "")));
        assert_eq!(told, ["0.53 ns", "7.0 ns", "0.13 ms", "99 us", "4.2 ms", "25 ms"]);
    }

    #[test]
    fn a_table_tells_when_and_where_it_was_measured() {
        let comments = "# processor: A B, 2 cores\n# rustc 1 (x 2020-01-01); own; 2026-11-21\n";
        assert_eq!(measured(comments, "A B, 2 cores"), "2026-11-21, A B, load not noted");
        let loaded = format!("{comments}# load when it began: 0.95; times are the thread's own\n");
        assert_eq!(measured(&loaded, "A B, 2 cores"), "2026-11-21, A B, load 0.95");
        assert_eq!(measured("# own; 2026-11-26; quiet\n", "C"), "2026-11-26, C, quiet");
    }

    #[test]
    fn a_row_that_is_missing_is_named() {
        let folder = std::env::temp_dir().join(format!("kasuri-how-fast-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let missing = how_fast(&folder).expect_err("no tables");
        assert!(missing.contains("frames.tsv"), "{missing}");
        std::fs::write(folder.join("frames.tsv"), "# quiet\nscene\tframe us\nupright\t130\n")
            .expect("a file");
        let missing = how_fast(&folder).expect_err("a table of one row");
        assert_eq!(missing, "frames: there is no row upright, graze ");
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
