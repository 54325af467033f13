//! Two players on one machine, as if over a bad network: their inputs come late, out of order, or not at all, and both
//! see the same game. Run it with `cargo run --example rollback`.
#![allow(clippy::print_stdout)]

mod duel;
mod peer;

use duel::{Duel, FIRE, LEFT, RIGHT};
use peer::{Input, Peer, Wire};

fn main() -> kasuri::Result<()> {
    let mut peers = Vec::new();
    for me in 0..2 {
        let (world, game) = Duel::begin()?;
        peers.push(Peer::new(me, world, game));
    }
    // The packets to player 0, and to player 1.
    let mut wires = [Wire::new(1), Wire::new(2)];
    for now in 0..1800 {
        for me in 0..2 {
            let packets = wires[me].receive(now);
            let packet = peers[me].tick(thumb(me, now), packets)?;
            wires[1 - me].send(now, packet);
        }
    }
    let common = peers[0].confirmed().min(peers[1].confirmed());
    for (peer, wire) in peers.iter().zip(&wires) {
        let [times, frames] = peer.rollbacks;
        println!(
            "{} frames; went back {times} times, {frames} frames in all; waited {} times; {} packets to it were lost",
            peer.frame, peer.waits, wire.lost,
        );
    }
    assert_eq!(peers[0].hashes[..common], peers[1].hashes[..common]);
    println!("{common} frames alike, the last {:016x}", peers[0].hashes[common - 1]);
    Ok(())
}

/// Returns the input of a player: another one every few frames.
fn thumb(me: usize, now: usize) -> Input {
    let mood = (now / 9 * 7 + me * 3) % 8;
    [LEFT, RIGHT | FIRE, FIRE, LEFT | FIRE, 0, RIGHT, RIGHT | FIRE, FIRE][mood]
}
