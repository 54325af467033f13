//! Where a body fits, decided on a device (SPEC 8, `fits`): only the question is sent, and bits come back.
//!
//! The host lists the pieces of the body and of the obstacles near the grid, and for each two the columns and rows of positions
//! at which their boxes meet. These are the jobs. The kernels of shaders/fits.wgsl have a thread for each pose of a job: it
//! makes the pose, tests the two pieces, and sets the pose's bit. Poses that are near no obstacle cost nothing.
//!
//! What a sprite covers depends on its place within a pixel. So the device rasterises it once for each such place in the rows
//! at hand, as it does for the bodies of a batch; whole-pixel steps have one. A pose moves these covers by whole pixels.
//!
//! The host tests poses that took the device too many rounds, and pairs on whose seams pieces see nothing.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Cause, Error, Result};
use crate::form::{Form, Touching};
use crate::gpu::Gpu;
use crate::gpu::arena::{Role, most_bytes};
use crate::gpu::constants::{ROOTED, STRICT};
use crate::gpu::device::Device;
use crate::gpu::forms::{FormKind, FormTables};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, FitJob, FitPlace};
use crate::gpu::masks::MaskWords;
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::HostPass;
use crate::gpu::readback::{Pool, Reading};
use crate::gpu::scope::caught;
use crate::lattice::{Bounds, Point, UNITS};
use crate::query::piece::{Piece, pieces};
use crate::query::{FitAxis, FitDevice, Fits, OverlapRule, Pose, Set};
use crate::shape::Convex;

/// The kernels, each with a place for its parameters: those of passes that only frames have.
const PASSES: [(Kernel, HostPass); 4] = [
    (Kernel::FitShapes, HostPass::Moves),
    (Kernel::FitShapeSprite, HostPass::Changes),
    (Kernel::FitSpriteShape, HostPass::Grid),
    (Kernel::FitSprites, HostPass::Buckets),
];
/// The most words of bits, and of covers of the body, that are made at once.
const MOST_WORDS: u64 = 1 << 22;
/// The most threads of a pass: a longer one could make a driver lose its patience.
const MOST_THREADS: u64 = 1 << 28;
/// Jobs of a kernel begin at a multiple of this number, since bindings begin at multiples of 256 bytes.
const JOBS: usize = 32;
const WORKGROUP: u32 = 64;

impl Fits<'_> {
    /// Lets a GPU decide: the same answers, bit for bit. It is sent the body and the obstacles here. It is an error where the
    /// GPU is lost, too small or not to be trusted; where it fails later, the CPU gives the answer.
    ///
    /// ```no_run
    /// use kasuri::query::{self, PlaceGrid, Placed};
    /// use kasuri::{gpu::Gpu, Placement, Shape, Touching};
    /// let coins = [Placed::new(Shape::circle(2.0)?.place(&Placement::default())?, [0.0, 0.0])];
    /// let places = PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [4096, 4096]);
    /// let fits = query::fits(&coins, &places, &coins, Touching::Counts)?.on_gpu(&Gpu::new()?)?;
    /// assert_eq!(fits.count(), 4096 * 4096 - 17);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn on_gpu(mut self, gpu: &Gpu) -> Result<Self> {
        self.use_gpu(gpu)?;
        Ok(self)
    }

    pub(crate) fn use_gpu(&mut self, gpu: &Gpu) -> Result<()> {
        pollster::block_on(gpu.trust())?;
        let (axes, mut angles) = (self.axes(), Vec::new());
        for poses in self.poses() {
            let mut angle = AngleOnGpu::new(gpu, axes, poses)?;
            angle.rows = angle.rows_at_once();
            pollster::block_on(caught(gpu, || angle.device.upload(gpu, &angle.tables, &angle.masks)))?;
            angles.push(Mutex::new(angle));
        }
        self.decide_by(Box::new(FitsOnGpu { gpu: gpu.clone(), angles }));
        Ok(())
    }
}

/// A question on a device.
#[derive(Debug)]
struct FitsOnGpu {
    gpu: Gpu,
    angles: Vec<Mutex<AngleOnGpu>>,
}

/// The body at one angle and its obstacles, on the device.
#[derive(Debug)]
struct AngleOnGpu {
    axes: [FitAxis; 2],
    tables: FormTables,
    masks: MaskWords,
    device: Device,
    pool: Pool,
    positions: Arc<Vec<[i32; 2]>>,
    /// The place in a pixel of each column.
    columns: PixelPlaces,
    /// The most places in a pixel along y in the rows that are made at once.
    most_places: u32,
    /// How many placed sprites the body and its regions have: the first bodies.
    sprites: u32,
    couples: Vec<FitCouple>,
    rows: u32,
}

/// A piece of the body and a piece of an obstacle.
#[derive(Debug)]
struct FitCouple {
    /// The number of its kernel among [`PASSES`].
    pass: usize,
    ours: u32,
    theirs: u32,
    flags: u32,
    shift: Point,
    /// The positions at which their boxes meet, both ends included.
    x: [i64; 2],
    y: [i64; 2],
}

/// The places in a pixel that some columns or rows have.
#[derive(Debug, Default)]
struct PixelPlaces {
    all: Vec<i32>,
    /// The number of each column's place.
    numbers: Vec<u32>,
}

impl PixelPlaces {
    fn of(axis: &FitAxis, range: Range<u32>) -> PixelPlaces {
        let (mut places, mut known) = (PixelPlaces::default(), HashMap::new());
        for place in range.map(|k| axis.at(k) & (UNITS - 1)) {
            let number = *known.entry(place).or_insert_with(|| {
                places.all.push(place);
                places.all.len() as u32 - 1
            });
            places.numbers.push(number);
        }
        places
    }
}

/// What became of some rows.
enum FitRows {
    /// The blocked poses, and those that were cut short.
    Bits { blocked: Vec<u32>, cut: Vec<u32> },
    /// They are too many at once.
    TooMany,
}

impl AngleOnGpu {
    fn new(gpu: &Gpu, axes: [FitAxis; 2], poses: &[Pose<'_>]) -> Result<AngleOnGpu> {
        if u64::from(axes[0].count) > 32 * MOST_WORDS {
            let (needed, most) = (axes[0].count.into(), 32 * MOST_WORDS);
            return Err(Cause::GpuTooSmall { what: "a row of poses", needed, most }.error());
        }
        let columns = PixelPlaces::of(&axes[0], 0..axes[0].count);
        let mut angle = AngleOnGpu {
            axes,
            tables: FormTables::default(),
            masks: MaskWords::default(),
            device: Device::new(gpu),
            pool: Pool::default(),
            positions: Arc::default(),
            columns,
            most_places: 1,
            sprites: 0,
            couples: Vec::new(),
            rows: 1,
        };
        angle.most_places = angle.places_at_once(poses);
        let each = angle.columns.all.len() as u32 * angle.most_places;
        // First the body's sprites, at all places in a pixel; then shapes of the body, and all pieces of obstacles.
        let mut forms: Vec<Form> = Vec::new();
        let mut firsts = Vec::new();
        for pose in poses {
            firsts.push(forms.len() as u32);
            if let Form::Sprite(sprite) = &pose.form {
                let sprite = Form::Sprite(sprite.moved_to(Point::default()));
                forms.extend((0..each).map(|_| sprite.clone()));
            }
        }
        angle.sprites = forms.len() as u32;
        for (pose, first) in poses.iter().zip(&mut firsts) {
            if let Form::Shape(_) = &pose.form {
                *first = forms.len() as u32;
                forms.push(pose.form.clone());
            }
        }
        let mut couples = Vec::new();
        for (pose, &first) in poses.iter().zip(&firsts) {
            angle.list(pose, first, &mut forms, &mut couples)?;
        }
        angle.tables = FormTables::of(&forms, None, &mut angle.masks);
        angle.positions = Arc::new(std::mem::take(&mut angle.tables.origins));
        for couple in &mut couples {
            if let FormKind::Shape(shape) = angle.tables.kind(couple.body) {
                couple.of.ours += angle.tables.shapes[shape as usize].first;
            } else {
                couple.of.ours = couple.body;
            }
        }
        angle.couples = couples.into_iter().map(|listed| listed.of).collect();
        Ok(angle)
    }

    /// Returns how many places in a pixel along y the rows at hand may have, so that the covers fit.
    fn places_at_once(&self, poses: &[Pose<'_>]) -> u32 {
        let words = poses.iter().map(|pose| match &pose.form {
            Form::Sprite(sprite) => {
                let reach = sprite.reach();
                u64::from(reach.x1.abs_diff(reach.x0) / 64 + 2)
                    * 2
                    * u64::from(reach.y1.abs_diff(reach.y0) + 2)
            }
            _ => 0,
        });
        let row = words.sum::<u64>() * self.columns.all.len() as u64;
        let most = (MOST_WORDS / row.max(1)).clamp(1, UNITS as u64) as u32;
        most.min(self.axes[1].count)
    }

    /// Returns how many rows fit at once.
    fn rows_at_once(&self) -> u32 {
        let rows = (MOST_WORDS / u64::from(self.row_words())).max(1) as u32;
        // With places for all of a pixel any number of rows will do.
        if self.most_places >= UNITS as u32 || self.sprites == 0 { rows } else { rows.min(self.many_rows()) }
    }

    /// Returns how many rows surely have no more places in a pixel than there is room for.
    fn many_rows(&self) -> u32 {
        let all = PixelPlaces::of(&self.axes[1], 0..self.axes[1].count.min(1 << 16));
        let fits = all.all.len() as u32 <= self.most_places && self.axes[1].count <= 1 << 16;
        if fits { u32::MAX } else { self.most_places }
    }

    /// Returns the words of a row of bits: as many as in a map.
    fn row_words(&self) -> u32 {
        2 * self.axes[0].count.div_ceil(64)
    }

    /// Lists the couples of a body or region, and adds the pieces of its obstacles to the forms.
    fn list(
        &self,
        pose: &Pose<'_>,
        body: u32,
        forms: &mut Vec<Form>,
        couples: &mut Vec<ListedCouple>,
    ) -> Result<()> {
        let Some(area) = pose.area(&self.axes) else { return Ok(()) };
        for obstacle in &pose.obstacles {
            let flags = match (obstacle.rule, obstacle.by_pieces(&pose.form)) {
                (OverlapRule::Rooted, _) => ROOTED,
                (_, Some(Touching::Ignored)) => STRICT,
                (_, Some(Touching::Counts)) => 0,
                (_, None) => continue,
            };
            for piece in pieces(&obstacle.form, area) {
                let (Some(bounds), theirs) = (piece.bounds(), forms.len() as u32) else { continue };
                let is_sprite = matches!(piece, Piece::Sprite(_));
                forms.push(alone(piece)?);
                let couple = |part: u32, ours: Bounds, shift: Point| {
                    let pass = match (&pose.form, is_sprite) {
                        (Form::Sprite(_), true) => 3,
                        (Form::Sprite(_), false) => 2,
                        (_, true) => 1,
                        (_, false) => 0,
                    };
                    let ends = |ours: [i32; 2], theirs: [i32; 2]| {
                        [i64::from(theirs[0]) - i64::from(ours[1]), i64::from(theirs[1]) - i64::from(ours[0])]
                    };
                    let x = ends([ours.min.x, ours.max.x], [bounds.min.x, bounds.max.x]);
                    let y = ends([ours.min.y, ours.max.y], [bounds.min.y, bounds.max.y]);
                    ListedCouple { body, of: FitCouple { pass, ours: part, theirs, flags, shift, x, y } }
                };
                match &pose.form {
                    Form::Shape(parts) => {
                        let shift = parts.pieces()[0].vertices()[0];
                        let parts = (0..).zip(parts.pieces());
                        couples.extend(parts.map(|(k, part)| couple(k, part.bounds(), shift)));
                    }
                    _ => couples.extend(pose.reach().map(|reach| couple(0, reach, Point::default()))),
                }
            }
        }
        Ok(())
    }

    /// Decides some rows.
    fn decide(&mut self, gpu: &Gpu, rows: Range<u32>) -> Result<FitRows> {
        let places = PixelPlaces::of(&self.axes[1], rows.clone());
        if self.sprites > 0 && places.all.len() as u32 > self.most_places {
            return Ok(FitRows::TooMany);
        }
        let (jobs, threads) = self.jobs(&rows);
        if threads.iter().any(|&threads| threads > MOST_THREADS) {
            return Ok(FitRows::TooMany);
        }
        let words = u64::from(self.row_words()) * rows.len() as u64;
        let bytes = 8 * (words + 1);
        if words > u64::from(u32::MAX) / 32 || bytes > most_bytes(gpu) {
            return Ok(FitRows::TooMany);
        }
        let result = pollster::block_on(caught(gpu, || {
            let encoder = gpu.device().create_command_encoder(&Default::default());
            let encoder = self.record(gpu, encoder, (&rows, &places), (&jobs, threads), words as u32)?;
            let hits = self.device.arenas[Role::HitBits].buffer();
            Ok(encoder.map(|encoder| Reading::submit(gpu, &mut self.pool, encoder, &[(hits, 0, bytes)])))
        }));
        let Some(mut reading) = result? else { return Ok(FitRows::TooMany) };
        let mut blocked = pollster::block_on(reading.take(gpu, true))?;
        self.pool.give(reading);
        let cut = blocked.split_off(words as usize + 2);
        let was_cut = blocked[words as usize + 1] > 0;
        blocked.truncate(words as usize);
        Ok(FitRows::Bits { blocked, cut: if was_cut { cut } else { Vec::new() } })
    }

    /// Records the passes for some rows; `None` where the covers do not fit at once.
    fn record(
        &mut self,
        gpu: &Gpu,
        mut encoder: wgpu::CommandEncoder,
        (rows, places): (&Range<u32>, &PixelPlaces),
        (jobs, threads): (&[Vec<FitJob>; 4], [u64; 4]),
        words: u32,
    ) -> Result<Option<wgpu::CommandEncoder>> {
        self.device.upload(gpu, &self.tables, &self.masks)?;
        self.place_sprites(places);
        self.device.place_bodies(gpu, &mut encoder, &self.positions)?;
        let is_placed = |body: u32| {
            let wide = self.columns.all.len() * places.all.len();
            let each = self.columns.all.len() * self.most_places as usize;
            body >= self.sprites || (body as usize % each) < wide
        };
        let sprites = 0..self.tables.bodies.len() as u32;
        let needed = |body: u32| match self.tables.kind(body) {
            FormKind::Sprite(form) if is_placed(body) => self.tables.cover_words(form),
            _ => 0,
        };
        if sprites.clone().map(needed).sum::<u64>() > self.device.cover_room() {
            return Ok(None);
        }
        let marks: Vec<u32> = sprites.map(|body| is_placed(body).into()).collect();
        self.device.arenas[Role::Marks].fill(&marks)?;
        self.device.cover(gpu, &mut encoder);
        let places = self.places(rows, places);
        let bytes = 8 * (u64::from(words) + 1);
        let arenas = &mut self.device.arenas;
        arenas[Role::FitPlaces].fill(&places)?;
        arenas[Role::HitBits].reserve(bytes)?;
        let sizes = jobs.each_ref().map(|jobs| jobs.len().next_multiple_of(JOBS) * size_of::<FitJob>());
        arenas[Role::FitJobs].reserve(sizes.iter().sum::<usize>() as u64)?;
        encoder.clear_buffer(arenas[Role::HitBits].buffer(), 0, Some(bytes));
        let mut from = 0;
        for (k, (kernel, slot)) in PASSES.into_iter().enumerate().filter(|&(k, _)| threads[k] > 0) {
            let ask = Ask { count: threads[k] as u32, flags: 0, room: jobs[k].len() as u32, words };
            self.device.arenas.ask(slot, ask)?;
            let arenas = &self.device.arenas;
            arenas[Role::FitJobs].write(from, &jobs[k]);
            let part = arenas[Role::FitJobs].part_binding(from, sizes[k] as u64);
            let groups = Groups(threads[k], WORKGROUP);
            let ask = arenas.asked(slot);
            PassRecorder::new(gpu, &mut encoder, arenas).pass(kernel, ask, &[(Role::FitJobs, part)], groups);
            from += sizes[k] as u64;
        }
        Ok(Some(encoder))
    }

    /// Returns the jobs of each kernel for some rows, and the number of their threads.
    fn jobs(&self, rows: &Range<u32>) -> ([Vec<FitJob>; 4], [u64; 4]) {
        let (mut jobs, mut threads): ([Vec<FitJob>; 4], _) = (Default::default(), [0_u64; 4]);
        let [x, y] = &self.axes;
        for couple in &self.couples {
            let FitCouple { pass, ours, theirs, flags, shift, .. } = *couple;
            let (columns, all) = (x.range(couple.x[0], couple.x[1]), y.range(couple.y[0], couple.y[1]));
            let (first, end) = (all.start.max(rows.start), all.end.min(rows.end));
            if columns.is_empty() || first >= end {
                continue;
            }
            jobs[pass].push(FitJob {
                // With more threads than fit a word, the rows are too many.
                start: threads[pass] as u32,
                column: columns.start,
                columns: columns.len() as u32,
                row: x.count + (first - rows.start),
                ours,
                theirs,
                flags,
                unused: 0,
                shift: [shift.x, shift.y],
            });
            threads[pass] += columns.len() as u64 * u64::from(end - first);
        }
        (jobs, threads)
    }

    /// Returns the columns, and behind them the rows.
    fn places(&self, rows: &Range<u32>, places: &PixelPlaces) -> Vec<FitPlace> {
        let [x, y] = &self.axes;
        let columns = (0..x.count).zip(&self.columns.numbers);
        let columns = columns.map(|(k, &sprite)| FitPlace { at: x.at(k), sprite, bit: k });
        let wide = self.columns.all.len() as u32;
        let rows = rows.clone().zip(&places.numbers).map(|(k, number)| {
            let bit = 32 * self.row_words() * (k - rows.start);
            FitPlace { at: y.at(k), sprite: number * wide, bit }
        });
        columns.chain(rows).collect()
    }

    /// Puts the body's sprites to the places in a pixel, unless they are there.
    fn place_sprites(&mut self, places: &PixelPlaces) {
        let each = self.columns.all.len() * self.most_places as usize;
        let mut wanted: Vec<[i32; 2]> = Vec::with_capacity(self.sprites as usize);
        for k in 0..self.sprites as usize {
            let (column, row) = (k % each % self.columns.all.len(), k % each / self.columns.all.len());
            wanted.push([self.columns.all[column], places.all.get(row).copied().unwrap_or(0)]);
        }
        if self.positions[..wanted.len()] != wanted[..] {
            let rest = self.positions[wanted.len()..].iter().copied();
            self.positions = Arc::new(wanted.iter().copied().chain(rest).collect());
        }
    }
}

/// A couple whose body has no number of its own yet.
struct ListedCouple {
    body: u32,
    of: FitCouple,
}

/// Returns a piece as a body of its own.
fn alone(piece: Piece<'_>) -> Result<Form> {
    let part = match piece {
        Piece::Sprite(sprite) => return Ok(Form::Sprite(sprite.into_owned())),
        Piece::Convex(Set::Convex(part)) => part.clone(),
        Piece::Convex(Set::Moved(part)) => part,
        Piece::Convex(Set::Run(corners)) => Convex::new(corners.to_vec(), 0)?,
    };
    Ok(Form::Shape(part.into()))
}

impl FitDevice for FitsOnGpu {
    fn clear_blocked(
        &self,
        poses: &[Pose<'_>],
        angle: usize,
        rows: Range<u32>,
        words: &mut [u64],
    ) -> Result<()> {
        let mut on_gpu = self.angles[angle].lock().unwrap_or_else(PoisonError::into_inner);
        let stride = words.len() / rows.len().max(1);
        let (mut first, mut most) = (rows.start, on_gpu.rows);
        while first < rows.end {
            let next = first..rows.end.min(first.saturating_add(most));
            match on_gpu.decide(&self.gpu, next.clone()) {
                Ok(FitRows::Bits { blocked, cut }) => {
                    let from = (first - rows.start) as usize * stride;
                    let words = &mut words[from..from + next.len() * stride];
                    clear(words, &blocked);
                    clear_cut(&on_gpu.axes, poses, &next, words, &cut);
                    first = next.end;
                }
                Ok(FitRows::TooMany) if next.len() > 1 => most = next.len() as u32 / 2,
                Ok(FitRows::TooMany) => return Err(too_many()),
                Err(error) => {
                    // New buffers may be broken.
                    on_gpu.device = Device::new(&self.gpu);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn rows(&self) -> u32 {
        let rows = self.angles.iter().map(|angle| angle.lock().unwrap_or_else(PoisonError::into_inner).rows);
        rows.min().unwrap_or(1)
    }
}

fn too_many() -> Error {
    Cause::GpuTooSmall { what: "a row of poses", needed: u64::MAX, most: MOST_THREADS }.error()
}

/// Clears the bits that are set among those of a device, whose words have 32 bits, low half first.
fn clear(words: &mut [u64], set: &[u32]) {
    let pairs = set.chunks_exact(2).map(|two| u64::from(two[0]) | u64::from(two[1]) << 32);
    words.iter_mut().zip(pairs).for_each(|(word, set)| *word &= !set);
}

/// Tests the poses that were cut short, as far as they are not known to be blocked.
fn clear_cut(axes: &[FitAxis; 2], poses: &[Pose<'_>], rows: &Range<u32>, words: &mut [u64], cut: &[u32]) {
    let stride = words.len() / rows.len().max(1);
    for (k, word) in words.iter_mut().enumerate() {
        let Some(&[low, high]) = cut.get(2 * k..2 * k + 2) else { return };
        let mut left = *word & (u64::from(low) | u64::from(high) << 32);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let column = (k % stride) as u32 * 64 + bit;
            let at = Point::new(axes[0].at(column), axes[1].at(rows.start + (k / stride) as u32));
            if poses.iter().any(|pose| pose.obstacles.iter().any(|other| other.is_met(&pose.form, at))) {
                *word &= !(1 << bit);
            }
        }
    }
}
