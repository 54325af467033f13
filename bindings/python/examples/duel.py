"""Duel: two ships fire at each other. A PettingZoo parallel environment on Kasuri's worlds, for one game or many at once.

The rules are those of `kasuri.training.Duel`, which is stepped outside of Python, with the same numbers to the bit: all lengths
are whole numbers of 1/256 pixels. `Games` has them in numpy, for many games; only `hits` asks Kasuri.

    env = DuelEnv()
    observations, infos = env.reset(seed=1)
    env.step({"first": 9, "second": 13})
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

import kasuri

PX, FIELD, BULLETS, LIVES, LONGEST, RELOAD, SEEN = 256, 240 * 256, 31, 8, 1000, 2, 8
AWAY, BODIES, OBSERVED, ACTIONS = -1000 * PX, 2 + 2 * BULLETS, 6 + 4 * SEEN, 27
SHIP, BULLET = 5, 3
_turn = np.arange(32) * np.pi / 16
FLIGHTS = np.rint(3 * PX * np.stack([np.cos(_turn), np.sin(_turn)], axis=-1)).astype(np.int64)
MOVES = np.concatenate([[[0, 0]], FLIGHTS[::4]])
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
T = TypeVar("T")
# What a step tells each agent: the observation, the reward, whether the game ended and was cut, and notes.
Told = tuple[dict[str, Floats], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
BULLETS_OF = [slice(2, 2 + BULLETS), slice(2 + BULLETS, BODIES)]


class Games:
    """The state of many games as arrays, and their worlds."""

    def __init__(self, count: int, seed: int = 0) -> None:
        self.count, self.each = count, np.arange(count)
        numbers = (seed + self.each) * 2654435769 & 0xFFFFFFFF
        self.random = numbers.astype(np.uint32)
        self.at, self.by = np.zeros((2, count, BODIES, 2), dtype=np.int64)
        self.lives, self.age = np.zeros((count, 2), dtype=np.int64), np.zeros(count, dtype=np.int64)
        self.start(np.ones(count, dtype=bool))
        self.begin()

    def begin(self) -> None:
        """Makes the worlds."""
        world = kasuri.World(threads=1)
        circle = kasuri.Body.circle
        ships = [circle(SHIP, layer=1, against=8), circle(SHIP, layer=2, against=4)]
        bullets = [circle(BULLET, layer=4, against=2)] * BULLETS + [circle(BULLET, layer=8, against=1)] * BULLETS
        self.bodies = world.spawn_many(ships + bullets)
        self.worlds = kasuri.Worlds([world] * self.count, threads=1)

    def start(self, which: Bools) -> None:
        """Starts the chosen games anew."""
        self.at[which], self.by[which] = AWAY, 0
        self.at[which, 0], self.at[which, 1] = (FIELD // 4, FIELD // 2), (FIELD // 4 * 3, FIELD // 2)
        self.lives[which], self.age[which] = LIVES, 0

    def play(self, actions: Ints) -> None:
        """Moves the ships and the bullets, and fires."""
        self.age += 1
        self.at[:, :2] = np.clip(self.at[:, :2] + MOVES[actions % 9], 0, FIELD)
        self.at[:, 2:] += self.by[:, 2:]
        fires = self.age % RELOAD == 0
        for ship in range(2):
            self.fire(ship, actions[fires, ship] // 9 - 1, self.each[fires])

    def fire(self, ship: int, aim: Ints, games: Ints) -> None:
        origin = self.at[games, ship]
        along = (self.at[games, 1 - ship] - origin) @ FLIGHTS.T
        self.random[games] = self.random[games] * np.uint32(1664525) + np.uint32(1013904223)
        aside = (self.random[games] >> np.uint32(16)).astype(np.int64) % 3 - 1
        flight = (along.argmax(axis=1) + 2 * aim + aside) % 32
        bullet = 2 + ship * BULLETS + self.age[games] // RELOAD % BULLETS
        self.at[games, bullet], self.by[games, bullet] = origin, FLIGHTS[flight]

    def hits(self) -> tuple[Ints, Ints, Ints]:
        """Returns the hits: games, ships and bullets."""
        hits = self.worlds.step_at(self.bodies, self.at / PX).hits
        place = {int(body): k for k, body in enumerate(self.bodies)}
        ships, bullets = ([place[int(body)] for body in hits[side]] for side in "ab")
        return hits["world"].astype(int), np.array(ships, dtype=int), np.array(bullets, dtype=int)

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, Bools, Bools]:
        """Makes a step; returns the rewards, and which games ended by hits or because they were long. Those started anew."""
        self.play(np.asarray(actions).reshape(self.count, 2))
        games, ships, bullets = self.hits()
        hurt = np.zeros((self.count, 2), dtype=np.int64)
        np.add.at(hurt, (games, ships), 1)
        self.at[games, bullets], self.by[games, bullets] = AWAY, 0
        self.lives -= hurt
        is_over: Bools = self.lives.min(axis=1) <= 0
        is_cut = ~is_over & (self.age >= LONGEST)
        self.start(is_over | is_cut)
        return (hurt[:, ::-1] - hurt).astype(np.float32), is_over, is_cut

    def observe(self) -> Floats:
        """Returns what each ship sees: an array of shape (games, 2, 38), see `kasuri.training.Duel.observations`."""
        seen = np.zeros((self.count, 2, OBSERVED), dtype=np.float32)
        for ship in range(2):
            own, other, theirs = self.at[:, ship], self.at[:, 1 - ship], BULLETS_OF[1 - ship]
            seen[:, ship, 0:2], seen[:, ship, 2:4] = own / 65536, (other - own) / 65536
            seen[:, ship, 4:6] = self.lives[:, [ship, 1 - ship]] / LIVES
            at = self.at[:, theirs]
            apart = at - own[:, None]
            # The nearest ones by the distance in 1/8 pixels, then by their number.
            keys = ((apart >> 5) ** 2).sum(axis=-1) * 32 + np.arange(BULLETS)
            keys[at[:, :, 0] == AWAY] = np.iinfo(np.int64).max
            nearest = np.argsort(keys, axis=1, kind="stable")[:, :SEEN, None]
            bullets = np.concatenate([apart / 65536, self.by[:, theirs] / 1024], axis=-1)
            bullets[at[:, :, 0] == AWAY] = 0
            seen[:, ship, 6:] = np.take_along_axis(bullets, nearest, axis=1).reshape(self.count, -1)
        return seen


class DuelEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo declares no types.
    """One game, for PettingZoo."""

    metadata = {"name": "kasuri_duel_v0", "render_modes": []}
    possible_agents = ["first", "second"]

    def __init__(self) -> None:
        self.agents: list[str] = []
        self.games: Games | None = None
        self.render_mode = None
        self._observed, self._actions = spaces.Box(-8.0, 8.0, (OBSERVED,), np.float32), spaces.Discrete(ACTIONS)

    def observation_space(self, agent: str) -> spaces.Box:
        """Returns the space of observations, the same for both."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Returns the space of actions, the same for both."""
        return self._actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Floats], dict[str, dict[str, Any]]]:
        """Starts a game."""
        if seed is None:
            seed = int(np.random.default_rng().integers(1 << 31))
        self.games, self.agents = Games(1, seed), list(self.possible_agents)
        return self._told(self.games.observe()[0]), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Told:
        """Makes a step with the actions of both."""
        if self.games is None or not self.agents:
            return {}, {}, {}, {}, {}
        rewards, is_over, is_cut = self.games.step([actions[agent] for agent in self.possible_agents])
        told: Told = (
            self._told(self.games.observe()[0]),
            self._told(rewards[0].tolist()),
            self._told([bool(is_over[0])] * 2),
            self._told([bool(is_cut[0])] * 2),
            self._told([{}, {}]),
        )
        if is_over[0] or is_cut[0]:
            self.agents = []
        return told

    def _told(self, both: Iterable[T]) -> dict[str, T]:
        return dict(zip(self.possible_agents, both))
