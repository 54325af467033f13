//! What each step is held to: the verdict of the mirror, and the twin's answer.

use std::collections::BTreeMap;

use kasuri::worlds::StepView;
use kasuri::{Handle, Hit, Placement, Step, World};

use crate::mirror::judge::{Key, Met, Verdict};
use crate::mirror::twin::Twin;

/// Returns an error with a message unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)*) => {
        if !$holds {
            return Err(format!($($message)*));
        }
    };
}
pub(crate) use ensure;

/// What a step told.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Told {
    number: u64,
    began: Vec<Hit>,
    stayed: Vec<Hit>,
    ended: Vec<Hit>,
    grazes: Vec<Hit>,
    in_order: Vec<Hit>,
    left: Vec<Handle>,
    entered: Vec<Handle>,
    despawned: Vec<Handle>,
    data: Vec<[u64; 2]>,
    disagreements: Vec<String>,
}

/// Copies the lists of a step. A step of a world and one of a batch have the same functions.
macro_rules! told {
    ($step:expr) => {
        Told {
            number: $step.number(),
            began: $step.began().to_vec(),
            stayed: $step.stayed().to_vec(),
            ended: $step.ended().to_vec(),
            grazes: $step.grazes().to_vec(),
            in_order: $step.hits().copied().collect(),
            left: $step.left().to_vec(),
            entered: $step.entered().to_vec(),
            despawned: $step.despawned().to_vec(),
            data: Vec::new(),
            disagreements: $step.disagreements().iter().map(ToString::to_string).collect(),
        }
        .with_data()
    };
}

impl Told {
    pub(crate) fn of(step: &Step) -> Told {
        told!(step)
    }

    pub(crate) fn of_view(step: StepView<'_>) -> Told {
        told!(step)
    }

    fn with_data(mut self) -> Told {
        let all = [&self.began, &self.stayed, &self.ended, &self.grazes];
        self.data = all.into_iter().flatten().map(Hit::data).collect();
        self
    }

    pub(crate) fn hits(&self) -> usize {
        self.in_order.len()
    }

    /// Holds the answer of a world to that of its twin.
    pub(crate) fn is_that_of(&self, twin: &Told) -> Result<(), String> {
        ensure!(self == twin, "the world told\n  {self:?}\nand its twin\n  {twin:?}");
        ensure!(self.disagreements.is_empty(), "the reference disagrees: {}", self.disagreements.join("; "));
        Ok(())
    }

    /// Holds the answer to the verdict of the mirror.
    pub(crate) fn is_right(&self, verdict: &Verdict, serials: &BTreeMap<Handle, u64>) -> Result<(), String> {
        ensure!(self.number == verdict.step, "this is step {}, it says {}", verdict.step, self.number);
        let serial = |body: Handle| serials.get(&body).copied().unwrap_or(u64::MAX);
        let key = |hit: &Hit| -> Key { (serial(hit.a), serial(hit.b), hit.regions[0], hit.regions[1]) };
        let lists = [
            ("began", &self.began, &verdict.began),
            ("stayed", &self.stayed, &verdict.stayed),
            ("ended", &self.ended, &verdict.ended),
            ("grazes", &self.grazes, &verdict.grazes),
        ];
        for (name, told, right) in lists {
            let told: Vec<Key> = told.iter().map(key).collect();
            let right: Vec<Key> = right.iter().map(|met| met.0).collect();
            ensure!(told == right, "{name} of step {}: told {told:?}, right {right:?}", verdict.step);
        }
        for hit in &self.in_order {
            let (told, right) = (hit.t(), verdict.times.get(&key(hit)).copied());
            // For rooted circles the judge finds the time by halving, so it may differ a little.
            let is_near = told.zip(right).is_some_and(|(p, q)| (p - q).abs() < 1e-6);
            ensure!(told == right || is_near, "{:?}: told t {told:?}, right {right:?}", key(hit));
        }
        let mut all: Vec<&Met> = verdict.began.iter().chain(&verdict.stayed).collect();
        all.sort_unstable();
        let right = all.iter().map(|met| met.0);
        ensure!(
            self.in_order.iter().map(key).eq(right),
            "the hits of step {} are out of order",
            verdict.step
        );
        for (name, told, right) in [
            ("left", &self.left, &verdict.left),
            ("entered", &self.entered, &verdict.entered),
            ("despawned", &self.despawned, &verdict.despawned),
        ] {
            let told: Vec<u64> = told.iter().map(|&body| serial(body)).collect();
            ensure!(told == *right, "{name} of step {}: told {told:?}, right {right:?}", verdict.step);
        }
        Ok(())
    }
}

/// Holds what a world says of its bodies to what the mirror knows of them.
pub(crate) fn bodies(world: &World, twins: &[Twin], steps: u64) -> Result<(), String> {
    ensure!(world.len() == twins.len(), "{} bodies, right {}", world.len(), twins.len());
    for (seen, twin) in world.iter().zip(twins) {
        let Placement { at, angle, scale } = twin.placement;
        let told = (Some(seen.handle()), seen.at(), seen.angle(), seen.scale(), seen.layers(), seen.frame());
        let right = (twin.handle, at, angle, scale, twin.layers, twin.frame);
        ensure!(told == right, "a body is {told:?}, right {right:?}");
        let told = (seen.data(), seen.is_swept(), seen.hits_left(), seen.invulnerable_for());
        let right = (twin.data, twin.is_swept, twin.hits_left, twin.invulnerable.saturating_sub(steps));
        ensure!(
            told == right,
            "body {}: data, swept, hits left, invulnerable {told:?}, right {right:?}",
            seen.handle()
        );
        ensure!(
            Some(&seen.form()) == twin.forms.first().map(|form| &form.0),
            "body {}: its form",
            seen.handle()
        );
        let zones = &twin.view().zones;
        ensure!(seen.regions().count() == zones.len(), "body {}: its regions", seen.handle());
        for (k, (name, form, layers)) in seen.regions().enumerate() {
            let is_right =
                name == zones[k].name && form == twin.forms[k + 1].0 && layers == twin.layers_of(k + 1);
            ensure!(is_right, "body {}: its region {name}", seen.handle());
        }
    }
    Ok(())
}
