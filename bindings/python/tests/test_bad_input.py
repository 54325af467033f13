"""Bad input is refused with the library's text, and changes nothing."""

import gc
import unittest
from pathlib import Path

import numpy as np

import kasuri
from kasuri import Body, Error, Mask, Shape, StaleError, TileMap, World, Worlds, query

NAN, INF = float("nan"), float("inf")


class Library(unittest.TestCase):
    """The library's own errors, word for word."""

    def refuses(self, text, call, *args, kind=Error, **kwargs):
        with self.assertRaises(kind) as caught:
            call(*args, **kwargs)
        self.assertEqual(str(caught.exception), text)
        self.assertIsInstance(caught.exception, ValueError)

    def test_numbers(self):
        self.refuses("r: -1 is negative; a radius is 0 or more", Shape.circle, -1)
        self.refuses("r: NaN is not a finite number", Shape.circle, NAN)
        world = World()
        ball = world.spawn(Body.circle(3))
        self.refuses("r: inf is not a finite number", world.spawn, Body.circle(INF))
        self.refuses("at[1]: NaN is not a finite number", world.set_position, ball, (0, NAN))
        self.refuses("angle: NaN is not a finite number", world.set_angle, ball, NAN)
        self.refuses(
            "scale[0]: 0 is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror", world.set_scale, ball, 0
        )
        self.refuses("margin: -1 is negative; a margin is 0 or more", world.set_graze, ball, -1)
        self.assertEqual(world.get(ball).at, (0, 0))

    def test_backends(self):
        """A build without the GPU says how to get one with it."""
        for name in ("gpu", "auto"):
            try:
                World(backend=name)
            except ValueError as error:
                text = str(error)
                if "this build has none" in text:
                    self.assertEqual(
                        text,
                        f'backend: "{name}" needs a build with the GPU, and this build has none; install it with pip install '
                        './bindings/python --config-settings maturin.build-args="--features gpu"',
                    )
        with self.assertRaises(ValueError) as caught:
            World(backend="abacus")
        self.assertEqual(str(caught.exception), 'backend: expected "cpu", "gpu" or "auto", but found "abacus"')

    def test_chains(self):
        world = World()
        lasers = world.spawn_many(Body.chain([(0, 0), (9, 0), (20, 0)], 1), at=[[0, 0], [0, 50]])
        short, ball = world.spawn(Body.chain([(0, 0), (9, 0)], 1)), world.spawn(Body.circle(3))
        before = world.hash()
        points = np.zeros((2, 3, 2))
        points[:, :, 0] = [0, 9, 20]
        points[1, 2] = NAN, 0
        self.refuses("[1].points[2][0]: NaN is not a finite number", world.set_chains, lasers, points)
        self.refuses(
            "points: there are 1 values for 2 bodies; each body needs one", world.set_chains, lasers, np.zeros((1, 6, 2))
        )
        self.refuses("[1]: the body is not a chain", world.set_chains, [int(lasers[0]), ball], np.zeros((2, 3, 2)))
        for wrong in (np.zeros((5, 2)), np.zeros((7, 2)), np.zeros((2, 4, 2)), np.zeros((2, 2, 2))):
            with self.assertRaises(Error):
                world.set_chains(lasers, wrong)
        with self.assertRaises(ValueError):
            world.set_chains(lasers, np.zeros((2, 3, 3)))
        self.assertEqual(world.hash(), before)
        # Chains of different lengths, one after the other.
        world.set_chains([int(lasers[0]), short], [[0, 0], [5, 5], [0, 20], [0, 0], [0, 30]])
        self.assertEqual(world.at_point((5, 5)).tolist(), [lasers[0]])
        world.set_chains([], np.zeros((0, 3, 2)))
        one_by_one = World()
        one_by_one.restore(world.snapshot())
        world.set_chains(lasers, np.arange(12.0).reshape(2, 3, 2) ** 2)
        for k, laser in enumerate(lasers):
            one_by_one.set_chain(laser, (np.arange(12.0).reshape(2, 3, 2) ** 2)[k])
        self.assertEqual(world.hash(), one_by_one.hash())

    def test_masks(self):
        self.refuses("a mask of 5000 x 1 texels; 1 to 4096 a side are allowed", Mask, (5000, 1))
        self.refuses(
            "row 1 has 1 characters where row 0 has 2; rows must be equally long", Mask.from_rows, ["##", "#"]
        )
        self.refuses("tolerance: -1 is negative; a tolerance is 0 or more", Mask((2, 2)).traced, -1)
        wide = Mask((4096, 1))
        self.refuses("a mask of 8191 x 1 texels; 1 to 4096 a side are allowed", wide.convolve, wide)
        with self.assertRaisesRegex(Error, "not a picture that kasuri can read"):
            Mask.from_png(b"no picture")

    def test_files(self):
        with self.assertRaises(FileNotFoundError) as refused:
            Mask.from_png("no-such-ship.png")
        self.assertIn("no-such-ship.png", str(refused.exception))
        with self.assertRaisesRegex(TypeError, "bytes or a path are expected for a file, found int"):
            Mask.from_png(3)
        ship = Path(__file__).resolve().parents[3] / "assets" / "try" / "crab.png"
        from_bytes = Mask.from_png(ship.read_bytes()).to_rows()
        self.assertEqual(Mask.from_png(ship).to_rows(), from_bytes)
        self.assertEqual(Mask.from_png(str(ship)).to_rows(), from_bytes)

    def test_bodies_name_what_they_take(self):
        with self.assertRaisesRegex(TypeError, "angel: a body has no such keyword; it has at, angle, scale"):
            Body.circle(3, angel=1)
        with self.assertRaisesRegex(TypeError, r"a kasuri\.Mask .*from_pygame.* is expected for a sprite, found str"):
            Body.sprite("ship.png")

    def test_handles(self):
        world, other = World(), World()
        ball = world.spawn(Body.circle(3))
        world.remove(ball)
        gone = "the body 0v1 (the handle 4294967296) was removed, or the handle belongs to another world"
        for call in (world.remove, world.get, other.get):
            self.refuses(gone, call, ball, kind=StaleError)
        self.refuses(gone, world.set_position, ball, (0, 0), kind=StaleError)
        self.refuses("[0]: " + gone, world.set_positions, [ball], [[0, 0]], kind=StaleError)
        self.refuses("[0]: " + gone, world.remove_many, [ball], kind=StaleError)
        self.refuses("[0]: " + gone, world.positions, [ball], kind=StaleError)
        never = "the body 7v0 (the handle 7) was removed, or the handle belongs to another world"
        self.refuses(never, world.get, 7, kind=StaleError)
        self.refuses(never, world.positions, np.array([7], dtype=np.uint64), kind=StaleError)
        self.assertFalse(7 in world)

    def test_lengths(self):
        world = World()
        balls = world.spawn_many(Body.circle(3), at=[[0, 0], [9, 9]])
        text = "there are 3 values for 2 bodies; each body needs one"
        self.refuses(text, world.set_positions, balls, np.zeros((3, 2)))
        self.refuses(text, world.set_angles, balls, np.zeros(3))
        self.refuses("scale: " + text, world.set_placements, balls, scale=np.ones((3, 2)))
        self.refuses("scale: " + text, world.spawn_many, Body.circle(3), at=np.zeros((2, 2)), scale=np.ones((3, 2)))

    def test_none_changes_where_one_is_refused(self):
        world = World()
        balls = world.spawn_many(Body.circle(3), at=[[0, 0], [9, 9], [20, 20]])
        before = world.hash()
        at = np.array([[1, 1], [NAN, 2], [3, 3]])
        self.refuses("[1].at[0]: NaN is not a finite number", world.set_positions, balls, at)
        self.refuses("[2].angle: inf is not a finite number", world.set_angles, balls, [0, 1, INF])
        self.refuses("[1].at[0]: NaN is not a finite number", world.spawn_many, Body.circle(3), at=at)
        self.assertEqual(world.hash(), before)

    def test_the_rest(self):
        world = World()
        ball = world.spawn(Body.circle(3))
        self.refuses("frame: there is no frame 4 among 1; the first is 0", world.set_frame, ball, 4)
        self.refuses("the body is not a chain", world.set_chain, ball, [(0, 0), (1, 1)])
        self.refuses("share: 2 is out of range; a share is 0 to 1", world.push_apart, self.hit(), 2)
        with self.assertRaisesRegex(Error, "is not in the legend"):
            TileMap((8, 8), ["x"])
        with self.assertRaisesRegex(Error, "not a readable recording"):
            kasuri.Recording(b"no recording, whatever it is")
        self.assertEqual(len(Worlds([])), 0)

    def hit(self):
        world = World()
        world.spawn_many(Body.point(), at=[[0, 0], [0, 0]])
        return world.step().began[0]


class Arrays(unittest.TestCase):
    """Arrays of the wrong type or shape: one line reports what is expected."""

    def setUp(self):
        self.world = World()
        self.balls = self.world.spawn_many(Body.circle(3), at=[[0, 0], [9, 9]])

    def refuses(self, kind, text, call, *args, **kwargs):
        with self.assertRaises(kind) as caught:
            call(*args, **kwargs)
        self.assertEqual(str(caught.exception), text)

    def test_types(self):
        wanted = "at: an array of float64 or float32 is expected, found "
        for dtype in ("complex128", "object", "bool"):
            at = np.zeros((2, 2), dtype=dtype)
            self.refuses(TypeError, wanted + dtype, self.world.set_positions, self.balls, at)
        self.refuses(TypeError, wanted + "<U1", self.world.set_positions, self.balls, [["a", "b"], ["c", "d"]])
        found = "bodies: an array of uint64 is expected, found float64"
        self.refuses(TypeError, found, self.world.positions, np.zeros(2))
        found = "array: an array of uint8 or bool is expected, found float32"
        self.refuses(TypeError, found, Mask.from_numpy, np.zeros((2, 2), dtype=np.float32))

    def test_shapes(self):
        for at, found in [(np.zeros(4), "(4,)"), (np.zeros((2, 3)), "(2, 3)"), (np.zeros((1, 2, 2)), "(1, 2, 2)")]:
            text = f"at: an array of shape (n, 2) is expected, found {found}"
            self.refuses(ValueError, text, self.world.set_positions, self.balls, at)
        text = "bodies: an array of shape (n,) is expected, found (1, 2)"
        self.refuses(ValueError, text, self.world.positions, self.balls.reshape(1, 2))
        text = "angle: an array of shape (2,) is expected, found (3,)"
        self.refuses(ValueError, text, self.world.spawn_many, Body.point(), at=[[0, 0], [1, 1]], angle=[1, 2, 3])
        text = "pixels: an array of shape (n, n, 4) is expected, found (2, 2, 3)"
        self.refuses(ValueError, text, Mask.from_rgba, np.zeros((2, 2, 3), dtype=np.uint8))

    def test_kinds_of_arguments(self):
        world = self.world
        for call in (
            lambda: world.spawn(Shape.circle(3)),
            lambda: world.spawn_many(Body.circle(3)),
            lambda: world.spawn_many([Body.circle(3)], at=[[0, 0]]),
            lambda: Body.circle(3, radius=2),
            lambda: Body.circle(3, at=5),
            lambda: Body.circle(3, layer="1"),
            lambda: Body(5),
            lambda: world.get("ball"),
            lambda: world.contact((1, 2)),
            lambda: query.overlaps(Mask((2, 2)), Mask((2, 2))),
            lambda: Mask((2, 2)).overlap(Mask((2, 2)), "ab"),
            lambda: Mask((2, 2)).place(5),
        ):
            self.assertRaises(TypeError, call)
        for call in (
            lambda: World(broad="octree"),
            lambda: World(axes="up"),
            lambda: World(backend="abacus"),
            lambda: World(touching="perhaps"),
        ):
            self.assertRaisesRegex(ValueError, "expected .*, but found", call)
        self.assertRaises(OverflowError, Body.circle, 3, layer=1 << 32)
        self.assertRaises(OverflowError, world.set_invulnerable, int(self.balls[0]), -1)

    def test_cycles_of_arrays_are_freed(self):
        step = self.world.step()
        hits = step.hits
        del step
        gc.collect()
        self.assertEqual(len(hits), 0)


if __name__ == "__main__":
    unittest.main()
