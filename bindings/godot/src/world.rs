//! The world as a node: its settings, its steps and its signals.

use std::sync::Arc;

use godot::classes::notify::CanvasItemNotification;
use godot::classes::{Engine, Node2D};
use godot::prelude::*;
use kasuri::{Backend, Handle, Recorder, Step, World};

use crate::body::KasuriBody2D;
use crate::bullets::KasuriBullets2D;
use crate::drawing::DebugLayer;
use crate::errors::{or_report, report, vec2};
use crate::hit::{KasuriHit, KasuriStep, Nodes};
use crate::home::homeless_below;
use crate::overlay::is_in_editor;
use crate::picture::Pictures;
use crate::signals;
use crate::snapshot::KasuriSnapshot;
use crate::tile_map::KasuriTileMap;

/// Tells which of its bodies hit each other, to the pixel, the same on every machine.
///
/// Put [KasuriBody2D], [KasuriBullets2D] and [KasuriTileMap] nodes anywhere below it. Each physics frame, after the nodes have
/// moved, it makes a step and emits its signals. All coordinates are those of this node; one unit is a pixel.
#[derive(GodotClass)]
#[class(tool, init, base = Node2D)]
pub(crate) struct KasuriWorld2D {
    /// Whether the world makes a step in every physics frame. If not, call [method step].
    #[export]
    #[init(val = true)]
    auto_step: bool,
    /// The bounds, for [signal left] and for bodies that are removed outside of them. An empty rectangle means none. It counts
    /// until the first body is there.
    #[export]
    #[var(get, set)]
    bounds: Rect2,
    /// How many threads a step may use; 0 for all cores. The answers are the same. It counts until the first body is there.
    #[export(range = (0.0, 64.0))]
    #[var(get, set)]
    #[init(val = 1)]
    threads: i64,
    /// What decides which bodies overlap: [constant CPU], [constant GPU], or [constant AUTOMATIC]. The answers are the same. GPUs need a
    /// build of the addon with the feature [code]gpu[/code].
    #[export(enum = (Cpu, Gpu, Automatic))]
    #[var(get, set)]
    backend: i64,
    /// Whether covered pixels, shapes and margins are drawn. They also are with "Visible Collision Shapes" in the menu Debug.
    #[export]
    debug_draw: bool,
    pub(crate) core: Core,
    /// The nodes with bodies, the crowds of bullets and the tile maps, in the order in which they entered.
    pub(crate) members: Vec<InstanceId>,
    /// Whether the nodes below that have no home were looked for.
    has_looked: bool,
    rooted: Vec<[u32; 2]>,
    is_stepping: bool,
    /// Whether Godot has called `physics_process` in this frame.
    is_called: bool,
    last: Option<Gd<KasuriStep>>,
    layer: Option<DebugLayer>,
    base: Base<Node2D>,
}

/// The test of hot reload builds the library twice. The second build returns another version here.
const VERSION: &str = if cfg!(feature = "reload-test") {
    concat!(env!("CARGO_PKG_VERSION"), "-reloaded")
} else {
    env!("CARGO_PKG_VERSION")
};

/// The part of a world that its nodes change in a step.
pub(crate) struct Core {
    pub(crate) world: World,
    /// Steps share it as long as it stays the same.
    pub(crate) nodes: Arc<Nodes>,
    pub(crate) pictures: Pictures,
    pub(crate) recorder: Option<Recorder>,
    /// Where the world is on the canvas.
    pub(crate) place: Transform2D,
    /// How often bodies were removed, so that crowds of bullets notice it.
    pub(crate) removals: u64,
    /// For how long steps were made, in nanoseconds.
    pub(crate) clock: u64,
}

impl Default for Core {
    fn default() -> Core {
        Core {
            // The property `threads` begins with 1.
            world: World::builder().threads(1).build().unwrap_or_default(),
            nodes: Arc::default(),
            pictures: Pictures::default(),
            recorder: None,
            place: Transform2D::IDENTITY,
            removals: 0,
            clock: 0,
        }
    }
}

impl Core {
    /// Removes a body that may already be gone.
    pub(crate) fn forget(&mut self, body: Handle) {
        self.forget_node(body);
        if self.world.contains(body) {
            self.removals += 1;
            or_report("KasuriWorld2D", self.world.remove(body));
        }
    }

    /// Notes that a node has a body.
    pub(crate) fn note_node(&mut self, body: Handle, node: InstanceId) {
        Arc::make_mut(&mut self.nodes).insert(body, node);
    }

    fn forget_node(&mut self, body: Handle) {
        if self.nodes.contains_key(&body) {
            Arc::make_mut(&mut self.nodes).remove(&body);
        }
    }

    /// Makes a step of the library's world.
    fn step(&mut self) -> kasuri::Result<Step> {
        let step = match &mut self.recorder {
            Some(recorder) => recorder.step(&mut self.world),
            None => self.world.step(),
        }?;
        self.removals += u64::from(!step.despawned().is_empty());
        Ok(step)
    }
}

#[godot_api]
impl INode2D for KasuriWorld2D {
    // Not by virtual methods such as `ready`: a script that has its own would hide them.
    fn on_notification(&mut self, what: CanvasItemNotification) {
        match what {
            // Nodes move in their own physics frames, and the world's step comes after them.
            CanvasItemNotification::ENTER_TREE if self.base().get_physics_process_priority() == 0 => {
                self.base_mut().set_physics_process_priority(1000);
            }
            CanvasItemNotification::EXIT_TREE => self.layer = None,
            CanvasItemNotification::DRAW => self.draw_bounds(),
            CanvasItemNotification::PHYSICS_PROCESS if !std::mem::take(&mut self.is_called) => {
                let (mut this, delta) = (self.to_gd(), self.base().get_physics_process_delta_time());
                // Handlers of signals may reach the world meanwhile.
                let _open = self.base_mut();
                KasuriWorld2D::play_frame(&mut this, delta);
            }
            _ => {}
        }
    }

    // Here no object is borrowed while signals are emitted. A script's own method hides this one; see the notification.
    #[func(gd_self)]
    fn physics_process(mut this: Gd<Self>, delta: f64) {
        this.bind_mut().is_called = true;
        KasuriWorld2D::play_frame(&mut this, delta);
    }
}

#[godot_api]
impl KasuriWorld2D {
    /// The value of [member backend] for the CPU.
    #[constant]
    const CPU: i64 = 0;
    /// The value of [member backend] for a GPU; a world without one is refused.
    #[constant]
    const GPU: i64 = 1;
    /// The value of [member backend] for the faster one in each step; the CPU if there is no GPU.
    #[constant]
    const AUTOMATIC: i64 = 2;

    /// Two bodies overlap now and did not after the last step.
    #[signal]
    pub(crate) fn began(hit: Gd<KasuriHit>);

    /// Two bodies overlapped after the last step and do not now, also because one of them was removed.
    #[signal]
    pub(crate) fn ended(hit: Gd<KasuriHit>);

    /// A body came near another one that has a margin for grazes, and did not hit it.
    #[signal]
    pub(crate) fn grazed(hit: Gd<KasuriHit>);

    /// A body left the world's bounds: no part of it is inside any more. [param node] is [code]null[/code] for a body
    /// without a node.
    #[signal]
    pub(crate) fn left(body: i64, node: Option<Gd<Node>>);

    /// Moves the bullets, takes over where the nodes are, and finds what hits. Returns what it found, and emits the signals.
    /// [param delta] is the time in seconds for which bullets fly and tags of sheets are played; by default it is that of a
    /// physics frame.
    #[func(gd_self)]
    fn step(mut this: Gd<Self>, #[opt(default = -1.0)] delta: f64) -> Option<Gd<KasuriStep>> {
        let place = "KasuriWorld2D.step";
        if !delta.is_finite() {
            report(place, format_args!("a delta of {delta} is not finite"));
            return None;
        }
        let delta = if delta < 0.0 { frame_time() } else { delta };
        let step = {
            let mut world = this.bind_mut();
            if world.is_stepping {
                report(place, "a handler of the world's signals cannot make a step; call it deferred");
                return None;
            }
            world.is_stepping = true;
            let made = world.make_step(delta);
            world.draw_debug();
            let Some(made) = made else {
                world.is_stepping = false;
                return None;
            };
            made
        };
        if signals::emit(&this, &step) {
            this.bind_mut().is_stepping = false;
        }
        Some(step)
    }

    /// Returns the result of the last step; [code]null[/code] before the first and after one that failed.
    #[func]
    fn last_step(&self) -> Option<Gd<KasuriStep>> {
        self.last.clone()
    }

    /// Takes over where the nodes are now, without a step, so that queries see it.
    #[func]
    fn sync_nodes(&mut self) {
        self.sync();
    }

    /// Returns the state of the world, of its nodes and of its bullets.
    #[func]
    fn snapshot(&mut self) -> Gd<KasuriSnapshot> {
        let (mut bodies, mut flocks) = (Vec::new(), Vec::new());
        for &id in &self.members {
            if let Some(body) = member::<KasuriBody2D>(id) {
                bodies.push(body.bind().kept());
            } else if let Some(bullets) = member::<KasuriBullets2D>(id) {
                flocks.push((id, bullets.bind().flock.clone()));
            }
        }
        let (snapshot, clock) = (self.core.world.snapshot(), self.core.clock);
        Gd::from_object(KasuriSnapshot { snapshot, clock, bodies, flocks })
    }

    /// Makes the world what it was at a snapshot of it, and moves its nodes and bullets back. Nodes that were freed since do
    /// not come back: their bodies are removed. Nodes that were added since get new bodies in the next step.
    #[func]
    fn restore(&mut self, snapshot: Option<Gd<KasuriSnapshot>>) -> bool {
        let Some(kept) = crate::errors::given("KasuriWorld2D.restore", "snapshot", snapshot) else {
            return false;
        };
        let kept = kept.bind();
        self.core.world.restore(&kept.snapshot);
        self.core.clock = kept.clock;
        self.core.removals += 1;
        self.core.nodes = Arc::default();
        let is_member = |id: &InstanceId| self.members.contains(id);
        for body in &kept.bodies {
            match member::<KasuriBody2D>(body.node).filter(|_| is_member(&body.node)) {
                Some(mut node) => {
                    node.bind_mut().take_back(body);
                    if let Some(handle) = body.state.handle {
                        self.core.note_node(handle, body.node);
                    }
                }
                None => {
                    if let Some(handle) = body.state.handle {
                        self.core.forget(handle);
                    }
                }
            }
        }
        for (id, flock) in &kept.flocks {
            match member::<KasuriBullets2D>(*id).filter(|_| is_member(id)) {
                Some(mut bullets) => bullets.bind_mut().take_back(flock),
                None => flock.bodies.iter().for_each(|&bullet| self.core.forget(bullet)),
            }
        }
        for &id in &self.members {
            let was_there =
                kept.bodies.iter().any(|body| body.node == id) || kept.flocks.iter().any(|kept| kept.0 == id);
            if was_there {
                continue;
            }
            if let Some(mut body) = member::<KasuriBody2D>(id) {
                body.bind_mut().lose_body();
            } else if let Some(mut bullets) = member::<KasuriBullets2D>(id) {
                bullets.bind_mut().take_back(&Arc::default());
            } else if let Some(mut tiles) = member::<KasuriTileMap>(id) {
                tiles.bind_mut().check_body(&mut self.core);
            }
        }
        true
    }

    /// Returns the hash of the world: equal worlds have equal hashes on every machine.
    #[func]
    fn hash(&self) -> i64 {
        self.core.world.hash().cast_signed()
    }

    /// Returns the hash as 16 hexadecimal digits.
    #[func]
    fn hash_text(&self) -> GString {
        format!("{:016x}", self.core.world.hash()).as_str().into()
    }

    /// Returns the version of this library.
    #[func]
    fn version() -> GString {
        VERSION.into()
    }

    /// Returns the number of bodies.
    #[func]
    fn body_count(&self) -> i64 {
        i64::try_from(self.core.world.len()).unwrap_or(i64::MAX)
    }

    /// Returns how many steps the world has made.
    #[func]
    fn steps(&self) -> i64 {
        self.core.world.steps().cast_signed()
    }

    /// Forgets the masks of textures. Call it after the pixels of a texture have changed.
    #[func]
    fn forget_textures(&mut self) {
        self.core.pictures.clear();
        for &id in &self.members {
            if let Some(mut body) = member::<KasuriBody2D>(id) {
                body.bind_mut().forget_picture();
            }
        }
    }

    /// Makes a circle on [param layers_a] and one on [param layers_b] hit only if the middle of the second is in the first, as
    /// many bullet hells do. Call it before the first body is there.
    #[func]
    fn set_rooted_circles(&mut self, layers_a: u32, layers_b: u32) {
        self.rooted.push([layers_a, layers_b]);
        self.rebuild("KasuriWorld2D.set_rooted_circles");
    }

    #[func]
    fn get_bounds(&self) -> Rect2 {
        self.bounds
    }

    #[func]
    fn set_bounds(&mut self, bounds: Rect2) {
        self.bounds = bounds;
        self.base_mut().queue_redraw();
        self.rebuild("KasuriWorld2D.bounds");
    }

    #[func]
    fn get_threads(&self) -> i64 {
        self.threads
    }

    #[func]
    fn set_threads(&mut self, threads: i64) {
        self.threads = threads;
        self.rebuild("KasuriWorld2D.threads");
    }

    #[func]
    fn get_backend(&self) -> i64 {
        self.backend
    }

    #[func]
    fn set_backend(&mut self, backend: i64) {
        let place = "KasuriWorld2D.backend";
        let Some(known) = or_report(place, backend_of(backend)) else { return };
        if is_in_editor() || or_report(place, self.core.world.set_backend(known)).is_some() {
            self.backend = backend;
        }
    }
}

impl KasuriWorld2D {
    fn play_frame(this: &mut Gd<Self>, delta: f64) {
        if this.bind().auto_step && !is_in_editor() {
            KasuriWorld2D::step(this.clone(), delta);
        }
    }

    fn draw_bounds(&mut self) {
        let bounds = self.bounds;
        if is_in_editor() && bounds.size != Vector2::ZERO {
            let grey = Color::from_rgba(0.8, 0.8, 0.8, 0.8);
            self.base_mut().draw_rect_ex(bounds, grey).filled(false).done();
        }
    }

    /// Builds the empty world anew, with its settings of now.
    fn rebuild(&mut self, place: &str) {
        if !self.core.world.is_empty() || self.core.world.steps() > 0 {
            report(place, "this counts only until the world has its first body and its first step");
            return;
        }
        let mut builder = World::builder();
        if self.bounds.size != Vector2::ZERO {
            let corner = vec2(self.bounds.position);
            builder = builder.bounds(corner, corner + vec2(self.bounds.size));
        }
        for &[a, b] in &self.rooted {
            builder = builder.rooted_circles_between(a, b);
        }
        builder = builder.threads(usize::try_from(self.threads).unwrap_or(1));
        builder = builder.backend(backend_of(self.backend).unwrap_or_default());
        if let Some(world) = or_report(place, builder.build()) {
            self.core.world = world;
        }
    }

    fn sync(&mut self) {
        let id = self.base().instance_id();
        if self.base().is_inside_tree() {
            self.core.place = self.base().get_global_transform();
        }
        if !self.has_looked {
            self.has_looked = true;
            let this = self.to_gd().upcast();
            self.members.extend(homeless_below(&this, id));
        }
        for &member_id in &self.members {
            if let Some(mut body) = member::<KasuriBody2D>(member_id) {
                body.bind_mut().sync(id, &mut self.core);
            } else if let Some(mut tiles) = member::<KasuriTileMap>(member_id) {
                tiles.bind_mut().sync(id, &mut self.core);
            }
        }
    }

    fn make_step(&mut self, delta: f64) -> Option<Gd<KasuriStep>> {
        self.sync();
        let flocks: Vec<Gd<KasuriBullets2D>> = self.members.iter().filter_map(|&id| member(id)).collect();
        for bullets in &flocks {
            bullets.clone().bind_mut().fly(delta, &mut self.core);
        }
        // The library writes a step over the last one unless somebody keeps that.
        self.last.take_if(|last| last.get_reference_count() == 1);
        let step = or_report("KasuriWorld2D.step", self.core.step())?;
        // Rounded up: a frame of 100 ms takes six steps of 1/60 s, not seven.
        self.core.clock = self.core.clock.saturating_add((delta * 1e9).ceil() as u64);
        for mut bullets in flocks {
            bullets.bind_mut().settle(&self.core);
        }
        let nodes = self.core.nodes.clone();
        for body in step.despawned() {
            self.core.forget_node(*body);
        }
        let step = Gd::from_object(KasuriStep { step, nodes });
        self.last = Some(step.clone());
        Some(step)
    }

    fn draw_debug(&mut self) {
        let is_on = self.base().is_inside_tree()
            && (self.debug_draw || self.base().get_tree().is_debugging_collisions_hint());
        if !is_on {
            self.layer = None;
            return;
        }
        let parent = self.base().get_canvas_item();
        let layer = self.layer.get_or_insert_with(|| DebugLayer::new(parent));
        layer.draw(&self.core.world);
    }
}

/// Returns the backend by its number.
fn backend_of(number: i64) -> Result<Backend, String> {
    match number {
        KasuriWorld2D::CPU => Ok(Backend::Cpu),
        #[cfg(feature = "gpu")]
        KasuriWorld2D::GPU => Ok(Backend::Gpu),
        #[cfg(feature = "gpu")]
        KasuriWorld2D::AUTOMATIC => Ok(Backend::Auto),
        #[cfg(not(feature = "gpu"))]
        KasuriWorld2D::GPU | KasuriWorld2D::AUTOMATIC => {
            Err("this build of the addon has no GPU; build it with the feature gpu".into())
        }
        other => Err(format!("{other} is no backend")),
    }
}

/// Returns a node by its id, if it lives and has this class.
pub(crate) fn member<T>(id: InstanceId) -> Option<Gd<T>>
where
    T: GodotClass + Inherits<Node>,
{
    let object = Gd::<Node>::try_from_instance_id(id).ok()?;
    object.try_cast::<T>().ok()
}

/// Returns the time of a physics frame, in seconds.
pub(crate) fn frame_time() -> f64 {
    1.0 / f64::from(Engine::singleton().get_physics_ticks_per_second().max(1))
}
