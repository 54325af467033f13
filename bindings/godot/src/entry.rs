//! The entry of the library, which Godot calls.
#![allow(unsafe_code, reason = "the entry of an extension has no safe form")]

use godot::prelude::*;

struct KasuriExtension;

// SAFETY: the trait is unsafe because it is the entry of a library that a C++ program loads. Nothing of it is overridden.
#[gdextension]
unsafe impl ExtensionLibrary for KasuriExtension {}
