//! Prints random sprites in the form for a shader, with their covered pixels, as JSON: for
//! scripts/check-drawing-in-browser.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Random, angle, mask};
use kasuri::{
    Placement,
    mask::{Cover, Sprite},
};
use serde_json::json;

/// The side of the drawn square of pixels around a sprite's position.
const SIDE: i32 = 96;

fn main() {
    let mut random = Random::new(17);
    let mut one = || {
        let sizes = [1.0, 1.0, -1.0, 0.4, 2.5, -1.7, 64.0, 1.0 / 64.0];
        let far = random.pick(&[0.0, 0.0, 1e3, -2e6]);
        let at = [far + random.coordinate(20.0), random.coordinate(20.0) - far];
        let scale = [random.pick(&sizes), random.pick(&sizes)];
        let placement = Placement::at(at).turned(angle(&mut random)).scaled(scale);
        let pivot = random.chance(3).then(|| random.point(30.0).into());
        Sprite::place(&mask(&mut random), &placement, pivot).unwrap()
    };
    let sprites: Vec<_> = (0..300).map(|_| told(&one())).collect();
    println!("{}", json!({ "glsl": kasuri::mask::PLACEMENT_GLSL, "side": SIDE, "sprites": sprites }));
}

fn told(sprite: &Sprite) -> serde_json::Value {
    let (turn, at, mask) = (sprite.turn(), sprite.at(), sprite.mask());
    let origin = [(at.x >> 8) - SIDE / 2, (at.y >> 8) - SIDE / 2];
    let cover = Cover::of(sprite);
    let mut covered: Vec<i32> = Vec::new();
    for (i, j) in cover.iter() {
        let (x, y) = (i - origin[0], j - origin[1]);
        if (0..SIDE).contains(&x) && (0..SIDE).contains(&y) {
            covered.push(y * SIDE + x);
        }
    }
    let solid = |x, y| i32::from(mask.get(i64::from(x), i64::from(y)));
    let texels: Vec<_> =
        (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| solid(x, y))).collect();
    json!({
        "steps": [turn.ux, turn.uy, turn.vx, turn.vy],
        "pivot": [turn.u1, turn.v1],
        "at": [at.x, at.y],
        "size": [mask.width(), mask.height()],
        "flip": sprite.flip().map(i32::from),
        "origin": origin,
        "texels": texels,
        "covered": covered,
    })
}
