"""kasuri.arcade: Arcade's sprites hit as a World's at the same places, in 300 frames, and Arcade's functions keep their meaning."""

import os
import shutil
import subprocess
import sys
import unittest
from math import radians
from pathlib import Path

import numpy as np
from PIL import Image

os.environ.setdefault("ARCADE_HEADLESS", "True")
os.environ.setdefault("ALSOFT_DRIVERS", "null")

try:
    import arcade
    import kasuri.arcade as exact
except ImportError as error:
    raise unittest.SkipTest(f"no Arcade here: {error}")

import kasuri
from hosts import FRAMES, Movers, judge, picture


def texture(seed, width, height):
    return arcade.Texture(Image.fromarray(picture(seed, width, height)))


def lists(textures, movers, first):
    """Returns two sprite lists, and all sprites in order."""
    ones, others = arcade.SpriteList(lazy=True), arcade.SpriteList(lazy=True)
    sprites = []
    for k in range(movers.count):
        sprite = arcade.Sprite(textures[k % len(textures)])
        sprite.scale = movers.scales[k]
        (ones if k < first else others).append(sprite)
        sprites.append(sprite)
    return ones, others, sprites


class Hits(unittest.TestCase):
    def test_300_frames_are_those_of_a_world(self):
        textures = [texture(1, 24, 17), texture(2, 9, 30), texture(3, 16, 16).flip_left_right(), texture(4, 21, 8).rotate_90()]
        masks = [
            kasuri.Mask.from_rgba(picture(1, 24, 17)),
            kasuri.Mask.from_rgba(picture(2, 9, 30)),
            kasuri.Mask.from_rgba(picture(3, 16, 16)).flipped(),
            # Arcade's quarters go clockwise.
            kasuri.Mask.from_rgba(np.ascontiguousarray(np.rot90(picture(4, 21, 8), -1))),
        ]
        movers = Movers(30, 5, scales=((1, 1), (1.5, 1), (-1, 1), (0.75, -2), (1, 1)))
        ones, others, sprites = lists(textures, movers, 6)
        hits = 0
        for _ in range(FRAMES):
            at, degrees = movers.move()
            for sprite, (x, y), angle in zip(sprites, at.tolist(), degrees.tolist()):
                sprite.position, sprite.angle = (x, y), angle
            down = [(x, -y) for x, y in at.tolist()]
            of_masks = [masks[k % 4] for k in range(30)]
            expected = judge(of_masks, down, [radians(angle) for angle in degrees], movers.scales, 6)
            found = exact.groupcollide(ones, others)
            self.assertEqual([(sprites.index(one), sprites.index(other) - 6) for one, other in found], expected)
            one = [[i for i, k in expected if k == n] for n in range(24)]
            for n in (0, 7, 23):
                found = exact.check_for_collision_with_list(sprites[6 + n], ones)
                self.assertEqual([sprites.index(sprite) for sprite in found], one[n])
            hits += len(expected)
        self.assertGreater(hits, 500)

    def test_arcades_own_is_coarser(self):
        """At the same places Arcade's hit boxes miss hits, or report hits that are none: otherwise the adapter were needless."""
        movers = Movers(30, 6)
        ones, others, sprites = lists([texture(1, 24, 17), texture(2, 9, 30)], movers, 6)
        differ = 0
        for _ in range(40):
            at, degrees = movers.move()
            for sprite, place, angle in zip(sprites, at.tolist(), degrees.tolist()):
                sprite.position, sprite.angle = tuple(place), angle
            for one in ones:
                own = arcade.check_for_collision_with_list(one, others)
                differ += set(own) != set(exact.check_for_collision_with_list(one, others))
        self.assertGreater(differ, 0)


class Drawn(unittest.TestCase):
    @unittest.skipUnless(
        shutil.which("xvfb-run") and shutil.which("xauth"),
        "no virtual screen: apt-get install xvfb xauth libgl1-mesa-dri",
    )
    def test_arcade_draws_what_hits(self):
        program = ["xvfb-run", "-a", "-s", "-screen 0 640x480x24", sys.executable, Path(__file__).with_name("arcade_drawn.py")]
        environment = os.environ | {"ARCADE_HEADLESS": ""}
        done = subprocess.run(program, env=environment, capture_output=True, text=True, timeout=120, check=False)
        self.assertRegex(done.stdout, r"drawn: 0 of \d{4} pixels differ", done.stderr)


class Meanings(unittest.TestCase):
    def setUp(self):
        self.ring = np.zeros((20, 20, 4), dtype=np.uint8)
        self.ring[...] = 255
        self.ring[3:17, 3:17] = 0
        self.hollow = arcade.Sprite(arcade.Texture(Image.fromarray(self.ring)), center_x=100, center_y=100)
        self.dot = arcade.SpriteSolidColor(4, 4, 100, 100)

    def test_holes_and_solid_sprites(self):
        self.assertFalse(exact.check_for_collision(self.hollow, self.dot))
        self.dot.position = 108, 100
        self.assertTrue(exact.check_for_collision(self.hollow, self.dot))
        self.dot.position = 112, 100
        self.assertFalse(exact.check_for_collision(self.hollow, self.dot))
        wide = arcade.SpriteSolidColor(100, 3, 160, 100)
        self.assertEqual(exact.form(wide).cover().count(), 300)

    def test_up_is_up(self):
        self.ring[:10] = 0
        lower = arcade.Sprite(arcade.Texture(Image.fromarray(self.ring)), center_x=100, center_y=100)
        self.dot.position = 100, 92
        self.assertTrue(exact.check_for_collision(lower, self.dot))
        self.dot.position = 100, 108
        self.assertFalse(exact.check_for_collision(lower, self.dot))
        lower.angle = 90
        # Clockwise: what was below is at the left.
        self.dot.position = 92, 100
        self.assertTrue(exact.check_for_collision(lower, self.dot))

    def test_points_and_lists(self):
        sprites = arcade.SpriteList(lazy=True)
        sprites.append(self.hollow)
        self.assertEqual(exact.get_sprites_at_point((100, 100), sprites), [])
        self.assertEqual(exact.get_sprites_at_point((108.5, 100), sprites), [self.hollow])
        self.assertEqual(exact.check_for_collision_with_list(self.hollow, sprites), [])
        self.assertEqual(exact.groupcollide(sprites, sprites), [])
        self.dot.position = 108, 100
        self.assertEqual(exact.check_for_collision_with_lists(self.dot, [sprites, sprites]), [self.hollow, self.hollow])
        self.hollow.scale = 0
        self.assertEqual(exact.check_for_collision_with_list(self.dot, sprites), [])

    def test_wrong_arguments(self):
        for call, arguments in (
            (exact.check_for_collision, (self.dot, arcade.SpriteList(lazy=True))),
            (exact.check_for_collision, (None, self.dot)),
            (exact.check_for_collision_with_list, (self.dot, [self.dot])),
            (exact.check_for_collision_with_lists, (self.dot, [None])),
            (exact.get_sprites_at_point, ((0, 0), [self.dot])),
            (exact.groupcollide, (arcade.SpriteList(lazy=True), self.dot)),
        ):
            with self.assertRaises(TypeError):
                call(*arguments)
        self.dot.position = float("nan"), 0
        with self.assertRaises(kasuri.Error):
            exact.form(self.dot)


if __name__ == "__main__":
    unittest.main()
