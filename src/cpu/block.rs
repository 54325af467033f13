//! Eight pairs at a time: what kinds of bodies they are, and what their boxes and discs say.

use crate::cpu::classify::margin_of;
use crate::cpu::kind::Kind;
use crate::cpu::solids::Solids;
use crate::kernels::{Discs, EightBoxes, compare_discs, known, known_at_first};
use crate::simd::{Lanes, words_of};

/// The number of pairs in a block.
pub(super) const EIGHT: usize = 8;

/// Eight pairs.
pub(super) struct Block<'a, L: Lanes> {
    pairs: &'a [[u32; 2]; EIGHT],
    /// The first and the second bodies.
    first: EightSolids<L>,
    second: EightSolids<L>,
    /// The graze margins; below 0 where no graze is needed.
    margins: L::Ints,
}

/// One body of each pair.
pub(super) struct EightSolids<L: Lanes> {
    solids: [u32; EIGHT],
    kinds: L::Ints,
    boxes: EightBoxes<L>,
}

/// How the pairs of a block are sorted, a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Sorting {
    /// Both are circles or upright boxes.
    pub(super) upright: u32,
    /// Both are upright sprites of which no graze is needed.
    pub(super) drawn: u32,
    /// One is a tile map, and the other one is none; or both are, which never hit each other.
    pub(super) beside_map: u32,
    pub(super) maps: u32,
    /// None of these: the larger solid is a sprite.
    pub(super) beside_sprite: u32,
    /// None of these: the larger solid is a shape.
    pub(super) beside_shape: u32,
    /// The second solid is the larger one.
    pub(super) is_second: u32,
}

impl Sorting {
    /// Returns the sorting of the first `count` pairs.
    #[inline(always)]
    pub(super) fn first(self, count: u32) -> Sorting {
        let first = (1 << count) - 1;
        let Sorting { upright, drawn, beside_map, maps, beside_sprite, beside_shape, is_second } = self;
        Sorting {
            upright: upright & first,
            drawn: drawn & first,
            beside_map: beside_map & first,
            maps: maps & first,
            beside_sprite: beside_sprite & first,
            beside_shape: beside_shape & first,
            is_second,
        }
    }
}

/// Returns the pairs from `at` on. If there are fewer than eight, they are copied to `to`, and the last one is repeated.
#[inline(always)]
pub(super) fn eight_from<'a>(
    all: &'a [[u32; 2]],
    at: usize,
    to: &'a mut [[u32; 2]; EIGHT],
) -> &'a [[u32; 2]; EIGHT] {
    match all[at..].first_chunk() {
        Some(pairs) => pairs,
        None => {
            let last = all.len() - 1;
            for (k, pair) in to.iter_mut().enumerate() {
                *pair = all[(at + k).min(last)];
            }
            to
        }
    }
}

/// Returns the graze margins of eight pairs; below 0 where no body reports grazes.
#[inline(always)]
pub(super) fn margins_of<L: Lanes>(lanes: L, solids: &Solids<'_>, pairs: &[[u32; 2]; EIGHT]) -> L::Ints {
    if solids.grazing == 0 {
        return lanes.int(u32::MAX);
    }
    lanes.ints(&eight(|k| margin_of(solids, pairs[k]).cast_unsigned()), 0)
}

/// Returns eight values. (`map` of arrays is a call, and its results go through memory.)
#[inline(always)]
pub(super) fn eight<T>(of: impl Fn(usize) -> T) -> [T; EIGHT] {
    [of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7)]
}

impl<'a, L: Lanes> Block<'a, L> {
    /// Returns the pairs of eight bodies or regions, and the margins of their grazes; below 0 where no graze is needed.
    #[inline(always)]
    pub(super) fn of(
        lanes: L,
        solids: &Solids<'_>,
        pairs: &'a [[u32; 2]; EIGHT],
        margins: L::Ints,
    ) -> Block<'a, L> {
        let first = EightSolids::of(lanes, solids, eight(|k| pairs[k][0]));
        let second = EightSolids::of(lanes, solids, eight(|k| pairs[k][1]));
        Block { pairs, first, second, margins }
    }

    /// Returns the larger body of pair `k`, and then the smaller one.
    #[inline(always)]
    pub(super) fn larger_first(&self, k: usize, sorting: Sorting) -> [u32; 2] {
        let [a, b] = self.pairs[k];
        if sorting.is_second >> k & 1 == 0 { [a, b] } else { [b, a] }
    }

    #[inline(always)]
    pub(super) fn pair(&self, k: usize) -> [u32; 2] {
        self.pairs[k]
    }

    /// Returns how the pairs are sorted.
    #[inline(always)]
    pub(super) fn sorting(&self, lanes: L) -> Sorting {
        let (p, q) = (&self.first, &self.second);
        let both = |a, b| lanes.bits_of(lanes.and_ints(a, b));
        let upright = both(p.are_upright(lanes), q.are_upright(lanes));
        let (of_p, of_q) = (p.are_drawn(lanes), q.are_drawn(lanes));
        let no_graze = lanes.less_ints(self.margins, lanes.int(0));
        let drawn = both(lanes.and_ints(of_p, of_q), no_graze);
        let is_second = lanes.bits_of(lanes.less_ints(p.sizes(lanes), q.sizes(lanes)));
        let (of_p, of_q) = (lanes.bits_of(p.are_sprites(lanes)), lanes.bits_of(q.are_sprites(lanes)));
        let is_sprite = (of_q & is_second) | (of_p & !is_second);
        let (map_p, map_q) = (lanes.bits_of(p.are_maps(lanes)), lanes.bits_of(q.are_maps(lanes)));
        let others = u32::from(u8::MAX) & !(upright | drawn | map_p | map_q);
        Sorting {
            upright,
            drawn,
            beside_map: map_p ^ map_q,
            maps: map_p & map_q,
            beside_sprite: others & is_sprite,
            beside_shape: others & !is_sprite,
            is_second,
        }
    }

    /// Returns what is known of the pairs beside shapes and of circles and upright boxes, as bits of [`known`].
    #[inline(always)]
    pub(super) fn known(&self, lanes: L, solids: &Solids<'_>, sorting: Sorting) -> [u32; EIGHT] {
        let (p, q) = (&self.first, &self.second);
        let is_enough = lanes.less_ints(self.margins, lanes.int(0));
        let margins = lanes.max_ints(self.margins, lanes.int(0));
        let mut all = known_at_first(lanes, p.boxes.are_apart(lanes, &q.boxes), is_enough);
        if sorting.beside_shape != 0 {
            let ([px, py], [inner_p, outer_p]) = p.discs(lanes, solids);
            let ([qx, qy], [inner_q, outer_q]) = q.discs(lanes, solids);
            let (x, y) = (lanes.sub_ints(px, qx), lanes.sub_ints(py, qy));
            let offset = [lanes.floats_of(x), lanes.floats_of(y)];
            let margins = lanes.floats_of(margins);
            all = lanes
                .or_ints(all, compare_discs(lanes, offset, [inner_p, inner_q], [outer_p, outer_q], margins));
        }
        if sorting.upright != 0 {
            let radii = [p.radii_of_circles(lanes), q.radii_of_circles(lanes)];
            let known = p.boxes.compare_upright(lanes, &q.boxes, radii, margins);
            let are = lanes.and_ints(p.are_upright(lanes), q.are_upright(lanes));
            all = lanes.or_ints(all, lanes.and_ints(are, known));
        }
        let mut out = [0; EIGHT];
        lanes.put_ints(lanes.and_ints(all, lanes.int(known::END - 1)), &mut out, 0);
        out
    }
}

impl<L: Lanes> EightSolids<L> {
    #[inline(always)]
    pub(super) fn of(
        lanes: L,
        &Solids { kinds, bounds, .. }: &Solids<'_>,
        of: [u32; EIGHT],
    ) -> EightSolids<L> {
        let count = kinds.len().min(bounds.len());
        let (kinds, bounds) = (&kinds[..count], &bounds[..count]);
        EightSolids {
            solids: of,
            kinds: lanes.ints(&eight(|k| kinds[of[k] as usize] as u32), 0),
            boxes: EightBoxes::of(lanes, eight(|k| words_of(&bounds[of[k] as usize]))),
        }
    }

    /// Returns a mask of the bodies of kinds from `first` to `last`.
    #[inline(always)]
    fn are(&self, lanes: L, first: Kind, last: Kind) -> L::Ints {
        let from = lanes.less_ints(lanes.int((first as u32).wrapping_sub(1)), self.kinds);
        lanes.and_ints(from, lanes.less_ints(self.kinds, lanes.int(last as u32 + 1)))
    }

    #[inline(always)]
    pub(super) fn are_circles(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Circle, Kind::Circle)
    }

    #[inline(always)]
    fn are_upright(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Circle, Kind::Box)
    }

    #[inline(always)]
    fn are_maps(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Map, Kind::Map)
    }

    #[inline(always)]
    pub(super) fn are_boxes(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Box, Kind::Box)
    }

    #[inline(always)]
    pub(super) fn boxes(&self) -> EightBoxes<L> {
        self.boxes
    }

    /// Returns a mask of the segments and capsules.
    #[inline(always)]
    pub(super) fn are_segments(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Rising, Kind::Falling)
    }

    /// Returns the vectors from the middles of segments and capsules, which have these radii, to one end; 0 for other bodies.
    #[inline(always)]
    pub(super) fn halves(&self, lanes: L, radii: L::Floats) -> [L::Floats; 2] {
        let (are_segments, zero) = (self.are_segments(lanes), lanes.float(0.0));
        let are_falling = self.are(lanes, Kind::Falling, Kind::Falling);
        let [w, h] = self.boxes.sides(lanes);
        let half = |side| lanes.fused(lanes.floats_of(side), lanes.float(0.5), lanes.sub_floats(zero, radii));
        let (x, y) = (half(w), half(h));
        let y = lanes.choose(are_falling, lanes.sub_floats(zero, y), y);
        [lanes.choose(are_segments, x, zero), lanes.choose(are_segments, y, zero)]
    }

    /// Returns a mask of the upright sprites.
    #[inline(always)]
    fn are_drawn(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Mirrored, Kind::AsDrawn)
    }

    /// Returns a mask of the sprites.
    #[inline(always)]
    pub(super) fn are_sprites(&self, lanes: L) -> L::Ints {
        self.are(lanes, Kind::Mirrored, Kind::Turned)
    }

    /// Returns the sums of width and height.
    #[inline(always)]
    fn sizes(&self, lanes: L) -> L::Ints {
        let [width, height] = self.boxes.sides(lanes);
        lanes.add_ints(width, height)
    }

    /// Returns the radii of those that are circles.
    #[inline(always)]
    fn radii(&self, lanes: L) -> L::Ints {
        lanes.half_ints(self.boxes.sides(lanes)[0])
    }

    /// Returns the radii of the circles, and 0 for other bodies.
    #[inline(always)]
    fn radii_of_circles(&self, lanes: L) -> L::Ints {
        lanes.and_ints(self.are_circles(lanes), self.radii(lanes))
    }

    /// Returns the discs of the bodies, as [`Solids::ball`] does: their centres, and the radii of the inner and the outer
    /// ones.
    #[inline(always)]
    pub(super) fn discs(&self, lanes: L, solids: &Solids<'_>) -> ([L::Ints; 2], [L::Floats; 2]) {
        let (are_circles, radii) = (self.are_circles(lanes), lanes.floats_of(self.radii(lanes)));
        let (mut centres, mut discs) = (self.boxes.middles(lanes), [radii; 2]);
        if lanes.bits_of(are_circles) == u32::from(u8::MAX) {
            return (centres, discs);
        }
        let stored = |k: usize| &solids.discs.get(self.solids[k] as usize).unwrap_or(&Discs::UNKNOWN).radii;
        let [inner, outer] = lanes.two_columns(eight(stored));
        discs = [lanes.choose(are_circles, radii, inner), lanes.choose(are_circles, radii, outer)];
        let are_boxes = self.are_boxes(lanes);
        if lanes.any_ints(are_boxes) {
            let [w, h] = self.boxes.sides(lanes);
            let (w, h) = (lanes.floats_of(w), lanes.floats_of(h));
            let half = lanes.float(0.5);
            let inner = lanes.mul_floats(lanes.min_floats(w, h), half);
            let diagonal = lanes.sqrt_floats(lanes.fused(w, w, lanes.mul_floats(h, h)));
            let outer = lanes.mul_floats(diagonal, half);
            discs = [lanes.choose(are_boxes, inner, discs[0]), lanes.choose(are_boxes, outer, discs[1])];
        }
        let are_turned = self.are(lanes, Kind::Turned, Kind::Turned);
        if lanes.any_ints(are_turned) {
            let at = |k: usize| solids.points[self.solids[k] as usize];
            let own = [
                lanes.ints(&eight(|k| at(k).x.cast_unsigned()), 0),
                lanes.ints(&eight(|k| at(k).y.cast_unsigned()), 0),
            ];
            let others = lanes.sub_ints(lanes.int(u32::MAX), are_turned);
            let either =
                |own, other| lanes.or_ints(lanes.and_ints(are_turned, own), lanes.and_ints(others, other));
            centres = [either(own[0], centres[0]), either(own[1], centres[1])];
        }
        (centres, discs)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::form::Touching;
    use crate::kernels::random::Random;
    use crate::simd::{Kernel, Simd};
    use crate::world::{Body, World};
    use crate::{Mask, query};

    /// What a block says of its pairs, and the discs of their first bodies.
    struct Said {
        sorting: Sorting,
        known: [u32; EIGHT],
        discs: [([u32; 2], [u32; 2]); EIGHT],
    }

    struct Say<'a>(&'a Solids<'a>, &'a [[u32; 2]; EIGHT]);

    impl Kernel for Say<'_> {
        type Out = Said;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Said {
            let Say(solids, pairs) = self;
            let block = Block::of(lanes, solids, pairs, margins_of(lanes, solids, pairs));
            let sorting = block.sorting(lanes);
            let ([x, y], [inner, outer]) = block.first.discs(lanes, solids);
            let (mut at, mut radii) = ([[0; EIGHT]; 2], [[0.0; EIGHT]; 2]);
            lanes.put_ints(x, &mut at[0], 0);
            lanes.put_ints(y, &mut at[1], 0);
            lanes.put_floats(inner, &mut radii[0]);
            lanes.put_floats(outer, &mut radii[1]);
            let discs = eight(|k| ([at[0][k], at[1][k]], [radii[0][k].to_bits(), radii[1][k].to_bits()]));
            Said { sorting, known: block.known(lanes, solids, sorting), discs }
        }
    }

    fn body(random: &mut Random, mask: &Arc<Mask>) -> Body {
        let side = 1.0 + f64::from(random.below(40)) / 4.0;
        let body = match random.below(10) {
            0 => Body::point(),
            1 | 2 => Body::circle(side),
            3 | 4 => Body::rect([side, 3.0]),
            5 => Body::rect([side, 3.0]).turned(random.angle()),
            6 => Body::segment([-side, 0.0], [3.0, 1.0]),
            7 => Body::chain(&[[0.0, 0.0], [side, 2.0], [1.0, 7.0]], 0.5),
            8 => Body::sprite(mask),
            _ => Body::sprite(mask).turned(random.angle()),
        };
        let body = if random.below(4) == 0 { body.graze(f64::from(random.below(5))) } else { body };
        // Many of them touch, on whole and half pixels.
        body.at([(); 2].map(|()| f64::from(random.below(50)) / 2.0))
    }

    /// Nothing that is said is wrong, and circles and boxes are decided unless they touch.
    #[test]
    fn what_blocks_say_is_right() {
        let mut random = Random::new(77);
        let mask =
            Arc::new(Mask::from_rows(&["..####..", ".######.", "##....##", "########", ".######."]).unwrap());
        let (mut counts, mut uprights, mut open) = ([0; 4], 0, 0);
        for round in 0..40 {
            let mut world = World::new();
            for _ in 0..40 {
                world.spawn(body(&mut random, &mask)).unwrap();
            }
            let solids = &world.rows.solids();
            for _ in 0..40 {
                let pairs: [[u32; 2]; EIGHT] = std::array::from_fn(|_| {
                    let a = random.below(39);
                    [a as u32, (a + 1 + random.below(39 - a)) as u32]
                });
                for simd in Simd::available() {
                    let Said { sorting, known, discs } = simd.run(Say(solids, &pairs));
                    for (k, &[a, b]) in pairs.iter().enumerate() {
                        let [p, q] = [a, b].map(|row| solids.form(row).standing_at(solids.point(row)));
                        let overlap = |touching| query::overlaps(&p, &q, touching);
                        let margin = solids.margin(a).max(solids.margin(b));
                        let is_near = || overlap(Touching::Counts) || query::come_near(&p, &q, margin.max(0));
                        let says = |bit: u32| known[k] & bit != 0;
                        let context =
                            || format!("{} {round} {p:?} {q:?} {margin} {:#b}", simd.name(), known[k]);
                        if says(known::HIT) {
                            assert!(overlap(Touching::Counts) && overlap(Touching::Ignored), "{}", context());
                        }
                        assert!(!says(known::APART) || !overlap(Touching::Counts), "{}", context());
                        assert!(!says(known::NEAR) || is_near(), "{}", context());
                        assert!(!says(known::FAR) || !is_near(), "{}", context());
                        assert_eq!(says(known::ENOUGH), margin < 0, "{}", context());
                        for (count, bit) in counts.iter_mut().zip([1, 2, 4, 8]) {
                            *count += u32::from(says(bit));
                        }
                        check_sorting(solids, sorting, k, [a, b]);
                        let kinds = [a, b].map(|row| solids.kinds[row as usize]);
                        if kinds.iter().all(|kind| kind.is_upright()) {
                            uprights += 1;
                            open += u32::from(!says(known::HIT | known::APART));
                            let is_touch = overlap(Touching::Counts) != overlap(Touching::Ignored);
                            assert!(is_touch || says(known::HIT | known::APART), "{}", context());
                        }
                        let ball = solids.ball(a, solids.bounds[a as usize], kinds[0]);
                        let at = [ball.centre.x, ball.centre.y].map(i32::cast_unsigned);
                        assert_eq!(discs[k].0, at);
                        let radii = ball.discs.radii.map(f32::to_bits);
                        let is_box = kinds[0] == Kind::Box;
                        assert!(
                            discs[k].1.iter().zip(radii).all(|(a, b)| a.abs_diff(b) <= u32::from(is_box))
                        );
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 2000), "{counts:?}");
        assert!(uprights > 1000 && open > 10 && open * 10 < uprights, "{uprights} {open}");
    }

    /// Each pair is in one of the sets, as its kinds say.
    fn check_sorting(solids: &Solids<'_>, sorting: Sorting, k: usize, [a, b]: [u32; 2]) {
        let [p, q] = [a, b].map(|row| solids.kinds[row as usize]);
        let size = |row: u32| {
            let bounds = solids.bounds[row as usize];
            bounds.max.x - bounds.min.x + bounds.max.y - bounds.min.y
        };
        let is_second = size(a) < size(b);
        let larger = if is_second { q } else { p };
        let is = |bits: u32| bits >> k & 1 != 0;
        let is_drawn = p.is_drawn() && q.is_drawn() && margin_of(solids, [a, b]) < 0;
        let is_upright = p.is_upright() && q.is_upright();
        assert_eq!(is(sorting.is_second), is_second);
        let are_maps = [p, q].map(|kind| kind == Kind::Map);
        assert_eq!(is(sorting.beside_map), are_maps[0] != are_maps[1]);
        assert_eq!(is(sorting.maps), are_maps == [true; 2]);
        assert_eq!(is(sorting.upright), is_upright);
        assert_eq!(is(sorting.drawn), is_drawn);
        let is_other = !is_upright && !is_drawn && are_maps == [false; 2];
        assert_eq!(is(sorting.beside_sprite), is_other && larger.is_sprite());
        assert_eq!(is(sorting.beside_shape), is_other && !larger.is_sprite());
    }
}
