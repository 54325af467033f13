//! The tagged parts of bodies that take part in a hit.

use crate::error::Result;
use crate::form::Form;
use crate::query;
use crate::world::World;
use crate::world::ask::response::HitForms;
use crate::world::step::events::Hit;
use crate::world::table::look::Solid;

impl World {
    /// Returns the tags of the parts that a hit is between: the first body's parts that overlap the second body, and
    /// the second body's parts that overlap the first.
    ///
    /// Only parts of a [compound](crate::Shape::compound) have [tags](crate::shape::Part::tag). The bodies are tested at
    /// their current positions; for a hit of a swept body in the last step, at their positions at the time of the hit.
    ///
    /// ```
    /// use kasuri::{shape::Part, Body, Shape, World};
    /// let sword = Shape::compound(vec![
    ///     Part::new(Shape::rect([3.0, 1.0])?).tag("hilt"),
    ///     Part::new(Shape::rect([20.0, 1.0])?).offset([23.0, 0.0]).tag("blade"),
    /// ])?;
    /// let mut world = World::new();
    /// world.spawn(Body::new(sword))?;
    /// world.spawn(Body::circle(4.0).at([30.0, 3.0]))?;
    /// let hit = world.step()?.began()[0];
    /// assert_eq!(world.part_tags(&hit)?, [vec!["blade"], vec![]]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn part_tags(&self, hit: &Hit) -> Result<[Vec<&str>; 2]> {
        let both = self.forms_of_hit(hit)?;
        Ok([self.tags_of(hit, &both, 0)?, self.tags_of(hit, &both, 1)?])
    }

    fn tags_of(&self, hit: &Hit, both: &HitForms, side: usize) -> Result<Vec<&str>> {
        let row = self.rows.row([hit.a, hit.b][side])?;
        let frame = self.rows.placement(row).frame()?;
        let other = &both.forms[1 - side];
        let hits = |part: &Form| {
            let part = part.standing_at(both.at[side]);
            match both.normal {
                // Two shapes that only begin to touch: rounding may leave them apart by a lattice unit.
                Some(_) => query::come_near(&part, other, 1),
                None => query::overlaps(&part, other, both.touching),
            }
        };
        let parts = self.solid_of(row, hit.regions[side]).tagged_parts(&frame)?;
        Ok(parts.into_iter().filter(|(_, part)| hits(part)).map(|(tag, _)| tag).collect())
    }

    /// Returns the solid of a body, which is region 0, or of one of its regions.
    fn solid_of(&self, row: usize, region: u8) -> &Solid {
        let look = self.rows.look(row);
        let region = usize::from(region).checked_sub(1).and_then(|k| look.regions.get(k));
        region.map_or(&look.solid, |region| &region.solid)
    }
}
