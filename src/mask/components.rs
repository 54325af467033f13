//! The connected pieces of a mask.

use crate::lattice::PixelBox;
use crate::mask::labels::{Labels, TexelRun};
use crate::mask::{Mask, row};

/// Which texels count as neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbours {
    /// The four that share an edge.
    Four,
    /// The eight that share an edge or a corner.
    Eight,
}

/// The connected pieces of a mask, in the order of their first texels by (y, x).
#[derive(Debug, Clone)]
pub struct Components {
    /// The runs of all pieces, one piece after the other, each in (y, x) order.
    runs: Vec<TexelRun>,
    /// The index where each piece's runs start; after the last piece, the index where they end.
    starts: Vec<usize>,
}

/// A connected piece of a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Component<'a> {
    runs: &'a [TexelRun],
}

impl Mask {
    /// Returns the connected pieces. pygame's `connected_components` and `get_bounding_rects` use eight neighbours.
    ///
    /// ```
    /// use kasuri::{mask::Neighbours, Mask};
    /// let debris = Mask::from_rows(&["##..#", "..#.#"])?;
    /// assert_eq!(debris.components(Neighbours::Four).len(), 3);
    /// let pieces = debris.components(Neighbours::Eight);
    /// assert_eq!(pieces.iter().map(|piece| piece.count()).collect::<Vec<_>>(), [3, 2]);
    /// assert_eq!(pieces.at_least(3).count(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("connected_components", "get_bounding_rects"))]
    pub fn components(&self, neighbours: Neighbours) -> Components {
        let labels = Labels::of(self, neighbours);
        let mut starts = vec![0; labels.pieces + 1];
        for &piece in &labels.piece {
            starts[piece as usize + 1] += 1;
        }
        for k in 1..starts.len() {
            starts[k] += starts[k - 1];
        }
        let mut free = starts.clone();
        let mut runs = vec![TexelRun { y: 0, from: 0, to: 0 }; labels.runs.len()];
        for (&run, &piece) in labels.runs.iter().zip(&labels.piece) {
            runs[free[piece as usize]] = run;
            free[piece as usize] += 1;
        }
        Components { runs, starts }
    }
}

impl Components {
    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no pieces, because the mask is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over all pieces, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Component<'_>> {
        self.starts.windows(2).map(|ends| Component { runs: &self.runs[ends[0]..ends[1]] })
    }

    /// Iterates over the pieces of at least this many texels, in order.
    pub fn at_least(&self, texels: u64) -> impl Iterator<Item = Component<'_>> {
        self.iter().filter(move |piece| piece.count() >= texels)
    }

    /// Returns the piece with the most texels, the first one among equals.
    pub fn largest(&self) -> Option<Component<'_>> {
        self.iter().reduce(|largest, piece| if piece.count() > largest.count() { piece } else { largest })
    }

    /// Returns the piece that contains texel (x, y).
    pub fn at(&self, x: i64, y: i64) -> Option<Component<'_>> {
        self.iter().find(|piece| piece.holds(x, y))
    }
}

impl Component<'_> {
    /// Returns the number of texels.
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.to - run.from)).sum()
    }

    /// Returns the box around the piece.
    pub fn bounds(&self) -> PixelBox {
        let x0 = self.runs.iter().map(|run| run.from).min().unwrap_or(0);
        let x1 = self.runs.iter().map(|run| run.to).max().unwrap_or(0);
        let [y0, y1] = [self.runs.first(), self.runs.last()].map(|run| run.map_or(0, |run| run.y as i32));
        PixelBox { x0: x0 as i32, y0, x1: x1 as i32, y1: y1 + 1 }
    }

    /// Whether texel (x, y) belongs to the piece.
    pub fn holds(&self, x: i64, y: i64) -> bool {
        let k = self.runs.partition_point(|run| (i64::from(run.y), i64::from(run.to)) <= (y, x));
        self.runs.get(k).is_some_and(|run| i64::from(run.y) == y && i64::from(run.from) <= x)
    }

    /// Returns the piece as a mask of the size of its [`bounds`](Component::bounds).
    ///
    /// ```
    /// use kasuri::{mask::Neighbours, Mask};
    /// let debris = Mask::from_rows(&["..##", "..#.", "#..."])?;
    /// let pieces = debris.components(Neighbours::Four);
    /// let piece = pieces.largest().unwrap();
    /// assert_eq!(piece.mask(), Mask::from_rows(&["##", "#."])?);
    /// assert_eq!((piece.bounds().x0, piece.bounds().y0), (2, 0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn mask(&self) -> Mask {
        let bounds = self.bounds();
        let (x0, y0) = (bounds.x0 as u32, bounds.y0 as u32);
        let mut mask = Mask::blank(bounds.x1 as u32 - x0, bounds.y1 as u32 - y0);
        let stride = mask.stride();
        for run in self.runs {
            let start = (run.y - y0) as usize * stride;
            let span = (run.from - x0) as usize..(run.to - x0) as usize;
            row::fill(&mut mask.words_mut()[start..start + stride], span);
        }
        mask
    }
}
