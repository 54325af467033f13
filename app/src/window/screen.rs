//! A window's surface, and the GPU that draws on it.

use std::sync::Arc;

use winit::event::WindowEvent;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

use super::gui::Gui;
use crate::draw::{Camera, Drawing, Gpu, MOST, Renderer, instance, survived};

pub(super) struct Screen {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    settings: wgpu::SurfaceConfiguration,
    /// The format of the views that are drawn on: it shows colours unchanged.
    format: wgpu::TextureFormat,
    gpu: Gpu,
    renderer: Renderer,
    gui: Gui,
}

impl Screen {
    /// Finds a GPU for a window. The error is a clause that says why there is none.
    pub(super) fn new(window: Arc<Window>, display: OwnedDisplayHandle) -> Result<Screen, String> {
        survived(|| Screen::on(window, display))?
    }

    fn on(window: Arc<Window>, display: OwnedDisplayHandle) -> Result<Screen, String> {
        let instance = instance(Some(display));
        let surface = instance.create_surface(window.clone());
        let surface = surface.map_err(|_| "no GPU that can draw on a window was found here".to_owned())?;
        let gpu = Gpu::open(&instance, Some(&surface))?;
        let settings = surface.get_default_config(&gpu.adapter, 1, 1);
        let mut settings =
            settings.ok_or_else(|| format!("the GPU {} cannot draw on this window", gpu.name))?;
        let formats = surface.get_capabilities(&gpu.adapter).formats;
        let plain = formats.iter().find(|format| is_plain(**format));
        settings.format = *plain.unwrap_or(&settings.format);
        let format = settings.format.remove_srgb_suffix();
        if format != settings.format {
            settings.view_formats.push(format);
        }
        settings.present_mode = wgpu::PresentMode::AutoVsync;
        let renderer = Renderer::new(&gpu, format);
        let gui = Gui::new(&window, &gpu, format);
        Ok(Screen { window, surface, settings, format, gpu, renderer, gui })
    }

    /// Returns the name of the GPU that draws.
    pub(super) fn gpu_name(&self) -> &str {
        &self.gpu.name
    }

    #[cfg(debug_assertions)]
    pub(super) fn lose(&self) {
        self.gpu.device.destroy();
    }

    pub(super) fn window(&self) -> &Window {
        &self.window
    }

    /// Whether an event was meant for the user interface over the scene.
    pub(super) fn takes(&mut self, event: &WindowEvent) -> bool {
        self.gui.takes(&self.window, event)
    }

    /// Whether the pointer is over that user interface.
    pub(super) fn holds_pointer(&self) -> bool {
        self.gui.holds_pointer()
    }

    /// Builds the user interface over the scene. Returns whether it has to be built again at once.
    pub(super) fn overlay(&mut self, show: impl FnMut(&egui::Context)) -> bool {
        self.gui.run(&self.window, show)
    }

    /// Returns the window alone. Dropping the parts of a lost GPU may panic; such a panic is ignored, because nobody
    /// needs them any more.
    pub(super) fn into_window(self) -> Arc<Window> {
        let Screen { window, surface, gpu, renderer, gui, .. } = self;
        let _ = survived(|| drop((renderer, gui)));
        let _ = survived(|| drop(surface));
        let _ = survived(|| drop(gpu));
        window
    }

    /// Adopts the window's size; `None` if it has none, such as when it is minimised.
    pub(super) fn resize(&mut self) -> Option<[u32; 2]> {
        let size = self.window.inner_size();
        let [width, height] = [size.width, size.height].map(|side| side.min(MOST));
        if width == 0 || height == 0 {
            return None;
        }
        (self.settings.width, self.settings.height) = (width, height);
        self.gpu.attempt(|| self.surface.configure(&self.gpu.device, &self.settings));
        Some([width, height])
    }

    /// Shows a drawing, with the user interface over it unless `is_bare`. Returns whether it could be shown now. The
    /// error is a clause that says why it can never be shown.
    pub(super) fn show(&mut self, drawing: &Drawing, camera: Camera, is_bare: bool) -> Result<bool, String> {
        self.gpu.check()?;
        survived(|| self.draw(drawing, camera, is_bare))?
    }

    fn draw(&mut self, drawing: &Drawing, camera: Camera, is_bare: bool) -> Result<bool, String> {
        use wgpu::CurrentSurfaceTexture as Current;
        let (frame, suits) = match self.surface.get_current_texture() {
            Current::Success(frame) => (frame, true),
            Current::Suboptimal(frame) => (frame, false),
            Current::Outdated => {
                self.resize();
                self.gpu.notice()?;
                return Ok(false);
            }
            Current::Timeout | Current::Occluded => {
                self.gpu.notice()?;
                return Ok(false);
            }
            Current::Lost | Current::Validation => {
                self.gpu.notice()?;
                return Err("the window's surface was lost".into());
            }
        };
        let format = Some(self.format);
        let view = frame.texture.create_view(&wgpu::TextureViewDescriptor { format, ..Default::default() });
        self.renderer.draw(&self.gpu, drawing, camera, &view)?;
        if !is_bare {
            self.gui.paint(&self.gpu, camera.size(), &view);
        }
        self.window.pre_present_notify();
        self.gpu.queue.present(frame);
        if !suits {
            self.resize();
        }
        self.gpu.check()?;
        Ok(true)
    }
}

/// Whether a format keeps 8-bit colours as they are.
fn is_plain(format: wgpu::TextureFormat) -> bool {
    matches!(format, wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm)
}
