//! Builds the layer and writes the file that sets what fails.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the layer for the program under test, and the file that controls it.
pub struct Layer {
    folder: PathBuf,
    faults: PathBuf,
}

impl Layer {
    /// Builds the layer for a test of this name; `root` is the project's root.
    pub fn new(root: &Path, name: &str) -> Layer {
        let folder = root.join("target/faults");
        let built = Command::new(option_env!("CARGO").unwrap_or("cargo"))
            .args(["build", "--quiet", "--locked", "--manifest-path"])
            .arg(root.join("tests/faults/Cargo.toml"))
            .arg("--target-dir")
            .arg(&folder)
            .status();
        assert!(built.unwrap().success());
        let manifest = r#"{ "file_format_version": "1.1.2", "layer": { "name": "VK_LAYER_KASURI_faults", "type": "GLOBAL",
            "library_path": "./debug/libkasuri_faults.so", "api_version": "1.3.0", "implementation_version": "1",
            "description": "makes calls fail" } }"#;
        fs::write(folder.join("kasuri_faults.json"), manifest).unwrap();
        let layer = Layer { faults: folder.join(name), folder };
        layer.arm("");
        layer
    }

    /// Makes a program use the layer.
    pub fn stand_before(&self, program: &mut Command) {
        program
            .env("KASURI_FAULTS", &self.faults)
            .env("VK_LAYER_PATH", &self.folder)
            .env("VK_INSTANCE_LAYERS", "VK_LAYER_KASURI_faults");
    }

    /// Returns the layer of this program.
    pub fn of_this_program() -> Layer {
        let of = |name| PathBuf::from(std::env::var_os(name).unwrap());
        let layer = Layer { folder: of("VK_LAYER_PATH"), faults: of("KASURI_FAULTS") };
        layer.arm("");
        layer
    }

    /// Sets what fails from now on, in the format of tests/faults/src/lib.rs; nothing fails for an empty text.
    pub fn arm(&self, what: &str) {
        fs::write(&self.faults, "").unwrap();
        if self.has_fired() {
            fs::remove_file(self.fired()).unwrap();
        }
        fs::write(&self.faults, what).unwrap();
    }

    /// Whether anything has failed since.
    pub fn has_fired(&self) -> bool {
        self.fired().exists()
    }

    fn fired(&self) -> PathBuf {
        self.faults.with_added_extension("fired")
    }
}
