//! The data from which a GPU draws the picture: the shaders' text, a view, instances, and the words of masks and art.

use kasuri::mask::PLACEMENT_WGSL;
use kasuri_stage::draw::{Camera, Drawing, Instance, SCREEN_WGSL, Store, View, WORLD_WGSL};
use serde_json::{Value, json};

/// If more words than this are stored, all are dropped. Words that are in use are stored again when drawn.
const KEPT: usize = 1 << 20;

/// The instances of a drawing, and the words that they refer to.
#[derive(Default)]
pub(crate) struct Batch {
    store: Store,
    /// A number that changes whenever the stored words are dropped.
    epoch: u32,
    list: Vec<Instance>,
}

impl Batch {
    /// Returns the two shaders. The program's window draws with the same shaders.
    pub(crate) fn shaders() -> Value {
        let world = [PLACEMENT_WGSL, WORLD_WGSL].concat();
        json!({ "world": world, "screen": SCREEN_WGSL })
    }

    /// Returns the bytes of the epoch, the number of words, six zero words, the view, and the instances.
    pub(crate) fn fill(&mut self, drawing: &Drawing, camera: Camera) -> Vec<u8> {
        self.epoch += u32::from(self.store.tidy(KEPT));
        self.list.clear();
        self.list.extend(drawing.items().iter().map(|item| Instance::of(item, &mut self.store)));
        let mut bytes = Vec::with_capacity(64 + size_of_val(&self.list[..]));
        let head = [self.epoch, self.store.words().len() as u32, 0, 0, 0, 0, 0, 0];
        bytes.extend(head.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend_from_slice(bytemuck::bytes_of(&View::of(camera.canvas())));
        bytes.extend_from_slice(bytemuck::cast_slice(&self.list));
        bytes
    }

    /// Returns the words from index `from` on.
    pub(crate) fn words(&self, from: usize) -> Vec<u8> {
        bytemuck::cast_slice(self.store.words().get(from..).unwrap_or_default()).to_vec()
    }
}
