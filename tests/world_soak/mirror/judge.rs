//! What a step must report: every pair by the reference, and SPEC 6's rules written again with sets and maps.

use std::collections::{BTreeMap, BTreeSet};

use kasuri::lattice::Bounds;
use kasuri::{
    Layers, Touching,
    query::{Form, Moving},
    reference,
};

use super::twin::{Twin, snap_length};

/// Two bodies by their order of spawn, and the region of each.
pub type Key = (u64, u64, u8, u8);
/// A key with the layers of the two regions.
pub type Met = (Key, [u32; 2]);

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    pub step: u64,
    pub began: Vec<Met>,
    pub stayed: Vec<Met>,
    pub ended: Vec<Met>,
    pub grazes: Vec<Met>,
    pub left: Vec<u64>,
    pub entered: Vec<u64>,
    pub despawned: Vec<u64>,
    /// The number of overlaps before the rules.
    pub overlaps: usize,
    pub near: usize,
    /// For overlaps with a swept body, the time of the hit.
    pub times: BTreeMap<Key, f64>,
}

#[derive(Debug, Clone, Default)]
pub struct Judge {
    between: Vec<(u32, u32, Touching)>,
    rooted: Vec<(u32, u32)>,
    pub walls: Option<Bounds>,
    pub steps: u64,
    last: BTreeMap<Key, [u32; 2]>,
    /// The last step in which a pair is skipped.
    cooling: BTreeMap<(u64, u64), u64>,
    grazed: BTreeSet<(u64, u64)>,
    times: BTreeMap<Key, f64>,
}

impl Judge {
    /// Returns the judge of a world with such bounds. Touching counts except where layers have another rule.
    pub fn new(between: Vec<(u32, u32, Touching)>, rooted: Vec<(u32, u32)>, walls: Option<Bounds>) -> Judge {
        Judge { between, rooted, walls, ..Judge::default() }
    }

    /// Returns what the next step must report of these bodies; the rules use up their hits, the walls remove some.
    pub fn step(&mut self, twins: &mut Vec<Twin>) -> Verdict {
        self.steps += 1;
        let mut verdict = Verdict { step: self.steps, ..Verdict::default() };
        self.times.clear();
        let (overlaps, near) = self.raw(twins);
        twins.iter_mut().for_each(Twin::end_way);
        verdict.times = self.times.clone();
        verdict.overlaps = overlaps.len();
        self.watch_walls(twins, &mut verdict);

        let mut hits = BTreeMap::new();
        let pairs: BTreeSet<(u64, u64)> = overlaps.keys().map(|key| (key.0, key.1)).collect();
        for pair in pairs {
            if self.counts(twins, pair) {
                let met = overlaps.range((pair.0, pair.1, 0, 0)..=(pair.0, pair.1, u8::MAX, u8::MAX));
                hits.extend(met.map(|(&key, &layers)| (key, layers)));
            }
        }
        let only = |these: &BTreeMap<Key, [u32; 2]>, those: &BTreeMap<Key, [u32; 2]>, shared: bool| {
            let kept = these.iter().filter(|(key, _)| those.contains_key(key) == shared);
            kept.map(|(&key, &layers)| (key, layers)).collect::<Vec<_>>()
        };
        verdict.began = only(&hits, &self.last, false);
        verdict.stayed = only(&hits, &self.last, true);
        verdict.ended = only(&self.last, &hits, false);
        self.last = hits;

        let lives = |serial: u64| twin_of(twins, serial).is_some();
        let grazing = near.into_iter().filter(|(key, _)| lives(key.0) && lives(key.1));
        verdict.grazes = grazing.filter(|(key, _)| self.grazed.insert((key.0, key.1))).collect();
        verdict.near = verdict.grazes.len();
        verdict
    }

    /// Returns which regions overlap, and which pairs of bodies come near without any overlap.
    fn raw(&mut self, twins: &[Twin]) -> (BTreeMap<Key, [u32; 2]>, Vec<Met>) {
        let (mut overlaps, mut near) = (BTreeMap::new(), Vec::new());
        let reach = |twin: &Twin| twin.reach().unwrap();
        let boxes: Vec<_> =
            twins.iter().map(|twin| twin.bounds.map(|b| (b, b.grown(reach(twin).max(0))))).collect();
        for (n, a) in twins.iter().enumerate() {
            for b in &twins[n + 1..] {
                if (a.is_swept && !a.stands()) || (b.is_swept && !b.stands()) {
                    self.raw_pair_on_way(a, b, &mut overlaps, &mut near);
                }
            }
            let Some((bare, grown)) = boxes[n] else { continue };
            for (b, other) in twins[n + 1..].iter().zip(&boxes[n + 1..]) {
                if (a.is_swept && !a.stands()) || (b.is_swept && !b.stands()) {
                    continue;
                }
                let Some((other_bare, other_grown)) = *other else { continue };
                // The wider of both margins belongs to one of the two: its grown box meets the other's plain box.
                if grown.meets(other_bare) || bare.meets(other_grown) {
                    let margin = reach(a).max(reach(b));
                    self.raw_pair(a, b, margin, &mut overlaps, &mut near);
                }
            }
        }
        // Pairs are told in order; swept pairs of a body were judged before its others.
        near.sort_unstable();
        (overlaps, near)
    }

    fn raw_pair(
        &self,
        a: &Twin,
        b: &Twin,
        margin: i32,
        overlaps: &mut BTreeMap<Key, [u32; 2]>,
        near: &mut Vec<Met>,
    ) {
        let (mut overlap, mut graze) = (false, None);
        for (i, (form_a, box_a)) in a.forms.iter().enumerate() {
            for (j, (form_b, box_b)) in b.forms.iter().enumerate() {
                let (on_a, on_b) = (a.layers_of(i), b.layers_of(j));
                let (Some(box_a), Some(box_b)) = (box_a, box_b) else { continue };
                if !may_pair(on_a, on_b) {
                    continue;
                }
                let touching = self.touching(on_a, on_b);
                let met = ((a.serial, b.serial, i as u8, j as u8), [on_a.layer, on_b.layer]);
                let rooted = self.rooted.iter().any(|&(x, y)| are_on(on_a, on_b, x, y));
                let meet = match (centre_and_radius(form_a), centre_and_radius(form_b)) {
                    (Some((p, r)), Some((q, s))) if rooted => {
                        let square = |x: i64| i128::from(x) * i128::from(x);
                        square(p[0] - q[0]) + square(p[1] - q[1]) < square(r) + square(s)
                    }
                    _ => box_a.meets(*box_b) && reference::overlaps(form_a, form_b, touching),
                };
                // Rooted circles have a smaller reach than closed ones: they may share points and yet only graze.
                let near = |touching| reference::graze(form_a, form_b, margin, touching);
                if meet {
                    overlaps.insert(met.0, met.1);
                    overlap = true;
                } else if graze.is_none()
                    && margin >= 0
                    && box_a.grown(margin).meets(*box_b)
                    && (near(touching) || rooted && reference::overlaps(form_a, form_b, Touching::Counts))
                {
                    graze = Some(met);
                }
            }
        }
        if !overlap {
            near.extend(graze);
        }
    }

    /// Does the same for two bodies of which one is swept.
    fn raw_pair_on_way(
        &mut self,
        a: &Twin,
        b: &Twin,
        overlaps: &mut BTreeMap<Key, [u32; 2]>,
        near: &mut Vec<Met>,
    ) {
        let margin = a.reach().unwrap().max(b.reach().unwrap());
        let (mut overlap, mut graze) = (false, None);
        for i in 0..a.forms.len() {
            for j in 0..b.forms.len() {
                let (on_a, on_b) = (a.layers_of(i), b.layers_of(j));
                if !may_pair(on_a, on_b) {
                    continue;
                }
                let (p, q) = (a.moving(i), b.moving(j));
                let touching = self.touching(on_a, on_b);
                let met = ((a.serial, b.serial, i as u8, j as u8), [on_a.layer, on_b.layer]);
                let is_rooted = self.rooted.iter().any(|&(x, y)| are_on(on_a, on_b, x, y));
                let boxes_meet = p.bounds().zip(q.bounds()).is_some_and(|(p, q)| p.meets(q));
                let time = match (centre_and_radius(p.form), centre_and_radius(q.form)) {
                    (Some(c), Some(d)) if is_rooted => rooted_time(c, p, d, q),
                    _ if boxes_meet => reference::overlap_on_way(p, q, touching).map(|met| met.t),
                    _ => None,
                };
                let is_near = || {
                    p.form.bounds().zip(q.form.bounds()).is_some_and(|(p, q)| p.grown(margin).meets(q))
                        && (reference::graze(p.form, q.form, margin, touching)
                            || is_rooted && reference::overlaps(p.form, q.form, Touching::Counts))
                };
                if let Some(t) = time {
                    overlaps.insert(met.0, met.1);
                    self.times.insert(met.0, t);
                    overlap = true;
                } else if graze.is_none() && margin >= 0 && is_near() {
                    graze = Some(met);
                }
            }
        }
        if !overlap {
            near.extend(graze);
        }
    }

    fn touching(&self, a: Layers, b: Layers) -> Touching {
        let mut touching = Touching::Counts;
        for &(x, y, special) in &self.between {
            if are_on(a, b, x, y) {
                touching = special;
            }
        }
        touching
    }

    fn watch_walls(&self, twins: &mut Vec<Twin>, verdict: &mut Verdict) {
        let Some(walls) = self.walls else { return };
        for twin in twins.iter_mut() {
            let is_outside = !twin.is_in(walls);
            if is_outside && !twin.was_outside {
                verdict.left.push(twin.serial);
            }
            if !is_outside && twin.was_outside {
                verdict.entered.push(twin.serial);
            }
            twin.was_outside = is_outside;
            let leash = twin.leash.map(|leash| snap_length(leash).unwrap());
            if is_outside && leash.is_some_and(|leash| !twin.is_in(walls.grown(leash))) {
                verdict.despawned.push(twin.serial);
            }
        }
        twins.retain(|twin| !verdict.despawned.contains(&twin.serial));
    }

    /// Whether the rules let a pair's overlap count; if so, its cost is paid.
    fn counts(&mut self, twins: &mut [Twin], pair: (u64, u64)) -> bool {
        let (Some(a), Some(b)) = (twin_of(twins, pair.0), twin_of(twins, pair.1)) else { return false };
        let (one, two) = (&twins[a], &twins[b]);
        if one.invulnerable >= self.steps || two.invulnerable >= self.steps {
            return false;
        }
        if self.cooling.get(&pair).is_some_and(|&until| self.steps <= until) {
            return false;
        }
        let in_contact = self.last.range((pair.0, pair.1, 0, 0)..=(pair.0, pair.1, u8::MAX, u8::MAX)).next();
        if in_contact.is_none() {
            if one.hits_left == Some(0) || two.hits_left == Some(0) {
                return false;
            }
            for k in [a, b] {
                twins[k].hits_left = twins[k].hits_left.map(|left| left - 1);
            }
        }
        let cooldown = twins[a].cooldown.max(twins[b].cooldown);
        if cooldown > 0 {
            self.cooling.insert(pair, self.steps + u64::from(cooldown));
        }
        true
    }
}

fn are_on(a: Layers, b: Layers, x: u32, y: u32) -> bool {
    a.layer & x != 0 && b.layer & y != 0 || b.layer & x != 0 && a.layer & y != 0
}

/// Returns when two circles come nearer than the root of the sum of their squared radii. It halves stretches of the
/// path, on which the square of their distance first falls and then rises.
fn rooted_time(
    ([px, py], r): ([i64; 2], i64),
    a: Moving<'_>,
    ([qx, qy], s): ([i64; 2], i64),
    b: Moving<'_>,
) -> Option<f64> {
    let by = |way: Moving<'_>| {
        [i64::from(way.to.x) - i64::from(way.from.x), i64::from(way.to.y) - i64::from(way.from.y)]
    };
    let (way_a, way_b) = (by(a), by(b));
    let d = [way_a[0] - way_b[0], way_a[1] - way_b[1]];
    let start = [px - qx - d[0], py - qy - d[1]];
    let reach = (r * r + s * s) as f64;
    let square = |t: f64| (0..2).map(|k| (start[k] as f64 + d[k] as f64 * t).powi(2)).sum::<f64>();
    let length = (d[0] * d[0] + d[1] * d[1]) as f64;
    let along = (start[0] * d[0] + start[1] * d[1]) as f64;
    let nearest = if length > 0.0 { (-along / length).clamp(0.0, 1.0) } else { 0.0 };
    if square(nearest) >= reach {
        return None;
    }
    let (mut from, mut until) = (0.0, nearest);
    if square(from) <= reach {
        return Some(0.0);
    }
    for _ in 0..60 {
        let middle = (from + until) / 2.0;
        if square(middle) < reach { until = middle } else { from = middle }
    }
    Some(until)
}

/// Returns the center and radius of a circle or a point.
fn centre_and_radius(form: &Form) -> Option<([i64; 2], i64)> {
    let Form::Shape(parts) = form else { return None };
    let [part] = &parts[..] else { return None };
    let [v] = part.vertices() else { return None };
    Some(([v.x.into(), v.y.into()], part.radius().into()))
}

fn twin_of(twins: &[Twin], serial: u64) -> Option<usize> {
    twins.binary_search_by_key(&serial, |twin| twin.serial).ok()
}

/// Whether layers and groups let two bodies be a pair (SPEC 5).
fn may_pair(a: Layers, b: Layers) -> bool {
    a.layer & b.against != 0 && b.layer & a.against != 0 && (a.group == 0 || a.group != b.group)
}
