//! `kasuri solve --stream`: a scene a line, solved on all cores, answered in order, in constant memory.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use kasuri::scene::{Scene, refusal};
use kasuri::{Error, Result};

use crate::budget::{Budget, Load};
use crate::input::Input;
use crate::lines::{Line, Lines};
use crate::solve::Tally;
use crate::solver::{Solved, Solver};
use crate::stop::Stop;

/// The longest line that is kept, and the bytes of lines and answers in flight.
const MOST_BYTES: usize = 64 << 20;
/// Batches in flight for each worker: enough that none waits for the writer.
const BATCHES_A_WORKER: usize = 4;
/// Lines travel in batches where they come faster than they are solved: handing over costs as much as a small scene.
const BATCH_LINES: usize = 32;
const BATCH_BYTES: usize = 1 << 16;

/// Lines that follow each other.
struct Batch {
    /// How many batches came before.
    place: usize,
    lines: Vec<Line>,
    bytes: usize,
}

/// What a batch came to: an answer a line.
struct Answered {
    place: usize,
    text: String,
    tally: Tally,
}

/// What the writer hears of.
enum News {
    Answered(Answered),
    /// The input ended in an error.
    Unreadable(io::Error),
}

/// Answers every line.
///
/// The threads are left behind on errors, for they may be waiting for input that never comes; the program ends then.
pub(crate) fn solve(input: Input, solver: &Solver, output: &mut impl Write) -> Result<Tally, Stop> {
    let wanted = thread::available_parallelism().map_or(1, usize::from);
    let budget = Arc::new(Budget::new(Load { count: wanted * BATCHES_A_WORKER, bytes: MOST_BYTES }));
    let (news, heard) = channel();
    let (batches, work) = channel();
    let work = Arc::new(Mutex::new(work));
    let folder: Arc<Path> = input.folder.into();
    let workers = (0..wanted).map_while(|_| {
        let (work, news, budget, folder) = (work.clone(), news.clone(), budget.clone(), folder.clone());
        let solver = solver.clone();
        thread::Builder::new().spawn(move || solve_batches(&work, &news, &budget, (&folder, &solver))).ok()
    });
    let started = workers.count() > 0 && {
        let (lines, budget) = (Lines::new(input.reader, MOST_BYTES), budget.clone());
        thread::Builder::new().spawn(move || read_batches(lines, &batches, &news, &budget)).is_ok()
    };
    if !started {
        return Err(Stop::refused(&input.name, "no thread can be started to solve it"));
    }
    let (tally, read) = write_answers(&heard, &budget, output).map_err(Stop::output)?;
    read.map(|()| tally).map_err(|error| Stop::refused(&input.name, error))
}

/// Lets lines in as the budget has room for them.
fn read_batches(mut lines: Lines<impl Read>, batches: &Sender<Batch>, news: &Sender<News>, budget: &Budget) {
    for place in 0.. {
        match read_batch(&mut lines, place) {
            Ok(Some(batch)) => {
                budget.take(batch.bytes);
                if batches.send(batch).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                let _ = news.send(News::Unreadable(error));
                return;
            }
        }
    }
}

/// At least one line, and those after it that are there already.
fn read_batch(lines: &mut Lines<impl Read>, place: usize) -> io::Result<Option<Batch>> {
    let mut batch = Batch { place, lines: Vec::new(), bytes: 0 };
    while batch.lines.is_empty()
        || lines.ready() && batch.lines.len() < BATCH_LINES && batch.bytes < BATCH_BYTES
    {
        match lines.next().transpose()? {
            Some(Line::Blank) => {}
            Some(line) => {
                batch.bytes += line.bytes();
                batch.lines.push(line);
            }
            None => break,
        }
    }
    Ok((!batch.lines.is_empty()).then_some(batch))
}

/// Solves batches until there are no more.
fn solve_batches(
    work: &Mutex<Receiver<Batch>>,
    news: &Sender<News>,
    budget: &Budget,
    (folder, solver): (&Path, &Solver),
) {
    loop {
        let batch = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = batch else { return };
        let mut answered = Answered { place: batch.place, text: String::new(), tally: Tally::default() };
        for line in batch.lines {
            answered.add(answer(&line, folder, solver));
        }
        budget.resize(batch.bytes, answered.text.len());
        if news.send(News::Answered(answered)).is_err() {
            return;
        }
    }
}

impl Answered {
    fn add(&mut self, answer: Result<Solved>) {
        let line = match answer {
            Ok(solved) => {
                self.tally.add(&solved);
                solved.text
            }
            Err(error) => {
                self.tally.add_refused();
                refusal(&error)
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}

fn answer(line: &Line, folder: &Path, solver: &Solver) -> Result<Solved> {
    let Line::Text(text) = line else {
        return Err(Error::Scene("a line is at most 64 MiB".into()));
    };
    let solve = || solver.solve(&Scene::from_json(text, folder)?);
    // A defect in the solver costs this line its answer, not the stream its end.
    catch_unwind(AssertUnwindSafe(solve))
        .unwrap_or_else(|_| Err(Error::Scene("the solver failed here; please report it".into())))
}

/// Writes answers in the order of their lines, at once where nothing else is waiting to be written.
fn write_answers(
    heard: &Receiver<News>,
    budget: &Budget,
    output: &mut impl Write,
) -> io::Result<(Tally, io::Result<()>)> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    let mut sum = Tally::default();
    let mut input = Ok(());
    loop {
        let news = match heard.try_recv() {
            Err(TryRecvError::Empty) => {
                output.flush()?;
                heard.recv().ok()
            }
            news => news.ok(),
        };
        match news {
            Some(News::Answered(answered)) => {
                early.insert(answered.place, answered);
            }
            Some(News::Unreadable(error)) => input = Err(error),
            None => return Ok((sum, input)),
        }
        while let Some(Answered { text, tally, .. }) = early.remove(&next) {
            output.write_all(text.as_bytes())?;
            budget.give_back(text.len());
            next += 1;
            sum.join(tally);
        }
    }
}
