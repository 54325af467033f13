//! What all rows are held against: measured first, in the same run.

use crate::tables::kinds::{Art, Kind, tight_pairs};
use crate::tables::motion::{Places, bullets_and_enemies, places};
use crate::tables::play::{Played, Scene, best};
use crate::tables::{Effort, copies};

use kasuri::{Body, World};

/// A bullet's layer, and a target's.
pub(super) const BULLET: u32 = 1;
pub(super) const TARGET: u32 = 2;

/// The control, in units of goals: when they were set, `upright` took a quarter of this control, and one unit.
pub(super) const CONTROL: f64 = 4.0;

/// The masks and places that most scenes share.
pub(super) struct Stage {
    pub(super) small: Art,
    pub(super) large: Art,
    pub(super) places: Places,
    pub(super) bullets: usize,
}

impl Stage {
    pub(super) fn new(effort: &Effort) -> Stage {
        let swarms = bullets_and_enemies(effort);
        Stage {
            small: Art::new(8),
            large: Art::new(64),
            places: places(&swarms, effort.frames),
            bullets: swarms[0].count,
        }
    }

    /// How many bodies there are.
    pub(super) fn bodies(&self) -> usize {
        self.places[0].len()
    }

    /// A world of bullets against targets, each as they are built from their number.
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

    /// Bullets of one kind against targets of another; bullets graze where there is a margin.
    pub(super) fn cell(&self, threads: usize, bullet: Kind, target: Kind, margin: Option<f64>) -> Scene<'_> {
        let grazing = |body: Body| match margin {
            Some(margin) => body.graze(margin),
            None => body,
        };
        let bullet = |k| grazing(bullet.body(&self.small, k));
        self.scene(world(threads), bullet, |k| target.body(&self.large, k))
    }

    /// How many of its pairs have tight boxes that meet, in the mean of some frames.
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

/// A world on so many threads.
pub(super) fn world(threads: usize) -> World {
    World::builder().threads(threads).build().expect("a valid world")
}

/// The frames that goals are given in.
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

    /// What goals of frames are multiples of, in microseconds.
    pub(super) fn unit(&self) -> f64 {
        self.control.frame / CONTROL
    }
}
