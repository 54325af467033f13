//! The panel next to the scene, the help for the keys, and short messages.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use egui::{Align2, Color32, Context, Pos2, Rect, RichText, Sense, Ui};
use kasuri::world::{Report, Times};

use super::clock::Clock;
use super::input::{KEYS, Wish};
use super::inspect;
use super::overlay::Overlays;
use super::retool::{BACKENDS, BROADS, Tools};
use crate::stage::{SCENES, Session};

/// The number of steps in the chart.
const CHART: usize = 150;
/// How long a message is shown.
const WORD: Duration = Duration::from_secs(4);
const PAUSED: &str = "paused: space goes on, . steps, Backspace goes back";
const STAGES: [(&str, Color32); 4] = [
    ("broad", Color32::from_rgb(79, 195, 240)),
    ("decide", Color32::from_rgb(232, 71, 106)),
    ("events", Color32::from_rgb(255, 215, 94)),
    ("bounds", Color32::from_rgb(127, 224, 138)),
];

/// The data about the scene that the panel shows.
pub(super) struct Seen<'a> {
    pub(super) session: &'a Session,
    pub(super) clock: &'a Clock,
    pub(super) tools: &'a Tools,
    /// The world position under the pointer.
    pub(super) under: [f64; 2],
}

/// Everything that is shown besides the scene.
#[derive(Default)]
pub(super) struct Face {
    pub(super) panel: bool,
    pub(super) help: bool,
    pub(super) paused: bool,
    pub(super) overlays: Overlays,
    /// Whether the scene stops when a life is lost.
    pub(super) stops: bool,
    times: VecDeque<Times>,
    report: Report,
    word: Option<(String, Instant)>,
}

impl Face {
    /// Whether there is nothing to show.
    pub(super) fn is_bare(&self) -> bool {
        !self.panel && !self.help && !self.paused && !self.overlays.any() && self.word.is_none()
    }

    /// Shows a message for a while.
    pub(super) fn say(&mut self, word: String) {
        self.word = Some((word, Instant::now() + WORD));
    }

    /// Removes a message whose time is over. Returns whether it did.
    pub(super) fn hush(&mut self) -> bool {
        let is_over = self.word.as_ref().is_some_and(|(_, until)| *until < Instant::now());
        if is_over {
            self.word = None;
        }
        is_over
    }

    /// Keeps the report of a step.
    pub(super) fn note(&mut self, report: Report) {
        self.report = report;
        if self.times.len() == CHART {
            self.times.pop_front();
        }
        self.times.push_back(report.times);
    }

    /// Shows everything, and returns a wish for each click.
    pub(super) fn show(&mut self, context: &Context, seen: &Seen<'_>) -> Vec<Wish> {
        let mut wishes = Vec::new();
        if self.panel {
            let window = egui::Window::new("Kasuri").anchor(Align2::RIGHT_TOP, [-8.0, 8.0]).resizable(false);
            window.default_width(230.0).show(context, |ui| {
                let room = context.content_rect().height() - 70.0;
                let scroll = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room);
                scroll.show(ui, |ui| self.fill(ui, seen, &mut wishes));
            });
        }
        if self.help {
            let window = egui::Window::new("Keys").anchor(Align2::CENTER_CENTER, [0.0, 0.0]).resizable(false);
            window.default_width(640.0).show(context, |ui| {
                for line in
                    seen.session.stage.keys().lines().chain([""]).chain(KEYS.lines().map(str::trim_start))
                {
                    ui.label(RichText::new(line).monospace());
                }
            });
        }
        if self.paused {
            notice(context, "paused", (Align2::CENTER_TOP, 12.0), PAUSED);
        }
        if let Some((word, _)) = &self.word {
            notice(context, "word", (Align2::CENTER_BOTTOM, -12.0), word);
        }
        wishes
    }

    fn fill(&mut self, ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
        let Seen { session, clock, tools, under } = *seen;
        ui.horizontal_wrapped(|ui| {
            for (k, scene) in SCENES.iter().enumerate() {
                let is_shown = scene.name == session.stage.name();
                if ui.selectable_label(is_shown, scene.name).on_hover_text(scene.about).clicked() {
                    wishes.push(Wish::Scene(k));
                }
            }
        });
        ui.separator();
        ui.horizontal(|ui| {
            let pause = if clock.is_paused() { "go on" } else { "pause" };
            for (word, wish) in [(pause, Wish::Pause), ("step", Wish::Step), ("back", Wish::Back)] {
                if ui.button(word).clicked() {
                    wishes.push(wish);
                }
            }
            if ui.selectable_label(clock.is_slow(), "slow").clicked() {
                wishes.push(Wish::Slow);
            }
        });
        ui.label(format!("step {}, {:.1} s", session.time(), session.time() as f64 / 60.0));
        ui.separator();
        self.counts(ui, tools, wishes);
        self.chart(ui);
        for line in session.stage.notes() {
            ui.label(RichText::new(line).small());
        }
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            ui.checkbox(&mut self.overlays.boxes, "boxes");
            ui.checkbox(&mut self.overlays.pairs, "pairs");
            ui.checkbox(&mut self.overlays.contacts, "contacts");
            ui.checkbox(&mut self.overlays.grazes, "grazes");
            ui.checkbox(&mut self.overlays.cells, "cells");
        });
        if let Some(why) = session.stage.why() {
            ui.separator();
            ui.label(RichText::new(why.words).small());
            if ui.button("why did I die?").clicked() {
                wishes.push(Wish::Why);
            }
        }
        ui.checkbox(&mut self.stops, "stop when a life is lost");
        if let Some(world) = session.stage.world() {
            ui.separator();
            inspect::show(ui, world, session.stage.last(), under);
        }
    }

    fn counts(&self, ui: &mut Ui, tools: &Tools, wishes: &mut Vec<Wish>) {
        let Report { bodies, candidates, overlaps, hits, near, broad, backend, .. } = self.report;
        egui::Grid::new("counts").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
            let rows = [
                ("bodies", bodies),
                ("candidates", candidates),
                ("overlaps", overlaps),
                ("hits", hits),
                ("grazes", near),
            ];
            for (name, count) in rows {
                ui.label(name);
                ui.label(RichText::new(count.to_string()).monospace());
                ui.end_row();
            }
        });
        choose(ui, &format!("found by {broad}:"), BROADS.map(|(name, _)| name), tools.broad, |k| {
            wishes.push(Wish::Broad(k));
        });
        choose(ui, &format!("decided by {backend}:"), BACKENDS.map(|(name, _)| name), tools.backend, |k| {
            wishes.push(Wish::Backend(k));
        });
    }

    /// Draws a bar per step, with its stages stacked.
    fn chart(&self, ui: &mut Ui) {
        let most =
            self.times.iter().map(Times::total).max().unwrap_or_default().max(Duration::from_micros(50));
        let (area, _) = ui.allocate_exact_size(egui::vec2(220.0, 64.0), Sense::hover());
        let painter = ui.painter_at(area);
        painter.rect_filled(area, 2.0, Color32::from_rgb(11, 13, 26));
        let width = area.width() / CHART as f32;
        for (k, times) in self.times.iter().enumerate() {
            let (x, mut y) = (area.left() + k as f32 * width, area.bottom());
            for (took, (_, ink)) in [times.broad, times.decide, times.events, times.bounds].iter().zip(STAGES)
            {
                let high = (took.as_secs_f64() / most.as_secs_f64()) as f32 * area.height();
                painter.rect_filled(
                    Rect::from_two_pos(Pos2::new(x, y - high), Pos2::new(x + width, y)),
                    0.0,
                    ink,
                );
                y -= high;
            }
        }
        ui.horizontal(|ui| {
            for (name, ink) in STAGES {
                ui.label(RichText::new(name).small().color(ink));
            }
            ui.label(RichText::new(format!("to {most:.0?}")).small());
        });
    }
}

/// Shows buttons to choose one of several names.
fn choose<const N: usize>(ui: &mut Ui, of: &str, names: [&str; N], now: usize, mut pick: impl FnMut(usize)) {
    ui.horizontal_wrapped(|ui| {
        ui.label(of);
        for (k, name) in names.iter().enumerate() {
            if ui.selectable_label(k == now, *name).clicked() {
                pick(k);
            }
        }
    });
}

/// Shows a line that cannot be clicked.
fn notice(context: &Context, id: &'static str, (at, down): (Align2, f32), text: &str) {
    let area = egui::Area::new(egui::Id::unique(id)).anchor(at, [0.0, down]).interactable(false);
    area.show(context, |ui| {
        egui::Frame::window(ui.style()).show(ui, |ui| {
            ui.add(egui::Label::new(text).extend());
        });
    });
}
