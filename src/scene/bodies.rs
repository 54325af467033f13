//! The bodies of a scene: reading and placing them (SPEC 8).

use std::collections::HashMap;
use std::sync::Arc;

use crate::ceilings::Ceilings;
use crate::error::{At, Cause, Result};
use crate::form::{Form, Moving, Placed};
use crate::lattice::{Point, Vec2};
use crate::mask::Sprite;
use crate::scene::fields::{Fields, group, layers, list, number, one_or_two, text, truth, vec2};
use crate::scene::json::{Json, quoted};
use crate::scene::masks::NamedMasks;
use crate::scene::shapes::{self, KINDS, joined};
use crate::shape::Placement;

/// The bodies in order, with their ids.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct SceneBodies {
    pub(super) placed: Vec<Placed>,
    pub(super) motions: Vec<SceneMotion>,
    pub(super) ids: Vec<Box<str>>,
    indices: HashMap<Box<str>, usize>,
}

/// The position of a body after the last step, its position now, and whether it is swept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SceneMotion {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) swept: bool,
}

impl SceneBodies {
    /// Returns a body with its motion.
    pub(super) fn moving(&self, body: usize) -> Moving<'_> {
        Moving { form: &self.placed[body].form, from: self.motions[body].from, to: self.motions[body].to }
    }

    pub(super) fn read(json: Json<'_>, masks: &NamedMasks<'_>, ceilings: &Ceilings) -> Result<SceneBodies> {
        let mut bodies = SceneBodies::default();
        list(json, |json| match bodies.ids.len() as u64 >= ceilings.bodies {
            true => Err(ceilings.too_many_bodies()),
            false => bodies.add(json, masks),
        })?;
        Ok(bodies)
    }

    /// Returns the index of the body with an id.
    pub(super) fn index(&self, json: Json<'_>) -> Result<usize> {
        let id = text(json)?;
        let unknown = || Cause::UnknownName { what: "body", name: quoted(&id), list: "bodies" }.error();
        self.indices.get(&*id).copied().ok_or_else(unknown)
    }

    fn add(&mut self, json: Json<'_>, masks: &NamedMasks<'_>) -> Result<()> {
        const KNOWN: [&str; 21] = joined(
            &["id", "at", "angle", "scale", "pivot", "layer", "against", "group", "from", "swept"],
            &KINDS,
        );
        let fields = Fields::of(json, "a body", &KNOWN)?;
        let id = fields.must("id", text)?;
        self.claim(&id).at("id")?;
        let placement = Placement {
            at: fields.must("at", vec2)?,
            angle: fields.may("angle", number)?.unwrap_or(0.0),
            scale: fields.may("scale", one_or_two)?.unwrap_or(Vec2::new(1.0, 1.0)),
        };
        let form = form(&fields, &placement, masks)?;
        self.motions.push(motion(&fields, &form, placement.at)?);
        self.placed.push(Placed {
            form,
            at: placement.at,
            layer: fields.may("layer", layers)?.unwrap_or(1),
            against: fields.may("against", layers)?.unwrap_or(u32::MAX),
            group: fields.may("group", group)?.unwrap_or(0),
        });
        Ok(())
    }

    /// Assigns an id to the next body.
    fn claim(&mut self, id: &str) -> Result<()> {
        if id.is_empty() {
            return Err(Cause::Scene("\"\" is empty; an id has at least one character".into()).error());
        }
        if let Some(first) = self.indices.insert(id.into(), self.ids.len()) {
            let id = quoted(id);
            return Err(Cause::Scene(format!(
                "{id} is already the id of bodies[{first}]; ids must be unique"
            ))
            .error());
        }
        self.ids.push(id.into());
        Ok(())
    }
}

/// Reads the body of a request for fits, and places it at each angle at one position.
pub(super) fn placed_poses(
    json: Json<'_>,
    masks: &NamedMasks<'_>,
    at: Vec2,
    angles: &[f64],
) -> Result<Vec<Placed>> {
    const KNOWN: [&str; 16] = joined(&["scale", "pivot", "layer", "against", "group"], &KINDS);
    let fields = Fields::of(json, "a body to place", &KNOWN)?;
    if fields.get("tiles").is_some() {
        return Err(Cause::TileMapFits.at("tiles"));
    }
    let scale = fields.may("scale", one_or_two)?.unwrap_or(Vec2::new(1.0, 1.0));
    let layer = fields.may("layer", layers)?.unwrap_or(1);
    let against = fields.may("against", layers)?.unwrap_or(u32::MAX);
    let group = fields.may("group", group)?.unwrap_or(0);
    let pose = |&angle: &f64| {
        let form = form(&fields, &Placement { at, angle, scale }, masks)?;
        Ok(Placed { form, at, layer, against, group })
    };
    angles.iter().map(pose).collect()
}

/// Returns a body's motion; a tile map does not move.
fn motion(fields: &Fields<'_>, form: &Form, at: Vec2) -> Result<SceneMotion> {
    if matches!(form, Form::Tiles(_))
        && let Some(field) = ["from", "swept"].into_iter().find(|field| fields.get(field).is_some())
    {
        return Err(Cause::TileMapMoves.at(field));
    }
    let to = Point::snapped(at).at("at")?;
    let from = fields.may("from", |json| {
        let from = Point::snapped(vec2(json)?)?;
        let by = Point::new(from.x - to.x, from.y - to.y);
        match form {
            Form::Shape(parts) => parts.iter().try_for_each(|part| part.moved_by(by).map(|_| ()))?,
            Form::Sprite(_) | Form::Tiles(_) => {}
        }
        Ok(from)
    })?;
    Ok(SceneMotion { from: from.unwrap_or(to), to, swept: fields.may("swept", truth)?.unwrap_or(false) })
}

fn form(fields: &Fields<'_>, placement: &Placement, masks: &NamedMasks<'_>) -> Result<Form> {
    let (kind, json) = fields.one_of(&KINDS)?;
    if kind != "sprite" && fields.get("pivot").is_some() {
        return Err(Cause::Scene("only a sprite has a pivot".into()).at("pivot"));
    }
    match kind {
        "sprite" => {
            let mask = masks.named(json).at("sprite")?;
            let pivot = fields.may("pivot", vec2)?;
            Ok(Form::Sprite(Sprite::place(mask, placement, pivot)?))
        }
        "tiles" => {
            unturned(placement)?;
            let map = Arc::new(shapes::tiles(json, masks).at("tiles")?);
            Ok(Form::Tiles(map.place(placement.at)?))
        }
        kind => Ok(Form::Shape(shapes::shape(kind, json)?.place(placement)?)),
    }
}

/// Refuses a tile map that is turned or scaled (SPEC 2).
fn unturned(placement: &Placement) -> Result<()> {
    if placement.angle != 0.0 {
        return Err(Cause::Scene("a tile map cannot be turned; its angle is 0".into()).at("angle"));
    }
    if placement.scale != Vec2::new(1.0, 1.0) {
        return Err(Cause::Scene("a tile map cannot be scaled; its scale is [1, 1]".into()).at("scale"));
    }
    Ok(())
}
