//! Instruction sets chosen at run time: every kernel is written once, over [`Lanes`], and compiled for each set.
//!
//! All sets compute the same results; only the number of boxes or words at a time differs.
//!
//! [`Kernel`] is a function that is compiled once for each set; `Simd::run` selects the set at run time. What a kernel calls must be
//! `inline(always)` and must not be a closure. Otherwise it is not compiled for the set, is ten times slower, and no tool warns.
#![allow(unsafe_code)] // For the intrinsics of the sets, and the promise that the machine has them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(feature = "internals")]
mod chosen;
mod eight;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
mod pack;
mod plain;
mod prefetch;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg_attr(not(test), expect(dead_code))]
mod sincos;

use std::sync::OnceLock;

use crate::error::{Cause, Error, Result};
use crate::lattice::{Bounds, Point};
pub(crate) use eight::Eight;
pub(crate) use pack::pack;
pub(crate) use prefetch::prefetch;
pub(crate) use sincos::sin_cos_chunk;

/// An instruction set.
///
/// ```
/// use kasuri::parallel::Simd;
/// assert!(Simd::available().any(|set| set == Simd::best()));
/// assert_eq!(Simd::named("plain"), Some(Simd::PLAIN));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Simd(InstructionSet);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum InstructionSet {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

/// Whether the processor is one of Intel's.
#[cfg(target_arch = "x86_64")]
fn is_by_intel() -> bool {
    let about = std::arch::x86_64::__cpuid(0);
    [about.ebx, about.edx, about.ecx].map(u32::to_le_bytes).concat() == b"GenuineIntel"
}

impl Default for Simd {
    fn default() -> Simd {
        Simd::best()
    }
}

impl Simd {
    /// The plain set: only instructions that every machine of the target has, as the compiler generates them.
    /// A module of WebAssembly that is built with SIMD128 runs only where there is SIMD128, so there this set uses it too.
    pub const PLAIN: Simd = Simd(InstructionSet::Plain);

    /// Returns the best set of this machine, or the one that the variable `KASURI_SIMD` names.
    ///
    /// If the variable names a set that this machine does not have, calls that can fail return an error:
    /// [`WorldBuilder::build`](crate::world::WorldBuilder::build), [`World::step`](crate::World::step),
    /// [`Worlds::step`](crate::worlds::Worlds::step), scenes. Calls that cannot fail use the best set.
    #[inline]
    pub fn best() -> Simd {
        #[cfg(feature = "internals")]
        if let Some(chosen) = Simd::chosen() {
            return chosen;
        }
        static BEST: OnceLock<Simd> = OnceLock::new();
        *BEST.get_or_init(|| {
            let wanted = Simd::from_env().ok().flatten();
            wanted.or_else(|| Simd::available().last()).unwrap_or(Simd::PLAIN)
        })
    }

    /// Returns the set for the kernels that decide pairs. These are eight numbers wide in every set. With AVX-512 they
    /// took 1.1 to 1.3 times as long as with AVX2 on an Intel Xeon (bench/NOTES.md); on AMD's Zen 4 they were faster.
    #[inline]
    pub(crate) fn for_pairs() -> Simd {
        #[cfg(feature = "internals")]
        if let Some(chosen) = Simd::chosen() {
            return chosen;
        }
        static BEST: OnceLock<Simd> = OnceLock::new();
        *BEST.get_or_init(|| {
            #[cfg(target_arch = "x86_64")]
            if Simd::best().0 == InstructionSet::Avx512
                && matches!(Simd::from_env(), Ok(None))
                && is_by_intel()
            {
                return Simd(InstructionSet::Avx2);
            }
            Simd::best()
        })
    }

    /// Returns the set that the variable `KASURI_SIMD` names; an error if this machine has no set of that name.
    ///
    /// ```
    /// use kasuri::parallel::Simd;
    /// if let Some(simd) = Simd::from_env()? {
    ///     assert_eq!(simd, Simd::best());
    /// }
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_env() -> Result<Option<Simd>> {
        let name = "KASURI_SIMD";
        let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) else { return Ok(None) };
        let value = value.to_string_lossy().into_owned();
        match Simd::named(&value) {
            Some(simd) => Ok(Some(simd)),
            None => {
                let names = Simd::available().map(Simd::name).collect::<Vec<_>>().join(", ");
                let accepted = format!("one of {names}");
                Err(Cause::Variable { name, value, accepted }.error())
            }
        }
    }

    /// Returns an error if the variable names no instruction set of this machine. Every call that can fail checks
    /// this first, so that no answer comes from another set than the one named. The variable is read once.
    #[inline]
    pub(crate) fn check_env() -> Result<()> {
        static MISSPELT: OnceLock<Option<Error>> = OnceLock::new();
        match MISSPELT.get_or_init(|| Simd::from_env().err()) {
            None => Ok(()),
            Some(error) => Err(error.clone()),
        }
    }

    /// Returns the set named `plain`, `avx2`, `avx512`, `neon` or `simd128`, if this machine has it.
    pub fn named(name: &str) -> Option<Simd> {
        Simd::available().find(|set| set.name() == name)
    }

    /// Returns the name of the set.
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "avx512",
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            InstructionSet::Neon => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            InstructionSet::Simd128 => "simd128",
        }
    }

    /// Returns all sets that this machine has, from the narrowest to the widest.
    pub fn available() -> impl Iterator<Item = Simd> {
        #[cfg(target_arch = "x86_64")]
        let more = [(InstructionSet::Avx2, avx2::is_there()), (InstructionSet::Avx512, avx512::is_there())];
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        let more = [(InstructionSet::Neon, true)];
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        let more = [(InstructionSet::Simd128, true)];
        #[cfg(not(any(
            target_arch = "x86_64",
            all(target_arch = "aarch64", target_endian = "little"),
            all(target_arch = "wasm32", target_feature = "simd128")
        )))]
        let more: [(InstructionSet, bool); 0] = [];
        let more = more.into_iter().filter(|(_, is_there)| *is_there).map(|(set, _)| set);
        std::iter::once(InstructionSet::Plain).chain(more).map(Simd)
    }

    /// Runs a kernel, compiled for this set.
    #[inline]
    #[allow(unreachable_code)]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Out {
        // With every kernel twice, a module would be larger by a ninth. Tests compare both.
        #[cfg(all(
            target_arch = "wasm32",
            target_feature = "simd128",
            not(any(test, feature = "internals"))
        ))]
        return simd128::run(kernel);
        match self.0 {
            InstructionSet::Plain => kernel.run(plain::Plain),
            // SAFETY: a `Simd` other than plain comes only from `available`, which checked the machine.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { avx2::run(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { avx512::run(kernel) },
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            InstructionSet::Neon => neon::run(kernel),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            InstructionSet::Simd128 => simd128::run(kernel),
        }
    }
}

/// Returns a box as four numbers: least x, least y, greatest x, greatest y.
#[inline(always)]
pub(crate) fn words_of(bounds: &Bounds) -> &[u32; 4] {
    // SAFETY: a box is laid out as C does: four numbers of 32 bits, in this order.
    unsafe { &*std::ptr::from_ref(bounds).cast() }
}

/// A function compiled once for every instruction set. `run` and all that it calls on lanes must be `inline(always)`.
pub(crate) trait Kernel {
    type Out;
    fn run<L: Lanes>(self, lanes: L) -> Self::Out;
}

/// The most boxes that a set takes at a time: columns and lists are padded by this number.
pub(crate) const MOST_LANES: usize = 16;

/// The operations of an instruction set: a box against several boxes, pairs from bits, floats, words and texels.
pub(crate) trait Lanes: Eight {
    /// Runs a kernel in a separate function, compiled for this set: for large kernels that are called from several
    /// places.
    fn call<K: Kernel>(self, kernel: K) -> K::Out;

    /// The number of boxes at a time.
    const BOXES: usize;
    /// A box, copied to all lanes.
    type Probe: Copy;

    fn probe(self, bounds: Bounds) -> Self::Probe;

    /// Returns bits: bit k says whether the probe overlaps box `at + k`, for k below `BOXES`.
    ///
    /// # Safety
    /// `at` is at most the columns' length without their padding.
    unsafe fn meets(self, probe: Self::Probe, columns: View<'_>, at: usize) -> u32;

    /// Like [`meets`](Lanes::meets), but safe: it checks `at`.
    #[inline(always)]
    fn meeting(self, probe: Self::Probe, columns: View<'_>, at: usize) -> u32 {
        assert!(at <= columns.len());
        // SAFETY: `at` is at most the columns' length.
        unsafe { self.meets(probe, columns, at) }
    }

    /// Writes a pair for every bit k of `hits`: `a` and the id of column `at + k`, the smaller first. Returns the
    /// number of pairs.
    ///
    /// # Safety
    /// As for `meets`; `out` has room for `MOST_LANES` pairs, and all of them may be overwritten.
    unsafe fn pairs(self, a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize;

    /// Returns bits: bit k says whether the k-th interval of `a`, from its first to before its end, overlaps that of
    /// `b` moved by `dx`. No sum may leave i16.
    #[inline(always)]
    fn stretches_meet(self, a: [&[i16; 32]; 2], b: [&[i16; 32]; 2], dx: i16) -> u32 {
        let ([first_a, end_a], [first_b, end_b]) = (a, b);
        let mut hits = 0;
        for k in 0..32 {
            hits |= u32::from((first_a[k] < end_b[k] + dx) & (first_b[k] + dx < end_a[k])) << k;
        }
        hits
    }

    /// Whether `mul_add` is one instruction here, and not a slow function. Used only where both give the exact
    /// result.
    const FUSES: bool;

    /// Returns a * b - c * d, for products that f64 represents exactly.
    #[inline(always)]
    fn cross(self, [a, c]: [f64; 2], [d, b]: [f64; 2]) -> f64 {
        if Self::FUSES { a.mul_add(b, -(c * d)) } else { a * b - c * d }
    }

    /// Returns a * b + c * d, for products that f64 represents exactly.
    #[inline(always)]
    fn dot(self, [a, c]: [f64; 2], [b, d]: [f64; 2]) -> f64 {
        if Self::FUSES { a.mul_add(b, c * d) } else { a * b + c * d }
    }

    /// Eight numbers.
    type Reals: Copy;
    /// A mask: a yes or no for each of eight numbers.
    type Which: Copy;

    fn reals(self, all: &[f64; 8]) -> Self::Reals;
    /// Returns the same number eight times.
    fn real(self, x: f64) -> Self::Reals;
    fn add_reals(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;
    fn sub(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;
    fn mul(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;
    /// Returns a * b - c, rounded once or twice: only for values where both are exact.
    fn mul_sub(self, a: Self::Reals, b: Self::Reals, c: Self::Reals) -> Self::Reals;
    /// Returns a * b + c, rounded once or twice: only for values where both are exact.
    fn mul_add(self, a: Self::Reals, b: Self::Reals, c: Self::Reals) -> Self::Reals;
    fn div(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;
    /// Returns the lesser of two numbers; the second if one of them is NaN.
    fn lesser(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;
    /// Returns the greater of two numbers; the second if one of them is NaN.
    fn greater(self, a: Self::Reals, b: Self::Reals) -> Self::Reals;
    /// Returns where a < b.
    fn is_less(self, a: Self::Reals, b: Self::Reals) -> Self::Which;
    fn both(self, a: Self::Which, b: Self::Which) -> Self::Which;
    /// Returns `yes` where the mask is set, else `no`.
    fn pick(self, which: Self::Which, yes: Self::Reals, no: Self::Reals) -> Self::Reals;
    /// Returns the greatest of all eight numbers.
    fn greatest(self, x: Self::Reals) -> f64;
    /// Returns the coordinates of up to eight points, x then y; the lanes that remain get those of `filler`.
    #[inline(always)]
    fn points(self, points: &[Point], filler: Point) -> [Self::Reals; 2] {
        let (mut x, mut y) = ([0.0; 8], [0.0; 8]);
        for k in 0..8 {
            let point = if k < points.len() { points[k] } else { filler };
            (x[k], y[k]) = (point.x.into(), point.y.into());
        }
        [self.reals(&x), self.reals(&y)]
    }

    /// The number of words of bits at a time, at most 8.
    const WORDS: usize;
    /// `WORDS` words of 64 bits.
    type Words: Copy;

    /// # Safety
    /// `WORDS` words can be read.
    unsafe fn words(self, at: *const u64) -> Self::Words;

    /// Loads the first `n` words, at most `WORDS`; the others are 0.
    ///
    /// # Safety
    /// `n` words can be read.
    unsafe fn first_words(self, at: *const u64, n: usize) -> Self::Words;

    /// Returns words without a set bit.
    fn none(self) -> Self::Words;
    /// Shifts every word right; a shift by 64 or more gives 0.
    fn right(self, words: Self::Words, by: u32) -> Self::Words;
    /// Shifts every word left; a shift by 64 or more gives 0.
    fn left(self, words: Self::Words, by: u32) -> Self::Words;
    /// Returns the words without the first, followed by the first word of `later`.
    fn next(self, words: Self::Words, later: Self::Words) -> Self::Words;
    /// Shifts the low words right by less than 64; the bits that come in at the top are taken from the high words.
    #[inline(always)]
    fn funnel(self, low: Self::Words, high: Self::Words, by: u32) -> Self::Words {
        self.or(self.right(low, by), self.left(high, 64 - by))
    }
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Whether any bit is set.
    fn any(self, words: Self::Words) -> bool;
    /// Returns the number of set bits of each word.
    fn ones(self, words: Self::Words) -> Self::Words;
    /// Adds word by word.
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Returns the sum of all words.
    fn sum(self, words: Self::Words) -> u64;

    /// Sixteen numbers of 32 bits, one for each of sixteen rows of pixels.
    type Column: Copy;

    /// Returns `start + k * step` for row k, modulo 2^32.
    fn column(self, start: u32, step: u32) -> Self::Column;
    /// Adds row by row, modulo 2^32.
    fn plus(self, a: Self::Column, b: Self::Column) -> Self::Column;

    /// Whether the set can pick several texels of a patch at a time.
    const HAS_PATCHES: bool;
    /// 32 rows of 32 texels.
    type Patch: Copy;

    fn patch(self, rows: &[u32; 32]) -> Self::Patch;

    /// Makes a patch whose rows are the words of a mask from row `first` on, each shifted right by `by`, or left if
    /// `by` is negative; `by` is between -63 and 63. Rows outside the mask are 0.
    #[inline(always)]
    fn narrow_patch(self, words: &[u64], first: i32, by: i32) -> Self::Patch {
        let mut rows = [0; 32];
        let (left, right) = ((-by).max(0), by.max(0));
        for (row, k) in rows.iter_mut().zip(first..) {
            let word = usize::try_from(k).ok().and_then(|k| words.get(k)).copied().unwrap_or(0);
            *row = (word << left >> right) as u32;
        }
        self.patch(&rows)
    }

    /// Returns in bit 0 of each row the texel in column u and row v of the patch, where u and v are the integer parts
    /// of 16.16 fixed-point numbers. u counts modulo 2^16; from 32 on it is outside, where no texel is set. v counts
    /// modulo 32.
    fn texels(self, patch: &Self::Patch, u: Self::Column, v: Self::Column) -> Self::Column;
    /// Whether [`Lanes::push_window`] is the fastest method to compute a block of pixels.
    const HAS_WINDOWS: bool = false;

    /// Does this N times: shifts eight rows right by one, and puts a texel into the top bit of each. The arrays `u` and
    /// `v` say which texel, in 16.16 fixed point: the start, the step per time, and the step per row. `texels` are rows
    /// of 32 columns. u is below 32; v grows by at most 1 from row to row, and eight more rows than any v names can be
    /// read.
    #[inline(always)]
    fn push_window<const N: u32>(
        self,
        pixels: Self::Ints,
        texels: &[u32],
        u: [i32; 3],
        v: [i32; 3],
    ) -> Self::Ints {
        let mut rows = [0; 8];
        self.put_ints(pixels, &mut rows, 0);
        for n in 0..N as i32 {
            for (k, row) in (0..).zip(&mut rows) {
                let [x, y] = [u, v].map(|[start, right, down]| (start + n * right + k * down) >> 16);
                *row = *row >> 1 | texels[y as usize] >> x << 31;
            }
        }
        self.ints(&rows, 0)
    }

    /// Eight rows of texels.
    type Small: Copy;

    /// Makes a patch of the low halves of up to eight words.
    fn small_patch(self, words: &[u64]) -> Self::Small;

    /// Like `texels`, for eight rows of 16 texels, with u as a 5.27 fixed-point number: u is at least -16 and below
    /// 32, v is at least -24 and below 32, and no texel is set outside the rows.
    fn small_texels(self, patch: &Self::Small, u: Self::Column, v: Self::Column) -> Self::Column;

    /// Shifts every row right by one, and puts bit 0 of the texels into its top bit.
    fn push(self, pixels: Self::Column, texels: Self::Column) -> Self::Column;
    /// Shifts every row right; a shift by 32 or more gives 0.
    fn drop(self, pixels: Self::Column, by: u32) -> Self::Column;
    /// Writes the rows one after the other.
    fn store_column(self, pixels: Self::Column, out: &mut [u32; 16]);
}

/// Boxes and their ids, column by column, padded so that all lanes can be read from any box on.
#[derive(Debug, Default)]
pub(crate) struct BoxColumns {
    x0: Vec<i32>,
    y0: Vec<i32>,
    x1: Vec<i32>,
    y1: Vec<i32>,
    id: Vec<u32>,
}

impl BoxColumns {
    /// Makes room for `n` boxes; their values are left as they were, until set.
    pub(crate) fn resize(&mut self, n: usize) {
        for column in [&mut self.x0, &mut self.y0, &mut self.x1, &mut self.y1] {
            column.resize(n + MOST_LANES, 0);
        }
        self.id.resize(n + MOST_LANES, 0);
    }

    /// Returns the number of boxes.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.id.len() - MOST_LANES
    }

    /// Copies boxes; each box's id is its index.
    #[inline(always)]
    pub(crate) fn fill(&mut self, bounds: &[Bounds]) {
        let n = bounds.len();
        self.resize(n);
        let BoxColumns { x0, y0, x1, y1, id } = self;
        let (x0, y0, x1, y1) = (&mut x0[..n], &mut y0[..n], &mut x1[..n], &mut y1[..n]);
        let id = &mut id[..n];
        for k in 0..n {
            let Bounds { min, max } = bounds[k];
            (x0[k], y0[k], x1[k], y1[k], id[k]) = (min.x, min.y, max.x, max.y, k as u32);
        }
    }

    /// Sets a box and its id.
    #[inline(always)]
    pub(crate) fn set(&mut self, at: usize, bounds: Bounds, id: u32) {
        assert!(at < self.len());
        // SAFETY: all columns have the same length, and `at` is within it.
        unsafe {
            *self.x0.get_unchecked_mut(at) = bounds.min.x;
            *self.y0.get_unchecked_mut(at) = bounds.min.y;
            *self.x1.get_unchecked_mut(at) = bounds.max.x;
            *self.y1.get_unchecked_mut(at) = bounds.max.y;
            *self.id.get_unchecked_mut(at) = id;
        }
    }

    /// Prefetches a box.
    #[inline(always)]
    pub(crate) fn prefetch(&self, at: usize) {
        for column in [&self.x0, &self.y0, &self.x1, &self.y1] {
            prefetch(&column[at..][..1]);
        }
    }

    /// Returns a view for reading the columns.
    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        let BoxColumns { x0, y0, x1, y1, id } = self;
        View { x0: x0.as_ptr(), y0: y0.as_ptr(), x1: x1.as_ptr(), y1: y1.as_ptr(), id: id.as_ptr(), of: self }
    }
}

/// The addresses of columns, as raw pointers: so a loop that writes elsewhere need not load them again.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    x0: *const i32,
    y0: *const i32,
    x1: *const i32,
    y1: *const i32,
    id: *const u32,
    of: &'a BoxColumns,
}

impl View<'_> {
    /// Returns the number of boxes.
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.of.len()
    }

    /// Returns a box.
    #[inline(always)]
    pub(crate) fn get(self, at: usize) -> Bounds {
        assert!(at < self.len());
        // SAFETY: all columns have the same length, and `at` is within it.
        unsafe {
            Bounds {
                min: Point::new(*self.x0.add(at), *self.y0.add(at)),
                max: Point::new(*self.x1.add(at), *self.y1.add(at)),
            }
        }
    }

    /// Returns a view with the least and greatest corners exchanged: a probe then overlaps only the boxes that lie
    /// wholly in it.
    #[inline(always)]
    pub(crate) fn inside_out(self) -> Self {
        View { x0: self.x1, y0: self.y1, x1: self.x0, y1: self.y0, ..self }
    }

    /// Returns the id of a box.
    #[inline(always)]
    pub(crate) fn id_of(self, at: usize) -> u32 {
        assert!(at < self.len());
        // SAFETY: `at` is within the length.
        unsafe { self.id(at) }
    }

    /// # Safety
    /// `at` is below the padded length.
    #[inline(always)]
    pub(crate) unsafe fn id(self, at: usize) -> u32 {
        debug_assert!(at < self.len() + MOST_LANES);
        // SAFETY: promised by the caller.
        unsafe { *self.id.add(at) }
    }
}

/// Returns a word with the lowest `n` bits set, or all 32 if `n` is larger.
#[inline(always)]
pub(crate) fn lowest(n: usize) -> u32 {
    if n >= 32 { u32::MAX } else { (1 << n) - 1 }
}

/// Writes pairs bit by bit, for sets that cannot pack lanes.
///
/// # Safety
/// As for [`Lanes::pairs`].
#[inline(always)]
unsafe fn pairs_by_bit(a: u32, hits: u32, columns: View<'_>, at: usize, out: *mut [u32; 2]) -> usize {
    let put = |n: usize, bit: u32| {
        // SAFETY: each bit's index is below the padding, and there is room for as many pairs as lanes.
        unsafe {
            let b = columns.id(at + bit as usize);
            *out.add(n) = [a.min(b), a.max(b)];
        }
    };
    // Mostly there is no bit or one, and which of the two is not predictable: so the first pair is always written.
    put(0, hits.trailing_zeros() % MOST_LANES as u32);
    let (mut n, mut rest) = (1, hits & hits.wrapping_sub(1));
    while rest != 0 {
        put(n, rest.trailing_zeros());
        n += 1;
        rest &= rest - 1;
    }
    n - usize::from(hits == 0)
}
