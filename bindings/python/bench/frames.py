"""Times scene F from Python, compared with the same frames in Rust and in pygame-ce.

    bench/frames.py KASURI_BENCH [CHART.png]

KASURI_BENCH is the program that `cargo build --release -p kasuri-bench` makes; the chart needs matplotlib.

10,000 bullets of 8 px against 200 enemies of 64 px on 1920 x 1080, positions in fractions of pixels, masks with ragged edges. The
bodies, positions and angles are exactly those of `kasuri-bench frames`, so the number of hits must be the same. 120 frames, of
which the last 100 count; the result is the median of the thread's CPU time. It includes moves and angles: arrays of float64 are
passed, copied and snapped. pygame-ce has no fractions and no angles: its positions are rounded, its sprites upright.
"""

import math
import os
import statistics
import subprocess
import sys
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

import kasuri
import kasuri.pygame

BULLETS, ENEMIES = 10_000, 200
BULLET, TARGET = 1, 2
SCREEN = (1920.0, 1080.0)
FRAMES, WARM_UP = 120, 20
WORD = (1 << 64) - 1


class Random:
    """The benchmark's random numbers: SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def between(self, a, b):
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        z = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        return a + (b - a) * ((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992.0


def blob(size):
    """Returns the benchmark's mask of a size: a disc with five bumps, one texel in 33 missing."""
    random, middle = Random(66 + size), (size - 1) / 2
    phase = random.between(0, math.tau)
    texels = np.zeros((size, size), dtype=bool)
    for k in range(size * size):
        x, y = k % size - middle, k // size - middle
        rim = 0.5 * size * (0.9 + 0.1 * math.sin(5 * math.atan2(y, x) + phase))
        texels[k // size, k % size] = x * x + y * y <= rim * rim and random.between(0, 1) >= 0.03
    return texels


def places():
    """Returns the positions of all bodies in each frame: they fly straight and turn back at the edges."""
    random, at, by, sides = Random(4242), [], [], []
    for count, side, fastest in ((BULLETS, 8.0, 6.0), (ENEMIES, 64.0, 2.0)):
        for _ in range(count):
            at.append([random.between(side, most - side) for most in SCREEN])
            by.append([random.between(-fastest, fastest) for _ in SCREEN])
            sides.append(side)
    at, by, sides = np.array(at), np.array(by), np.array(sides)[:, None]
    frames = []
    for _ in range(FRAMES):
        at = at + by
        out = (at < sides) | (at > np.array(SCREEN) - sides)
        by = np.where(out, -by, by)
        at = np.where(out, at + 2 * by, at)
        frames.append(at)
    return frames


def kasuri_frames(frames, masks, turned, spins, grazes):
    """Returns the microseconds of each frame, and the mean number of hits."""
    angles = np.arange(BULLETS + ENEMIES) * 0.7
    world = kasuri.World(threads=1)
    how = {"graze": 8.0} if grazes else {}
    bullet = kasuri.Body.sprite(masks[0], layer=BULLET, against=TARGET, **how)
    target = kasuri.Body.sprite(masks[1], layer=TARGET, against=BULLET)
    bodies = []
    for body, which in ((bullet, slice(0, BULLETS)), (target, slice(BULLETS, None))):
        bodies.append(world.spawn_many(body, at=frames[0][which], angle=angles[which] if turned else 0.0))
    bodies = np.concatenate(bodies)
    spun = [angles + f * 0.05 for f in range(FRAMES)] if spins else None
    times, hits = [], 0
    for f, at in enumerate(frames):
        start = time.thread_time_ns()
        world.set_positions(bodies, at)
        if spun:
            world.set_angles(bodies, spun[f])
        step = world.step()
        found = step.hits
        if grazes:
            step.grazes
        took = time.thread_time_ns() - start
        if f >= WARM_UP:
            times.append(took / 1000)
            hits += len(found)
    return times, hits / (FRAMES - WARM_UP)


def sprites(frames, masks):
    """Returns pygame's sprites of the scene."""
    groups = pygame.sprite.Group(), pygame.sprite.Group()
    for k in range(BULLETS + ENEMIES):
        sprite = pygame.sprite.Sprite(groups[k >= BULLETS])
        side = 8 if k < BULLETS else 64
        sprite.mask, sprite.rect = masks[k >= BULLETS], pygame.Rect(0, 0, side, side)
    return groups


def documented(frames, masks, count, module=pygame.sprite):
    """Plays the idiom of pygame's documentation: groupcollide with collide_mask. With kasuri.pygame it is the same line."""
    bullets, enemies = sprites(frames, masks)
    every, times, hits = [*bullets, *enemies], [], []
    for at in frames[:count]:
        start = time.thread_time_ns()
        for sprite, place in zip(every, at.tolist()):
            sprite.rect.center = place
        found = module.groupcollide(enemies, bullets, False, False, module.collide_mask)
        times.append((time.thread_time_ns() - start) / 1000)
        hits.append(sum(map(len, found.values())))
    return times, hits


def fastest(frames, masks, count):
    """Plays the fastest method found: each enemy's rect against all bullets' in one call, and masks where rects overlap."""
    rects = [pygame.Rect(0, 0, side, side) for side in [8] * BULLETS + [64] * ENEMIES]
    bullets, targets, times, hits = rects[:BULLETS], rects[BULLETS:], [], []
    small, overlap = masks[0], masks[1].overlap
    for at in frames[:count]:
        start, found = time.thread_time_ns(), []
        for rect, place in zip(rects, at.tolist()):
            rect.center = place
        for number, rect in enumerate(targets):
            x, y = rect.topleft
            for k in rect.collidelistall(bullets):
                corner = bullets[k].topleft
                if overlap(small, (corner[0] - x, corner[1] - y)):
                    found.append((k, number))
        times.append((time.thread_time_ns() - start) / 1000)
        hits.append(len(found))
    return times, hits


def rust(program):
    """Returns the same frames in Rust: from names to microseconds and hits."""
    text = subprocess.run([program, "--cpu", "--tsv", "frames"], capture_output=True, text=True, check=True).stdout
    found, columns = {}, None
    for line in text.splitlines():
        cells = line.split("\t")
        if "frame us" in cells:
            columns = cells
        elif columns and len(cells) == len(columns):
            row = dict(zip(columns, cells))
            found[cells[0]] = float(row["frame us"]), float(row["hits"])
    return found


KINDS = {
    "upright": (False, False, False),
    "upright, graze": (False, False, True),
    "turned": (True, False, False),
    "spin": (True, True, False),
    "turned, graze": (True, False, True),
    "spin, graze": (True, True, True),
}


def chart(rows, file):
    """Draws bars on a logarithmic scale."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8.5, 3.4))
    names, took, colors = zip(*reversed(rows))
    took = [value / 1000 for value in took]
    axes.barh(names, took, color=colors, height=0.6)
    for k, value in enumerate(took):
        axes.text(value * 1.12, k, f"{value:,.2f}" if value < 100 else f"{value:,.0f}", va="center", fontsize=8)
    axes.set_xscale("log")
    axes.set_xlim(0.1, max(took) * 5)
    axes.set_xlabel("ms a frame of 10,000 bullets and 200 enemies")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(file, dpi=110)


def main():
    frames, texels = places(), [blob(8), blob(64)]
    masks = [kasuri.Mask.from_numpy(one) for one in texels]
    theirs = [mask.to_pygame() for mask in masks]
    # This measures as the Rust benchmark does: it plays for a third of a second, at most 7 times, and takes the least median. It does
    # so six times, alternating with Rust, because other processes may use the machine.
    native, python = {}, {}
    for _ in range(6):
        for name, (took, hits) in rust(sys.argv[1]).items():
            native[name] = (min(took, native.get(name, (took,))[0]), hits)
        for name, kind in KINDS.items():
            start, plays = time.perf_counter(), 0
            while plays < 7 and (not plays or time.perf_counter() - start < 0.3):
                times, hits = kasuri_frames(frames, masks, *kind)
                took, plays = statistics.median(times), plays + 1
                python[name] = (min(took, python.get(name, (took,))[0]), hits)
    print("| frame | Rust, us | Python, us | times | hits |\n|---|---|---|---|---|")
    for name, (took, hits) in python.items():
        reference, expected = native[name]
        assert abs(hits - expected) <= 0.5, f"{name}: {hits} hits, {expected} in Rust"
        print(f"| {name} | {reference:.0f} | {took:.0f} | {took / reference:.2f} | {hits:.1f} |")
    rows = [(f"World, {name}", python[name][0], "#5b3396") for name in ("upright", "turned", "spin, graze")]
    whole, told = [np.floor(at) for at in frames], []
    for name, ask in (
        ("pygame-ce's groupcollide", lambda: documented(whole, theirs, 3)),
        ("pygame-ce, the fastest way found", lambda: fastest(whole, theirs, 12)),
        ("kasuri.pygame's groupcollide", lambda: documented(whole, masks, 12, kasuri.pygame)),
    ):
        times, hits = ask()
        took = statistics.median(times)
        told.append(hits)
        rows.append((name, took, "#5b3396" if "kasuri" in name else "#9fb3d9"))
        print(f"| {name}, upright at whole pixels | | {took:.0f} | "
              f"{took / python['upright'][0]:.0f} times Kasuri's upright from Python | {statistics.mean(hits):.1f} |")
    assert told[0] == told[1][:3] and told[1] == told[2], told
    if len(sys.argv) > 2:
        chart(rows, sys.argv[2])


main()
