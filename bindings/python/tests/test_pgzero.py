"""kasuri.pgzero: actors hit as a World's sprites at the same places, in 300 frames, and as they are drawn."""

import subprocess
import sys
import tempfile
import unittest
from math import radians
from pathlib import Path

import numpy as np

try:
    import pygame
    from pgzero import game, loaders
    from pgzero.actor import Actor as OwnActor
    from pgzero.screen import Screen

    from kasuri.pgzero import Actor, form, groupcollide
except ImportError as error:
    raise unittest.SkipTest(f"no Pygame Zero here: {error}")

import kasuri
from hosts import FRAMES, Movers, judge, picture

SIZES = [(24, 17), (9, 30), (16, 16)]


def setUpModule():
    global folder, masks
    pygame.display.init()
    screen = pygame.display.set_mode((240, 240))
    game.screen = Screen(screen)
    folder = tempfile.TemporaryDirectory()
    images = Path(folder.name) / "images"
    images.mkdir()
    masks = []
    for k, size in enumerate(SIZES):
        pixels = picture(k, *size)
        pygame.image.save(pygame.image.frombuffer(pixels.tobytes(), size, "RGBA"), str(images / f"thing{k}.png"))
        masks.append(kasuri.Mask.from_rgba(pixels))
    loaders.set_root(folder.name)


def tearDownModule():
    folder.cleanup()


class Hits(unittest.TestCase):
    def test_300_frames_are_those_of_a_world(self):
        movers = Movers(24, 5, scales=((1, 1), (1.5, 1), (-1, 1)))
        # The class of the game, and Pygame Zero's own: they hit alike.
        actors = [(Actor if k % 4 else OwnActor)(f"thing{k % 3}") for k in range(24)]
        scales = [movers.scales[k] if k % 4 else (1, 1) for k in range(24)]
        for actor, scale in zip(actors, scales):
            actor.scale = scale
        hits = 0
        for _ in range(FRAMES):
            at, degrees = movers.move()
            for actor, place, angle in zip(actors, at.tolist(), degrees.tolist()):
                actor.angle = angle
                actor.pos = place
            placed = [actor.pos for actor in actors]
            upright = [angle % 360 == 0 and scale == (1, 1) for angle, scale in zip(degrees, scales)]
            for k in np.flatnonzero(upright):
                width, height = SIZES[k % 3]
                placed[k] = int(actors[k].left) + width / 2, int(actors[k].top) + height / 2
            turns = [-radians(angle) for angle in degrees]
            expected = judge([masks[k % 3] for k in range(24)], placed, turns, scales, 6)
            found = groupcollide(actors[:6], actors[6:])
            self.assertEqual([(actors.index(one), actors.index(other) - 6) for one, other in found], expected)
            some = actors[5]
            self.assertEqual(some.collidelistall(actors[6:]), [k for i, k in expected if i == 5])
            hits += len(expected)
        self.assertGreater(hits, 500)

    def test_what_is_drawn_is_what_hits(self):
        solid = pygame.Surface((14, 9), pygame.SRCALPHA)
        solid.fill((255, 255, 255, 255))
        solid.fill((0, 0, 0, 0), (3, 2, 5, 4))
        pygame.image.save(solid, str(Path(folder.name) / "images" / "frame.png"))
        for angle in (0, 17, 90, 200.5):
            for scale in (1, 2, (-1.5, 1)):
                actor = Actor("frame", anchor=(2, 7))
                actor.scale, actor.angle, actor.pos = scale, angle, (60.25, 70.5)
                game.screen.clear()
                actor.draw()
                drawn = pygame.surfarray.array3d(game.screen.surface)[:, :, 0] > 127
                covered = np.zeros_like(drawn)
                pixels = form(actor).cover().to_mask().to_numpy()
                left, top = form(actor).cover().bounds()[:2]
                covered[left : left + pixels.shape[1], top : top + pixels.shape[0]] = pixels.T
                np.testing.assert_array_equal(drawn, covered, f"{angle} {scale}")

    def test_the_game_of_the_page(self):
        """It runs in Pygame Zero's runner, and prints what its page says."""
        page = (Path(__file__).parents[3] / "docs" / "in-pygame-zero.md").read_text()
        program = page.split("```python\n")[1].split("```")[0]
        end = "\n\nframes, update_of_the_page = 0, update\n\n\ndef update():\n    global frames\n    update_of_the_page()\n"
        end += "    frames += 1\n    if frames == 90:\n        raise SystemExit\n"
        path = Path(folder.name) / "game.py"
        path.write_text(program + end)
        for name in ("ship", "rock"):
            picture_of_it = pygame.image.frombuffer(picture(3, 24, 17).tobytes(), (24, 17), "RGBA")
            pygame.image.save(picture_of_it, str(path.parent / "images" / f"{name}.png"))
        done = subprocess.run(
            [sys.executable, "-m", "pgzero", str(path)], capture_output=True, text=True, timeout=60, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a pixel of the ship hits a pixel of the rock", done.stdout)

    def test_meanings(self):
        one, other = Actor("thing0", (50, 50)), Actor("thing1", (50, 50))
        self.assertTrue(one.colliderect(other))
        self.assertTrue(one.collidepoint(50, 50) and one.collidepoint((50, 50)))
        self.assertTrue(one.colliderect(pygame.Rect(45, 45, 9, 9)) and one.colliderect((45, 45, 9, 9)))
        self.assertTrue(one.colliderect(45, 45, 9, 9) and one.colliderect(((45, 45), (9, 9))))
        self.assertFalse(one.colliderect((45, 45, 0, 9)))
        other.pos = 150, 50
        self.assertFalse(one.colliderect(other))
        self.assertEqual((one.collidelist([other, one]), one.collidelist([other])), (1, -1))
        self.assertEqual(groupcollide([one], [one]), [])
        one.scale = 0
        self.assertFalse(one.colliderect((45, 45, 9, 9)))
        for wrong in (None, 3, (1, 2), "four"):
            with self.assertRaises(TypeError):
                other.colliderect(wrong)


if __name__ == "__main__":
    unittest.main()
