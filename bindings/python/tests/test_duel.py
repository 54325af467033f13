"""The duel that is stepped outside of Python is that of the numpy rules, on Kasuri's worlds and without them, to the bit."""

import sys
import unittest
from pathlib import Path

import numpy as np
from pettingzoo.test import parallel_api_test

FOLDER = Path(__file__).parents[1]
sys.path[:0] = [str(FOLDER / "examples"), str(FOLDER / "bench")]

import duel as example
from duels import NumpyGames
from kasuri.training import Duel

GAMES = 6


class Same(unittest.TestCase):
    def test_all_three_play_the_same_games(self):
        native = Duel(GAMES, seed=7, threads=2)
        others = [example.Games(GAMES, seed=7), NumpyGames(GAMES, seed=7)]
        random, ends, hits = np.random.default_rng(5), np.zeros(2, dtype=int), 0
        for _ in range(1100):
            for games in others:
                seen = games.observe().reshape(2 * GAMES, -1)
                np.testing.assert_array_equal(native.observations, seen)
            actions = random.integers(0, 27, 2 * GAMES)
            # Ships that stay and aim aside never hit, so their games last to the end.
            actions[-4:] = 0
            native.actions[:] = actions
            native.step()
            for games in others:
                rewards, is_over, is_cut = games.step(actions)
                np.testing.assert_array_equal(native.rewards, rewards.reshape(-1))
                np.testing.assert_array_equal(native.terminals, np.repeat(is_over, 2))
                np.testing.assert_array_equal(native.truncations, np.repeat(is_cut, 2))
            ends += is_over.sum(), is_cut.sum()
            hits += np.abs(native.rewards).sum()
        self.assertTrue((ends > 0).all(), ends)
        self.assertGreater(hits, 100)

    def test_threads_change_nothing(self):
        games = [Duel(7, seed=3, threads=threads) for threads in (1, 2, 3, 16)]
        random = np.random.default_rng(2)
        for _ in range(150):
            actions = random.integers(0, 27, 14)
            for duel in games:
                duel.actions[:] = actions
                duel.step()
                np.testing.assert_array_equal(duel.observations, games[0].observations)
                np.testing.assert_array_equal(duel.hashes(), games[0].hashes())
        self.assertEqual(len(set(games[0].hashes().tolist())), 7)

    def test_arrays_stay_the_same(self):
        duel = Duel(3)
        arrays = duel.observations, duel.rewards
        duel.step()
        self.assertIs(duel.observations, arrays[0])
        self.assertIs(duel.rewards, arrays[1])
        self.assertEqual((duel.terminals.dtype, duel.terminals.shape, len(duel)), (np.bool_, (6,), 3))

    def test_refusals(self):
        for count, text in ((0, "games: 0 is not within 1 to 1048576"), (1 << 21, "games: 2097152 is not")):
            with self.assertRaisesRegex(ValueError, text):
                Duel(count)
        with self.assertRaisesRegex(ValueError, "threads: 0 is not within 1 to 256"):
            Duel(1, threads=0)
        duel = Duel(2)
        seen, hashes = duel.observations.copy(), duel.hashes()
        for wrong in (-1, 27, 1 << 30):
            duel.actions[2] = wrong
            with self.assertRaisesRegex(ValueError, rf"actions\[2\]: {wrong} is not within 0 to 26"):
                duel.step()
        np.testing.assert_array_equal(duel.observations, seen)
        np.testing.assert_array_equal(duel.hashes(), hashes)
        duel.actions[2] = 0
        duel.observations.flags.writeable = False
        with self.assertRaises(Exception):
            duel.step()
        with self.assertRaises(OverflowError):
            Duel(-1)


class PettingZoo(unittest.TestCase):
    def test_its_checks(self):
        parallel_api_test(example.DuelEnv(), num_cycles=1500)

    def test_a_seed_makes_the_same_game(self):
        told = []
        for seed in (4, 4, 5):
            env = example.DuelEnv()
            env.reset(seed=seed)
            total, random = [], np.random.default_rng(1)
            while env.agents:
                told_now = env.step({agent: int(random.integers(27)) for agent in env.agents})
                total.append(told_now[1]["first"])
            told.append(total)
        self.assertEqual(told[0], told[1])
        self.assertNotEqual(told[0], told[2])
        self.assertEqual(env.step({}), ({}, {}, {}, {}, {}))


if __name__ == "__main__":
    unittest.main()
