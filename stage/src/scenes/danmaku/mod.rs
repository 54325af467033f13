//! A bullet hell: waves, a moth with five patterns, lasers, grazes, bombs, lives and score. It plays itself until a
//! person plays.

mod bomb;
mod boss;
mod field;
mod flying;
mod foe;
mod game;
mod hud;
mod laser;
mod look_ahead;
mod patterns;
mod pilot;
mod player;
mod rules;
mod scenery;
mod spark;
mod waves;

use kasuri::lattice::PixelBox;
use kasuri::{Step, Vec2, World};

use super::cast::Cast;
use super::pad::Pad;
use super::table::{Play, Table};
use super::{Stage, Why};
use crate::draw::Drawing;
use field::{FIELD, HOME};
use game::{Game, Mode};

const KEYS: &str = "\
arrows, WASD   fly
Z, J           shoot; begin
Shift          fly slowly, shoot straight
X, K           bomb
C              where you can be within half a second
R              begin anew
Y              why the last life was lost";

/// Opens the game, which first plays itself.
pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let corner = |x: i32, y: i32| [f64::from(x), f64::from(y)];
    let world = World::builder().bounds(corner(FIELD.x0, FIELD.y0), corner(FIELD.x1, FIELD.y1)).build();
    let mut world = world.map_err(|error| error.to_string())?;
    let waves = waves::read(include_str!("../../../assets/danmaku/waves.txt"))?;
    let game = Game::new(&mut world, &Cast::read()?, &waves.into(), seed);
    Ok(Box::new(Table::new(world, game.map_err(|error| error.to_string())?)))
}

impl Play for Game {
    fn name(&self) -> &'static str {
        "danmaku"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        KEYS
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        self.go(world, pad)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        rules::apply(self, world, step)
    }

    fn draw(&self, world: &World, _: Option<&Step>, drawing: &mut Drawing) {
        scenery::draw(self, world, drawing);
        hud::draw(self, drawing);
    }

    fn tell(&self) -> String {
        let tally = &self.tally;
        format!(
            "score {}, {} lives, {} bombs, {} grazes, {} bullets\n",
            tally.score,
            tally.lives,
            tally.bombs,
            tally.grazes,
            self.bullets.len()
        )
    }

    fn why(&self) -> Option<Why> {
        self.why.clone()
    }

    fn hero(&self, _: &World) -> Option<Vec2> {
        (self.mode == Mode::Play).then_some(self.player.at)
    }
}

#[cfg(test)]
mod tests {

    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    use image::{ExtendedColorType, ImageEncoder};

    use super::flying::{Fired, Flying};
    use super::*;
    use crate::draw::{Camera, Zoom, draw_on_cpu};
    use crate::scenes::button;
    use crate::scenes::random::Random;
    use crate::scenes::skin::Skin;

    fn game(seed: u64) -> (World, Game) {
        let bounds = [[8.0, 8.0], [312.0, 352.0]];
        let mut world = World::builder().bounds(bounds[0], bounds[1]).build().unwrap();
        let waves = waves::read(include_str!("../../../assets/danmaku/waves.txt")).unwrap();
        let game = Game::new(&mut world, &Cast::read().unwrap(), &waves.into(), seed).unwrap();
        (world, game)
    }

    fn play(world: &mut World, game: &mut Game, pad: Pad) -> Option<Step> {
        let step = game.act(world, pad).unwrap().then(|| world.step().unwrap());
        step.iter().for_each(|step| game.react(world, step).unwrap());
        step
    }

    #[test]
    fn the_pilot_meets_everything_there_is() {
        let (mut world, mut game) = game(1);
        let (mut rounds, mut beams, mut most) = (Vec::new(), 0, 0);
        for _ in 0..14_000 {
            play(&mut world, &mut game, Pad::default());
            // Lives never run out, so that the pilot sees everything.
            game.tally.lives = 3;
            rounds.extend(game.boss.as_ref().map(|boss| boss.round));
            beams += usize::from(!game.lasers.is_empty());
            most = most.max(game.bullets.len());
            if rounds.last() == Some(&4) && game.boss.is_none() {
                break;
            }
        }
        rounds.dedup();
        assert_eq!(rounds, [0, 1, 2, 3, 4]);
        assert!(beams > 300 && most > 200 && game.tally.grazes > 50, "{beams} {most} {:?}", game.tally);
    }

    /// Returns how often the pilot is hit until it has won; it looks so many steps ahead for a way out.
    fn hits(seed: u64, looked: usize) -> u32 {
        let (mut world, mut game) = game(seed);
        play(&mut world, &mut game, Pad { held: button::FIRE, ..Pad::default() });
        let mut hits = 0;
        for _ in 0..12_000 {
            let pad = pilot::pad_looking(&game, &world, looked).unwrap();
            play(&mut world, &mut game, pad);
            hits += 3 - game.tally.lives;
            game.tally.lives = 3;
            if game.mode == Mode::Won {
                break;
            }
        }
        hits
    }

    /// Returns the hits in some games, by costs alone and with a look ahead.
    fn hits_in(seeds: std::ops::Range<u64>) -> [u32; 2] {
        [0, pilot::LOOKED].map(|looked| seeds.clone().map(|seed| hits(seed, looked)).sum())
    }

    #[test]
    fn the_pilot_is_hit_less_for_a_look_ahead() {
        let [without, with] = hits_in(0..3);
        println!("3 games: {without} hits by costs alone, {with} with a look ahead");
        assert!(2 * with < without, "{without} {with}");
    }

    #[test]
    #[ignore = "a measurement, which takes minutes"]
    fn how_often_the_pilot_is_hit() {
        let [without, with] = hits_in(0..100);
        println!("100 games: {without} hits by costs alone, {with} with a look ahead");
        assert!(2 * with < without);
    }

    #[test]
    fn who_does_nothing_dies_and_is_told_why() {
        let (mut world, mut game) = game(1);
        play(&mut world, &mut game, Pad { held: button::FIRE, ..Pad::default() });
        assert_eq!(game.mode, Mode::Play);
        let mut lives = vec![game.tally.lives];
        for _ in 0..9000 {
            play(&mut world, &mut game, Pad::default());
            lives.push(game.tally.lives);
        }
        lives.dedup();
        assert_eq!((lives, game.mode), (vec![3, 2, 1, 0], Mode::Over));
        assert!(game.why.as_ref().is_some_and(|why| why.words.contains(" px")));
        play(&mut world, &mut game, Pad { held: button::FIRE, ..Pad::default() });
        assert_eq!((game.mode, game.tally.lives, game.tally.score), (Mode::Play, 3, 0));
    }

    /// Checks that the picture of a game is the kept one.
    fn is_kept(world: &World, game: &Game, name: &str) {
        let mut drawing = Drawing::default();
        game.draw(world, None, &mut drawing);
        let size = [(HOME.x1 - HOME.x0) as u32, (HOME.y1 - HOME.y0) as u32];
        let picture = draw_on_cpu(&drawing, Camera::over(HOME, size, Zoom::enlarged(1)));
        let path = format!("{}/../docs/pictures/scenes/{name}.png", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("KASURI_KEEP_PICTURES").is_some() {
            let file = std::fs::File::create(&path).unwrap();
            PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive)
                .write_image(
                    &picture.rgb,
                    picture.width as u32,
                    picture.height as u32,
                    ExtendedColorType::Rgb8,
                )
                .unwrap();
        }
        let kept = image::open(path).unwrap().into_rgb8().into_raw();
        assert!(picture.rgb == kept, "{name} is not as docs/pictures has it");
    }

    #[test]
    fn how_it_ends_is_shown() {
        let (mut world, mut lost) = game(1);
        play(&mut world, &mut lost, Pad { held: button::FIRE, ..Pad::default() });
        while lost.mode != Mode::Over || lost.since < 100 {
            play(&mut world, &mut lost, Pad::default());
        }
        is_kept(&world, &lost, "danmaku-over");

        let (mut world, mut won) = game(1);
        play(&mut world, &mut won, Pad { held: button::FIRE, ..Pad::default() });
        for _ in 0..14_000 {
            if won.mode == Mode::Won && won.since == 100 {
                return is_kept(&world, &won, "danmaku-won");
            }
            let mut pad = pilot::pad(&won, &world).unwrap();
            if won.mode == Mode::Won {
                // Still shooting would start a new game.
                pad.held &= !button::FIRE;
            }
            play(&mut world, &mut won, pad);
            won.tally.lives = won.tally.lives.max(2);
        }
        panic!("the moth never rests");
    }

    #[test]
    fn a_bomb_clears_bullets_and_costs_a_bomb() {
        let (mut world, mut game) = game(5);
        let hold = |held| Pad { held, ..Pad::default() };
        play(&mut world, &mut game, hold(button::FIRE));
        let at = game.player.at;
        for k in 0..40 {
            let way = Fired::new(Skin::Orb, Vec2::new(at.x + 24.0 + f64::from(k), at.y - 40.0), 0.0, 0.01);
            let bullet = Flying::spawn(&mut world, &game.cast, way).unwrap();
            game.bullets.push(bullet);
        }
        let bombs = game.tally.bombs;
        play(&mut world, &mut game, hold(button::BOMB));
        (0..40).for_each(|_| drop(play(&mut world, &mut game, hold(0))));
        assert_eq!((game.tally.bombs, game.bullets.len()), (bombs - 1, 0));
    }

    #[test]
    fn five_thousand_bullets_are_no_burden() {
        let (mut world, mut game) = game(2);
        play(&mut world, &mut game, Pad { held: button::FIRE, ..Pad::default() });
        let mut random = Random::new(4);
        let skins = [Skin::Orb, Skin::Needle, Skin::Rice, Skin::Star, Skin::Pearl];
        for k in 0..5000 {
            let at = Vec2::new(random.between(10.0, 310.0), random.between(10.0, 350.0));
            let way = Fired::new(skins[k % 5], at, random.between(0.0, 6.0), 0.02);
            game.bullets.push(Flying::spawn(&mut world, &game.cast, way).unwrap());
        }
        for _ in 0..120 {
            // Hits are ignored, so that all bullets remain.
            game.act(&mut world, Pad::default()).unwrap();
            let report = *world.step().unwrap().report();
            assert!(report.bodies > 5000);
            // Bullets do not hit each other, so that the work stays that of the few bodies that they can hit.
            assert!(report.candidates < report.bodies / 10, "{report}");
        }
    }
}
