//! What may hit a player in the next step: the bodies of a world, as they stand before it.

use std::borrow::Cow;

use crate::error::{Cause, Result};
use crate::form::Form;
use crate::query::{OverlapRule, PlayerRegion, Threats};
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::handle::Handle;

impl World {
    /// Returns what may hit a player in the next step, for [`query::Reach`](crate::query::Reach) and
    /// [`query::Dodge`](crate::query::Dodge): call it after all bodies were moved and before [`step`](World::step). Layers,
    /// groups, touching and swept bodies count as in that step. Of the player, the body and its regions count, or one
    /// region alone; of the others, those that the filter selects.
    ///
    /// Invulnerability and other rules about what follows from a hit do not count.
    ///
    /// ```
    /// use kasuri::query::{PlaceGrid, PlayerMoves, Reach};
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::circle(2.0).at([50.0, 50.0]))?;
    /// let shot = world.spawn(Body::circle(3.0).at([50.0, 0.0]).swept())?;
    /// let mut reach = Reach::new(&PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [101, 101]), PlayerMoves::of_speeds(&[3.0], 1.0)?)?;
    /// reach.start_at([50.0, 50.0])?;
    /// for y in [20.0, 40.0, 60.0] {
    ///     world.edit(shot).position([50.0, y])?;
    ///     reach.step(&world.threats(ship, None, Filter::ALL)?)?;
    ///     world.step()?;
    /// }
    /// // The shot passed where the ship was. Two steps to the side were enough, one was not.
    /// assert!(reach.map().has(56, 50) && !reach.map().has(52, 50));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn threats(
        &self,
        player: Handle,
        region: Option<&str>,
        filter: impl Into<Filter>,
    ) -> Result<Threats<'static>> {
        let (row, filter) = (self.rows.row(player)?, filter.into().except(player));
        let only = region.map(|name| self.region_of(player, name)).transpose()?;
        let regions =
            (0..self.rows.forms(row).len()).filter(|&region| only.is_none_or(|only| only == region));
        let regions = regions.map(|region| {
            let form = self.rows.form(row, region).seen_from(self.rows.points[row]);
            let ours = self.rows.layers_of(row, region);
            let mut part = PlayerRegion::new(form, ours)?;
            for other in self.rows.living_rows() {
                for (theirs, form) in self.forms_of(other, filter) {
                    let theirs = self.rows.layers_of(other, theirs.into());
                    if !ours.pair_with(theirs) {
                        continue;
                    }
                    let is_rooted = self.touches.are_rooted(ours, theirs)
                        && is_circle(&self.rows.form(row, region))
                        && is_circle(&form);
                    let usual = OverlapRule::Usual(self.touches.of(ours, theirs));
                    let rule = if is_rooted { OverlapRule::Rooted } else { usual };
                    if self.rows.is_swept(row) || self.rows.is_swept(other) {
                        let path = [self.rows.path_start(other), self.rows.points[other]];
                        part.add_swept(Cow::Owned(form), path, rule);
                    } else {
                        part.add(Cow::Owned(form), rule);
                    }
                }
            }
            Ok(part)
        });
        Ok(Threats::of_regions(regions.collect::<Result<_>>()?))
    }

    fn region_of(&self, body: Handle, name: &str) -> Result<usize> {
        let index = self.get(body)?.region_index(name).map(usize::from);
        index.ok_or_else(|| Cause::NoRegionNamed { name: name.into() }.at("region"))
    }
}

fn is_circle(form: &Form) -> bool {
    matches!(form, Form::Shape(parts) if parts.single().is_some_and(|one| one.vertices().len() == 1))
}
