//! Stands in for the library's GPU in a build without it. Nothing here can be made: `Gpu` refuses before.

use kasuri::batch::Bits;
use kasuri::lattice::Point;
use kasuri::query::Form;
use kasuri::{Error, ErrorKind, Layers, Result, Touching};

/// There is none.
pub(crate) enum Gpu {}
pub(crate) enum Bodies {}
pub(crate) enum Crowd {}

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

pub(crate) fn named(_name: &str) -> Result<Gpu> {
    Err(Error::new(ErrorKind::GpuAbsent, "this build has no GPU"))
}

pub(crate) fn adapters() -> Vec<String> {
    Vec::new()
}

pub(crate) fn name_of(gpu: &Gpu) -> String {
    match *gpu {}
}

impl Gpu {
    pub(crate) fn bodies(&self, _forms: &[Form]) -> Result<Bodies> {
        match *self {}
    }

    pub(crate) fn crowd(&self) -> Crowd {
        match *self {}
    }
}

impl Bodies {
    pub(crate) fn set_moves(&mut self, _moves: &[Point]) -> Result<()> {
        match *self {}
    }

    pub(crate) fn overlaps(&mut self, _pairs: &[[u32; 2]], _touching: Touching) -> Result<Bits> {
        match *self {}
    }

    pub(crate) fn hits(&mut self, _pairs: &[[u32; 2]], _touching: Touching) -> Result<Vec<u32>> {
        match *self {}
    }
}

impl Crowd {
    pub(crate) fn len(&self) -> usize {
        match *self {}
    }

    pub(crate) fn push(&mut self, member: Member<'_>) -> Result<u32> {
        let Member { form: _, at: _, layers: _, margin: _, owner: _, world: _ } = member;
        match *self {}
    }

    pub(crate) fn move_to(&mut self, _body: u32, _at: Point) -> Result<()> {
        match *self {}
    }

    pub(crate) fn frame(&mut self) -> Result<Frame> {
        match *self {}
    }
}
