"""Dodge: a gymnasium environment based on Kasuri's worlds, for one game or many at once.

A ship dodges needles that fly in from all sides, turned to their direction of flight: hits are exact to the pixel. There are nine
actions: stay, or move in one of eight directions. Each step survived is worth one point. The observation is the ship and the six
nearest needles.

    env = DodgeEnv()
    envs = DodgeVectorEnv(64, AutoresetMode.SAME_STEP)
"""

import math
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import kasuri

SHIP = kasuri.Mask.from_rows(["....#....", "...###...", "...###...", "..#####..", ".#######.", "####.####", "##.....##"])
NEEDLE = kasuri.Mask.from_rows(["..######..", "##########", "..######.."])
SIZE, REACH, NEEDLES, SEEN, LONGEST, SPEED = 240.0, 180.0, 24, 6, 1000, 3.0
WAYS = np.array([(0, 0)] + [(np.cos(k * np.pi / 4), np.sin(k * np.pi / 4)) for k in range(8)])
OBSERVED = spaces.Box(-1.0, 1.0, (2 + 4 * SEEN,), np.float32)
ACTIONS = spaces.Discrete(len(WAYS))
Actions = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Observed = npt.NDArray[np.float32]


class Field:
    """The state of many games as arrays, and their worlds."""

    def __init__(self, count: int) -> None:
        world = kasuri.World()
        ship = kasuri.Body.sprite(SHIP, layer=1, against=2)
        needle = kasuri.Body.sprite(NEEDLE, layer=2, against=1, at=(REACH, REACH))
        self.bodies = world.spawn_many([ship] + [needle] * NEEDLES).tolist()
        self.worlds = kasuri.Worlds([world] * count)
        self.views = [self.worlds[k] for k in range(count)]
        self.random: dict[int, np.random.Generator] = {}
        self.age = np.zeros(count, dtype=int)
        self.at = np.zeros((count, 2))
        self.places, self.by = np.zeros((2, count, NEEDLES, 2))

    def start(self, k: int, random: np.random.Generator) -> None:
        """Starts a new game in one of the worlds."""
        self.random[k], self.age[k], self.at[k] = random, 0, 0
        for n in range(NEEDLES):
            self.fly_in(k, n)

    def fly_in(self, k: int, n: int) -> None:
        """Starts a needle at the rim, roughly towards the ship."""
        turn, aside, speed = self.random[k].random(3).tolist()
        x, y = REACH * math.cos(turn * math.tau), REACH * math.sin(turn * math.tau)
        aside = (aside - 0.5) * 0.7
        angle = math.atan2(self.at[k, 1] - y + aside * x, self.at[k, 0] - x - aside * y)
        speed = 1.2 + 1.4 * speed
        self.places[k, n] = x, y
        self.by[k, n] = speed * math.cos(angle), speed * math.sin(angle)
        self.views[k].set_angle(self.bodies[1 + n], angle)

    def step(self, actions: Actions, plays: Flags) -> Flags:
        """Steps all games that still play; returns which ships are hit."""
        self.age[plays] += 1
        self.at[plays] = np.clip(self.at[plays] + SPEED * WAYS[actions[plays]], -SIZE / 2, SIZE / 2)
        self.places[plays] += self.by[plays]
        for k, n in np.argwhere((self.places**2).sum(axis=-1) > (REACH + 1) ** 2).tolist():
            self.fly_in(k, n)
        steps = self.worlds.step_at(self.bodies, np.concatenate([self.at[:, None], self.places], axis=1))
        hit: Flags = np.zeros(len(self.at), dtype=bool)
        hit[steps.hits["world"]] = True
        return hit & plays

    def observe(self) -> Observed:
        """Returns the ship, and the nearest needles relative to it, each with its velocity."""
        seen = self.places - self.at[:, None]
        nearest = np.argsort((seen**2).sum(axis=-1), axis=-1, kind="stable")[:, :SEEN, None]
        seen, by = (np.take_along_axis(array, nearest, axis=1) for array in (seen, self.by / SPEED))
        # The vector towards each needle is longer when the needle is nearer.
        far = np.hypot(*np.moveaxis(seen, -1, 0))[..., None]
        seen = seen / (far + 1e-9) * (1 - far / 100).clip(0)
        needles = np.concatenate([seen, by], axis=-1).reshape(len(self.at), -1)
        return np.concatenate([self.at / SIZE * 2, needles], axis=-1).clip(-1, 1).astype(np.float32)


class DodgeEnv(gymnasium.Env[Observed, np.int64]):
    """One game."""

    metadata = {"render_modes": []}
    observation_space, action_space = OBSERVED, ACTIONS

    def __init__(self) -> None:
        self.field = Field(1)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observed, dict[str, Any]]:
        super().reset(seed=seed)
        self.field.start(0, self.np_random)
        return self.field.observe()[0], {}

    def step(self, action: np.int64) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        [hit] = self.field.step(np.array([action]), np.array([True]))
        is_over = self.field.age[0] >= LONGEST
        return self.field.observe()[0], float(not hit), bool(hit), bool(is_over and not hit), {}


class DodgeVectorEnv(VectorEnv[Observed, Actions, npt.NDArray[Any]]):
    """Many games, stepped together."""

    single_observation_space, single_action_space = OBSERVED, ACTIONS

    def __init__(self, num_envs: int, autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP) -> None:
        self.num_envs, self.autoreset_mode = num_envs, autoreset_mode
        self.metadata = {"render_modes": [], "autoreset_mode": autoreset_mode}
        self.observation_space = batch_space(OBSERVED, num_envs)
        self.action_space = batch_space(ACTIONS, num_envs)
        self.field = Field(num_envs)
        self.is_done = np.zeros(num_envs, dtype=bool)

    def start(self, which: Flags, seeds: list[int | None] | None = None) -> None:
        for k in np.flatnonzero(which).tolist():
            random = self.field.random.get(k)
            if random is None or (seeds is not None and seeds[k] is not None):
                random, _ = seeding.np_random(None if seeds is None else seeds[k])
            self.field.start(k, random)
        self.is_done[which] = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + k for k in range(self.num_envs)]
        which = (options or {}).get("reset_mask", np.ones(self.num_envs, dtype=bool))
        self.start(which, seeds)
        return self.field.observe(), {}

    def step(self, actions: Actions) -> tuple[Observed, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        plays: Flags = np.ones(self.num_envs, dtype=bool)
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and self.is_done.any():
            plays = ~self.is_done
            self.start(self.is_done.copy())
        assert not self.is_done.any(), "games that are over are to be reset"
        hit = self.field.step(np.asarray(actions), plays)
        is_over = plays & (self.field.age >= LONGEST) & ~hit
        self.is_done = hit | is_over
        observed = self.field.observe()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self.is_done.any():
            done = self.is_done.copy()
            infos = {"final_obs": observed, "_final_obs": done, "final_info": {}, "_final_info": done}
            self.start(done)
            observed = np.where(done[:, None], self.field.observe(), observed)
        return observed, (plays & ~hit).astype(np.float64), hit, is_over, infos
