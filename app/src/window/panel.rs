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
use crate::stage::{Counts, SCENES, Session};

/// The number of steps in the chart.
const CHART: usize = 150;
/// How long a message is shown.
const WORD: Duration = Duration::from_secs(4);
/// The room that the panel takes at the right edge, in logical pixels.
pub(super) const PANEL: f64 = 268.0;
const ASKS: &str = "Quit this game? Esc or Q again quits; any other key goes on";
const PAUSED: &str = "paused: space goes on, . steps, Backspace goes back";
const FAULT: Color32 = Color32::from_rgb(255, 140, 140);
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
    /// The number that the scene's dial is being turned to, by its index.
    pub(super) dialled: Option<usize>,
}

/// Everything that is shown besides the scene.
#[derive(Default)]
pub(super) struct Face {
    pub(super) panel: bool,
    pub(super) help: bool,
    pub(super) paused: bool,
    /// Whether it asks if the game is to be left.
    pub(super) asks: bool,
    /// What is wrong with the scene's file, until it is right again.
    pub(super) fault: Option<String>,
    pub(super) overlays: Overlays,
    /// Whether the scene stops when a life is lost.
    pub(super) stops: bool,
    times: VecDeque<Times>,
    word: Option<(String, Instant)>,
}

impl Face {
    /// Whether there is nothing to show.
    pub(super) fn is_bare(&self) -> bool {
        let is_silent = self.word.is_none() && self.fault.is_none() && !self.asks;
        !self.panel && !self.help && !self.paused && !self.overlays.any() && is_silent
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
            keys(context, seen.session.stage.keys());
        }
        legend(context, self.overlays);
        let plain = context.global_style().visuals.text_color();
        match (self.asks, self.paused) {
            (true, _) => notice(context, "asks", (Align2::CENTER_CENTER, 0.0), ASKS, plain),
            (_, true) => notice(context, "paused", (Align2::CENTER_TOP, 12.0), PAUSED, plain),
            _ => {}
        }
        if let Some(fault) = &self.fault {
            notice(context, "fault", (Align2::CENTER_BOTTOM, -48.0), fault, FAULT);
        }
        if let Some((word, _)) = &self.word {
            notice(context, "word", (Align2::CENTER_BOTTOM, -12.0), word, plain);
        }
        wishes
    }

    fn fill(&mut self, ui: &mut Ui, seen: &Seen<'_>, wishes: &mut Vec<Wish>) {
        let Seen { session, clock, tools, under, dialled } = *seen;
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
        if let Some(dial) = session.stage.dial() {
            let mut at = dialled.unwrap_or(dial.at);
            let slider = egui::Slider::new(&mut at, 0..=dial.counts.len() - 1);
            let count = |at: f64| dial.counts.get(at as usize).map_or(String::new(), usize::to_string);
            if ui.add(slider.custom_formatter(|at, _| count(at)).text("bodies")).changed() {
                wishes.push(Wish::Dial(at));
            }
        }
        counts(ui, session, tools, wishes);
        if session.stage.world().is_some() {
            self.chart(ui);
        }
        for line in session.stage.notes() {
            ui.label(RichText::new(line).small());
        }
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            let Overlays { boxes, pairs, contacts, grazes, cells } = &mut self.overlays;
            for (is_shown, name) in [
                (boxes, "boxes"),
                (pairs, "pairs"),
                (contacts, "contacts"),
                (grazes, "grazes"),
                (cells, "cells"),
            ] {
                ui.checkbox(is_shown, name);
            }
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

/// Shows the counts of what is seen now, and what found and decided it.
fn counts(ui: &mut Ui, session: &Session, tools: &Tools, wishes: &mut Vec<Wish>) {
    let Counts { bodies, hits } = session.stage.counts();
    // The step that is seen now, also after going back in time; a scene file has none.
    let report = session.stage.last().map(|step| *step.report());
    let mut rows = vec![("bodies", bodies), ("hits", hits)];
    if let Some(Report { candidates, overlaps, near, .. }) = report {
        rows = vec![
            ("bodies", bodies),
            ("candidates", candidates),
            ("overlaps", overlaps),
            ("hits", hits),
            ("grazes", near),
        ];
    }
    egui::Grid::new("counts").num_columns(2).spacing([12.0, 2.0]).show(ui, |ui| {
        for (name, count) in rows {
            ui.label(name);
            ui.label(RichText::new(count.to_string()).monospace());
            ui.end_row();
        }
    });
    let Some(Report { broad, backend, .. }) = report else { return };
    choose(ui, &format!("found by {broad}:"), BROADS.map(|(name, _)| name), tools.broad, |k| {
        wishes.push(Wish::Broad(k));
    });
    choose(ui, &format!("decided by {backend}:"), BACKENDS.map(|(name, _)| name), tools.backend, |k| {
        wishes.push(Wish::Backend(k));
    });
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

/// Shows the keys of the scene and of the window, and what each does, in two columns.
fn keys(context: &Context, of_scene: &str) {
    let window = egui::Window::new("Keys").anchor(Align2::CENTER_CENTER, [0.0, 0.0]).resizable(false);
    window.show(context, |ui| {
        let room = context.content_rect().height() - 70.0;
        let scroll = egui::ScrollArea::vertical().max_height(room).min_scrolled_height(room);
        scroll.show(ui, |ui| {
            egui::Grid::new("keys").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
                let gap = if of_scene.is_empty() { None } else { Some("") };
                for line in of_scene.lines().chain(gap).chain(KEYS.lines().map(str::trim_start)) {
                    let (key, does) = line.split_once("  ").unwrap_or((line, ""));
                    ui.label(RichText::new(key).monospace().strong());
                    ui.label(does.trim_start());
                    ui.end_row();
                }
            });
        });
    });
}

/// Says what the colours of the overlays mean.
fn legend(context: &Context, overlays: Overlays) {
    let lines = overlays.legend();
    if lines.is_empty() {
        return;
    }
    let area = egui::Area::new(egui::Id::unique("legend")).anchor(Align2::LEFT_BOTTOM, [8.0, -8.0]);
    area.interactable(false).show(context, |ui| {
        egui::Frame::window(ui.style()).show(ui, |ui| {
            for (ink, words) in lines {
                let [r, g, b] = ink;
                ui.add(
                    egui::Label::new(RichText::new(words).small().color(Color32::from_rgb(r, g, b))).extend(),
                );
            }
        });
    });
}

/// Shows a text that cannot be clicked: one line, or several if the window is too narrow.
fn notice(context: &Context, id: &'static str, (at, down): (Align2, f32), text: &str, ink: Color32) {
    /// The width of a letter, at most.
    const LETTER: f32 = 7.5;
    let most = context.content_rect().width() - 48.0;
    let area = egui::Area::new(egui::Id::unique(id)).anchor(at, [0.0, down]).interactable(false);
    area.show(context, |ui| {
        egui::Frame::window(ui.style()).show(ui, |ui| {
            let label = egui::Label::new(RichText::new(text).color(ink));
            if text.chars().count() as f32 * LETTER < most {
                ui.add(label.extend());
            } else {
                ui.set_width(most);
                ui.add(label.wrap());
            }
        });
    });
}
