//! Stands in for the library's GPU in a build without it. Nothing here can be made: `Gpu` refuses before.

use kasuri::batch::Bits;
use kasuri::lattice::Point;
use kasuri::query::Form;
use kasuri::{Error, ErrorKind, Layers, Result, Touching};

/// Never made.
pub(crate) struct Gpu(());
pub(crate) struct Bodies(());
pub(crate) struct Crowd(());

#[expect(dead_code, reason = "no GPU reads them")]
pub(crate) struct Member<'a> {
    pub(crate) form: &'a Form,
    pub(crate) at: Point,
    pub(crate) layers: Layers,
    pub(crate) margin: i32,
    pub(crate) owner: u32,
    pub(crate) world: u32,
}

pub(crate) struct Frame {
    pub(crate) hits: Vec<[u32; 2]>,
}

fn absent<T>() -> Result<T> {
    Err(Error::new(ErrorKind::GpuAbsent, "this build has no GPU"))
}

pub(crate) fn named(_name: &str) -> Result<Gpu> {
    absent()
}

pub(crate) fn adapters() -> Vec<String> {
    Vec::new()
}

pub(crate) fn name_of(_gpu: &Gpu) -> String {
    String::new()
}

impl Gpu {
    pub(crate) fn bodies(&self, _forms: &[Form]) -> Result<Bodies> {
        absent()
    }

    pub(crate) fn crowd(&self) -> Crowd {
        Crowd(())
    }
}

impl Bodies {
    pub(crate) fn set_moves(&mut self, _moves: &[Point]) -> Result<()> {
        absent()
    }

    pub(crate) fn overlaps(&mut self, _pairs: &[[u32; 2]], _touching: Touching) -> Result<Bits> {
        absent()
    }

    pub(crate) fn hits(&mut self, _pairs: &[[u32; 2]], _touching: Touching) -> Result<Vec<u32>> {
        absent()
    }
}

impl Crowd {
    pub(crate) fn len(&self) -> usize {
        0
    }

    pub(crate) fn push(&mut self, _member: Member<'_>) -> Result<u32> {
        absent()
    }

    pub(crate) fn move_to(&mut self, _body: u32, _at: Point) -> Result<()> {
        absent()
    }

    pub(crate) fn frame(&mut self) -> Result<Frame> {
        absent()
    }
}
