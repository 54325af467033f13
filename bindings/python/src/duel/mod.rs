//! Many duels for training, stepped here: actions in, observations and rewards out, in arrays that are shared with Python.

mod game;

use std::sync::Mutex;

use kasuri::worlds::Worlds;
use kasuri::{Handle, World};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::duel::game::{ACTIONS, BODIES, Game, OBSERVED, Outcome, world};
use crate::errors::OrRaise;
use crate::world::lock;

/// Many games of two ships that fire at each other, each in a world of 64 bodies, for training with shared arrays.
///
/// Agents 2k and 2k + 1 are the ships of game k. Write `actions`, call `step()`, and read the other arrays; they are the same
/// arrays for ever. A game that is over starts anew in the same step, so its observation is the first of the next game. There
/// are 27 actions: `move + 9 * aim`. `move` is 0 to stay, or 1 to 8 for the directions from right over down to up right; `aim`
/// is 0, 1 or 2: to the left of the other ship, at it, to the right. A hit gives 1 to who fired and -1 to who was hit; eight hits
/// end the game, or 1,000 steps. No other thread may use the arrays while `step()` runs.
///
/// >>> import kasuri.training
/// >>> duel = kasuri.training.Duel(16, seed=1)
/// >>> duel.actions[:] = 9
/// >>> for _ in range(100):
/// ...     duel.step()
/// >>> duel.observations.shape, float(duel.rewards.sum())
/// ((32, 38), 0.0)
#[pyclass(name = "Duel", module = "kasuri.training", frozen)]
pub(crate) struct PyDuel {
    parts: Mutex<Vec<Part>>,
    bodies: Vec<Handle>,
    count: usize,
    observations: Py<PyArray2<f32>>,
    actions: Py<PyArray1<i32>>,
    rewards: Py<PyArray1<f32>>,
    terminals: Py<PyArray1<u8>>,
    truncations: Py<PyArray1<u8>>,
}

/// The games of one thread.
struct Part {
    worlds: Worlds,
    games: Vec<Game>,
}

/// The arrays of one thread's games; two agents for each.
struct Arrays<'a> {
    actions: &'a [[i32; 2]],
    observations: &'a mut [[[f32; OBSERVED]; 2]],
    rewards: &'a mut [[f32; 2]],
    terminals: &'a mut [[u8; 2]],
    truncations: &'a mut [[u8; 2]],
}

impl Part {
    fn step(&mut self, bodies: &[Handle], arrays: Arrays<'_>) -> kasuri::Result<()> {
        let Part { worlds, games } = self;
        let mut moves: Vec<_> = games.iter_mut().zip(arrays.actions).collect();
        let steps = worlds.step_after(&mut moves, |world: &mut World, (game, actions)| {
            game.play(**actions);
            world.set_positions(bodies, &game.places())
        })?;
        let outputs = arrays.rewards.iter_mut().zip(arrays.terminals).zip(arrays.truncations);
        for (((game, told), observed), ((rewards, terminal), cut)) in
            games.iter_mut().zip(steps.iter()).zip(arrays.observations).zip(outputs)
        {
            let Outcome { rewards: gained, is_over, is_cut } = game.settle(told.hits());
            (*rewards, *terminal, *cut) = (gained, [is_over.into(); 2], [is_cut.into(); 2]);
            see(game, observed);
        }
        Ok(())
    }
}

fn see(game: &Game, observed: &mut [[f32; OBSERVED]; 2]) {
    for (ship, observed) in observed.iter_mut().enumerate() {
        game.observe(ship, observed);
    }
}

#[pymethods]
impl PyDuel {
    #[new]
    #[pyo3(signature = (games, *, seed = 0, threads = 1))]
    fn new(py: Python<'_>, games: usize, seed: u32, threads: usize) -> PyResult<PyDuel> {
        if games == 0 || games > 1 << 20 {
            return Err(PyValueError::new_err(format!("games: {games} is not within 1 to 1048576")));
        }
        if threads == 0 || threads > 256 {
            return Err(PyValueError::new_err(format!("threads: {threads} is not within 1 to 256")));
        }
        let (first, bodies) = world().or_raise()?;
        let start = first.snapshot();
        let game = |k: usize| Game::new(seed.wrapping_add(k as u32).wrapping_mul(2_654_435_769));
        let all: Vec<usize> = (0..games).collect();
        let part = |of: &[usize]| {
            let worlds = of.iter().map(|_| {
                let mut world = World::new();
                world.restore(&start);
                world
            });
            let worlds = Worlds::from(worlds.collect::<Vec<World>>()).threads(1);
            Part { worlds, games: of.iter().map(|&k| game(k)).collect() }
        };
        let parts: Vec<Part> = all.chunks(games.div_ceil(threads)).map(part).collect();
        let observations = PyArray2::<f32>::zeros(py, [2 * games, OBSERVED], false);
        {
            let mut observed = observations.readwrite();
            let (observed, _) = observed.as_slice_mut()?.as_chunks_mut::<OBSERVED>();
            let all = parts.iter().flat_map(|part| &part.games);
            all.zip(observed.as_chunks_mut().0).for_each(|(game, observed)| see(game, observed));
        }
        Ok(PyDuel {
            parts: Mutex::new(parts),
            bodies,
            count: games,
            observations: observations.unbind(),
            actions: PyArray1::zeros(py, [2 * games], false).unbind(),
            rewards: PyArray1::zeros(py, [2 * games], false).unbind(),
            terminals: PyArray1::zeros(py, [2 * games], false).unbind(),
            truncations: PyArray1::zeros(py, [2 * games], false).unbind(),
        })
    }

    /// Makes a step of all games with the `actions`, and writes the other arrays.
    ///
    /// >>> from kasuri.training import Duel
    /// >>> duel = Duel(1)
    /// >>> start = duel.observations.copy()
    /// >>> duel.actions[:] = [9, 10]
    /// >>> duel.step()
    /// >>> bool((duel.observations == start).all())
    /// False
    fn step(&self, py: Python<'_>) -> PyResult<()> {
        let actions = self.actions.bind(py).readonly().as_slice()?.to_vec();
        if let Some(agent) = actions.iter().position(|action| !(0..ACTIONS).contains(action)) {
            let text = format!("actions[{agent}]: {} is not within 0 to {}", actions[agent], ACTIONS - 1);
            return Err(PyValueError::new_err(text));
        }
        let mut observations = self.observations.bind(py).try_readwrite()?;
        let mut rewards = self.rewards.bind(py).try_readwrite()?;
        let mut terminals = self.terminals.bind(py).try_readwrite()?;
        let mut truncations = self.truncations.bind(py).try_readwrite()?;
        let mut arrays = Arrays {
            actions: actions.as_chunks().0,
            observations: observations.as_slice_mut()?.as_chunks_mut::<OBSERVED>().0.as_chunks_mut().0,
            rewards: rewards.as_slice_mut()?.as_chunks_mut().0,
            terminals: terminals.as_slice_mut()?.as_chunks_mut().0,
            truncations: truncations.as_slice_mut()?.as_chunks_mut().0,
        };
        py.detach(|| step_all(&mut lock(&self.parts), &self.bodies, &mut arrays)).or_raise()
    }

    /// What each agent sees: an array of float32 of shape (agents, 38), with lengths in sides of 256 pixels. The ship's place (2),
    /// the vector to the other ship (2), the lives of both, 0 to 1 (2), and of the eight nearest bullets of the other ship the
    /// vector to it and the velocity, in 4 pixels a step; zeros where there are fewer.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.observations.clone_ref(py)
    }

    /// What each agent does next: an array of int32, each 0 to 26.
    #[getter]
    fn actions(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.actions.clone_ref(py)
    }

    /// What each agent gained by the last step: an array of float32.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.rewards.clone_ref(py)
    }

    /// Whether the last step ended each agent's game by hits: an array of bool.
    #[getter]
    fn terminals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.terminals.bind(py).call_method1("view", ("bool",))
    }

    /// Whether the last step ended each agent's game because it was long: an array of bool.
    #[getter]
    fn truncations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.truncations.bind(py).call_method1("view", ("bool",))
    }

    /// Returns the `World.hash` of each game's world, an array of uint64.
    ///
    /// >>> from kasuri.training import Duel
    /// >>> bool((Duel(2, seed=1).hashes() == Duel(2, seed=1, threads=2).hashes()).all())
    /// True
    fn hashes<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let parts = lock(&self.parts);
        let hashes = parts.iter().flat_map(|part| part.worlds.iter().map(World::hash)).collect::<Vec<u64>>();
        PyArray1::from_vec(py, hashes).into_any()
    }

    /// Returns the number of games.
    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<Duel({})>", self.count)
    }
}

/// Steps the parts, each on a thread of its own, the first one on this thread.
fn step_all(parts: &mut [Part], bodies: &[Handle], arrays: &mut Arrays<'_>) -> kasuri::Result<()> {
    let each = parts.first().map_or(1, |part| part.games.len());
    let outputs = arrays.rewards.chunks_mut(each).zip(arrays.terminals.chunks_mut(each));
    let outputs = outputs.zip(arrays.truncations.chunks_mut(each));
    let views = arrays.actions.chunks(each).zip(arrays.observations.chunks_mut(each)).zip(outputs);
    let work =
        parts.iter_mut().zip(views).map(|(part, ((actions, observations), ((rewards, terminals), cut)))| {
            let arrays = Arrays { actions, observations, rewards, terminals, truncations: cut };
            move || part.step(bodies, arrays)
        });
    let mut work: Vec<_> = work.collect();
    let Some(first) = (!work.is_empty()).then(|| work.remove(0)) else { return Ok(()) };
    std::thread::scope(|scope| {
        let others: Vec<_> = work.into_iter().map(|part| scope.spawn(part)).collect();
        let done = first();
        // A thread that panicked ends the program's step as a panic does.
        let all = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        all.fold(done, Result::and)
    })
}

const _: () = assert!(BODIES == 64);
