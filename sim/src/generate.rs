//! Makes the script of a seed: the same on every machine.

use kasuri::{Layers, Mask, Placement, Vec2};

use crate::common::{self, KINDS, Kind, Random};
use crate::operations::{
    BroadName, Edit, Figure, Frame, How, Meet, NamedRegion, NewBody, OldFile, Operation, Place, Script,
    Setup, Trouble,
};

const LAYERS: [u32; 7] = [1, 1, 1, 2, 4, 6, 8];
const AGAINST: [u32; 6] = [u32::MAX, u32::MAX, u32::MAX, 1, !4, 11];
const GROUPS: [u32; 6] = [0, 0, 0, 1, 2, u32::MAX];
/// Numbers that are refused.
const BAD: [f64; 3] = [3e9, -3e9, 2_097_153.0];

/// What a life is asked for besides its seed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// The number of steps; the seed chooses it by default.
    pub steps: Option<usize>,
    /// Whether GPUs come and go.
    pub gpu: bool,
}

/// Returns the script of a seed.
pub fn script(seed: u64, wanted: Wanted) -> Script {
    let mut life = Life::new(Random::new(seed));
    life.has_gpu = wanted.gpu;
    let steps = wanted.steps.unwrap_or(life.steps);
    life.spawn(life.most);
    for k in 0..steps {
        life.between_steps();
        life.script.push(Operation::Step);
        if k % 16 == 15 {
            life.now_and_then();
        }
    }
    if life.records {
        life.script.push(Operation::Replay);
    }
    life.script
}

/// A world as its script leaves it, as far as the script must know it.
struct Life {
    random: Random,
    script: Script,
    /// The bodies that were spawned and not removed, and about where they are.
    bodies: Vec<(u32, Vec2, Kind)>,
    next: u32,
    /// The middle of the world, and how far bodies are from it.
    middle: Vec2,
    reach: f64,
    most: usize,
    steps: usize,
    has_bounds: bool,
    sweeps: bool,
    records: bool,
    saved: Vec<u8>,
    has_gpu: bool,
}

impl Life {
    fn new(mut random: Random) -> Life {
        let (most, steps) = match random.below(40) {
            0 => (700, 4),
            1..4 => (260, 10),
            4..16 => (90, 25),
            _ => (random.size(2..=40), random.size(10..=50)),
        };
        // About as many pairs meet in a large world as in a small one.
        let reach = ((most as f64).sqrt() * random.pick(&[6.0, 12.0, 17.0])).max(24.0);
        // Some worlds are at the edge of the lattice, which refuses some bodies.
        let edge = (2_097_000.0 - reach).floor();
        let middle = if random.chance(8) { Vec2::new(edge, -edge) } else { Vec2::new(0.0, 0.0) };
        let mut life = Life {
            random,
            script: Vec::new(),
            bodies: Vec::new(),
            next: 0,
            middle,
            reach,
            most,
            steps,
            has_bounds: false,
            sweeps: false,
            records: false,
            saved: Vec::new(),
            has_gpu: false,
        };
        life.sweeps = life.random.chance(3);
        let setup = life.setup();
        life.has_bounds = setup.bounds.is_some();
        life.script.push(Operation::World(setup));
        life
    }

    fn setup(&mut self) -> Setup {
        let random = &mut self.random;
        let mut setup = Setup::default();
        if !random.chance(4) {
            let half = self.reach
                * random.pick(if self.middle.x == 0.0 { &[0.7, 0.9, 1.2] } else { &[0.7, 0.8, 0.9] });
            let corner = |by: f64| Vec2::new(self.middle.x + by, self.middle.y + by);
            setup.bounds = Some([corner(-half), corner(half + 0.5)]);
        }
        setup.ignores_touching = random.chance(4);
        if random.chance(2) {
            setup.between = vec![(2, 4, true), (1, 1, !setup.ignores_touching), (1, 9, false)];
            setup.between.truncate(random.size(1..=3));
        }
        if random.chance(3) {
            setup.rooted = vec![(4, 4), (1, 8)];
        }
        setup
    }

    fn between_steps(&mut self) {
        self.drift();
        let missing = self.most.saturating_sub(self.bodies.len());
        let come = self.random.size(0..=2) + missing / 4;
        self.spawn(come);
        for _ in 0..self.random.size(0..=5) {
            self.change();
        }
        for _ in 0..self.random.size(0..=4) {
            self.meet();
        }
        if self.random.chance(3) {
            self.change_how();
        }
        match self.random.below(24) {
            0 | 1 => {
                let number = self.random.below(3) as u8;
                self.saved.push(number);
                self.script.push(Operation::Save(number));
            }
            2 if !self.saved.is_empty() => {
                let number = self.random.pick(&self.saved);
                let as_bytes = self.random.chance(2);
                self.script.push(Operation::Restore { number, as_bytes });
            }
            3 | 4 => self.script.push(Operation::Rollback(self.random.size(1..=6) as u8)),
            5 if !self.records => {
                self.records = true;
                self.script.push(Operation::Record);
            }
            6 if self.records => {
                self.records = false;
                self.script.push(Operation::Replay);
            }
            _ => {}
        }
    }

    /// What is costly, or ends much.
    fn now_and_then(&mut self) {
        match self.random.below(4) {
            0 => {
                let file = match self.random.below(4) {
                    0 => OldFile::Snapshot(1),
                    version => OldFile::Recording(version as u8),
                };
                self.script.push(Operation::Old(file));
            }
            1 => {
                self.bodies.clear();
                self.script.push(Operation::Clear);
                self.spawn(self.most);
            }
            _ => {}
        }
    }

    fn change_how(&mut self) {
        let random = &mut self.random;
        let ours = random.chance(2);
        let how = match random.below(if self.has_gpu { 11 } else { 7 }) {
            0 | 1 => How::Threads(random.size(1..=4)),
            2 | 3 => How::Simd(random.size(0..=3)),
            4 => How::Broad(random.pick(&[
                BroadName::Brute,
                BroadName::Grid,
                BroadName::Tree,
                BroadName::Auto,
            ])),
            5 => How::CheckOneIn(random.pick(&[0, 1, 3, 40])),
            6 => How::Batch(random.chance(2)),
            7 => How::Cpu,
            8 => How::Auto,
            _ => How::Gpu,
        };
        // A recorder steps ours, so only the twin is in batches.
        let is_batch = matches!(how, How::Batch(_));
        self.script.push(if ours && !is_batch { Operation::Ours(how) } else { Operation::Twin(how) });
        if self.has_gpu && self.random.chance(6) {
            let trouble = match self.random.below(4) {
                0 => Trouble::MostBytes(self.random.pick(&[0, 1 << 12, 1 << 16])),
                1 => {
                    let call = self.random.pick(&["vkAllocateMemory", "vkQueueSubmit", "vkCreateBuffer"]);
                    let code = self.random.pick(&[-2, -4]);
                    Trouble::Fault(format!("{call} {} once {code}", self.random.size(1..=6)))
                }
                _ => Trouble::Lose,
            };
            self.script.push(Operation::Gpu(trouble));
        }
    }

    fn place(&mut self) -> Vec2 {
        let [x, y] = self.random.point(self.reach);
        Vec2::new(self.middle.x + x, self.middle.y + y)
    }

    fn spawn(&mut self, count: usize) {
        // Some come in one call, some one by one; some of a call are alike.
        let mut left = count;
        while left > 0 {
            let many = if self.random.chance(3) { 1 } else { left.min(self.random.size(1..=64)) };
            let alike = self.random.chance(4);
            let mut bodies: Vec<NewBody> = Vec::new();
            for _ in 0..many {
                let body = match bodies.first() {
                    Some(first) if alike => NewBody { id: self.next, at: self.place(), ..first.clone() },
                    _ => self.body(),
                };
                self.bodies.push((body.id, body.at, kind_of(&body.frames[0].figure)));
                self.next += 1;
                bodies.push(body);
            }
            if self.random.chance(40) {
                // One is refused, so none comes.
                let bad = self.random.size(0..=many - 1);
                bodies[bad].scale.x = 0.0;
                self.bodies.truncate(self.bodies.len() - many);
            }
            self.script.push(Operation::Spawn(bodies));
            left -= many;
        }
    }

    fn body(&mut self) -> NewBody {
        let kind = kind(&mut self.random);
        let at = self.place();
        let random = &mut self.random;
        let count = if random.chance(6) { random.size(2..=3) } else { 1 };
        let mut body = NewBody {
            id: self.next,
            frames: (0..count).map(|_| frame(random, kind)).collect(),
            frame: random.size(0..=count - 1),
            at,
            angle: 0.0,
            scale: Vec2::new(1.0, 1.0),
            layers: layers(random),
            graze: random.chance(6).then(|| margin(random)),
            despawn_beyond: (self.has_bounds && random.chance(4)).then(|| random.pick(&[0.0, 4.0, 30.0])),
            cooldown: if random.chance(9) { random.below(6) as u32 } else { 0 },
            max_hits: random.chance(12).then(|| random.below(4) as u32),
            invulnerable: if random.chance(12) { random.below(9) } else { 0 },
            data: random.bits(),
            swept: self.sweeps && kind != Kind::Tiles && random.chance(3),
        };
        if kind != Kind::Tiles && random.chance(2) {
            body.angle = common::angle(random);
            body.scale = if random.chance(2) { scale(random) } else { body.scale };
        }
        if body.twin().and_then(|mut twin| twin.place()).is_err() {
            // It does not allow uneven scales.
            body.scale = Vec2::new(1.0, 1.0);
        }
        body
    }

    fn some(&mut self) -> Option<u32> {
        if self.bodies.is_empty() { None } else { Some(self.random.pick(&self.bodies).0) }
    }

    fn some_many(&mut self) -> Vec<u32> {
        let most = if self.random.chance(4) { 80 } else { 8 };
        let count = self.random.size(1..=most);
        let picked = (0..count).filter_map(|_| self.some());
        let mut ids: Vec<u32> = picked.collect();
        // Now and then a body stands twice in a list.
        if !self.random.chance(8) {
            ids.sort_unstable();
            ids.dedup();
        }
        ids
    }

    /// Moves about half of the bodies a little, some far.
    fn drift(&mut self) {
        let mut moves = Vec::new();
        for k in 0..self.bodies.len() {
            if self.random.chance(2) {
                let fast = if self.sweeps { self.random.pick(&[1.0, 1.0, 4.0, 40.0]) } else { 1.0 };
                let (id, at, _) = self.bodies[k];
                let by = self.random.point(6.0).map(|x| x * fast);
                let wrapped = |x: f64, middle: f64| {
                    let off = x - middle;
                    if off.abs() > self.reach { middle - off.signum() * self.reach } else { x }
                };
                let to =
                    Vec2::new(wrapped(at.x + by[0], self.middle.x), wrapped(at.y + by[1], self.middle.y));
                self.bodies[k].1 = to;
                moves.push((id, to));
            }
        }
        if let Some((_, to)) = moves.last_mut().filter(|_| self.random.chance(40)) {
            to.y = self.random.pick(&BAD);
        }
        self.script.push(Operation::SetPositions(moves));
    }

    fn change(&mut self) {
        let operation = match self.random.below(24) {
            0 => self.remove(),
            1 => {
                let (ids, random) = (self.some_many(), &mut self.random);
                Operation::SetAngles(ids.into_iter().map(|id| (id, common::angle(random))).collect())
            }
            2 => {
                let (ids, random) = (self.some_many(), &mut self.random);
                Operation::SetScales(ids.into_iter().map(|id| (id, scale(random))).collect())
            }
            3 => {
                let (ids, random) = (self.some_many(), &mut self.random);
                Operation::SetFrames(ids.into_iter().map(|id| (id, random.size(0..=1))).collect())
            }
            4 => {
                let is_round = |kind: Kind| matches!(kind, Kind::Circle | Kind::Capsule | Kind::Chain);
                let round = self.bodies.iter().filter(|body| is_round(body.2)).map(|body| body.0);
                let mut ids: Vec<u32> = round.take(70).collect();
                if self.random.chance(8) {
                    ids.extend(self.some());
                }
                let random = &mut self.random;
                Operation::SetRadii(ids.into_iter().map(|id| (id, radius(random))).collect())
            }
            5 => {
                let chains = self.bodies.iter().filter(|body| body.2 == Kind::Chain).map(|body| body.0);
                let ids: Vec<u32> = chains.take(9).collect();
                let random = &mut self.random;
                Operation::SetChains(ids.into_iter().map(|id| (id, points(random, 3))).collect())
            }
            6 => {
                let ids = self.some_many();
                let placed = ids.into_iter().map(|id| {
                    let at = self.place();
                    let angle = common::angle(&mut self.random);
                    let size =
                        if self.random.chance(4) { scale(&mut self.random) } else { Vec2::new(1.0, 1.0) };
                    (id, Placement::at(at).turned(angle).scaled(size))
                });
                Operation::SetPlacements(placed.collect())
            }
            7 => {
                let ids = self.some_many();
                Operation::TeleportMany(ids.into_iter().map(|id| (id, self.place())).collect())
            }
            8 if self.random.chance(3) => Operation::RemoveOverlapping(self.area()),
            8 | 9 => Operation::Overlapping(self.area()),
            _ => match self.some() {
                Some(id) => Operation::Edit(id, self.edit()),
                None => return,
            },
        };
        self.script.push(operation);
    }

    /// Brings a body to the border of another.
    fn meet(&mut self) {
        if self.bodies.len() < 2 {
            return;
        }
        let (body, other) =
            (self.random.size(0..=self.bodies.len() - 1), self.random.size(0..=self.bodies.len() - 1));
        let random = &mut self.random;
        let far = random.pick(&[-100.0, 100.0]);
        let path = match random.below(3) {
            0 => Vec2::new(far, 0.0),
            1 => Vec2::new(0.0, far),
            _ => random.point(100.0).into(),
        };
        let meet = Meet {
            body: self.bodies[body].0,
            other: self.bodies[other].0,
            path,
            grazes: random.chance(2),
            past: random.chance(2),
            teleports: random.chance(2),
        };
        if body != other && path != Vec2::new(0.0, 0.0) {
            self.bodies[body].1 = self.bodies[other].1;
            self.script.push(Operation::Meet(meet));
        }
    }

    fn remove(&mut self) -> Operation {
        let most = if self.random.chance(6) { self.bodies.len().max(1) } else { 3 };
        let count = self.random.size(1..=most);
        let ids: Vec<u32> = (0..count).filter_map(|_| self.some()).collect();
        self.bodies.retain(|body| !ids.contains(&body.0));
        Operation::Remove(ids)
    }

    fn area(&mut self) -> Place {
        let kind = self.random.pick(&[Kind::Circle, Kind::Rect, Kind::Sprite]);
        Place {
            at: self.place(),
            figure: figure(&mut self.random, kind),
            angle: common::angle(&mut self.random),
            against: self.random.pick(&[u32::MAX, 2, 5]),
        }
    }

    fn edit(&mut self) -> Edit {
        let bad = self.random.chance(30).then(|| self.random.pick(&BAD));
        // A margin reaches as far as the world; the mirror knows only what is far beyond.
        let far = bad.map(|bad| bad.signum() * 3e9);
        let at = self.place();
        let random = &mut self.random;
        match random.below(22) {
            0 => Edit::Position(Vec2::new(bad.unwrap_or(at.x), at.y)),
            1 => Edit::Teleport(Vec2::new(at.x, bad.unwrap_or(at.y))),
            2 => Edit::Placement(Placement::at(at).turned(common::angle(random)).scaled(scale(random))),
            3 | 4 => Edit::Angle(common::angle(random)),
            5 => {
                let size = scale(random);
                Edit::Scale(Vec2::new(size.x, bad.unwrap_or(size.y)))
            }
            6 => Edit::Frame(random.size(0..=3)),
            7 => {
                let count = random.size(2..=5);
                Edit::Chain(points(random, count))
            }
            8 => Edit::Radius(bad.unwrap_or_else(|| radius(random))),
            9 => {
                let kind = kind(random);
                Edit::Look(frame(random, kind))
            }
            10 => {
                let kind =
                    random.pick(&[Kind::Point, Kind::Segment, Kind::Rect, Kind::Concave, Kind::Compound]);
                Edit::Shape(common::shape(random, kind))
            }
            11 => Edit::Mask(rows_of(&mask(random))),
            12 => Edit::Layers(layers(random)),
            13 => Edit::Group(random.pick(&GROUPS)),
            14 => Edit::Graze((!random.chance(3)).then(|| far.unwrap_or_else(|| margin(random)))),
            15 => Edit::DespawnBeyond(
                (self.has_bounds && !random.chance(3)).then(|| far.unwrap_or_else(|| margin(random))),
            ),
            16 => Edit::Cooldown(random.below(5) as u32),
            17 => Edit::MaxHits((!random.chance(3)).then(|| random.below(4) as u32)),
            18 => Edit::Invulnerable(random.below(5)),
            19 => Edit::Data(random.bits()),
            _ => Edit::Swept(self.sweeps && random.chance(2)),
        }
    }
}

fn kind_of(figure: &Figure) -> Kind {
    match figure {
        Figure::Circle(_) => Kind::Circle,
        Figure::Capsule(..) => Kind::Capsule,
        Figure::Chain(..) => Kind::Chain,
        Figure::Shape(_) => Kind::Rect,
        Figure::Mask(_) => Kind::Sprite,
        Figure::Tiles { .. } => Kind::Tiles,
    }
}

/// Returns a kind of body; tile maps are rare, because they are large and never swept.
fn kind(random: &mut Random) -> Kind {
    match random.pick(&KINDS) {
        Kind::Tiles if !random.chance(3) => Kind::Sprite,
        kind => kind,
    }
}

fn frame(random: &mut Random, kind: Kind) -> Frame {
    let count = if random.chance(6) { random.size(1..=3) } else { 0 };
    Frame {
        figure: figure(random, kind),
        pivot: (kind == Kind::Sprite && random.chance(3)).then(|| random.point(20.0).into()),
        regions: (0..count).map(|k| region(random, k)).collect(),
    }
}

fn region(random: &mut Random, k: usize) -> NamedRegion {
    let kind = match kind(random) {
        Kind::Tiles => Kind::Sprite,
        kind => kind,
    };
    NamedRegion {
        name: format!("region {k}"),
        figure: figure(random, kind),
        pivot: (kind == Kind::Sprite && random.chance(3)).then(|| random.point(9.0).into()),
        layer: random.chance(3).then(|| random.pick(&LAYERS)),
        against: random.chance(3).then(|| random.pick(&AGAINST)),
    }
}

fn figure(random: &mut Random, kind: Kind) -> Figure {
    match kind {
        Kind::Circle => Figure::Circle(radius(random) * 1.5),
        Kind::Capsule => Figure::Capsule(random.point(9.0), random.point(9.0), radius(random)),
        Kind::Chain => {
            let count = if random.chance(2) { 3 } else { random.size(2..=6) };
            Figure::Chain(points(random, count), radius(random) / 2.0)
        }
        Kind::Sprite => Figure::Mask(rows_of(&mask(random))),
        Kind::Tiles => Figure::Tiles {
            cell: [random.pick(&[8.0, 12.5, 16.0]), random.pick(&[8.0, 10.25])],
            rows: {
                let (columns, rows) = (random.size(1..=4), random.size(1..=4));
                let mut row = || (0..columns).map(|_| random.pick(&['.', '#', '/', 'm'])).collect();
                (0..rows).map(|_| row()).collect()
            },
            mask: rows_of(&mask(random)),
        },
        kind => Figure::Shape(common::shape(random, kind)),
    }
}

fn mask(random: &mut Random) -> Mask {
    let wide = random.chance(12);
    let width = random.size(if wide { 60..=80 } else { 1..=16 });
    let height = random.size(1..=if wide { 4 } else { 16 });
    let fill = random.pick(&[0, 20, 60, 90, 100, 100]);
    let mut rows = vec![String::new(); height];
    for row in &mut rows {
        *row = (0..width).map(|_| if random.below(100) < fill { '#' } else { '.' }).collect();
    }
    Mask::from_rows(&rows).unwrap_or_else(|error| panic!("rows of a mask: {error}"))
}

fn rows_of(mask: &Mask) -> Vec<String> {
    let row = |y| (0..mask.width().into()).map(|x| if mask.get(x, y) { '#' } else { '.' }).collect();
    (0..mask.height().into()).map(row).collect()
}

fn points(random: &mut Random, count: usize) -> Vec<[f64; 2]> {
    (0..count).map(|_| random.point(14.0)).collect()
}

fn radius(random: &mut Random) -> f64 {
    if random.chance(6) { 0.0 } else { random.coordinate(7.0).abs() }
}

fn layers(random: &mut Random) -> Layers {
    Layers { layer: random.pick(&LAYERS), against: random.pick(&AGAINST), group: random.pick(&GROUPS) }
}

fn scale(random: &mut Random) -> Vec2 {
    let sizes = [1.0, -1.0, 0.5, 1.5, -2.0, 1.0, random.between(0.3, 2.0)];
    let x = random.pick(&sizes);
    let y = if random.chance(2) { random.pick(&sizes) } else { x * random.pick(&[1.0, -1.0]) };
    Vec2::new(x, y)
}

fn margin(random: &mut Random) -> f64 {
    random.pick(&[0.0, 0.5, 3.0, 1.0 / 256.0, 6.25])
}
