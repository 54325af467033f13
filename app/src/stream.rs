//! `kasuri solve --stream`: a scene a line, solved on all cores, answered in order, in constant memory.

use std::collections::BTreeMap;
use std::io::{self, Write};
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
use crate::stop::Stop;

/// The longest line that is kept, and the bytes of lines and answers in flight.
const MOST_BYTES: usize = 64 << 20;
/// Lines in flight for each worker: enough that none waits for the writer.
const LINES_A_WORKER: usize = 32;

/// A line and its place in the stream.
struct Job {
    place: usize,
    line: Line,
}

/// What a line came to.
struct Answered {
    place: usize,
    text: String,
    refused: bool,
}

/// What the writer hears of.
enum News {
    Answered(Answered),
    /// The input ended in an error.
    Unreadable(io::Error),
}

/// How many lines there were, and how many of them were refused.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) lines: usize,
    pub(crate) refused: usize,
}

/// Answers every line.
///
/// The threads are left behind on errors, for they may be waiting for input that never comes; the program ends then.
pub(crate) fn solve(input: Input, output: &mut impl Write) -> Result<Tally, Stop> {
    let wanted = thread::available_parallelism().map_or(1, usize::from);
    let budget = Arc::new(Budget::new(Load { count: wanted * LINES_A_WORKER, bytes: MOST_BYTES }));
    let (news, heard) = channel();
    let (jobs, work) = channel();
    let work = Arc::new(Mutex::new(work));
    let folder: Arc<Path> = input.folder.into();
    let workers = (0..wanted).map_while(|_| {
        let (work, news, budget, folder) = (work.clone(), news.clone(), budget.clone(), folder.clone());
        thread::Builder::new().spawn(move || solve_jobs(&work, &news, &budget, &folder)).ok()
    });
    let reader = Lines::new(input.reader, MOST_BYTES);
    let reading = budget.clone();
    let started = workers.count() > 0
        && thread::Builder::new().spawn(move || read_jobs(reader, &jobs, &news, &reading)).is_ok();
    if !started {
        return Err(Stop::refused(&input.name, "no threads can be started to solve it"));
    }
    let (tally, read) = write_answers(&heard, &budget, output).map_err(Stop::output)?;
    read.map(|()| tally).map_err(|error| Stop::refused(&input.name, error))
}

/// Lets lines in as the budget has room for them.
fn read_jobs(
    lines: impl Iterator<Item = io::Result<Line>>,
    jobs: &Sender<Job>,
    news: &Sender<News>,
    budget: &Budget,
) {
    for (place, line) in lines.enumerate() {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                let _ = news.send(News::Unreadable(error));
                return;
            }
        };
        budget.take(line.bytes());
        if jobs.send(Job { place, line }).is_err() {
            return;
        }
    }
}

/// Solves lines until there are no more.
fn solve_jobs(work: &Mutex<Receiver<Job>>, news: &Sender<News>, budget: &Budget, folder: &Path) {
    loop {
        let job = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { place, line }) = job else { return };
        // A defect in the solver costs this line its answer, not the stream its end.
        let solved = catch_unwind(AssertUnwindSafe(|| answer(&line, folder)));
        let solved =
            solved.unwrap_or_else(|_| Err(Error::Scene("the solver failed; please report it".into())));
        let refused = solved.is_err();
        let text = solved.unwrap_or_else(|error| refusal(&error));
        budget.resize(line.bytes(), text.len());
        if news.send(News::Answered(Answered { place, text, refused })).is_err() {
            return;
        }
    }
}

fn answer(line: &Line, folder: &Path) -> Result<String> {
    match line {
        Line::Text(text) => Ok(Scene::from_json(text, folder)?.solve()?.to_string()),
        Line::TooLong => Err(Error::Scene("a line is at most 64 MiB".into())),
    }
}

/// Writes answers in the order of their lines, at once where nothing else is waiting to be written.
fn write_answers(
    heard: &Receiver<News>,
    budget: &Budget,
    output: &mut impl Write,
) -> io::Result<(Tally, io::Result<()>)> {
    let mut tally = Tally::default();
    let mut early = BTreeMap::new();
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
            None => return Ok((tally, input)),
        }
        while let Some(Answered { text, refused, .. }) = early.remove(&tally.lines) {
            writeln!(output, "{text}")?;
            budget.give_back(text.len());
            tally.lines += 1;
            tally.refused += usize::from(refused);
        }
    }
}
