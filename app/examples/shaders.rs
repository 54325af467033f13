//! Prints all shaders as a JSON list of names and texts, as they are compiled: for scripts/check-wgsl-in-browser.

use std::io::Write;

fn main() -> std::io::Result<()> {
    let draw_world =
        [kasuri::mask::PLACEMENT_WGSL, include_str!("../../stage/shaders/draw_world.wgsl")].concat();
    let draw_screen = include_str!("../../stage/shaders/draw_screen.wgsl");
    let mut list = kasuri::gpu::shaders().to_vec();
    list.extend([
        ("placement", kasuri::mask::PLACEMENT_WGSL),
        ("draw_world", &draw_world),
        ("draw_screen", draw_screen),
    ]);
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, &list)?;
    writeln!(out)
}
