//! The plugin: it sets up the world and schedules its steps.

use std::sync::Mutex;

use bevy_app::prelude::*;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use kasuri::World;
use kasuri::world::{Axes, WorldBuilder};

use crate::refused::Refused;
use crate::resource::Kasuri;
use crate::tell::{EnteredBounds, Grazed, HitBegan, HitEnded, LeftBounds};
use crate::{follow, sync, tell};

/// The parts of a step, in order. Systems that move bodies go before [`KasuriSet::Sync`], systems that read hits go after
/// [`KasuriSet::Tell`].
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KasuriSet {
    /// Copies the entities' components to the library's world.
    Sync,
    /// Makes a step of the world.
    Step,
    /// Writes messages and triggers observers.
    Tell,
}

/// Adds [`Kasuri`] to an app: one step in each `FixedPostUpdate`, with the library's defaults, +y up and one pixel per
/// unit.
///
/// ```
/// use bevy_app::prelude::*;
/// use kasuri_bevy::prelude::*;
/// let bounds = kasuri::World::builder().bounds([-320.0, -240.0], [320.0, 240.0]);
/// App::new().add_plugins(KasuriPlugin::with(bounds)?.in_schedule(PostUpdate));
/// # Ok::<(), kasuri::Error>(())
/// ```
pub struct KasuriPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    world: Mutex<Option<World>>,
    hidden_hit_nothing: bool,
}

impl Default for KasuriPlugin {
    fn default() -> KasuriPlugin {
        KasuriPlugin::of(None)
    }
}

impl KasuriPlugin {
    /// Makes a plugin with a world from `world`. The world's axes become Bevy's: +y up.
    pub fn with(world: WorldBuilder) -> kasuri::Result<KasuriPlugin> {
        Ok(KasuriPlugin::of(Some(world.axes(Axes::YUp).build()?)))
    }

    fn of(world: Option<World>) -> KasuriPlugin {
        KasuriPlugin {
            schedule: FixedPostUpdate.intern(),
            world: Mutex::new(world),
            hidden_hit_nothing: true,
        }
    }

    /// Makes the steps in another schedule. `PostUpdate` gives one step a frame, however long a frame is.
    #[must_use]
    pub fn in_schedule(self, schedule: impl ScheduleLabel) -> KasuriPlugin {
        KasuriPlugin { schedule: schedule.intern(), ..self }
    }

    /// Makes hidden bodies hit as well. Without this a hidden body hits nothing.
    #[must_use]
    pub fn hidden_bodies_hit(self) -> KasuriPlugin {
        KasuriPlugin { hidden_hit_nothing: false, ..self }
    }

    fn kasuri(&self) -> kasuri::Result<Kasuri> {
        let given = self.world.lock().ok().and_then(|mut world| world.take());
        let world = given.map_or_else(|| World::builder().axes(Axes::YUp).build(), Ok)?;
        Ok(Kasuri { hidden_hit_nothing: self.hidden_hit_nothing, ..Kasuri::new(world) })
    }
}

impl Plugin for KasuriPlugin {
    /// # Panics
    ///
    /// Panics if the variable `KASURI_SIMD` names an instruction set that this machine does not have, as the making of
    /// any world does.
    fn build(&self, app: &mut App) {
        let kasuri = self.kasuri().unwrap_or_else(|error| panic!("kasuri: {error}"));
        app.insert_resource(kasuri);
        app.add_message::<HitBegan>()
            .add_message::<HitEnded>()
            .add_message::<Grazed>()
            .add_message::<LeftBounds>()
            .add_message::<EnteredBounds>()
            .add_message::<Refused>();
        app.add_observer(sync::on_orphaned).add_observer(sync::on_disabled).add_observer(sync::on_enabled);
        app.configure_sets(self.schedule, (KasuriSet::Sync, KasuriSet::Step, KasuriSet::Tell).chain());
        #[cfg(feature = "sprites")]
        {
            app.init_resource::<crate::sprites::Masks>();
            // A picture that changed in this frame hits in this frame as it is drawn.
            app.configure_sets(self.schedule, KasuriSet::Sync.after(bevy_asset::AssetEventSystems));
            let watch = (crate::sprites::watch_sprites, sync::watch_visibility);
            app.add_systems(
                self.schedule,
                watch.chain().before(sync::watch_children).in_set(KasuriSet::Sync),
            );
        }
        #[cfg(feature = "sheets")]
        {
            crate::sheets::register(app);
            // A sheet that has loaded in this frame hits in this frame.
            app.configure_sets(self.schedule, KasuriSet::Sync.after(bevy_asset::AssetEventSystems));
            let watch = crate::sheets::watch_sheets.before(sync::watch_children);
            app.add_systems(self.schedule, watch.in_set(KasuriSet::Sync));
        }
        let bring = (sync::watch_children, sync::bring, sync::name, follow::follow).chain();
        app.add_systems(self.schedule, bring.in_set(KasuriSet::Sync));
        app.add_systems(self.schedule, tell::step.in_set(KasuriSet::Step));
        let tell = (tell::write, tell::trigger, tell::despawn, tell::refuse).chain();
        app.add_systems(self.schedule, tell.in_set(KasuriSet::Tell));
    }

    /// Assets may be added after this plugin.
    #[cfg(feature = "sheets")]
    fn finish(&self, app: &mut App) {
        crate::sheets::register(app);
    }
}
