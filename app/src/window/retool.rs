//! Another broad phase for a world that is running: it goes on as it was.

use kasuri::broad::{Auto, Brute, Grid, Tree};
use kasuri::{Builder, World};

type With = fn(Builder) -> Builder;

/// All there are.
pub(super) const BROADS: [(&str, With); 4] = [
    ("auto", |builder| builder.broad(Auto::default())),
    ("grid", |builder| builder.broad(Grid::default())),
    ("tree", |builder| builder.broad(Tree::default())),
    ("brute", |builder| builder.broad(Brute)),
];

/// Gives a world one of them.
pub(super) fn give(world: &mut World, which: usize) -> kasuri::Result<()> {
    let mut fresh = BROADS[which].1(World::builder()).build()?;
    fresh.restore(&world.snapshot());
    *world = fresh;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::{self, Pad};

    #[test]
    fn nobody_notices_but_the_clock() {
        let mut stages = [(); 5].map(|()| stage::open("danmaku", 1).unwrap());
        for k in 0..400 {
            for (which, stage) in stages.iter_mut().enumerate() {
                if k == 200 && which < 4 {
                    give(stage.world_mut().unwrap(), which).unwrap();
                }
                stage.step(Pad::default()).unwrap();
            }
        }
        let told = stages.each_ref().map(|stage| stage.tell());
        assert!(told.iter().all(|each| *each == told[4]), "{told:?}");
        let broads = stages.each_ref().map(|stage| stage.last().unwrap().report().broad);
        assert!(broads.contains(&"tree") && broads.contains(&"brute"), "{broads:?}");
    }
}
