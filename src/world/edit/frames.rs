//! Shows other frames of many sprites at once. Only the mask and its pivot change; the angle and the scale stay, so no sine or
//! cosine is computed, and only a mask that is too large can be refused.
//!
//! A form that only one body has is changed in place. Bodies that share a form, such as upright bullets of one kind, share that of
//! the new frame: [`ShownForms`] remembers which form follows which, so that thousands of bodies look it up once.

use crate::cpu::forms::{Alike, Extent, Forms};
use crate::form::Form;
use crate::kernels::Discs;
use crate::mask::{Sprite, Turn};
use crate::world::edit::turns::{CHUNK, is_small_mask};
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

impl Rows {
    /// Shows frames of sprites without regions, if simple tests show that all of them can be shown. Returns whether it does; if
    /// not, nothing changes.
    pub(in crate::world) fn show_all(&mut self, bodies: &[Handle], frames: &[usize]) -> bool {
        let can = self.can_show(bodies, frames);
        if can {
            let (mut shown, mut found) = (ShownForms::default(), [0; CHUNK]);
            for (bodies, frames) in bodies.chunks(CHUNK).zip(frames.chunks(CHUNK)) {
                let found = &mut found[..bodies.len()];
                self.find_rows(bodies, found);
                for (&row, &frame) in found.iter().zip(frames) {
                    self.show(row as usize, frame, &mut shown);
                }
            }
            shown.release_all(self);
        }
        can
    }

    fn can_show(&self, bodies: &[Handle], frames: &[usize]) -> bool {
        let mut found = [0; CHUNK];
        bodies.chunks(CHUNK).zip(frames.chunks(CHUNK)).all(|(bodies, frames)| {
            let found = &mut found[..bodies.len()];
            self.find_rows(bodies, found)
                && found.iter().zip(frames).all(|(&row, &frame)| self.shows(row as usize, frame))
        })
    }

    /// Whether a body is a sprite without regions, now and in a frame.
    #[inline(always)]
    fn shows(&self, row: usize, frame: usize) -> bool {
        let then = self.look_table.get(self.looks[row]).get(frame);
        let Some(mask) = then.and_then(|look| look.only_mask()) else { return false };
        let scale = self.scale(row);
        let is_small = is_small_mask(mask.width() + mask.height(), scale.x.abs().max(scale.y.abs()));
        self.kinds[row].is_sprite() & is_small
    }

    #[inline(always)]
    fn show(&mut self, row: usize, frame: usize, shown: &mut ShownForms) {
        if self.frame(row) == frame {
            return;
        }
        let old = self.forms[row];
        if self.form_table.is_own(old) {
            self.show_alone(row, old, frame);
        } else if let Some(next) = shown.next(old, frame) {
            self.form_table.use_again(next.form);
            self.form_table.release(old, &next.before);
            self.forms[row] = next.form;
            self.shows_now(row, frame, next.extent, next.discs);
        } else if self.form_table.is_single(old) {
            let own = self.form_table.own(old, &self.alike(row));
            self.show_alone(row, own, frame);
        } else {
            let Some(next) = self.next_shown(row, old, frame) else { return };
            shown.keep(self, next);
            self.show(row, frame, shown);
        }
    }

    /// Shows a frame of a sprite that has a form of its own.
    #[inline(always)]
    fn show_alone(&mut self, row: usize, form: u32, frame: usize) {
        let Some((turn, extent)) = self.shown_turn(row, form, frame) else { return };
        let Some(mask) = self.look_table.get(self.looks[row])[frame].only_mask() else { return };
        let discs = self.form_table.set_mask(form, mask, turn, extent);
        self.forms[row] = form;
        self.shows_now(row, frame, extent, discs);
    }

    /// Returns the turn of the sprite of a row in a frame, and its extent.
    #[inline(always)]
    fn shown_turn(&self, row: usize, form: u32, frame: usize) -> Option<(Turn, Extent)> {
        let (look, now) = (&self.look_table.get(self.looks[row])[frame], self.form_table.sprite(form)?);
        let mask = look.only_mask()?;
        let [u1, v1] = Turn::pivot_of(mask, self.scale(row), look.pivot);
        let turn = Turn { u1, v1, ..now.turn() };
        Some((turn, Extent::of_sprite(turn, now.flip(), mask)))
    }

    /// Finds or makes the form of bodies that share one form when they show a frame. `None` for what is no sprite.
    fn next_shown(&mut self, row: usize, old: u32, frame: usize) -> Option<ShownForm> {
        let (before, look) = (self.alike(row), self.looks[row]);
        let after = self.alike_of(look, frame, self.angle(row), self.scale(row));
        let (turn, extent) = self.shown_turn(row, old, frame)?;
        let mask = self.look_table.get(look)[frame].only_mask()?;
        let sprite = Sprite::turned(mask, turn, self.form_table.sprite(old)?.flip());
        let discs = sprite.discs(extent.kind.is_drawn());
        let form = match self.form_table.find(&after) {
            Some(known) => known,
            None => self.form_table.share(after, Forms::One(Form::Sprite(sprite)), extent),
        };
        self.form_table.use_again(old);
        Some(ShownForm { old, frame, before, form, after, extent, discs })
    }

    /// Stores that a row shows a frame, whose form it already has.
    #[inline(always)]
    fn shows_now(&mut self, row: usize, frame: usize, extent: Extent, discs: Discs) {
        self.set_frame(row, frame);
        self.kinds[row] = extent.kind;
        self.discs.set(row, discs);
        self.phases.set(row, extent.phases());
        self.bounds[row] = extent.bounds_at(self.points[row]);
        self.forms_version += 1;
        self.changes.note(row);
        self.changed(row);
    }
}

/// The form that follows a form when a frame is shown. Both are in use as long as this is kept.
#[derive(Debug, Clone, Copy)]
struct ShownForm {
    old: u32,
    frame: usize,
    before: Alike,
    form: u32,
    after: Alike,
    extent: Extent,
    discs: Discs,
}

/// The forms that follow others, a few of them, each at a place found by its key.
#[derive(Debug)]
struct ShownForms([Option<ShownForm>; ShownForms::PLACES]);

impl Default for ShownForms {
    fn default() -> ShownForms {
        ShownForms([None; ShownForms::PLACES])
    }
}

impl ShownForms {
    const PLACES: usize = 64;

    #[inline(always)]
    fn place(old: u32, frame: usize) -> usize {
        (old as usize).wrapping_mul(5).wrapping_add(frame) % ShownForms::PLACES
    }

    #[inline(always)]
    fn next(&self, old: u32, frame: usize) -> Option<&ShownForm> {
        let known = self.0[ShownForms::place(old, frame)].as_ref();
        known.filter(|known| (known.old == old) & (known.frame == frame))
    }

    fn keep(&mut self, rows: &mut Rows, next: ShownForm) {
        let place = &mut self.0[ShownForms::place(next.old, next.frame)];
        release(rows, place.replace(next));
    }

    fn release_all(self, rows: &mut Rows) {
        self.0.into_iter().for_each(|known| release(rows, known));
    }
}

fn release(rows: &mut Rows, known: Option<ShownForm>) {
    if let Some(known) = known {
        rows.form_table.release(known.old, &known.before);
        rows.form_table.release(known.form, &known.after);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::kernels::random::Random;
    use crate::mask::Mask;
    use crate::world::{Body, Handle, Look, World};

    fn looks(random: &mut Random, sides: &[usize]) -> Arc<[Look]> {
        let mask = |side: usize, random: &mut Random| {
            let mask = Mask::from_fn(side, side, |_, _| random.below(3) > 0).expect("a mask");
            Look::from(&Arc::new(mask))
        };
        sides.iter().map(|&side| mask(side, random)).collect()
    }

    /// Whether two worlds have the same rows: forms, boxes, discs and kinds, and the same hash.
    fn are_same(world: &World, other: &World) -> bool {
        let (a, b) = (world.rows.solids(), other.rows.solids());
        let all = 0..a.len();
        world.hash() == other.hash()
            && (a.kinds, a.bounds, a.points) == (b.kinds, b.bounds, b.points)
            && all.clone().all(|row| world.rows.form(row, 0) == other.rows.form(row, 0))
            && all.clone().all(|row| a.stored_discs(row as u32) == b.stored_discs(row as u32))
            && all.clone().all(|row| world.rows.phases.get(row) == other.rows.phases.get(row))
    }

    /// Frames that are set together are the same as frames that are set one by one: upright sprites that share forms, turned and
    /// mirrored ones, frames of the same and of other sizes, circles among them; also after a snapshot was taken.
    #[test]
    fn many_frames_are_as_frames_one_by_one() {
        let mut random = Random::new(12);
        for round in 0..40 {
            let sides: &[usize] = [&[9, 9, 9, 9][..], &[9, 9, 12, 9]][round % 2];
            let looks = looks(&mut random, sides);
            let mut world = World::builder().threads(1).build().expect("a world");
            let bodies: Vec<Handle> = (0..60)
                .map(|k| {
                    let at = [random.between(0.0, 60.0), random.between(0.0, 60.0)];
                    let body = Body::frames(&looks).at(at).frame(random.below(4) as usize);
                    let body = match k % 4 {
                        0 => body.turned(random.between(0.0, 7.0)),
                        1 => body.scaled([-1.0, 1.0]),
                        _ => body,
                    };
                    world.spawn(body).expect("a body")
                })
                .collect();
            let mut one_by_one = World::builder().threads(1).build().expect("a world");
            one_by_one.restore(&world.snapshot());
            let mut kept = None;
            for step in 0..6 {
                let frames: Vec<usize> = bodies.iter().map(|_| random.below(4) as usize).collect();
                world.set_frames(&bodies, &frames).expect("frames");
                for (&body, &frame) in bodies.iter().zip(&frames) {
                    one_by_one.edit(body).frame(frame).map(drop).expect("a frame");
                }
                assert!(are_same(&world, &one_by_one), "{round} {step}");
                let hits = |world: &mut World| {
                    world.step().expect("a CPU").hits().map(|hit| [hit.a, hit.b]).collect::<Vec<_>>()
                };
                assert_eq!(hits(&mut world), hits(&mut one_by_one));
                if step == 2 {
                    kept = Some((world.snapshot(), world.hash()));
                }
            }
            let (snapshot, hash) = kept.expect("a snapshot");
            world.restore(&snapshot);
            assert_eq!(world.hash(), hash);
            assert!(world.set_frames(&bodies, &vec![4; bodies.len()]).is_err());
            assert_eq!(world.hash(), hash);
        }
    }

    /// The same of radii: of circles, of capsules among them, and of circles whose looks are shared or kept elsewhere.
    #[test]
    fn many_radii_are_as_radii_one_by_one() {
        let mut random = Random::new(13);
        for round in 0..40 {
            let mut world = World::builder().threads(1).build().expect("a world");
            let mut body = |k: usize| {
                let at = [random.between(0.0, 60.0), random.between(0.0, 60.0)];
                let body = if round % 3 == 0 && k == 5 {
                    Body::capsule([0.0, 0.0], [4.0, 1.0], 2.0)
                } else {
                    Body::circle(2.0)
                };
                if k.is_multiple_of(3) { body.at(at).scaled([1.5, -1.5]) } else { body.at(at) }
            };
            let bodies = world.spawn_many(40, &mut body).expect("bodies");
            let mut one_by_one = World::builder().threads(1).build().expect("a world");
            one_by_one.restore(&world.snapshot());
            let mut kept = None;
            for step in 0..6 {
                let radii: Vec<f64> = bodies
                    .iter()
                    .map(|_| random.pick(&[0.0, 0.5, 1.0 / 512.0, 2.0, 7.3, 3.0 / 512.0, 300.0]))
                    .collect();
                world.set_radii(&bodies, &radii).expect("radii");
                for (&body, &r) in bodies.iter().zip(&radii) {
                    one_by_one.edit(body).radius(r).map(drop).expect("a radius");
                }
                assert!(are_same(&world, &one_by_one), "{round} {step}");
                if step == 2 {
                    kept = Some((world.snapshot(), world.hash()));
                }
            }
            let (snapshot, hash) = kept.expect("a snapshot");
            world.restore(&snapshot);
            assert_eq!(world.hash(), hash);
            for wrong in [-1.0, f64::NAN, 9000.0, f64::INFINITY] {
                let mut radii = vec![1.0; bodies.len()];
                radii[30] = wrong;
                assert!(world.set_radii(&bodies, &radii).unwrap_err().to_string().starts_with("[30]"));
                assert_eq!(world.hash(), hash);
            }
        }
    }

    /// The same of the points of chains: some are turned or have a region, some share their look at first; refused ones
    /// change nothing.
    #[test]
    fn many_chains_are_as_chains_one_by_one() {
        let mut random = Random::new(14);
        for _ in 0..20 {
            let mut world = World::builder().threads(1).build().expect("a world");
            let straight: Vec<[f64; 2]> = (0..6).map(|k| [f64::from(k) * 4.0, 0.0]).collect();
            let body = |k: usize| {
                let body = Body::chain(&straight, 1.0).at([k as f64 * 5.0, 20.0]);
                let core = || crate::Region::new("core", crate::Shape::circle(2.0).expect("a circle"));
                match k % 4 {
                    0 => body.turned(k as f64),
                    1 => body.region(core()),
                    _ => body,
                }
            };
            let bodies = world.spawn_many(12, body).expect("bodies");
            let mut one_by_one = World::builder().threads(1).build().expect("a world");
            one_by_one.restore(&world.snapshot());
            for step in 0..5 {
                let points: Vec<[f64; 2]> =
                    (0..12 * 6).map(|_| [random.between(-20.0, 20.0), random.between(-20.0, 20.0)]).collect();
                world.set_chains(&bodies, &points).expect("points");
                for (&body, points) in bodies.iter().zip(points.chunks(6)) {
                    one_by_one.edit(body).chain(points).map(drop).expect("points");
                }
                assert!(are_same(&world, &one_by_one), "{step}");
                let hash = world.hash();
                for (k, wrong) in [(30, [f64::NAN, 0.0]), (71, [3e6, 0.0]), (0, [9000.0, 9000.0])] {
                    let mut points = points.clone();
                    points[k] = wrong;
                    points[k ^ 1] = wrong.map(|x| -x);
                    let error = world.set_chains(&bodies, &points).unwrap_err().to_string();
                    assert!(error.starts_with(&format!("[{}]", k / 6)), "{error}");
                    assert_eq!(world.hash(), hash);
                    assert!(are_same(&world, &one_by_one), "{step}");
                }
                for count in [71, 73] {
                    let points = vec![[1.0, 2.0]; count];
                    assert!(world.set_chains(&bodies, &points).is_err());
                    assert_eq!(world.hash(), hash);
                }
                world.step().expect("a CPU");
                one_by_one.step().expect("a CPU");
            }
        }
    }
}
