//! Copies the components of one body to the library's world. If the world refuses one of them, the body is parked: it hits
//! nothing until every component is accepted again.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use kasuri::{Body, Handle, Layers, Look, Placement, Shape};

use crate::bodies::Known;
use crate::collider::Collider;
use crate::family::{Families, Whereabouts};
use crate::layers::CollisionLayers;
use crate::looks::{Looks, SizedLook};
use crate::place::Linear;
use crate::queue::What;
use crate::refused::Reason;
use crate::resource::Kasuri;
use crate::settings::{
    BodyData, ColliderDisabled, Cooldown, DespawnBeyond, Frame, Graze, HitEvents, Invulnerable, MaxHits,
    Swept, Teleport,
};

/// The layers of a parked body: on no layer, against none.
const NOWHERE: Layers = Layers::new(0, 0);

/// All components that describe a body, except its transform.
#[derive(QueryData)]
pub(crate) struct Said {
    pub(crate) entity: Entity,
    collider: &'static Collider,
    layers: Option<&'static CollisionLayers>,
    graze: Option<&'static Graze>,
    is_swept: Has<Swept>,
    pub(crate) teleports: Has<Teleport>,
    cooldown: Option<&'static Cooldown>,
    max_hits: Option<&'static MaxHits>,
    invulnerable: Option<&'static Invulnerable>,
    leash: Option<&'static DespawnBeyond>,
    data: Option<&'static BodyData>,
    frame: Option<&'static Frame>,
    is_disabled: (Has<ColliderDisabled>, Has<Disabled>),
    has_events: Has<HitEvents>,
}

impl SaidItem<'_, '_> {
    fn layers(&self) -> Layers {
        self.layers.map(|layers| layers.layers()).unwrap_or_default()
    }

    /// Applies all rules of the entity to a body that is not placed yet.
    fn rules_of(&self, body: Body) -> Body {
        let Layers { layer, against, group } = self.layers();
        let mut body = body.layer(layer).against(against).group(group);
        body = body.data(self.data.map_or(0, |data| data.0));
        if let Some(graze) = self.graze {
            body = body.graze(graze.0);
        }
        if let Some(leash) = self.leash {
            body = body.despawn_beyond(leash.0);
        }
        if let Some(cooldown) = self.cooldown {
            body = body.cooldown(cooldown.0);
        }
        if let Some(hits) = self.max_hits {
            body = body.max_hits(hits.0);
        }
        if let Some(steps) = self.invulnerable {
            body = body.invulnerable(steps.0);
        }
        if self.is_swept { body.swept() } else { body }
    }
}

/// The data that an update of a body needs.
pub(crate) struct Apply<'a, 'f, 'g, 'l, 'm> {
    pub(crate) kasuri: &'a mut Kasuri,
    pub(crate) families: &'a Families<'f, 'g>,
    pub(crate) looks: &'a mut Looks<'l, 'm>,
}

impl Apply<'_, '_, '_, '_, '_> {
    fn look(&mut self, said: &SaidItem<'_, '_>) -> Result<Option<SizedLook>, Reason> {
        let frame = said.frame.map_or(0, |frame| frame.0);
        self.looks.of(said.entity, said.collider, frame, self.kasuri.pixels_per_unit)
    }

    /// Finds out whether a body is hidden or disabled, and notes it.
    fn look_whether_off(&mut self, said: &SaidItem<'_, '_>, handle: Handle) -> bool {
        let is_hidden = self.kasuri.hidden_hit_nothing && self.families.is_hidden(said.entity);
        let is_off = is_hidden || said.is_disabled.0 || said.is_disabled.1;
        if let Some(known) = self.kasuri.bodies.get_mut(handle) {
            (known.is_hidden, known.is_off) = (is_hidden, is_off);
        }
        is_off
    }

    /// Spawns the body of an entity. Returns whether the entity has a body now.
    pub(crate) fn spawn(&mut self, said: &SaidItem<'_, '_>) -> bool {
        match self.try_spawn(said) {
            Ok(has_body) => {
                self.kasuri.tell(said.entity, None);
                has_body
            }
            Err(reason) => {
                self.kasuri.tell(said.entity, Some(reason));
                false
            }
        }
    }

    fn try_spawn(&mut self, said: &SaidItem<'_, '_>) -> Result<bool, Reason> {
        let Some(SizedLook { shown, size }) = self.look(said)? else { return Ok(false) };
        let Whereabouts { linear, at } = self.families.whereabouts(said.entity)?;
        let placement = placement_of(linear, at, size)?;
        let body =
            said.rules_of(shown.body()).at(placement.at).turned(placement.angle).scaled(placement.scale);
        let handle = self.kasuri.world.spawn(body)?;
        let entity = said.entity;
        let known = Known {
            handle,
            entity,
            linear,
            at,
            size,
            noted: What::default(),
            born: self.kasuri.syncs,
            is_hidden: false,
            is_off: false,
            is_stuck: false,
            is_parked: false,
            has_events: said.has_events,
        };
        self.kasuri.bodies.insert(known);
        self.kasuri.born.push((entity, handle));
        if self.look_whether_off(said, handle) {
            self.kasuri.park(handle)?;
        }
        Ok(true)
    }

    /// Updates the parts of a body that changed. Returns whether all of them were accepted.
    pub(crate) fn change(&mut self, said: &SaidItem<'_, '_>, handle: Handle, what: What) -> bool {
        let teleports = what.has(What::TELEPORT) && said.teleports;
        let what = if teleports { what.and(What::PLACE) } else { what };
        match self.try_change(said, handle, what, teleports) {
            Ok(true) => {
                self.kasuri.tell(said.entity, None);
                true
            }
            Ok(false) => {
                self.kasuri.stick(handle, None);
                false
            }
            Err(reason) => {
                self.kasuri.stick(handle, Some(reason));
                false
            }
        }
    }

    /// Returns `false` if an image is missing.
    fn try_change(
        &mut self,
        said: &SaidItem<'_, '_>,
        handle: Handle,
        what: What,
        has_no_way: bool,
    ) -> Result<bool, Reason> {
        let world = &mut self.kasuri.world;
        if what.has(What::COOLDOWN) {
            world.edit(handle).cooldown(said.cooldown.map_or(0, |cooldown| cooldown.0))?;
        }
        if what.has(What::MAX_HITS) {
            world.edit(handle).max_hits(said.max_hits.map(|hits| hits.0))?;
        }
        if what.has(What::INVULNERABLE) {
            world.edit(handle).invulnerable(said.invulnerable.map_or(0, |steps| steps.0))?;
        }
        if what.has(What::DATA) {
            world.edit(handle).data(said.data.map_or(0, |data| data.0))?;
        }
        if what.has(What::EVENTS) {
            self.kasuri.bodies.set_events(handle, said.has_events);
        }
        // This comes before the placement: a body that is hidden in the same frame in which it moves stays where it was.
        let is_off = self.look_whether_off(said, handle);
        let appears = !is_off && self.kasuri.bodies.get(handle).is_some_and(|known| known.is_parked);
        let what = if appears { what.and(What::ALL_REFUSABLE) } else { what };
        self.change_refusable(said, handle, what)?;
        self.change_shape(said, handle, what, has_no_way)
    }

    /// Updates the settings that may be refused. Each is accepted or refused independently of the others.
    fn change_refusable(
        &mut self,
        said: &SaidItem<'_, '_>,
        handle: Handle,
        what: What,
    ) -> kasuri::Result<()> {
        let world = &mut self.kasuri.world;
        let (mut graze, mut leash, mut swept) = (Ok(()), Ok(()), Ok(()));
        if what.has(What::GRAZE) {
            graze = world.edit(handle).graze(said.graze.map(|graze| graze.0)).map(drop);
        }
        if what.has(What::LEASH) {
            leash = world.edit(handle).despawn_beyond(said.leash.map(|leash| leash.0)).map(drop);
        }
        if what.has(What::SWEPT) {
            swept = world.edit(handle).swept(said.is_swept).map(drop);
        }
        graze.and(leash).and(swept)
    }

    /// Updates look, placement and layers, which are accepted or refused together.
    fn change_shape(
        &mut self,
        said: &SaidItem<'_, '_>,
        handle: Handle,
        what: What,
        has_no_way: bool,
    ) -> Result<bool, Reason> {
        let Some(&known) = self.kasuri.bodies.get(handle) else { return Ok(true) };
        if known.is_off {
            // Its look and placement are read when it appears again.
            self.kasuri.park(handle)?;
            self.kasuri.settle(handle, Known { is_stuck: false, is_parked: true, ..known });
            return Ok(true);
        }
        let appears = known.is_parked;
        let (mut size, mut look) = (known.size, None);
        if what.has(What::LOOK.and(What::FRAME)) {
            let Some(sized) = self.look(said)? else { return Ok(false) };
            size = sized.size;
            look = Some(sized.shown.look()?);
        }
        let mut whereabouts = Whereabouts { linear: known.linear, at: known.at };
        if what.has(What::PLACE) || size != known.size {
            whereabouts = self.families.whereabouts(said.entity)?;
            let placement = placement_of(whereabouts.linear, whereabouts.at, size)?;
            self.kasuri.place_as(handle, placement, look, appears || has_no_way)?;
        } else if let Some(look) = look {
            self.kasuri.world.edit(handle).look(look)?;
        }
        if what.has(What::LAYERS) {
            self.kasuri.world.edit(handle).layers(said.layers())?;
        }
        let Whereabouts { linear, at } = whereabouts;
        self.kasuri.settle(handle, Known { linear, at, size, is_stuck: false, is_parked: false, ..known });
        Ok(true)
    }
}

/// Returns the placement that a transform and a texel size make.
pub(crate) fn placement_of(linear: Linear, at: [f32; 2], size: [f64; 2]) -> Result<Placement, Reason> {
    let pose = linear.pose()?;
    let scale = [pose.scale[0] * size[0], pose.scale[1] * size[1]];
    Ok(Placement::at(at.map(f64::from)).turned(pose.angle).scaled(scale))
}

impl Kasuri {
    /// Removes a body from the world.
    pub(crate) fn remove(&mut self, handle: Handle) {
        // A body that the world removed by itself is gone already.
        let _ = self.world.remove(handle);
        self.bodies.remove(handle);
    }

    /// Makes a body hit nothing: it becomes a point on no layer, at its old position. Its rules and the state of its
    /// pairs stay.
    fn park(&mut self, handle: Handle) -> kasuri::Result<()> {
        let Some(known) = self.bodies.get_mut(handle) else { return Ok(()) };
        if std::mem::replace(&mut known.is_parked, true) {
            return Ok(());
        }
        self.world.edit(handle).layers(NOWHERE)?.look(Shape::point())?.angle(0.0)?.scale([1.0, 1.0])?;
        Ok(())
    }

    fn settle(&mut self, handle: Handle, known: Known) {
        if let Some(old) = self.bodies.get_mut(handle) {
            *old = known;
        }
    }

    /// Parks a body until everything that was refused is accepted.
    pub(crate) fn stick(&mut self, handle: Handle, reason: Option<Reason>) {
        let Some(known) = self.bodies.get_mut(handle) else { return };
        let entity = known.entity;
        if !std::mem::replace(&mut known.is_stuck, true) {
            self.stuck.push(entity);
        }
        if let Err(error) = self.park(handle) {
            self.tell(entity, Some(error.into()));
        }
        self.tell(entity, reason);
    }

    /// Places a body, with a new look if there is one. `has_no_way` is for a body that was stuck or teleports.
    fn place_as(
        &mut self,
        handle: Handle,
        placement: Placement,
        look: Option<Look>,
        has_no_way: bool,
    ) -> kasuri::Result<()> {
        let seen = self.world.get(handle)?;
        let before = Placement::at(seen.at()).turned(seen.angle()).scaled(seen.scale());
        // A look may fit only the new placement or only the old one, so the body is a point between the two.
        if look.is_some() {
            self.world.edit(handle).look(Shape::point())?;
        }
        self.place(handle, placement)?;
        if let Some(Err(error)) = look.map(|look| self.world.edit(handle).look(look)) {
            // A body that is refused stays where it was.
            self.place(handle, before)?;
            return Err(error);
        }
        if has_no_way {
            self.world.edit(handle).teleport(placement.at)?;
        }
        Ok(())
    }

    /// Places one body.
    pub(crate) fn place(&mut self, handle: Handle, placement: Placement) -> kasuri::Result<()> {
        self.world.set_placements(&[handle], &[placement]).map_err(of_one)
    }
}

/// Rewords the error of a bulk call with one body as the error of a call for one body.
fn of_one(error: kasuri::Error) -> kasuri::Error {
    let Some(rest) = error.place().strip_prefix("[0]") else { return error };
    let alone = kasuri::Error::new(error.kind(), error.message());
    match rest.trim_start_matches('.') {
        "" => alone,
        rest => alone.at(rest),
    }
}
