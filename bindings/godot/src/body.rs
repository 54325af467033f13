//! A node with a body: it hits as its sprite looks, or with a shape.

use std::sync::Arc;

use godot::classes::notify::CanvasItemNotification;
use godot::classes::{AnimatedSprite2D, Node2D, Sprite2D};
use godot::prelude::*;
use kasuri::query::Form;
use kasuri::sheet::Sheet;
use kasuri::world::BodyRef;
use kasuri::{Body, Handle, Layers, Look, Vec2};

use crate::errors::{items, number_of, report};
use crate::exact::Exact;
use crate::hit::KasuriHit;
use crate::home::Home;
use crate::look::KasuriRegion2D;
use crate::overlay::{Overlay, is_in_editor};
use crate::picture::{self, Picture, Pictures};
use crate::pose::{Pose, pose_in};
use crate::rules::Rules;
use crate::shape::{KasuriShape2D, ShapeDescription};
use crate::sheet::KasuriSheet;
use crate::sheet_play::{self, Playing};
use crate::snapshot::KeptBody;
use crate::world::{Core, KasuriWorld2D};

/// A body in a [KasuriWorld2D].
///
/// It hits exactly as its child [Sprite2D] or [AnimatedSprite2D] looks: with the frame, flips, offset and region that the
/// sprite shows. With [member shape] it hits with that shape instead, and with [member sheet] as a frame of that sheet, which its
/// child [Sprite2D] then draws. Move it as any node; the world's next step sees it.
#[derive(GodotClass)]
#[class(tool, init, base = Node2D)]
pub(crate) struct KasuriBody2D {
    /// The shape that hits. Without one, the first child that is a sprite hits with its pixels.
    #[export]
    shape: Option<Gd<KasuriShape2D>>,
    /// Pixels of a sprite hit if their alpha is at least this.
    #[export(range = (1.0, 255.0))]
    #[init(val = 128)]
    alpha_threshold: i64,
    /// A sheet of the hit box editor: its frame hits, instead of a shape or a sprite's pixels. A child [Sprite2D] whose texture is the
    /// sheet's picture draws that frame: its region and offset follow the sheet, and its flips mirror the body.
    #[export]
    pub(crate) sheet: Option<Gd<KasuriSheet>>,
    /// The frame of the sheet that the body shows. See also [method play].
    #[export]
    pub(crate) sheet_frame: i64,
    /// Parts with names and layers of their own. Those of a sheet come first.
    #[export]
    regions: Array<Gd<KasuriRegion2D>>,
    /// Whether the body hits nothing.
    #[export]
    disabled: bool,
    /// Whether the sprite is drawn with exactly the pixels that hit, where the last step saw them, also turned and enlarged. It
    /// gets a material of its own for this.
    #[export]
    draws_exactly: bool,
    #[export_group(name = "Layers")]
    /// The layers that the body is on.
    #[export(flags_2d_physics)]
    #[init(val = 1)]
    layer: u32,
    /// The layers that the body hits. Two bodies hit only if each is on a layer that the other hits.
    #[export(flags_2d_physics)]
    #[init(val = u32::MAX)]
    against: u32,
    /// The group of the body; 0 for none. Two bodies of one group do not hit each other, such as a boss and its shots.
    #[export]
    group: u32,
    #[export_group(name = "Rules")]
    /// Within this distance other bodies graze this one. Negative: no grazes.
    #[export(range = (-1.0, 256.0, 0.01, or_greater))]
    #[init(val = -1.0)]
    graze: f64,
    /// Whether the body hits everything on its way, however fast it is.
    #[export]
    swept: bool,
    /// How many steps a pair pauses after a hit.
    #[export]
    cooldown: u32,
    /// A number of the game; hits tell it.
    #[export]
    data: i64,
    #[export_group(name = "Motion")]
    /// Whether other bodies travel through it. Its hits are told all the same.
    #[export]
    sensor: bool,
    /// If not zero, the body stops others only at faces that point there: (0, -1) for a platform to jump up through.
    #[export]
    one_way: Vector2,
    pub(crate) state: InWorld,
    pub(crate) home: Home,
    pub(crate) playing: Option<Playing>,
    exact: Option<Exact>,
    /// What the editor draws.
    overlay: Option<Overlay<Drawn>>,
    /// What was last reported, so that an error is said once and not in every step.
    complaint: String,
    base: Base<Node2D>,
}

/// The body in the library's world, and what the world was last told of it.
#[derive(Clone, Default)]
pub(crate) struct InWorld {
    pub(crate) handle: Option<Handle>,
    shown: Option<Shown>,
    rules: Option<Rules>,
    pub(crate) posed: Option<Pose>,
}

/// What a body consists of, to notice changes.
#[derive(Clone, PartialEq)]
struct Shown {
    solid: ShownSolid,
    regions: Vec<(String, Option<ShapeDescription>, String)>,
}

#[derive(Clone, PartialEq)]
enum ShownSolid {
    Picture(Picture, [u64; 2]),
    Shape(ShapeDescription),
    Frames(SameSheet),
}

/// A sheet, which is equal only to itself.
#[derive(Clone)]
struct SameSheet(Arc<Sheet>);

impl PartialEq for SameSheet {
    fn eq(&self, other: &SameSheet) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Shown {
    /// Whether a body can change from one to the other; the frames of a sheet are given when it is made.
    fn can_become(&self, other: &Shown) -> bool {
        let is_of_sheet = |shown: &Shown| matches!(shown.solid, ShownSolid::Frames(_));
        self == other || !(is_of_sheet(self) || is_of_sheet(other))
    }
}

/// What the drawing in the editor depends on.
#[derive(Clone, PartialEq)]
struct Drawn {
    shown: Shown,
    frame: i64,
    pose: Pose,
    rules: Rules,
}

#[godot_api]
impl INode2D for KasuriBody2D {
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
                self.home.leave(id, self.state.handle);
                self.lose_body();
            }
            CanvasItemNotification::PROCESS if is_in_editor() => self.draw_in_editor(),
            _ => {}
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        self.home.warnings("The body needs", self.checked())
    }
}

#[godot_api]
impl KasuriBody2D {
    /// The body overlaps another one and did not after the last step.
    #[signal]
    pub(crate) fn began(hit: Gd<KasuriHit>);

    /// The body overlapped another one after the last step and does not now.
    #[signal]
    pub(crate) fn ended(hit: Gd<KasuriHit>);

    /// The body came near another one within a margin for grazes.
    #[signal]
    pub(crate) fn grazed(hit: Gd<KasuriHit>);

    /// The body left the world's bounds.
    #[signal]
    pub(crate) fn left();

    /// Returns the number of the body in its world; 0 before the first step and while it has none.
    #[func]
    fn get_body(&self) -> i64 {
        self.state.handle.map_or(0, number_of)
    }

    /// Returns the world that the body is in; [code]null[/code] if it is in none.
    #[func]
    fn get_kasuri_world(&mut self) -> Option<Gd<KasuriWorld2D>> {
        self.find_home();
        self.home.world()
    }
}

enum Source {
    Sprite(Gd<Node2D>),
    Shape(Gd<KasuriShape2D>),
    /// A sheet, and the sprite that draws its frames.
    Frames(Arc<Sheet>, Option<Gd<Sprite2D>>),
}

impl KasuriBody2D {
    /// Looks for a world if there is none, as after a hot reload of the library.
    fn find_home(&mut self) {
        if self.home.world().is_none() && self.base().is_inside_tree() {
            let this = self.to_gd().upcast();
            self.home.enter(&this);
        }
    }

    /// Returns where the body is now, by the properties of its nodes.
    pub(crate) fn pose_now(&self, world: InstanceId) -> Result<Pose, String> {
        self.pose_of(&self.source()?, world)
    }

    fn pose_of(&self, source: &Source, world: InstanceId) -> Result<Pose, String> {
        let pose = pose_in(&self.placed_node(source), world)?;
        Ok(match source {
            Source::Frames(_, sprite) => sheet_play::mirrored(pose, sprite.as_ref()),
            _ => pose,
        })
    }

    /// Returns what is wrong with the node, for the editor.
    fn checked(&self) -> Result<(), String> {
        match self.source()? {
            Source::Sprite(sprite) => picture::drawn_by(&sprite, self.alpha_threshold).map(|_| ()),
            Source::Shape(shape) => shape.bind().shape().map(|_| ()),
            Source::Frames(sheet, _) => sheet_play::frame_of(&sheet, self.sheet_frame).map(|_| ()),
        }
    }

    /// Returns where the body's look comes from.
    fn source(&self) -> Result<Source, String> {
        if let Some(sheet) = &self.sheet {
            return Ok(Source::Frames(
                sheet.bind().sheet()?,
                sheet_play::sprite_below(&self.to_gd().upcast()),
            ));
        }
        if let Some(shape) = &self.shape {
            return Ok(Source::Shape(shape.clone()));
        }
        let children = self.base().get_children();
        let mut sprites = children.iter_shared().filter_map(|child| child.try_cast::<Node2D>().ok());
        let sprite = sprites.find(picture::is_sprite);
        sprite
            .map(Source::Sprite)
            .ok_or_else(|| "The body needs a shape, or a sprite among its children.".into())
    }

    /// Returns the node that the body is placed as: its sprite, or itself.
    fn placed_node(&self, source: &Source) -> Gd<Node2D> {
        match source {
            Source::Sprite(sprite) => sprite.clone(),
            Source::Frames(_, Some(sprite)) => sprite.clone().upcast(),
            Source::Shape(_) | Source::Frames(_, None) => self.to_gd().upcast(),
        }
    }

    /// Returns what the body consists of now, and how to make it.
    fn shown_now(&self, source: &Source) -> Result<(Shown, Option<picture::Drawn>), String> {
        let regions = items(&self.regions, "regions")?.into_iter().map(|region| {
            let region = region.bind();
            let shape = region.shape.as_ref().map(|shape| shape.bind().described());
            region.region().map(|told| (told.name().to_owned(), shape, region.layers_described()))
        });
        let regions = regions.collect::<Result<_, String>>()?;
        match source {
            Source::Shape(shape) => {
                Ok((Shown { solid: ShownSolid::Shape(shape.bind().described()), regions }, None))
            }
            Source::Sprite(sprite) => {
                let drawn = picture::drawn_by(sprite, self.alpha_threshold)?;
                let pivot = [drawn.pivot.x.to_bits(), drawn.pivot.y.to_bits()];
                let solid = ShownSolid::Picture(drawn.picture.clone(), pivot);
                Ok((Shown { solid, regions }, Some(drawn)))
            }
            Source::Frames(sheet, sprite) => {
                let (_, frame) = sheet_play::frame_of(sheet, self.sheet_frame)?;
                let drawn = sprite.as_ref().and_then(|sprite| sheet_play::drawn_by(sprite, frame));
                Ok((Shown { solid: ShownSolid::Frames(SameSheet(sheet.clone())), regions }, drawn))
            }
        }
    }

    /// Returns the looks of the body: one, or one for each frame of its sheet.
    fn looks(
        &self,
        source: &Source,
        drawn: Option<picture::Drawn>,
        pictures: &mut Pictures,
    ) -> Result<Arc<[Look]>, String> {
        let looks: Arc<[Look]> = match (source, drawn) {
            (Source::Frames(sheet, _), _) => sheet.looks().clone(),
            (Source::Shape(shape), _) => Arc::new([Look::new(shape.bind().shape()?)]),
            (Source::Sprite(_), Some(drawn)) => {
                Arc::new([Look::new(pictures.mask(&drawn)?).pivot(drawn.pivot)])
            }
            (Source::Sprite(sprite), None) => return Err(format!("{} draws nothing", sprite.get_name())),
        };
        if self.regions.is_empty() {
            return Ok(looks);
        }
        let regions = items(&self.regions, "regions")?.into_iter().map(|region| region.bind().region());
        let regions = regions.collect::<Result<Vec<_>, String>>()?;
        let with_regions = |look: &Look| regions.iter().cloned().fold(look.clone(), Look::region);
        Ok(looks.iter().map(with_regions).collect())
    }

    fn rules_now(&self) -> Rules {
        let [layer, against] = if self.disabled { [0, 0] } else { [self.layer, self.against] };
        Rules {
            layers: Layers { layer, against, group: self.group },
            graze: self.graze,
            cooldown: self.cooldown,
            data: self.data,
            is_swept: self.swept,
            is_sensor: self.sensor,
            one_way: self.one_way,
            ..Rules::default()
        }
    }

    /// Describes the body as the node is now, at no place.
    pub(crate) fn description(&self, pictures: &mut Pictures) -> Result<Body, String> {
        let source = self.source()?;
        let (_, drawn) = self.shown_now(&source)?;
        let scale = self.state.posed.map_or(Vec2::new(1.0, 1.0), |pose| pose.scale);
        let body = Body::frames(&self.looks(&source, drawn, pictures)?).scaled(scale);
        Ok(self.rules_now().on(match source {
            Source::Frames(sheet, _) => body.frame(sheet_play::frame_of(&sheet, self.sheet_frame)?.0),
            _ => body,
        }))
    }

    /// Makes the body in the world what the node is now.
    pub(crate) fn sync(&mut self, world: InstanceId, core: &mut Core) {
        match self.try_sync(world, core) {
            Ok(()) => self.complaint.clear(),
            Err(error) => {
                if error != self.complaint {
                    report(
                        &format!("KasuriBody2D {}", self.base().get_name()),
                        format_args!("{error} It hits nothing."),
                    );
                    self.complaint = error;
                }
                if let Some(body) = self.state.handle {
                    core.forget(body);
                }
                self.lose_body();
            }
        }
    }

    fn try_sync(&mut self, world: InstanceId, core: &mut Core) -> Result<(), String> {
        let source = self.source()?;
        let frame = match &source {
            Source::Frames(sheet, sprite) => self.show_frame(sheet, sprite.as_ref(), core.clock)?,
            _ => 0,
        };
        let pose = self.pose_of(&source, world)?;
        let (shown, drawn) = self.shown_now(&source)?;
        let rules = self.rules_now();
        let picture = drawn.clone();
        let told = |e: kasuri::Error| e.to_string();
        let is_kept = self.state.handle.is_some_and(|body| core.world.contains(body))
            && self.state.rules.is_some_and(|old| old.can_become(rules))
            && self.state.shown.as_ref().is_none_or(|old| old.can_become(&shown));
        if !is_kept {
            if let Some(body) = self.state.handle.take() {
                core.forget(body);
            }
            let body = Body::frames(&self.looks(&source, drawn, &mut core.pictures)?).frame(frame);
            let handle = core.world.spawn(rules.on(pose.of(body))).map_err(told)?;
            core.note_node(handle, self.base().instance_id());
            self.state.handle = Some(handle);
        } else if let (Some(body), Some(old)) = (self.state.handle, self.state.rules) {
            if matches!(source, Source::Frames(..)) {
                if core.world.get(body).map_err(told)?.frame() != frame {
                    core.world.edit(body).frame(frame).map_err(told)?;
                }
            } else if self.state.shown.as_ref() != Some(&shown) {
                let looks = self.looks(&source, drawn, &mut core.pictures)?;
                core.world.edit(body).look(looks[0].clone()).map_err(told)?;
            }
            if self.state.posed != Some(pose) {
                let edit = core.world.edit(body).position(pose.at).map_err(told)?;
                edit.angle(pose.angle).map_err(told)?.scale(pose.scale).map_err(told)?;
            }
            if old != rules {
                rules.edit(&mut core.world, body).map_err(told)?;
            }
        }
        self.show_exactly(&source, picture, core)?;
        let InWorld { handle, .. } = self.state;
        self.state = InWorld { handle, shown: Some(shown), rules: Some(rules), posed: Some(pose) };
        Ok(())
    }

    /// Draws the sprite as it hits, if the node is to.
    fn show_exactly(
        &mut self,
        source: &Source,
        drawn: Option<picture::Drawn>,
        core: &Core,
    ) -> Result<(), String> {
        let node = self.placed_node(source);
        let (Source::Sprite(_) | Source::Frames(_, Some(_)), Some(drawn), true) =
            (source, drawn, self.draws_exactly)
        else {
            self.exact.take().into_iter().for_each(Exact::end);
            return Ok(());
        };
        if !self.exact.as_ref().is_some_and(|exact| exact.is_of(&node)) {
            self.exact.take().into_iter().for_each(Exact::end);
            self.exact = Some(Exact::of(&node)?);
        }
        let form = self.state.handle.and_then(|body| core.world.get(body).ok()).map(BodyRef::form);
        if let (Some(exact), Some(Form::Sprite(sprite))) = (&mut self.exact, form) {
            exact.show(&sprite, &drawn, core.place);
        }
        Ok(())
    }

    /// Notes that the body has none in the world any more.
    pub(crate) fn lose_body(&mut self) {
        self.state = InWorld::default();
    }

    pub(crate) fn forget_picture(&mut self) {
        self.state.shown = None;
    }

    /// Returns what a snapshot keeps of the node.
    pub(crate) fn kept(&self) -> KeptBody {
        let base = self.base();
        let frame = match self.source() {
            Ok(Source::Sprite(sprite)) => match sprite.try_cast::<Sprite2D>() {
                Ok(sprite) => Some((sprite.get_frame(), 0.0)),
                Err(node) => {
                    node.try_cast::<AnimatedSprite2D>().ok().map(|s| (s.get_frame(), s.get_frame_progress()))
                }
            },
            _ => None,
        };
        KeptBody {
            node: base.instance_id(),
            state: self.state.clone(),
            position: base.get_position(),
            rotation: base.get_rotation(),
            scale: base.get_scale(),
            frame,
            sheet_frame: self.sheet_frame,
            playing: self.playing.clone(),
        }
    }

    /// Makes the node what it was at a snapshot.
    pub(crate) fn take_back(&mut self, kept: &KeptBody) {
        self.state = kept.state.clone();
        (self.sheet_frame, self.playing) = (kept.sheet_frame, kept.playing.clone());
        if let (Ok(Source::Sprite(sprite)), Some((frame, progress))) = (self.source(), kept.frame) {
            match sprite.try_cast::<Sprite2D>() {
                Ok(mut sprite) => sprite.set_frame(frame),
                Err(node) => {
                    if let Ok(mut sprite) = node.try_cast::<AnimatedSprite2D>() {
                        sprite.set_frame_and_progress(frame, progress);
                    }
                }
            }
        }
        let mut base = self.base_mut();
        base.set_position(kept.position);
        base.set_rotation(kept.rotation);
        base.set_scale(kept.scale);
    }

    /// Draws what the body covers, in the editor: its pixels as its world has them, also where it is turned.
    fn draw_in_editor(&mut self) {
        self.find_home();
        let warning = self.checked().err().unwrap_or_default();
        if warning != self.complaint {
            self.complaint = warning;
            self.base_mut().update_configuration_warnings();
        }
        if self.try_draw_in_editor().is_err() {
            self.overlay = None;
        }
    }

    fn try_draw_in_editor(&mut self) -> Result<(), String> {
        let world = self.home.world().ok_or("there is no world")?;
        let source = self.source()?;
        if let Source::Frames(sheet, sprite) = &source {
            self.show_frame(sheet, sprite.as_ref(), 0)?;
        }
        let pose = self.pose_of(&source, world.instance_id())?;
        self.state.posed = Some(pose);
        let made_of = Drawn {
            shown: self.shown_now(&source)?.0,
            frame: self.sheet_frame,
            pose,
            rules: self.rules_now(),
        };
        let lasts = !matches!(source, Source::Sprite(_));
        let mut overlay = self.overlay.take();
        Overlay::show(&mut overlay, &self.to_gd().upcast(), &world, made_of, lasts, || {
            self.description(&mut Pictures::default()).map(|body| pose.of(body))
        });
        self.overlay = overlay;
        Ok(())
    }
}
