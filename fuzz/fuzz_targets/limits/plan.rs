//! Expensive scenes from a few numbers, which set how many and how large things are.

use std::fmt::Write;

use arbitrary::Arbitrary;

#[derive(Debug, Arbitrary)]
pub struct Scene {
    masks: Vec<MaskPlan>,
    groups: Vec<Group>,
    asks: Vec<Ask>,
    is_touching_ignored: bool,
}

#[derive(Debug, Arbitrary)]
struct MaskPlan {
    size: [u16; 2],
    pattern: u8,
}

/// Equal bodies, next to each other or all at one position.
#[derive(Debug, Arbitrary)]
struct Group {
    what: What,
    count: u16,
    at: [i16; 2],
    step: [i8; 2],
    angle: i8,
    scale: u8,
    layers: Option<[u8; 2]>,
    from: Option<[i16; 2]>,
}

#[derive(Debug, Arbitrary)]
enum What {
    Circle(u8),
    Box([u8; 2]),
    Capsule([i16; 2], u8),
    Polygon { vertices: u16, size: u16, dent: u16 },
    Chain { points: u16, step: u8, height: u16, r: u8 },
    Compound { parts: u8, points: u16, step: u8, apart: u8 },
    Sprite { mask: u8 },
    Tiles { size: [u16; 2], cell: u8, pattern: u8, mask: Option<u8> },
}

#[derive(Debug, Arbitrary)]
enum Ask {
    Rays { to: [i16; 2], count: u16, all: bool },
    Points { at: [i16; 2], count: u16 },
    Distances { a: u16, b: u16, count: u16 },
    Contacts { a: u16, b: u16, count: u16 },
    Crossings { a: u16, b: u16, count: u16 },
    Sweeps { a: u16, to: [i16; 2], count: u16, is_far: bool },
    Grazes(u16),
}

/// The length of the text at which a scene is cut off.
const LONGEST: usize = 4 << 20;

impl Scene {
    pub fn json(&self) -> String {
        let mut text = String::from(r#"{"kasuri": 1, "masks": {"m": {"rows": ["o"]}"#);
        for (k, mask) in self.masks.iter().take(4).enumerate() {
            let _ = write!(text, r#","m{k}": {{"rows": [{}]}}"#, mask.rows());
        }
        let ignored = if self.is_touching_ignored { "ignored" } else { "counts" };
        let _ = write!(text, r#"}}, "touching": "{ignored}", "bodies": [{{"id": "0", "point": {{}}, "at": [0, 0]}}"#);
        let mut bodies = 1;
        for group in self.groups.iter().take(6) {
            let what = group.what.json(self.masks.len().min(4));
            for k in 0..group.count {
                if text.len() + what.len() > LONGEST {
                    break;
                }
                group.write(&mut text, bodies, k, &what);
                bodies += 1;
            }
        }
        text.push(']');
        let mut asked = [false; 7];
        for ask in self.asks.iter().take(7) {
            if !std::mem::replace(&mut asked[ask.kind()], true) {
                ask.write(&mut text, bodies);
            }
        }
        text.push('}');
        text
    }
}

impl MaskPlan {
    fn rows(&self) -> String {
        let [width, height] = self.size.map(|side| u32::from(side) % 1024 + 1);
        let is_solid = |x: u32, y: u32| match self.pattern % 5 {
            0 => y + 1 == height,
            1 => (x + y).is_multiple_of(2),
            2 => x == 0 || y == 0 || x + 1 == width || y + 1 == height,
            3 => (x * 7 + y * 13) % u32::from(self.pattern).max(2) == 0,
            _ => true,
        };
        let row = |y| (0..width).map(|x| if is_solid(x, y) { 'o' } else { '.' }).collect::<String>();
        (0..height).map(|y| format!("\"{}\"", row(y))).collect::<Vec<_>>().join(",")
    }
}

impl Group {
    fn write(&self, text: &mut String, id: usize, k: u16, what: &str) {
        let at = |axis: usize| f64::from(self.at[axis]) + f64::from(k) * f64::from(self.step[axis]) / 4.0;
        let _ = write!(text, r#",{{"id":"{id}","at":[{},{}],{what}"#, at(0), at(1));
        let is_map = matches!(self.what, What::Tiles { .. });
        if self.angle != 0 && !is_map {
            let _ = write!(text, r#","angle":{}"#, f64::from(self.angle) / 16.0);
        }
        if self.scale != 0 && !is_map {
            let _ = write!(text, r#","scale":{}"#, f64::from(self.scale % 65).max(0.5));
        }
        if let Some([layer, against]) = self.layers {
            let _ = write!(text, r#","layer":{layer},"against":{against}"#);
        }
        if let (Some([x, y]), false) = (self.from, is_map) {
            let _ = write!(text, r#","from":[{x},{y}],"swept":true"#);
        }
        text.push('}');
    }
}

impl What {
    fn json(&self, masks: usize) -> String {
        let mask = |k: u8| if masks == 0 { "m".into() } else { format!("m{}", usize::from(k) % masks) };
        match *self {
            What::Circle(r) => format!(r#""circle":{{"r":{r}}}"#),
            What::Box([x, y]) => format!(r#""box":{{"half":[{x},{y}]}}"#),
            What::Capsule([x, y], r) => format!(r#""capsule":{{"a":[0,0],"b":[{x},{y}],"r":{r}}}"#),
            What::Polygon { vertices, size, dent } => polygon(vertices % 4096 + 3, size, dent),
            What::Chain { points, step, height, r } => {
                format!(r#""chain":{}"#, chain(points % 4096 + 2, step, height, f64::from(r) / 8.0))
            }
            What::Compound { parts, points, step, apart } => {
                let part = |k: u8| {
                    let chain = chain(points % 4096 + 2, step, 7, 0.5);
                    format!(r#"{{"offset":[0,{}],"chain":{chain}}}"#, f64::from(k) * f64::from(apart) / 16.0)
                };
                // No more points than a scene may have values.
                let most = (1 << 17) / (u32::from(points % 4096) + 2);
                let parts: Vec<_> = (0..=parts).take(most.max(1) as usize).map(part).collect();
                format!(r#""compound":{{"parts":[{}]}}"#, parts.join(","))
            }
            What::Sprite { mask: k } => format!(r#""sprite":"{}""#, mask(k)),
            What::Tiles { size, cell, pattern, mask: k } => {
                let [columns, rows] = size.map(|side| side % 512 + 1);
                let is_solid = |x: u16, y: u16| (x ^ y) % u16::from(pattern).max(1) == 0;
                let solid = if k.is_some() { 'm' } else { '#' };
                let row = |y| (0..columns).map(|x| if is_solid(x, y) { solid } else { '.' }).collect::<String>();
                let rows: Vec<_> = (0..rows).map(|y| format!("\"{}\"", row(y))).collect();
                let legend = k.map_or(String::new(), |k| format!(r#","legend":{{"m":{{"sprite":"{}"}}}}"#, mask(k)));
                let side = f64::from(cell) / 4.0 + 0.25;
                format!(r#""tiles":{{"cell":[{side},{side}],"rows":[{}]{legend}}}"#, rows.join(","))
            }
        }
    }
}

/// Returns a comb; `dent` is the depth of its teeth.
fn polygon(vertices: u16, size: u16, dent: u16) -> String {
    let side = f64::from(size % 8192) + 8.0;
    let teeth = vertices / 2;
    let mut points = vec![format!("[{side},{}]", side + 8.0), format!("[0,{}]", side + 8.0)];
    for k in 0..teeth.max(1) {
        let (x, dent) = (f64::from(k) * side / f64::from(teeth.max(1)), f64::from(dent % 8192).min(side));
        let y = if k % 2 == 0 { 0.0 } else { dent };
        points.push(format!("[{x},{y}]"));
    }
    format!(r#""polygon":{{"points":[{}]}}"#, points.join(","))
}

fn chain(points: u16, step: u8, height: u16, r: f64) -> String {
    let step = f64::from(step) / 16.0 + 1.0 / 256.0;
    let point = |k: u16| format!("[{},{}]", f64::from(k) * step, f64::from(k % 2) * f64::from(height % 8192));
    format!(r#"{{"points":[{}],"r":{r}}}"#, (0..points).map(point).collect::<Vec<_>>().join(","))
}

impl Ask {
    fn kind(&self) -> usize {
        match self {
            Ask::Rays { .. } => 0,
            Ask::Points { .. } => 1,
            Ask::Distances { .. } => 2,
            Ask::Contacts { .. } => 3,
            Ask::Crossings { .. } => 4,
            Ask::Sweeps { .. } => 5,
            Ask::Grazes(_) => 6,
        }
    }

    fn write(&self, text: &mut String, bodies: usize) {
        let id = |k: u16| usize::from(k) % bodies;
        let two = |a, b| format!(r#"{{"a":"{}","b":"{}"}}"#, id(a), id(b));
        let (name, one, count) = match *self {
            Ask::Rays { to: [x, y], count, all } => {
                ("rays", format!(r#"{{"from":[-9000,-9000],"to":[{x},{y}],"all":{all}}}"#), count)
            }
            Ask::Points { at: [x, y], count } => ("points", format!("[{x},{y}]"), count),
            Ask::Distances { a, b, count } => ("distances", two(a, b), count),
            Ask::Contacts { a, b, count } => ("contacts", two(a, b), count),
            Ask::Crossings { a, b, count } => ("crossings", two(a, b), count),
            Ask::Sweeps { a, to: [x, y], count, is_far } => {
                let far = if is_far { 60.0 } else { 1.0 };
                let to = [f64::from(x) * far, f64::from(y) * far];
                ("sweeps", format!(r#"{{"id":"{}","to":[{},{}]}}"#, id(a), to[0], to[1]), count)
            }
            Ask::Grazes(margin) => {
                let _ = write!(text, r#","grazes":{{"margin":{margin}}}"#);
                return;
            }
        };
        let _ = write!(text, r#","{name}":[{}]"#, vec![one; usize::from(count % 4096)].join(","));
    }
}
