"""kasuri.pyxel: sprites and tiles hit as a World's at the same places, in 300 frames, and as Pyxel draws them."""

import unittest
from math import radians

import numpy as np

try:
    import pyxel

    from kasuri.pyxel import Sprite, Tiles, bank_mask, groupcollide, tile_mask
except ImportError as error:
    raise unittest.SkipTest(f"no Pyxel here: {error}")

import kasuri
from hosts import FRAMES, Movers, judge, picture


def setUpModule():
    pyxel.init(160, 120, headless=True)
    bank = np.frombuffer(pyxel.images[0].data_ptr(), dtype=np.uint8).reshape(256, 256)
    bank[:] = 3
    for k, (width, height) in enumerate(((16, 16), (9, 30), (24, 11))):
        pixels = picture(k, width, height)
        bank[0:height, 32 * k : 32 * k + width] = np.where(pixels[:, :, 3] >= 128, 4 + pixels[:, :, 0] % 12, 3)
    # Two tiles, at (0, 5) and (1, 5), and an empty one at (2, 5).
    bank[40:48, 0:8] = 9
    bank[40:48, 8:16] = np.where(np.tri(8) > 0, 8, 3)


PARTS = [(0, 0, 16, 16), (32, 0, 9, -30), (64, 0, -24, 11)]


def screen():
    return np.frombuffer(pyxel.screen.data_ptr(), dtype=np.uint8).reshape(120, 160).copy()


def covered(form):
    """Returns which pixels of the screen a form covers."""
    found = np.zeros((120, 160), dtype=bool)
    if form is not None and form.cover() is not None:
        cover = form.cover()
        pixels, (left, top, *_) = cover.to_mask().to_numpy(), cover.bounds()
        for y, row in enumerate(pixels):
            for x, is_covered in enumerate(row):
                if is_covered and 0 <= top + y < 120 and 0 <= left + x < 160:
                    found[top + y, left + x] = True
    return found


class Hits(unittest.TestCase):
    def test_300_frames_are_those_of_a_world(self):
        movers = Movers(24, 5, scales=((1, 1), (1.5, 1), (-1, 1)))
        sprites = [Sprite(0, 0, 0, *PARTS[k % 3], colkey=3, scale=movers.scales[k]) for k in range(24)]
        masks = [bank_mask(0, *part, colkey=3) for part in PARTS]
        hits = 0
        for _ in range(FRAMES):
            at, degrees = movers.move()
            for sprite, (x, y), angle in zip(sprites, at.tolist(), degrees.tolist()):
                sprite.x, sprite.y, sprite.rotate = x, y, angle
            middles = [(x + abs(sprite.w) / 2, y + abs(sprite.h) / 2) for sprite, (x, y) in zip(sprites, at.tolist())]
            turns = [radians(angle) for angle in degrees]
            expected = judge([masks[k % 3] for k in range(24)], middles, turns, movers.scales, 6)
            self.assertEqual(groupcollide(sprites[:6], sprites[6:]), expected)
            self.assertEqual(sprites[5].hits_of(sprites[6:]), [k for i, k in expected if i == 5])
            self.assertEqual(sprites[4].hits(sprites[9]), (4, 3) in expected)
            hits += len(expected)
        self.assertGreater(hits, 500)

    def test_what_is_drawn_is_what_hits(self):
        drawn = 0
        for k, part in enumerate(PARTS):
            for rotate, scale in ((0, 1), (33, 1), (90, 2), (200.5, (-1.5, 1)), (0, 3)):
                for x, y in ((40, 50), (40.5, 50.25), (-3.5, -2.75), (150, 110)):
                    sprite = Sprite(x, y, 0, *part, colkey=3, rotate=rotate, scale=scale)
                    pyxel.cls(0)
                    sprite.draw()
                    np.testing.assert_array_equal(screen() != 0, covered(sprite.form()), f"{k} {rotate} {scale} {x}")
                    drawn += (screen() != 0).sum()
        self.assertGreater(drawn, 5000)
        # Every colour of the palette, and no colour key.
        pyxel.cls(0)
        whole = Sprite(20, 20, 0, 0, 0, 16, 16, rotate=45)
        whole.draw()
        np.testing.assert_array_equal(screen() != 0, covered(whole.form()))

    def test_tiles(self):
        tiles = pyxel.tilemaps[1]
        tiles.imgsrc = 0
        for y in range(4):
            for x in range(6):
                tiles.pset(x, y, [(0, 5), (1, 5), (2, 5)][(x * 2 + y) % 3])
        for x, y, part in ((10, 20, (0, 0, 48, 32)), (30.5, 9.25, (3, 5, 30, 20)), (-7, 100, (8, 0, 40, 32))):
            wall = Tiles(x, y, 1, *part, colkey=3)
            pyxel.cls(0)
            wall.draw()
            np.testing.assert_array_equal(screen() != 0, covered(wall.form()))
            self.assertEqual(tile_mask(1, *part, colkey=3).count(), wall.form().cover().count())
        wall = Tiles(0, 0, 1, 0, 0, 48, 32, colkey=3)
        dot = Sprite(0, 0, 0, 0, 40, 1, 1)
        hit = np.zeros((32, 48), dtype=bool)
        for y in range(32):
            for x in range(48):
                dot.x, dot.y = x, y
                hit[y, x] = dot.hits(wall)
        np.testing.assert_array_equal(hit, tile_mask(1, 0, 0, 48, 32, colkey=3).to_numpy())

    def test_new_pixels_hit_at_once(self):
        one, dot = Sprite(0, 0, 2, 0, 0, 8, 8, colkey=0), Sprite(2, 2, 0, 0, 40, 1, 1)
        pyxel.images[2].cls(0)
        self.assertFalse(one.hits(dot))
        pyxel.images[2].pset(2, 2, 7)
        self.assertTrue(one.hits(dot))

    def test_refusals(self):
        for part in ((250, 0, 16, 16), (-1, 0, 4, 4), (0, 0, 0, 4)):
            with self.assertRaisesRegex(ValueError, r"is not within 256 x 256 pixels"):
                Sprite(0, 0, 0, *part).form()
        with self.assertRaisesRegex(ValueError, r"is not within 2048 x 2048 pixels"):
            Tiles(0, 0, 0, 2040, 0, 16, 16).form()
        with self.assertRaises(kasuri.Error):
            Sprite(float("nan"), 0, 0, 0, 0, 8, 8).form()
        self.assertIsNone(Sprite(0, 0, 0, 0, 0, 8, 8, scale=0).form())


if __name__ == "__main__":
    unittest.main()
