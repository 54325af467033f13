//! A stage with a world: the common part of all scenes of the program.

use kasuri::lattice::PixelBox;
use kasuri::{Snapshot, Step, Vec2, World};

use super::pad::Pad;
use super::{Counts, Dial, Kept, Stage, Why, counted};
use crate::draw::Drawing;

/// A scene: what it does to its world before and after each step. All state is in it and in the world.
pub(crate) trait Play: Clone + 'static {
    fn name(&self) -> &'static str;

    fn home(&self) -> PixelBox;

    /// Describes its keys and pointer.
    fn keys(&self) -> &'static str;

    /// Moves the bodies. Returns whether the world has to make a step.
    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool>;

    /// Reacts to the step's report.
    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        let _ = (world, step);
        Ok(())
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing);

    /// Returns lines of information besides the counts.
    fn tell(&self) -> String {
        String::new()
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn why(&self) -> Option<Why> {
        None
    }

    fn dial(&self) -> Option<Dial> {
        None
    }

    /// The position of the body that the arrows move, while they move one.
    fn hero(&self, world: &World) -> Option<Vec2> {
        let _ = world;
        None
    }
}

/// A scene and its world.
pub(crate) struct Table<P> {
    world: World,
    play: P,
    last: Option<Step>,
    steps: u64,
}

/// A kept state of a table.
type State<P> = (Snapshot, Option<Step>, P, u64);

impl<P: Play> Table<P> {
    pub(crate) fn new(world: World, play: P) -> Table<P> {
        Table { world, play, last: None, steps: 0 }
    }
}

impl<P: Play> Stage for Table<P> {
    fn name(&self) -> &str {
        self.play.name()
    }

    fn home(&self) -> PixelBox {
        self.play.home()
    }

    fn moves(&self) -> bool {
        true
    }

    fn step(&mut self, pad: Pad) -> kasuri::Result<()> {
        self.step_seen(pad, &mut |_| {})
    }

    fn step_seen(&mut self, pad: Pad, seen: &mut dyn FnMut(&World)) -> kasuri::Result<()> {
        self.steps += 1;
        if self.play.act(&mut self.world, pad)? {
            seen(&self.world);
            let step = self.world.step()?;
            self.play.react(&mut self.world, &step)?;
            self.last = Some(step);
        }
        Ok(())
    }

    fn draw(&self, drawing: &mut Drawing) {
        self.play.draw(&self.world, self.last.as_ref(), drawing);
    }

    fn counts(&self) -> Counts {
        let hits = self.last.as_ref().map_or(0, |step| step.report().hits);
        Counts { bodies: self.world.len(), hits }
    }

    fn tell(&self) -> String {
        let (counts, hash, told) = (self.counts(), self.world.hash(), self.play.tell());
        let steps = counted(self.steps as usize, "step", "steps");
        format!("{counts} after {steps}\n{told}world {hash:016x}\n")
    }

    fn keys(&self) -> &'static str {
        self.play.keys()
    }

    fn notes(&self) -> Vec<String> {
        self.play.notes()
    }

    fn world(&self) -> Option<&World> {
        Some(&self.world)
    }

    fn world_mut(&mut self) -> Option<&mut World> {
        Some(&mut self.world)
    }

    fn last(&self) -> Option<&Step> {
        self.last.as_ref()
    }

    fn why(&self) -> Option<Why> {
        self.play.why()
    }

    fn dial(&self) -> Option<Dial> {
        self.play.dial()
    }

    fn hero(&self) -> Option<Vec2> {
        self.play.hero(&self.world)
    }

    fn keep(&self) -> Option<Kept> {
        let state: State<P> = (self.world.snapshot(), self.last.clone(), self.play.clone(), self.steps);
        Some(Kept(Box::new(state)))
    }

    fn recall(&mut self, kept: &Kept) {
        if let Some((world, last, play, steps)) = kept.0.downcast_ref::<State<P>>() {
            (self.play, self.steps, self.last) = (play.clone(), *steps, last.clone());
            self.world.restore(world);
        }
    }
}
