"""Workloads w5 by pygame-ce: usage: pygame_masks.py FOLDER, which `kasuri-bench --dump FOLDER` has filled.

What a call of Python itself costs is measured with masks that are far apart, and taken off: what is left is the C code.
"""

import os
import statistics
import struct
import sys
import time

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame


def mask(texels, size):
    rgba = bytearray(4 * size * size)
    rgba[3::4] = bytes(255 * t for t in texels)
    return pygame.mask.from_surface(pygame.image.frombuffer(rgba, (size, size), "RGBA"))


def seconds(calls):
    """Nanoseconds a call of the time that the thread was given: median, least, most of several rounds."""
    rounds = []
    for _ in range(15):
        start = time.thread_time_ns()
        for call, other, at in calls:
            call(other, at)
        rounds.append(time.thread_time_ns() - start)
    return [t / len(calls) for t in (statistics.median(rounds), min(rounds), max(rounds))]


def main():
    folder = sys.argv[1]
    for size in (16, 64, 256):
        with open(f"{folder}/masks-{size}", "rb") as file:
            data = file.read()
        masks = [mask(data[k : k + size * size], size) for k in range(0, len(data), size * size)]
        with open(f"{folder}/laid-{size}", "rb") as file:
            laid = list(struct.iter_unpack("<4i", file.read()))
        for name, method in ((f"w5-{size}", "overlap"), (f"w5-area-{size}", "overlap_area")):
            bound = [getattr(m, method) for m in masks]
            results = [bound[a](masks[b], (x, y)) for a, b, x, y in laid]
            total = sum(results) if method == "overlap_area" else sum(r is not None for r in results)
            call = seconds([(bound[a], masks[b], (10 * size, 10 * size)) for a, b, _, _ in laid])
            whole = seconds([(bound[a], masks[b], (x, y)) for a, b, x, y in laid])
            core = [w - c for w, c in zip(whole, (call[0], call[1], call[1]))]
            for by, times in (("pygame-ce, the C code", core), ("pygame-ce, from Python", whole)):
                print(name, size, by, *(f"{t:.4f}" for t in times), "ns", 0, f"{total:016x}", sep="\t")


main()
