"""Trains a small policy to dodge, with numpy alone: evolution, with one world for each candidate.

    python examples/train_dodge.py --seconds 60 --plot dodge.svg       (the plot needs matplotlib)
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from dodge import ACTIONS, OBSERVED, DodgeVectorEnv
from gymnasium.vector import AutoresetMode

INPUTS, OUTPUTS = OBSERVED.shape[0], int(ACTIONS.n)
CANDIDATES, STEPS, NOISE, RATE = 96, 300, 0.3, 1.0
Floats = npt.NDArray[np.float64]


def scores(genes: Floats, seed: int) -> Floats:
    """Returns how many steps each candidate survives, at most `STEPS`. Each candidate plays its own game."""
    weights = genes.reshape(len(genes), INPUTS, OUTPUTS)
    envs = DodgeVectorEnv(len(genes), AutoresetMode.DISABLED)
    observed, _ = envs.reset(seed=seed)
    lives, survived = np.ones(len(genes), dtype=bool), np.zeros(len(genes))
    for _ in range(STEPS):
        actions = np.einsum("ki,kio->ko", observed, weights).argmax(axis=1)
        observed, _, hit, _, _ = envs.step(actions)
        lives &= ~hit
        survived += lives
        if not lives.any():
            break
        # Finished games go on, but no longer count.
        envs.is_done[:] = False
    return survived


def train(
    seed: int = 1,
    seconds: float | None = None,
    generations: int | None = None,
    told: Callable[[int, float], None] = lambda generation, score: None,
) -> tuple[Floats, list[float]]:
    """Evolves the mean of a distribution of policies; returns it, and the mean score of every generation."""
    random = np.random.default_rng(seed)
    mean = np.zeros(INPUTS * OUTPUTS)
    history: list[float] = []
    end = None if seconds is None else time.monotonic() + seconds
    while (generations is None or len(history) < generations) and (end is None or time.monotonic() < end):
        half = random.standard_normal((CANDIDATES // 2, len(mean)))
        noise = np.concatenate([half, -half])
        survived = scores(mean + NOISE * noise, int(random.integers(1 << 30)))
        # Ranks are used, so that one lucky game does not count too much.
        ranks = survived.argsort().argsort() / (len(survived) - 1) - 0.5
        mean = mean + RATE / (CANDIDATES * NOISE) * ranks @ noise
        history.append(survived.mean())
        told(len(history), history[-1])
    return mean, history


def plot(history: list[float], file: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.5))
    axes.plot(history, linewidth=1, color="#9fb3d9")
    smooth = np.convolve(history, np.ones(9) / 9, "valid")
    axes.plot(np.arange(len(smooth)) + 4, smooth, linewidth=2, color="#5b3396")
    axes.set_xlabel("generation")
    axes.set_ylabel(f"steps survived, of {STEPS}")
    axes.set_ylim(0)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--plot", help="keeps the scores as a picture")
    asked = arguments.parse_args()
    _, history = train(seconds=asked.seconds, told=lambda k, score: print(f"{k:4} {score:6.1f}", flush=True))
    print(f"{len(history)} generations: {np.mean(history[:5]):.0f} steps survived at first, {np.mean(history[-5:]):.0f} at last")
    if asked.plot:
        plot(history, asked.plot)


if __name__ == "__main__":
    main()
