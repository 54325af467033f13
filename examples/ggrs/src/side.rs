//! One side of the game: it does what GGRS requests. A `SnapshotRing` keeps the worlds to which GGRS may go back.

use std::error::Error;
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use ggrs::{
    Config, DesyncDetection, GgrsError, GgrsEvent, GgrsRequest, P2PSession, PlayerType, PredictRepeatLast,
    SessionBuilder, SessionState,
};
use kasuri::World;
use kasuri::record::SnapshotRing;

use crate::duel::{Duel, FIRE, LEFT, RIGHT};
use crate::lossy::{LossySocket, Weather};
use crate::peer::{Game, Input};

/// How many frames GGRS may play with guessed inputs. It keeps one state more.
const WINDOW: usize = 12;
/// Frames are short, so that a long game is soon played.
const FPS: usize = 400;
/// Every tenth packet is lost, and a packet takes one to eight frames.
const WEATHER: Weather =
    Weather { lost: 10, doubled: 3, delay: [Duration::from_micros(2500), Duration::from_micros(20_000)] };
/// How long a side goes on answering after its last frame, and how long it waits for the other one.
const LINGER: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(60);

/// What GGRS has to know of the game. The states are kept by the ring, so GGRS keeps none.
struct Duelling;

impl Config for Duelling {
    type Input = Input;
    type InputPredictor = PredictRepeatLast;
    type State = ();
    type Address = SocketAddr;
}

/// The game, the states to which it may go back, and the hash after each frame as it was played last.
struct Side {
    world: World,
    duel: Duel,
    worlds: SnapshotRing,
    duels: Vec<Duel>,
    hashes: Vec<u64>,
    /// How often it went back, and the frames that were played again.
    rollbacks: [usize; 2],
}

impl Side {
    fn new() -> kasuri::Result<Side> {
        let (world, duel) = Duel::begin()?;
        let duels = vec![duel.clone(); WINDOW + 2];
        Ok(Side {
            world,
            duel,
            worlds: SnapshotRing::new(WINDOW + 2),
            duels,
            hashes: Vec::new(),
            rollbacks: [0; 2],
        })
    }

    fn fulfil(&mut self, request: GgrsRequest<Duelling>) -> Result<(), Box<dyn Error>> {
        match request {
            // A frame is a step of the world, so the number of a frame is the number of steps before it.
            GgrsRequest::SaveGameState { cell, frame } => {
                self.worlds.save(&self.world);
                let k = frame as usize % self.duels.len();
                self.duels[k] = self.duel.clone();
                cell.save(frame, Some(()), Some(self.world.hash().into()));
            }
            GgrsRequest::LoadGameState { frame, .. } => {
                let saved = self.worlds.get(frame as u64).ok_or("GGRS goes back further than its window")?;
                self.world.restore(saved);
                self.duel = self.duels[frame as usize % self.duels.len()].clone();
                self.rollbacks[0] += 1;
                self.rollbacks[1] += self.hashes.len() - frame as usize;
                self.hashes.truncate(frame as usize);
            }
            GgrsRequest::AdvanceFrame { inputs } => {
                let [a, b] = inputs[..] else { return Err("two players are expected".into()) };
                self.duel.play(&mut self.world, [a.0, b.0])?;
                self.hashes.push(self.world.hash());
            }
        }
        Ok(())
    }
}

/// Plays so many frames as player 0 or 1 against the process at `other`, and prints the hashes that both sides must agree on.
pub(crate) fn play(
    me: usize,
    socket: UdpSocket,
    other: SocketAddr,
    frames: usize,
) -> Result<(), Box<dyn Error>> {
    let (socket, fate) = LossySocket::new(socket, WEATHER, 1 + me as u64)?;
    let mut session = SessionBuilder::<Duelling>::new()
        .with_num_players(2)?
        .with_fps(FPS)?
        .with_max_prediction_window(WINDOW)
        .with_input_delay(1)
        .with_desync_detection_mode(DesyncDetection::On { interval: 50 })
        .with_disconnect_timeout(PATIENCE)
        .add_player(PlayerType::Local, me)?
        .add_player(PlayerType::Remote(other), 1 - me)?
        .start_p2p_session(socket)?;
    let (mut side, mut skip, mut waits) = (Side::new()?, 0, 0);
    let mut last = Instant::now();
    // All inputs of a confirmed frame are known, so it is never played again.
    while (session.confirmed_frame() as i64) < frames as i64 {
        std::thread::sleep(Duration::from_secs(1) / FPS as u32);
        session.poll_remote_clients();
        skip = skip.max(events(&mut session)?);
        if last.elapsed() > PATIENCE {
            return Err("the other side does not answer".into());
        }
        if session.current_state() != SessionState::Running || skip > 0 {
            skip = u32::saturating_sub(skip, 1);
            continue;
        }
        session.add_local_input(me, thumb(me, session.current_frame() as usize))?;
        match session.advance_frame() {
            Ok(requests) => {
                requests.into_iter().try_for_each(|request| side.fulfil(request))?;
                last = Instant::now();
            }
            // It has played as many guessed frames as it may.
            Err(GgrsError::PredictionThreshold) => waits += 1,
            Err(error) => return Err(error.into()),
        }
    }
    for frame in (1..=10).map(|k| k * frames / 10) {
        println!("frame {frame}: {:016x}", side.hashes[frame - 1]);
    }
    println!("all {frames} frames: {:016x}", sum(&side.hashes[..frames]));
    let (fate, [times, again]) = (*fate.get(), side.rollbacks);
    eprintln!(
        "player {me}: went back {times} times, {again} frames played again, waited {waits} times; \
         of {} packets {} lost, {} overtaken; hits {:?}",
        fate.sent, fate.lost, fate.overtaken, side.duel.hits,
    );
    // The other side may still lack the last inputs.
    let end = Instant::now() + LINGER;
    while Instant::now() < end {
        session.poll_remote_clients();
        events(&mut session)?;
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}

/// Reads what GGRS tells, and returns how many frames it wants to be waited.
fn events(session: &mut P2PSession<Duelling>) -> Result<u32, Box<dyn Error>> {
    let mut skip = 0;
    for event in session.events() {
        match event {
            GgrsEvent::DesyncDetected { frame, .. } => return Err(format!("frame {frame} differs").into()),
            GgrsEvent::WaitRecommendation { skip_frames } => skip = skip_frames,
            _ => {}
        }
    }
    Ok(skip)
}

/// Returns the input of a player: another one every few frames.
fn thumb(me: usize, frame: usize) -> Input {
    let mood = (frame / 9 * 7 + me * 3 + frame / 100) % 8;
    [LEFT, RIGHT | FIRE, FIRE, LEFT | FIRE, 0, RIGHT, RIGHT | FIRE, FIRE][mood]
}

/// Returns a hash of hashes (FNV-1a).
fn sum(hashes: &[u64]) -> u64 {
    let bytes = hashes.iter().flat_map(|hash| hash.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
