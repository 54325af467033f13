//! The frames that all rows are compared with. They are measured first, in the same run.

use crate::tables::kinds::{Art, Kind, tight_pairs};
use crate::tables::motion::{Places, SCREEN, Swarm, bullets_and_enemies, places_on};
use crate::tables::play::{Played, Scene, best};
use crate::tables::{Effort, copies};

use kasuri::{Body, World};

/// The layer of bullets, and of targets.
pub(super) const BULLET: u32 = 1;
pub(super) const TARGET: u32 = 2;

/// The control's time in units of goals. When the goals were set, `upright` took one unit: a quarter of the control.
pub(super) const CONTROL: f64 = 4.0;

/// The masks and positions that most scenes share.
pub(super) struct Stage {
    pub(super) small: Art,
    pub(super) large: Art,
    pub(super) places: Places,
    /// The positions of the bullets alone.
    pub(super) alone: Places,
    pub(super) bullets: usize,
}

impl Stage {
    pub(super) fn new(effort: &Effort) -> Stage {
        Stage::on(SCREEN, &bullets_and_enemies(effort), effort.frames)
    }

    /// Makes a stage of bullets and targets on a screen.
    pub(super) fn on(screen: [f64; 2], swarms: &[Swarm; 2], frames: usize) -> Stage {
        let (places, bullets) = (places_on(screen, swarms, frames), swarms[0].count);
        let alone = places.iter().map(|frame: &Vec<[f64; 2]>| frame[..bullets].to_vec()).collect();
        Stage { small: Art::new(8), large: Art::new(64), places, alone, bullets }
    }

    /// Returns the number of bodies.
    pub(super) fn bodies(&self) -> usize {
        self.places[0].len()
    }

    /// Builds a world of bullets against targets; the functions make each body from its number.
    pub(super) fn scene(
        &self,
        mut world: World,
        mut bullet: impl FnMut(usize) -> Body,
        mut target: impl FnMut(usize) -> Body,
    ) -> Scene<'_> {
        let body = |k| {
            let body = if k < self.bullets {
                bullet(k).layer(BULLET).against(TARGET)
            } else {
                target(k).layer(TARGET).against(BULLET)
            };
            body.at(self.places[0][k])
        };
        let handles = world.spawn_many(self.bodies(), body).expect("valid bodies");
        Scene { world, handles, places: &self.places, angles: None }
    }

    /// Builds a scene of bullets of one kind against targets of another; with a margin, bullets graze.
    pub(super) fn cell(&self, threads: usize, bullet: Kind, target: Kind, margin: Option<f64>) -> Scene<'_> {
        let grazing = |body: Body| match margin {
            Some(margin) => body.graze(margin),
            None => body,
        };
        let bullet = |k| grazing(bullet.body(&self.small, k));
        self.scene(world(threads), bullet, |k| target.body(&self.large, k))
    }

    /// Returns the mean number of pairs whose tight boxes overlap, over some of the frames.
    pub(super) fn tight_pairs(&self, effort: &Effort, bullet: Kind, target: Kind, margin: f64) -> f64 {
        let extent =
            |k| if k < self.bullets { bullet.extent(&self.small, k) } else { target.extent(&self.large, k) };
        let extents: Vec<[f64; 4]> = (0..self.bodies()).map(extent).collect();
        let frames = self.places[effort.warm_up..].iter().step_by(5);
        let counts: Vec<usize> =
            frames.map(|places| tight_pairs(places, &extents, self.bullets, margin)).collect();
        counts.iter().sum::<usize>() as f64 / counts.len() as f64
    }
}

/// Makes a world that uses `threads` threads.
pub(super) fn world(threads: usize) -> World {
    World::builder().threads(threads).build().expect("a valid world")
}

/// The frames that define the unit of goals.
pub(super) struct Yardstick {
    pub(super) upright: Played,
    pub(super) control: Played,
}

impl Yardstick {
    pub(super) fn new(effort: &Effort, stage: &Stage) -> Result<Yardstick, String> {
        let upright =
            best(effort, "upright", || stage.cell(1, Kind::Sprite, Kind::Sprite, None).play(effort))?;
        let control =
            best(effort, "control", || copies::play(effort, &stage.places, [&stage.small, &stage.large]))?;
        Ok(Yardstick { upright, control })
    }

    /// Returns the unit of the goals of frames, in microseconds.
    pub(super) fn unit(&self) -> f64 {
        self.control.frame / CONTROL
    }
}
