//! The self-check: one pair in so many is decided by the reference as well (`WorldBuilder::check_one_in`).
//!
//! The handles of a pair and the number of the step say whether it is checked, so every machine checks the same pairs. The check
//! comes after the decision and before the rules, and only reads: no answer and no hash depends on it. It knows nothing of backends:
//! where a device found the candidates, the host finds them again, so a device that loses a pair is noticed, too.

use std::fmt;

use crate::cpu::{HitKey, RawHits, Touches};
use crate::form::{Form, Layers, Touching};
use crate::lattice::UNITS;
use crate::reference;
use crate::scene::{SceneBody, two_bodies};
use crate::world::step::on_way::{SweptOverlap, find};
use crate::world::step::rules::RuleMemory;
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

/// A pair on which a step and the plain reference do not agree: an error of this library, or of the machine.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::builder().check_one_in(1).build()?;
/// world.spawn_many(40, |k| Body::circle(3.0).at([k as f64, 0.0]))?;
/// let step = world.step()?;
/// for wrong in step.disagreements() {
///     // Send both to the developers of Kasuri: `kasuri solve` reads the scene.
///     eprintln!("{wrong}\n{}", wrong.scene());
/// }
/// # assert!(step.disagreements().is_empty());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The number of the step.
    pub step: u64,
    /// The body that was spawned first.
    pub a: Handle,
    /// The body that was spawned later.
    pub b: Handle,
    what: Box<str>,
    scene: Box<str>,
}

impl Disagreement {
    /// Returns the two bodies, or the two regions of them, as a scene file (SPEC 8): in pixels, with +y down.
    pub fn scene(&self) -> &str {
        &self.scene
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, bodies {} and {}: {}", self.step, self.a, self.b, self.what)
    }
}

/// What was found of a pair of bodies: the regions that overlap, with the time on the path, and those that graze.
#[derive(Debug, Clone, PartialEq, Default)]
struct PairAnswer {
    hits: Vec<([u8; 2], Option<f64>)>,
    graze: Option<[u8; 2]>,
}

impl fmt::Display for PairAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.hits.is_empty() && self.graze.is_none() {
            return f.write_str("nothing");
        }
        let mut before = "";
        for ([i, j], t) in &self.hits {
            write!(f, "{before}a hit of regions {i} and {j}")?;
            if let Some(t) = t {
                write!(f, " at t = {t}")?;
            }
            before = ", ";
        }
        if let Some([i, j]) = self.graze {
            write!(f, "{before}a graze of regions {i} and {j}")?;
        }
        Ok(())
    }
}

/// Which pairs are checked.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) struct SelfCheck {
    /// A pair is checked if its number is at most this.
    most: u64,
}

impl SelfCheck {
    /// Returns the check of one pair in `n`; none for 0.
    pub(in crate::world) fn one_in(n: u32) -> Option<SelfCheck> {
        (n > 0).then(|| SelfCheck { most: u64::MAX / u64::from(n) })
    }

    /// Whether a pair is checked in a step; `step` is mixed already.
    #[inline(always)]
    fn chooses(self, step: u64, [a, b]: [Handle; 2]) -> bool {
        let number = (a.to_bits() ^ step).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.to_bits().rotate_left(20);
        mixed(number) <= self.most
    }
}

/// Mixes the bits of a number (SplitMix64).
#[inline(always)]
fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A step whose pairs are checked, before the rules.
pub(in crate::world) struct Checked<'a> {
    pub(in crate::world) rows: &'a Rows,
    pub(in crate::world) touches: &'a Touches,
    pub(in crate::world) memory: &'a RuleMemory,
    pub(in crate::world) candidates: &'a [[u32; 2]],
    pub(in crate::world) found: &'a RawHits,
    pub(in crate::world) on_way: &'a [SweptOverlap],
    /// The number of the step.
    pub(in crate::world) step: u64,
}

impl Checked<'_> {
    /// Returns the pairs on which the reference does not agree.
    pub(in crate::world) fn disagreements(&self, check: SelfCheck) -> Vec<Disagreement> {
        let handles = &self.rows.handles;
        let step = mixed(self.step);
        let chosen = self.candidates.iter().filter(|pair| {
            let [a, b] = pair.map(|row| handles[row as usize]);
            check.chooses(step, [a, b])
        });
        chosen.filter_map(|&pair| self.disagreement(pair, self.found(pair))).collect()
    }

    /// Returns how the reference disagrees with what was found of a pair, if it does.
    fn disagreement(&self, pair: [u32; 2], mut found: PairAnswer) -> Option<Disagreement> {
        let mut right = self.right(pair)?;
        if self.memory.grazed.contains(pair) {
            // Told before, so it need not be found again.
            (found.graze, right.graze) = (None, None);
        }
        if self.agree(pair, &found, &right) {
            return None;
        }
        let first = |one: &PairAnswer, other: &PairAnswer| {
            let hit = one.hits.iter().find(|hit| !other.hits.contains(hit));
            hit.map(|hit| hit.0).or(one.graze.filter(|_| one.graze != other.graze))
        };
        let regions = first(&found, &right).or_else(|| first(&right, &found)).unwrap_or_default();
        let [a, b] = pair.map(|row| self.rows.handles[row as usize]);
        let what = format!("the step found {found}, the reference {right}");
        Some(Disagreement {
            step: self.step,
            a,
            b,
            what: what.into(),
            scene: self.scene(pair, regions).into(),
        })
    }

    /// Returns what the step found of a pair.
    fn found(&self, pair: [u32; 2]) -> PairAnswer {
        let of = |list: &[HitKey]| {
            let first = list.partition_point(|key| key.pair() < pair);
            let count = list[first..].partition_point(|key| key.pair() == pair);
            first..first + count
        };
        let RawHits { overlaps, grazes } = self.found;
        let hits =
            overlaps[of(overlaps)].iter().map(|key| (key.regions, find(self.on_way, *key).map(|met| met.t)));
        let graze = grazes[of(grazes)].first().map(|key| key.regions);
        PairAnswer { hits: hits.collect(), graze }
    }

    /// Whether two answers are the same; times may differ by SPEC 5's 1e-3 px of their motion.
    fn agree(&self, pair: [u32; 2], found: &PairAnswer, right: &PairAnswer) -> bool {
        let [[dx, dy], [ex, ey]] = pair.map(|row| {
            let (from, to) = (self.rows.path_start(row as usize), self.rows.points[row as usize]);
            [f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y)]
        });
        let length = (dx - ex).hypot(dy - ey) / f64::from(UNITS);
        let is_near = |t: Option<f64>, u: Option<f64>| match (t, u) {
            (Some(t), Some(u)) => (t - u).abs() * length <= 1e-3 || (t - u).abs() < 1e-9,
            (t, u) => t == u,
        };
        let are_near = || found.hits.iter().zip(&right.hits).all(|(p, q)| p.0 == q.0 && is_near(p.1, q.1));
        found.graze == right.graze && found.hits.len() == right.hits.len() && are_near()
    }

    /// Returns the answer of the reference; `None` where it has none: for swept circles under the `rooted` test.
    fn right(&self, [a, b]: [u32; 2]) -> Option<PairAnswer> {
        let rows = self.rows;
        let is_swept = rows.sweeps(a as usize) || rows.sweeps(b as usize);
        let margin = rows.margin(a as usize).max(rows.margin(b as usize));
        let (mut answer, mut graze) = (PairAnswer::default(), None);
        let regions = |row: u32| {
            let forms = 0..rows.forms(row as usize).len();
            forms.map(move |k| (k as u8, rows.form(row as usize, k), rows.layers_of(row as usize, k)))
        };
        for (i, p, on_a) in regions(a) {
            for (j, q, on_b) in regions(b) {
                if !on_a.pair_with(on_b) {
                    continue;
                }
                let touching = self.touches.of(on_a, on_b);
                let rooted = self.rooted([&p, &q], [on_a, on_b]);
                if is_swept {
                    if rooted.is_some() {
                        return None;
                    }
                    let [from, to] = [rows.moving(a as usize, &p), rows.moving(b as usize, &q)];
                    if let Some(met) = reference::overlap_on_way(from, to, touching) {
                        answer.hits.push(([i, j], Some(met.t)));
                        continue;
                    }
                } else if rooted.unwrap_or_else(|| reference::overlaps(&p, &q, touching)) {
                    answer.hits.push(([i, j], None));
                    continue;
                }
                // Circles under the `rooted` test may share points and not overlap: then they graze.
                let is_near = || {
                    reference::graze(&p, &q, margin, touching)
                        || rooted.is_some() && reference::overlaps(&p, &q, Touching::Counts)
                };
                if graze.is_none() && margin >= 0 && is_near() {
                    graze = Some([i, j]);
                }
            }
        }
        answer.graze = graze.filter(|_| answer.hits.is_empty());
        Some(answer)
    }

    /// Returns whether two circles overlap under the `rooted` test; `None` for all other pairs.
    fn rooted(&self, [p, q]: [&Form; 2], [on_a, on_b]: [Layers; 2]) -> Option<bool> {
        if self.touches.are_rooted(on_a, on_b) { reference::rooted_overlap(p, q) } else { None }
    }

    /// Returns a scene of a region of each body.
    fn scene(&self, pair: [u32; 2], regions: [u8; 2]) -> String {
        let rows = self.rows;
        let is_swept = pair.iter().any(|&row| rows.sweeps(row as usize));
        let [a, b] = [0, 1].map(|k| {
            let (row, region) = (pair[k] as usize, regions[k] as usize);
            let look = rows.look(row);
            let (solid, pivot) = match region.checked_sub(1).and_then(|k| look.regions.get(k)) {
                Some(region) => (&region.solid, region.pivot),
                None => (&look.solid, look.pivot),
            };
            SceneBody {
                solid,
                pivot,
                placement: rows.placement(row),
                layers: rows.layers_of(row, region),
                from: (is_swept && !rows.kinds[row].is_map()).then(|| rows.path_start(row)),
                is_swept: rows.sweeps(row),
            }
        });
        let margin = rows.margin(pair[0] as usize).max(rows.margin(pair[1] as usize));
        two_bodies([&a, &b], self.touches.of(a.layers, b.layers), (margin >= 0).then_some(margin))
    }
}

#[cfg(test)]
mod tests;
