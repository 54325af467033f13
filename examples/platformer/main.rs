//! A platformer: slopes, stairs of pixels, platforms to jump up through, lifts, coins, and a saved game that continues
//! exactly. Run it with `cargo run --release --example platformer`; with a path as argument it draws the game there as
//! an SVG.
#![allow(clippy::print_stdout)]

mod game;
mod picture;

use game::{Game, Keys};

/// Plays the game: walks right, and jumps where the walker is stuck.
fn bot(game: &Game) -> Keys {
    let is_stuck = game.stands && game.slow > 2;
    let is_bored = game.stands && game.steps % 90 == 60;
    Keys { along: 1.0, jump: is_stuck || is_bored }
}

fn play(game: &mut Game, steps: u32, mut seen: impl FnMut(&Game)) -> kasuri::Result<()> {
    for _ in 0..steps {
        if game.is_won {
            break;
        }
        let keys = bot(game);
        game.step(keys)?;
        seen(game);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new()?;
    let mut picture = picture::Picture::new(&game)?;
    play(&mut game, 200, |game| picture.note(game))?;
    let save = game.save();
    println!("step {}: {} coins, saved in {} bytes", game.steps, game.coins, save.len());

    play(&mut game, 1400, |game| picture.note(game))?;
    println!(
        "step {}: {} coins, {}",
        game.steps,
        game.coins,
        if game.is_won { "through the door" } else { "lost" }
    );

    let mut again = Game::load(&save)?;
    play(&mut again, 1400, |_| ())?;
    let is_same = again.world.hash() == game.world.hash() && again.coins == game.coins;
    println!("played on from the save: {}", if is_same { "the same to the bit" } else { "ANOTHER GAME" });
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, picture.finish(&game)?)?;
        println!("{path} shows it");
    }
    if is_same && game.is_won { Ok(()) } else { Err("the game went wrong".into()) }
}
