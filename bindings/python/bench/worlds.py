"""Times 1,024 worlds of 64 moving circles: steps a second, including the moves and the new hits.

Compares Kasuri's Worlds with one world after another, and with plain numpy: all distances in a world at once, and which pairs
are new. All three must report the same hits.
"""

import statistics
import threading
import time

import numpy as np

import kasuri

WORLDS, BODIES, R, SIDE, STEPS = 1024, 64, 3.0, 200.0, 12


def places():
    """Returns the positions for each step, on the lattice of 1/256 px, so that numpy's distances are exact too."""
    random = np.random.default_rng(1)
    at = random.integers(0, int(SIDE * 256), (WORLDS, BODIES, 2))
    by = random.integers(-512, 513, (WORLDS, BODIES, 2))
    found = []
    for _ in range(STEPS):
        at = at + by
        by = np.where((at < 0) | (at > SIDE * 256), -by, by)
        found.append(at / 256)
    return found


def start():
    world = kasuri.World(threads=1)
    bodies = world.spawn_many(kasuri.Body.circle(R), at=np.zeros((BODIES, 2)) + np.arange(BODIES)[:, None] * 10)
    return world, bodies


def together(steps, threads):
    world, bodies = start()
    worlds = kasuri.Worlds([world] * WORLDS, threads=threads)
    for at in steps:
        yield len(worlds.step_at(bodies, at).began)


def one_by_one(steps):
    _, bodies = start()
    worlds = [start()[0] for _ in range(WORLDS)]
    for at in steps:
        began = 0
        for world, places in zip(worlds, at):
            world.set_positions(bodies, places)
            began += len(world.step().began)
        yield began


def by_hand(steps):
    upper = np.triu(np.ones((BODIES, BODIES), dtype=bool), 1)
    last = np.zeros((WORLDS, BODIES, BODIES), dtype=bool)
    for at in steps:
        apart = at[:, :, None] - at[:, None]
        hits = ((apart**2).sum(axis=-1) <= (2 * R) ** 2) & upper
        yield int((hits & ~last).sum())
        last = hits


def measured(step_by_step):
    """Returns the milliseconds of a step by the wall clock, and the new hits of each step."""
    times, told, started = [], [], time.perf_counter()
    for began in step_by_step:
        now = time.perf_counter()
        times.append(now - started)
        told.append(began)
        started = time.perf_counter()
    return statistics.median(times[2:]) * 1e3, told


def free(steps):
    """Returns the speed of another Python thread while worlds are stepped, as a fraction of its normal speed."""
    world, bodies = start()
    worlds = kasuri.Worlds([world] * WORLDS, threads=1)
    for k in range(WORLDS):
        worlds[k].set_positions(bodies, steps[0][k])

    def counted(beside):
        """Returns how far this thread counts in a second while another thread works."""
        is_done, count, started = threading.Event(), 0, time.perf_counter()
        thread = threading.Thread(target=lambda: (beside(), is_done.set()))
        thread.start()
        while not is_done.is_set():
            count += 1
        thread.join()
        return count / (time.perf_counter() - started)

    return counted(lambda: [worlds.step() for _ in range(200)]) / counted(lambda: time.sleep(1))


def main():
    steps, told = places(), {}
    print("| 1,024 worlds of 64 circles | ms a step of all | worlds stepped a second |\n|---|---|---|")
    for name, step_by_step in (
        ("Worlds, 1 thread", together(steps, 1)),
        ("Worlds, 2 threads", together(steps, 2)),
        ("one World after another", one_by_one(steps)),
        ("numpy by hand", by_hand(steps)),
    ):
        took, told[name] = measured(step_by_step)
        print(f"| {name} | {took:.1f} | {WORLDS / took * 1e3:,.0f} |")
    assert len(set(map(tuple, told.values()))) == 1, told
    print(f"\n{np.mean(told['numpy by hand']):.0f} hits begin in a step. While Worlds are stepped on one thread, another thread of"
          f" Python runs at {free(steps):.0%} of its own speed.")


main()
