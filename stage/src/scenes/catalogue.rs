//! The scenes that come with the program.

use super::{
    Stage, bounce, broad, bucket, carve, danmaku, outlines, pixels, playground, shots, stress, tiles,
};

/// A scene by name.
pub struct Scene {
    pub name: &'static str,
    /// A description of what it shows.
    pub about: &'static str,
    /// The default number of steps before a picture is taken: enough to show something.
    pub look: u32,
    make: fn(u64) -> Result<Box<dyn Stage>, String>,
}

/// All scenes; the first is shown by default.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "danmaku",
        about: "a bullet hell: waves, a boss, lasers, grazes, bombs",
        look: 7600,
        make: danmaku::open,
    },
    Scene {
        name: "playground",
        about: "shapes of every kind to drag, turn and scale",
        look: 1,
        make: playground::open,
    },
    Scene {
        name: "outlines",
        about: "turning bodies, where their outlines cross, which way is out",
        look: 150,
        make: outlines::open,
    },
    Scene {
        name: "bounce",
        about: "balls that bounce off walls and each other",
        look: 150,
        make: bounce::open,
    },
    Scene {
        name: "bucket",
        about: "balls thrown into a bucket, the way foretold by rays",
        look: 150,
        make: bucket::open,
    },
    Scene {
        name: "shots",
        about: "shots half a screen a step among walls a pixel thin",
        look: 150,
        make: shots::open,
    },
    Scene { name: "tiles", about: "a walker who pushes boxes on a tile map", look: 420, make: tiles::open },
    Scene {
        name: "pixels",
        about: "two sprites, their common pixels, a loupe with numbers",
        look: 150,
        make: pixels::open,
    },
    Scene { name: "carve", about: "ground that shells tear holes into", look: 900, make: carve::open },
    Scene { name: "stress", about: "a thousand to a million sprites", look: 100, make: stress::open },
    Scene {
        name: "broad",
        about: "the broad phases side by side on the same crowd",
        look: 150,
        make: broad::open,
    },
];

/// Opens a scene at its start. The error is a clause that says why it cannot be opened.
pub fn open(name: &str, seed: u64) -> Result<Box<dyn Stage>, String> {
    let found = SCENES.iter().find(|scene| scene.name == name);
    found.ok_or_else(|| format!("there is no scene {name}")).and_then(|scene| (scene.make)(seed))
}

/// Returns a line for each scene, for people.
pub fn list() -> String {
    SCENES.iter().map(|scene| format!("  {:<12}{}\n", scene.name, scene.about)).collect()
}
