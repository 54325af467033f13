//! Public functions that take arguments but have no row, with the reason.

use std::fmt::Write;

/// Functions whose arguments cannot be invalid: the type was checked when it was made, or every value is valid.
const GOOD: &[&str] = &[
    "Aseprite::within",
    "Auto::with",
    "Batch::simd",
    "Batch::touching",
    "Body::new",
    "Body::sprite",
    "Body::tiles",
    "Boxes::overlaps_by",
    "Boxes::overlaps_circles_by",
    "Boxes::separations",
    "Boxes::separations_by",
    "Broad::cells",
    "Broad::use_threads",
    "Ceilings::bodies",
    "Ceilings::pairs",
    "Ceilings::texels",
    "Ceilings::values",
    "Ceilings::work",
    "Circles::overlaps_by",
    "Cover::of",
    "BodyTree::of",
    "DebugDraw::bounds",
    "DebugDraw::cell",
    "DebugDraw::common",
    "DebugDraw::contact",
    "DebugDraw::hull",
    "DebugDraw::margin",
    "DebugDraw::pixels",
    "DebugDraw::walls",
    "Error::at",
    "Error::new",
    "Grid::with",
    "Hit::from_parts",
    "Key::within",
    "Layers::new",
    "Layers::pair_with",
    "Look::new",
    "Mask::components",
    "Mask::flipped",
    "Moving::still",
    "Opaque::is_opaque",
    "Part::new",
    "Part::tag",
    "Placed::pairs_with",
    "Point::new",
    "Polygons::overlaps_by",
    "Polygons::separations",
    "Polygons::separations_by",
    "Recording::within",
    "Region::new",
    "Steps::flat",
    "World::edit",
    "World::overlapping",
    "WorldBuilder::axes",
    "WorldBuilder::backend",
    "WorldBuilder::broad",
    "WorldBuilder::touching",
    "Tiled::within",
    "Tree::with",
    "Placed::new",
    "Vec2::dot",
    "Vec2::from_angle",
    "Vec2::new",
    "World::debug_draw",
    "World::debug_draw_cells",
    "World::set_backend",
    "World::set_broad",
    "World::spawn",
    "gpu::twins::buckets_for",
    "gpu::twins::common",
    "gpu::twins::cover",
    "gpu::twins::grid",
    "gpu::twins::pairs",
    "gpu::twins::place",
    "gpu::twins::scan",
    "gpu::twins::sort",
    "gpu::twins::sprite_sprite",
    "query::contact",
    "query::crossings",
    "query::distance",
    "query::overlap",
    "query::overlaps",
    "reference::contact",
    "reference::crossings",
    "reference::distance",
    "reference::overlap",
    "reference::overlaps",
    "reference::place",
    "reference::separates",
    "reference::turn",
    "scene::refusal",
    "scene::sprite_pair",
];

/// Functions that need a GPU: see tests/gpu_limits.rs, tests/gpu_faults.rs and tests/gpu_frame.
const GPU: &[&str] = &[
    "Batch::gpu",
    "Bodies::ask",
    "Bodies::change_mask",
    "Bodies::change_mask_async",
    "Bodies::first_divergent_pass",
    "Bodies::hits",
    "Bodies::integers",
    "Bodies::is_ready",
    "Bodies::overlaps",
    "Bodies::receive",
    "Bodies::receive_async",
    "Bodies::replace",
    "Bodies::replace_async",
    "Bodies::set_moves",
    "Bodies::submit",
    "Bodies::submit_async",
    "Bodies::tune",
    "Crowd::change",
    "Crowd::move_to",
    "Crowd::push",
    "Crowd::remove",
    "Crowd::set_rooted_circles",
    "Crowd::set_timed",
    "Crowd::set_touching",
    "Crowd::set_velocities",
    "Fits::on_gpu",
    "Gpu::bodies",
    "Gpu::bodies_async",
    "Gpu::from_device",
    "Gpu::grid",
    "Gpu::grid_pairs",
    "Gpu::pairs",
    "Gpu::request",
    "Gpu::scan",
    "Gpu::set_most_bytes",
    "Gpu::set_patience",
    "Gpu::sort",
    "Gpu::with_shaders",
    "Recorder::step",
    "Scene::solve_on",
    "WorldBuilder::gpu",
    "Worlds::on_gpu",
    "gpu::adapter",
];

pub fn all() -> impl Iterator<Item = &'static str> {
    GOOD.iter().chain(GPU).copied()
}

pub fn reason(function: &str) -> Option<&'static str> {
    if GOOD.contains(&function) {
        Some("nothing can be bad")
    } else {
        GPU.contains(&function).then_some("on a GPU")
    }
}

/// Returns the end of the page.
pub fn section() -> String {
    let mut text = String::new();
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    write!(
        text,
        "## Where nothing can be bad\n\nWhat these take was checked when it was made, or every value of its type is a \
         good one:\n{}.\n\n## On a GPU\n\nTried by `tests/gpu_limits.rs`, `tests/gpu_faults.rs` and `tests/gpu_frame`, where there is one:\n{}.\n",
        list(GOOD),
        list(GPU)
    )
    .unwrap();
    text
}
