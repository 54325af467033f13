//! Errors for Godot's log, and conversions between the numbers of Godot and of Kasuri.

use std::fmt::Display;

use godot::prelude::*;
use kasuri::{Handle, Vec2};

/// Writes an error into Godot's log and debugger.
pub(crate) fn report(place: &str, error: impl Display) {
    godot::global::push_error(&[format!("{place}: {error}").to_variant()]);
}

/// Returns the value, or reports the error.
pub(crate) fn or_report<T, E: Display>(place: &str, result: Result<T, E>) -> Option<T> {
    result.inspect_err(|error| report(place, error)).ok()
}

/// Returns an object that a script passed, or reports that it is null.
pub(crate) fn given<T>(place: &str, what: &str, object: Option<T>) -> Option<T> {
    if object.is_none() {
        report(place, format_args!("{what} is null"));
    }
    object
}

/// Returns the elements of a list. One that is null or of another class, which a script or the editor can put there, is an
/// error.
pub(crate) fn items<T>(list: &Array<Gd<T>>, name: &str) -> Result<Vec<Gd<T>>, String>
where
    T: GodotClass,
{
    let all = list.to_variant();
    let item = |k: usize| {
        let item = all.call("get", &[(k as i64).to_variant()]);
        item.try_to::<Gd<T>>().map_err(|_| format!("{name}[{k}] is no {}.", T::class_id()))
    };
    (0..list.len()).map(item).collect()
}

pub(crate) fn vec2(v: Vector2) -> Vec2 {
    Vec2::new(f64::from(v.x), f64::from(v.y))
}

pub(crate) fn vector2(v: Vec2) -> Vector2 {
    Vector2::new(v.x as f32, v.y as f32)
}

/// Makes a list of Godot's. It has its size at once, because lists grow slowly in Godot.
pub(crate) fn vectors(points: &[Vec2]) -> PackedVector2Array {
    let mut vectors = PackedVector2Array::new();
    vectors.resize(points.len());
    vectors.as_mut_slice().iter_mut().zip(points).for_each(|(to, &at)| *to = vector2(at));
    vectors
}

pub(crate) fn vec2s(points: &PackedVector2Array) -> Vec<Vec2> {
    points.as_slice().iter().copied().map(vec2).collect()
}

/// Returns the number that stands for a body in scripts.
pub(crate) fn number_of(body: Handle) -> i64 {
    body.to_bits().cast_signed()
}

/// Returns the body that a number of a script stands for, or reports that there is none.
pub(crate) fn body_of(place: &str, number: i64) -> Option<Handle> {
    let body = Handle::from_bits(number.cast_unsigned());
    if body.is_none() {
        report(place, format_args!("{number} is not the number of a body"));
    }
    body
}

pub(crate) fn bodies_of(place: &str, numbers: &PackedInt64Array) -> Option<Vec<Handle>> {
    numbers.as_slice().iter().map(|&number| body_of(place, number)).collect()
}

pub(crate) fn numbers_of(bodies: impl IntoIterator<Item = Handle>) -> PackedInt64Array {
    // A list grows in Rust more quickly than one of Godot's.
    let numbers: Vec<i64> = bodies.into_iter().map(number_of).collect();
    PackedInt64Array::from(numbers.as_slice())
}
