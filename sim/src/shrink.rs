//! Makes a failing script small: leaves out operations, entries of lists and properties while it still fails.

use std::time::{Duration, Instant};

use crate::Difference;
use crate::operations::{NewBody, Operation, Script, Setup};

/// The end of a search: by then every part was tried many times, or a run is slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// A script that fails, and the search for a smaller one.
struct Search {
    script: Script,
    difference: Difference,
    until: Instant,
}

/// Returns the smallest script found that still fails, and how it fails.
pub fn smallest(script: Script, difference: Difference) -> (Script, Difference) {
    let mut search = Search { script, difference, until: Instant::now() + PATIENCE };
    search.cut();
    loop {
        let before = search.size();
        search.leave_out_operations();
        search.leave_out_entries();
        search.simplify();
        if search.size() == before || Instant::now() > search.until {
            return (search.script, search.difference);
        }
    }
}

impl Search {
    fn size(&self) -> usize {
        crate::operations::written(&self.script).len()
    }

    /// Takes a script if it fails in the same way: the words before the first number are equal.
    fn takes(&mut self, script: Script) -> bool {
        if Instant::now() > self.until {
            return false;
        }
        match crate::run(&script) {
            Ok(_) => false,
            Err(difference) if sort(&difference) != sort(&self.difference) => false,
            Err(difference) => {
                (self.script, self.difference) = (script, difference);
                self.cut();
                true
            }
        }
    }

    /// Cuts what comes after the difference.
    fn cut(&mut self) {
        self.script.truncate(self.difference.operation + 1);
    }

    /// Leaves out runs of operations, first long ones, then single ones.
    fn leave_out_operations(&mut self) {
        let mut length = self.script.len() / 2;
        while length > 0 {
            let mut end = self.script.len();
            while end > 1 {
                let first = end.saturating_sub(length).max(1);
                let mut script = self.script.clone();
                script.drain(first..end.min(script.len()));
                self.takes(script);
                end = first.min(self.script.len());
            }
            length /= 2;
        }
    }

    /// Leaves out entries of lists, first many, then single ones.
    fn leave_out_entries(&mut self) {
        let mut k = self.script.len();
        while k > 1 {
            k = (k - 1).min(self.script.len() - 1);
            let mut length = entries(&self.script[k]).div_ceil(2);
            while length > 0 {
                let mut end = self.script.get(k).map_or(0, entries);
                while end > 0 {
                    let first = end.saturating_sub(length);
                    let mut script = self.script.clone();
                    if let Some(operation) = script.get_mut(k) {
                        leave_out(operation, first, end);
                    }
                    self.takes(script);
                    end = first;
                }
                length /= 2;
            }
        }
    }

    /// Takes away what bodies and the world need not have.
    fn simplify(&mut self) {
        for k in 0..self.script.len() {
            match self.script.get(k).cloned() {
                Some(Operation::World(_)) => {
                    for simplify in SIMPLIFY_SETUP {
                        let Some(Operation::World(mut setup)) = self.script.get(k).cloned() else { continue };
                        simplify(&mut setup);
                        self.replace(k, Operation::World(setup));
                    }
                }
                Some(Operation::Spawn(bodies)) => {
                    for n in 0..bodies.len() {
                        for simplify in SIMPLIFY {
                            let Some(Operation::Spawn(mut bodies)) = self.script.get(k).cloned() else {
                                continue;
                            };
                            if let Some(body) = bodies.get_mut(n) {
                                simplify(body);
                                self.replace(k, Operation::Spawn(bodies));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn replace(&mut self, k: usize, by: Operation) {
        if self.script.get(k).is_some_and(|old| *old != by) {
            let mut script = self.script.clone();
            script[k] = by;
            self.takes(script);
        }
    }
}

/// Returns what a difference begins with: it says what kind of difference it is.
fn sort(difference: &Difference) -> &str {
    difference.what.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default()
}

const SIMPLIFY: [fn(&mut NewBody); 14] = [
    |body| body.frames.truncate(1),
    |body| body.frame = 0,
    |body| body.frames.iter_mut().for_each(|frame| frame.regions.clear()),
    |body| body.frames.iter_mut().for_each(|frame| frame.regions.truncate(1)),
    |body| body.frames.iter_mut().for_each(|frame| frame.pivot = None),
    |body| body.angle = 0.0,
    |body| body.scale = [1.0, 1.0].into(),
    |body| body.layers = Default::default(),
    |body| (body.graze, body.despawn_beyond) = (None, None),
    |body| body.cooldown = 0,
    |body| body.max_hits = None,
    |body| body.invulnerable = 0,
    |body| body.data = 0,
    |body| body.swept = false,
];

const SIMPLIFY_SETUP: [fn(&mut Setup); 4] = [
    |setup| setup.bounds = None,
    |setup| setup.ignores_touching = false,
    |setup| setup.between.clear(),
    |setup| setup.rooted.clear(),
];

/// Calls a function with the list of an operation.
macro_rules! with_list {
    ($operation:expr, $list:ident => $what:expr, $otherwise:expr) => {
        match $operation {
            Operation::Spawn($list) => $what,
            Operation::Remove($list) => $what,
            Operation::SetPositions($list) => $what,
            Operation::TeleportMany($list) => $what,
            Operation::SetPlacements($list) => $what,
            Operation::SetAngles($list) => $what,
            Operation::SetScales($list) => $what,
            Operation::SetFrames($list) => $what,
            Operation::SetRadii($list) => $what,
            Operation::SetChains($list) => $what,
            _ => $otherwise,
        }
    };
}

fn entries(operation: &Operation) -> usize {
    with_list!(operation, list => list.len(), 0)
}

fn leave_out(operation: &mut Operation, first: usize, end: usize) {
    with_list!(operation, list => drop(list.drain(first.min(list.len())..end.min(list.len()))), ());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A script fails where it has two worlds; all else is left out.
    #[test]
    fn what_does_not_matter_is_left_out() {
        crate::catch_panics();
        let mut script = crate::generate::script(5, Default::default());
        let again = script[0].clone();
        script.push(again);
        let difference = crate::run(&script).unwrap_err();
        assert_eq!(difference.operation, script.len() - 1);
        let (script, difference) = smallest(script, difference);
        assert_eq!((script.len(), difference.operation), (2, 1), "{script:?}");
        assert!(matches!(&script[0], Operation::World(setup) if *setup == Setup::default()));
    }
}
