//! `kasuri solve`: one scene in, one answer out, to standard output or a file that appears complete or not at all.

mod common;

use std::fs;

use common::{body, run, scene};
use tempfile::TempDir;

const EMPTY: &str = "{\"kasuri\":1,\"backend\":\"cpu\",\"pairs\":[]}\n";

#[test]
fn files_and_standard_input_are_answered_alike() {
    let folder = TempDir::new().unwrap();
    let two =
        scene(r#"{"id": "b", "at": [0, 0], "point": {}}, {"id": "c", "at": [0, 3], "circle": {"r": 4}}"#);
    fs::write(folder.path().join("scene.json"), &two).unwrap();
    let from_file = run(folder.path(), &["solve", "scene.json", "--backend", "cpu"], "");
    let from_input = run(folder.path(), &["solve", "-"], format!("\u{feff}{two}\r\n"));
    assert_eq!((from_file.code, from_file.err.as_str()), (Some(0), ""));
    assert!(
        from_file
            .out
            .starts_with(r#"{"kasuri":1,"backend":"cpu","pairs":[{"a":"b","b":"c","kind":"shape-shape","#)
    );
    assert_eq!((from_input.code, from_input.out), (Some(0), from_file.out));
}

#[test]
fn a_picture_is_looked_up_beside_the_scene() {
    let folder = TempDir::new().unwrap();
    let scenes = folder.path().join("scenes");
    fs::create_dir_all(scenes.join("art")).unwrap();
    fs::write(scenes.join("art/ship.png"), common::picture::png(9, 7)).unwrap();
    let text = r#"{"kasuri": 1, "masks": {"ship": {"image": "art/ship.png"}},
                   "bodies": [{"id": "a", "at": [0, 0], "sprite": "ship"},
                              {"id": "b", "at": [0, 0], "box": {"half": [50, 50]}}]}"#;
    fs::write(scenes.join("scene.json"), text).unwrap();
    let answer =
        r#"{"kasuri":1,"backend":"cpu","pairs":[{"a":"a","b":"b","kind":"sprite-shape","pixels":63}]}"#;
    assert_eq!(run(folder.path(), &["solve", "scenes/scene.json"], "").out.trim_end(), answer);
    assert_eq!(run(&scenes, &["solve", "scene.json"], "").out.trim_end(), answer);
    assert_eq!(run(&scenes, &["solve", "-"], text).out.trim_end(), answer);
    assert_eq!(run(folder.path(), &["solve", "-"], text).code, Some(2));
}

#[test]
fn out_writes_whole_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let here = |name: &str| folder.path().join(name);
    let solve = |out: &str, text: &str| run(folder.path(), &["solve", "-", "--out", out], text).code;
    let good = body(r#""point": {}"#);
    assert_eq!(solve("new.json", &good), Some(0));
    assert_eq!(fs::read_to_string(here("new.json")).unwrap(), EMPTY);
    fs::write(here("old.json"), "old").unwrap();
    assert_eq!(solve("old.json", "{}"), Some(2));
    assert_eq!(fs::read_to_string(here("old.json")).unwrap(), "old");
    assert_eq!(solve("none.json", "{}"), Some(2));
    assert_eq!(solve("none/answer.json", &good), Some(1));
    assert_eq!(solve(".", &good), Some(1));
    assert_eq!(solve("old.json", &good), Some(0));
    assert_eq!(fs::read_to_string(here("old.json")).unwrap(), EMPTY);
    let mut left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["new.json", "old.json"]);
}

#[cfg(unix)]
#[test]
fn out_follows_links_and_keeps_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new().unwrap();
    let here = |name: &str| folder.path().join(name);
    let solve = |out: &str| run(folder.path(), &["solve", "-", "--out", out], body(r#""point": {}"#)).code;
    let mode = |name: &str| fs::metadata(here(name)).unwrap().permissions().mode() & 0o777;
    fs::write(here("plain"), "").unwrap();
    assert_eq!(solve("new"), Some(0));
    assert_eq!(mode("new"), mode("plain"), "as the umask has it");
    fs::write(here("secret"), "old").unwrap();
    fs::set_permissions(here("secret"), PermissionsExt::from_mode(0o600)).unwrap();
    fs::create_dir(here("links")).unwrap();
    symlink("../secret", here("links/known")).unwrap();
    symlink("../later", here("links/dangling")).unwrap();
    symlink("loop", here("links/loop")).unwrap();
    assert_eq!(solve("links/known"), Some(0));
    assert_eq!((fs::read_to_string(here("secret")).unwrap().as_str(), mode("secret")), (EMPTY, 0o600));
    assert_eq!(solve("links/dangling"), Some(0));
    assert_eq!(fs::read_to_string(here("later")).unwrap(), EMPTY);
    assert_eq!(solve("links/loop"), Some(1));
    assert!(fs::symlink_metadata(here("links/known")).unwrap().is_symlink());
    assert_eq!(solve("/dev/null"), Some(0));
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_said() {
    let folder = TempDir::new().unwrap();
    for options in
        [&["solve", "-", "--out", "/dev/full"][..], &["solve", "-", "--stream", "--out", "/dev/full"]]
    {
        let text = body(r#""point": {}"#) + "\n";
        let run = run(folder.path(), options, text);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.starts_with("kasuri: the answer cannot be written: No space left"), "{run:?}");
    }
    let through = run(folder.path(), &["solve", "-", "--out", "/dev/stdout"], body(r#""point": {}"#));
    assert_eq!((through.code, through.out.as_str()), (Some(0), EMPTY));
}

#[test]
fn help_shows_how() {
    let folder = TempDir::new().unwrap();
    let help = run(folder.path(), &["solve", "--help"], "");
    assert_eq!(help.code, Some(0));
    for word in ["--stream", "--backend", "--out", "Examples:", "kasuri solve scene.json", "Exit status"] {
        assert!(help.out.contains(word), "{word}");
    }
    let none: [&str; 0] = [];
    assert_eq!(run(folder.path(), &none, "").code, Some(0));
}

/// The cases of the contract, answered by the CPU and by every GPU of this machine.
#[test]
fn gpus_answer_the_cases_as_the_processor_does() {
    let cases = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/cases"));
    let mut lines = String::new();
    for file in fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "json") {
            let case: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            lines.push_str(&format!("{}\n", case["scene"]));
        }
    }
    let arguments = |backend| ["solve", "-", "--stream", "--backend", backend];
    let cpu = run(cases, &arguments("cpu"), &lines);
    assert!(cpu.out.matches(r#""kind":"#).count() > 200, "{}", cpu.err);
    // Each named driver separately; without names, the machine's own GPU.
    let drivers = std::env::var("VK_ICD_FILENAMES").unwrap_or_default();
    for driver in drivers.split(':') {
        let mut command = common::kasuri(cases);
        if !driver.is_empty() {
            command.env("VK_ICD_FILENAMES", driver);
        }
        let gpu = common::run_command(command.args(arguments("gpu")), &lines);
        if gpu.code == Some(2) && std::env::var_os("KASURI_ADAPTERS").is_none() {
            assert!(gpu.err.contains("no GPU can be used"), "{}", gpu.err);
            return;
        }
        assert_eq!(gpu.code, cpu.code, "{driver}: {}", gpu.err);
        assert_eq!(gpu.out.replace(r#""backend":"gpu""#, r#""backend":"cpu""#), cpu.out, "{driver}");
        assert!(gpu.out.contains(r#""backend":"gpu""#));
    }
}

#[test]
fn a_gpu_that_is_not_there_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let mut command = common::kasuri(folder.path());
    command.env("VK_ICD_FILENAMES", "none.json").env("VK_DRIVER_FILES", "none.json");
    let run = common::run_command(command.args(["solve", "-", "--backend", "gpu"]), "");
    assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (Some(2), "", 1), "{run:?}");
    assert!(run.err.starts_with("kasuri: no GPU can be used: "), "{run:?}");
}
