//! Tests two peers whose inputs are late and lost: they see the same game as a single machine with all inputs.

use crate::duel::{Duel, FIRE, LEFT, RIGHT};
use crate::peer::{Game, Input, Peer, WINDOW, Wire};

fn thumb(seed: u64, me: usize, now: usize) -> Input {
    let mood = (seed as usize + now / 5 * 11 + me * 3) % 7;
    [LEFT, RIGHT | FIRE, FIRE, LEFT | FIRE, 0, RIGHT, RIGHT][mood]
}

#[test]
fn both_peers_see_the_same_game() {
    for seed in 0..6 {
        let peer = |me: usize| {
            let (world, game) = Duel::begin().unwrap();
            Peer::new(me, world, game)
        };
        let mut peers = [peer(0), peer(1)];
        let mut wires = [Wire::new(seed), Wire::new(seed + 100)];
        let mut pressed = [Vec::new(), Vec::new()];
        for now in 0..700 {
            for me in 0..2 {
                let (frame, input) = (peers[me].frame, thumb(seed, me, now));
                if pressed[me].len() == frame {
                    pressed[me].push(input);
                }
                let packets = wires[me].receive(now);
                let packet = peers[me].tick(pressed[me][frame], packets).unwrap();
                wires[1 - me].send(now, packet);
                assert!(peers[me].frame <= peers[me].confirmed() + WINDOW);
            }
        }
        let common = peers[0].confirmed().min(peers[1].confirmed());
        let [a, b] = &peers;
        assert!(common > 500 && a.rollbacks[0] > 50 && b.rollbacks[0] > 50 && wires[0].lost > 100);
        assert_eq!(a.hashes[..common], b.hashes[..common]);

        let (mut world, mut game) = Duel::begin().unwrap();
        for (frame, hash) in a.hashes[..common].iter().enumerate() {
            game.play(&mut world, [pressed[0][frame], pressed[1][frame]]).unwrap();
            assert_eq!(world.hash(), *hash, "frame {frame}");
        }
        assert!(game.hits.iter().sum::<u32>() > 3, "{:?}", game.hits);
    }
}
