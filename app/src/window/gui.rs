//! egui in the window: which events it takes, and how it is drawn over the scene.

use egui_wgpu::{Renderer, RendererOptions, ScreenDescriptor};
use egui_winit::State;
use winit::event::WindowEvent;
use winit::window::Window;

use crate::draw::Gpu;

/// Returns how many times their usual size panels have. Many displays tell no scale, and on a large window their text would be too
/// small to read.
pub(super) fn enlargement(window: &Window) -> f64 {
    let height = f64::from(window.inner_size().height) / window.scale_factor();
    ((height / 225.0).floor() / 4.0).clamp(1.0, 3.0)
}

pub(super) struct Gui {
    state: State,
    renderer: Renderer,
    painted: Painted,
}

/// The result of the last run of egui, ready to be painted.
#[derive(Default)]
struct Painted {
    jobs: Vec<egui::ClippedPrimitive>,
    textures: egui::TexturesDelta,
    scale: f32,
}

/// Discards the textures that were not painted before the window closed or its GPU was lost.
impl Drop for Painted {
    fn drop(&mut self) {
        self.textures.clear();
    }
}

impl Gui {
    pub(super) fn new(window: &Window, gpu: &Gpu, format: wgpu::TextureFormat) -> Gui {
        let context = egui::Context::default();
        context.set_theme(egui::Theme::Dark);
        context.all_styles_mut(|style| {
            style.visuals.window_fill = egui::Color32::from_rgba_unmultiplied(16, 19, 42, 246);
            style.visuals.override_text_color = Some(egui::Color32::from_rgb(220, 226, 245));
            style.visuals.window_shadow = egui::Shadow::NONE;
            style.interaction.selectable_labels = false;
        });
        let scale = Some(window.scale_factor() as f32);
        let most = gpu.device.limits().max_texture_dimension_2d as usize;
        let state = State::new(context, egui::ViewportId::ROOT, window, scale, None, Some(most));
        let renderer = Renderer::new(&gpu.device, format, RendererOptions::default());
        Gui { state, renderer, painted: Painted::default() }
    }

    /// Whether an event was meant for egui.
    pub(super) fn takes(&mut self, window: &Window, event: &WindowEvent) -> bool {
        let taken = self.state.on_window_event(window, event).consumed;
        // egui needs no keys: it has no text input.
        let is_pointer = matches!(event, WindowEvent::MouseInput { .. } | WindowEvent::MouseWheel { .. });
        taken && is_pointer
    }

    /// Whether the pointer is over a part of egui.
    pub(super) fn holds_pointer(&self) -> bool {
        self.state.egui_ctx().egui_wants_pointer_input()
    }

    /// Runs egui to build what is shown. Returns whether egui wants to run again at once.
    pub(super) fn run(&mut self, window: &Window, show: impl FnMut(&egui::Context)) -> bool {
        let context = self.state.egui_ctx().clone();
        context.set_zoom_factor(enlargement(window) as f32);
        let input = self.state.take_egui_input(window);
        let output = context.run_pass(input, show);
        self.state.handle_platform_output(window, output.platform_output);
        self.painted.textures.append(output.textures_delta);
        self.painted.jobs = context.tessellate(output.shapes, output.pixels_per_point);
        self.painted.scale = output.pixels_per_point;
        context.has_requested_repaint()
    }

    /// Paints egui over the content of a view.
    pub(super) fn paint(&mut self, gpu: &Gpu, size: [u32; 2], onto: &wgpu::TextureView) {
        let Painted { jobs, textures, scale } = &mut self.painted;
        for (id, deltas) in textures.set.drain() {
            for delta in deltas {
                self.renderer.update_texture(&gpu.device, &gpu.queue, id, &delta);
            }
        }
        let screen = ScreenDescriptor { size_in_pixels: size, pixels_per_point: *scale };
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut commands = self.renderer.update_buffers(&gpu.device, &gpu.queue, &mut encoder, jobs, &screen);
        let ops = wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store };
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: onto,
                depth_slice: None,
                resolve_target: None,
                ops,
            })],
            ..Default::default()
        });
        let mut pass = pass.forget_lifetime();
        self.renderer.render(&mut pass, jobs, &screen);
        drop(pass);
        commands.push(encoder.finish());
        gpu.queue.submit(commands);
        for id in textures.free.drain() {
            self.renderer.free_texture(&id);
        }
    }
}
