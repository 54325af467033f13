//! The response to a hit: in which direction two bodies separate, and how they are moved apart.

use crate::answer::{Contact, Overlap};
use crate::cpu::HitKey;
use crate::error::{At, Cause, Result};
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Point, Vec2, finite};
use crate::mask::Cover;
use crate::query;
use crate::world::World;
use crate::world::step::events::Hit;
use crate::world::step::on_way;
use crate::world::table::handle::Handle;

/// Returns the velocity of a body after it hit a surface with this normal.
///
/// The part of the velocity against the normal is removed, and `restitution` times this part is added in the other
/// direction. With 0 the body slides, with 1 it bounces as fast as it came. A velocity away from the surface is not
/// changed.
///
/// ```
/// use kasuri::{travel::deflected, Vec2};
/// let floor = [0.0, -1.0];
/// assert_eq!(deflected([3.0, 4.0], floor, 0.0), Vec2::new(3.0, 0.0));
/// assert_eq!(deflected([3.0, 4.0], floor, 0.5), Vec2::new(3.0, -2.0));
/// assert_eq!(deflected([3.0, -4.0], floor, 0.5), Vec2::new(3.0, -4.0));
/// ```
pub fn deflected(velocity: impl Into<Vec2>, normal: impl Into<Vec2>, restitution: f64) -> Vec2 {
    turned(velocity.into(), normal.into(), restitution)
}

pub(in crate::world) fn turned(v: Vec2, normal: Vec2, restitution: f64) -> Vec2 {
    let against = v.x * normal.x + v.y * normal.y;
    if against >= 0.0 {
        return v;
    }
    let by = (1.0 + restitution) * against;
    // Adding 0 turns a negative zero into 0 (SPEC 5).
    Vec2::new(v.x - by * normal.x + 0.0, v.y - by * normal.y + 0.0)
}

/// Returns the unit vector along which B moves out of A: the contact's normal or, if they are apart, the direction to
/// the closest point of B. If there is neither, it points from centre to centre; if the centres are the same point,
/// it points up.
pub(in crate::world) fn exit_direction(a: &Form, b: &Form) -> Vec2 {
    if let Some(contact) = query::contact(a, b, Touching::Counts) {
        if contact.normal != Vec2::default() {
            return contact.normal;
        }
    } else if let Some(gap) = query::distance(a, b)
        && let Some(towards) = unit(gap.b.x - gap.a.x, gap.b.y - gap.a.y)
    {
        return towards;
    }
    centre_to_centre(a, b)
}

fn centre_to_centre(a: &Form, b: &Form) -> Vec2 {
    let between = a.bounds().zip(b.bounds()).and_then(|(a, b)| {
        let twice = |a: [i32; 2], b: [i32; 2]| {
            (i64::from(b[0]) + i64::from(b[1]) - i64::from(a[0]) - i64::from(a[1])) as f64
        };
        unit(twice([a.min.x, a.max.x], [b.min.x, b.max.x]), twice([a.min.y, a.max.y], [b.min.y, b.max.y]))
    });
    between.unwrap_or(Vec2::new(0.0, -1.0))
}

fn unit(x: f64, y: f64) -> Option<Vec2> {
    let length = (x * x + y * y).sqrt();
    (length > 0.0).then(|| Vec2::new(x / length + 0.0, y / length + 0.0))
}

impl World {
    /// Returns how the two bodies of a hit overlap now: common pixels, depth, cells; `None` if they do not overlap
    /// any more.
    ///
    /// For a hit of a swept pair, it returns how they overlapped at the [time](Hit::t) of the hit.
    ///
    /// ```
    /// use kasuri::{answer::Overlap, Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(5.0))?;
    /// world.spawn(Body::circle(5.0).at([8.0, 0.0]))?;
    /// let step = world.step()?;
    /// let Some(Overlap::ShapeShape(contact)) = world.overlap(&step.began()[0])? else { panic!("two circles") };
    /// assert_eq!((contact.normal.x, contact.depth), (1.0, 2.0));
    /// assert_eq!(world.contact(&step.began()[0])?, Some(contact));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn overlap(&self, hit: &Hit) -> Result<Option<Overlap>> {
        let HitForms { forms: [a, b], touching, normal, .. } = self.forms_of_hit(hit)?;
        let overlap = match normal {
            Some(normal) if are_shapes(&a, &b) => Some(Overlap::ShapeShape(first_contact(&a, &b, normal))),
            _ => query::overlap(&a, &b, touching),
        };
        Ok(overlap.map(|overlap| match overlap {
            Overlap::SpriteSprite(mut common) => {
                common.centroid = self.boundary.place_out(common.centroid);
                common.normal = self.boundary.turned(common.normal);
                Overlap::SpriteSprite(common)
            }
            Overlap::ShapeShape(contact) => Overlap::ShapeShape(self.contact_out(contact)),
            other => other,
        }))
    }

    /// Returns how the two bodies of a hit touch: the normal, the depth and a point. `None` if they do not overlap
    /// any more.
    ///
    /// For a hit of a swept pair, it returns how they touched at the [time](Hit::t) of the hit: two shapes that were
    /// apart before only just touch then.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let floor = world.spawn(Body::rect([50.0, 5.0]).at([0.0, 10.0]))?;
    /// let ball = world.spawn(Body::circle(4.0).at([0.0, 2.0]))?;
    /// let hit = world.step()?.began()[0];
    /// let contact = world.contact(&hit)?.expect("they overlap");
    /// assert_eq!((contact.normal.y, contact.depth), (-1.0, 1.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn contact(&self, hit: &Hit) -> Result<Option<Contact>> {
        let HitForms { forms: [a, b], touching, normal, .. } = self.forms_of_hit(hit)?;
        let contact = match normal {
            Some(normal) => Some(first_contact(&a, &b, normal)),
            None => query::contact(&a, &b, touching),
        };
        Ok(contact.map(|contact| self.contact_out(contact)))
    }

    /// Returns the pixels that the two bodies of a hit have in common; `None` if they are not two sprites.
    ///
    /// For a hit of a swept pair, these are the pixels at the [time](Hit::t) of the hit.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Mask, World};
    /// let mut world = World::new();
    /// let art = Arc::new(Mask::from_rows(&["###", "#.#"])?);
    /// for x in [10.5, 12.5] {
    ///     world.spawn(Body::sprite(&art).at([x, 20.0]))?;
    /// }
    /// let step = world.step()?;
    /// let common = world.common_pixels(&step.began()[0])?.expect("two sprites");
    /// assert_eq!(common.iter().collect::<Vec<_>>(), [(11, 19), (11, 20)]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn common_pixels(&self, hit: &Hit) -> Result<Option<Cover>> {
        match self.forms_of_hit(hit)?.forms {
            [Form::Sprite(a), Form::Sprite(b)] => Ok(Cover::of(&a).common(&Cover::of(&b))),
            _ => Ok(None),
        }
    }

    /// Returns the distance of two bodies and their closest points; `None` if one of them covers nothing. Regions are
    /// ignored.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(2, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
    /// let gap = world.distance(balls[0], balls[1])?.expect("both are something");
    /// assert_eq!((gap.distance, gap.a.x, gap.b.x), (4.0, 3.0, 7.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn distance(&self, a: Handle, b: Handle) -> Result<Option<crate::answer::Distance>> {
        let [a, b] = self.bodies_of(a, b)?;
        Ok(query::distance(&a, &b).map(|gap| crate::answer::Distance {
            distance: self.boundary.length_out(gap.distance),
            a: self.boundary.place_out(gap.a),
            b: self.boundary.place_out(gap.b),
        }))
    }

    /// Returns the points where the outlines of two bodies cross. Regions are ignored.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let a = world.spawn(Body::segment([0.0, 0.0], [8.0, 8.0]))?;
    /// let b = world.spawn(Body::segment([0.0, 8.0], [8.0, 0.0]))?;
    /// assert_eq!(world.crossings(a, b)?, [[4.0, 4.0]]);
    /// assert_eq!(world.distance(a, b)?.map(|gap| gap.distance), Some(0.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn crossings(&self, a: Handle, b: Handle) -> Result<Vec<Vec2>> {
        let [a, b] = self.bodies_of(a, b)?;
        Ok(query::crossings(&a, &b).into_iter().map(|point| self.boundary.place_out(point)).collect())
    }

    /// Moves the two bodies of a hit apart until they are no longer a hit.
    ///
    /// The first body is moved by `share` of the distance and the second by the rest: 0.5 for equal bodies, 0 if the
    /// first is a wall. Returns how far each one was moved; `None` if they are apart already.
    ///
    /// They move along the contact's normal, which for shapes is the shortest separation. If pixels give no normal, they
    /// move along the line from centre to centre; if the centres are the same point, up.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([10.0, 10.0]))?;
    /// let ball = world.spawn(Body::circle(5.0).at([12.0, 3.0]))?;
    /// let step = world.step()?;
    /// let [by_wall, by_ball] = world.push_apart(&step.began()[0], 0.0)?.expect("they overlapped");
    /// assert_eq!((by_wall.x, by_ball.y), (0.0, 0.0));
    /// assert!((by_ball.x - 3.0).abs() < 0.01);
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn push_apart(&mut self, hit: &Hit, share: f64) -> Result<Option<[Vec2; 2]>> {
        if !(0.0..=1.0).contains(&finite(share).at("share")?) {
            let what = "a share";
            return Err(Cause::OutOfRange { what, value: share, least: 0.0, most: 1.0 }.at("share"));
        }
        let rows = [self.rows.row(hit.a)?, self.rows.row(hit.b)?];
        let from = rows.map(|row| self.rows.at[row]);
        let ([a, b], touching) = self.both(hit)?;
        if !query::overlaps(&a, &b, touching) {
            return Ok(None);
        }
        let out = exit_direction(&a, &b);
        if matches!((a, b), (Form::Shape(_), Form::Shape(_))) {
            self.part_shapes(hit, rows, share)?;
        }
        if !self.is_apart(hit)?
            && let Err(error) = self.escape(hit, rows, share, out)
        {
            // They would leave the world: move them back to their old positions.
            for (row, at) in rows.into_iter().zip(from) {
                self.rows.move_to(row, at, Point::snapped(at)?)?;
            }
            return Err(error);
        }
        rows.into_iter().for_each(|row| self.rows.end_path(row));
        let moved = [0, 1].map(|k| {
            let (from, to) =
                (self.boundary.place_out(from[k]), self.boundary.place_out(self.rows.at[rows[k]]));
            Vec2::new(to.x - from.x, to.y - from.y)
        });
        Ok(Some(moved))
    }

    /// Moves two shapes along one contact after the other. Bodies of one part are apart after the first.
    fn part_shapes(&mut self, hit: &Hit, rows: [usize; 2], share: f64) -> Result<()> {
        for _ in 0..CONTACTS {
            let ([a, b], touching) = self.both(hit)?;
            let Some(contact) = query::contact(&a, &b, touching) else { return Ok(()) };
            let far = contact.depth + APART;
            self.part(rows, share, contact.normal * far)?;
        }
        Ok(())
    }

    /// Moves both along one direction: doubles the distance, from one pixel on, until they are apart, then bisects to
    /// the shortest distance at which they are apart.
    fn escape(&mut self, hit: &Hit, rows: [usize; 2], share: f64, out: Vec2) -> Result<()> {
        let from = rows.map(|row| self.rows.at[row]);
        let (mut far, mut last) = (1.0, 0.0);
        while !self.is_free_at(hit, rows, from, share, out, far)? {
            (last, far) = (far, 2.0 * far);
        }
        while far - last > APART {
            let middle = (far + last) / 2.0;
            if self.is_free_at(hit, rows, from, share, out, middle)? {
                far = middle;
            } else {
                last = middle;
            }
        }
        self.is_free_at(hit, rows, from, share, out, far).map(|_| ())
    }

    /// Moves both from their old positions by `far` pixels in all, and returns whether they are apart then.
    fn is_free_at(
        &mut self,
        hit: &Hit,
        rows: [usize; 2],
        from: [Vec2; 2],
        share: f64,
        out: Vec2,
        far: f64,
    ) -> Result<bool> {
        for (row, at) in rows.into_iter().zip(from) {
            self.rows.move_to(row, at, Point::snapped(at)?)?;
        }
        self.part(rows, share, Vec2::new(out.x * far, out.y * far))?;
        self.is_apart(hit)
    }

    /// Moves B along a vector relative to A. Each body moves by its share of it, rounded to the lattice unit.
    fn part(&mut self, [a, b]: [usize; 2], share: f64, by: Vec2) -> Result<()> {
        let round = |x: f64| (x * 256.0).round() / 256.0;
        let [by_a, by_b] = [share, 1.0 - share].map(|s| Vec2::new(round(by.x * s), round(by.y * s)));
        let (at_a, at_b) = (self.rows.at[a], self.rows.at[b]);
        let at_a = Vec2::new(at_a.x - by_a.x, at_a.y - by_a.y);
        let at_b = Vec2::new(at_b.x + by_b.x, at_b.y + by_b.y);
        self.rows.move_to(a, at_a, Point::snapped(at_a)?)?;
        self.rows.move_to(b, at_b, Point::snapped(at_b)?)
    }

    fn is_apart(&self, hit: &Hit) -> Result<bool> {
        let ([a, b], touching) = self.both(hit)?;
        Ok(!query::overlaps(&a, &b, touching))
    }

    /// Returns the two bodies of a hit at the positions that queries about it use: for a hit of a swept pair in the
    /// last step, the positions at the time of the hit; otherwise the current positions.
    pub(in crate::world) fn forms_of_hit(&self, hit: &Hit) -> Result<HitForms> {
        let ([a, b], touching) = self.both(hit)?;
        let rows = [self.rows.row(hit.a)?, self.rows.row(hit.b)?];
        let Some(paths) = self.paths_of(hit, rows) else {
            return Ok(HitForms {
                forms: [a, b],
                at: rows.map(|row| self.rows.points[row]),
                touching,
                normal: None,
            });
        };
        let [a, b] = [(a, 0), (b, 1)].map(|(form, k)| form.seen_from(self.rows.points[rows[k]]));
        let [p, q] = [(&a, 0), (&b, 1)].map(|(form, k)| form.standing_at(paths[k][1]));
        let [a_moves, b_moves] = [(&p, paths[0]), (&q, paths[1])]
            .map(|(form, [from, to])| Moving { form, from, to }.of_its_kind());
        let Some(first) = on_way::first(a_moves, b_moves, touching) else {
            return Ok(HitForms { forms: [p, q], at: paths.map(|path| path[1]), touching, normal: None });
        };
        let forms = [a.standing_at(first.at[0]), b.standing_at(first.at[1])];
        Ok(HitForms { forms, at: first.at, touching: first.touching, normal: first.normal })
    }

    /// Returns the paths of the two bodies of a hit; `None` if it is not a hit of a swept pair in the last step.
    fn paths_of(&self, hit: &Hit, rows: [usize; 2]) -> Option<[[Point; 2]; 2]> {
        let ([a, b], [i, j]) = (rows.map(|row| row as u32), hit.regions);
        // `Hit::between` may have swapped the two bodies.
        let is_turned = b < a;
        let key =
            if is_turned { HitKey { a: b, b: a, regions: [j, i] } } else { HitKey { a, b, regions: [i, j] } };
        let met = on_way::find(&self.last.on_way, key).filter(|met| Some(met.t) == hit.t())?;
        let [p, q] = met.paths;
        Some(if is_turned { [q, p] } else { [p, q] })
    }

    /// Returns the forms of a hit, and whether touches between them count.
    fn both(&self, hit: &Hit) -> Result<([Form; 2], Touching)> {
        let rows = [self.rows.row(hit.a)?, self.rows.row(hit.b)?];
        let form = |k: usize| {
            let (region, count) = (usize::from(hit.regions[k]), self.rows.forms(rows[k]).len());
            if region < count {
                Ok(self.rows.form(rows[k], region))
            } else {
                Err(Cause::NoSuchRegion { region, count }.error())
            }
        };
        let layers = |k: usize| self.rows.layers_of(rows[k], hit.regions[k].into());
        Ok(([form(0)?, form(1)?], self.touches.of(layers(0), layers(1))))
    }

    fn bodies_of(&self, a: Handle, b: Handle) -> Result<[Form; 2]> {
        let form = |body: Handle| self.rows.row(body).map(|row| self.rows.form(row, 0));
        Ok([form(a)?, form(b)?])
    }

    fn contact_out(&self, contact: Contact) -> Contact {
        Contact {
            normal: self.boundary.turned(contact.normal),
            depth: self.boundary.length_out(contact.depth),
            point: self.boundary.place_out(contact.point),
        }
    }
}

/// Two forms at the positions that a query uses.
pub(in crate::world) struct HitForms {
    pub(in crate::world) forms: [Form; 2],
    /// The positions of the two bodies.
    pub(in crate::world) at: [Point; 2],
    pub(in crate::world) touching: Touching,
    /// The normal of the surface that was hit, from the first form to the second, if they were apart before.
    pub(in crate::world) normal: Option<[f64; 2]>,
}

fn are_shapes(a: &Form, b: &Form) -> bool {
    matches!((a, b), (Form::Shape(_), Form::Shape(_)))
}

/// Returns the contact of two bodies that only just touch. Because positions are rounded, the bodies may be apart by
/// less than one lattice unit.
fn first_contact(a: &Form, b: &Form, normal: [f64; 2]) -> Contact {
    let point = query::distance(a, b)
        .map_or(Vec2::default(), |gap| Vec2::new((gap.a.x + gap.b.x) / 2.0, (gap.a.y + gap.b.y) / 2.0));
    Contact { normal: normal.into(), depth: 0.0, point }
}

/// The most contacts that bodies of several parts follow, one after the other.
const CONTACTS: usize = 16;
/// How far apart bodies are pushed beyond touching, in pixels: two lattice units, one for the rounding of each body.
const APART: f64 = 1.0 / 128.0;
