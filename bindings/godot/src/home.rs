//! The world that a node belongs to, from when it enters the tree until it leaves it.

use godot::classes::Node2D;
use godot::prelude::*;
use kasuri::Handle;

use crate::body::KasuriBody2D;
use crate::bullets::KasuriBullets2D;
use crate::errors::report;
use crate::tile_map::KasuriTileMap;
use crate::world::{KasuriWorld2D, member};

/// The nearest world among a node's ancestors.
#[derive(Default)]
pub(crate) struct Home(Option<InstanceId>);

impl Home {
    /// Makes a node that enters the tree a member of the world around it.
    pub(crate) fn enter(&mut self, node: &Gd<Node2D>) {
        let Some(mut world) = world_around(node) else { return };
        world.bind_mut().members.push(node.instance_id());
        self.0 = Some(world.instance_id());
    }

    /// Makes the world the home of a node that has none. Returns whether it had none.
    fn is_found_by(&mut self, world: InstanceId) -> bool {
        let had_none = self.0.is_none();
        self.0.get_or_insert(world);
        had_none
    }

    /// Takes a node that leaves the tree out of its world, with its bodies.
    pub(crate) fn leave(&mut self, node: InstanceId, bodies: impl IntoIterator<Item = Handle>) {
        let Some(mut world) = self.0.take().and_then(member::<KasuriWorld2D>) else { return };
        let mut world = world.bind_mut();
        world.members.retain(|&member| member != node);
        bodies.into_iter().for_each(|body| world.core.forget(body));
    }

    pub(crate) fn world(&self) -> Option<Gd<KasuriWorld2D>> {
        self.0.and_then(member::<KasuriWorld2D>)
    }

    /// Returns the world, or reports that the node, named by `what`, is in none.
    pub(crate) fn world_or_report(&self, place: &str, what: &str) -> Option<Gd<KasuriWorld2D>> {
        let world = self.world();
        if world.is_none() {
            report(place, format_args!("{what} in no KasuriWorld2D"));
        }
        world
    }

    /// Returns the editor's warnings of a node, named by `what`: it has no world, or the check found a mistake.
    pub(crate) fn warnings(&self, what: &str, checked: Result<(), String>) -> PackedStringArray {
        let mut warnings = PackedStringArray::new();
        if self.world().is_none() {
            warnings.push(&format!("{what} a KasuriWorld2D above in the scene tree."));
        }
        if let Err(error) = checked {
            warnings.push(&error);
        }
        warnings
    }
}

/// Returns the world that a node is in: the nearest one among its ancestors.
fn world_around(node: &Gd<Node2D>) -> Option<Gd<KasuriWorld2D>> {
    let mut next = node.get_parent();
    while let Some(parent) = next {
        next = parent.get_parent();
        if let Ok(world) = parent.try_cast::<KasuriWorld2D>() {
            return Some(world);
        }
    }
    None
}

/// Returns the nodes below a world that have no home, and makes the world their home. After a hot reload of the library all
/// nodes are in the tree already, and none has told its world.
pub(crate) fn homeless_below(node: &Gd<Node>, world: InstanceId) -> Vec<InstanceId> {
    let mut found = Vec::new();
    for child in node.get_children().iter_shared() {
        if child.clone().try_cast::<KasuriWorld2D>().is_ok() {
            continue;
        }
        let id = child.instance_id();
        let is_found = if let Some(mut body) = member::<KasuriBody2D>(id) {
            body.bind_mut().home.is_found_by(world)
        } else if let Some(mut bullets) = member::<KasuriBullets2D>(id) {
            bullets.bind_mut().home.is_found_by(world)
        } else if let Some(mut tiles) = member::<KasuriTileMap>(id) {
            tiles.bind_mut().home.is_found_by(world)
        } else {
            false
        };
        found.extend(is_found.then_some(id));
        found.extend(homeless_below(&child, world));
    }
    found
}
