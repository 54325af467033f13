//! Applies a step's hits to the game: damage, collected items, grazes and victory.

use kasuri::answer::Overlap;
use kasuri::{Handle, Hit, Step, World};

use super::field::{BLAST, BULLET, CORE, DEADLY, FOE, GEM, LASER, SHIP, SHOT};
use super::game::{FREEZE, Game, Mode};
use crate::scenes::Why;
use crate::scenes::skin::Skin;

const BLAST_HURTS: i32 = 6;

pub(super) fn apply(game: &mut Game, world: &mut World, step: &Step) -> kasuri::Result<()> {
    shots(game, world, step)?;
    gems(game, world, step)?;
    grazes(game, step);
    losses(game, world)?;
    boss(game, world)?;
    for flying in [&mut game.bullets, &mut game.shots, &mut game.gems] {
        flying.retain(|f| world.contains(f.body));
    }
    core(game, world, step)
}

/// Shots hurt foes and are removed; blasts hurt foes.
fn shots(game: &mut Game, world: &mut World, step: &Step) -> kasuri::Result<()> {
    for hit in step.between(FOE, SHOT) {
        hurt(game, hit.a, 1);
        if let Ok(shot) = world.get(hit.b) {
            game.sparks.burst(shot.at(), 1, 'm');
            world.remove(hit.b)?;
        }
        game.tally.score += 5;
    }
    for hit in step.between(FOE, BLAST) {
        hurt(game, hit.a, BLAST_HURTS);
    }
    Ok(())
}

fn hurt(game: &mut Game, body: Handle, by: i32) {
    if let Some(foe) = game.foes.iter_mut().find(|foe| foe.body == body) {
        foe.health -= by;
    }
    if let Some(boss) = game.boss.as_mut().filter(|boss| boss.body == body && boss.fights()) {
        boss.health -= by;
    }
}

/// Collects gems. Each is worth more, the more grazes there were.
fn gems(game: &mut Game, world: &mut World, step: &Step) -> kasuri::Result<()> {
    for hit in step.between(SHIP, GEM).filter(|_| game.mode != Mode::Over) {
        game.tally.score += 50 + 5 * u64::from(game.tally.grazes);
        world.remove(hit.b)?;
    }
    Ok(())
}

fn grazes(game: &mut Game, step: &Step) {
    let near = step.grazes().iter().filter_map(|hit| hit.between(CORE, BULLET | LASER)).count();
    if near > 0 && game.mode != Mode::Over {
        game.tally.grazes += near as u32;
        game.tally.score += 20 * near as u64;
        game.sparks.burst(game.player.at, near.min(6), 'w');
    }
}

/// Removes foes without health, which leave gems.
fn losses(game: &mut Game, world: &mut World) -> kasuri::Result<()> {
    let (dead, alive) = std::mem::take(&mut game.foes).into_iter().partition(|foe| foe.health <= 0);
    game.foes = alive;
    let dead: Vec<super::foe::Foe> = dead;
    for foe in dead {
        world.remove(foe.body)?;
        game.tally.score += foe.kind.worth();
        game.sparks.burst(foe.at, 18, 'o');
        let places = match foe.kind {
            super::foe::Kind::Fly => 1,
            _ => 4,
        };
        let places: Vec<_> =
            (0..places).map(|k| [foe.at.x + f64::from(k * 8 - 12 * (places / 4)), foe.at.y].into()).collect();
        game.turn_to_gems(world, &places)?;
    }
    Ok(())
}

fn boss(game: &mut Game, world: &mut World) -> kasuri::Result<()> {
    let Some(mut boss) = game.boss.take() else { return Ok(()) };
    if !boss.is_beaten() {
        game.boss = Some(boss);
        return Ok(());
    }
    let places: Vec<_> = game.bullets.iter().step_by(6).take(40).map(|bullet| bullet.at).collect();
    game.clear_bullets(world)?;
    game.turn_to_gems(world, &places)?;
    game.sparks.burst(boss.at, 60, 'v');
    if boss.health <= 0 {
        game.tally.score += 5000 + 10 * u64::from(boss.left());
    }
    if boss.go_on() {
        game.boss = Some(boss);
        return Ok(());
    }
    game.sparks.burst(boss.at, 200, 'y');
    world.remove(boss.body)?;
    game.tally.score += 20_000 * u64::from(game.tally.lives);
    game.enter(Mode::Won);
    Ok(())
}

/// Freezes the game when the core is hit, and keeps what hit it.
fn core(game: &mut Game, world: &World, step: &Step) -> kasuri::Result<()> {
    let hits: Vec<Hit> = step.between(CORE, DEADLY).filter(|hit| world.contains(hit.b)).collect();
    let Some(first) = hits.first() else { return Ok(()) };
    if matches!(game.mode, Mode::Over | Mode::Won) {
        return Ok(());
    }
    let words = words(world, first, step.number())?;
    game.why = Some(Why { step: step.number(), at: game.player.at, words });
    game.cause = hits;
    game.freeze = FREEZE;
    Ok(())
}

fn words(world: &World, hit: &Hit, number: u64) -> kasuri::Result<String> {
    let other = world.get(hit.b)?;
    let skin = format!("{:?}", Skin::of(other.data())).to_lowercase();
    let how = match world.overlap(hit)? {
        Some(Overlap::SpriteShape { pixels }) => format!("{pixels} px of it met the core"),
        Some(Overlap::ShapeShape(contact)) => format!("{:.2} px deep in the core", contact.depth),
        _ => "0 px".to_owned(),
    };
    let at = other.at();
    Ok(format!("step {number}: {skin} {} at ({:.2}, {:.2}), {how}", hit.b, at.x, at.y))
}
