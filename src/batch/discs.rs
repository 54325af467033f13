//! Discs in and around the bodies of a batch settle most pairs before the bodies are compared.

use std::sync::{Arc, OnceLock};

use crate::batch::run::PairKernel;
use crate::batch::side::{CHUNK, Column, Side};
use crate::batch::standing::PlacedPoses;
use crate::form::Touching;
use crate::kernels::{Discs, middle};
use crate::lattice::{Bounds, EDGE, LONGEST, UNITS, rounded};
use crate::mask::{Mask, Sprite};
use crate::shape::{Convex, Placement, Shape};
use crate::simd::{Kernel, Lanes, Simd, pack};

/// Pairs that discs leave open.
pub(super) trait OpenPairs: Sync {
    /// Memory that is kept from one word to the next, so that it need not be cleared.
    type Scratch: Default;

    /// Does the same as [`PairKernel::decide`], only for the pairs whose bits are set in `open`. `standing` has the positions
    /// and angles of both sides.
    fn decide<L: Lanes>(
        &self,
        with: (Simd, L),
        from: usize,
        open: u64,
        touching: Touching,
        standing: [&PlacedPoses; 2],
        room: &mut Self::Scratch,
    ) -> [u64; 2];
}

/// Pairs: their discs settle some of them, and `rest` decides the others.
pub(super) struct ByDiscs<'a, P> {
    balls: [Balls<'a>; 2],
    rest: P,
}

impl<'a, P> ByDiscs<'a, P> {
    pub(super) fn new(sides: [Side<'a>; 2], rest: P) -> ByDiscs<'a, P> {
        ByDiscs { balls: sides.map(Balls::new), rest }
    }
}

impl<P: OpenPairs> PairKernel for ByDiscs<'_, P> {
    type Scratch = ([DiscRoom; 2], P::Scratch);

    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        with: (Simd, L),
        from: usize,
        count: usize,
        touching: Touching,
        ([a, b], rest): &mut Self::Scratch,
    ) -> [u64; 2] {
        let (simd, _) = with;
        simd.run(PlaceDiscs { balls: &self.balls[0], from, room: a });
        simd.run(PlaceDiscs { balls: &self.balls[1], from, room: b });
        let [hits, open] = simd.run(Settle { a, b });
        let open = open & (u64::MAX >> (CHUNK - count));
        if open == 0 {
            return [hits, 0];
        }
        let [more, asks] = self.rest.decide(with, from, open, touching, [&a.standing, &b.standing], rest);
        [hits | more, asks]
    }
}

/// The discs of one side's bodies.
struct Balls<'a> {
    side: Side<'a>,
    /// What is known of each shape or mask of the list, from the first pair on that needs it.
    list: Vec<OnceLock<ListedDiscs>>,
}

/// The discs of a shape or a mask at any angle, in lattice units.
#[derive(Debug, Clone, Copy)]
struct ListedDiscs {
    /// The centre of the discs, seen from the position, at angle 0.
    centre: [f64; 2],
    discs: Discs,
    /// The furthest that the body reaches from its position; NaN if that is not known.
    reach: f64,
}

/// More than snapping moves a vertex, in lattice units.
const SNAP: f64 = 2.0;

impl ListedDiscs {
    const UNKNOWN: ListedDiscs = ListedDiscs { centre: [0.0; 2], discs: Discs::UNKNOWN, reach: f64::NAN };

    fn of_shape(shape: &Shape) -> ListedDiscs {
        let Ok(parts) = shape.place(&Placement::default()) else { return ListedDiscs::UNKNOWN };
        let Some(bounds) = parts.iter().map(Convex::bounds).reduce(Bounds::union) else {
            return ListedDiscs::UNKNOWN;
        };
        let centre = middle(bounds);
        let discs = Discs::of_parts(&parts, centre);
        let centre = [f64::from(centre.x), f64::from(centre.y)];
        // (A polygon's vertices that are in no part are collinear with others, so they are not further away.)
        ListedDiscs { centre, discs, reach: centre[0].hypot(centre[1]) + f64::from(discs.outer()) + SNAP }
    }

    fn of_mask(mask: &Arc<Mask>) -> ListedDiscs {
        let Ok(sprite) = Sprite::place(mask, &Placement::default(), None) else {
            return ListedDiscs::UNKNOWN;
        };
        // (Only its position must be within the world, and no mask is too large when it is turned around its middle.)
        ListedDiscs { centre: [0.0; 2], discs: sprite.discs(false), reach: 0.0 }
    }
}

impl<'a> Balls<'a> {
    fn new(side: Side<'a>) -> Balls<'a> {
        let count = match side {
            Side::Shapes { shapes, .. } => shapes.len(),
            Side::Sprites { masks, .. } => masks.len(),
            Side::Boxes(_) | Side::Circles(_) => 0,
        };
        Balls { side, list: vec![OnceLock::new(); count] }
    }

    /// Returns what is known of an entry of the list; an index may be invalid.
    #[inline(always)]
    fn listed(&self, index: u32) -> ListedDiscs {
        let index = index as usize;
        match self.list.get(index) {
            Some(listed) => *listed.get_or_init(|| self.find(index)),
            None => ListedDiscs::UNKNOWN,
        }
    }

    #[cold]
    fn find(&self, index: usize) -> ListedDiscs {
        match self.side {
            Side::Shapes { shapes, .. } => ListedDiscs::of_shape(&shapes[index]),
            Side::Sprites { masks, .. } => ListedDiscs::of_mask(&masks[index]),
            Side::Boxes(_) | Side::Circles(_) => ListedDiscs::UNKNOWN,
        }
    }

    fn index(&self) -> &'a [u32] {
        match self.side {
            Side::Shapes { index, .. } | Side::Sprites { index, .. } => index,
            Side::Boxes(_) | Side::Circles(_) => &[],
        }
    }
}

/// The discs of 64 bodies.
pub(super) struct DiscRoom {
    pub(super) standing: PlacedPoses,
    sizes: [[f64; CHUNK]; 2],
    x: [f64; CHUNK],
    y: [f64; CHUNK],
    inner: [f32; CHUNK],
    outer: [f32; CHUNK],
    reach: [f64; CHUNK],
    fits: [u8; CHUNK],
}

impl Default for DiscRoom {
    fn default() -> DiscRoom {
        let (none, few) = ([0.0; CHUNK], [0.0; CHUNK]);
        let (standing, sizes, fits) = (PlacedPoses::default(), [none; 2], [0; CHUNK]);
        DiscRoom { standing, sizes, x: none, y: none, inner: few, outer: few, reach: none, fits }
    }
}

/// (A kernel of its own: it is compiled once for each instruction set, not at every call.)
struct PlaceDiscs<'a, 'b> {
    balls: &'a Balls<'b>,
    from: usize,
    room: &'a mut DiscRoom,
}

impl Kernel for PlaceDiscs<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let PlaceDiscs { balls, from, room } = self;
        match balls.side {
            Side::Shapes { columns, .. } | Side::Sprites { columns, .. } => {
                room.standing.place(&columns, from);
                room.of_list(balls, from);
            }
            Side::Boxes([x, y, hx, hy, angle]) => {
                room.standing.place(&[x, y, angle], from);
                room.of_boxes([hx, hy], from);
            }
            Side::Circles([x, y, r]) => {
                room.standing.place_upright(&[x, y], from);
                room.of_circles(r, from);
            }
        }
        room.find_fits();
    }
}

impl DiscRoom {
    #[inline(always)]
    fn of_list(&mut self, balls: &Balls<'_>, from: usize) {
        let [x, y] = &mut self.sizes;
        let mut set = |k: usize, of: ListedDiscs| {
            ([x[k], y[k]], self.reach[k]) = (of.centre, of.reach);
            (self.inner[k], self.outer[k]) = (of.discs.inner(), of.discs.outer());
        };
        let index = &balls.index()[from..];
        let first = index.first().copied().unwrap_or_default();
        if index.iter().take(CHUNK).all(|&index| index == first) {
            let one = balls.listed(first);
            (0..CHUNK).for_each(|k| set(k, one));
        } else {
            for k in 0..CHUNK {
                set(k, index.get(k).map_or(ListedDiscs::UNKNOWN, |&index| balls.listed(index)));
            }
        }
        let PlacedPoses { x: at_x, y: at_y, sin, cos, .. } = &self.standing;
        for k in 0..CHUNK {
            self.x[k] = at_x[k] + (cos[k] * x[k] - sin[k] * y[k]);
            self.y[k] = at_y[k] + (sin[k] * x[k] + cos[k] * y[k]);
        }
    }

    #[inline(always)]
    fn of_boxes(&mut self, half: [Column<'_>; 2], from: usize) {
        let [room_x, room_y] = &mut self.sizes;
        let (hx, hy) = (half[0].chunk(from, room_x), half[1].chunk(from, room_y));
        (self.x, self.y) = (self.standing.x, self.standing.y);
        for k in 0..CHUNK {
            let (x, y) = (hx[k] * f64::from(UNITS), hy[k] * f64::from(UNITS));
            let (least, outer) = (if x < y { x } else { y }, (x * x + y * y).sqrt());
            (self.inner[k], self.outer[k]) = (least as f32, outer as f32);
            self.reach[k] = if least >= 0.0 { outer + SNAP } else { f64::NAN };
        }
    }

    #[inline(always)]
    fn of_circles(&mut self, radius: Column<'_>, from: usize) {
        let radii = radius.chunk(from, &mut self.sizes[0]);
        (self.x, self.y) = (self.standing.x, self.standing.y);
        for (k, &radius) in radii.iter().enumerate() {
            let r = rounded(radius);
            (self.inner[k], self.outer[k]) = (r as f32, r as f32);
            self.reach[k] = if radius >= 0.0 { r } else { f64::NAN };
        }
    }

    /// Finds out which bodies are valid and within the world.
    #[inline(always)]
    fn find_fits(&mut self) {
        let PlacedPoses { x, y, cos, .. } = &self.standing;
        for k in 0..CHUNK {
            // NaN compares false.
            let most = f64::from(EDGE) - self.reach[k];
            let fits = (x[k].abs() <= most)
                & (y[k].abs() <= most)
                & (self.reach[k] <= f64::from(LONGEST / 4))
                & (cos[k].abs() <= 1.0);
            self.fits[k] = u8::from(fits);
        }
    }

    #[inline(always)]
    fn discs(&self, k: usize) -> Discs {
        Discs::new(self.inner[k], self.outer[k])
    }
}

/// Returns which pairs overlap, and which the discs leave open.
struct Settle<'a> {
    a: &'a DiscRoom,
    b: &'a DiscRoom,
}

impl Kernel for Settle<'_> {
    type Out = [u64; 2];

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> [u64; 2] {
        let Settle { a, b } = self;
        let (mut hits, mut open) = ([0; CHUNK], [0; CHUNK]);
        for k in 0..CHUNK {
            let (dx, dy) = (b.x[k] - a.x[k], b.y[k] - a.y[k]);
            let compared = a.discs(k).compare(b.discs(k), (dx * dx + dy * dy) as f32, 0.0);
            let fits = a.fits[k] & b.fits[k];
            hits[k] = u8::from(compared.hit) & fits;
            open[k] = 1 - (u8::from(compared.hit | compared.apart) & fits);
        }
        [pack(&hits), pack(&open)]
    }
}
