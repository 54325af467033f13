"""What the tests of the adapters share: pictures with ragged edges, moving and turning sprites, and the hits of a World."""

import numpy as np

import kasuri

FRAMES = 300


def picture(seed, width, height):
    """Returns pixels of RGBA with holes, a ragged edge, and alphas about the threshold."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    inside = ((x - width / 2 + 0.5) / width) ** 2 + ((y - height / 2 + 0.5) / height) ** 2 < 0.2
    alpha = np.where(inside, random.choice([255, 255, 200, 128], (height, width)), random.choice([0, 0, 127], (height, width)))
    color = random.integers(0, 256, (height, width, 3))
    return np.dstack([color, alpha]).astype(np.uint8)


class Movers:
    """Places, degrees and scales of some sprites in each of the frames, at whole 1/256 pixels."""

    def __init__(self, count, seed, is_whole=False, scales=((1, 1),)):
        self.random, self.count = np.random.default_rng(seed), count
        self.is_whole = is_whole
        self.at = self.random.integers(0, 200 * 256, (count, 2))
        self.by = self.random.integers(-768, 769, (count, 2))
        self.angles = self.random.integers(0, 360, count).astype(float)
        self.spin = self.random.integers(-9, 10, count) / 2
        self.scales = [scales[k % len(scales)] for k in range(count)]

    def move(self):
        """Makes a frame; returns the places and the degrees."""
        self.at = self.at + self.by
        self.by = np.where((self.at < 0) | (self.at > 200 * 256), -self.by, self.by)
        self.angles += self.spin
        return (self.at >> 8).astype(float) if self.is_whole else self.at / 256, self.angles


def judge(masks, at, radians, scales, first):
    """Returns the hits of a World of sprites between the first ones and the others, as sorted pairs of indices."""
    world = kasuri.World()
    bodies = {}
    for k, (mask, place, angle, scale) in enumerate(zip(masks, at, radians, scales)):
        layer, against = (1, 2) if k < first else (2, 1)
        body = kasuri.Body.sprite(mask, at=tuple(place), angle=angle, scale=scale, layer=layer, against=against)
        bodies[world.spawn(body)] = k
    return sorted((bodies[int(hit["a"])], bodies[int(hit["b"])] - first) for hit in world.step().hits)
