//! The arguments of queries: filters, and solids by their handles.

use std::sync::Arc;

use kasuri::{Filter, Handle, Mask, Shape, TileMap, world::Solid};

use crate::border::Done;
use crate::table;
use crate::types::kasuri_filter;

/// Converts a filter; NULL means every body.
pub(crate) fn filter(filter: Option<&kasuri_filter>) -> Filter {
    let Some(&kasuri_filter { layers, except }) = filter else { return Filter::ALL };
    let bits = u64::from(except.generation) << 32 | u64::from(except.slot);
    match Handle::from_bits(bits) {
        Some(body) => Filter::against(layers).except(body),
        None => Filter::against(layers),
    }
}

/// Returns the shape, mask or tile map of a handle; `None` for a handle of another kind.
pub(crate) fn solid_if_any(id: u64, name: &str) -> Done<Option<Solid>> {
    if table::is_a::<Arc<Mask>>(id) {
        return table::read(id, name, |mask: &Arc<Mask>| Ok(Some(Solid::Mask(mask.clone()))));
    }
    if table::is_a::<Shape>(id) {
        return table::read(id, name, |shape: &Shape| Ok(Some(Solid::Shape(shape.clone()))));
    }
    if table::is_a::<Arc<TileMap>>(id) {
        return table::read(id, name, |map: &Arc<TileMap>| Ok(Some(Solid::Tiles(map.clone()))));
    }
    Ok(None)
}

/// Returns the shape, mask or tile map of a handle; refuses other handles.
pub(crate) fn solid(id: u64, name: &str) -> Done<Solid> {
    solid_if_any(id, name)?.ok_or_else(|| table::unexpected(id, name, "a shape, a mask or a tile map"))
}

/// Returns the shape of a handle.
pub(crate) fn shape(id: u64, name: &str) -> Done<Shape> {
    table::read(id, name, |shape: &Shape| Ok(shape.clone()))
}
