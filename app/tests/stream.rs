//! `kasuri solve --stream`: one answer per line, in order, errors in their place, in constant memory.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Child;

use common::{body, kasuri, run, run_command, scene};
use tempfile::TempDir;

const STREAM: &[&str] = &["solve", "-", "--stream"];
const EMPTY: &str = r#"{"kasuri":1,"backend":"cpu","pairs":[]}"#;

/// Returns a scene whose answer contains its number: it queries which bodies contain [0, 0]. Every third is larger.
fn numbered(k: usize) -> String {
    let more =
        (0..k % 3 * 20).map(|n| format!(r#"{{"id": "m{n}", "at": [{}, 9], "circle": {{"r": 2}}}},"#, n * 9));
    let more: String = more.collect();
    format!(
        r#"{{"kasuri": 1, "points": [[0, 0]], "bodies": [{more}{{"id": "n{k}", "at": [0, 0], "point": {{}}}}]}}"#
    )
}

#[test]
fn answers_stand_in_the_order_of_their_lines() {
    let folder = TempDir::new().unwrap();
    let text: String = (0..3000).map(|k| numbered(k) + "\n").collect();
    let run = run(folder.path(), STREAM, text);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out.lines().count(), 3000);
    for (k, line) in run.out.lines().enumerate() {
        assert!(line.ends_with(&format!(r#""points":[["n{k}"]]}}"#)), "{k}: {line}");
    }
}

#[test]
fn refused_lines_are_answered_in_their_place() {
    let folder = TempDir::new().unwrap();
    let good = body(r#""point": {}"#);
    let text = format!("\u{feff}{good}\n\n  \r\nnonsense\r\n{good}\r\n{{\"kasuri\": 1}}\n[\"\n{good}");
    let run = run(folder.path(), STREAM, text);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.err, "kasuri: standard input: 3 of 6 lines were refused\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!([lines[0], lines[2], lines[5]], [EMPTY; 3]);
    assert_eq!(lines[1], r#"{"error":"not readable as JSON: expected ident at line 1 column 2"}"#);
    assert!(lines[3].starts_with(r#"{"error":"bodies is missing"#));
    for line in lines {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
}

#[test]
fn a_stream_of_nothing_is_answered_by_nothing() {
    let folder = TempDir::new().unwrap();
    for nothing in ["", "\n\n", " \r\n"] {
        let run = run(folder.path(), STREAM, nothing);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    }
}

#[test]
fn a_line_that_is_too_long_is_refused_in_its_place() {
    let folder = TempDir::new().unwrap();
    let good = body(r#""point": {}"#);
    let mut text = format!("{good}\n").into_bytes();
    text.resize(text.len() + (65 << 20), b'[');
    text.extend(format!("\n{good}\n").bytes());
    let run = run(folder.path(), STREAM, text);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out, format!("{EMPTY}\n{{\"error\":\"a line is at most 64 MiB\"}}\n{EMPTY}\n"));
}

#[test]
fn out_is_written_whole_even_with_refused_lines() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("answers.ndjson");
    let text = body(r#""point": {}"#) + "\nnonsense\n";
    let run = run(folder.path(), &["solve", "-", "--stream", "--out", "answers.ndjson"], text);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert_eq!(fs::read_to_string(out).unwrap().lines().count(), 2);
}

/// A running `kasuri solve --stream` that is fed line by line.
struct Coprocess {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Coprocess {
    fn start(folder: &TempDir) -> Coprocess {
        let mut child = kasuri(folder.path()).args(STREAM).spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Coprocess { child, answers }
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line
    }

    /// Closes the input. Returns the exit code and the standard error.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

#[test]
fn a_question_is_answered_before_the_next_is_asked() {
    let folder = TempDir::new().unwrap();
    let mut solver = Coprocess::start(&folder);
    for k in 0..20 {
        // Then come blank lines or the first half of the next line; the program must not wait for more before it
        // answers.
        let more = ["\n", "\n\n", "\n \n", "\r\n{"][k % 4];
        let text = if k > 0 && k % 4 == 0 { numbered(k)[1..].to_string() } else { numbered(k) } + more;
        solver.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(solver.answer().contains(&format!(r#"["n{k}"]"#)), "{k}");
    }
    let (code, said) = solver.end();
    // The refused line is the half that the last scene left behind.
    assert_eq!((code, said.as_str()), (Some(3), "kasuri: standard input: 1 of 21 lines were refused\n"));
}

#[test]
fn a_closed_pipe_ends_in_silence() {
    let folder = TempDir::new().unwrap();
    let mut solver = Coprocess::start(&folder);
    let mut stdin = solver.child.stdin.take().unwrap();
    // Writes scenes until the program stops reading.
    let writer =
        std::thread::spawn(move || while stdin.write_all((numbered(2) + "\n").as_bytes()).is_ok() {});
    assert!(solver.answer().contains("n2"));
    let Coprocess { mut child, answers } = solver;
    drop(answers);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
    writer.join().unwrap();
}

/// 5,000 small scenes, or 400,000 (400 MB) if KASURI_LONG is set. 64 MiB of lines and answers may be in flight.
#[cfg(target_os = "linux")]
#[test]
fn any_number_of_scenes_passes_in_constant_memory() {
    let count = if std::env::var_os("KASURI_LONG").is_some() { 400_000 } else { 5_000 };
    let folder = TempDir::new().unwrap();
    let mut solver = Coprocess::start(&folder);
    let mut stdin = solver.child.stdin.take().unwrap();
    let start = std::time::Instant::now();
    let writer = std::thread::spawn(move || {
        let texts = [0, 1, 2].map(|k| numbered(k) + "\n");
        for k in 0..count {
            stdin.write_all(texts[k % 3].as_bytes()).unwrap();
        }
        stdin
    });
    for k in 0..count {
        assert!(solver.answer().ends_with(&format!("[[\"n{}\"]]}}\n", k % 3)), "{k}");
    }
    // The program is still running and waits for more.
    let status = fs::read_to_string(format!("/proc/{}/status", solver.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    println!("{count} scenes: {:.1} s, peak memory {peak} KiB", start.elapsed().as_secs_f64());
    assert!(peak <= 96 << 10, "{peak} KiB");
    drop(writer.join().unwrap());
    assert_eq!(solver.end(), (Some(0), String::new()));
}

/// Returns circles at one position, which all overlap.
fn heap(count: usize) -> String {
    let body = |k: usize| format!(r#"{{"id":"{k}","circle":{{"r":9}},"at":[0,0]}}"#);
    scene(&(0..count).map(body).collect::<Vec<_>>().join(","))
}

#[test]
fn a_line_that_takes_too_much_is_refused_in_its_place() {
    let folder = TempDir::new().unwrap();
    let good = body(r#""circle": {"r": 2}"#);
    let text = [good.as_str(), &heap(10_000), &good, &heap(20_000), &good].join("\n");
    let arguments = ["solve", "-", "--stream", "--backend", "cpu"];
    let done = run(folder.path(), &arguments, &text);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!((done.code, lines.len()), (Some(3), 5), "{}", done.err);
    for (k, line) in lines.iter().enumerate() {
        assert_eq!(line.contains("--max-pairs"), k % 2 == 1, "{line}");
        assert_eq!(line.starts_with("{\"error\""), k % 2 == 1, "{line}");
    }
    // A small heap is refused with a lower limit, and answered with a higher one.
    let few = run(folder.path(), &["solve", "-", "--max-pairs", "1"], heap(3));
    assert!(few.code == Some(2) && few.err.contains("more than 1 pairs"), "{}", few.err);
    assert_eq!(run(folder.path(), &["solve", "-", "--max-pairs", "3"], heap(3)).code, Some(0));
    let worked = run(folder.path(), &["solve", "-", "--max-work", "2"], heap(3));
    assert!(worked.code == Some(2) && worked.err.contains("--max-work"), "{}", worked.err);
    let values = run(folder.path(), &["solve", "-", "--max-values", "9"], heap(3));
    assert!(values.code == Some(2) && values.err.contains("--max-values"), "{}", values.err);
}

#[test]
fn a_long_line_holds_up_nobody_before_it() {
    let folder = TempDir::new().unwrap();
    let mut child = kasuri(folder.path())
        .args([
            "solve",
            "-",
            "--stream",
            "--backend",
            "cpu",
            "--max-pairs",
            "100000000",
            "--max-work",
            "900000000000",
        ])
        .spawn()
        .unwrap();
    let good = body(r#""circle": {"r": 2}"#);
    let mut stdin = child.stdin.take().unwrap();
    // Written at once, so that the lines travel in one batch. The heap takes minutes.
    let text = format!("{good}\n{good}\n{good}\n{}\n", heap(12_000));
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()).is_ok());
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        assert!(answers.next().unwrap().unwrap().contains("\"pairs\":[]"));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
}

#[test]
fn without_threads_a_stream_is_answered_all_the_same() {
    let folder = TempDir::new().unwrap();
    let good = body(r#""circle": {"r": 2}"#);
    let mut command = kasuri(folder.path());
    command
        .args(["solve", "-", "--stream", "--backend", "cpu"])
        .env("RUST_MIN_STACK", (1u64 << 47).to_string());
    let done = run_command(&mut command, format!("{good}\nnonsense\n{good}\n"));
    assert_eq!((done.code, done.out.lines().count()), (Some(3), 3), "{}", done.err);
}
