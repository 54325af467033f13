//! SPEC 4: the turn of a sprite, and which pixels it covers.
#![allow(clippy::unwrap_used)]

mod support;

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::{
    Mask, Placement, Vec2,
    mask::{Cover, Sprite},
};
use support::{Random, exact_snap, refusal, rounds};

/// A picture in its simplest form.
#[derive(Debug, Clone)]
struct Picture {
    rows: Vec<Vec<bool>>,
}

impl Picture {
    fn random(random: &mut Random, w: usize, h: usize) -> Picture {
        let gaps = random.pick(&[1, 2, 5]);
        Picture {
            rows: (0..h).map(|_| (0..w).map(|_| gaps == 1 || !random.chance(gaps)).collect()).collect(),
        }
    }

    fn size(&self) -> (i64, i64) {
        (self.rows[0].len() as i64, self.rows.len() as i64)
    }

    fn mask(&self) -> Arc<Mask> {
        let mask =
            Mask::from_fn(self.rows[0].len(), self.rows.len(), |x, y| self.rows[y as usize][x as usize]);
        Arc::new(mask.unwrap())
    }

    fn left_to_right(&self) -> Picture {
        Picture { rows: self.rows.iter().map(|row| row.iter().rev().copied().collect()).collect() }
    }

    fn top_to_bottom(&self) -> Picture {
        Picture { rows: self.rows.iter().rev().cloned().collect() }
    }

    /// Returns the picture rotated so that its +x points down.
    fn turned(&self) -> Picture {
        let (w, h) = (self.rows[0].len(), self.rows.len());
        Picture { rows: (0..w).map(|y| (0..h).map(|x| self.rows[h - 1 - x][y]).collect()).collect() }
    }
}

/// SPEC 4 word by word, in integers without overflow.
struct Plain {
    picture: Picture,
    steps: [[i128; 2]; 2],
    start: [i128; 2],
    anchor: [i128; 2],
}

impl Plain {
    fn new(picture: &Picture, placement: &Placement, pivot: Option<Vec2>) -> Plain {
        let (w, h) = picture.size();
        let pivot = pivot.unwrap_or(Vec2::new(w as f64 / 2.0, h as f64 / 2.0));
        let (mut picture, mut ox, mut oy) = (picture.clone(), pivot.x, pivot.y);
        if placement.scale.x < 0.0 {
            (picture, ox) = (picture.left_to_right(), w as f64 - ox);
        }
        if placement.scale.y < 0.0 {
            (picture, oy) = (picture.top_to_bottom(), h as f64 - oy);
        }
        let (sx, sy) = (placement.scale.x.abs(), placement.scale.y.abs());
        let (c, s) = (libm::cos(placement.angle), libm::sin(placement.angle));
        // exact_snap is rint(256 x): dividing by a power of two changes no tie.
        let rint = |x: f64| exact_snap(x / 256.0);
        let steps = [
            [rint(c / sx * 65536.0), rint(s / sx * 65536.0)],
            [rint(-s / sy * 65536.0), rint(c / sy * 65536.0)],
        ];
        let (x, y) = (exact_snap(placement.at.x), exact_snap(placement.at.y));
        let (gx, gy) = (128 - (x & 255), 128 - (y & 255));
        let start = |one: f64, [dx, dy]: [i128; 2]| rint(one * 65536.0) + ((dx * gx + dy * gy + 128) >> 8);
        Plain { start: [start(ox, steps[0]), start(oy, steps[1])], picture, steps, anchor: [x >> 8, y >> 8] }
    }

    /// Returns u and v at a pixel's center.
    fn texel(&self, i: i32, j: i32) -> [i128; 2] {
        let (di, dj) = (i128::from(i) - self.anchor[0], i128::from(j) - self.anchor[1]);
        [0, 1].map(|k| self.start[k] + di * self.steps[k][0] + dj * self.steps[k][1])
    }

    fn covers(&self, i: i32, j: i32) -> bool {
        let [u, v] = self.texel(i, j);
        let (w, h) = self.picture.size();
        (0..i128::from(w) * 65536).contains(&u)
            && (0..i128::from(h) * 65536).contains(&v)
            && self.picture.rows[(v >> 16) as usize][(u >> 16) as usize]
    }
}

/// Checks that the cover, the sprite and the SPEC give the same pixels, and that all of them lie within reach.
fn check(picture: &Picture, placement: &Placement, pivot: Option<Vec2>) -> u64 {
    let sprite = Sprite::place(&picture.mask(), placement, pivot).unwrap();
    let plain = Plain::new(picture, placement, pivot);
    let (reach, cover) = (sprite.reach(), Cover::of(&sprite));
    assert_eq!(cover.pixels(), reach);
    let mut expected = Vec::new();
    let pad = 9;
    for j in reach.y0 - pad..reach.y1 + pad {
        for i in reach.x0 - pad..reach.x1 + pad {
            let covered = plain.covers(i, j);
            assert_eq!(sprite.covers(i, j), covered, "({i}, {j}) of {placement:?} {pivot:?}");
            if covered {
                assert!(reach.x0 <= i && i < reach.x1 && reach.y0 <= j && j < reach.y1);
                expected.push((i, j));
            }
        }
    }
    assert_eq!(cover.iter().collect::<Vec<_>>(), expected, "{placement:?} {pivot:?}");
    assert_eq!(cover.count(), expected.len() as u64);
    assert_eq!(cover.words().len(), cover.stride() * (reach.y1 - reach.y0) as usize);
    cover.count()
}

fn covered(sprite: &Sprite) -> Vec<(i32, i32)> {
    Cover::of(sprite).iter().collect()
}

fn sign(random: &mut Random) -> f64 {
    random.pick(&[1.0, -1.0])
}

/// Returns a position: near, negative, on half pixels, or at the world's edge.
fn place(random: &mut Random) -> [f64; 2] {
    [0, 1].map(|_| match random.int(0..=4) {
        0 => random.between(-40.0, 40.0),
        1 => random.int(-20..=20) as f64 / 2.0,
        2 => random.int(-9000..=9000) as f64 / 256.0,
        3 => sign(random) * (2_097_152.0 - random.int(0..=600) as f64 / 256.0),
        _ => sign(random) * 2_097_152.0,
    })
}

fn angle(random: &mut Random) -> f64 {
    match random.int(0..=3) {
        0 => random.int(-8..=8) as f64 * FRAC_PI_2 / 2.0,
        1 => random.int(-4..=4) as f64 * FRAC_PI_2,
        2 => random.between(-1e6, 1e6),
        _ => random.between(-7.0, 7.0),
    }
}

#[test]
fn covers_are_the_specs_pixels_at_every_angle_scale_and_place() {
    let mut random = Random::new(31);
    let mut pixels = 0;
    for _ in 0..rounds(1_500) {
        // Draws a scale first, then the size of a picture that stays small at this scale.
        let size = |random: &mut Random| {
            let scale: f64 = random.pick(&[1.0 / 64.0, 64.0, 1.0, 2.0, 0.5, 1.5, 0.37, 7.3, 1.0]);
            let most = (70.0 / scale).clamp(1.0, 200.0) as usize;
            (sign(random) * scale, random.size(1..=most))
        };
        let ((sx, w), (sy, h)) = (size(&mut random), size(&mut random));
        let picture = Picture::random(&mut random, w, h);
        let pivot = (!random.chance(3)).then(|| {
            let most = [w, h].map(|k| k as i64);
            Vec2::from([0, 1].map(|k| random.int(-2 * most[k]..=3 * most[k]) as f64 / 2.0))
        });
        let placement = Placement::at(place(&mut random)).turned(angle(&mut random)).scaled([sx, sy]);
        pixels += check(&picture, &placement, pivot);
    }
    assert!(pixels > 500_000, "{pixels}");
}

#[test]
fn covers_hold_at_the_extremes_of_size_scale_and_pivot() {
    let full = |w: usize, h: usize| Picture { rows: vec![vec![true; w]; h] };
    let (least, most) = (1.0 / 64.0, 64.0);
    // 4096 texels at the smallest scale are 64 pixels; 256 texels at the largest are the longest allowed side.
    assert_eq!(check(&full(4096, 4096), &Placement::at([0.0, 0.0]).scaled([least, least]), None), 64 * 64);
    assert_eq!(check(&full(256, 1), &Placement::at([9.5, 0.0]).scaled([most, least]), None), 0);
    assert_eq!(check(&full(256, 64), &Placement::at([9.5, 0.5]).scaled([most, least]), None), 16384);
    check(&full(256, 64), &Placement::at([0.5, 0.0]).scaled([most, -least]).turned(0.001), None);
    check(&full(64, 256), &Placement::at([0.5, 0.0]).scaled([-least, most]).turned(FRAC_PI_2), None);
    for pivot in [[-4096.0, 8192.0], [8192.0, -4096.0], [8192.0, 8192.0], [-4096.0, -4096.0]] {
        for scale in [[least, least], [2.0, -1.5], [-most, most]] {
            for at in [[2_097_152.0, -2_097_152.0], [0.3, 0.7]] {
                let placement = Placement::at(at).scaled(scale).turned(0.77);
                check(&full(2, 3), &placement, Some(pivot.into()));
            }
        }
    }
}

#[test]
fn nothing_wraps() {
    // At the least scale a pixel is 64 texels, so u wraps modulo 2^32 every 1024 pixels; at scale 1 every 65536.
    let full = Arc::new(Mask::from_fn(4096, 4096, |_, _| true).unwrap());
    for (scale, period) in [(1.0 / 64.0, 1024), (1.0, 65536), (-1.0 / 64.0, 1024)] {
        let sprite = Sprite::place(&full, &Placement::at([0.5, 0.5]).scaled([scale, scale]), None).unwrap();
        assert!(sprite.covers(0, 0));
        for k in [-3, -2, -1, 1, 2, 3, 16] {
            let far = k * period;
            assert!(!sprite.covers(far, 0) && !sprite.covers(0, far) && !sprite.covers(far, far), "{far}");
        }
        for far in [i32::MIN, i32::MAX] {
            assert!(!sprite.covers(far, 0) && !sprite.covers(0, far) && !sprite.covers(far, far));
        }
    }
    let turned =
        Placement::at([2_097_152.0, -2_097_152.0]).scaled([1.0 / 64.0, 1.0 / 64.0]).turned(FRAC_PI_2);
    let sprite = Sprite::place(&full, &turned, None).unwrap();
    assert!(sprite.covers(2_097_152, -2_097_152));
    assert!(!sprite.covers(2_097_152 - 1024, -2_097_152) && !sprite.covers(2_097_152, -2_097_152 + 1024));
    assert!(!sprite.covers(-2_097_152, -2_097_152) && !sprite.covers(-2_097_152, 2_097_152));
}

fn turn_of(placement: &Placement, pivot: [f64; 2]) -> kasuri::mask::Turn {
    let mask = Arc::new(Mask::empty(1, 1).unwrap());
    Sprite::place(&mask, placement, Some(pivot.into())).unwrap().turn()
}

#[test]
fn ties_of_a_turn_go_to_even() {
    // Pivots k / 2 units of 1/65536: every other one is a tie.
    for k in -9..=9 {
        let even = if k % 2 == 0 { k / 2 } else { 2 * (k as f64 / 4.0).round() as i32 };
        let pivot = f64::from(k) / 131_072.0;
        let turn = turn_of(&Placement::default(), [pivot, 0.0]);
        assert_eq!(turn.u1, even, "{k}");
        assert_eq!(turn_of(&Placement::default(), [0.0, pivot]).v1, even, "{k}");
        // A mirrored pivot is measured from the other end.
        let mirrored = turn_of(&Placement::default().scaled([-1.0, -1.0]), [1.0 - pivot, 1.0 - pivot]);
        assert_eq!((mirrored.u1, mirrored.v1), (even, even), "{k}");
    }
    // Scales at which a step is k + 1/2 exactly, in both directions of an axis.
    let mut ties = 0;
    for odd in (2049..140_000).step_by(34) {
        let (scale, half) = (131_072.0 / f64::from(odd), f64::from(odd) / 2.0);
        if 1.0 / scale * 65536.0 != half {
            continue;
        }
        let even = 2 * (f64::from(odd) / 4.0).round() as i32;
        assert_eq!(turn_of(&Placement::default().scaled([scale, 1.0]), [0.0, 0.0]).ux, even);
        assert_eq!(turn_of(&Placement::default().scaled([1.0, scale]), [0.0, 0.0]).vy, even);
        assert_eq!(turn_of(&Placement::default().turned(PI).scaled([scale, 1.0]), [0.0, 0.0]).ux, -even);
        let quarter = turn_of(&Placement::default().turned(FRAC_PI_2).scaled([scale, scale]), [0.0, 0.0]);
        assert_eq!((quarter.ux, quarter.uy, quarter.vx, quarter.vy), (0, even, -even, 0));
        ties += 1;
    }
    assert!(ties > 1000, "{ties}");
}

/// Tests scales so near a tie that multiplying by 1 / s instead of dividing by s changes a step.
#[test]
fn a_step_is_one_division() {
    let turn = turn_of(&Placement::default().turned(0.441).scaled([0.9008544196896618, 1.0]), [0.0, 0.0]);
    assert_eq!(turn.ux, 65788);
    let turn = turn_of(&Placement::default().turned(0.571).scaled([0.25339893388095236, 1.0]), [0.0, 0.0]);
    assert_eq!(turn.uy, 139_782);
}

#[test]
fn a_turn_leads_from_the_world_to_the_texels() {
    let turn = turn_of(&Placement::default().turned(0.3).scaled([2.0, -0.5]), [0.25, 0.125]);
    let (c, s) = (libm::cos(0.3), libm::sin(0.3));
    let rint = |x: f64| (x * 65536.0).round_ties_even() as i32;
    assert_eq!((turn.ux, turn.uy), (rint(c / 2.0), rint(s / 2.0)));
    assert_eq!((turn.vx, turn.vy), (rint(-s / 0.5), rint(c / 0.5)));
    assert_eq!((turn.u1, turn.v1), (16384, 7 * 8192));
}

#[test]
fn a_flipped_sprite_covers_what_a_sprite_of_the_flipped_picture_does() {
    let mut random = Random::new(32);
    for _ in 0..rounds(600) {
        let (w, h) = (random.size(1..=70), random.size(1..=40));
        let picture = Picture::random(&mut random, w, h);
        let scale = [random.between(0.02, 3.0), random.between(0.02, 3.0)];
        // Pivots of 1/1024: the mirrored ones are exact.
        let pivot = [random.int(-9000..=90_000), random.int(-9000..=90_000)].map(|k| k as f64 / 1024.0);
        let placement = Placement::at(place(&mut random)).turned(angle(&mut random)).scaled(scale);
        let sprite = |picture: &Picture, scale: [f64; 2], pivot: [f64; 2]| {
            Sprite::place(&picture.mask(), &placement.scaled(scale), Some(pivot.into())).unwrap()
        };
        let other = [w as f64 - pivot[0], h as f64 - pivot[1]];
        let (lr, tb) = (picture.left_to_right(), picture.top_to_bottom());
        let cases = [
            (sprite(&picture, [-scale[0], scale[1]], pivot), sprite(&lr, scale, [other[0], pivot[1]])),
            (sprite(&picture, [scale[0], -scale[1]], pivot), sprite(&tb, scale, [pivot[0], other[1]])),
            (sprite(&picture, [-scale[0], -scale[1]], pivot), sprite(&lr.top_to_bottom(), scale, other)),
        ];
        for (flipped, plain) in cases {
            assert_eq!(covered(&flipped), covered(&plain), "{placement:?} {pivot:?}");
            assert_eq!((flipped.turn(), flipped.reach()), (plain.turn(), plain.reach()));
            assert_eq!(plain.flip(), [false, false]);
        }
    }
}

#[test]
fn the_pivot_is_the_middle_by_default() {
    let picture = Picture { rows: vec![vec![true; 5]; 4] };
    for scale in [[1.0, 1.0], [-1.0, 2.0]] {
        let placement = Placement::at([3.25, 4.0]).turned(0.4).scaled(scale);
        let place = |pivot| Sprite::place(&picture.mask(), &placement, pivot).unwrap();
        assert_eq!(place(None), place(Some(Vec2::new(2.5, 2.0))));
    }
}

#[test]
fn an_unturned_sprite_covers_whole_texels() {
    let picture = Picture { rows: vec![vec![true, false, true], vec![false, true, true]] };
    let at = |x: f64, y: f64| {
        covered(&Sprite::place(&picture.mask(), &Placement::at([x, y]), Some(Vec2::default())).unwrap())
    };
    let by = |dx: i32, dy: i32| [(0, 0), (2, 0), (1, 1), (2, 1)].map(|(i, j)| (i + dx, j + dy)).to_vec();
    assert_eq!(at(10.0, -7.0), by(10, -7));
    // Texel edges are half-open: on the pixel centre exactly, the texel to the right and below wins.
    assert_eq!(at(10.5, -6.5), by(10, -7));
    assert_eq!(at(10.5 + 1.0 / 256.0, -6.5 + 1.0 / 256.0), by(11, -6));
    assert_eq!(at(10.5 - 1.0 / 256.0, -6.5 - 1.0 / 256.0), by(10, -7));
}

/// Upright rows are copied word by word. Tests every bit, on both sides of word boundaries, from either end of the mask.
#[test]
fn upright_covers_of_several_words_are_exact() {
    let mut random = Random::new(35);
    for w in (54..=70).chain(118..=132).chain([191, 192, 193, 256]) {
        let picture = Picture::random(&mut random, w, 3);
        for scale in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
            let pivot = Vec2::new(random.int(-300..=600) as f64 / 2.0, random.int(-9..=9) as f64);
            check(&picture, &Placement::at(place(&mut random)).scaled(scale), Some(pivot));
            check(&picture, &Placement::at(place(&mut random)).scaled(scale), None);
        }
    }
}

/// Where centers fall on texel edges, ranges are half-open: after a rotation the edge belongs to the other side.
#[test]
fn quarter_turns_are_the_turned_picture_or_it_moved_by_one_pixel() {
    let mut random = Random::new(33);
    for _ in 0..rounds(300) {
        let (w, h) = (random.size(1..=20), random.size(1..=20));
        let picture = Picture::random(&mut random, w, h);
        let pivot = [random.int(-9..=50), random.int(-9..=50)].map(|k| k as f64 / 2.0);
        let at = [random.int(-99..=99), random.int(-99..=99)].map(|k| k as f64 / 2.0);
        // u is a whole number of texels at pixel centres where at + pivot is an odd number of halves.
        let edge = [0, 1].map(|k| ((at[k] + pivot[k]) * 2.0).rem_euclid(2.0) == 1.0);
        let cross_edge =
            [(at[1] + pivot[0]) * 2.0, (at[0] + pivot[1]) * 2.0].map(|k| k.rem_euclid(2.0) == 1.0);
        let (w, h) = (w as f64, h as f64);
        let place = |picture: &Picture, angle: f64, [ox, oy]: [f64; 2]| {
            covered(
                &Sprite::place(&picture.mask(), &Placement::at(at).turned(angle), Some(Vec2::new(ox, oy)))
                    .unwrap(),
            )
        };
        let (one, two) = (picture.turned(), picture.turned().turned());
        let three = two.turned();
        let (px, py) = (pivot[0], pivot[1]);
        let cases = [
            (1.0, place(&one, 0.0, [h - py, px]), [cross_edge[1], false]),
            (2.0, place(&two, 0.0, [w - px, h - py]), edge),
            (3.0, place(&three, 0.0, [py, w - px]), [false, cross_edge[0]]),
        ];
        for (quarters, turned, moved) in cases {
            let by = moved.map(i32::from);
            let expected: Vec<_> = turned.iter().map(|(i, j)| (i + by[0], j + by[1])).collect();
            assert_eq!(
                place(&picture, quarters * FRAC_PI_2, pivot),
                expected,
                "{quarters} at {at:?} by {pivot:?}"
            );
        }
    }
}

#[test]
fn a_sprite_smaller_than_a_pixel_may_cover_none() {
    let dot = Picture { rows: vec![vec![true]] };
    let small = |x: f64| check(&dot, &Placement::at([x, 0.5]).scaled([0.25, 0.25]), None);
    assert_eq!((small(0.0), small(0.5)), (0, 1));
    let empty = Arc::new(Mask::empty(9, 9).unwrap());
    assert_eq!(Cover::of(&Sprite::place(&empty, &Placement::default(), None).unwrap()).count(), 0);
}

#[test]
fn a_sprite_moves_with_its_turn_unchanged() {
    let mut random = Random::new(34);
    let picture = Picture::random(&mut random, 13, 9);
    let placement = Placement::at([4.5, 5.25]).turned(0.6).scaled([1.5, -2.0]);
    let sprite = Sprite::place(&picture.mask(), &placement, None).unwrap();
    assert_eq!((sprite.at(), sprite.flip()), (Point::new(1152, 1344), [false, true]));
    assert_eq!(**sprite.mask(), *picture.mask());
    for _ in 0..rounds(50) {
        let to = place(&mut random);
        let moved = sprite.moved_to(Point::snapped(to).unwrap());
        assert_eq!(
            moved,
            Sprite::place(&picture.mask(), &Placement { at: to.into(), ..placement }, None).unwrap()
        );
    }
    let still = sprite.moved_to(Point::new(1152 - 512, 1344 + 768));
    let by: Vec<_> = covered(&sprite).iter().map(|(i, j)| (i - 2, j + 3)).collect();
    assert_eq!(covered(&still), by);
}

#[test]
fn pivots_lie_from_minus_4096_to_8192_before_mirroring() {
    let mask = Arc::new(Mask::empty(4096, 4).unwrap());
    for sign in [1.0, -1.0] {
        let place = |x: f64, y: f64| {
            Sprite::place(&mask, &Placement::default().scaled([sign, sign]), Some(Vec2::new(x, y)))
        };
        assert!(place(-4096.0, 8192.0).is_ok() && place(8192.0, -4096.0).is_ok());
        for off in [(-4096.0_f64).next_down(), 8192.0_f64.next_up()] {
            let says = format!("{off} is out of range; a pivot is -4096 to 8192");
            assert_eq!(refusal(place(off, 0.0)), format!("pivot[0]: {says}"));
            assert_eq!(refusal(place(0.0, off)), format!("pivot[1]: {says}"));
        }
        assert_eq!(refusal(place(f64::NAN, 0.0)), "pivot[0]: NaN is not a finite number");
        assert_eq!(refusal(place(0.0, f64::INFINITY)), "pivot[1]: inf is not a finite number");
    }
}

#[test]
fn a_sprite_may_be_2_to_the_14_pixels_a_side() {
    let place = |w: usize, h: usize, scale: [f64; 2], angle: f64| {
        Sprite::place(
            &Arc::new(Mask::empty(w, h).unwrap()),
            &Placement::default().scaled(scale).turned(angle),
            None,
        )
    };
    assert!(place(4096, 4096, [4.0, -4.0], 0.0).is_ok());
    assert!(place(4096, 1, [4.0_f64.next_up(), 1.0], 0.0).is_err());
    assert!(place(1, 4096, [1.0, -4.0_f64.next_up()], 0.0).is_err());
    assert!(place(256, 1, [64.0, 64.0], 0.0).is_ok());
    assert_eq!(
        refusal(place(257, 2, [64.0, 2.0], 0.0)),
        "the bounding box is 16448 x 4 px; at most 16384 px a side are allowed"
    );
    assert_eq!(
        refusal(place(2, 257, [2.0, -64.0], 0.0)),
        "the bounding box is 4 x 16448 px; at most 16384 px a side are allowed"
    );
    // w|sx||c| + h|sy||s| by w|sx||s| + h|sy||c|: a mask that fits in one orientation may not fit in the other.
    let (c, s) = (libm::cos(0.3), libm::sin(0.3));
    for (w, h) in [(4096, 3000), (3000, 4096)] {
        let (wide, high) = (w as f64, h as f64);
        let longest = (wide * c + high * s).max(wide * s + high * c);
        let fits = 16384.0 / longest;
        for turn in [0.3, -0.3, PI - 0.3, 0.3 - PI] {
            assert!(place(w, h, [fits * 0.9999, fits * 0.9999], turn).is_ok());
            assert!(place(w, h, [fits * 1.0001, -fits * 1.0001], turn).is_err());
        }
    }
}
