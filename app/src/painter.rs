//! Draws pictures without a window, on the CPU or a GPU.

use std::cell::RefCell;

use clap::ValueEnum;

use crate::draw::{self, Camera, Drawing, Gpu};
use crate::picture::Picture;
use crate::stage::Stage;
use crate::stop::complain;

/// Where pictures are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Backend {
    #[default]
    Cpu,
    Gpu,
}

/// Draws pictures. If the GPU fails, the CPU draws instead.
pub(crate) struct Painter(RefCell<Option<Gpu>>);

impl Painter {
    pub(crate) fn new(backend: Backend) -> Painter {
        let gpu = match backend {
            Backend::Cpu => None,
            Backend::Gpu => Gpu::open(&draw::instance(None), None).map_err(|why| stood_in(&why)).ok(),
        };
        Painter(gpu.into())
    }

    pub(crate) fn name(&self) -> String {
        self.0.borrow().as_ref().map_or_else(|| "the CPU".into(), |gpu| format!("the GPU {}", gpu.name))
    }

    pub(crate) fn take(&self, stage: &dyn Stage, camera: Camera) -> Picture {
        let mut drawing = Drawing::default();
        stage.draw(&mut drawing);
        let drawn = self.0.borrow().as_ref().map(|gpu| draw::draw_on_gpu(gpu, &drawing, camera));
        match drawn {
            Some(Ok(picture)) => return picture,
            Some(Err(why)) => {
                stood_in(&why);
                *self.0.borrow_mut() = None;
            }
            None => {}
        }
        draw::draw_on_cpu(&drawing, camera)
    }
}

fn stood_in(why: &str) {
    complain(&format!("{why}; drawing on the CPU instead"));
}
