//! Shows other frames of many sprites at once. Frames of an animation mostly have the same size and pivot. Then nothing can be
//! refused, and only the mask of each form changes: no placement is computed again.
//!
//! Bodies that share a form, such as upright bullets of one kind, share that of the new frame; a form that only one body has
//! is changed in place.

use crate::cpu::forms::{Extent, Forms};
use crate::form::Form;
use crate::mask::Sprite;
use crate::world::handle::Handle;
use crate::world::rows::Rows;

impl Rows {
    /// Shows frames of sprites, if all of them have the size and the pivot of the frames that are shown now. Returns whether it
    /// does; if not, nothing changes.
    pub(super) fn show_all(&mut self, bodies: &[Handle], frames: &[usize]) -> bool {
        let all = || bodies.iter().zip(frames);
        let can = all().all(|(&body, &frame)| self.row(body).is_ok_and(|row| self.shows_alike(row, frame)));
        if can {
            for (&body, &frame) in all() {
                if let Ok(row) = self.row(body) {
                    self.show(row, frame);
                }
            }
        }
        can
    }

    /// Whether a body is a sprite without regions, now and in a frame, of the same size and with the same pivot.
    #[inline(always)]
    fn shows_alike(&self, row: usize, frame: usize) -> bool {
        let looks = self.look_table.get(self.looks[row]);
        let (Some(now), Some(then)) = (looks.get(self.frame(row)), looks.get(frame)) else { return false };
        let (Some(p), Some(q)) = (now.only_mask(), then.only_mask()) else { return false };
        ((p.width(), p.height()) == (q.width(), q.height())) & (now.pivot == then.pivot)
    }

    #[inline(always)]
    fn show(&mut self, row: usize, frame: usize) {
        if self.frame(row) == frame {
            return;
        }
        let looks = self.look_table.get(self.looks[row]);
        let Some(mask) = looks[frame].only_mask() else { return };
        let old = self.forms[row];
        let Some(sprite) = self.form_table.sprite(old) else { return };
        let (turn, flip) = (sprite.turn(), sprite.flip());
        let extent = Extent::of_sprite(turn, flip, mask);
        if self.form_table.is_own(old) {
            self.form_table.set_mask(old, mask, extent);
        } else {
            let then = Sprite::turned(mask, turn, flip);
            self.forms[row] = self.form_of_frame(row, frame, then, extent);
        }
        self.set_frame(row, frame);
        self.find_discs(row);
        self.phases.set(row, extent.phases());
        self.bounds[row] = extent.bounds_at(self.points[row]);
        self.forms_version += 1;
        self.changes.note(row);
        self.changed(row);
    }

    /// Returns the form of a sprite in another frame, where other bodies use the present form or may share it.
    fn form_of_frame(&mut self, row: usize, frame: usize, sprite: Sprite, extent: Extent) -> u32 {
        let (old, alike) = (self.forms[row], self.alike(row));
        if self.form_table.is_single(old) {
            let own = self.form_table.own(old, &alike);
            self.form_table.set_mask(own, sprite.mask(), extent);
            return own;
        }
        let of_frame = self.alike_of(self.looks[row], frame, self.angle(row), self.scale(row));
        let new = match self.form_table.find(&of_frame) {
            Some(known) => known,
            None => self.form_table.share(of_frame, Forms::One(Form::Sprite(sprite)), extent),
        };
        self.form_table.release(old, &alike);
        new
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
