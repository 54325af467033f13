//! The table `cliffs` as a test of counts: what a candidate takes in small scenes of every kind against every kind, on any machine,
//! however busy it is. `cargo test -p kasuri-bench --lib cliffs::counts -- --nocapture` prints all counts.
//!
//! No table of numbers is held. A cell may take at most four times the larger one of the medians of its row and of its column, and
//! the median of a row or a column at most four times that of all rows or columns: what makes one pair of kinds dear is found by
//! the first rule, and what makes one kind dear, by the second. A small amount more is always allowed. Medians are those of the
//! cells that take any, since most kinds need no pixels at all.
#![allow(clippy::print_stdout)]

use kasuri::counts::{self, WorkCounts};

use crate::tables::cliffs::{CLIFF, CliffCell, KINDS, MANNERS, Manner, allocations, cells_of};
use crate::tables::motion::{SCREEN, Swarm};
use crate::tables::yardstick::Stage;

/// The positions of bodies go through these frames and back again: a round.
const FRAMES: usize = 4;
const ROUND: usize = 2 * FRAMES;
/// The rounds that are not counted, and those that are.
const WARM_UP: usize = 2;
const COUNTED: usize = 2;

/// A kind of work that is counted.
struct Quantity {
    name: &'static str,
    of: fn(&WorkCounts) -> u64,
    /// How much a candidate may always take.
    small: f64,
}

const QUANTITIES: [Quantity; 3] = [
    Quantity { name: "tests", of: |done| done.tests, small: 0.5 },
    Quantity { name: "pixels", of: |done| done.pixels, small: 64.0 },
    Quantity { name: "words", of: |done| done.words, small: 16.0 },
];

/// Cells that may take more than four times the median. Without targets it is the columns of the bullets, without bullets the rows
/// of the targets.
struct Exception {
    quantity: &'static str,
    bullets: &'static [&'static str],
    targets: &'static [&'static str],
    times: f64,
    /// Whether only cells that graze may.
    only_grazing: bool,
}

const fn exception(
    quantity: &'static str,
    bullets: &'static [&'static str],
    targets: &'static [&'static str],
    times: f64,
) -> Exception {
    Exception { quantity, bullets, targets, times, only_grazing: false }
}

const fn grazing(of: Exception) -> Exception {
    Exception { only_grazing: true, ..of }
}

const MANY_PARTS: &[&str] = &["concave 28", "concave 100", "chain 8", "chain 32"];
const MOST_PARTS: &[&str] = &["concave 100", "chain 32"];
const TWO_SPRITES: &[&str] = &["sprite, 2 regions"];
const DRAWN: &[&str] = &["sprite x1.5", "turned sprite", "with holes", "noise"];

const EXCEPTIONS: [Exception; 15] = [
    // All of thirty parts within 8 px are near the border that a bullet lies on, and none of them is all that the others need.
    exception("tests", MOST_PARTS, &[], 24.0),
    exception("words", MOST_PARTS, &[], 20.0),
    // Where the borders of two bodies with many parts meet, each part meets several of the other.
    exception("tests", MANY_PARTS, &["concave 100"], 12.0),
    // Such a bullet is tested with each region.
    exception("tests", MOST_PARTS, TWO_SPRITES, 8.0),
    grazing(exception("words", MOST_PARTS, TWO_SPRITES, 6.0)),
    // The body and one of its regions are two sprites, each with pixels of its own.
    exception("pixels", &[], TWO_SPRITES, 6.0),
    grazing(exception("pixels", &[], TWO_SPRITES, 10.0)),
    grazing(exception("words", DRAWN, TWO_SPRITES, 10.0)),
    grazing(exception("words", TWO_SPRITES, DRAWN, 20.0)),
    // A mask full of holes says little from afar: each of three regions is tested with its pixels, to touch and to graze.
    grazing(exception("tests", &["3 regions"], &["noise"], 7.0)),
    grazing(exception("words", TWO_SPRITES, TWO_SPRITES, 18.0)),
    grazing(exception("pixels", TWO_SPRITES, DRAWN, 12.0)),
    // What lies within a margin of the largest of three regions is most of a sprite.
    grazing(exception("pixels", &["3 regions"], &[], 18.0)),
    // A sprite that is widened for a graze is drawn wholly, once for all its pairs. In a small scene these are few.
    grazing(exception("pixels", &["with holes", "noise"], &["sprite x1.5", "turned sprite"], 12.0)),
    grazing(exception("pixels", &["with holes", "noise"], &["sprite 256"], 20.0)),
];

/// Kinds whose swept pairs allocate, and how often a candidate does at most.
const ALLOCATE_ON_WAY: [(&str, f64); 2] = [
    // The difference of two hulls with more than 32 vertices is a list.
    ("round 70", 0.75),
    // Points overlap so little at the start that fewer than 32 pairs are left, and `query` decides these.
    ("point", 0.05),
];
/// Fewer candidates in a step are decided one by one by `query`, which lists the parts of bodies with many.
const FEW: u64 = 40;
const OF_FEW: f64 = 2.0;

/// What a round of a cell took.
struct Counted {
    cell: CliffCell,
    candidates: u64,
    /// Those of the round that allocated less: a field is made once.
    allocations: u64,
    done: WorkCounts,
}

impl Counted {
    fn of(stage: &Stage, cell: CliffCell) -> Counted {
        let mut scene = cell.scene(stage, 1);
        let mut counted = Counted { cell, candidates: 0, allocations: u64::MAX, done: WorkCounts::default() };
        for round in 0..WARM_UP + COUNTED {
            (counted.candidates, counted.done) = (0, WorkCounts::default());
            let mut allocated = 0;
            for k in 0..ROUND {
                let places = &scene.places[k.min(ROUND - 1 - k)];
                scene.world.set_positions(&scene.handles, places).expect("places in the world");
                let before = allocations::count();
                counts::take();
                let step = scene.world.step().expect("a CPU");
                counted.done = sum(counted.done, counts::take());
                allocated += allocations::count() - before;
                counted.candidates += step.report().candidates as u64;
            }
            if round >= WARM_UP {
                counted.allocations = counted.allocations.min(allocated);
            }
        }
        counted
    }

    fn a_candidate(&self, quantity: &Quantity) -> f64 {
        (quantity.of)(&self.done) as f64 / self.candidates.max(1) as f64
    }

    fn most_allocations(&self) -> f64 {
        let [bullet, target] = self.cell.kinds();
        let is_few = self.candidates < FEW * ROUND as u64;
        let on_way = ALLOCATE_ON_WAY.iter().filter(|(kind, _)| [bullet, target].contains(kind));
        let on_way = on_way.filter(|_| self.cell.manner.is_swept).map(|&(_, most)| most);
        on_way.chain(is_few.then_some(OF_FEW)).fold(0.0, f64::max) * self.candidates as f64
    }
}

impl CliffCell {
    fn kinds(&self) -> [&'static str; 2] {
        [KINDS[self.bullet].name, KINDS[self.target].name]
    }
}

fn sum(a: WorkCounts, b: WorkCounts) -> WorkCounts {
    WorkCounts { tests: a.tests + b.tests, pixels: a.pixels + b.pixels, words: a.words + b.words }
}

/// Returns the median of the numbers above 0.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.filter(|&x| x > 0.0).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Returns how many times the median is allowed; a row has no bullet and a column no target.
fn times(manner: Manner, quantity: &Quantity, [bullet, target]: [&str; 2]) -> f64 {
    let is_in = |kinds: &[&str], kind: &str| kinds.is_empty() && kind.is_empty() || kinds.contains(&kind);
    let is_meant = |of: &&Exception| {
        let is_its_manner = !of.only_grazing || manner.margin.is_some();
        is_its_manner
            && of.quantity == quantity.name
            && is_in(of.bullets, bullet)
            && is_in(of.targets, target)
    };
    EXCEPTIONS.iter().filter(is_meant).map(|of| of.times).fold(CLIFF, f64::max)
}

/// Returns what takes too much of one kind of work.
fn cliffs(manner: Manner, all: &[Counted], quantity: &Quantity) -> Vec<String> {
    let median_of = |is_in: &dyn Fn(&CliffCell) -> bool| {
        median(all.iter().filter(|counted| is_in(&counted.cell)).map(|counted| counted.a_candidate(quantity)))
    };
    let rows: Vec<f64> = (0..KINDS.len()).map(|k| median_of(&|cell| cell.target == k)).collect();
    let columns: Vec<f64> = (0..KINDS.len()).map(|k| median_of(&|cell| cell.bullet == k)).collect();
    let of_all = [&rows, &columns].map(|medians| median(medians.iter().copied()));
    assert!(of_all[0] > 0.0 && of_all[1] > 0.0, "{} are counted", quantity.name);
    let mut found = Vec::new();
    let mut hold = |kinds @ [bullet, target]: [&str; 2], took: f64, median: f64| {
        let most = times(manner, quantity, kinds) * median + quantity.small;
        if took > most {
            let times = took / median;
            found.push(format!(
                "{bullet} x {target}: {took:.2} {} a candidate, {times:.1} times the median",
                quantity.name
            ));
        }
    };
    for (k, kind) in KINDS.iter().enumerate() {
        hold(["", kind.name], rows[k], of_all[0]);
        hold([kind.name, ""], columns[k], of_all[1]);
    }
    for counted in all {
        let CliffCell { bullet, target, .. } = counted.cell;
        hold(counted.cell.kinds(), counted.a_candidate(quantity), rows[target].max(columns[bullet]));
    }
    found
}

fn hold(manner: Manner) {
    let swarms =
        [Swarm { count: 200, side: 8.0, fastest: 6.0 }, Swarm { count: 40, side: 64.0, fastest: 2.0 }];
    let stage = Stage::on(SCREEN.map(|side| side / 4.0), &swarms, FRAMES);
    let all: Vec<Counted> = cells_of(manner).map(|cell| Counted::of(&stage, cell)).collect();
    let mut found: Vec<String> =
        QUANTITIES.iter().flat_map(|quantity| cliffs(manner, &all, quantity)).collect();
    for counted in &all {
        let Counted { cell, candidates, allocations, .. } = counted;
        let [tests, pixels, words] = QUANTITIES.each_ref().map(|quantity| counted.a_candidate(quantity));
        println!(
            "{}: {candidates} candidates, {allocations} allocations; a candidate takes {tests:.2} tests, {pixels:.1} pixels, \
             {words:.1} words",
            cell.name()
        );
        if *allocations as f64 > counted.most_allocations() {
            found.push(format!("{}: {allocations} allocations of {candidates} candidates", cell.name()));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn no_cell_is_a_cliff() {
    hold(MANNERS[0]);
}

#[test]
fn no_cell_that_grazes_is_a_cliff() {
    hold(MANNERS[1]);
}

#[test]
fn no_swept_cell_is_a_cliff() {
    hold(MANNERS[2]);
}
