//! A scene from a seed: the text of one, as SPEC 8 has it.

use serde_json::{Map, Value, json};

use crate::common::Random;

/// The same seed makes the same scene.
pub(crate) fn text(seed: u64) -> String {
    Maker::new(seed).scene().to_string()
}

/// What is rare in a scene: most are small, so that many can be asked.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    Small,
    /// One body is a chain of hundreds to thousands of links.
    LongChain,
    /// One sprite has hundreds to thousands of pixels a side.
    LargeSprite,
}

struct Maker {
    random: Random,
    size: Size,
    /// Where bodies stand, give or take.
    base: [f64; 2],
    masks: Vec<String>,
}

const TAU: f64 = std::f64::consts::TAU;

impl Maker {
    fn new(seed: u64) -> Maker {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let size = match random.below(24) {
            0 | 1 => Size::LongChain,
            2 => Size::LargeSprite,
            _ => Size::Small,
        };
        let far = random.pick(&[0.0, 0.0, 0.0, 1000.5, -1_990_000.0, 2_000_000.25]);
        Maker { random, size, base: [far, -far], masks: Vec::new() }
    }

    fn scene(mut self) -> Value {
        let mut scene = Map::new();
        scene.insert("kasuri".into(), json!(1));
        if self.random.chance(3) {
            scene.insert("touching".into(), json!(self.random.pick(&["counts", "ignored"])));
        }
        if self.random.chance(6) {
            let [a, b] = [0, 1].map(|_| 1 + self.random.below(7));
            let touching = self.random.pick(&["counts", "ignored"]);
            scene.insert("touching_between".into(), json!([{"a": a, "b": b, "touching": touching}]));
        }
        scene.insert("masks".into(), self.masks());
        let count = match self.size {
            Size::Small => 2 + self.random.size(0..=14),
            _ => 2 + self.random.size(0..=3),
        };
        let mut bodies: Vec<Value> = (0..count).map(|k| self.body(k)).collect();
        if self.size == Size::LongChain {
            bodies.push(self.long_chain());
        }
        let count = bodies.len();
        let maps: Vec<bool> = bodies.iter().map(|body| body.get("tiles").is_some()).collect();
        scene.insert("bodies".into(), bodies.into());
        self.requests(&mut scene, count, &maps);
        scene.into()
    }

    /// Some masks, the first the largest.
    fn masks(&mut self) -> Value {
        let mut masks = Map::new();
        let count = 1 + self.random.below(3);
        for k in 0..count {
            let is_large = k == 0 && self.size == Size::LargeSprite;
            let most = if is_large { self.random.pick(&[300, 600, 1200, 4096]) } else { 40 };
            let least = if is_large { most / 2 } else { 1 };
            let (w, h) = match (is_large, most) {
                // As long as masks may be, and as little text as shows it.
                (true, 4096) if self.random.chance(2) => (4096, self.random.size(1..=60)),
                (true, 4096) => (self.random.size(1..=60), 4096),
                _ => (self.random.size(least..=most), self.random.size(least..=most)),
            };
            let name = format!("m{k}");
            masks.insert(name.clone(), json!({"rows": self.rows(w, h)}));
            self.masks.push(name);
        }
        masks.into()
    }

    fn rows(&mut self, w: usize, h: usize) -> Vec<String> {
        let kind = self.random.below(5);
        let fill = self.random.pick(&[5, 30, 60, 95]);
        let (cx, cy) = (w as f64 / 2.0, h as f64 / 2.0);
        let mut row = |y: usize| -> String {
            let mut is_set = |x: usize| match kind {
                0 => self.random.below(100) < fill,
                1 => ((x as f64 + 0.5 - cx) / cx).hypot((y as f64 + 0.5 - cy) / cy) <= 1.0,
                2 => (x + 2 * y) % 7 < 3,
                3 => x == 0 || y == 0 || x + 1 == w || y + 1 == h,
                _ => true,
            };
            (0..w).map(|x| if is_set(x) { '#' } else { '.' }).collect()
        };
        (0..h).map(&mut row).collect()
    }

    /// A place within reach of the others, often on whole or half pixels.
    fn place(&mut self, reach: f64) -> [f64; 2] {
        let [x, y] = self.random.point(reach);
        [self.base[0] + x, self.base[1] + y]
    }

    fn body(&mut self, k: usize) -> Value {
        let mut body = Map::new();
        body.insert("id".into(), json!(format!("b{k}")));
        let kind = match self.size {
            Size::LargeSprite if k == 0 => 9,
            _ => self.random.below(12),
        };
        let reach = if self.size == Size::Small { 35.0 } else { 200.0 };
        body.insert("at".into(), json!(self.place(reach)));
        let (name, what) = match kind {
            10 => ("tiles", self.tiles()),
            9 | 11 => ("sprite", self.sprite(k)),
            8 => ("compound", self.compound()),
            kind => self.shape(kind),
        };
        body.insert(name.into(), what);
        if name != "tiles" {
            self.turn(name, &mut body);
        }
        if self.random.chance(4) {
            body.insert("layer".into(), json!(1 + self.random.below(7)));
            body.insert("against".into(), json!(1 + self.random.below(7)));
        }
        body.into()
    }

    /// Angle, scale, pivot and way.
    fn turn(&mut self, name: &str, body: &mut Map<String, Value>) {
        if self.random.chance(2) {
            let any = self.random.between(-7.0, 7.0);
            body.insert(
                "angle".into(),
                json!(self.random.pick(&[TAU / 4.0, TAU / 8.0, TAU / 2.0, any, any])),
            );
        }
        if self.random.chance(3) {
            let any = self.random.between(0.3, 2.2);
            let sizes = [1.0, -1.0, 0.5, 2.0, any, -any];
            let x = self.random.pick(&sizes);
            // Only what has no radius is stretched.
            let stretches = matches!(name, "sprite" | "box" | "polygon" | "segment" | "point");
            let y = if stretches { self.random.pick(&sizes) } else { x * self.random.pick(&[1.0, -1.0]) };
            let scale = if self.random.chance(4) { json!(x) } else { json!([x, y]) };
            body.insert("scale".into(), scale);
        }
        if name == "sprite" && self.random.chance(4) {
            body.insert("pivot".into(), json!(self.random.point(40.0)));
        }
        if self.random.chance(8) {
            let from = self.place(60.0);
            body.insert("from".into(), json!(from));
            body.insert("swept".into(), json!(self.random.chance(2)));
        }
    }

    fn radius(&mut self) -> f64 {
        if self.random.chance(5) { 0.0 } else { self.random.coordinate(8.0).abs() }
    }

    /// One of the shapes of one part, a chain or a concave polygon.
    fn shape(&mut self, kind: u64) -> (&'static str, Value) {
        match kind {
            0 => ("point", json!({})),
            1 => ("segment", json!({"a": self.random.point(16.0), "b": self.random.point(16.0)})),
            2 | 7 => ("circle", json!({"r": self.radius() * 1.5})),
            3 => {
                let [a, b] = [self.random.point(12.0), self.random.point(12.0)];
                ("capsule", json!({"a": a, "b": b, "r": self.radius()}))
            }
            4 => {
                let half = [self.random.coordinate(14.0).abs(), self.random.coordinate(14.0).abs()];
                ("box", json!({"half": half}))
            }
            5 => ("polygon", self.polygon()),
            _ => {
                let points = 2 + self.random.below(6);
                let points: Vec<[f64; 2]> = (0..points).map(|_| self.random.point(18.0)).collect();
                ("chain", json!({"points": points, "r": self.radius() / 2.0}))
            }
        }
    }

    /// Around a ring, so that no edges cross: convex, or with dents.
    fn polygon(&mut self) -> Value {
        let has_dents = self.random.chance(2);
        let n = 3 + self.random.below(if has_dents { 12 } else { 6 });
        let (turn, r) = (self.random.between(0.0, TAU), self.random.between(5.0, 20.0));
        let mut points = Vec::new();
        for k in 0..n {
            let a = turn + (k as f64 + self.random.between(0.0, 0.6)) / n as f64 * TAU;
            let r = if has_dents { r * self.random.between(0.3, 1.0) } else { r };
            points.push([r * a.cos(), r * a.sin()].map(|x| (x * 16.0).round() / 16.0));
        }
        json!({"points": points})
    }

    fn compound(&mut self) -> Value {
        let part = |maker: &mut Maker| {
            let kind = maker.random.below(8);
            let (name, what) = maker.shape(kind);
            let mut part = Map::new();
            part.insert(name.into(), what);
            part.insert("offset".into(), json!(maker.random.point(12.0)));
            if maker.random.chance(3) {
                part.insert("tag".into(), json!("core"));
            }
            Value::from(part)
        };
        let count = 1 + self.random.below(5);
        let parts: Vec<Value> = (0..count).map(|_| part(self)).collect();
        json!({"parts": parts})
    }

    fn sprite(&mut self, k: usize) -> Value {
        let mask = if self.size == Size::LargeSprite && k > 0 { self.masks.len() - 1 } else { 0 };
        let other = self.random.below(self.masks.len() as u64) as usize;
        let which = if k == 0 { 0 } else { mask.max(other) };
        json!(self.masks[which])
    }

    fn tiles(&mut self) -> Value {
        let cell = [self.random.pick(&[8.0, 12.5, 16.0]), self.random.pick(&[8.0, 10.25, 16.0])];
        let (columns, rows) = (1 + self.random.below(6), 1 + self.random.below(5));
        let mut row =
            || -> String { (0..columns).map(|_| self.random.pick(&['.', '#', '#', '/', 'm'])).collect() };
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        let slope = json!({"polygon": {"points": [[0.0, cell[1]], [cell[0], 0.0], cell]}});
        let mask = self.masks.last().cloned();
        json!({"cell": cell, "rows": rows, "legend": {"/": slope, "m": {"sprite": mask}}})
    }

    /// A curved laser, a zigzag or a tangle, of hundreds to thousands of links.
    fn long_chain(&mut self) -> Value {
        let links = self.random.pick(&[150, 400, 1000, 1000, 2000, 4095]);
        let kind = self.random.below(3);
        let (wide, step) = (self.random.between(60.0, 220.0), self.random.between(0.2, 1.0));
        let mut points: Vec<[f64; 2]> = Vec::with_capacity(links + 1);
        for k in 0..=links {
            let a = k as f64 / links as f64 * TAU * 0.95;
            points.push(match kind {
                0 => [wide * a.cos(), wide * 0.7 * a.sin()],
                1 => [k as f64 * step - 150.0, if k % 2 == 0 { -wide } else { wide }],
                _ => self.random.point(wide),
            });
        }
        let r = self.random.pick(&[0.0, 0.25, 3.0]);
        json!({"id": "long", "chain": {"points": points, "r": r}, "at": self.place(20.0)})
    }

    /// What else is asked. Bodies of thousands of parts are asked for pairs alone: their contacts take long.
    fn requests(&mut self, scene: &mut Map<String, Value>, bodies: usize, maps: &[bool]) {
        if self.random.chance(2) {
            let margin = self.random.pick(&[0.0, 1.0, 4.5, 12.0]);
            scene.insert("grazes".into(), json!({"margin": margin}));
        }
        if self.size != Size::Small || self.random.chance(2) {
            return;
        }
        let count = 1 + self.random.below(3);
        let rays: Vec<Value> = (0..count)
            .map(|k| json!({"from": self.place(60.0), "to": self.place(60.0), "all": k == 1}))
            .collect();
        scene.insert("rays".into(), rays.into());
        scene.insert("points".into(), json!([self.place(20.0), self.place(20.0)]));
        let two = |maker: &mut Maker| {
            let a = maker.random.below(bodies as u64);
            json!({"a": format!("b{a}"), "b": format!("b{}", (a + 1) % bodies as u64)})
        };
        scene.insert("distances".into(), json!([two(self)]));
        let pair = two(self);
        let is_map = |id: &Value| maps[id.as_str().unwrap()[1..].parse::<usize>().unwrap()];
        if !(is_map(&pair["a"]) && is_map(&pair["b"])) {
            scene.insert("contacts".into(), json!([pair.clone()]));
        }
        scene.insert("crossings".into(), json!([pair]));
        if let Some(mover) = maps.iter().position(|is_map| !is_map) {
            let to = self.place(60.0);
            scene.insert("sweeps".into(), json!([{"id": format!("b{mover}"), "to": to}]));
        }
    }
}
