//! Tests that no invocation of a shader runs more loop iterations than every driver allows. Lavapipe silently ends a
//! shader after 65,535 iterations, counted over eight invocations together. The bound is proved over the shader texts
//! and tested on devices with work that is longer.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use std::collections::HashMap;
use std::sync::Arc;

use common::Random;
use kasuri::gpu::{Gpu, Hits, Member, Want, shaders};
use kasuri::lattice::Point;
use kasuri::{
    Backend, Body, Cause, Error, ErrorKind, Mask, Placement, Shape, Touching, Vec2, World, gpu::twins,
    mask::Sprite, query::Form,
};
use naga::{Block, Function, Handle, Module, Statement};

/// The largest number of loop iterations of an invocation in all.
const MOST: u64 = 8_191;

/// A proof of the bounds of the loops of a shader.
struct Proof<'a> {
    shader: &'a str,
    text: &'a str,
    module: &'a Module,
    functions: HashMap<Handle<Function>, Rounds>,
}

/// The loop iterations of a piece of code.
#[derive(Clone, Copy, Default)]
struct Rounds {
    /// The iterations of loops with constant bounds; other loops are counted by `go_on`.
    constant: u64,
    /// The iterations where no invocation takes the code: some drivers run all code, and leave each loop at once.
    untaken: u64,
}

impl Proof<'_> {
    fn rounds(&mut self, block: &Block) -> Rounds {
        let mut sum = Rounds::default();
        let mut add = |rounds: Rounds| {
            sum.constant += rounds.constant;
            sum.untaken += rounds.untaken;
        };
        for (statement, span) in block.span_iter() {
            match statement {
                Statement::Loop { body, continuing, .. } => {
                    let header = self.header(&self.text[span.to_range().unwrap()]);
                    let (body, continuing) = (self.rounds(body), self.rounds(continuing));
                    let constant = body.constant + continuing.constant;
                    let untaken = 1 + body.untaken + continuing.untaken;
                    let constant = match header.split_once("go_on(") {
                        Some((_, cost)) => {
                            let cost = self.number(cost.split(')').next().unwrap());
                            assert!(cost >= untaken, "{}: {header} costs {untaken}", self.shader);
                            // Nothing limits how often the inner loop starts.
                            assert_eq!(constant, 0, "{}: a constant loop within {header}", self.shader);
                            0
                        }
                        // The condition is evaluated once more when the loop ends.
                        None => (self.bound(&header) + 1) * (constant + untaken),
                    };
                    add(Rounds { constant, untaken });
                }
                Statement::Block(block) => add(self.rounds(block)),
                Statement::If { accept, reject, .. } => {
                    add(self.rounds(accept));
                    add(self.rounds(reject));
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().for_each(|case| add(self.rounds(&case.body)));
                }
                Statement::Call { function, .. } => add(self.of_function(*function)),
                _ => {}
            }
        }
        sum
    }

    fn of_function(&mut self, handle: Handle<Function>) -> Rounds {
        if let Some(&known) = self.functions.get(&handle) {
            return known;
        }
        let rounds = self.rounds(&self.module.functions[handle].body);
        self.functions.insert(handle, rounds);
        rounds
    }

    /// Returns a loop's first line. Its condition begins with `go_on` or compares with a constant.
    fn header(&self, text: &str) -> String {
        let header = text.split(" {").next().unwrap().to_owned();
        let condition = match header.strip_prefix("while (") {
            Some(condition) => condition,
            None => header
                .strip_prefix("for (")
                .unwrap_or_else(|| panic!("{}: a loop of another kind: {header}", self.shader))
                .split(';')
                .nth(1)
                .unwrap()
                .trim_start(),
        };
        if header.contains("go_on(") {
            let rest = condition.strip_prefix("go_on(").and_then(|rest| rest.split_once("u) && "));
            let (_, rest) =
                rest.unwrap_or_else(|| panic!("{}: {header} does not begin with it", self.shader));
            assert!(!outside_parentheses(rest, "||"), "{}: {header} goes on without it", self.shader);
        }
        header
    }

    /// Returns the iterations of `for (var k = a; k < b...; k++)`, or with `step *= 2u`, where b is a number or a
    /// constant.
    fn bound(&self, header: &str) -> u64 {
        let parts: Vec<&str> =
            header.strip_prefix("for (").unwrap().trim_end_matches(')').split(';').collect();
        let [start, condition, step] = parts[..] else { panic!("{}: {header}", self.shader) };
        let start = self.number(start.split('=').nth(1).unwrap());
        assert!(!condition.contains("||"), "{}: {header}", self.shader);
        let first = condition.split("&&").next().unwrap();
        let (end, more) = match first.split_once("<=") {
            Some((_, end)) => (end, 1),
            None => (first.split_once('<').unwrap().1, 0),
        };
        let end = self.number(end) + more;
        match step {
            step if step.contains("++") => end - start,
            step if step.contains("*= 2u") => u64::from((end / start).ilog2()) + 1,
            _ => panic!("{}: {header} has a step that is not known", self.shader),
        }
    }

    fn number(&self, text: &str) -> u64 {
        let text = text.trim();
        if let Ok(number) = text.trim_end_matches('u').parse() {
            return number;
        }
        let declared = format!("const {text}: u32 = ");
        let value = self.text.split(&declared).nth(1).unwrap_or_else(|| panic!("{}: {text}?", self.shader));
        self.number(value.split(';').next().unwrap())
    }
}

fn outside_parentheses(text: &str, what: &str) -> bool {
    let mut depth = 0;
    (0..text.len()).any(|at| {
        match text.as_bytes()[at] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0 && text[at..].starts_with(what)
    })
}

#[test]
fn every_entry_point_is_bounded() {
    let mut entries = 0;
    for (shader, text) in shaders() {
        let module = naga::front::wgsl::parse_str(text).unwrap();
        let mut proof = Proof { shader, text, module: &module, functions: HashMap::new() };
        let counted = proof.number("ROUNDS");
        for entry in &module.entry_points {
            let Rounds { constant, untaken } = proof.rounds(&entry.function.body);
            // An invocation without iterations left goes through the rest of the code once more.
            let all = counted + constant + 2 * untaken;
            assert!(all <= MOST, "{shader}::{}: {constant} constant, {untaken} untaken", entry.name);
            entries += 1;
        }
    }
    assert!(entries > 25);
    // Eight invocations together stay below the limit of lavapipe.
    const { assert!(8 * MOST <= 65_535) };
}

#[test]
fn a_loop_that_nothing_bounds_is_found() {
    let bodies = [
        "for (var k = 0u; k < n; k++) {}",
        "while (k < n || go_on(1u)) { k++; }",
        "while (go_on(1u) && k < n || true) { k++; }",
        "loop { if (k > n) { break; } k++; }",
        "while (go_on(1u) && k < n) { while (go_on(1u) && k < n) { k++; } }",
        "while (go_on(9u) && k < n) { for (var i = 0u; i < 4u; i++) { k++; } }",
    ];
    for body in bodies {
        let text = format!(
            "@group(0) @binding(0) var<uniform> n: u32; fn go_on(cost: u32) -> bool {{ return n > cost; }}\n\
             @compute @workgroup_size(1) fn main() {{ var k = 0u; {body} }}"
        );
        let module = naga::front::wgsl::parse_str(&text).unwrap();
        let found = std::panic::catch_unwind(|| {
            let mut proof = Proof { shader: "it", text: &text, module: &module, functions: HashMap::new() };
            proof.rounds(&module.entry_points[0].function.body)
        });
        assert!(found.is_err(), "{body}");
    }
}

fn placed(shape: &Shape, at: [f64; 2]) -> Form {
    Form::Shape(shape.place(&Placement::at(at)).unwrap())
}

/// Returns a line that goes up and down between two heights.
fn zigzag(links: usize, step: f64, height: f64, radius: f64) -> Shape {
    let points: Vec<Vec2> =
        (0..=links).map(|k| Vec2::new(k as f64 * step, if k % 2 == 0 { 0.0 } else { height })).collect();
    Shape::chain(&points, radius).unwrap()
}

/// Returns a curved laser.
fn laser(links: usize, radius: f64, wide: f64) -> Shape {
    let point = |k: usize| {
        let a = k as f64 / links as f64 * 6.0;
        Vec2::new(200.0 + wide * a.cos(), 200.0 + wide * a.sin() * 0.7)
    };
    Shape::chain(&(0..=links).map(point).collect::<Vec<_>>(), radius).unwrap()
}

fn sprite(side: usize, scale: f64, is_set: impl FnMut(i32, i32) -> bool, at: [f64; 2]) -> Form {
    let mask = Arc::new(Mask::from_fn(side, side, is_set).unwrap());
    let placement = Placement::at(at).scaled([scale, scale]);
    Form::Sprite(Sprite::place(&mask, &placement, Some([0.0, 0.0].into())).unwrap())
}

/// Returns pairs that take an invocation from tens of thousands to millions of iterations.
fn long_pairs() -> Vec<[Form; 2]> {
    let mut random = Random::new(81);
    let noise = sprite(512, 1.0, |_, _| random.below(100) < 30, [0.0, 0.0]);
    // Two zigzags next to each other whose boxes nearly coincide, and which meet only at their ends, or nowhere.
    let (up, down) = (zigzag(1024, 1.0, 900.0, 0.0), zigzag(1024, 1.0, 900.0, 0.0));
    let disc = |points: usize| {
        let at = |k: usize| {
            let a = k as f64 / points as f64 * std::f64::consts::TAU;
            Vec2::new(4000.0 * a.cos(), 4000.0 * a.sin())
        };
        Shape::polygon(&(0..points).map(at).collect::<Vec<_>>()).unwrap()
    };
    vec![
        [placed(&laser(256, 3.0, 180.0), [20.0, 60.0]), noise.clone()],
        [placed(&zigzag(1024, 0.5, 500.0, 0.25), [0.0, 0.0]), noise],
        [placed(&up, [0.0, 0.0]), placed(&down, [0.25, 0.0])],
        [placed(&up, [0.0, 0.0]), placed(&down, [0.5, 901.0])],
        [placed(&up, [0.0, 0.0]), placed(&zigzag(1024, 1.0, 900.0, 0.5), [0.5, 900.5])],
        [placed(&laser(1024, 0.0, 150.0), [0.0, 0.0]), placed(&laser(1024, 0.0, 180.0), [0.0, 0.0])],
        [placed(&disc(64), [0.0, 0.0]), placed(&disc(63), [7990.0, 150.0])],
        // These meet only in the last row.
        [
            sprite(4096, 1.0, |x, y| x == 4095 || y == 4095, [0.0, 0.0]),
            sprite(4096, 1.0, |x, y| (x == 0) == (y == 4095), [4095.0, 0.0]),
        ],
        [
            sprite(4096, 4.0, |x, y| (x + y) % 2 == 0, [0.0, 0.0]),
            sprite(4096, 4.0, |x, y| (x + y) % 2 == 1 || x == 4094 && y == 4094, [0.0, 0.0]),
        ],
    ]
}

#[test]
fn long_pairs_are_answered_as_by_the_cpu() {
    let forms: Vec<Form> = long_pairs().into_iter().flatten().collect();
    let pairs: Vec<[u32; 2]> = (0..forms.len() as u32 / 2).map(|k| [2 * k, 2 * k + 1]).collect();
    let expected = twins::integers(&forms, &pairs, Touching::Counts).unwrap();
    for gpu in gpu::all() {
        let name = gpu.adapter().name;
        let mut bodies = gpu.bodies(&forms).unwrap();
        let places: Vec<u32> = expected.iter().map(|hit| hit.pair).collect();
        assert_eq!(bodies.hits(&pairs, Touching::Counts).unwrap(), places, "{name}");
        let bits = bodies.overlaps(&pairs, Touching::Counts).unwrap();
        assert!(bits.iter().eq(places.iter().copied()), "{name}");
        let answer = bodies.ask(&pairs, Want::Integers, Touching::Counts).unwrap();
        assert_eq!(answer.hits, Hits::Integers(expected.clone()), "{name}");
        // Pairs that take too long for the device are left to the host.
        assert!(answer.report.on_device < pairs.len() as u64, "{name}");
    }
}

#[test]
fn worlds_on_a_gpu_see_every_long_pair() {
    let step = |backend: Backend, gpu: Option<&Gpu>, margin: Option<f64>| {
        let mut builder = World::builder().backend(backend);
        if let Some(gpu) = gpu {
            builder = builder.gpu(gpu.clone());
        }
        let mut world = builder.build().unwrap();
        for (shape, at) in
            [(zigzag(1024, 1.0, 900.0, 0.0), [0.0, 0.0]), (laser(256, 3.0, 180.0), [300.0, 120.0])]
        {
            let mut body = Body::new(shape).at(at);
            body = margin.map_or(body.clone(), |margin| body.graze(margin));
            world.spawn(body).unwrap();
        }
        let body = Body::new(zigzag(1024, 1.0, 900.0, 0.5)).at([0.5, 900.5]);
        world.spawn(body).unwrap();
        let told = world.step().unwrap();
        (told.began().len(), told.grazes().len())
    };
    for margin in [None, Some(6.0)] {
        let expected = step(Backend::Cpu, None, margin);
        assert!(expected.0 >= 1);
        for gpu in gpu::all() {
            assert_eq!(step(Backend::Gpu, Some(gpu), margin), expected, "{}", gpu.adapter().name);
        }
    }
}

#[test]
fn a_frame_that_is_too_long_says_so() {
    // One ring within the other: all of their links are tested against each other, and none overlaps.
    let forms = [laser(1024, 0.0, 150.0), laser(1024, 0.0, 180.0)].map(|ring| placed(&ring, [0.0, 0.0]));
    for gpu in gpu::all() {
        let mut crowd = gpu.crowd();
        for (owner, form) in (0..).zip(&forms) {
            let (at, layers) = (Point::default(), kasuri::Layers::default());
            crowd.push(Member { form, at, layers, margin: -1, owner, world: 0 }).unwrap();
        }
        match crowd.frame().as_ref().map_err(Error::cause) {
            Err(Cause::GpuTooSmall { what, .. }) => assert!(what.contains("loop")),
            other => panic!("{other:?}"),
        }
        // Once the pair is short, it is answered.
        let point = placed(&Shape::point(), [0.0, 0.0]);
        let (at, layers) = (Point::default(), kasuri::Layers::default());
        crowd.change(0, Member { form: &point, at, layers, margin: -1, owner: 0, world: 0 }).unwrap();
        assert_eq!(crowd.frame().unwrap().hits.len(), 0);
    }
}

#[test]
fn twenty_thousand_bodies_in_one_cell_are_paired_as_on_the_cpu() {
    // Points that lie apart, except for ten pairs: searches of thousands of iterations each.
    let build = |backend: Backend, gpu: Option<&Gpu>| {
        let mut builder = World::builder().backend(backend);
        if let Some(gpu) = gpu {
            builder = builder.gpu(gpu.clone());
        }
        let mut world = builder.build().unwrap();
        let at = |k: usize| [(k % 19_990 % 100) as f64 / 16.0, (k % 19_990 / 100) as f64 / 32.0];
        world.spawn_many(20_000, |k| Body::circle(0.0).at(at(k)).layer(1).against(1)).unwrap();
        world.step().unwrap().began().len()
    };
    let expected = build(Backend::Cpu, None);
    assert_eq!(expected, 10);
    for gpu in gpu::all() {
        assert_eq!(build(Backend::Gpu, Some(gpu)), expected, "{}", gpu.adapter().name);
    }
}

#[test]
fn a_device_that_ends_long_work_early_is_refused_by_name() {
    for gpu in gpu::all() {
        let cut = |name: &str, text: &'static str| match name {
            "trial" => text.replace("k < rounds", "k < min(rounds, 5000u)").into(),
            _ => text.into(),
        };
        let (device, queue) = (gpu.device().clone(), gpu.queue().clone());
        let wrong = Gpu::with_shaders(device, queue, cut).unwrap();
        let form = placed(&Shape::circle(4.0).unwrap(), [0.0, 0.0]);
        match wrong.bodies(std::slice::from_ref(&form)).as_ref().map_err(Error::cause) {
            Err(Cause::GpuWrong(name)) => assert_eq!(*name, gpu.adapter().name),
            other => panic!("{other:?}"),
        }
        // If the GPU was requested, a world reports the error; if the world may choose, it uses the CPU.
        let build = |backend: Backend| {
            let mut world = World::builder().backend(backend).gpu(wrong.clone()).build().unwrap();
            world.spawn_many(2, |_| Body::circle(4.0)).unwrap();
            world
        };
        assert!(build(Backend::Gpu).step().is_err_and(|error| error.kind() == ErrorKind::GpuWrong));
        assert_eq!(build(Backend::Auto).step().unwrap().began().len(), 1);
    }
}
