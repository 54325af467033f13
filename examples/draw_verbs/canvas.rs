//! SVG panels: a part of the world, with its pixels as a grid and bodies and marks on it.

use std::fmt::Write;

use kasuri::{mask::Cover, query::Form};

/// The size of a world pixel in the picture.
const ZOOM: f64 = 14.0;
/// The size of a panel in world pixels.
pub(crate) const SIZE: [f64; 2] = [26.0, 18.0];

pub(crate) const INK: &str = "#1f2430";
pub(crate) const BLUE: &str = "#3b6fb6";
pub(crate) const ORANGE: &str = "#e08a1e";
pub(crate) const RED: &str = "#c8283c";

/// A panel under construction; lengths are in world pixels.
#[derive(Debug)]
pub(crate) struct Panel {
    svg: String,
    caption: String,
}

impl Panel {
    pub(crate) fn new(caption: impl Into<String>) -> Panel {
        Panel { svg: String::new(), caption: caption.into() }
    }

    /// Returns the same panel with another caption.
    pub(crate) fn caption(self, caption: String) -> Panel {
        Panel { caption, ..self }
    }

    fn add(&mut self, element: std::fmt::Arguments) {
        // Writing to a String does not fail.
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    /// Draws a body with a light fill and an outline, or a sprite as its covered pixels.
    pub(crate) fn body(&mut self, form: &Form, color: &str) {
        self.filled(form, color, 0.35, 1.0);
    }

    /// Draws a body lightly, at an earlier or later position.
    pub(crate) fn ghost(&mut self, form: &Form, color: &str) {
        self.filled(form, color, 0.12, 0.35);
    }

    fn filled(&mut self, form: &Form, color: &str, fill: f64, stroke: f64) {
        match form {
            Form::Shape(parts) => {
                for part in parts {
                    let path = outline(part);
                    self.add(format_args!(
                        r#"<path d="{path}" fill="{color}" fill-opacity="{fill}" stroke="{color}" stroke-opacity="{stroke}" stroke-width="0.16" stroke-linejoin="round"/>"#
                    ));
                }
            }
            Form::Sprite(sprite) => self.pixels(Cover::of(sprite).iter(), color, fill + stroke / 3.0),
            Form::Tiles(_) => {}
        }
    }

    /// Draws squares with small gaps between them.
    pub(crate) fn pixels(&mut self, pixels: impl Iterator<Item = (i32, i32)>, color: &str, opacity: f64) {
        let mut path = String::new();
        for (i, j) in pixels {
            let _ = write!(path, "M{i}.06 {j}.06h.88v.88h-.88z");
        }
        self.add(format_args!(r#"<path d="{path}" fill="{color}" fill-opacity="{opacity}"/>"#));
    }

    pub(crate) fn dot(&mut self, [x, y]: [f64; 2], color: &str) {
        self.add(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.36" fill="{color}" stroke="#fff" stroke-width="0.12"/>"##
        ));
    }

    /// Draws an empty dot, which means no.
    pub(crate) fn ring(&mut self, [x, y]: [f64; 2], color: &str) {
        self.add(format_args!(
            r##"<circle cx="{x:.3}" cy="{y:.3}" r="0.34" fill="#fff" stroke="{color}" stroke-width="0.16"/>"##
        ));
    }

    pub(crate) fn line(&mut self, a: [f64; 2], b: [f64; 2], color: &str) {
        self.stroke(a, b, color, "");
    }

    pub(crate) fn dashed(&mut self, a: [f64; 2], b: [f64; 2], color: &str) {
        self.stroke(a, b, color, r#" stroke-dasharray="0.5 0.4""#);
    }

    fn stroke(&mut self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], color: &str, more: &str) {
        self.add(format_args!(
            r#"<path d="M{x0:.3} {y0:.3}L{x1:.3} {y1:.3}" fill="none" stroke="{color}" stroke-width="0.2" stroke-linecap="round"{more}/>"#
        ));
    }

    /// Draws an arrow from a position along a direction.
    pub(crate) fn arrow(&mut self, a: [f64; 2], [x, y]: [f64; 2], length: f64, color: &str) {
        let at = |along: f64, beside: f64| [a[0] + x * along - y * beside, a[1] + y * along + x * beside];
        self.line(a, at(length - 0.6, 0.0), color);
        let [tip, left, right] = [at(length, 0.0), at(length - 0.9, 0.45), at(length - 0.9, -0.45)];
        self.add(format_args!(
            r#"<path d="M{:.3} {:.3}L{:.3} {:.3}L{:.3} {:.3}z" fill="{color}"/>"#,
            tip[0], tip[1], left[0], left[1], right[0], right[1]
        ));
    }

    pub(crate) fn text(&mut self, [x, y]: [f64; 2], text: &str, color: &str) {
        self.add(format_args!(
            r##"<text x="{x:.2}" y="{y:.2}" font-size="1.15" fill="{color}" stroke="#fff" stroke-width="0.3" paint-order="stroke">{text}</text>"##
        ));
    }
}

/// Returns a convex part's outline: edges moved out by the radius, arcs around the vertices.
fn outline(part: &kasuri::shape::Convex) -> String {
    let px = |x: i32| f64::from(x) / 256.0;
    let (v, r) = (part.vertices(), px(part.radius()));
    if let [p] = v {
        let (x, y, r) = (px(p.x), px(p.y), r.max(0.1));
        return format!("M{} {y}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0z", x - r, 2.0 * r, -2.0 * r);
    }
    let mut path = String::new();
    for (k, p) in v.iter().enumerate() {
        let q = v[(k + 1) % v.len()];
        let [dx, dy] = [px(q.x - p.x), px(q.y - p.y)];
        let [nx, ny] = [-dy / dx.hypot(dy) * r, dx / dx.hypot(dy) * r];
        let [from, to] = [[px(p.x) + nx, px(p.y) + ny], [px(q.x) + nx, px(q.y) + ny]];
        let join = if k == 0 { "M".into() } else { format!("A{r:.3} {r:.3} 0 0 0 ") };
        let _ = write!(path, "{join}{:.3} {:.3}L{:.3} {:.3}", from[0], from[1], to[0], to[1]);
        if k + 1 == v.len() && r > 0.0 {
            let [first, second] = [v[0], v[1]];
            let [dx, dy] = [px(second.x - first.x), px(second.y - first.y)];
            let [nx, ny] = [-dy / dx.hypot(dy) * r, dx / dx.hypot(dy) * r];
            let _ = write!(path, "A{r:.3} {r:.3} 0 0 0 {:.3} {:.3}", px(first.x) + nx, px(first.y) + ny);
        }
    }
    path + "z"
}

/// Returns a picture of panels side by side, each above its caption.
pub(crate) fn picture(panels: &[Panel]) -> String {
    let (gap, foot) = (1.0, 2.2);
    let width = panels.len() as f64 * (SIZE[0] + gap) + gap;
    let height = SIZE[1] + gap + foot;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{}" height="{}" font-family="Verdana, DejaVu Sans, sans-serif">"#,
        width * ZOOM,
        height * ZOOM
    );
    svg += "\n<defs><pattern id=\"grid\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">";
    svg += "<path d=\"M1 0H0V1\" fill=\"none\" stroke=\"#dfe3ea\" stroke-width=\"0.06\"/></pattern></defs>\n";
    let _ = writeln!(svg, r##"<rect width="{width}" height="{height}" rx="0.6" fill="#fff"/>"##);
    for (k, panel) in panels.iter().enumerate() {
        let [w, h] = SIZE;
        let x = gap + k as f64 * (w + gap);
        let _ = writeln!(svg, r#"<svg x="{x}" y="{gap}" width="{w}" height="{h}" viewBox="0 0 {w} {h}">"#);
        let _ = writeln!(svg, r#"<rect width="{w}" height="{h}" fill="url(#grid)"/>"#);
        svg += &panel.svg;
        let _ = writeln!(
            svg,
            "</svg>\n<text x=\"{x}\" y=\"{}\" font-size=\"1.1\" fill=\"{INK}\">{}</text>",
            gap + h + 1.4,
            panel.caption
        );
    }
    svg + "</svg>\n"
}
