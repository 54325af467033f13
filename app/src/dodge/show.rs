//! Draws where a player would be free, what it can reach, and the path.

use std::path::Path;

use kasuri::query::{Dodge, DodgePath, PathPlace, PlaceMap};

use crate::film::Film;
use crate::picture::{Picture, Rgb, well_seen};
use crate::stop::Stop;

/// Where the player would be hit; where it is free but cannot come; where it can be.
const BLOCKED: Rgb = [196, 62, 74];
const FREE: Rgb = [26, 28, 44];
const REACHED: Rgb = [52, 140, 128];
/// The path that was taken, that which is to come, and the player.
const TAKEN: Rgb = [250, 214, 120];
const COMES: Rgb = [120, 190, 176];
const HERE: Rgb = [255, 255, 255];

/// Draws an animation where the file's name ends in `.gif` or is a folder, else one picture of all steps.
pub(super) fn draw(dodge: &Dodge, path: &DodgePath, file: &Path) -> Result<(), Stop> {
    let mut film = Film::open(file)?;
    let mut done = Ok(());
    if let Film::Picture(_) = film {
        done = film.take(0, &heat(dodge, path));
    } else {
        let last = path.steps.len() as u32;
        dodge.each_step(|k, free, reached| {
            if done.is_ok() && film.wants(k as u32 + 1, last) {
                done = film.take(k as u32 + 1, &moment(path, k, free, reached));
            }
        });
    }
    done.and_then(|()| film.finish().map(drop)).map_err(Stop::output)
}

/// Draws one step: the path up to it, and the second that follows.
fn moment(path: &DodgePath, k: usize, free: &PlaceMap, reached: &PlaceMap) -> Picture {
    let mut ink = Ink::new(free.size(), |x, y| match (free.has(x, y), reached.has(x, y)) {
        (_, true) => REACHED,
        (true, false) => FREE,
        (false, false) => BLOCKED,
    });
    let places = &path.steps;
    let now = (k + 1).min(places.len());
    ink.line(&places[now.saturating_sub(1)..(now + 60).min(places.len())], |_| COMES);
    ink.line(&places[now.saturating_sub(60)..now], |_| TAKEN);
    if let Some(place) = places.get(k) {
        ink.spot(place, HERE);
    }
    ink.enlarged()
}

/// Draws all steps together: the brighter a position, the longer it can be reached. The path goes from dark to bright.
fn heat(dodge: &Dodge, path: &DodgePath) -> Picture {
    let [w, h] = dodge.reach().map().size();
    let mut steps = vec![0_u32; w as usize * h as usize];
    let mut count = 0;
    dodge.each_step(|_, _, reached| {
        count += 1;
        for (y, row) in steps.chunks_exact_mut(w as usize).enumerate() {
            let words = reached.row(y as u32);
            row.iter_mut()
                .enumerate()
                .for_each(|(x, steps)| *steps += (words[x / 64] >> (x % 64) & 1) as u32);
        }
    });
    let most = steps.iter().copied().max().unwrap_or(0).max(1);
    let mut ink = Ink::new([w, h], |x, y| {
        let share = f64::from(steps[(y * w + x) as usize]) / f64::from(most);
        if share == 0.0 { BLOCKED } else { mixed(FREE, REACHED, share) }
    });
    let last = path.steps.len().max(1) as f64;
    ink.line(&path.steps, |k| mixed([150, 84, 60], TAKEN, k as f64 / last));
    ink.spot(path.steps.last().unwrap_or(&path.start), HERE);
    ink.enlarged()
}

fn mixed(a: Rgb, b: Rgb, share: f64) -> Rgb {
    [0, 1, 2].map(|k| (f64::from(a[k]) + (f64::from(b[k]) - f64::from(a[k])) * share).round() as u8)
}

/// A picture with one dot for each position, before it is enlarged.
struct Ink {
    size: [u32; 2],
    dots: Vec<Rgb>,
}

impl Ink {
    fn new(size: [u32; 2], ink: impl Fn(u32, u32) -> Rgb) -> Ink {
        let [w, h] = size;
        Ink { size, dots: (0..h).flat_map(|y| (0..w).map(move |x| (x, y))).map(|(x, y)| ink(x, y)).collect() }
    }

    fn set(&mut self, x: i64, y: i64, ink: Rgb) {
        let [w, h] = self.size.map(i64::from);
        if (0..w).contains(&x) && (0..h).contains(&y) {
            self.dots[(y * w + x) as usize] = ink;
        }
    }

    /// Draws lines from place to place.
    fn line(&mut self, places: &[PathPlace], ink: impl Fn(usize) -> Rgb) {
        for (k, pair) in places.windows(2).enumerate() {
            let [a, b] = [&pair[0], &pair[1]].map(|place| [i64::from(place.x), i64::from(place.y)]);
            let long = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).max(1);
            for t in 0..=long {
                let along = |axis: usize| a[axis] + ((b[axis] - a[axis]) * t * 2 + long).div_euclid(2 * long);
                self.set(along(0), along(1), ink(k));
            }
        }
    }

    fn spot(&mut self, place: &PathPlace, ink: Rgb) {
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            self.set(i64::from(place.x) + dx, i64::from(place.y) + dy, ink);
        }
    }

    fn enlarged(&self) -> Picture {
        let [w, h] = self.size.map(|side| side as usize);
        let zoom = well_seen(w.max(h)).min(4);
        let mut rgb = Vec::with_capacity(self.dots.len() * zoom * zoom * 3);
        for row in self.dots.chunks_exact(w) {
            let line: Vec<u8> =
                row.iter().flat_map(|&ink| std::iter::repeat_n(ink, zoom)).flatten().collect();
            (0..zoom).for_each(|_| rgb.extend_from_slice(&line));
        }
        Picture { width: w * zoom, height: h * zoom, rgb }
    }
}
