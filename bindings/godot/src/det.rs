//! Mathematics and random numbers that are the same on every machine.

use godot::prelude::*;
use kasuri::det::{self, RandomStream};

use crate::errors::{report, vec2, vector2};

/// Mathematics that is the same on every machine: for all that moves a body in a replay or over a network. The sines of GDScript
/// differ in their last bits from machine to machine, and one bit in a velocity is a visibly different game a second later.
#[derive(GodotClass)]
#[class(init)]
pub(crate) struct KasuriDet {}

#[godot_api]
impl KasuriDet {
    /// Returns the sine of an angle in radians.
    #[func]
    fn sin(angle: f64) -> f64 {
        det::sin(angle)
    }

    /// Returns the cosine of an angle in radians.
    #[func]
    fn cos(angle: f64) -> f64 {
        det::cos(angle)
    }

    /// Returns the angle of the point (x, y), from -PI to PI.
    #[func]
    fn atan2(y: f64, x: f64) -> f64 {
        det::atan2(y, x)
    }

    /// Returns the square root, correctly rounded.
    #[func]
    fn sqrt(x: f64) -> f64 {
        det::sqrt(x)
    }

    /// Returns the length of the vector (x, y).
    #[func]
    fn hypot(x: f64, y: f64) -> f64 {
        det::hypot(x, y)
    }

    /// Returns 2 to the power of [param x].
    #[func]
    fn exp2(x: f64) -> f64 {
        det::exp2(x)
    }

    /// Returns a vector that is turned by an angle in radians, as bodies turn.
    #[func]
    fn rotate(vector: Vector2, angle: f64) -> Vector2 {
        vector2(det::rotate(vec2(vector), angle))
    }

    /// Returns a position that is moved towards a target by at most [param most] pixels. It never passes the target.
    #[func]
    fn move_towards(position: Vector2, target: Vector2, most: f64) -> Vector2 {
        vector2(det::move_towards(vec2(position), vec2(target), most))
    }

    /// Returns a vector that is turned towards a direction by at most [param most] radians, with the same length.
    #[func]
    fn turn_towards(vector: Vector2, direction: Vector2, most: f64) -> Vector2 {
        vector2(det::turn_towards(vec2(vector), vec2(direction), most))
    }
}

/// A stream of random numbers that are the same on every machine. [member key] and [member drawn] are its whole state.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriRandomStream {
    /// Which stream it is. The key of a seed's stream is the seed.
    #[var]
    key: i64,
    /// How many numbers were drawn.
    #[var]
    drawn: i64,
}

#[godot_api]
impl KasuriRandomStream {
    /// Returns the stream of a seed. Every seed is good, also 0.
    #[func]
    fn of_seed(seed: i64) -> Gd<KasuriRandomStream> {
        Gd::from_object(KasuriRandomStream { key: seed, drawn: 0 })
    }

    /// Returns a stream of its own for a step, a wave or a body. It depends on [member key] and the name, not on how many numbers
    /// were drawn.
    #[func]
    fn split(&self, name: i64) -> Gd<KasuriRandomStream> {
        KasuriRandomStream::of_seed(self.stream().split(name.cast_unsigned()).key.cast_signed())
    }

    /// Draws 64 random bits.
    #[func]
    fn bits(&mut self) -> i64 {
        self.draw(RandomStream::bits).cast_signed()
    }

    /// Draws a whole number from 0 to [param n] - 1; 0 if [param n] is 0.
    #[func]
    fn below(&mut self, n: i64) -> i64 {
        let Ok(n) = u32::try_from(n) else {
            report("KasuriRandomStream.below", format_args!("{n} is not within 0 to 4294967295"));
            return 0;
        };
        self.draw(|stream| stream.below(n)).into()
    }

    /// Draws a number from [param least] to [param most].
    #[func]
    fn between(&mut self, least: f64, most: f64) -> f64 {
        self.draw(|stream| stream.between(least, most))
    }
}

impl KasuriRandomStream {
    fn stream(&self) -> RandomStream {
        RandomStream { key: self.key.cast_unsigned(), drawn: self.drawn.cast_unsigned() }
    }

    fn draw<T>(&mut self, draw: impl FnOnce(&mut RandomStream) -> T) -> T {
        let mut stream = self.stream();
        let drawn = draw(&mut stream);
        self.drawn = stream.drawn.cast_signed();
        drawn
    }
}
