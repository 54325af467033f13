//! The kinds of objects that handles refer to.

use std::sync::Arc;

use kasuri::{Look, Mask, Recorder, Recording, Shape, Snapshot, Step, TileMap, World, record::Replay};

use crate::border::{Done, border};
use crate::sheet::SheetEntry;
use crate::status::kasuri_status;
use crate::table;

/// A world, the result of its last step, and buffers that bulk calls use again.
pub(crate) struct WorldEntry {
    pub(crate) world: World,
    pub(crate) step: Option<Step>,
    pub(crate) frames: Vec<usize>,
    pub(crate) placements: Vec<kasuri::Placement>,
}

impl WorldEntry {
    pub(crate) fn new(world: World) -> WorldEntry {
        WorldEntry { world, step: None, frames: Vec::new(), placements: Vec::new() }
    }
}

/// A replay, and the result of its last step.
pub(crate) struct ReplayEntry {
    pub(crate) replay: Replay,
    pub(crate) step: Option<Step>,
}

/// A kind of object that the table can contain.
pub(crate) trait Kind: Sized {
    const KIND: u64;
    const NAME: &'static str;
    fn of(object: &Object) -> Option<&Self>;
    fn of_mut(object: &mut Object) -> Option<&mut Self>;
    fn into_object(self) -> Object;
}

macro_rules! kinds {
    ($($number:literal $variant:ident($type:ty), $name:literal;)*) => {
        /// One object of the table.
        pub(crate) enum Object {
            $($variant(Box<$type>),)*
        }

        impl Object {
            pub(crate) fn kind(&self) -> u64 {
                match self {
                    $(Object::$variant(_) => $number,)*
                }
            }
        }

        /// The number of kinds.
        pub(crate) const KINDS: u64 = [$($number),*].len() as u64;

        /// What the kinds are called, the first kind first.
        pub(crate) const NAMES: [&str; KINDS as usize] = [$($name),*];

        $(impl Kind for $type {
            const KIND: u64 = $number;
            const NAME: &'static str = $name;

            fn of(object: &Object) -> Option<&Self> {
                if let Object::$variant(it) = object { Some(it) } else { None }
            }

            fn of_mut(object: &mut Object) -> Option<&mut Self> {
                if let Object::$variant(it) = object { Some(it) } else { None }
            }

            fn into_object(self) -> Object {
                Object::$variant(Box::new(self))
            }
        })*
    };
}

kinds! {
    1 World(WorldEntry), "a world";
    2 Mask(Arc<Mask>), "a mask";
    3 Shape(Shape), "a shape";
    4 Tiles(Arc<TileMap>), "a tile map";
    5 Look(Look), "a look";
    6 Frames(Arc<[Look]>), "a list of frames";
    7 Snapshot(Snapshot), "a snapshot";
    8 Recorder(Recorder), "a recorder";
    9 Recording(Recording), "a recording";
    10 Replay(ReplayEntry), "a replay";
    11 Sheet(SheetEntry), "a sheet";
}

/// Frees an object of any kind; its handle is stale from then on. Other objects that use the same data keep it: a
/// world keeps the masks of its sprites.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_free(object: u64) -> kasuri_status {
    border(|| table::free(object).map(drop))
}

/// Panics, and poisons the world unless `world` is 0. Only tests call it, so it is not in the header.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_test_panic(world: u64) -> kasuri_status {
    border(|| {
        if world == 0 {
            panic!("on purpose");
        }
        table::write::<WorldEntry, ()>(world, "world", |_| -> Done { panic!("on purpose") })
    })
}
