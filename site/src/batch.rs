//! What a GPU draws the picture from: the shaders' text, a view, instances, and the words of masks and art.

use kasuri::PLACEMENT_WGSL;
use kasuri_stage::draw::{Camera, Drawing, Instance, Store, View};
use serde_json::{Value, json};

/// So many words are kept whether they are still of use or not.
const KEPT: usize = 1 << 20;

/// Instances of a drawing, and what they refer to.
#[derive(Default)]
pub(crate) struct Batch {
    store: Store,
    /// Another number whenever what was stored is forgotten.
    epoch: u32,
    list: Vec<Instance>,
}

impl Batch {
    /// The two shaders, which the program's window draws with too.
    pub(crate) fn shaders() -> Value {
        let world = [PLACEMENT_WGSL, include_str!("../../shaders/draw_world.wgsl")].concat();
        json!({ "world": world, "screen": include_str!("../../shaders/draw_screen.wgsl") })
    }

    /// The epoch, how many words there are, six words of nothing, the view, and the instances.
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

    /// The words from one of them on.
    pub(crate) fn words(&self, from: usize) -> Vec<u8> {
        bytemuck::cast_slice(self.store.words().get(from..).unwrap_or_default()).to_vec()
    }
}
