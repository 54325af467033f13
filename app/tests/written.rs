//! The commands of the documents run as written, in the folder that is meant for trying them.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::run;
use common::screen::software_gpu;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Makes a copy of assets/try/, with numbers of an earlier bench to compare with.
fn tried() -> TempDir {
    let folder = TempDir::new().unwrap();
    for entry in fs::read_dir(root().join("assets/try")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let line = ["bench", "broad", "--n", "10", "--seconds", "0", "--backend", "cpu", "--json", "before.json"];
    assert_eq!(run(folder.path(), &line, "").code, Some(0));
    folder
}

/// Returns the lines of a document's `sh` blocks that call the program, without their explanations.
fn commands(document: &str) -> Vec<String> {
    let blocks = document.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let line = |line: &str| line.split("  #").next().unwrap_or_default().trim_end().to_owned();
    blocks.flat_map(str::lines).map(line).filter(|line| line.starts_with("kasuri ")).collect()
}

/// Shortens minutes of measuring to moments; everything else stays as written.
fn shortened(line: &str) -> String {
    if !line.starts_with("kasuri bench") {
        return line.to_owned();
    }
    let named = line.split(' ').nth(2).is_some_and(|word| !word.starts_with('-'));
    let line = if named { line.to_owned() } else { line.replacen("bench", "bench bullets", 1) };
    let n = if line.contains("--n") { "" } else { " --n 30,90" };
    let seconds = if line.contains("--seconds") { "" } else { " --seconds 0.01" };
    line.replace("--n 1k,10k,100k", "--n 10,20").replace("--seconds 2", "--seconds 0.01") + n + seconds
}

#[test]
fn every_command_of_the_documents_runs() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_kasuri"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut count = 0;
    for document in ["README.md", "app/README.md", "docs/bench.md"] {
        // One folder per document, because a line may open what an earlier line saved.
        let folder = tried();
        for line in commands(&fs::read_to_string(root().join(document)).unwrap()) {
            let mut shell = Command::new("bash");
            let _runtime = software_gpu(&mut shell);
            shell.args(["-c", &shortened(&line)]).current_dir(folder.path()).stdin(Stdio::null());
            shell.env("PATH", &path).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
            let done = shell.output().unwrap();
            // The example shows recordings that differ.
            let expected = i32::from(line.starts_with("kasuri bisect"));
            let told = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(expected), "{document}: {line}: {told}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// The picture in the README is what its command draws.
#[test]
fn the_picture_of_a_check_is_what_the_line_draws() {
    let (folder, readme) = (tried(), fs::read_to_string(root().join("README.md")).unwrap());
    let line = commands(&readme).into_iter().find(|line| line.starts_with("kasuri check")).unwrap();
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    assert_eq!(run(folder.path(), &words, "").code, Some(0));
    let kept = common::picture::Pixels::read(&root().join("docs/pictures/check.png"));
    assert_eq!(common::picture::Pixels::read(&folder.path().join("check.png")).differ(&kept), 0);
}

#[test]
fn the_scene_of_the_readme_is_the_one_to_try() {
    let readme = fs::read_to_string(root().join("app/README.md")).unwrap();
    let scene = readme.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(scene, fs::read_to_string(root().join("assets/try/scene.json")).unwrap());
}
