//! Bodies without nodes, by their numbers.

use godot::prelude::*;
use kasuri::Handle;
use kasuri::travel::Response;
use kasuri::world::BodyRef;

use crate::answers::{KasuriGround, KasuriTravel};
use crate::definition::KasuriBodyDefinition;
use crate::errors::{
    bodies_of, body_of, given, number_of, numbers_of, or_report, report, vec2, vec2s, vector2,
};
use crate::look::KasuriLook;
use crate::world::KasuriWorld2D;

/// Returns what a body does when it hits something: 0 stick, 1 slide, 2 bounce.
pub(crate) fn response(number: i64, restitution: f64) -> Result<Response, String> {
    match number {
        0 => Ok(Response::Stick),
        1 => Ok(Response::Slide),
        2 => Ok(Response::Bounce { restitution }),
        _ => Err(format!("{number} is no response")),
    }
}

#[godot_api(secondary)]
impl KasuriWorld2D {
    /// A travel stops at the first hit.
    #[constant]
    const STICK: i64 = 0;
    /// A travel goes on along surfaces.
    #[constant]
    const SLIDE: i64 = 1;
    /// A travel bounces off surfaces.
    #[constant]
    const BOUNCE: i64 = 2;
    /// All layers.
    #[constant]
    const ALL_LAYERS: i64 = 0xFFFF_FFFF;

    /// Adds a body without a node. Returns its number, or 0 if the definition is refused.
    #[func]
    fn spawn(&mut self, definition: Option<Gd<KasuriBodyDefinition>>) -> i64 {
        let place = "KasuriWorld2D.spawn";
        let Some(definition) = given(place, "definition", definition) else { return 0 };
        let Some(body) = or_report(place, definition.bind().body()) else { return 0 };
        or_report(place, self.core.world.spawn(body)).map_or(0, number_of)
    }

    /// Adds one body for each position, all with the same definition. Returns their numbers; if one is refused, none is added.
    #[func]
    fn spawn_many(
        &mut self,
        definition: Option<Gd<KasuriBodyDefinition>>,
        positions: PackedVector2Array,
    ) -> PackedInt64Array {
        let place = "KasuriWorld2D.spawn_many";
        let Some(definition) = given(place, "definition", definition) else { return PackedInt64Array::new() };
        let Some(body) = or_report(place, definition.bind().body()) else { return PackedInt64Array::new() };
        let positions = vec2s(&positions);
        let spawned = self.core.world.spawn_many(positions.len(), |k| body.clone().at(positions[k]));
        numbers_of(or_report(place, spawned).unwrap_or_default())
    }

    /// Removes a body. A node's body is removed by freeing the node.
    #[func]
    fn remove(&mut self, body: i64) -> bool {
        let place = "KasuriWorld2D.remove";
        let Some(body) = body_of(place, body) else { return false };
        if self.core.nodes.contains_key(&body) {
            report(place, "this body has a node; free the node, or disable it");
            return false;
        }
        self.core.removals += 1;
        or_report(place, self.core.world.remove(body)).is_some()
    }

    /// Whether a body is there.
    #[func]
    fn has_body(&self, body: i64) -> bool {
        Handle::from_bits(body.cast_unsigned()).is_some_and(|body| self.core.world.contains(body))
    }

    /// Returns the numbers of all bodies, in the order in which they were added.
    #[func]
    fn bodies(&self) -> PackedInt64Array {
        numbers_of(self.core.world.bodies())
    }

    /// Returns the node of a body; [code]null[/code] if it has none.
    #[func]
    fn node_of(&self, body: i64) -> Option<Gd<Node>> {
        let body = Handle::from_bits(body.cast_unsigned())?;
        self.core.nodes.get(&body).and_then(|&id| Gd::try_from_instance_id(id).ok())
    }

    /// Moves a body without a node.
    #[func]
    fn set_body_position(&mut self, body: i64, position: Vector2) -> bool {
        let place = "KasuriWorld2D.set_body_position";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).position(vec2(position))).is_some()
    }

    /// Moves a body without a node; a swept body hits nothing on the way.
    #[func]
    fn teleport_body(&mut self, body: i64, position: Vector2) -> bool {
        let place = "KasuriWorld2D.teleport_body";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).teleport(vec2(position))).is_some()
    }

    /// Turns a body without a node to an angle in radians.
    #[func]
    fn set_body_rotation(&mut self, body: i64, rotation: f64) -> bool {
        let place = "KasuriWorld2D.set_body_rotation";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).angle(rotation)).is_some()
    }

    /// Scales a body without a node.
    #[func]
    fn set_body_scale(&mut self, body: i64, scale: Vector2) -> bool {
        let place = "KasuriWorld2D.set_body_scale";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).scale(vec2(scale))).is_some()
    }

    /// Shows another one of the looks of a body without a node.
    #[func]
    fn set_body_frame(&mut self, body: i64, frame: i64) -> bool {
        let place = "KasuriWorld2D.set_body_frame";
        let Some(body) = body_of(place, body) else { return false };
        let frame = usize::try_from(frame).unwrap_or(usize::MAX);
        or_report(place, self.core.world.edit(body).frame(frame)).is_some()
    }

    /// Replaces the look of a body without a node.
    #[func]
    fn set_body_look(&mut self, body: i64, look: Option<Gd<KasuriLook>>) -> bool {
        let place = "KasuriWorld2D.set_body_look";
        let (Some(body), Some(look)) = (body_of(place, body), given(place, "look", look)) else {
            return false;
        };
        let look = look.bind().look.clone();
        or_report(place, self.core.world.edit(body).look(look)).is_some()
    }

    /// Moves the points of a body that is a chain, such as a curved laser.
    #[func]
    fn set_body_chain(&mut self, body: i64, points: PackedVector2Array) -> bool {
        let place = "KasuriWorld2D.set_body_chain";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).chain(&vec2s(&points))).is_some()
    }

    /// Puts a body without a node in a group; 0 takes it out of its group. Two bodies of one group do not hit each other.
    #[func]
    fn set_body_group(&mut self, body: i64, group: u32) -> bool {
        let place = "KasuriWorld2D.set_body_group";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).group(group)).is_some()
    }

    /// Makes a body take no hits in the next [param steps] steps.
    #[func]
    fn set_body_invulnerable(&mut self, body: i64, steps: u32) -> bool {
        let place = "KasuriWorld2D.set_body_invulnerable";
        let Some(body) = body_of(place, body) else { return false };
        or_report(place, self.core.world.edit(body).invulnerable(steps.into())).is_some()
    }

    /// Moves many bodies without nodes at once. If one is refused, none moves.
    #[func]
    fn set_body_positions(&mut self, bodies: PackedInt64Array, positions: PackedVector2Array) -> bool {
        let place = "KasuriWorld2D.set_body_positions";
        let Some(bodies) = bodies_of(place, &bodies) else { return false };
        or_report(place, self.core.world.set_positions(&bodies, &vec2s(&positions))).is_some()
    }

    /// Turns many bodies without nodes at once. If one is refused, none turns.
    #[func]
    fn set_body_rotations(&mut self, bodies: PackedInt64Array, rotations: PackedFloat64Array) -> bool {
        let place = "KasuriWorld2D.set_body_rotations";
        let Some(bodies) = bodies_of(place, &bodies) else { return false };
        or_report(place, self.core.world.set_angles(&bodies, rotations.as_slice())).is_some()
    }

    /// Returns where a body is in the world.
    #[func]
    fn body_position(&self, body: i64) -> Vector2 {
        self.seen("KasuriWorld2D.body_position", body).map_or(Vector2::ZERO, |body| vector2(body.at()))
    }

    /// Returns the angle of a body in the world.
    #[func]
    fn body_rotation(&self, body: i64) -> f64 {
        self.seen("KasuriWorld2D.body_rotation", body).map_or(0.0, BodyRef::angle)
    }

    /// Returns the game's number of a body.
    #[func]
    fn body_data(&self, body: i64) -> i64 {
        self.seen("KasuriWorld2D.body_data", body).map_or(0, |body| body.data().cast_signed())
    }

    /// Returns for how many more steps a body takes no hits.
    #[func]
    fn invulnerable_for(&self, body: i64) -> i64 {
        self.seen("KasuriWorld2D.invulnerable_for", body)
            .map_or(0, |body| body.invulnerable_for().cast_signed())
    }

    /// Returns how many more hits a body may begin; -1 for any number.
    #[func]
    fn hits_left(&self, body: i64) -> i64 {
        self.seen("KasuriWorld2D.hits_left", body).and_then(BodyRef::hits_left).map_or(-1, i64::from)
    }

    /// Returns the number of a body's region with this name; 0 if there is none.
    #[func]
    fn region_index(&self, body: i64, name: GString) -> i64 {
        let body = self.seen("KasuriWorld2D.region_index", body);
        body.and_then(|body| body.region_index(&name.to_string())).map_or(0, i64::from)
    }

    /// Returns the name of a body's region; empty for 0, the body itself.
    #[func]
    fn region_name(&self, body: i64, region: i64) -> GString {
        let body = self.seen("KasuriWorld2D.region_name", body);
        let name = body.and_then(|body| body.region(u8::try_from(region).ok()?));
        name.unwrap_or_default().into()
    }

    /// Moves a body without a node by [param by]. When it hits something, it goes on as [param response] says:
    /// [constant STICK], [constant SLIDE] or [constant BOUNCE].
    #[func]
    fn travel(
        &mut self,
        body: i64,
        by: Vector2,
        #[opt(default = 1)] response: i64,
        #[opt(default = 1.0)] restitution: f64,
    ) -> Option<Gd<KasuriTravel>> {
        let place = "KasuriWorld2D.travel";
        let body = body_of(place, body)?;
        let response = or_report(place, self::response(response, restitution))?;
        let travel = or_report(place, self.core.world.travel(body, vec2(by), response))?;
        Some(KasuriTravel::of(&travel, &self.core.nodes))
    }

    /// Moves a body without a node by [param by] like a walker: over steps of at most [param step] pixels, and down slopes.
    #[func]
    fn walk(&mut self, body: i64, by: Vector2, #[opt(default = 4.0)] step: f64) -> Option<Gd<KasuriTravel>> {
        let place = "KasuriWorld2D.walk";
        let body = body_of(place, body)?;
        let travel = or_report(place, self.core.world.walk(body, vec2(by), step))?;
        Some(KasuriTravel::of(&travel, &self.core.nodes))
    }

    /// Returns what a body stands on, at most [param within] pixels below; [code]null[/code] if there is nothing.
    #[func]
    fn ground(&self, body: i64, #[opt(default = 1.0)] within: f64) -> Option<Gd<KasuriGround>> {
        let place = "KasuriWorld2D.ground";
        let body = body_of(place, body)?;
        let ground = or_report(place, self.core.world.ground(body, within))??;
        Some(KasuriGround::of(&ground, &self.core.nodes))
    }
}

impl KasuriWorld2D {
    fn seen(&self, place: &str, body: i64) -> Option<BodyRef<'_>> {
        or_report(place, self.core.world.get(body_of(place, body)?))
    }
}
