//! What the game of `examples/rollback` asks of the network code around it. Here that is GGRS.

use kasuri::{Result, World};

/// The input of a player, one bit for each key.
pub(crate) type Input = u8;

/// A game in a world that depends only on both players' inputs.
pub(crate) trait Game: Clone {
    /// Plays one frame.
    fn play(&mut self, world: &mut World, inputs: [Input; 2]) -> Result<()>;
}
