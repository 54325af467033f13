"""Runs the same operations on random masks in pygame-ce and in examples/mask_ops, and counts the answers that differ."""

import random
import subprocess
import sys

import pygame

WIDTHS = [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129]


def make(width, height, texels):
    """Makes a pygame mask from one byte, 0 or 1, for each texel."""
    rgba = bytearray(4 * width * height)
    rgba[3::4] = bytes(255 * t for t in texels)
    surface = pygame.image.frombuffer(rgba, (width, height), "RGBA")
    return pygame.mask.from_surface(surface)


def write(mask):
    """Returns the text that mask_ops reads and writes."""
    width, height = mask.get_size()
    surface = mask.to_surface(setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0))
    alpha = pygame.image.tobytes(surface, "RGBA")[3::4]
    return f"{width}x{height}:{alpha.translate(BITS).decode()}"


BITS = bytes([ord("0")] * 128 + [ord("1")] * 128)


class Source:
    """Random masks: empty, full, noise of several densities, boxes and discs."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def mask(self, width=None, height=None):
        r = self.random
        width = width or r.choice(WIDTHS)
        height = height or r.choice([1, 2, 3, 9, 20, 33, 65])
        kind = r.random()
        if kind < 0.05:
            texels = [kind < 0.02] * (width * height)
        elif kind < 0.55:
            share = r.choice([0.02, 0.2, 0.45, 0.6, 0.95])
            texels = [r.random() < share for _ in range(width * height)]
        else:
            texels = [False] * (width * height)
            for _ in range(r.randint(1, 8)):
                x0, y0, s, disc = r.randint(-4, width), r.randint(-4, height), r.randint(1, 12), r.random() < 0.5
                for y in range(max(0, y0 - s), min(height, y0 + s)):
                    for x in range(max(0, x0 - s), min(width, x0 + s)):
                        if not disc or (x - x0) ** 2 + (y - y0) ** 2 < s * s:
                            texels[y * width + x] = True
        return make(width, height, texels)

    def wide_mask(self):
        """Returns a mask at least two texels wide: pygame-ce 2.5.8 crashes on the pieces of narrower ones."""
        return self.mask(self.random.choice(WIDTHS[1:]))

    def offset(self, a, b):
        (aw, ah), (bw, bh) = a.get_size(), b.get_size()
        return self.random.randint(-bw - 1, aw + 1), self.random.randint(-bh - 1, ah + 1)


def first(mask):
    """Returns the set texel with the smallest (y, x)."""
    width, height = mask.get_size()
    return next(((x, y) for y in range(height) for x in range(width) if mask.get_at((x, y))), None)


def pieces(mask):
    """Returns the 8-connected pieces, found by a flood fill, as sets of texels in the order of their first texels."""
    width, height = mask.get_size()
    left = {(x, y): None for y in range(height) for x in range(width) if mask.get_at((x, y))}
    found = []
    while left:
        piece, opened = set(), [next(iter(left))]
        del left[opened[0]]
        while opened:
            x, y = opened.pop()
            piece.add((x, y))
            for p in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
                if p in left:
                    del left[p]
                    opened.append(p)
        found.append(piece)
    return found


def as_mask(size, texels):
    mask = pygame.mask.Mask(size)
    for p in texels:
        mask.set_at(p)
    return write(mask)


def points(list_of_points):
    return "|".join(f"{x},{y}" for x, y in list_of_points)


def changed(name):
    """Returns the test case of an operation that changes a mask in place."""

    def case(source):
        a, b = source.mask(), source.mask()
        x, y = source.offset(a, b)
        question = f"{name} {write(a)} {write(b)} {x} {y}"
        getattr(a, name)(b, (x, y))
        return question, write(a)

    return case


def overlap(source):
    a, b = source.mask(), source.mask()
    x, y = source.offset(a, b)
    common = a.overlap_mask(b, (x, y))
    theirs = a.overlap(b, (x, y))
    # pygame's common texel depends on its word size: it must be one of the common texels, and Kasuri's the first.
    assert (theirs is None and common.count() == 0) or common.get_at(theirs)
    found = first(common)
    return f"overlap {write(a)} {write(b)} {x} {y}", "none" if found is None else f"{found[0]} {found[1]}"


def overlap_area(source):
    a, b = source.mask(), source.mask()
    x, y = source.offset(a, b)
    return f"overlap_area {write(a)} {write(b)} {x} {y}", str(a.overlap_area(b, (x, y)))


def overlap_mask(source):
    a, b = source.mask(), source.mask()
    x, y = source.offset(a, b)
    return f"overlap_mask {write(a)} {write(b)} {x} {y}", write(a.overlap_mask(b, (x, y)))


def count(source):
    a = source.mask()
    return f"count {write(a)}", str(a.count())


def centroid(source):
    a = source.mask()
    x, y = a.centroid()
    return f"centroid {write(a)}", f"{x} {y}"


def invert(source):
    a = source.mask()
    question = f"invert {write(a)}"
    a.invert()
    return question, write(a)


def scale(source):
    a = source.mask()
    size = source.random.choice(WIDTHS), source.random.randint(1, 80)
    return f"scale {write(a)} {size[0]} {size[1]}", write(a.scale(size))


def connected_components(source):
    a, least = source.wide_mask(), source.random.choice([0, 1, 2, 5, 20])
    answer = "|".join(write(m) for m in a.connected_components(least))
    by_hand = "|".join(as_mask(a.get_size(), p) for p in pieces(a) if len(p) >= least)
    return f"connected_components {write(a)} {least}", answer, by_hand


def connected_component(source):
    a = source.wide_mask()
    by_hand = as_mask(a.get_size(), max(pieces(a), key=len, default=[]))
    return f"connected_component {write(a)}", write(a.connected_component()), by_hand


def connected_component_at(source):
    a = source.wide_mask()
    x, y = (source.random.randrange(side) for side in a.get_size())
    return f"connected_component {write(a)} {x} {y}", write(a.connected_component((x, y)))


def get_bounding_rects(source):
    a = source.wide_mask()
    rects = "|".join(f"{r.x},{r.y},{r.w},{r.h}" for r in a.get_bounding_rects())
    return f"get_bounding_rects {write(a)}", rects


def outline(source):
    a, every = source.mask(), source.random.choice([1, 1, 2, 3, 7])
    return f"outline {write(a)} {every}", points(a.outline(every))


def convolve(source):
    a, b = source.mask(), source.mask(source.random.choice([1, 2, 5, 33]), source.random.randint(1, 9))
    return f"convolve {write(a)} {write(b)}", write(a.convolve(b))


def convolve_onto(source):
    a, b = source.mask(), source.mask(source.random.choice([1, 2, 5, 33]), source.random.randint(1, 9))
    out = source.mask()
    x, y = source.offset(out, a)
    question = f"convolve_onto {write(a)} {write(b)} {write(out)} {x} {y}"
    return question, write(a.convolve(b, out, (x, y)))


CASES = {
    "overlap": overlap,
    "overlap_area": overlap_area,
    "overlap_mask": overlap_mask,
    "draw": changed("draw"),
    "erase": changed("erase"),
    "invert": invert,
    "count": count,
    "centroid": centroid,
    "scale": scale,
    "convolve": convolve,
    "convolve, output": convolve_onto,
    "outline, every": outline,
    "get_bounding_rects": get_bounding_rects,
    "connected_components": connected_components,
    "connected_component": connected_component,
    "connected_component, pos": connected_component_at,
}


def main():
    program = sys.argv[1]
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    print(f"pygame-ce {pygame.ver}, {cases} random cases an operation, seed {seed}")
    print(f"{'operation':26}{'same':>8}{'differ':>8}{'  pygame differs from a flood fill, we do not'}")
    failed = 0
    for name, case in CASES.items():
        source = Source(f"{seed} {name}")
        asked = [case(source) for _ in range(cases)]
        text = "".join(question[0] + "\n" for question in asked)
        answers = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.split("\n")
        same = differ = theirs = 0
        for question, ours in zip(asked, answers):
            if ours == question[1]:
                same += 1
            elif len(question) > 2 and ours == question[2]:
                theirs += 1
            else:
                differ += 1
                if differ == 1:
                    print("first that differs:", question, "ours:", ours, sep="\n  ", file=sys.stderr)
        print(f"{name:26}{same:8}{differ:8}{theirs or '':>8}", flush=True)
        failed += differ
    sys.exit(failed > 0)


main()
