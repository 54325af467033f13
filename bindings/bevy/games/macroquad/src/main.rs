//! The bullet hell of `../danmaku` in macroquad. The arrow keys move, Shift slows down, Space shoots.
//! With `KASURI_SHOT` the ship flies by itself; after 600 steps a screenshot is written there, and the game ends.

use danmaku::art::{self, Picture};
use danmaku::game::{Game, Glow, PICTURES, STEPS};
use macroquad::prelude::*;

fn texture(picture: &Picture) -> Texture2D {
    let texture = Texture2D::from_rgba8(picture.width as u16, picture.height as u16, &picture.rgba);
    texture.set_filter(FilterMode::Nearest);
    texture
}

/// Draws a picture with its middle at `at`.
fn draw_about(texture: &Texture2D, at: [f64; 2], angle: f64, scale: [f64; 2], color: Color) {
    let [x, y] = at.map(|v| v as f32);
    let size = texture.size() * vec2(scale[0] as f32, scale[1] as f32);
    let params = DrawTextureParams { rotation: angle as f32, dest_size: Some(size), ..Default::default() };
    draw_texture_ex(texture, x - size.x / 2.0, y - size.y / 2.0, color, params);
}

fn draw(game: &Game, textures: &[Texture2D]) -> kasuri::Result<()> {
    clear_background(Color::from_rgba(11, 13, 26, 255));
    let mut bodies: Vec<_> = game.bodies()?.collect();
    bodies.sort_by_key(|(seen, _)| seen.data());
    for (seen, glow) in bodies {
        let color = match glow {
            Glow::None => WHITE,
            Glow::Hit => Color::new(1.0, 0.4, 0.4, 1.0),
            Glow::Grazed => Color::new(1.0, 1.0, 0.3, 1.0),
        };
        let (at, scale) = (seen.at(), seen.scale());
        draw_about(&textures[seen.data() as usize], [at.x, at.y], seen.angle(), [scale.x, scale.y], color);
    }
    draw_about(&texture(&art::write(&game.line())), [240.0, 12.0], 0.0, [2.0, 2.0], WHITE);
    Ok(())
}

fn pressed() -> ([f64; 2], bool) {
    let axis = |less, more| f64::from(is_key_down(more) as i8 - is_key_down(less) as i8);
    let speed = if is_key_down(KeyCode::LeftShift) { 1.5 } else { 3.5 };
    let by = [axis(KeyCode::Left, KeyCode::Right) * speed, axis(KeyCode::Up, KeyCode::Down) * speed];
    (by, is_key_down(KeyCode::Space))
}

fn window() -> Conf {
    Conf {
        window_title: "Kasuri in macroquad".into(),
        window_width: 480,
        window_height: 640,
        ..Default::default()
    }
}

#[macroquad::main(window)]
async fn main() -> kasuri::Result<()> {
    let pictures = PICTURES.map(|picture| picture());
    let (mut game, textures) = (Game::new(&pictures)?, pictures.each_ref().map(texture));
    let (demo, mut due) = (std::env::var("KASURI_SHOT").ok(), 0.0);
    loop {
        // Sixty steps a second, at any frame rate.
        due = (due + f64::from(get_frame_time()) * 60.0).min(4.0);
        let steps = if demo.is_some() { 1 } else { due as u32 };
        due -= f64::from(steps);
        let (by, shoots) = if demo.is_some() { game.by_itself() } else { pressed() };
        (0..steps).try_for_each(|_| game.step(by, shoots))?;
        draw(&game, &textures)?;
        if let Some(path) = demo.as_ref().filter(|_| game.steps == STEPS) {
            println!("{}", game.line());
            get_screen_data().export_png(path);
            return Ok(());
        }
        next_frame().await;
    }
}
