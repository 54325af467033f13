//! Edits of one body: of a body in a world, and the same in the mirror.

use kasuri::{Cause, Handle, Vec2, World};

use crate::mirror::twin::{Stuff, Twin};
use crate::operations::{self, Edit};

pub(crate) fn teleport(twin: &mut Twin, at: Vec2) -> kasuri::Result<()> {
    twin.placement.at = at;
    twin.place()?;
    twin.end_way();
    Ok(())
}

pub(crate) fn set_radius(twin: &mut Twin, r: f64) -> kasuri::Result<()> {
    let mut view = twin.view().clone();
    match &mut view.stuff {
        Stuff::Circle(old) | Stuff::Capsule(_, _, old) | Stuff::Chain(_, old) => *old = r,
        _ => return Err(Cause::NotA("a circle, a capsule or a chain").error()),
    }
    (twin.views, twin.frame) = (vec![view], 0);
    Ok(())
}

pub(crate) fn set_chain(twin: &mut Twin, points: &[[f64; 2]]) -> kasuri::Result<()> {
    let mut view = twin.view().clone();
    let Stuff::Chain(old, _) = &mut view.stuff else { return Err(Cause::NotA("a chain").error()) };
    *old = points.to_vec();
    (twin.views, twin.frame) = (vec![view], 0);
    Ok(())
}

/// Makes an edit of a body of a world.
pub(crate) fn call_edit(world: &mut World, body: Handle, edit: &Edit) -> kasuri::Result<()> {
    let editor = world.edit(body);
    match edit {
        Edit::Position(at) => editor.position(*at),
        Edit::Teleport(at) => editor.teleport(*at),
        Edit::Placement(placement) => editor.placement(*placement),
        Edit::Angle(angle) => editor.angle(*angle),
        Edit::Scale(scale) => editor.scale(*scale),
        Edit::Frame(frame) => editor.frame(*frame),
        Edit::Chain(points) => editor.chain(points),
        Edit::Radius(r) => editor.radius(*r),
        Edit::Look(frame) => editor.look(frame.view()?.look()?),
        Edit::Shape(shape) => editor.shape(shape.clone()),
        Edit::Mask(rows) => editor.mask(&operations::mask(rows)?),
        Edit::Layers(layers) => editor.layers(*layers),
        Edit::Group(group) => editor.group(*group),
        Edit::Graze(margin) => editor.graze(*margin),
        Edit::DespawnBeyond(margin) => editor.despawn_beyond(*margin),
        Edit::Cooldown(steps) => editor.cooldown(*steps),
        Edit::MaxHits(hits) => editor.max_hits(*hits),
        Edit::Invulnerable(steps) => editor.invulnerable(*steps),
        Edit::Data(data) => editor.data(*data),
        Edit::Swept(is_swept) => editor.swept(*is_swept),
    }
    .map(drop)
}

/// Makes the same edit in the mirror.
pub(crate) fn mirror_edit(twin: &mut Twin, edit: &Edit, steps: u64) -> kasuri::Result<()> {
    match edit {
        Edit::Look(frame) => {
            let new = frame.view()?;
            return twin.edit_view(|view| {
                *view = new;
                Ok(())
            });
        }
        Edit::Shape(shape) => {
            return twin.edit_view(|view| {
                (view.stuff, view.pivot) = (Stuff::Other(shape.clone()), None);
                Ok(())
            });
        }
        Edit::Mask(rows) => {
            let mask = operations::mask(rows)?;
            return twin.edit_view(|view| {
                view.stuff = Stuff::Mask(mask);
                Ok(())
            });
        }
        Edit::Swept(true) if twin.stands() => return Err(Cause::TileMapMoves.error()),
        _ => {}
    }
    twin.edit(|twin| {
        match edit {
            Edit::Position(at) => twin.placement.at = *at,
            Edit::Teleport(at) => return teleport(twin, *at),
            Edit::Placement(placement) => twin.placement = *placement,
            Edit::Angle(angle) => twin.placement.angle = *angle,
            Edit::Scale(scale) => twin.placement.scale = *scale,
            Edit::Frame(frame) => twin.frame = *frame,
            Edit::Chain(points) => return set_chain(twin, points),
            Edit::Radius(r) => return set_radius(twin, *r),
            Edit::Layers(layers) => twin.layers = *layers,
            Edit::Group(group) => twin.layers.group = *group,
            Edit::Graze(margin) => twin.margin = *margin,
            Edit::DespawnBeyond(margin) => twin.leash = *margin,
            Edit::Cooldown(cooldown) => twin.cooldown = *cooldown,
            Edit::MaxHits(hits) => twin.hits_left = *hits,
            Edit::Invulnerable(more) => twin.invulnerable = steps + more,
            Edit::Data(data) => twin.data = *data,
            Edit::Swept(is_swept) => twin.is_swept = *is_swept,
            Edit::Look(_) | Edit::Shape(_) | Edit::Mask(_) => {}
        }
        Ok(())
    })
}
