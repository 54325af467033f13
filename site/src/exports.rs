//! The functions that the page calls. Bytes come in through `input` and go out through `output`. A function that can fail
//! returns 0 for success, and 1 if `output` contains the error in words.
#![cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#![allow(unsafe_code, reason = "names that can be called from outside, and the one that is called there")]

use std::cell::RefCell;
use std::time::Duration;

use crate::{Follower, Page};

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

// SAFETY: `now` takes no arguments and returns a number; the page's loader provides it.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Returns the page's clock, in milliseconds.
    safe fn now() -> f64;
}

/// Sets the clock, and a panic hook that writes the panic's text to the output.
#[unsafe(no_mangle)]
extern "C" fn begin() {
    kasuri_stage::clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1e3));
    std::panic::set_hook(Box::new(|panic| put(panic.to_string().into_bytes())));
}

/// Returns the address of `length` bytes for the page to write to.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Returns the address of the last answer.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Returns the number of bytes of the last answer.
#[unsafe(no_mangle)]
extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Returns the list of scenes, as JSON.
#[unsafe(no_mangle)]
extern "C" fn scenes() -> u32 {
    put(Page::scenes().to_string().into_bytes());
    0
}

/// Opens the scene that the input names.
#[unsafe(no_mangle)]
extern "C" fn open(seed: u32) -> u32 {
    ask(|page, input| page.open(text(input)?, seed.into()))
}

/// Opens the scene of a recording, and plays the recording until the user plays.
#[unsafe(no_mangle)]
extern "C" fn replay() -> u32 {
    ask(|page, input| page.replay(text(input)?))
}

/// Opens a scene file for editing, in a field of this size.
#[unsafe(no_mangle)]
extern "C" fn desk(width: u32, height: u32) -> u32 {
    ask(|page, input| page.desk(input, [width, height]))
}

/// Opens the golden session.
#[unsafe(no_mangle)]
extern "C" fn golden() -> u32 {
    ask(|page, _| page.golden())
}

/// Makes one step, with the buttons, the pointer in pixels of the picture, and the notches of the wheel.
#[unsafe(no_mangle)]
extern "C" fn step(held: u32, x: f64, y: f64, wheel: i32) -> u32 {
    ask(|page, _| page.step(held as u16, [x, y], wheel.clamp(-100, 100) as i8))
}

/// Goes to a step that was made before.
#[unsafe(no_mangle)]
extern "C" fn go_to(time: u32) -> u32 {
    ask(|page, _| page.go_to(time as usize))
}

/// Goes to the step at which the last life was lost, and zooms in.
#[unsafe(no_mangle)]
extern "C" fn why() -> u32 {
    ask(|page, _| page.why())
}

/// Returns the state of the page, as JSON.
#[unsafe(no_mangle)]
extern "C" fn state() -> u32 {
    ask(|page, _| Ok(page.state().to_string().into_bytes()))
}

/// Returns the picture: RGBA, row by row.
#[unsafe(no_mangle)]
extern "C" fn draw() -> u32 {
    OUTPUT.with_borrow_mut(|output| PAGE.with_borrow_mut(|page| page.draw(output)));
    0
}

/// Returns the two shaders for a GPU, as JSON.
#[unsafe(no_mangle)]
extern "C" fn shaders() -> u32 {
    put(Page::shaders().to_string().into_bytes());
    0
}

/// Returns the data from which a GPU draws the same picture.
#[unsafe(no_mangle)]
extern "C" fn instances() -> u32 {
    ask(|page, _| Ok(page.instances()))
}

/// Returns the words that the instances refer to, from index `from` on.
#[unsafe(no_mangle)]
extern "C" fn words(from: u32) -> u32 {
    ask(|page, _| Ok(page.words(from as usize)))
}

/// Returns the overlay marks: seven numbers a mark, in pixels of the picture.
#[unsafe(no_mangle)]
extern "C" fn marks(flags: u32) -> u32 {
    ask(|page, _| Ok(page.marks(flags)))
}

/// Describes the bodies under a pixel of the picture, in words.
#[unsafe(no_mangle)]
extern "C" fn inspect(x: f64, y: f64) -> u32 {
    ask(|page, _| Ok(page.inspect([x, y]).into_bytes()))
}

/// Zooms in or out, about a pixel of the picture.
#[unsafe(no_mangle)]
extern "C" fn zoom(nearer: i32, x: f64, y: f64) {
    PAGE.with_borrow_mut(|page| page.zoom(nearer > 0, [x, y]));
}

/// Moves the view by pixels of the picture.
#[unsafe(no_mangle)]
extern "C" fn pan(x: f64, y: f64) {
    PAGE.with_borrow_mut(|page| page.pan([x, y]));
}

/// Resets the view.
#[unsafe(no_mangle)]
extern "C" fn home() {
    PAGE.with_borrow_mut(Page::home);
}

/// Returns the session as a recording.
#[unsafe(no_mangle)]
extern "C" fn tape() -> u32 {
    ask(|page, _| page.tape())
}

/// Returns the index of the topmost body at a position of the editor's field, or within reach of it; -1 if there is none.
#[unsafe(no_mangle)]
extern "C" fn top_at(x: f64, y: f64, reach: f64) -> i32 {
    PAGE.with_borrow(|page| page.top_at([x, y], reach)).map_or(-1, |k| k as i32)
}

/// Returns the box around a body of the edited scene, as JSON: two corners, or null.
#[unsafe(no_mangle)]
extern "C" fn box_of(k: u32) -> u32 {
    ask(|page, _| Ok(page.box_of(k as usize).to_string().into_bytes()))
}

/// Returns the answer to the edited scene, as JSON.
#[unsafe(no_mangle)]
extern "C" fn solve() -> u32 {
    ask(|page, _| page.solve())
}

/// Returns the mask of a PNG file, in the format of a scene file, shrunk to at most `most` texels a side.
#[unsafe(no_mangle)]
extern "C" fn mask(alpha: u32, most: u32) -> u32 {
    ask(|_, input| Page::mask(input, alpha.min(255) as u8, most))
}

/// Returns the rows of the game art that the input names.
#[unsafe(no_mangle)]
extern "C" fn art() -> u32 {
    ask(|_, input| Page::art(text(input)?))
}

/// Opens a sheet to try, and returns it as the library writes it.
#[unsafe(no_mangle)]
extern "C" fn try_open() -> u32 {
    ask(|page, input| page.try_open(input))
}

/// Returns the sheet that is tried as polygons for an engine: 0 Box2D, 1 Matter.js, 2 Godot, 3 Phaser.
#[unsafe(no_mangle)]
extern "C" fn try_polygons(engine: u32, tolerance: f64) -> u32 {
    ask(|page, _| page.try_polygons(engine, tolerance))
}

/// Returns what a frame has in common with a follower: a frame, or a circle of radius `r` where `other` is no frame.
#[allow(clippy::too_many_arguments, reason = "numbers are all that a page can pass")]
#[unsafe(no_mangle)]
extern "C" fn try_meet(
    frame: u32,
    other: u32,
    r: f64,
    x: f64,
    y: f64,
    angle: f64,
    scale: f64,
    graze: f64,
) -> u32 {
    let follower = Follower { frame: other as usize, r, at: [x, y], angle, scale };
    ask(|page, _| page.try_meet(frame as usize, follower, graze))
}

/// Returns how many pixels a frame covers at each whole degree.
#[unsafe(no_mangle)]
extern "C" fn try_breath(frame: u32) -> u32 {
    ask(|page, _| page.try_breath(frame as usize))
}

fn ask(what: impl FnOnce(&mut Page, &[u8]) -> Result<Vec<u8>, String>) -> u32 {
    let answer = INPUT.with_borrow(|input| PAGE.with_borrow_mut(|page| what(page, input)));
    let is_refused = answer.is_err();
    put(answer.unwrap_or_else(String::into_bytes));
    is_refused.into()
}

fn put(bytes: Vec<u8>) {
    OUTPUT.with(|output| {
        // The output is already borrowed if the panic happens while it is written.
        if let Ok(mut output) = output.try_borrow_mut() {
            *output = bytes;
        }
    });
}

fn text(input: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(input).map_err(|_| "text is expected".to_owned())
}
