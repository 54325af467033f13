//! Two masks at whole-pixel offsets with overlapping boxes: whether they overlap (w5), and in how many texels
//! (w5-area).

use std::hint::black_box;
use std::sync::Arc;

use kasuri::{
    Mask, Placement, Touching,
    mask::Sprite,
    query::{self, Form},
};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    work("w5-16", "16 px masks, yes or no", || meets(16)),
    work("w5-64", "64 px masks, yes or no", || meets(64)),
    work("w5-256", "256 px masks, yes or no", || meets(256)),
    work("w5-area-16", "16 px masks, texels in common", || area(16)),
    work("w5-area-64", "64 px masks, texels in common", || area(64)),
    work("w5-area-256", "256 px masks, texels in common", || area(256)),
    work("w5-touching-64", "64 px masks, whether texels overlap or touch", touching),
    work("w5-sprites-64", "upright 64 px sprites, yes or no, through query", || sprites(64)),
    work("w5-turned-64", "a 64 px sprite turned, placed and tested, all included", || turned(64)),
];

const fn work(name: &'static str, about: &'static str, prepare: fn() -> Job) -> Workload {
    Workload { name, by: KASURI, about, prepare }
}

/// So many pairs that the branch predictor cannot learn them: with 4096 repeated pairs, branches cost nothing.
const PAIRS: usize = 65_536;

/// Masks as texels, and pairs of their indices with an offset.
pub(crate) struct Heap {
    pub(crate) size: usize,
    pub(crate) texels: Vec<Vec<bool>>,
    pub(crate) laid: Vec<(usize, usize, [i32; 2])>,
}

impl Heap {
    pub(crate) fn new(size: usize) -> Heap {
        let mut random = Random::new(500 + size as u64);
        let texels = (0..8).map(|_| blob(&mut random, size)).collect();
        let mut pick = |below: usize| random.between(0.0, below as f64) as usize;
        let mut offset = || [(); 2].map(|()| pick(2 * size - 1) as i32 - (size as i32 - 1));
        let at: Vec<[i32; 2]> = (0..PAIRS).map(|_| offset()).collect();
        let laid = at.into_iter().map(|at| (pick(8), pick(8), at)).collect();
        Heap { size, texels, laid }
    }

    fn masks(&self) -> Vec<Mask> {
        let mask = |texels: &Vec<bool>| {
            let solid = |x: i32, y: i32| texels[y as usize * self.size + x as usize];
            Mask::from_fn(self.size, self.size, solid).expect("a size that masks may have")
        };
        self.texels.iter().map(mask).collect()
    }

    /// Times a function of two masks, called for one pair after the other.
    pub(crate) fn timed<M: 'static>(
        self,
        masks: Vec<M>,
        mut rule: impl FnMut(&M, &M, [i32; 2]) -> u64 + 'static,
    ) -> Job {
        Box::new(move |clock| {
            let mut work = Work::of(self.laid.len());
            let sum = clock.time(|| {
                let laid = black_box(&self.laid).iter();
                laid.map(|&(a, b, at)| rule(&masks[a], &masks[b], at)).sum()
            });
            work.checksum = sum;
            work
        })
    }
}

/// Makes a disc with a wobbly rim and 3 % holes; about 62 % of the square is solid.
pub(crate) fn blob(random: &mut Random, size: usize) -> Vec<bool> {
    let (phase, middle) = (random.between(0.0, std::f64::consts::TAU), (size as f64 - 1.0) / 2.0);
    let mut solid = |k: usize| {
        let (x, y) = ((k % size) as f64 - middle, (k / size) as f64 - middle);
        let rim = 0.5 * size as f64 * (0.9 + 0.1 * (5.0 * y.atan2(x) + phase).sin());
        x * x + y * y <= rim * rim && random.between(0.0, 1.0) >= 0.03
    };
    (0..size * size).map(&mut solid).collect()
}

fn meets(size: usize) -> Job {
    let heap = Heap::new(size);
    let masks = heap.masks();
    heap.timed(masks, |a, b, at| a.meets(b, at).into())
}

fn area(size: usize) -> Job {
    let heap = Heap::new(size);
    let masks = heap.masks();
    heap.timed(masks, Mask::common_count)
}

/// Texels also hit where only their sides or corners touch: the first mask has a border of one texel more.
fn touching() -> Job {
    let heap = Heap::new(64);
    let grown = |mask: &Mask| {
        let solid = |x: i32, y: i32| {
            let mut around = (y - 2..=y).flat_map(|y| (x - 2..=x).map(move |x| [x, y]));
            around.any(|[x, y]| (0..64).contains(&x) && (0..64).contains(&y) && mask.get(x.into(), y.into()))
        };
        Mask::from_fn(66, 66, solid).expect("a size that masks may have")
    };
    let masks = heap.masks().into_iter().map(|mask| (grown(&mask), mask)).collect();
    heap.timed(masks, |(a, _), (_, b), [x, y]| a.meets(b, [x + 1, y + 1]).into())
}

/// Tests pairs of sprites at the same offsets.
fn sprites(size: usize) -> Job {
    let heap = Heap::new(size);
    let masks: Vec<Arc<Mask>> = heap.masks().into_iter().map(Arc::new).collect();
    let place = |mask: &Arc<Mask>, at: [i32; 2]| {
        let placement = Placement::at(at.map(|x| f64::from(x) + 500.0));
        Form::Sprite(Sprite::place(mask, &placement, None).expect("a valid placement"))
    };
    let pair = |&(a, b, at): &(usize, usize, [i32; 2])| (place(&masks[a], [0, 0]), place(&masks[b], at));
    let pairs: Vec<(Form, Form)> = heap.laid.iter().map(pair).collect();
    Box::new(move |clock| {
        let mut work = Work::of(pairs.len());
        let hits = |pairs: &[(Form, Form)]| {
            pairs.iter().filter(|(a, b)| query::overlaps(a, b, Touching::Counts)).count() as u64
        };
        work.checksum = clock.time(|| hits(black_box(&pairs)));
        work
    })
}

/// Where the middles of turned sprites are, and their angles.
pub(crate) fn turns(size: usize) -> Vec<([f64; 2], f64)> {
    let (mut random, half) = (Random::new(7), size as f64 / 2.0);
    let mut turn = || {
        let at = [(); 2].map(|()| 500.0 + random.between(-half, half).floor());
        (at, random.between(0.0, std::f64::consts::TAU))
    };
    (0..512).map(|_| turn()).collect()
}

/// Turns one sprite to a new angle each time, and tests it against one that does not move.
fn turned(size: usize) -> Job {
    let heap = Heap::new(size);
    let masks: Vec<Arc<Mask>> = heap.masks().into_iter().map(Arc::new).collect();
    let placement = |(at, angle): ([f64; 2], f64)| Placement::at(at).turned(angle);
    let placements: Vec<Placement> = turns(size).into_iter().map(placement).collect();
    let still = Sprite::place(&masks[0], &Placement::at([500.0, 500.0]), None).expect("a valid placement");
    let still = Form::Sprite(still);
    Box::new(move |clock| {
        let mut work = Work::of(placements.len());
        let is_hit = |(k, placement): (usize, &Placement)| {
            let sprite = Sprite::place(&masks[k % 8], placement, None).expect("a valid placement");
            query::overlaps(&Form::Sprite(sprite), &still, Touching::Counts)
        };
        work.checksum = clock
            .time(|| black_box(&placements).iter().enumerate().map(is_hit).filter(|&hit| hit).count() as u64);
        work
    })
}
