//! Guides: longer pages with examples. Every example is run as a test.
//!
//! | you want to | page |
//! |---|---|
//! | find the parts of pygame that you know | [`coming_from_pygame`] |
//! | find the parts of parry or rapier that you know | [`coming_from_parry_and_rapier`] |
//! | find the parts of Box2D that you know | [`coming_from_box2d`] |
//! | solve a common task | [`recipes`] |
//! | check levels, place bodies, pack a sheet | [`level_checks`] |
//! | understand an answer that you did not expect | [`mistakes`] |
//! | build a bullet hell | [`bullet_hell`] |
//! | build a platformer | [`platformer`] |
//! | test two bodies without a world | [`query`] |
//! | draw exactly what hits | [`drawing`] |
//! | roll back and stay in step with another machine | [`rollback`] |
//! | know what the words mean | [`words`] |
#![cfg_attr(feature = "gpu", doc = "| test millions of pairs on a GPU | [`gpu`] |")]
//! | know exactly what an overlap is | [`spec`] |
//!
//! The pages are the files in the folder `docs` of the repository. Their pictures are shown only there.

// Links between the pages: each page ends with definitions such as `[platformer]: platformer.md`, which work where the
// Markdown file is shown. In Markdown the first definition of a name counts, so the definitions here, which come before
// the page, replace them by links to modules.

/// How to build a bullet hell: regions, grazes, rules, bombs, lasers, rollback and training.
#[doc = include_str!("../docs/bullet-hell.md")]
pub mod bullet_hell {}

/// Box2D's words and what does the same in Kasuri.
///
/// [mistakes]: self::mistakes
/// [platformer]: self::platformer
/// [SPEC]: self::spec
#[doc = include_str!("../docs/coming-from-box2d.md")]
pub mod coming_from_box2d {}

/// The words of parry and rapier and what does the same in Kasuri.
///
/// [mistakes]: self::mistakes
/// [platformer]: self::platformer
/// [query]: self::query
/// [SPEC]: self::spec
#[doc = include_str!("../docs/coming-from-parry-and-rapier.md")]
pub mod coming_from_parry_and_rapier {}

/// pygame's words and what does the same in Kasuri.
///
/// [A bullet hell in Python]: https://docs.rs/crate/kasuri/latest/source/docs/bullet-hell-in-python.md
/// [how fast]: https://docs.rs/crate/kasuri/latest/source/docs/speed.md
/// [drawing]: self::drawing
/// [mistakes]: self::mistakes
/// [SPEC]: self::spec
#[doc = include_str!("../docs/coming-from-pygame.md")]
pub mod coming_from_pygame {}

/// How to draw exactly what hits.
#[doc = include_str!("../docs/drawing.md")]
pub mod drawing {}

/// How to test millions of pairs on a GPU.
#[cfg(feature = "gpu")]
#[doc = include_str!("../docs/gpu.md")]
pub mod gpu {}

/// Where a body fits: placing, spawn points, nesting a sheet.
#[doc = include_str!("../docs/level-checks.md")]
pub mod level_checks {}

/// Common mistakes: the symptom, the reason and the fix.
///
/// [drawing]: self::drawing
/// [SPEC]: self::spec
#[doc = include_str!("../docs/mistakes.md")]
pub mod mistakes {}

/// How to build a platformer: levels, walking, one-way platforms, lifts and saves.
///
/// [recipes]: self::recipes
#[doc = include_str!("../docs/platformer.md")]
pub mod platformer {}

/// The questions about two bodies, each with a picture.
///
/// [SPEC]: self::spec
#[doc = include_str!("../docs/query.md")]
pub mod query {}

/// Short solutions of common tasks.
///
/// [bullet hell]: self::bullet_hell
/// [drawing]: self::drawing
/// [platformer]: self::platformer
#[doc = include_str!("../docs/recipes.md")]
pub mod recipes {}

/// Which parts of your own code can break a rollback, and what to use instead.
///
/// [depending on Kasuri]: https://docs.rs/crate/kasuri/latest/source/docs/depending-on-kasuri.md
#[doc = include_str!("../docs/rollback.md")]
pub mod rollback {}

/// The words that the guides use, each with a picture.
///
/// [bullet hell]: self::bullet_hell
/// [drawing]: self::drawing
/// [Sheets]: https://docs.rs/crate/kasuri/latest/source/docs/sheets.md
/// [SPEC]: self::spec
#[doc = include_str!("../docs/words.md")]
pub mod words {}

/// The definition of every answer.
// Its formulas are indented blocks, which are not Rust and must not run as tests.
#[cfg_attr(not(doctest), doc = include_str!("../docs/SPEC.md"))]
#[allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_rust_codeblocks)]
pub mod spec {}
