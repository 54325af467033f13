//! `kasuri solve --stream`: one scene per line, solved on all cores, answered in order, in constant memory.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kasuri::scene::refusal;
use kasuri::{Error, ErrorKind, Result};

use crate::budget::{Budget, Load};
use crate::input::Input;
use crate::lines::{Line, Lines};
use crate::solve::Tally;
use crate::solver::{Solved, Solver};
use crate::stop::Stop;

/// The longest line that is kept, and also the largest number of bytes of lines and answers in flight.
const MOST_BYTES: usize = 64 << 20;
/// The most batches in flight: while one line takes long, the others are solved as long as their answers fit.
const MOST_BATCHES: usize = 1 << 14;
/// Lines travel in batches if they arrive faster than they are solved: the handover costs as much as a small scene.
const BATCH_LINES: usize = 32;
const BATCH_BYTES: usize = 1 << 16;

/// Consecutive lines.
struct Batch {
    /// The number of batches before this one.
    place: usize,
    lines: Vec<Line>,
    bytes: usize,
}

/// The answers of a batch so far, one per line.
#[derive(Default)]
struct Answered {
    text: String,
    tally: Tally,
}

/// Answers that a worker adds and the writer takes.
type Sheet = Arc<Mutex<Answered>>;

/// The messages to the writer.
enum News {
    /// A worker began the batch at this place in the order.
    Begun(usize, Sheet),
    /// The batch at this place is solved.
    Done(usize),
    /// The input ended in an error.
    Unreadable(io::Error),
}

/// How long finished lines may wait for an unfinished line of their batch.
const PATIENCE: Duration = Duration::from_millis(20);

/// The name of the threads that solve lines.
const WORKER: &str = "kasuri solver";

/// How long the workers may take to end after an error. Tests wait for them on machines that are busy, too.
const FAREWELL: Duration = Duration::from_secs(if cfg!(test) { 600 } else { 1 });

/// The threads that solve lines. They have ended when this is dropped: while a program ends, the driver of a GPU must
/// not be used by any thread, because it is being unloaded.
struct Workers {
    handles: Vec<JoinHandle<()>>,
    /// Whether no more lines are to be solved.
    are_over: Arc<AtomicBool>,
    /// Wakes workers that wait for lines.
    batches: Sender<Option<Batch>>,
}

impl Workers {
    /// Waits until all have ended, which they do when the input has ended.
    fn join(mut self) {
        self.handles.drain(..).for_each(|handle| drop(handle.join()));
    }
}

impl Drop for Workers {
    /// Ends the workers after an error. One that solves a costly line is not waited for.
    fn drop(&mut self) {
        self.are_over.store(true, Ordering::Relaxed);
        self.handles.iter().for_each(|_| drop(self.batches.send(None)));
        let start = Instant::now();
        while !self.handles.iter().all(JoinHandle::is_finished) && start.elapsed() < FAREWELL {
            thread::sleep(Duration::from_millis(1));
        }
        self.handles.drain(..).filter(JoinHandle::is_finished).for_each(|handle| drop(handle.join()));
    }
}

/// Answers every line.
///
/// On an error it leaves the reading thread running, because it may be waiting for input that never comes; the program
/// then ends.
pub(crate) fn solve(input: Input, solver: &Solver, output: &mut impl Write) -> Result<Tally, Stop> {
    let wanted = thread::available_parallelism().map_or(1, usize::from);
    let budget = Arc::new(Budget::new(Load { count: MOST_BATCHES, bytes: MOST_BYTES }));
    let (news, heard) = channel();
    let (batches, work) = channel();
    let work = Arc::new(Mutex::new(work));
    let folder: Arc<Path> = input.folder.into();
    let are_over = Arc::new(AtomicBool::new(false));
    let worker = |news: &Sender<News>| {
        let (work, news, budget, folder) = (work.clone(), news.clone(), budget.clone(), folder.clone());
        let (solver, are_over) = (solver.clone(), are_over.clone());
        move || solve_batches(&work, &news, &budget, &are_over, (&folder, &solver))
    };
    let named = || thread::Builder::new().name(WORKER.into());
    let handles: Vec<_> = (0..wanted).map_while(|_| named().spawn(worker(&news)).ok()).collect();
    let count = handles.len();
    let workers = Workers { handles, are_over: are_over.clone(), batches: batches.clone() };
    let lines = Lines::new(input.reader, MOST_BYTES);
    let reader = {
        let (news, budget) = (news.clone(), budget.clone());
        let lines = Arc::new(Mutex::new(Some(lines)));
        let taken = lines.clone();
        let read = move || {
            let lines = taken.lock().unwrap_or_else(PoisonError::into_inner).take();
            lines.into_iter().for_each(|lines| read_batches(lines, &batches, &news, &budget));
            // Each worker ends with the first message that has no batch.
            (0..count).for_each(|_| drop(batches.send(None)));
        };
        match count {
            0 => Err(lines),
            _ => thread::Builder::new().spawn(read).map_err(|_| lines),
        }
    };
    if let Err(lines) = reader {
        // If no thread can be started, this one does everything, line by line.
        let lines = lines.lock().unwrap_or_else(PoisonError::into_inner).take();
        return solve_alone(lines, &input.name, (&folder, solver), output);
    }
    drop(news);
    let (tally, read) = write_answers(&heard, &budget, output).map_err(Stop::output)?;
    workers.join();
    read.map(|()| tally).map_err(|error| Stop::refused(&input.name, error))
}

/// Answers every line on the caller's thread.
fn solve_alone(
    lines: Option<Lines<impl Read>>,
    name: &str,
    by: (&Path, &Solver),
    output: &mut impl Write,
) -> Result<Tally, Stop> {
    let mut tally = Tally::default();
    for line in lines.into_iter().flatten() {
        let line = line.map_err(|error| Stop::refused(name, error))?;
        if line != Line::Blank {
            let mut answered = Answered::default();
            answered.add(answer(&line, by.0, by.1));
            output.write_all(answered.text.as_bytes()).and_then(|()| output.flush()).map_err(Stop::output)?;
            tally.join(answered.tally);
        }
    }
    Ok(tally)
}

/// Reads lines as the budget has room for them.
fn read_batches(
    mut lines: Lines<impl Read>,
    batches: &Sender<Option<Batch>>,
    news: &Sender<News>,
    budget: &Budget,
) {
    for place in 0.. {
        match read_batch(&mut lines, place) {
            Ok(Some(batch)) => {
                budget.take(batch.bytes);
                if batches.send(Some(batch)).is_err() {
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

/// Reads at least one line, and the lines after it that have already arrived.
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

/// Solves batches until there are no more, or until they are over.
fn solve_batches(
    work: &Mutex<Receiver<Option<Batch>>>,
    news: &Sender<News>,
    budget: &Budget,
    are_over: &AtomicBool,
    (folder, solver): (&Path, &Solver),
) {
    #[cfg(test)]
    tests::ALIVE.with(|_| ());
    loop {
        let batch = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Some(batch)) = batch else { return };
        let sheet = Sheet::default();
        if news.send(News::Begun(batch.place, sheet.clone())).is_err() {
            return;
        }
        for line in batch.lines {
            if are_over.load(Ordering::Relaxed) {
                return;
            }
            let answer = answer(&line, folder, solver);
            let mut sheet = sheet.lock().unwrap_or_else(PoisonError::into_inner);
            let before = sheet.text.len();
            sheet.add(answer);
            budget.resize(line.bytes(), sheet.text.len() - before);
        }
        if news.send(News::Done(batch.place)).is_err() {
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
        return Err(Error::new(ErrorKind::Ceiling, "a line is at most 64 MiB"));
    };
    let solve = || solver.solve(&solver.read(text, folder)?);
    // A panic in the solver fails only this line, not the stream.
    catch_unwind(AssertUnwindSafe(solve))
        .unwrap_or_else(|_| Err(Error::new(ErrorKind::Other, "the solver failed here; please report it")))
}

/// Writes answers in the order of their lines, and flushes when nothing else is waiting to be written.
fn write_answers(
    heard: &Receiver<News>,
    budget: &Budget,
    output: &mut impl Write,
) -> io::Result<(Tally, io::Result<()>)> {
    let mut sheets: BTreeMap<usize, (Sheet, bool)> = BTreeMap::new();
    let mut next = 0;
    let mut sum = Tally::default();
    let mut input = Ok(());
    loop {
        let news = match heard.try_recv() {
            Err(TryRecvError::Empty) => {
                output.flush()?;
                match sheets.contains_key(&next) {
                    true => heard.recv_timeout(PATIENCE),
                    false => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
                }
            }
            news => news.map_err(|_| RecvTimeoutError::Disconnected),
        };
        match news {
            Ok(News::Begun(place, sheet)) => {
                sheets.insert(place, (sheet, false));
                continue;
            }
            Ok(News::Done(place)) => {
                if let Some((_, is_done)) = sheets.get_mut(&place) {
                    *is_done = true;
                }
            }
            Ok(News::Unreadable(error)) => input = Err(error),
            // A batch takes long: the answers that it has so far are written.
            Err(RecvTimeoutError::Timeout) => {
                if let Some((sheet, _)) = sheets.get(&next) {
                    sum.join(write_sheet(sheet, budget, output)?);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Ok((sum, input)),
        }
        while let Some((sheet, true)) = sheets.get(&next) {
            sum.join(write_sheet(sheet, budget, output)?);
            budget.give_back(0);
            sheets.remove(&next);
            next += 1;
        }
    }
}

/// Writes the content of a sheet and empties it.
fn write_sheet(sheet: &Sheet, budget: &Budget, output: &mut impl Write) -> io::Result<Tally> {
    let Answered { text, tally } = std::mem::take(&mut *sheet.lock().unwrap_or_else(PoisonError::into_inner));
    output.write_all(text.as_bytes())?;
    budget.resize(text.len(), 0);
    Ok(tally)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// How many workers have begun, and how many of them live.
    static BEGUN: AtomicUsize = AtomicUsize::new(0);
    static LIVING: AtomicUsize = AtomicUsize::new(0);

    /// A worker that lives. The thread itself ends it, as one of its last acts: [`JoinHandle::join`] returns after that.
    /// The list of threads in /proc would not do, because the system takes a thread off it a moment after the join.
    pub(super) struct Alive;

    thread_local! {
        pub(super) static ALIVE: Alive = {
            BEGUN.fetch_add(1, Ordering::SeqCst);
            LIVING.fetch_add(1, Ordering::SeqCst);
            Alive
        };
    }

    impl Drop for Alive {
        fn drop(&mut self) {
            // A stream that does not wait for its workers is over long before this.
            thread::sleep(Duration::from_millis(2));
            LIVING.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Fails at the second write.
    struct Broken(usize);

    impl Write for Broken {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            if self.0 > 1 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A GPU's driver is unloaded when the program ends: no worker may still use it then.
    #[test]
    fn no_worker_outlives_a_stream() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scenes");
        let scene = r#"{"kasuri": 1, "bodies": [{"id": "a", "circle": {"r": 9}, "at": [0, 0]}]}"#;
        for round in 0..100 {
            fs::write(&path, format!("{scene}\n").repeat(1 + round)).unwrap();
            let solved = |output: &mut dyn Write| {
                let mut output = output;
                solve(Input::open(&path).ok().unwrap(), &Solver::default(), &mut output)
            };
            let mut text = Vec::new();
            assert!(solved(&mut text).is_ok());
            assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 1 + round);
            assert_eq!(LIVING.load(Ordering::SeqCst), 0, "{round}");
            let is_broken = solved(&mut Broken(0)).is_err();
            assert!(is_broken || round < 64, "{round}");
            assert_eq!(LIVING.load(Ordering::SeqCst), 0, "{round}, broken");
        }
        assert!(BEGUN.load(Ordering::SeqCst) >= 200);
    }
}
