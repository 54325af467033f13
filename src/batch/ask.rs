//! The public entry point of a batch.

use crate::batch::poses::Poses;
use crate::batch::side::Side;
use crate::batch::{Bits, Separation, run, separations};
use crate::error::{At, Cause, Result};
use crate::form::Touching;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;
use crate::simd::Simd;
use crate::threads::Threads;

/// Tests pairs of poses: by default on the CPU, with the best instruction set and all threads. The settings never change
/// the answers.
///
/// ```
/// use kasuri::Touching;
/// use kasuri::batch::{Batch, CirclePoses};
/// let a = CirclePoses { x: &[0.0_f32, 0.0], y: &[0.0, 0.0], r: &[2.0, 2.0] };
/// let b = CirclePoses { x: &[5.0_f64, 4.9], y: &[0.0, 0.0], r: &[3.0, 3.0] };
/// assert_eq!(Batch::new().overlaps(a, b)?.count(), 2);
/// assert_eq!(Batch::new().touching(Touching::Ignored).threads(1).overlaps(a, b)?.count(), 1);
///
/// let lost = CirclePoses { x: &[0.0, f64::NAN], ..b };
/// let error = Batch::new().overlaps(a, lost).unwrap_err();
/// assert_eq!(error.to_string(), "b.x[1]: NaN is not a finite number");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Batch {
    touching: Touching,
    threads: Threads,
    simd: Simd,
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
}

impl Batch {
    /// Returns a batch with the default settings: touching counts, on the CPU.
    pub fn new() -> Batch {
        Batch::default()
    }

    /// Sets whether touching without depth is an overlap; it is by default.
    pub fn touching(self, touching: Touching) -> Batch {
        Batch { touching, ..self }
    }

    /// Sets the number of threads for a large batch; by default as many as the machine has.
    pub fn threads(self, count: usize) -> Batch {
        Batch { threads: Threads::new(count), ..self }
    }

    /// Sets the instruction set; by default the best of the machine.
    pub fn simd(self, simd: Simd) -> Batch {
        Batch { simd, ..self }
    }

    /// Uses a GPU for pairs that are costly to compare: sprites whose masks have 4,096 pixels or more, such as 64 by 64. The CPU places
    /// bodies in any case, and for all other pairs that alone takes longer than its whole answer, so it decides those itself;
    /// [`uses_gpu`](Batch::uses_gpu) tells. The answers are the same.
    ///
    /// ```no_run
    /// use kasuri::batch::{Batch, CirclePoses};
    /// use kasuri::gpu::Gpu;
    /// let circles = CirclePoses { x: &[0.0], y: &[0.0], r: &[2.0] };
    /// let batch = Batch::new().gpu(&Gpu::new()?);
    /// assert!(!batch.uses_gpu(circles, circles));
    /// assert!(batch.overlaps(circles, circles)?.get(0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(feature = "gpu")]
    pub fn gpu(self, gpu: &Gpu) -> Batch {
        Batch { gpu: Some(gpu.clone()), ..self }
    }

    /// Whether these pairs are decided on the GPU: only if one was set, and only pairs that are costly to compare.
    #[cfg(feature = "gpu")]
    pub fn uses_gpu<'a>(&self, a: impl Into<Poses<'a>>, b: impl Into<Poses<'a>>) -> bool {
        self.gpu_for([a.into().0, b.into().0]).is_some()
    }

    /// Returns the GPU, if it is worth it for pairs of two sides.
    #[cfg(feature = "gpu")]
    fn gpu_for(&self, sides: [Side<'_>; 2]) -> Option<&Gpu> {
        self.gpu.as_ref().filter(|_| crate::batch::on_gpu::is_worth_it(sides))
    }

    /// Returns which pairs overlap, one bit each.
    pub fn overlaps<'a>(&self, a: impl Into<Poses<'a>>, b: impl Into<Poses<'a>>) -> Result<Bits> {
        let (sides, count) = sides(a.into(), b.into())?;
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu_for(sides) {
            return crate::batch::on_gpu::overlaps(gpu, &self.threads, sides, count, self.touching);
        }
        run::overlaps(self.simd, &self.threads, sides, count, self.touching)
    }

    /// Returns the indices of the pairs that overlap, in order.
    pub fn hits<'a>(&self, a: impl Into<Poses<'a>>, b: impl Into<Poses<'a>>) -> Result<Vec<u32>> {
        let bits = self.overlaps(a, b)?;
        let mut hits = Vec::with_capacity(bits.count() as usize);
        hits.extend(bits.iter());
        Ok(hits)
    }

    /// Returns the separation of each pair: the normal from the first to the second body, and how far the second moves
    /// along it until the two just touch. `None` where they do not overlap.
    ///
    /// ```
    /// use kasuri::batch::{Batch, BoxPoses};
    /// let a = BoxPoses { x: &[0.0, 0.0], y: &[0.0; 2], hx: &[2.0; 2], hy: &[9.0; 2], angle: &[0.0; 2] };
    /// let b = BoxPoses { x: &[3.0, 5.0], ..a };
    /// let separations = Batch::new().separations(a, b)?;
    /// assert_eq!(separations[0].map(|separation| (separation.normal, separation.depth)), Some(([1.0, 0.0], 1.0)));
    /// assert_eq!(separations[1], None);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn separations<'a>(
        &self,
        a: impl Into<Poses<'a>>,
        b: impl Into<Poses<'a>>,
    ) -> Result<Vec<Option<Separation>>> {
        let (sides, count) = sides(a.into(), b.into())?;
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu_for(sides) {
            let hits = crate::batch::on_gpu::overlaps(gpu, &self.threads, sides, count, self.touching)?;
            return separations::of_hits(&self.threads, sides, &hits, self.touching);
        }
        separations::separations(self.simd, &self.threads, sides, count, self.touching)
    }
}

/// Returns both sides and the number of their pairs; indices of bodies are `u32`.
fn sides<'a>(a: Poses<'a>, b: Poses<'a>) -> Result<([Side<'a>; 2], usize)> {
    let (first, second) = (a.0.len().at("a")?, b.0.len().at("b")?);
    if first != second {
        return Err(Cause::Lengths { bodies: first, values: second }.at("b"));
    }
    let most = u32::MAX as usize;
    if first > most {
        return Err(Cause::Count { what: "pairs", count: first, least: 0, most }.error());
    }
    Ok(([a.0, b.0], first))
}
