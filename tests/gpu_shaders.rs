//! Tests that every shader is valid WGSL, and that structs shared with Rust have the same layout. No adapter needed.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

use std::mem::offset_of;

use kasuri::gpu::{layout, shaders};

fn module(text: &str) -> naga::Module {
    let module = naga::front::wgsl::parse_str(text).unwrap_or_else(|e| panic!("{}", e.emit_to_string(text)));
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
    validator.validate(&module).unwrap_or_else(|e| panic!("{}", e.emit_to_string(text)));
    module
}

#[test]
fn every_shader_is_valid() {
    for (name, text) in shaders() {
        let module = module(text);
        assert!(!module.entry_points.is_empty(), "{name}");
    }
    module(kasuri::mask::PLACEMENT_WGSL);
}

/// Returns the names and offsets of a struct's members, and its size, as seen by every shader that has it.
fn members(name: &str) -> (Vec<(String, u32)>, u32) {
    let mut found = None;
    for (shader, text) in shaders() {
        for (_, ty) in module(text).types.iter() {
            let naga::TypeInner::Struct { members, span } = &ty.inner else { continue };
            if ty.name.as_deref() != Some(name) {
                continue;
            }
            let here = members.iter().map(|m| (m.name.clone().unwrap(), m.offset)).collect::<Vec<_>>();
            let first = found.get_or_insert((here.clone(), *span));
            assert_eq!(*first, (here, *span), "{name} in {shader}");
        }
    }
    found.unwrap_or_else(|| panic!("no shader has a struct {name}"))
}

macro_rules! lie_alike {
    ($($name:ident: $($field:ident)*;)*) => {
        $(
            let offsets = vec![$((stringify!($field).to_owned(), offset_of!(layout::$name, $field) as u32)),*];
            let size = size_of::<layout::$name>() as u32;
            assert_eq!(members(stringify!($name)), (offsets, size), stringify!($name));
        )*
    };
}

#[test]
fn shared_structs_lie_alike() {
    lie_alike! {
        Ask: count flags room words;
        PlacedBody: min max first count at;
        SpriteForm: steps pivot size reach mask stride is_upright unused;
        ShapeForm: min max first count;
        ConvexPart: first count radius unused min max;
        Raster: start body form first;
        CommonCounts: bounds moved sum_i sum_j first pixels cut;
        Traits: layer against group margin owner flock form world;
        Terms: strict touches circles words nears first room pairs hits covers base partners;
        Head: pairs wrapped beyond hits covers past_filter apart cut queues levels;
        Outcome: groups hits draw is_void frame unused;
        Item: min max body owner kin world;
        Digit: which shift;
        FitJob: start column columns row ours theirs flags unused shift;
        FitPlace: at sprite bit;
        Move: body x y;
        Change: body traits;
    }
}
