//! A UDP socket on a bad network: packets come late, out of order, twice, or not at all.

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ggrs::{Message, NonBlockingSocket};
use kasuri::det::RandomStream;

/// How bad the network is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weather {
    /// Of a hundred packets, so many are lost.
    pub(crate) lost: u32,
    /// Of a hundred packets, so many come twice.
    pub(crate) doubled: u32,
    /// Each packet takes its own time between these, so later ones overtake earlier ones.
    pub(crate) delay: [Duration; 2],
}

/// What happened to the packets that were sent.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Fate {
    pub(crate) sent: u32,
    pub(crate) lost: u32,
    pub(crate) overtaken: u32,
}

/// A socket that loses, delays and reorders what is sent through it.
pub(crate) struct LossySocket {
    socket: UdpSocket,
    weather: Weather,
    random: RandomStream,
    /// Packets on their way: when each is handed to the system, in order of their sending.
    flying: Vec<(Instant, Vec<u8>, SocketAddr)>,
    fate: SharedFate,
}

/// What happened to the packets of a socket that GGRS owns.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedFate(Arc<Mutex<Fate>>);

impl SharedFate {
    pub(crate) fn get(&self) -> MutexGuard<'_, Fate> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LossySocket {
    pub(crate) fn new(
        socket: UdpSocket,
        weather: Weather,
        seed: u64,
    ) -> io::Result<(LossySocket, SharedFate)> {
        socket.set_nonblocking(true)?;
        let (fate, random) = (SharedFate::default(), RandomStream::new(seed));
        Ok((LossySocket { socket, weather, random, flying: Vec::new(), fate: fate.clone() }, fate))
    }

    /// Gives the packets to the system whose time has come.
    fn deliver(&mut self) {
        let (now, mut fate) = (Instant::now(), self.fate.get());
        let mut k = 0;
        while k < self.flying.len() {
            if self.flying[k].0 > now {
                k += 1;
                continue;
            }
            // Those before it in the list were sent earlier and are still flying.
            fate.overtaken += u32::from(k > 0);
            let (_, bytes, to) = self.flying.remove(k);
            // A packet that the system refuses is one more that is lost.
            if self.socket.send_to(&bytes, to).is_err() {
                fate.lost += 1;
            }
        }
    }
}

impl NonBlockingSocket<SocketAddr> for LossySocket {
    fn send_to(&mut self, message: &Message, to: &SocketAddr) {
        let Ok(bytes) = bincode::serialize(message) else { return };
        let mut fate = self.fate.get();
        fate.sent += 1;
        if self.random.below(100) < self.weather.lost {
            fate.lost += 1;
        } else {
            let copies = if self.random.below(100) < self.weather.doubled { 2 } else { 1 };
            let [least, most] = self.weather.delay.map(|delay| delay.as_secs_f64());
            for _ in 0..copies {
                let delay = Duration::from_secs_f64(self.random.between(least, most));
                self.flying.push((Instant::now() + delay, bytes.clone(), *to));
            }
        }
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.deliver();
        let (mut messages, mut buffer) = (Vec::new(), [0; 4096]);
        loop {
            match self.socket.recv_from(&mut buffer) {
                Ok((count, from)) => {
                    messages.extend(bincode::deserialize(&buffer[..count]).map(|message| (from, message)));
                }
                // On some systems a packet to a process that has ended is told here.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => return messages,
            }
        }
    }
}
