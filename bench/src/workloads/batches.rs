//! Batches of pairs of bodies for both executors: turned boxes, upright and turned sprites. As in a game's step, each
//! run sends the positions and makes the covers again.

use std::hint::black_box;
use std::sync::Arc;

use kasuri::batch::Boxes;
use kasuri::lattice::PixelBox;
use kasuri::{
    Mask, Placement, Shape, Touching,
    mask::Sprite,
    query::{self, Form},
};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::random::Random;
use crate::workloads::masks::blob;
use crate::workloads::pairs::some_box_pairs;
use crate::{Backend, Family, Job, Load, Setting, Work};

pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "boxes",
        about: "turned boxes against turned boxes, yes or no (w2)",
        n: "pairs",
        unit: "pairs",
        sizes: &[1_000, 10_000, 100_000, 1_000_000],
        backends: &[Backend::Cpu, Backend::Gpu],
        is_threaded: true,
        // Two boxes are 76 bytes.
        prepare: |setting| load(boxes(setting.n), setting, 76),
    },
    Family {
        name: "masks",
        about: "100,000 pairs of upright sprites over each other, yes or no, by size (w5)",
        n: "px a side",
        unit: "pairs",
        sizes: &[16, 32, 64, 128, 256],
        backends: &[Backend::Cpu, Backend::Gpu],
        is_threaded: true,
        prepare: |setting| load(masks(side(setting)?), setting, 8 + 16),
    },
    Family {
        name: "turned",
        about: "4,096 turned sprites, each against 4 upright ones, covers made anew, by size (w5)",
        n: "px a side",
        unit: "pairs",
        sizes: &[16, 32, 64, 128],
        backends: &[Backend::Cpu, Backend::Gpu],
        is_threaded: true,
        prepare: |setting| load(turned(side(setting)?), setting, 8 + 16),
    },
];

/// Returns a mask's side, which is bounded.
fn side(setting: &Setting) -> Result<usize, String> {
    if (1..=1024).contains(&setting.n) { Ok(setting.n) } else { Err("masks of 1 to 1024 px are made".into()) }
}

/// Bodies and pairs of them.
struct Batch {
    forms: Vec<Form>,
    pairs: Vec<[u32; 2]>,
}

/// Makes pairs of turned boxes near each other; each pair has its own boxes.
fn boxes(n: usize) -> Batch {
    let form = |half: [f64; 2], at, turn| {
        let shape = Shape::rect(half).expect("a valid box");
        Form::Shape(shape.place(&Placement::at(at).turned(turn)).expect("a valid placement"))
    };
    let pairs = some_box_pairs(n);
    let both = pairs.iter().flat_map(|pair| [0, 1].map(|k| form(pair.shapes[k], pair.at[k], pair.turn[k])));
    Batch { forms: both.collect(), pairs: (0..n as u32).map(|k| [2 * k, 2 * k + 1]).collect() }
}

fn blobs(random: &mut Random, side: usize) -> Vec<Arc<Mask>> {
    let mut mask = || {
        let texels = blob(random, side);
        let solid = |x: i32, y: i32| texels[y as usize * side + x as usize];
        Arc::new(Mask::from_fn(side, side, solid).expect("a valid size"))
    };
    (0..8).map(|_| mask()).collect()
}

fn sprite(random: &mut Random, masks: &[Arc<Mask>], is_turned: bool) -> Form {
    let reach = f64::from(masks[0].width());
    let at = [(); 2].map(|()| random.between(0.0, reach).floor());
    let turn = if is_turned { random.between(0.1, 1.4) } else { 0.0 };
    let mask = &masks[random.between(0.0, 8.0) as usize];
    Form::Sprite(Sprite::place(mask, &Placement::at(at).turned(turn), None).expect("a valid placement"))
}

/// Makes upright sprites over each other.
fn masks(side: usize) -> Batch {
    let random = &mut Random::new(901);
    let masks = blobs(random, side);
    let forms: Vec<Form> = (0..4096).map(|_| sprite(random, &masks, false)).collect();
    let mut body = || random.between(0.0, 4096.0) as u32;
    Batch { forms, pairs: (0..100_000).map(|_| [body(), body()]).filter(|[a, b]| a != b).collect() }
}

/// Makes turned sprites, each against four upright ones.
fn turned(side: usize) -> Batch {
    let random = &mut Random::new(902);
    let masks = blobs(random, side);
    let forms: Vec<Form> = (0..8192).map(|k| sprite(random, &masks, k < 4096)).collect();
    let mut upright = || 4096 + random.between(0.0, 4096.0) as u32;
    Batch { forms, pairs: (0..4096).flat_map(|a| [a; 4]).map(|a| [a, upright()]).collect() }
}

impl Batch {
    /// Counts the pixels in the intersection of the bounding boxes, over all pairs of sprites.
    fn pixels(&self) -> u64 {
        let near = |k: u32| match &self.forms[k as usize] {
            form @ Form::Sprite(_) => form.bounds().map(PixelBox::around),
            _ => None,
        };
        let pixels = |&[a, b]: &[u32; 2]| {
            let both = near(a)?.intersection(near(b)?);
            let side = |from: i32, to: i32| u64::from((to - from).max(0).unsigned_abs());
            Some(side(both.x0, both.x1) * side(both.y0, both.y1))
        };
        self.pairs.iter().filter_map(pixels).sum()
    }
}

/// Makes a load with `bytes` bytes per pair, and for sprites also two bits per pixel.
fn load(batch: Batch, setting: &Setting, bytes: u64) -> Result<Load, String> {
    let (pixels, pairs) = (batch.pixels(), batch.pairs.len() as u64);
    let bytes = bytes * pairs + pixels / 4;
    let job = match setting.backend {
        #[cfg(feature = "gpu")]
        Backend::Gpu => on_gpu(batch, setting)?,
        _ => on_cpu(batch, setting.threads)?,
    };
    Ok(Load { job, pixels, bytes })
}

fn work(pairs: usize, hits: impl Iterator<Item = u32>) -> Work {
    let mut work = Work::of(pairs);
    hits.for_each(|pair| work.add(pair.into()));
    work
}

/// Some pairs, and memory for their answers.
struct Part {
    pairs: Pairs,
    hits: Vec<bool>,
}

/// Boxes are prepared as a batch; other forms are tested one by one.
enum Pairs {
    Boxes(Box<[Boxes; 2]>),
    Forms(Vec<[Form; 2]>),
}

impl Part {
    fn new(batch: &Batch, pairs: &[[u32; 2]]) -> Part {
        let forms: Vec<[Form; 2]> =
            pairs.iter().map(|pair| pair.map(|k| batch.forms[k as usize].clone())).collect();
        let mut boxes = [Boxes::default(), Boxes::default()];
        let are_boxes = forms.iter().all(|pair| {
            pair.iter().zip(&mut boxes).all(|(form, boxes)| match form {
                Form::Shape(parts) => parts.len() == 1 && boxes.push(&parts[0]),
                _ => false,
            })
        });
        let pairs = if are_boxes { Pairs::Boxes(Box::new(boxes)) } else { Pairs::Forms(forms) };
        Part { pairs, hits: Vec::new() }
    }

    fn decide(&mut self) {
        match &self.pairs {
            Pairs::Boxes(boxes) => boxes[0].overlaps(&boxes[1], Touching::Counts, &mut self.hits),
            Pairs::Forms(pairs) => {
                self.hits.clear();
                let hits = black_box(pairs).iter().map(|[a, b]| query::overlaps(a, b, Touching::Counts));
                self.hits.extend(hits);
            }
        }
    }
}

fn on_cpu(batch: Batch, threads: usize) -> Result<Job, String> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    let length = batch.pairs.len().div_ceil(if threads > 1 { 4 * threads } else { 1 }).max(1);
    let mut parts: Vec<Part> = batch.pairs.chunks(length).map(|pairs| Part::new(&batch, pairs)).collect();
    let (count, pool): (usize, Option<ThreadPool>) = (batch.pairs.len(), (threads > 1).then_some(pool));
    Ok(Box::new(move |clock| {
        clock.time(|| match &pool {
            Some(pool) => pool.install(|| parts.par_iter_mut().for_each(Part::decide)),
            None => parts.iter_mut().for_each(Part::decide),
        });
        let hits = (0..).zip(parts.iter().flat_map(|part| &part.hits));
        work(count, hits.filter(|(_, hit)| **hit).map(|(pair, _)| pair))
    }))
}

#[cfg(feature = "gpu")]
fn on_gpu(batch: Batch, setting: &Setting) -> Result<Job, String> {
    use kasuri::gpu::{Hits, Want};
    use kasuri::lattice::Point;
    let device = setting.device.clone().ok_or("it needs a GPU")?;
    let mut bodies = device.gpu().bodies(&batch.forms).map_err(|error| error.to_string())?;
    let moves = vec![Point::default(); batch.forms.len()];
    Ok(Box::new(move |clock| {
        let asks = clock.asks_device();
        let mut took = None;
        let answer = clock.time(|| {
            bodies.set_moves(&moves).expect("places in the world");
            let mut send = || bodies.submit(black_box(&batch.pairs), Want::List, Touching::Counts);
            let ticket = if asks {
                let (ticket, between) = device.timed(send);
                took = between();
                ticket
            } else {
                send()
            };
            bodies.receive(ticket.expect("a GPU that stays")).expect("a GPU that stays")
        });
        clock.add_device(took);
        match answer.hits {
            Hits::List(hits) => work(batch.pairs.len(), hits.into_iter()),
            _ => work(batch.pairs.len(), std::iter::empty()),
        }
    }))
}
