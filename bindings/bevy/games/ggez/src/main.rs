//! A bullet hell in ggez with Kasuri's hits. The arrow keys move, Shift slows down, Space shoots.
//! With `KASURI_SHOT` the ship flies by itself; after 600 steps a screenshot is written there, and the game ends.

use std::error::Error;
use std::fs::File;

use danmaku::art::{self, Picture};
use danmaku::game::{Game, Glow, PICTURES, STEPS};
use ggez::conf::{WindowMode, WindowSetup};
use ggez::event::{self, EventHandler};
use ggez::graphics::{Canvas, Color, DrawParam, Image, ImageFormat, InstanceArray, Sampler};
use ggez::winit::keyboard::{Key, NamedKey};
use ggez::{Context, ContextBuilder, GameError, GameResult};

/// The game, and the data for drawing it.
struct Shown {
    game: Game,
    /// One batch for each picture.
    batches: Vec<InstanceArray>,
    demo: Option<String>,
}

fn image(ctx: &Context, picture: &Picture) -> Image {
    Image::from_pixels(ctx, &picture.rgba, ImageFormat::Rgba8UnormSrgb, picture.width, picture.height)
}

fn told(error: kasuri::Error) -> GameError {
    GameError::CustomError(error.to_string())
}

impl Shown {
    fn new(ctx: &Context) -> kasuri::Result<Shown> {
        let pictures = PICTURES.map(|picture| picture());
        let batches = pictures.iter().map(|picture| InstanceArray::new(ctx, image(ctx, picture))).collect();
        Ok(Shown { game: Game::new(&pictures)?, batches, demo: std::env::var("KASURI_SHOT").ok() })
    }

    fn pressed(&self, ctx: &Context) -> ([f64; 2], bool) {
        if self.demo.is_some() {
            return self.game.by_itself();
        }
        let is_down = |key| ctx.keyboard.is_logical_key_pressed(&Key::Named(key));
        let axis = |less, more| f64::from(is_down(more) as i8 - is_down(less) as i8);
        let speed = if is_down(NamedKey::Shift) { 1.5 } else { 3.5 };
        let by =
            [axis(NamedKey::ArrowLeft, NamedKey::ArrowRight), axis(NamedKey::ArrowUp, NamedKey::ArrowDown)];
        (by.map(|by| by * speed), is_down(NamedKey::Space))
    }

    /// Fills the batches with all bodies.
    fn fill(&mut self) -> kasuri::Result<()> {
        self.batches.iter_mut().for_each(InstanceArray::clear);
        for (seen, glow) in self.game.bodies()? {
            let (at, scale) = (seen.at(), seen.scale());
            let color = match glow {
                Glow::None => Color::WHITE,
                Glow::Hit => Color::new(1.0, 0.4, 0.4, 1.0),
                Glow::Grazed => Color::new(1.0, 1.0, 0.3, 1.0),
            };
            // The offset puts the picture's middle at the body's position.
            let param = DrawParam::new()
                .dest([at.x as f32, at.y as f32])
                .rotation(seen.angle() as f32)
                .scale([scale.x as f32, scale.y as f32])
                .offset([0.5, 0.5])
                .color(color);
            self.batches[seen.data() as usize].push(param);
        }
        Ok(())
    }

    fn save(&self, ctx: &Context, path: &str) -> Result<(), Box<dyn Error>> {
        println!("{}", self.game.line());
        let frame = ctx.gfx.frame();
        let mut pixels = frame.to_pixels(ctx)?;
        if frame.format() == ImageFormat::Bgra8UnormSrgb {
            pixels.chunks_exact_mut(4).for_each(|pixel| pixel.swap(0, 2));
        }
        pixels.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
        let mut encoder = png::Encoder::new(File::create(path)?, frame.width(), frame.height());
        encoder.set_color(png::ColorType::Rgba);
        encoder.write_header()?.write_image_data(&pixels)?;
        Ok(())
    }
}

impl EventHandler for Shown {
    fn update(&mut self, ctx: &mut Context) -> GameResult {
        let (by, shoots) = self.pressed(ctx);
        if self.demo.is_some() {
            return self.game.step(by, shoots).map_err(told);
        }
        while ctx.time.check_update_time(60) {
            self.game.step(by, shoots).map_err(told)?;
        }
        Ok(())
    }

    fn draw(&mut self, ctx: &mut Context) -> GameResult {
        let mut canvas = Canvas::from_frame(ctx, Color::from_rgb(11, 13, 26));
        canvas.set_sampler(Sampler::nearest_clamp());
        self.fill().map_err(told)?;
        for batch in &self.batches {
            canvas.draw(batch, DrawParam::new());
        }
        let text = art::write(&self.game.line());
        let line = DrawParam::new().dest([240.0, 12.0]).offset([0.5, 0.5]).scale([2.0, 2.0]);
        canvas.draw(&image(ctx, &text), line);
        canvas.finish(ctx)?;
        if let Some(path) = self.demo.as_ref().filter(|_| self.game.steps == STEPS) {
            self.save(ctx, path).map_err(|error| GameError::CustomError(error.to_string()))?;
            ctx.request_quit();
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let context = ContextBuilder::new("kasuri", "Kasuri")
        .window_setup(
            WindowSetup::default().title("Kasuri in ggez").vsync(std::env::var_os("KASURI_SHOT").is_none()),
        )
        .window_mode(WindowMode::default().dimensions(480.0, 640.0));
    let (context, events) = context.build()?;
    let shown = Shown::new(&context)?;
    event::run(context, events, shown)?;
    Ok(())
}
