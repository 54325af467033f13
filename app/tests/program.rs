//! The program as a whole: its help texts, and that every example in them runs as written.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use common::picture::Pixels;
use common::screen::software_gpu;
use common::{Run, body, furnished, is_kept, kasuri, run, run_command};
use serde_json::Value;
use tempfile::TempDir;

const COMMANDS: [&str; 11] =
    ["solve", "view", "check", "mask", "sheet", "bisect", "dodge", "bench", "adapters", "completions", "man"];

/// Runs the program with a software GPU.
fn with_gpu(folder: &Path, line: &str, input: &str) -> Run {
    let mut command = kasuri(folder);
    let _runtime = software_gpu(&mut command);
    run_command(command.args(line.split(' ')), input)
}

#[test]
fn help_is_as_it_was() {
    let folder = TempDir::new().unwrap();
    let whole = run(folder.path(), &["--help"], "");
    assert_eq!((whole.code, whole.err.as_str()), (Some(0), ""));
    is_kept("help", &whole.out);
    for command in COMMANDS {
        assert!(whole.out.contains(&format!("\n  {command} ")), "{command}");
        let help = run(folder.path(), &[command, "--help"], "");
        assert_eq!((help.code, help.err.as_str()), (Some(0), ""), "{command}");
        assert!(help.out.contains("Examples:\n  kasuri "), "{command} has no examples");
        // No colours when the output is not a terminal.
        assert!(!help.out.contains('\x1b'), "{command}");
        is_kept(&format!("help-{command}"), &help.out);
    }
}

#[test]
fn a_slip_is_answered_with_what_was_meant() {
    let folder = furnished();
    for (line, meant) in [
        ("slove scene.json", "solve"),
        ("adapter", "adapters"),
        ("check ship.png shot.png --angel 1", "--angle"),
        ("solve scene.json --backend cpuu", "cpu"),
        ("bench bokses", "boxes"),
        ("view damaku", "the scene danmaku"),
        ("dodge damaku --to 9", "the scene danmaku"),
    ] {
        let run = run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains(&format!("did you mean {meant}?")), "{line}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
    }
}

#[test]
fn the_version_names_the_commit() {
    let folder = TempDir::new().unwrap();
    let told = run(folder.path(), &["--version"], "").out;
    let bare = format!("kasuri {}", env!("CARGO_PKG_VERSION"));
    let git =
        Command::new("git").args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let Ok(git) = git.map(|git| String::from_utf8(git.stdout).unwrap()) else {
        return assert_eq!(told.trim(), bare);
    };
    let commit = told.trim().strip_prefix(&format!("{bare} (")).and_then(|rest| rest.strip_suffix(')'));
    match commit {
        Some(commit) => assert!(commit.len() >= 10 && git.starts_with(commit), "{told}, not {git}"),
        None => assert!(git.is_empty() && told.trim() == bare, "{told}, not {git}"),
    }
}

#[test]
fn a_files_ending_is_its_format() {
    let folder = furnished();
    for (line, says) in [
        ("solve scene.json --out answer.png", "must end in .json"),
        ("solve - --stream --out answers.json", "must end in .ndjson or .jsonl"),
        ("view scene.json --out scene.svg", "must end in .png or .gif"),
        ("view danmaku --headless --frames 1 --save game.json", "must end in .replay"),
        ("check ship.png shot.png --out hit.jpg", "must end in .png"),
        ("mask ship.png --out ship.gif", "must end in .txt, .json, .png or .svg"),
        ("sheet ship.sheet.json --out sheet.svg", "must end in .json, .png or .txt"),
        ("sheet ship.sheet.json --to box2d --out sheet.png", "must end in .json"),
        ("dodge danmaku --to 9 --picture way.svg", "must end in .png or .gif"),
        ("dodge danmaku --to 9 --path way.png", "must end in .txt"),
        ("bench boxes --n 9 --seconds 0 --json now.txt", "must end in .json"),
        ("bench boxes --n 9 --seconds 0 --chart now.pdf", ".svg or .png"),
    ] {
        let run = run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
        assert!(run.err.contains(says) && run.err.lines().count() == 1, "{line}: {}", run.err);
    }
}

#[test]
fn json_is_one_document() {
    let folder = furnished();
    for line in [
        "solve scene.json",
        "view scene.json --json",
        "view bounce --json --frames 3",
        "check ship.png shot.png --at 2,1 --json",
        "check ship.png boss.png --at 90,0 --json",
        "mask ship.png --json",
        "sheet ship.sheet.json --json",
        "bisect here.rec there.rec --json",
        "dodge danmaku --to 9 --json",
        "bench --list --json",
        "bench boxes --n 9 --seconds 0 --backend cpu --json",
        "bench frames --n 90 --seconds 0 --backend cpu --json",
        "adapters --json",
    ] {
        let run = with_gpu(folder.path(), line, "");
        assert_eq!(run.err, "", "{line}");
        assert!(
            serde_json::from_str::<Value>(&run.out).is_ok_and(|told| told.is_object()),
            "{line}: {}",
            run.out
        );
    }
}

#[test]
fn names_of_scenes_are_completed() {
    let folder = furnished();
    let script = run(folder.path(), &["completions", "bash"], "").out;
    fs::write(folder.path().join("completions"), script).unwrap();
    let completed = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let last = words.len() - 1;
        let text = format!(
            ". ./completions; COMP_WORDS=({line} ''); COMP_WORDS=(\"${{COMP_WORDS[@]:0:{}}}\"); COMP_CWORD={last}; \
             _kasuri kasuri '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
            words.len(),
            words[last],
            words[last - 1]
        );
        let done = Command::new("bash").args(["-c", &text]).current_dir(folder.path()).output().unwrap();
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(completed("kasuri view b"), "bounce bucket broad");
    assert_eq!(completed("kasuri dodge dan"), "danmaku");
    assert_eq!(completed("kasuri adap"), "adapters");
    // Other words are left to the shell, which completes the names of files.
    assert_eq!(completed("kasuri view sce"), "");
    for shell in ["zsh", "fish"] {
        let script = run(folder.path(), &["completions", shell], "").out;
        assert_eq!(script.matches("playground").count(), 2, "{shell}: {script}");
        assert!(shell == "fish" || script.matches("\"files:file:_files\"").count() == 2, "{script}");
    }
}

#[test]
fn the_manual_names_only_pages_that_exist() {
    let folder = TempDir::new().unwrap();
    let written = run(folder.path(), &["man", "--out", "pages"], "");
    assert_eq!(written.code, Some(0), "{}", written.err);
    let pages: Vec<String> = fs::read_dir(folder.path().join("pages"))
        .unwrap()
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(pages.len(), COMMANDS.len() + 1, "{pages:?}");
    for text in [
        fs::read_to_string(folder.path().join("pages/kasuri.1")).unwrap(),
        run(folder.path(), &["man"], "").out,
    ] {
        let named: Vec<&str> = text.lines().filter_map(|line| line.strip_suffix("(1)")).collect();
        assert_eq!(named.len(), COMMANDS.len(), "{named:?}");
        for name in named {
            let name = format!("{}.1", name.replace("\\-", "-"));
            assert!(pages.contains(&name), "{name}: {pages:?}");
        }
    }
}

/// Returns the commands in the examples of a help text, without their explanations.
fn examples(help: &str) -> Vec<String> {
    let block = help.split("Examples:\n").nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
    let line = |line: &str| line.trim_start().split("  ").next().unwrap_or_default().trim_end().to_owned();
    block.lines().map(line).filter(|line| line.contains("kasuri")).collect()
}

#[test]
fn every_example_runs_as_it_is_written() {
    let folder = furnished();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_kasuri"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for command in COMMANDS.into_iter().chain([""]) {
        let arguments: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = run(folder.path(), &arguments, "").out;
        let examples = examples(&help);
        assert!(examples.len() > 1, "{command}: {examples:?}");
        for example in examples {
            // A program that shows manuals may be missing, and a full bench takes minutes, so some commands are
            // shortened.
            let mut line = example.split(" | ").next().unwrap().to_owned();
            if line == "kasuri bench" || line.starts_with("kasuri bench --json") {
                line = line.replace("bench", "bench bullets");
            }
            // Nobody plays here, so that it ends by itself.
            line = line
                .replace("danmaku --save game.replay", "danmaku --headless --frames 9 --save game.replay");
            // Every machine with these tests has this GPU.
            line = line.replace("WGPU_ADAPTER_NAME=intel", "WGPU_ADAPTER_NAME=llvmpipe");
            if line.contains("kasuri bench") && !line.ends_with("--list") {
                line += if line.contains("--n") { "" } else { " --n 30,90" };
                line += if line.contains("--seconds") { "" } else { " --seconds 0.01" };
            }
            let mut shell = Command::new("bash");
            let _runtime = software_gpu(&mut shell);
            shell.args(["-c", &line]).current_dir(folder.path());
            shell
                .env("PATH", &path)
                .env("HOME", folder.path())
                .env_remove("DISPLAY")
                .env_remove("WAYLAND_DISPLAY");
            let done = shell.stdin(std::process::Stdio::null()).output().unwrap();
            let code = done.status.code().unwrap();
            // `check` may exit 1, because its pictures may be apart. The recordings of the `bisect` examples do not
            // differ.
            let said = String::from_utf8_lossy(&done.stderr);
            // There is no display here.
            let has_no_window = said.starts_with("kasuri: no window can be opened here");
            let is_right = code == 0 || code == 1 && (line.starts_with("kasuri check") || has_no_window);
            assert!(is_right, "{line}: {code}, {said}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn verifying_answers_twice_and_tells() {
    let folder = furnished();
    let run = with_gpu(folder.path(), "solve scene.json --verify", "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with(r#"{"kasuri":1,"backend":"cpu","pairs":[{"a":"a","b":"b""#), "{}", run.out);
    assert!(run.err.starts_with("kasuri: 1 scene, 0 refused, 2 bodies, 1 overlapping pair; "), "{}", run.err);
    assert!(run.err.ends_with(" alike\n") && run.err.contains("the CPU and the GPU llvmpipe"), "{}", run.err);
    let line = body(r#""circle": {"r": 2}"#);
    let lines = format!("{line}\nnonsense\n{line}\n");
    let run = with_gpu(folder.path(), "solve - --stream --verify", &lines);
    assert_eq!((run.code, run.out.lines().count()), (Some(3), 3), "{}", run.err);
    assert!(
        run.err.contains("3 scenes, 1 refused, 2 bodies, 0 overlapping pairs")
            && run.err.contains(" alike\n"),
        "{}",
        run.err
    );
    let run = with_gpu(folder.path(), "solve - --stream --stats", &lines);
    assert!(run.err.contains(" scenes a second, by the CPU\n"), "{}", run.err);
    let mut command = kasuri(folder.path());
    command.env("VK_ICD_FILENAMES", "/none").env("VK_DRIVER_FILES", "/none");
    let none = run_command(command.args(["solve", "scene.json", "--verify"]), "");
    assert_eq!((none.code, none.out.as_str()), (Some(2), ""));
    assert!(none.err.starts_with("kasuri: no GPU can be used"), "{}", none.err);
}

#[test]
fn who_is_interrupted_leaves_no_half_file() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("answers.ndjson"), "old").unwrap();
    for signal in ["INT", "TERM"] {
        let mut command = kasuri(folder.path());
        let mut child = command.args(["solve", "-", "--stream", "--out", "answers.ndjson"]).spawn().unwrap();
        // (Waiting for a child closes its input, and the program would come to its end.)
        let input = child.stdin.take();
        let names = || {
            let entries = fs::read_dir(folder.path()).unwrap();
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect::<Vec<_>>()
        };
        let start = Instant::now();
        while names().len() < 2 {
            assert!(start.elapsed() < Duration::from_secs(60), "it never began");
            std::thread::sleep(Duration::from_millis(5));
        }
        let done =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(done.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        drop(input);
        assert_eq!(names(), ["answers.ndjson"], "{signal}");
        assert_eq!(fs::read_to_string(folder.path().join("answers.ndjson")).unwrap(), "old");
    }
}

#[test]
fn adapters_are_told() {
    let folder = TempDir::new().unwrap();
    let told = with_gpu(folder.path(), "adapters", "");
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    let head = told.out.lines().next().unwrap();
    assert!(
        head.starts_with("llvmpipe") && head.ends_with(": software, vulkan, taken by Kasuri"),
        "{}",
        told.out
    );
    for words in [
        "  driver  ",
        " MiB a storage binding, ",
        "timestamps",
        "\n  round trip  ",
        " by its own clock\n",
        "\nKasuri takes llvmpipe",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let json: Value = serde_json::from_str(&with_gpu(folder.path(), "adapters --json", "").out).unwrap();
    let adapter = &json["adapters"][0];
    assert_eq!(adapter["taken"], true);
    assert!(adapter["round_trip"]["median_s"].as_f64().unwrap() > 0.0);
    assert!(adapter["limits"]["max_buffer_size"].as_u64().unwrap() >= 1 << 28);
    let mut command = kasuri(folder.path());
    command.env("VK_ICD_FILENAMES", "/none").env("VK_DRIVER_FILES", "/none");
    let none = run_command(command.arg("adapters"), "");
    assert_eq!((none.code, none.err.as_str()), (Some(0), ""));
    assert_eq!(none.out, "There is no GPU that can be used here: the CPU answers, and draws pictures.\n");
}

#[test]
fn benches_are_a_table_a_file_and_a_chart() {
    let folder = TempDir::new().unwrap();
    let line =
        "bench masks turned boxes --n 16,40 --threads 1,2 --seconds 0.02 --json now.json --chart now.svg";
    let first = with_gpu(folder.path(), line, "");
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""), "{}", first.out);
    assert!(first.out.starts_with("memory copies ") && !first.out.contains('\x1b'), "{}", first.out);
    for start in [
        "boxes           16 cpu  ",
        "boxes           16 cpu x2 ",
        "masks           40 gpu  ",
        "turned          40 cpu  ",
    ] {
        assert!(first.out.lines().any(|line| line.starts_with(start)), "{start}: {}", first.out);
    }
    let now: Value = serde_json::from_slice(&fs::read(folder.path().join("now.json")).unwrap()).unwrap();
    let rows = now["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3 * 2 * 3);
    for row in rows {
        let number = |name: &str| row[name].as_f64().unwrap_or(f64::NAN);
        assert!(number("low_s") <= number("median_s") && number("median_s") <= number("high_s"), "{row}");
        assert!(number("items_per_s") > 0.0 && number("share_of_ceiling") > 0.0, "{row}");
        assert_eq!(row["device_s"].is_null(), row["backend"] != "gpu", "{row}");
        assert_eq!(row["pixels_per_s"].is_null(), row["workload"] == "boxes", "{row}");
    }
    let chart = fs::read_to_string(folder.path().join("now.svg")).unwrap();
    for words in [
        ">masks<",
        ">turned<",
        ">boxes<",
        ">n: px a side<",
        ">n: pairs<",
        ">time for a pair<",
        ">cpu x2<",
        ">gpu<",
    ] {
        assert!(chart.contains(words), "{words}");
    }
    // The same, with a picture and a comparison.
    let line = "bench bullets --backend cpu --n 20,60 --seconds 0.01 --json before.json";
    assert_eq!(with_gpu(folder.path(), line, "").code, Some(0));
    let line =
        "bench bullets broad --backend auto --n 20,60 --seconds 0.01 --compare before.json --chart now.png";
    let later = with_gpu(folder.path(), line, "");
    assert_eq!(later.code, Some(0), "{}", later.err);
    let compared: Vec<bool> =
        later.out.lines().filter(|line| line.contains(" frames")).map(|line| line.ends_with('x')).collect();
    assert_eq!(compared, [false, false, true, true], "{}", later.out);
    let picture = Pixels::read(&folder.path().join("now.png"));
    assert_eq!((picture.width, picture.height()), (2240, 720));
    assert!(picture.rgb.iter().filter(|&&ink| ink == [31, 95, 168]).count() > 2000);
}

#[test]
fn tables_of_frames_are_written_and_compared() {
    let folder = TempDir::new().unwrap();
    let line = "bench frames --n 50,100 --seconds 0 --goals --json before.json";
    let first = with_gpu(folder.path(), line, "");
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""), "{}", first.out);
    let head = first.out.lines().find(|line| line.contains("frame us")).unwrap_or_default();
    assert!(head.trim_start().starts_with("frame us") && head.ends_with("grazes"), "{}", first.out);
    let now: Value = serde_json::from_slice(&fs::read(folder.path().join("before.json")).unwrap()).unwrap();
    let scenes = now["frames"].as_array().unwrap();
    assert_eq!((scenes.len(), now["rows"].as_array().unwrap().len()), (2 * 7, 0));
    for scene in scenes {
        let numbers = scene["numbers"].as_array().unwrap();
        assert!(scene["table"] == "frames" && numbers.len() > 5, "{scene}");
        assert!(numbers[0]["name"] == "frame us" && numbers[0]["value"].as_f64().unwrap() > 0.0, "{scene}");
        assert!(numbers[1]["goal"].as_f64().unwrap() > 0.0, "{scene}");
    }
    let line = "bench frames --n 100,200 --seconds 0 --compare before.json";
    let later = with_gpu(folder.path(), line, "");
    assert_eq!(later.code, Some(0), "{}", later.err);
    let compared = later.out.lines().filter(|line| line.ends_with('x')).count();
    assert_eq!(compared, 7, "those of 100 bullets: {}", later.out);
}

#[test]
fn benches_refuse_what_they_cannot() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("other.json"), "{}").unwrap();
    for (line, says) in [
        ("bench swarm", "swarm: there is no such workload; there are broad, bullets, boxes,"),
        ("bench boxes --n 0", "a number from 1 on is expected"),
        ("bench boxes --seconds -1", "unexpected argument '-1'"),
        ("bench boxes --chart now.gif", "now.gif: a chart is drawn as .svg or .png"),
        ("bench boxes --compare other.json", "other.json: this is not what kasuri bench --json writes"),
        ("bench readback --backend cpu", "there is nothing of that to time on that backend"),
    ] {
        let run = run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
        assert!(run.err.starts_with("kasuri: ") && run.err.contains(says), "{line}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{line}: {}", run.err);
    }
    let mut command = kasuri(folder.path());
    command.env("VK_ICD_FILENAMES", "/none").env("VK_DRIVER_FILES", "/none").env_remove("KASURI_ADAPTERS");
    let line = ["bench", "boxes", "--n", "9", "--seconds", "0", "--backend", "both"];
    let run = run_command(command.args(line), "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), "kasuri: no GPU was found; the CPU alone is timed\n"));
}

#[test]
fn shells_and_manuals_know_every_command() {
    let folder = TempDir::new().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let run = run(folder.path(), &["completions", shell], "");
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(COMMANDS.into_iter().all(|command| run.out.contains(command)), "{shell}");
    }
    let man = run(folder.path(), &["man"], "");
    assert!(man.out.contains(".TH kasuri 1") && man.out.contains("to the pixel"), "{}", man.out);
    assert_eq!(run(folder.path(), &["man", "--out", "pages"], "").code, Some(0));
    for command in COMMANDS {
        let page = fs::read_to_string(folder.path().join(format!("pages/kasuri-{command}.1"))).unwrap();
        assert!(page.contains("kasuri"), "{command}");
    }
}
