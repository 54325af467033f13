"""Workload w6 by pygame-ce: usage: pygame_frames.py FOLDER, which `kasuri-bench --dump FOLDER` has filled.

The quickest way that was found to ask it: every target's rectangle against those of all bullets in one call, and masks where
rectangles meet.
"""

import os
import statistics
import struct
import sys
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame

KINDS = ((10_000, 8), (200, 64), (1, 32))
FRAMES = 8
WORD = (1 << 64) - 1


def mask(texels, size):
    rgba = bytearray(4 * size * size)
    rgba[3::4] = bytes(255 * t for t in texels)
    return pygame.mask.from_surface(pygame.image.frombuffer(rgba, (size, size), "RGBA"))


def frame(rects, masks, places):
    """Moves everything, and tells which bullet hits which target."""
    for rect, at in zip(rects, places):
        rect.topleft = at
    count = KINDS[0][0]
    bullets, bullet = rects[:count], masks[0]
    hits = []
    for number in range(count, len(rects)):
        rect, overlap = rects[number], masks[number].overlap
        x, y = rect.topleft
        for k in rect.collidelistall(bullets):
            at = bullets[k].topleft
            if overlap(bullet, (at[0] - x, at[1] - y)):
                hits.append((k, number))
    return hits


def mixed(result):
    """A result as kasuri-bench adds it up."""
    z = (result + 0x9E3779B97F4A7C15) & WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def main():
    folder = sys.argv[1]
    rects, masks = [], []
    for count, side in KINDS:
        with open(f"{folder}/bodies-{count}-{side}", "rb") as file:
            body = mask(file.read(), side)
        rects += [pygame.Rect(0, 0, side, side) for _ in range(count)]
        masks += [body] * count
    with open(f"{folder}/frames", "rb") as file:
        places = list(struct.iter_unpack("<2i", file.read()))
    frames = [places[k * len(rects) : (k + 1) * len(rects)] for k in range(FRAMES)]
    hits = [hit for places in frames for hit in frame(rects, masks, places)]
    total = sum(mixed(a << 32 | b) for a, b in hits) & WORD
    rounds = []
    for _ in range(7):
        start = time.thread_time_ns()
        for places in frames:
            frame(rects, masks, places)
        rounds.append((time.thread_time_ns() - start) / FRAMES / 1e6)
    times = (statistics.median(rounds), min(rounds), max(rounds))
    print("w6-10k", KINDS[0][0], "pygame-ce, from Python", *(f"{t:.4f}" for t in times), "ms", len(hits), f"{total:016x}", sep="\t")


main()
