//! Changes the broad phase or backend of a running world; the world's state stays the same.

use kasuri::broad::{Auto, Brute, Grid, Tree};
use kasuri::gpu::Gpu;
use kasuri::{Backend, World, world::WorldBuilder};

use crate::broad::{Quadtree, RTree, Sweep};

type With = fn(WorldBuilder) -> WorldBuilder;

/// The broad phases. The first is the default of a new world.
pub(super) const BROADS: [(&str, With); 7] = [
    ("auto", |builder| builder.broad(Auto::default())),
    ("grid", |builder| builder.broad(Grid::default())),
    ("tree", |builder| builder.broad(Tree::default())),
    ("brute", |builder| builder.broad(Brute)),
    ("quadtree", |builder| builder.broad(Quadtree::default())),
    ("r-tree", |builder| builder.broad(RTree)),
    ("sweep", |builder| builder.broad(Sweep::default())),
];
/// The backends.
pub(super) const BACKENDS: [(&str, Backend); 3] =
    [("cpu", Backend::Cpu), ("gpu", Backend::Gpu), ("auto", Backend::Auto)];

/// The indices of a world's broad phase and backend, and the GPU once it was needed.
#[derive(Default)]
pub(super) struct Tools {
    pub(super) broad: usize,
    pub(super) backend: usize,
    gpu: Option<Gpu>,
}

impl Tools {
    /// Gives a world another broad phase and backend. On an error nothing changes.
    pub(super) fn give(&mut self, world: &mut World, broad: usize, backend: usize) -> kasuri::Result<()> {
        let mut builder = BROADS[broad].1(World::builder()).backend(BACKENDS[backend].1);
        if backend > 0 {
            let gpu = self.gpu.take().map_or_else(Gpu::new, Ok)?;
            self.gpu = Some(gpu.clone());
            builder = builder.gpu(gpu);
        }
        let mut fresh = builder.build()?;
        fresh.restore(&world.snapshot());
        *world = fresh;
        (self.broad, self.backend) = (broad, backend);
        Ok(())
    }

    /// Drops the GPU so that it is not used again.
    pub(super) fn drop_gpu(&mut self) {
        self.gpu = None;
    }

    #[cfg(debug_assertions)]
    pub(super) fn lose(&self) {
        self.gpu.iter().for_each(|gpu| gpu.device().destroy());
    }

    /// Goes back to the defaults of a new world.
    pub(super) fn reset(&mut self) {
        (self.broad, self.backend) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{self, Pad};

    #[test]
    fn nobody_notices_but_the_clock() {
        let others = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 2), (4, 0), (5, 0), (6, 0)];
        let mut stages = others.map(|_| stage::open("danmaku", 1).unwrap());
        let mut tools = Tools::default();
        for k in 0..300 {
            for (stage, (broad, backend)) in stages.iter_mut().zip(others) {
                if k == 200 {
                    tools.give(stage.world_mut().unwrap(), broad, backend).unwrap();
                }
                stage.step(Pad::default()).unwrap();
            }
        }
        let told = stages.each_ref().map(|stage| stage.tell());
        assert!(told.iter().all(|each| *each == told[0]), "{told:?}");
        let reports = stages.each_ref().map(|stage| *stage.last().unwrap().report());
        assert_eq!(reports.map(|report| report.broad)[1..4], ["grid", "tree", "brute"]);
        assert_eq!(reports.map(|report| report.broad)[6..], ["quadtree", "r-tree", "sweep"]);
        assert_eq!(reports.map(|report| report.backend)[3..5], ["cpu", "gpu"]);
    }
}
