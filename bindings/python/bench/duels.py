"""Agent steps a second of the duel, 64 bodies a world, two agents: `kasuri.training.Duel`, the numpy rules on Kasuri's worlds, and
the same rules in numpy alone. All three must have the same rewards and observations. Run it on a quiet machine.

duels.py [GAMES] [ROUNDS]
"""

import statistics
import sys
import time
from pathlib import Path

import numpy as np

from kasuri.training import Duel

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

from duel import BULLET, BULLETS_OF, PX, SHIP, Games


class NumpyGames(Games):
    """The same games without Kasuri: all distances at once, in whole numbers."""

    def begin(self):
        pass

    def hits(self):
        found = []
        for ship in range(2):
            theirs = BULLETS_OF[1 - ship]
            apart = self.at[:, theirs] - self.at[:, ship, None]
            games, bullets = np.nonzero((apart**2).sum(axis=-1) <= ((SHIP + BULLET) * PX) ** 2)
            found.append((games, np.full(len(games), ship), bullets + theirs.start))
        return tuple(np.concatenate(parts) for parts in zip(*found))


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    random = np.random.default_rng(1)
    actions = random.integers(0, 27, (200, 2 * games)).astype(np.int32)

    def native(threads):
        duel = Duel(games, seed=1, threads=threads)

        def step(actions):
            duel.actions[:] = actions
            duel.step()
            return duel.rewards, duel.observations

        return step

    def in_python(kind):
        all_games = kind(games, seed=1)

        def step(actions):
            rewards, _, _ = all_games.step(actions)
            return rewards.reshape(-1), all_games.observe().reshape(2 * games, -1)

        return step

    players = {
        "Duel, 1 thread": native(1),
        "Duel, 2 threads": native(2),
        "numpy rules on kasuri.Worlds": in_python(Games),
        "numpy alone": in_python(NumpyGames),
    }
    for k in range(60):
        told = [play(actions[k]) for play in players.values()]
        for rewards, observations in told[1:]:
            np.testing.assert_array_equal(rewards, told[0][0])
            np.testing.assert_array_equal(observations, told[0][1])
    speeds = {name: [] for name in players}
    for _ in range(rounds):
        for name, play in players.items():
            steps = 100 if name.startswith("Duel") else 5
            before = time.perf_counter()
            for k in range(steps):
                play(actions[k])
            speeds[name].append(2 * games * steps / (time.perf_counter() - before))
    print(f"# the duel of {games} games of 64 bodies, agent steps a second, the median of {rounds} rounds by turns")
    print("environment\tagent steps a second")
    for name, found in speeds.items():
        print(f"{name}\t{statistics.median(found):.0f}")


if __name__ == "__main__":
    main()
