//! Where a body would fit in a world: the same body asked at many positions and angles.

use std::borrow::Cow;

use crate::error::{At, Cause, Result};
use crate::form::{Form, Layers};
use crate::lattice::Bounds;
use crate::query::{FitObstacle, Fits, OverlapRule, PlaceGrid, Pose};
use crate::shape::Placement;
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::axes::Axes;
use crate::world::table::body::{Body, Looks};
use crate::world::table::look::Look;

impl World {
    /// Asks where a body would fit: at which positions of a grid, and at which of some angles, it would be in no pair. The
    /// body is not in the world; its position and its own angle do not matter. Layers, touching and regions count as in a
    /// step. Of the bodies of the world, only those that the filter selects block it.
    ///
    /// This asks about standing at each position, not about the path to it.
    ///
    /// The world's threads share the rows. With a GPU backend the GPU answers, and this is an error where it cannot;
    /// [`Backend::Auto`](crate::Backend) asks it where that is likely faster.
    ///
    /// ```
    /// use kasuri::query::PlaceGrid;
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([50.0, 4.0]).at([50.0, 0.0]))?;
    /// let pillar = world.spawn(Body::rect([4.0, 40.0]).at([30.0, 44.0]))?;
    /// let crate_of_wood = Body::rect([6.0, 6.0]);
    /// let places = PlaceGrid::new([0.0, 11.0], [1.0, 1.0], [100, 20]);
    /// let fits = world.fits(&crate_of_wood, &[0.0], &places, Filter::ALL)?;
    /// assert_eq!(fits.count(), 100 * 20 - 21 * 20);
    /// let free = fits.nearest([32.0, 11.0])?.expect("beside the pillar");
    /// assert_eq!(free.at, [41.0, 11.0]);
    /// let without_pillar = world.fits(&crate_of_wood, &[0.0], &places, Filter::ALL.except(pillar))?;
    /// assert_eq!(without_pillar.first().map(|free| free.at), Some([0.0, 11.0].into()));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("placement", "free space"))]
    pub fn fits(
        &self,
        body: &Body,
        angles: &[f64],
        places: &PlaceGrid,
        filter: impl Into<Filter>,
    ) -> Result<Fits<'_>> {
        let (filter, look) = (filter.into(), self.look_to_fit(body)?);
        let unit = self.boundary.length_in(1.0);
        let down = if self.boundary.axes == Axes::YUp { -unit } else { unit };
        let mut asked = Fits::asked(places, [unit, down], angles.len())?.on(&self.threads);
        for (k, &angle) in angles.iter().enumerate() {
            let placement = Placement { angle: self.boundary.angle(angle), ..Placement::default() };
            let placement = Placement { scale: body.placement.scale, ..placement };
            let poses = look.form(&placement).and_then(|(forms, _)| {
                let regions = forms.all().iter().enumerate();
                let poses = regions.map(|(region, form)| {
                    let area = asked.area(form)?;
                    let ours = look.layers_of(region, body.layers);
                    Ok(Pose { form: form.clone(), obstacles: self.obstacles(form, ours, area, filter) })
                });
                poses.collect::<Result<Vec<_>>>()
            });
            asked.add(poses.at(format!("angles[{k}]"))?);
        }
        #[cfg(feature = "gpu")]
        if let Some((gpu, is_wanted)) = self.backend.gpu_for_fits(asked.tests()) {
            let result = asked.use_gpu(gpu);
            if is_wanted {
                result?;
            }
        }
        Ok(asked)
    }

    /// Returns the look of a body that is not in the world, in pixels.
    fn look_to_fit(&self, body: &Body) -> Result<Look> {
        let looks = match body.looks.as_ref().map_err(Clone::clone)? {
            Looks::Own(look) => std::slice::from_ref(&**look),
            Looks::Shared(looks) => looks,
        };
        let (frame, count) = (body.frame, looks.len());
        let look = looks.get(frame).ok_or_else(|| Cause::NoSuchFrame { frame, count }.at("frame"))?;
        look.clone().through(self.boundary)
    }

    /// Returns what may block a body or a region within an area.
    fn obstacles(
        &self,
        form: &Form,
        ours: Layers,
        area: Option<Bounds>,
        filter: Filter,
    ) -> Vec<FitObstacle<'_>> {
        let rows = area.map(|area| self.rows_in(area)).unwrap_or_default();
        let regions = rows.into_iter().flat_map(|row| {
            self.forms_of(row, filter)
                .map(move |(region, form)| (self.rows.layers_of(row, region.into()), form))
        });
        let pairs = regions.filter(|(theirs, _)| ours.pair_with(*theirs));
        let obstacles = pairs.map(|(theirs, other)| {
            let is_rooted = self.touches.are_rooted(ours, theirs) && is_circle(form) && is_circle(&other);
            let usual = OverlapRule::Usual(self.touches.of(ours, theirs));
            FitObstacle { form: Cow::Owned(other), rule: if is_rooted { OverlapRule::Rooted } else { usual } }
        });
        obstacles.collect()
    }
}

fn is_circle(form: &Form) -> bool {
    matches!(form, Form::Shape(parts) if parts.single().is_some_and(|one| one.vertices().len() == 1))
}
