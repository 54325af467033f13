//! What may hit a player in one step, and where the player would be free of it.

use std::borrow::Cow;

use crate::error::{At, Cause, Result};
use crate::form::{Form, Layers, Placed, Touching};
use crate::lattice::{Point, Vec2};
use crate::query::dodge::grid::DodgeGrid;
use crate::query::dodge::moves::PlayerMoves;
use crate::query::dodge::place_map::{PlaceMap, PlaceWindow};
use crate::query::dodge::swept::SweptThreat;
use crate::query::{FitObstacle, Fits, OverlapRule, Pose};
use crate::threads::Threads;

/// What may hit a player in one step. A region of the player is hit by the bodies that its layers and group let it be in a
/// pair with. [`World::threats`](crate::World::threats) collects the bodies of a world; the functions here take them one by
/// one.
///
/// ```
/// use kasuri::query::{Placed, Threats};
/// use kasuri::{Placement, Shape, Touching};
/// let ball = |r: f64, at: [f64; 2]| -> kasuri::Result<Placed> {
///     Ok(Placed::new(Shape::circle(r)?.place(&Placement::at(at))?, at))
/// };
/// let (core, shot) = ([ball(2.0, [0.0, 0.0])?], ball(3.0, [50.0, 20.0])?);
/// let mut threats = Threats::new(&core, Touching::Counts)?;
/// // The shot stands where it is, or goes there from [10, 20] during the step and hits whatever it passes.
/// threats.add(&shot);
/// threats.add_swept(&shot, [10.0, 20.0])?;
/// assert_eq!(threats.count(), 2);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug)]
pub struct Threats<'a> {
    pub(super) regions: Vec<PlayerRegion<'a>>,
    touching: Touching,
}

/// A region of the player, seen from its position, and what may hit it.
#[derive(Debug)]
pub(crate) struct PlayerRegion<'a> {
    pub(super) form: Form,
    layers: Layers,
    standing: Vec<FitObstacle<'a>>,
    pub(super) swept: Vec<SweptThreat<'a>>,
}

impl<'a> Threats<'a> {
    /// Makes an empty list for a player: its body and regions, all as they are placed at one position. Where the body
    /// stands does not matter. It is an error where one is a tile map.
    pub fn new(player: &[Placed], touching: Touching) -> Result<Threats<'a>> {
        let regions = player.iter().enumerate().map(|(k, region)| {
            let place = || format!("player[{k}]");
            let at = Point::snapped(region.at).at("at").at(place())?;
            PlayerRegion::new(region.form.clone().seen_from(at), region.layers()).at(place())
        });
        Ok(Threats { regions: regions.collect::<Result<_>>()?, touching })
    }

    /// Makes the same of regions with what may hit them; each is seen from the player's position.
    pub(crate) fn of_regions(regions: Vec<PlayerRegion<'a>>) -> Threats<'a> {
        Threats { regions, touching: Touching::Counts }
    }

    /// Adds a body that stands where it is.
    pub fn add(&mut self, body: &'a Placed) {
        let rule = OverlapRule::Usual(self.touching);
        for region in self.regions.iter_mut().filter(|region| region.layers.pair_with(body.layers())) {
            region.add(Cow::Borrowed(&body.form), rule);
        }
    }

    /// Adds a body that goes to where it is from another position during the step, and hits what it meets on its path
    /// (SPEC 6, "Swept bodies"). The player moves at the same time.
    pub fn add_swept(&mut self, body: &'a Placed, from: impl Into<Vec2>) -> Result<()> {
        let path = [Point::snapped(from.into()).at("from")?, Point::snapped(body.at).at("at")?];
        let rule = OverlapRule::Usual(self.touching);
        for region in self.regions.iter_mut().filter(|region| region.layers.pair_with(body.layers())) {
            region.add_swept(Cow::Borrowed(&body.form), path, rule);
        }
        Ok(())
    }

    /// Returns how many pairs of a region and a body there are.
    pub fn count(&self) -> usize {
        self.regions.iter().map(|region| region.standing.len() + region.swept.len()).sum()
    }

    /// Returns where the player is free in a window of its positions, after each of its moves.
    pub(super) fn free(
        &self,
        grid: &DodgeGrid,
        window: PlaceWindow,
        moves: &PlayerMoves,
        threads: &Threads,
    ) -> Result<StepFree> {
        let mut base = PlaceMap::full(grid.size);
        keep_window(&mut base, window);
        for region in self.regions.iter().filter(|region| !region.standing.is_empty()) {
            let obstacles = region
                .standing
                .iter()
                .map(|FitObstacle { form, rule }| FitObstacle { form: Cow::Borrowed(form), rule: *rule });
            let pose = Pose { form: region.form.clone(), obstacles: obstacles.collect() };
            let map = fit(grid, window, Point::default(), pose, threads)?;
            base.put(window, &map, |word, free| *word &= free);
        }
        if self.regions.iter().all(|region| region.swept.is_empty()) {
            return Ok(StepFree { still: base, by_move: Vec::new() });
        }
        let mut maps = moves.list().iter().map(|&by| {
            let mut map = base.clone();
            let by = grid.vector(by);
            for region in &self.regions {
                SweptThreat::block(region, grid, window, by, &mut map, threads)?;
            }
            Ok(map)
        });
        // Standing still is the first move.
        let still = maps.next().unwrap_or_else(|| Ok(base.clone()))?;
        let mut by_move = vec![Vec::new()];
        for map in maps {
            by_move.push(difference(&still, &map?));
        }
        Ok(StepFree { still, by_move })
    }
}

impl<'a> PlayerRegion<'a> {
    pub(crate) fn new(form: Form, layers: Layers) -> Result<PlayerRegion<'a>> {
        if matches!(form, Form::Tiles(_)) {
            return Err(Cause::TileMapFits.error());
        }
        Ok(PlayerRegion { form, layers, standing: Vec::new(), swept: Vec::new() })
    }

    /// Adds something that stands where it is.
    pub(crate) fn add(&mut self, form: Cow<'a, Form>, rule: OverlapRule) {
        self.standing.push(FitObstacle { form, rule });
    }

    /// Adds something that moves along a path to where it is.
    pub(crate) fn add_swept(&mut self, form: Cow<'a, Form>, path: [Point; 2], rule: OverlapRule) {
        self.swept.push(SweptThreat { form, path, rule });
    }
}

/// Asks at which positions of a window, each moved by a vector, a pose is free.
pub(super) fn fit(
    grid: &DodgeGrid,
    window: PlaceWindow,
    by: Point,
    pose: Pose<'_>,
    threads: &Threads,
) -> Result<crate::query::FreeMap> {
    let places = grid.places_in(window, by);
    let mut asked = Fits::asked(&places, [1.0, 1.0], 1)?.on(threads);
    asked.area(&pose.form)?;
    asked.add(vec![pose]);
    Ok(asked.map())
}

/// Clears all positions outside of a window.
fn keep_window(map: &mut PlaceMap, window: PlaceWindow) {
    let stride = map.stride();
    for (y, row) in map.words_mut().chunks_exact_mut(stride).enumerate() {
        if (window.rows[0]..window.rows[1]).contains(&(y as u32)) {
            row[..window.words[0]].fill(0);
            row[window.words[1]..].fill(0);
        } else {
            row.fill(0);
        }
    }
}

/// The words in which two maps differ: the index, and the bits that differ.
type Differences = Vec<(u32, u64)>;

fn difference(a: &PlaceMap, b: &PlaceMap) -> Differences {
    let words = a.words().iter().zip(b.words()).map(|(a, b)| a ^ b).enumerate();
    words.filter(|&(_, bits)| bits != 0).map(|(k, bits)| (k as u32, bits)).collect()
}

/// The positions at which a player would be free after a step.
#[derive(Debug, Clone)]
pub(super) struct StepFree {
    /// Where it would be if it stood there.
    pub(super) still: PlaceMap,
    /// For each move, in what the map differs from `still`; empty where no body is swept, because then only the position
    /// after the move counts.
    by_move: Vec<Differences>,
}

impl StepFree {
    /// Returns the bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let differences: usize = self.by_move.iter().map(Vec::len).sum();
        8 * self.still.words().len() + 16 * differences
    }

    /// Removes the positions at which a move may not end.
    pub(super) fn keep_free(&self, number: usize, map: &mut PlaceMap) {
        let differences = self.by_move.get(number).map_or(&[][..], |list| list);
        let before: Vec<u64> = differences.iter().map(|&(k, _)| map.words()[k as usize]).collect();
        map.intersect(&self.still);
        for (&(k, bits), before) in differences.iter().zip(before) {
            let k = k as usize;
            map.words_mut()[k] = before & (self.still.words()[k] ^ bits);
        }
    }

    /// Returns where a player can be that was at one of some positions.
    pub(super) fn after(&self, before: &PlaceMap, moves: &PlayerMoves) -> PlaceMap {
        let mut reached = PlaceMap::empty(before.size());
        if self.by_move.is_empty() {
            moves.list().iter().for_each(|&by| reached.add_moved(before, by));
            reached.intersect(&self.still);
            return reached;
        }
        for (number, &by) in moves.list().iter().enumerate() {
            let mut moved = PlaceMap::empty(before.size());
            moved.add_moved(before, by);
            self.keep_free(number, &mut moved);
            reached.add_moved(&moved, [0, 0]);
        }
        reached
    }

    /// Returns the positions from which a player can go to one of some positions.
    pub(super) fn before(&self, after: &PlaceMap, moves: &PlayerMoves) -> PlaceMap {
        let mut from = PlaceMap::empty(after.size());
        for (number, &[dx, dy]) in moves.list().iter().enumerate() {
            let mut free = after.clone();
            self.keep_free(number, &mut free);
            from.add_moved(&free, [-dx, -dy]);
        }
        from
    }

    /// Whether a move may end at a position.
    pub(super) fn is_free(&self, number: usize, [x, y]: [u32; 2]) -> bool {
        let index = y as usize * self.still.stride() + x as usize / 64;
        let differences = self.by_move.get(number).map_or(&[][..], |list| list);
        let differs = differences.binary_search_by_key(&(index as u32), |&(k, _)| k);
        let flips = differs.is_ok_and(|k| differences[k].1 >> (x % 64) & 1 == 1);
        self.still.has(x, y) != flips
    }
}
