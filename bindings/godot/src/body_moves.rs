//! Motion of nodes with bodies: travels, walks, the ground, platforms.

use godot::classes::Node2D;
use godot::prelude::*;
use kasuri::world::BodyRef;
use kasuri::{Filter, Handle, Vec2, World};

use crate::answers::{KasuriDistance, KasuriGround, KasuriSweepHit, KasuriTravel};
use crate::body::KasuriBody2D;
use crate::errors::{given, or_report, report, vec2, vector2};
use crate::pose::{parent_pose_in, pose_in};
use crate::world::{Core, member};
use crate::world_bodies::response;

#[godot_api(secondary)]
impl KasuriBody2D {
    /// Moves the body by [param by], in the world's coordinates. When it hits something, it goes on as [param response] says:
    /// [constant KasuriWorld2D.STICK], [constant KasuriWorld2D.SLIDE] or [constant KasuriWorld2D.BOUNCE]. Other nodes are where
    /// the last step saw them.
    #[func(gd_self)]
    fn travel(
        this: Gd<Self>,
        by: Vector2,
        #[opt(default = 1)] response: i64,
        #[opt(default = 1.0)] restitution: f64,
    ) -> Option<Gd<KasuriTravel>> {
        let place = "KasuriBody2D.travel";
        let response = or_report(place, self::response(response, restitution))?;
        with_body(
            place,
            &this,
            |world, body| world.travel(body, vec2(by), response),
            |travel, core| KasuriTravel::of(&travel, &core.nodes),
        )
    }

    /// Moves the body by [param by] like a walker: over steps of at most [param step] pixels, and down slopes.
    #[func(gd_self)]
    fn walk(this: Gd<Self>, by: Vector2, #[opt(default = 4.0)] step: f64) -> Option<Gd<KasuriTravel>> {
        with_body(
            "KasuriBody2D.walk",
            &this,
            |world, body| world.walk(body, vec2(by), step),
            |travel, core| KasuriTravel::of(&travel, &core.nodes),
        )
    }

    /// Returns what the body stands on, at most [param within] pixels below; [code]null[/code] if there is nothing.
    #[func(gd_self)]
    fn ground(this: Gd<Self>, #[opt(default = 1.0)] within: f64) -> Option<Gd<KasuriGround>> {
        with_body(
            "KasuriBody2D.ground",
            &this,
            |world, body| world.ground(body, within),
            |ground, core| ground.map(|ground| KasuriGround::of(&ground, &core.nodes)),
        )
        .flatten()
    }

    /// Returns what the body would hit first on its way to a position of the world; [code]null[/code] if the way is free.
    #[func(gd_self)]
    fn sweep(this: Gd<Self>, to: Vector2) -> Option<Gd<KasuriSweepHit>> {
        with_body(
            "KasuriBody2D.sweep",
            &this,
            |world, body| world.sweep(body, vec2(to)),
            |hit, core| hit.map(|hit| KasuriSweepHit::of(&hit, Vector2::ZERO, &core.nodes)),
        )
        .flatten()
    }

    /// Returns how far another body of the same world is; [code]null[/code] if one of the two covers nothing.
    #[func(gd_self)]
    fn distance_to(this: Gd<Self>, other: Option<Gd<KasuriBody2D>>) -> Option<Gd<KasuriDistance>> {
        let place = "KasuriBody2D.distance_to";
        let other = given(place, "other", other)?;
        let there = with_body(place, &other, |_, body| Ok(body), |body, _| body)?;
        with_body(
            place,
            &this,
            |world, body| world.distance(body, there),
            |distance, _| distance.map(|distance| KasuriDistance::of(&distance)),
        )
        .flatten()
    }

    /// Moves a platform by [param by], in the world's coordinates, through everything that it meets. Bodies on
    /// [param riders] that stand on it move along, and those that it runs into are pushed. Returns the nodes that are squeezed.
    #[func(gd_self)]
    fn carry(this: Gd<Self>, by: Vector2, #[opt(default = u32::MAX)] riders: u32) -> Array<Gd<Node>> {
        let place = "KasuriBody2D.carry";
        let carried = with_body(
            place,
            &this,
            |world, body| world.carry(body, vec2(by), Filter::against(riders)),
            |carried, core| {
                carried
                    .into_iter()
                    .map(|rider| (core.nodes.get(&rider.body).copied(), rider.is_stuck))
                    .collect::<Vec<_>>()
            },
        );
        let Some(world) = this.bind().home.world() else { return Array::new() };
        let riders = carried.unwrap_or_default().into_iter();
        riders
            .filter_map(|(id, is_stuck)| {
                let mut rider = id.and_then(member::<KasuriBody2D>)?;
                take_over(place, &mut rider, &mut world.clone().bind_mut().core, world.instance_id());
                is_stuck.then(|| rider.upcast())
            })
            .collect()
    }

    /// Moves the node to a position in its parent. A swept body hits nothing on the way.
    #[func(gd_self)]
    fn teleport(mut this: Gd<Self>, position: Vector2) -> bool {
        let place = "KasuriBody2D.teleport";
        if with_body(place, &this, |_, _| Ok(()), |(), _| ()).is_none() {
            return false;
        }
        this.set_position(position);
        let Some(mut world) = this.bind().home.world() else { return false };
        let id = world.instance_id();
        let Some(pose) = or_report(place, this.bind().pose_now(id)) else { return false };
        let Some(body) = this.bind().state.handle else { return false };
        or_report(place, world.bind_mut().core.world.edit(body).teleport(pose.at)).is_some()
    }

    /// Makes the body take no hits in the next [param steps] steps.
    #[func(gd_self)]
    fn set_invulnerable(this: Gd<Self>, steps: u32) -> bool {
        let place = "KasuriBody2D.set_invulnerable";
        with_body(
            place,
            &this,
            |world, body| world.edit(body).invulnerable(steps.into()).map(|_| ()),
            |(), _| (),
        )
        .is_some()
    }

    /// Returns for how many more steps the body takes no hits.
    #[func(gd_self)]
    fn invulnerable_for(this: Gd<Self>) -> i64 {
        let place = "KasuriBody2D.invulnerable_for";
        let steps = with_body(
            place,
            &this,
            |world, body| world.get(body).map(BodyRef::invulnerable_for),
            |steps, _| steps,
        );
        steps.unwrap_or(0).cast_signed()
    }
}

/// Takes over where a node is, does something with its body, and moves the node to where the body is then.
fn with_body<T, R>(
    place: &str,
    node: &Gd<KasuriBody2D>,
    act: impl FnOnce(&mut World, Handle) -> kasuri::Result<T>,
    told: impl FnOnce(T, &Core) -> R,
) -> Option<R> {
    let mut node = node.clone();
    let mut world = node.bind().home.world_or_report(place, "the body is")?;
    let id = world.instance_id();
    let mut world = world.bind_mut();
    node.bind_mut().sync(id, &mut world.core);
    let body = node.bind().state.handle;
    let Some(body) = body else {
        report(place, "the body is not in its world, see the error before");
        return None;
    };
    let done = or_report(place, act(&mut world.core.world, body))?;
    take_over(place, &mut node, &mut world.core, id);
    Some(told(done, &world.core))
}

/// Moves a node to where its body is. The body goes to the nearest place of the lattice, which an f32 can hold.
fn take_over(place: &str, node: &mut Gd<KasuriBody2D>, core: &mut Core, world: InstanceId) {
    let (Some(body), Some(posed)) = (node.bind().state.handle, node.bind().state.posed) else { return };
    let Some(now) = or_report(place, core.world.get(body).map(BodyRef::at)) else { return };
    if now == posed.at {
        return;
    }
    let at = Vec2::new((now.x * 256.0).round() / 256.0, (now.y * 256.0).round() / 256.0);
    let this: Gd<Node2D> = node.clone().upcast();
    let moved = pose_in(&this, world).and_then(|own| {
        let parent = parent_pose_in(&this, world)?;
        Ok(parent.place_inside(own.at + (at - posed.at)))
    });
    let Some(local) = or_report(place, moved) else { return };
    node.set_position(vector2(local));
    // The step compares with this; if an f32 moved the node elsewhere, it takes the node's place.
    node.bind_mut().state.posed = Some(crate::pose::Pose { at, ..posed });
    or_report(place, core.world.edit(body).position(at).map(|_| ()));
}
