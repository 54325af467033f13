//! One side of a game over a bad network. It continues with guessed inputs. When the true inputs arrive and differ, it
//! restores an earlier state and plays those frames again. It needs only a world's `snapshot` and `restore`.

use std::collections::VecDeque;

use kasuri::{Result, Snapshot, World};

/// The input of a player, one bit for each key.
pub(crate) type Input = u8;

/// A game in a world that depends only on both players' inputs.
pub(crate) trait Game: Clone {
    /// Plays one frame.
    fn play(&mut self, world: &mut World, inputs: [Input; 2]) -> Result<()>;
}

/// A message with inputs: all from a frame on that the other side may lack, so that a single lost packet does no harm.
#[derive(Clone)]
pub(crate) struct Packet {
    from: usize,
    inputs: Vec<Input>,
    /// The number of the receiver's inputs that have arrived.
    received: usize,
}

/// The largest number of frames played with guesses; after that it waits.
pub(crate) const WINDOW: usize = 10;

/// The machine of one of two players.
pub(crate) struct Peer<G> {
    me: usize,
    /// The world as this side sees it.
    pub(crate) world: World,
    game: G,
    /// The number of frames played.
    pub(crate) frame: usize,
    /// The known inputs of both players, from the first frame on.
    known: [Vec<Input>; 2],
    /// The inputs used for the other player.
    played: Vec<Input>,
    /// The number of own inputs that the other side has.
    acknowledged: usize,
    /// The state before each of the last frames.
    saved: VecDeque<(usize, Snapshot, G)>,
    /// The hash after each frame, as it was played last.
    pub(crate) hashes: Vec<u64>,
    /// How often it went back, and how many frames were played again.
    pub(crate) rollbacks: [usize; 2],
    /// How often it waited.
    pub(crate) waits: usize,
}

impl<G: Game> Peer<G> {
    /// Returns player 0 or 1 of a game that begins in the same state on both sides.
    pub(crate) fn new(me: usize, world: World, game: G) -> Peer<G> {
        Peer {
            me,
            world,
            game,
            frame: 0,
            known: Default::default(),
            played: Vec::new(),
            acknowledged: 0,
            saved: VecDeque::new(),
            hashes: Vec::new(),
            rollbacks: [0; 2],
            waits: 0,
        }
    }

    /// Returns the number of frames for which both sides' inputs are known: they are final.
    pub(crate) fn confirmed(&self) -> usize {
        self.known[0].len().min(self.known[1].len()).min(self.frame)
    }

    /// Receives packets, plays a frame with an input, and returns the packet to send.
    pub(crate) fn tick(&mut self, input: Input, packets: Vec<Packet>) -> Result<Packet> {
        packets.into_iter().for_each(|packet| self.receive(packet));
        self.correct()?;
        if self.frame < self.known[1 - self.me].len() + WINDOW {
            if self.known[self.me].len() == self.frame {
                self.known[self.me].push(input);
            }
            self.advance()?;
        } else {
            self.waits += 1;
        }
        let (from, inputs) = (self.acknowledged, self.known[self.me][self.acknowledged..].to_vec());
        Ok(Packet { from, inputs, received: self.known[1 - self.me].len() })
    }

    fn receive(&mut self, packet: Packet) {
        let theirs = &mut self.known[1 - self.me];
        // Packets come late, twice, and in any order; new inputs are at the end.
        if let Some(known) = theirs.len().checked_sub(packet.from) {
            theirs.extend(packet.inputs.iter().skip(known));
        }
        self.acknowledged = self.acknowledged.max(packet.received);
    }

    /// Goes back to the first frame that was played with a wrong guess, and plays from there to the present.
    fn correct(&mut self) -> Result<()> {
        let theirs = &self.known[1 - self.me];
        let wrong = self.played.iter().zip(theirs).position(|(played, known)| played != known);
        if let Some(wrong) = wrong {
            let now = self.frame;
            while let Some((frame, snapshot, game)) = self.saved.pop_back() {
                if frame == wrong {
                    self.world.restore(&snapshot);
                    (self.game, self.frame) = (game, frame);
                    break;
                }
            }
            assert_eq!(self.frame, wrong, "as far back as a guess goes the state was saved");
            self.rollbacks[0] += 1;
            self.rollbacks[1] += now - wrong;
            self.played.truncate(wrong);
            self.hashes.truncate(wrong);
            while self.frame < now {
                self.advance()?;
            }
        }
        Ok(())
    }

    /// Plays a frame; a missing input of the other player is replaced by the last known one.
    fn advance(&mut self) -> Result<()> {
        let frame = self.frame;
        self.saved.push_back((frame, self.world.snapshot(), self.game.clone()));
        if self.saved.len() > WINDOW + 1 {
            self.saved.pop_front();
        }
        let theirs = &self.known[1 - self.me];
        let guess = theirs.get(frame).or(theirs.last()).copied().unwrap_or(0);
        let mut inputs = [guess; 2];
        inputs[self.me] = self.known[self.me][frame];
        self.played.push(guess);
        self.game.play(&mut self.world, inputs)?;
        self.hashes.push(self.world.hash());
        self.frame += 1;
        Ok(())
    }
}

/// A simulated wire on which packets are late, overtake one another, or are lost.
pub(crate) struct Wire {
    late: Vec<(usize, Packet)>,
    random: u64,
    /// The number of lost packets.
    pub(crate) lost: usize,
}

impl Wire {
    /// Returns a bad wire; the seed determines its faults.
    pub(crate) fn new(seed: u64) -> Wire {
        Wire { late: Vec::new(), random: seed, lost: 0 }
    }

    /// Sends a packet at some time: one in four is lost, the others take up to seven frames.
    pub(crate) fn send(&mut self, now: usize, packet: Packet) {
        if self.below(4) == 0 {
            self.lost += 1;
        } else {
            let arrives = now + 1 + self.below(7) as usize;
            self.late.push((arrives, packet));
        }
    }

    /// Returns the packets that have arrived.
    pub(crate) fn receive(&mut self, now: usize) -> Vec<Packet> {
        let (come, late) =
            std::mem::take(&mut self.late).into_iter().partition(|&(arrives, _)| arrives <= now);
        self.late = late;
        let come: Vec<(usize, Packet)> = come;
        come.into_iter().map(|(_, packet)| packet).collect()
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % n
    }
}
