"""Compares kasuri with pygame-ce on random pairs of masks: every answer must be the same.

pygame_pairs.py [PAIRS] [SEED]: sizes from 1 to 300, often at word boundaries; overlap yes or no, area, mask, count, centroid,
components, outline, convolve.
"""

import os
import random
import sys
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

import kasuri

BOUNDARIES = [n + d for n in (32, 64, 96, 128, 160, 192, 224, 256, 288) for d in (-1, 0, 1)] + [1, 2, 3, 299, 300]


def side(source):
    """Returns a side: near a word boundary, small, or anything up to 300."""
    kind = source.random()
    if kind < 0.45:
        return source.choice(BOUNDARIES)
    return source.randint(1, 40) if kind < 0.8 else source.randint(1, 300)


def texels(source, numbers, width, height):
    """Returns random texels: empty, full, noise of several densities, boxes, or discs."""
    kind = source.random()
    if kind < 0.06:
        return np.full((height, width), kind < 0.03)
    if kind < 0.5:
        return numbers.random((height, width)) < source.choice([0.003, 0.02, 0.2, 0.45, 0.6, 0.95])
    found = np.zeros((height, width), dtype=bool)
    y, x = np.ogrid[:height, :width]
    for _ in range(source.randint(1, 6)):
        cx, cy, r = source.randint(-4, width + 3), source.randint(-4, height + 3), source.randint(1, 40)
        if source.random() < 0.5:
            found |= (x - cx) ** 2 + (y - cy) ** 2 < r * r
        else:
            found |= (abs(x - cx) < r) & (abs(y - cy) < r // 2 + 1)
    return found


def theirs_of(array):
    """Makes a pygame mask from a surface, without kasuri."""
    height, width = array.shape
    rgba = np.zeros((height, width, 4), dtype=np.uint8)
    rgba[..., 3] = 255 * array
    return pygame.mask.from_surface(pygame.image.frombuffer(rgba.tobytes(), (width, height), "RGBA"))


def columns(mask):
    """Returns the words of a pygame mask."""
    return np.asarray(mask)


def same(ours, theirs):
    """Whether a kasuri mask has the size and bits of a pygame mask."""
    return ours.get_size() == theirs.get_size() and np.array_equal(ours._columns(), columns(theirs))


def offset(source, a, b):
    """Returns an offset at which the two masks mostly overlap."""
    (aw, ah), (bw, bh) = a.get_size(), b.get_size()
    if source.random() < 0.03:
        return source.randint(-400, 400), source.randint(-400, 400)
    return source.randint(-bw - 1, aw + 1), source.randint(-bh - 1, ah + 1)


def compare(source, a, b, other_a, other_b):
    """Yields the operations on a pair, and whether the answers are the same."""
    at = offset(source, a, b)
    point, their_point = a.overlap(b, at), other_a.overlap(other_b, at)
    yield "overlap", (point is None) == (their_point is None)
    if point is not None:
        # pygame's common texel depends on the size of its words. Both answers must be common texels.
        yield "overlap's point", other_a.get_at(point) and a.get_at(their_point) and other_a.overlap_mask(
            other_b, at
        ).get_at(point)
    yield "overlap_area", a.overlap_area(b, at) == other_a.overlap_area(other_b, at)
    yield "overlap_mask", same(a.overlap_mask(b, at), other_a.overlap_mask(other_b, at))
    yield "count", a.count() == other_a.count()
    yield "centroid", a.centroid() == other_a.centroid()
    every = source.choice([1, 1, 1, 2, 3, 7])
    yield "outline", a.outline(every) == other_a.outline(every)
    # pygame-ce 2.5.8 crashes on the pieces of masks that are one texel wide.
    if a.get_size()[0] > 1 and a.get_size()[0] * a.get_size()[1] < 20_000:
        rects = [tuple(rect) for rect in other_a.get_bounding_rects()]
        yield "get_bounding_rects", [tuple(rect) for rect in a.get_bounding_rects()] == rects
        ours, theirs = a.connected_component(), other_a.connected_component()
        if same(ours, theirs):
            yield "connected_component", True
        else:
            # pygame's answer is sometimes not the largest of its own pieces, or another piece of the same size.
            largest = max(other_a.connected_components(), key=lambda piece: piece.count())
            yield "connected_component (pygame's own list is right, its choice is not)", same(ours, largest)
        if len(rects) < 40:
            least = source.choice([0, 1, 2, 5, 20])
            ours, theirs = a.connected_components(least), other_a.connected_components(least)
            if len(ours) == len(theirs):
                yield "connected_components", all(map(same, ours, theirs))
            else:
                # pygame counts too few texels in some pieces, and drops a piece that has just enough.
                theirs = [piece for piece in other_a.connected_components() if piece.count() >= least]
                is_same = len(ours) == len(theirs) and all(map(same, ours, theirs))
                yield "connected_components (pygame's own pieces are right, its count is not)", is_same
    # pygame's time is proportional to the texels of one mask times the words of the other.
    (aw, ah), (bw, bh) = a.get_size(), b.get_size()
    if aw * ah * bw * bh < 4_000_000:
        yield "convolve", same(a.convolve(b), other_a.convolve(other_b))
    which = source.random()
    if which < 0.2:
        drawn, their_drawn = a.copy(), other_a.copy()
        name = "draw" if which < 0.1 else "erase"
        getattr(drawn, name)(b, at)
        getattr(their_drawn, name)(other_b, at)
        yield name, same(drawn, their_drawn)
    elif which < 0.3:
        size = side(source), side(source)
        yield "scale", same(a.scale(size), other_a.scale(size))


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    source, numbers = random.Random(seed), np.random.default_rng(seed)
    asked, started = {}, time.perf_counter()
    masks = []
    for k in range(pairs):
        # Each new mask is paired with one of the last ones.
        array = texels(source, numbers, side(source), side(source))
        masks = masks[-7:] + [(kasuri.Mask.from_numpy(array), theirs_of(array), array)]
        (a, other_a, array), (b, other_b, _) = masks[-1], source.choice(masks)
        assert same(a, other_a), (seed, k, "made")
        for question, is_same in compare(source, a, b, other_a, other_b):
            asked[question] = asked.get(question, 0) + 1
            assert is_same, f"{question} differs: pair {k} of seed {seed}, sizes {a.get_size()} and {b.get_size()}"
    told = ", ".join(f"{count} {question}" for question, count in asked.items())
    print(f"{pairs} pairs, all the same as pygame-ce {pygame.ver}: {told}; {time.perf_counter() - started:.0f} s")


main()
