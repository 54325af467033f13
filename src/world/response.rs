//! What to do about a hit: which way is out, and how to get there.

use crate::answer::{Contact, Overlap};
use crate::error::{At, Error, Result};
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Point, Vec2, finite};
use crate::mask::Cover;
use crate::query;
use crate::world::World;
use crate::world::events::Hit;
use crate::world::handle::Handle;
use crate::world::on_way;
use crate::world::rules::Key;

/// A velocity after it met a surface: its part against the normal is taken away, and `restitution` of it given back
/// the other way. With 0 it slides, with 1 it bounces as fast as it came. What leaves the surface is not changed.
///
/// ```
/// use kasuri::{Vec2, deflected};
/// let floor = [0.0, -1.0];
/// assert_eq!(deflected([3.0, 4.0], floor, 0.0), Vec2::new(3.0, 0.0));
/// assert_eq!(deflected([3.0, 4.0], floor, 0.5), Vec2::new(3.0, -2.0));
/// assert_eq!(deflected([3.0, -4.0], floor, 0.5), Vec2::new(3.0, -4.0));
/// ```
pub fn deflected(velocity: impl Into<Vec2>, normal: impl Into<Vec2>, restitution: f64) -> Vec2 {
    turned(velocity.into(), normal.into(), restitution)
}

pub(super) fn turned(v: Vec2, normal: Vec2, restitution: f64) -> Vec2 {
    let against = v.x * normal.x + v.y * normal.y;
    if against >= 0.0 {
        return v;
    }
    let by = (1.0 + restitution) * against;
    // Adding 0 turns a negative zero into 0 (SPEC 5).
    Vec2::new(v.x - by * normal.x + 0.0, v.y - by * normal.y + 0.0)
}

/// The way B gets out of A, as a unit vector: the contact's normal, or towards the closest point of B where they are
/// apart; where neither tells, from centre to centre, and where these are one, up.
pub(super) fn way_out(a: &Form, b: &Form) -> Vec2 {
    if let Some(contact) = query::contact(a, b, Touching::Counts) {
        if contact.normal != [0.0, 0.0] {
            return contact.normal.into();
        }
    } else if let Some(gap) = query::distance(a, b)
        && let Some(towards) = unit(gap.b[0] - gap.a[0], gap.b[1] - gap.a[1])
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
    /// How the two of a hit overlap now: common pixels, depth, cells; `None` where they do not any more. Of a hit on the way,
    /// how they overlapped when they [met](Hit::t).
    ///
    /// ```
    /// use kasuri::{Body, World, answer::Overlap};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(5.0))?;
    /// world.spawn(Body::circle(5.0).at([8.0, 0.0]))?;
    /// let step = world.step()?;
    /// let Some(Overlap::ShapeShape(contact)) = world.overlap(&step.began()[0])? else { panic!("two circles") };
    /// assert_eq!((contact.normal, contact.depth), ([1.0, 0.0], 2.0));
    /// assert_eq!(world.contact(&step.began()[0])?, Some(contact));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn overlap(&self, hit: &Hit) -> Result<Option<Overlap>> {
        let Meeting { forms: [a, b], touching, normal } = self.when_met(hit)?;
        let overlap = match normal {
            Some(normal) if are_shapes(&a, &b) => Some(Overlap::ShapeShape(first_contact(&a, &b, normal))),
            _ => query::overlap(&a, &b, touching),
        };
        Ok(overlap.map(|overlap| match overlap {
            Overlap::SpriteSprite(mut common) => {
                common.centroid = self.boundary.place_out(common.centroid.into()).into();
                common.normal = self.boundary.turned(common.normal.into()).into();
                Overlap::SpriteSprite(common)
            }
            Overlap::ShapeShape(contact) => Overlap::ShapeShape(self.contact_out(contact)),
            other => other,
        }))
    }

    /// How the two of a hit touch: which way out, how deep, where. `None` where they do not overlap any more. Of a hit on the
    /// way, how they touched when they [met](Hit::t): two shapes that were apart before only just do.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let floor = world.spawn(Body::rect([50.0, 5.0]).at([0.0, 10.0]))?;
    /// let ball = world.spawn(Body::circle(4.0).at([0.0, 2.0]))?;
    /// let hit = world.step()?.began()[0];
    /// let contact = world.contact(&hit)?.expect("they overlap");
    /// assert_eq!((contact.normal, contact.depth), ([0.0, -1.0], 1.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn contact(&self, hit: &Hit) -> Result<Option<Contact>> {
        let Meeting { forms: [a, b], touching, normal } = self.when_met(hit)?;
        let contact = match normal {
            Some(normal) => Some(first_contact(&a, &b, normal)),
            None => query::contact(&a, &b, touching),
        };
        Ok(contact.map(|contact| self.contact_out(contact)))
    }

    /// The pixels that the two of a hit have in common, where both are sprites; of a hit on the way, when they
    /// [met](Hit::t).
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
        match self.when_met(hit)?.forms {
            [Form::Sprite(a), Form::Sprite(b)] => Ok(Cover::of(&a).common(&Cover::of(&b))),
            _ => Ok(None),
        }
    }

    /// How far two bodies are apart, and their closest points; `None` where one covers nothing. Regions aside.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(2, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
    /// let gap = world.distance(balls[0], balls[1])?.expect("both are something");
    /// assert_eq!((gap.distance, gap.a, gap.b), (4.0, [3.0, 0.0], [7.0, 0.0]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn distance(&self, a: Handle, b: Handle) -> Result<Option<crate::answer::Distance>> {
        let [a, b] = self.bodies_of(a, b)?;
        Ok(query::distance(&a, &b).map(|gap| crate::answer::Distance {
            distance: self.boundary.length_out(gap.distance),
            a: self.boundary.place_out(gap.a.into()).into(),
            b: self.boundary.place_out(gap.b.into()).into(),
        }))
    }

    /// Where the outlines of two bodies cross. Regions aside.
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
    pub fn crossings(&self, a: Handle, b: Handle) -> Result<Vec<[f64; 2]>> {
        let [a, b] = self.bodies_of(a, b)?;
        let out = |p: [f64; 2]| self.boundary.place_out(p.into()).into();
        Ok(query::crossings(&a, &b).into_iter().map(out).collect())
    }

    /// Moves the two of a hit apart until they are no hit any more, the first by `share` of the way and the second by
    /// the rest: 0.5 for equals, 0 where the first is a wall. Says how far each was moved; `None` where they are apart.
    ///
    /// Out is along the contact's normal, which for shapes is the shortest way; where pixels tell none it is from centre
    /// to centre, and where the centres are one it is up.
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
            return Err(Error::OutOfRange { what, value: share, least: 0.0, most: 1.0 }.at("share"));
        }
        let rows = [self.rows.row(hit.a)?, self.rows.row(hit.b)?];
        let from = rows.map(|row| self.rows.at[row]);
        let ([a, b], touching) = self.both(hit)?;
        if !query::overlaps(&a, &b, touching) {
            return Ok(None);
        }
        let out = way_out(&a, &b);
        if matches!((a, b), (Form::Shape(_), Form::Shape(_))) {
            self.part_shapes(hit, rows, share)?;
        }
        if !self.is_apart(hit)?
            && let Err(error) = self.escape(hit, rows, share, out)
        {
            // Out of the world: back to where they were.
            for (row, at) in rows.into_iter().zip(from) {
                self.rows.move_to(row, at, Point::snapped(at)?)?;
            }
            return Err(error);
        }
        rows.into_iter().for_each(|row| self.rows.end_way(row));
        let moved = [0, 1].map(|k| {
            let (from, to) =
                (self.boundary.place_out(from[k]), self.boundary.place_out(self.rows.at[rows[k]]));
            Vec2::new(to.x - from.x, to.y - from.y)
        });
        Ok(Some(moved))
    }

    /// Along one contact after the other: bodies of one part are free after the first.
    fn part_shapes(&mut self, hit: &Hit, rows: [usize; 2], share: f64) -> Result<()> {
        for _ in 0..CONTACTS {
            let ([a, b], touching) = self.both(hit)?;
            let Some(contact) = query::contact(&a, &b, touching) else { return Ok(()) };
            let far = contact.depth + APART;
            self.part(rows, share, Vec2::new(contact.normal[0] * far, contact.normal[1] * far))?;
        }
        Ok(())
    }

    /// Straight on in one direction: whole pixels doubled until they are free, then back as far as they stay so.
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

    /// Moves both from where they were by so many pixels in all, and tells whether they are apart then.
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

    /// Moves B along a vector against A, each by its share of it; both together by all of it, to the lattice unit.
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

    /// The two of a hit where they are asked about: on the way where they met, as long as the hit is of the last step, else where
    /// they stand.
    fn when_met(&self, hit: &Hit) -> Result<Meeting> {
        let ([a, b], touching) = self.both(hit)?;
        let rows = [self.rows.row(hit.a)?, self.rows.row(hit.b)?];
        let Some(ways) = self.ways_of(hit, rows) else {
            return Ok(Meeting { forms: [a, b], touching, normal: None });
        };
        let [a, b] = [(a, 0), (b, 1)].map(|(form, k)| form.seen_from(self.rows.points[rows[k]]));
        let [p, q] = [(&a, 0), (&b, 1)].map(|(form, k)| form.standing_at(ways[k][1]));
        let [a_moves, b_moves] =
            [(&p, ways[0]), (&q, ways[1])].map(|(form, [from, to])| Moving { form, from, to }.of_its_kind());
        let Some(first) = on_way::first(a_moves, b_moves, touching) else {
            return Ok(Meeting { forms: [p, q], touching, normal: None });
        };
        let forms = [a.standing_at(first.at[0]), b.standing_at(first.at[1])];
        Ok(Meeting { forms, touching: first.touching, normal: first.normal })
    }

    /// The ways of the two of a hit, if it is one on the way of the last step.
    fn ways_of(&self, hit: &Hit, rows: [usize; 2]) -> Option<[[Point; 2]; 2]> {
        let ([a, b], [i, j]) = (rows.map(|row| row as u32), hit.regions);
        // A hit may have been turned round.
        let is_turned = b < a;
        let key = if is_turned { Key { a: b, b: a, regions: [j, i] } } else { Key { a, b, regions: [i, j] } };
        let met = on_way::find(&self.last.on_way, key).filter(|met| Some(met.t) == hit.t())?;
        let [p, q] = met.ways;
        Some(if is_turned { [q, p] } else { [p, q] })
    }

    /// The forms of a hit, and whether their touches count.
    fn both(&self, hit: &Hit) -> Result<([Form; 2], Touching)> {
        let rows = [self.rows.row(hit.a)?, self.rows.row(hit.b)?];
        let form = |k: usize| {
            let (region, count) = (usize::from(hit.regions[k]), self.rows.forms(rows[k]).len());
            if region < count {
                Ok(self.rows.form(rows[k], region))
            } else {
                Err(Error::NoSuchRegion { region, count })
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
            normal: self.boundary.turned(contact.normal.into()).into(),
            depth: self.boundary.length_out(contact.depth),
            point: self.boundary.place_out(contact.point.into()).into(),
        }
    }
}

/// Two forms where they are asked about.
struct Meeting {
    forms: [Form; 2],
    touching: Touching,
    /// From the first to the second, where they were apart before and it is that of a surface.
    normal: Option<[f64; 2]>,
}

fn are_shapes(a: &Form, b: &Form) -> bool {
    matches!((a, b), (Form::Shape(_), Form::Shape(_)))
}

/// The contact of two bodies that only just touch: as places are rounded they may be apart by less than the lattice is wide.
fn first_contact(a: &Form, b: &Form, normal: [f64; 2]) -> Contact {
    let point = query::distance(a, b).map_or([0.0; 2], |gap| [0, 1].map(|k| (gap.a[k] + gap.b[k]) / 2.0));
    Contact { normal, depth: 0.0, point }
}

/// Contacts followed one after the other between bodies of several parts.
const CONTACTS: usize = 16;
/// How far beyond touching bodies are pushed, in pixels: two lattice units, one for each one's rounding.
const APART: f64 = 1.0 / 128.0;
