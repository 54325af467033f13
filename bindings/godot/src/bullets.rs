//! Crowds of bullets without nodes.

use std::sync::Arc;

use godot::classes::notify::CanvasItemNotification;
use godot::classes::{Node2D, Texture2D};
use godot::prelude::*;
use kasuri::query::Form;
use kasuri::{Body, Handle, Layers, Look, Vec2};

use crate::crowd::{Crowd, ExactCrowd};
use crate::errors::{number_of, numbers_of, or_report, report, vec2, vec2s, vectors};
use crate::home::Home;
use crate::mask::mask_of_texture;
use crate::overlay::{Overlay, is_in_editor};
use crate::rules::Rules;
use crate::shape::{KasuriShape2D, ShapeDescription};
use crate::snapshot::Flock;
use crate::world::Core;

/// Thousands of bullets that fly straight, without a node for each.
///
/// They hit with the pixels of [member texture], or with [member shape]. Positions are those of the [KasuriWorld2D] around this
/// node; the node itself stays at the world's origin. Each bullet has a number, which hits tell.
#[derive(GodotClass)]
#[class(tool, init, base = Node2D)]
pub(crate) struct KasuriBullets2D {
    /// What each bullet looks like. Without it, the pixels that the shape covers are drawn.
    #[export]
    #[var(get, set)]
    texture: Option<Gd<Texture2D>>,
    /// The shape that hits. Without it, the pixels of the texture hit.
    #[export]
    #[var(get, set)]
    shape: Option<Gd<KasuriShape2D>>,
    /// Pixels of the texture hit if their alpha is at least this.
    #[export(range = (1.0, 255.0))]
    #[init(val = 128)]
    alpha_threshold: i64,
    /// Whether a new bullet is turned to where it flies, in addition to its angle.
    #[export]
    turned: bool,
    /// Whether the bullets are drawn with exactly the pixels that hit, where the world has them, also turned. The node gets a
    /// material of its own for this. Bullets with a [member shape] are drawn as without it.
    #[export]
    #[var(get, set)]
    draws_exactly: bool,
    /// The layers that new bullets are on.
    #[export(flags_2d_physics)]
    #[init(val = 2)]
    layer: u32,
    /// The layers that new bullets hit.
    #[export(flags_2d_physics)]
    #[init(val = 1)]
    against: u32,
    /// The group of new bullets; 0 for none. Two bodies of one group do not hit each other, such as a boss and its shots.
    #[export]
    group: u32,
    /// Within this distance others graze a bullet. Negative: no grazes.
    #[export(range = (-1.0, 256.0, 0.01, or_greater))]
    #[init(val = -1.0)]
    graze: f64,
    /// Whether bullets hit everything on their way, however fast they are.
    #[export]
    swept: bool,
    /// How far outside the world's bounds a bullet disappears. Negative: never.
    #[export]
    #[init(val = -1.0)]
    despawn_beyond: f64,
    /// A number of the game for new bullets.
    #[export]
    data: i64,
    pub(crate) flock: Arc<Flock>,
    pub(crate) home: Home,
    /// How many removals of the world the flock has seen.
    seen_removals: Option<u64>,
    look: Option<Look>,
    /// Whether a bullet may be where the world has ended.
    is_lost: bool,
    /// The memory of the next angles.
    spare: Vec<f64>,
    drawn: Option<Crowd>,
    exact: Option<ExactCrowd>,
    /// What the editor draws.
    overlay: Option<Overlay<BulletLook>>,
    base: Base<Node2D>,
}

/// What a bullet in the editor looks like: texture, threshold and shape.
type BulletLook = (Option<InstanceId>, i64, Option<ShapeDescription>);

/// Farther than this from the origin a bullet is removed, because the world ends there.
const END: f64 = 2_000_000.0;

fn is_outside(at: Vec2) -> bool {
    (at.x.abs() >= END) | (at.y.abs() >= END)
}

#[godot_api]
impl INode2D for KasuriBullets2D {
    // Not by virtual methods such as `enter_tree`: a script that has its own would hide them.
    fn on_notification(&mut self, what: CanvasItemNotification) {
        match what {
            CanvasItemNotification::ENTER_TREE => {
                let this = self.to_gd().upcast();
                self.home.enter(&this);
                if is_in_editor() {
                    self.base_mut().set_process(true);
                }
            }
            CanvasItemNotification::EXIT_TREE => {
                let id = self.base().instance_id();
                self.home.leave(id, self.flock.bodies.iter().copied());
                self.flock = Arc::default();
            }
            CanvasItemNotification::PROCESS if is_in_editor() => self.draw_in_editor(),
            CanvasItemNotification::DRAW => self.draw_bullets(),
            _ => {}
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        self.home.warnings("The bullets need", self.new_look().map(|_| ()))
    }
}

#[godot_api]
impl KasuriBullets2D {
    /// Adds a bullet. [param velocity] is in pixels per second, [param rotation] in radians. Returns its number, or 0.
    #[func]
    fn spawn(&mut self, position: Vector2, velocity: Vector2, #[opt(default = 0.0)] rotation: f64) -> i64 {
        let added = self.add("KasuriBullets2D.spawn", &[vec2(position)], &[vec2(velocity)], &[rotation]);
        added.first().copied().map_or(0, number_of)
    }

    /// Adds bullets. [param rotations] may be empty: then all are 0. Returns their numbers. If one is refused, none is added.
    #[func]
    fn spawn_many(
        &mut self,
        positions: PackedVector2Array,
        velocities: PackedVector2Array,
        #[opt(default = &PackedFloat32Array::new())] rotations: PackedFloat32Array,
    ) -> PackedInt64Array {
        let place = "KasuriBullets2D.spawn_many";
        let count = positions.len();
        let angles: Vec<f64> = if rotations.is_empty() {
            vec![0.0; count]
        } else {
            rotations.as_slice().iter().copied().map(f64::from).collect()
        };
        if velocities.len() != count || angles.len() != count {
            report(
                place,
                format_args!(
                    "{count} positions, {} velocities, {} rotations",
                    velocities.len(),
                    angles.len()
                ),
            );
            return PackedInt64Array::new();
        }
        numbers_of(self.add(place, &vec2s(&positions), &vec2s(&velocities), &angles))
    }

    /// Returns how many bullets there are.
    #[func]
    fn count(&self) -> i64 {
        i64::try_from(self.flock.bodies.len()).unwrap_or(i64::MAX)
    }

    /// Returns the numbers of the bullets. The other lists have the same order: that in which they were added.
    #[func]
    fn numbers(&self) -> PackedInt64Array {
        numbers_of(self.flock.bodies.iter().copied())
    }

    /// Returns the positions of the bullets.
    #[func]
    fn positions(&self) -> PackedVector2Array {
        vectors(&self.flock.at)
    }

    /// Returns the velocities of the bullets, in pixels per second.
    #[func]
    fn velocities(&self) -> PackedVector2Array {
        vectors(&self.flock.velocities)
    }

    /// Returns the angles of the bullets, in radians.
    #[func]
    fn rotations(&self) -> PackedFloat32Array {
        self.flock.angles.iter().map(|&angle| angle as f32).collect()
    }

    /// Moves all bullets. The next step sees it.
    #[func]
    fn set_positions(&mut self, positions: PackedVector2Array) -> bool {
        if !self.is_for_all("KasuriBullets2D.set_positions", positions.as_slice()) {
            return false;
        }
        let flock = Arc::make_mut(&mut self.flock);
        let move_to = |is_lost: bool, (at, &given): (&mut Vec2, &Vector2)| {
            *at = vec2(given);
            is_lost | is_outside(*at)
        };
        self.is_lost |= flock.at.iter_mut().zip(positions.as_slice()).fold(false, move_to);
        true
    }

    /// Sets how fast all bullets fly, in pixels per second.
    #[func]
    fn set_velocities(&mut self, velocities: PackedVector2Array) -> bool {
        if !self.is_for_all("KasuriBullets2D.set_velocities", velocities.as_slice()) {
            return false;
        }
        let flock = Arc::make_mut(&mut self.flock);
        flock.velocities.iter_mut().zip(velocities.as_slice()).for_each(|(v, &given)| *v = vec2(given));
        true
    }

    /// Turns all bullets to angles in radians.
    #[func]
    fn set_rotations(&mut self, rotations: PackedFloat32Array) -> bool {
        let place = "KasuriBullets2D.set_rotations";
        let Some(mut world) = self.home.world_or_report(place, "the bullets are") else { return false };
        let mut world = world.bind_mut();
        self.notice_removals(&world.core);
        let mut angles = std::mem::take(&mut self.spare);
        angles.clear();
        angles.extend(rotations.as_slice().iter().copied().map(f64::from));
        let turned = world.core.world.set_angles(&self.flock.bodies, &angles);
        let is_done = or_report(place, turned).is_some();
        if is_done {
            std::mem::swap(&mut Arc::make_mut(&mut self.flock).angles, &mut angles);
        }
        self.spare = angles;
        is_done
    }

    /// Removes a bullet by its number. Returns whether there was one.
    #[func]
    fn remove(&mut self, bullet: i64) -> bool {
        let Some(handle) = Handle::from_bits(bullet.cast_unsigned()) else { return false };
        let is_there = self.flock.bodies.contains(&handle);
        if is_there {
            self.remove_all(&[handle]);
        }
        is_there
    }

    /// Removes the bullets with these numbers; others are ignored. Returns how many there were.
    #[func]
    fn remove_many(&mut self, bullets: PackedInt64Array) -> i64 {
        let named: std::collections::HashSet<i64> = bullets.as_slice().iter().copied().collect();
        let gone = self.flock.bodies.iter().copied().filter(|&bullet| named.contains(&number_of(bullet)));
        let gone: Vec<Handle> = gone.collect();
        self.remove_all(&gone);
        i64::try_from(gone.len()).unwrap_or(i64::MAX)
    }

    /// Removes all bullets.
    #[func]
    fn clear(&mut self) {
        let gone = self.flock.bodies.clone();
        self.remove_all(&gone);
    }

    #[func]
    fn get_draws_exactly(&self) -> bool {
        self.draws_exactly
    }

    #[func]
    fn set_draws_exactly(&mut self, draws_exactly: bool) {
        self.draws_exactly = draws_exactly;
        self.forget_drawing();
    }

    #[func]
    fn get_texture(&self) -> Option<Gd<Texture2D>> {
        self.texture.clone()
    }

    #[func]
    fn set_texture(&mut self, texture: Option<Gd<Texture2D>>) {
        (self.texture, self.look) = (texture, None);
        self.forget_drawing();
    }

    #[func]
    fn get_shape(&self) -> Option<Gd<KasuriShape2D>> {
        self.shape.clone()
    }

    #[func]
    fn set_shape(&mut self, shape: Option<Gd<KasuriShape2D>>) {
        (self.shape, self.look) = (shape, None);
        self.forget_drawing();
    }
}

impl KasuriBullets2D {
    fn draw_bullets(&mut self) {
        self.show();
        if let (true, Some(texture)) = (is_in_editor(), self.texture.clone()) {
            let corner = -texture.get_size() / 2.0;
            self.base_mut().draw_texture(&texture, corner);
        }
        if let Some(Crowd { mesh, texture }) = self.drawn.clone() {
            self.base_mut().draw_multimesh(&mesh, &texture);
        }
    }

    /// Whether a list has one finite vector for each bullet; else it reports.
    fn is_for_all(&self, place: &str, list: &[Vector2]) -> bool {
        if list.len() != self.flock.bodies.len() {
            report(place, format_args!("{} vectors for {} bullets", list.len(), self.flock.bodies.len()));
            return false;
        }
        // All are tested at once, because a loop that ends at the first mistake takes longer than the move. The exponent of what is
        // not finite is all ones: one more in its lowest bit carries into the sign's.
        let carry = |v: f32| (v.abs().to_bits()) + (1 << 23);
        let carried = list.iter().fold(0, |so_far, v| so_far | carry(v.x) | carry(v.y));
        if carried >> 31 == 1
            && let Some(k) = list.iter().position(|v| !v.is_finite())
        {
            report(place, format_args!("[{k}]: {} is not finite", list[k]));
            return false;
        }
        true
    }

    fn new_look(&self) -> Result<Look, String> {
        match (&self.shape, &self.texture) {
            (Some(shape), _) => Ok(Look::new(shape.bind().shape()?)),
            (None, Some(texture)) => Ok(Look::new(Arc::new(mask_of_texture(texture, self.alpha_threshold)?))),
            (None, None) => Err("The bullets need a texture or a shape.".into()),
        }
    }

    /// Draws one bullet at the origin, and what it covers.
    fn draw_in_editor(&mut self) {
        if self.home.world().is_none() {
            // After a hot reload.
            let this = self.to_gd().upcast();
            self.home.enter(&this);
        }
        let Some(world) = self.home.world() else { return };
        let texture = self.texture.as_ref().map(Gd::instance_id);
        let shape = self.shape.as_ref().map(|shape| shape.bind().described());
        let mut overlay = self.overlay.take();
        let made_of = (texture, self.alpha_threshold, shape);
        Overlay::show(&mut overlay, &self.to_gd().upcast(), &world, made_of, self.shape.is_some(), || {
            // There are no bounds here that a bullet could leave.
            let rules = Rules { despawn_beyond: -1.0, ..self.rules() };
            self.new_look().map(|look| rules.on(Body::new(look)))
        });
        self.overlay = overlay;
    }

    fn rules(&self) -> Rules {
        Rules {
            layers: Layers { layer: self.layer, against: self.against, group: self.group },
            graze: self.graze,
            despawn_beyond: self.despawn_beyond,
            data: self.data,
            is_swept: self.swept,
            ..Rules::default()
        }
    }

    fn add(&mut self, place: &str, at: &[Vec2], velocities: &[Vec2], angles: &[f64]) -> Vec<Handle> {
        let Some(mut world) = self.home.world_or_report(place, "the bullets are") else { return Vec::new() };
        if let Some(v) = velocities.iter().find(|v| !v.x.is_finite() || !v.y.is_finite()) {
            report(place, format_args!("a velocity of {v} is not finite"));
            return Vec::new();
        }
        if self.look.is_none() {
            self.look = or_report(place, self.new_look());
        }
        let Some(look) = &self.look else { return Vec::new() };
        let body = self.rules().on(Body::new(look.clone()));
        let angles: Vec<f64> = match self.turned {
            true => angles.iter().zip(velocities).map(|(angle, v)| angle + v.angle()).collect(),
            false => angles.to_vec(),
        };
        let spawned =
            world.bind_mut().core.world.spawn_many(at.len(), |k| body.clone().at(at[k]).turned(angles[k]));
        let Some(bodies) = or_report(place, spawned) else { return Vec::new() };
        let flock = Arc::make_mut(&mut self.flock);
        flock.bodies.extend(&bodies);
        flock.at.extend(at);
        flock.velocities.extend(velocities);
        flock.angles.extend(angles);
        bodies
    }

    fn remove_all(&mut self, gone: &[Handle]) {
        let Some(mut world) = self.home.world() else { return };
        let mut world = world.bind_mut();
        gone.iter().for_each(|&bullet| world.core.forget(bullet));
        Arc::make_mut(&mut self.flock).keep(|bullet| world.core.world.contains(bullet));
    }

    /// Forgets the bullets that the world has lost.
    fn notice_removals(&mut self, core: &Core) {
        if self.seen_removals != Some(core.removals) {
            Arc::make_mut(&mut self.flock).keep(|bullet| core.world.contains(bullet));
            self.seen_removals = Some(core.removals);
        }
    }

    /// Moves the bullets for a step.
    pub(crate) fn fly(&mut self, delta: f64, core: &mut Core) {
        self.notice_removals(core);
        let flock = Arc::make_mut(&mut self.flock);
        if delta != 0.0 {
            let fly = |is_lost: bool, (at, &velocity): (&mut Vec2, &Vec2)| {
                *at += velocity * delta;
                is_lost | is_outside(*at)
            };
            self.is_lost = flock.at.iter_mut().zip(&flock.velocities).fold(false, fly);
        }
        if std::mem::take(&mut self.is_lost) {
            let lost = flock.bodies.iter().zip(&flock.at).filter(|&(_, &at)| is_outside(at));
            lost.for_each(|(&bullet, _)| core.forget(bullet));
            self.notice_removals(core);
        }
        or_report("KasuriBullets2D", core.world.set_positions(&self.flock.bodies, &self.flock.at));
    }

    /// Forgets the bullets that the step removed. The others are drawn before the next picture.
    pub(crate) fn settle(&mut self, core: &Core) {
        self.notice_removals(core);
        self.base_mut().queue_redraw();
    }

    /// Takes the bullets of a snapshot.
    pub(crate) fn take_back(&mut self, flock: &Arc<Flock>) {
        self.flock = flock.clone();
        self.seen_removals = None;
        self.base_mut().queue_redraw();
    }

    /// Prepares what draws the bullets. Steps do not pay for it, pictures do.
    fn show(&mut self) {
        let Some(world) = self.home.world() else { return };
        let world = world.bind();
        self.notice_removals(&world.core);
        if self.drawn.is_none() && !self.flock.bodies.is_empty() {
            self.drawn = Crowd::new(self.texture.as_ref(), self.shape.as_ref());
        }
        let Some(drawn) = &mut self.drawn else { return };
        drawn.show(&self.flock);
        if let (true, None, Some(texture)) = (self.draws_exactly, &self.shape, self.texture.clone()) {
            if self.exact.is_none() {
                let alpha = self.alpha_threshold;
                let made = ExactCrowd::of(&mut self.base_mut(), &texture, alpha);
                self.exact = or_report("KasuriBullets2D", made);
            }
            let sprite = |&bullet: &Handle| match world.core.world.get(bullet).ok()?.form() {
                Form::Sprite(sprite) => Some(sprite),
                _ => None,
            };
            if let Some(exact) = &mut self.exact {
                exact.show(self.flock.bodies.iter().filter_map(sprite), world.core.place);
            }
        }
    }

    /// Forgets what draws the bullets.
    fn forget_drawing(&mut self) {
        self.drawn = None;
        if self.exact.take().is_some() {
            self.base_mut().set_material(Gd::null_arg());
        }
        self.base_mut().queue_redraw();
    }
}
