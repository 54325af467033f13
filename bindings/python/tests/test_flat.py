"""Many worlds with flat arrays give the same answers as each world alone."""

import unittest

import numpy as np

import kasuri
from kasuri import Body, World, Worlds

COUNT, BODIES = 90, 6


def many():
    world = World(bounds=((0, 0), (60, 60)))
    bodies = world.spawn_many(Body.circle(3, layer=1), at=np.zeros((BODIES, 2)))
    world.spawn(Body.rect((1, 30), at=(60, 30), layer=2))
    return Worlds([world] * COUNT, threads=2), bodies, world.snapshot()


class Flat(unittest.TestCase):
    def test_moves_are_those_one_by_one(self):
        (together, bodies, _), (alone, _, _) = many(), many()
        of_each = np.tile(bodies, (COUNT, 1))
        random = np.random.default_rng(1)
        for step in range(4):
            at = random.uniform(0, 60, (COUNT, BODIES, 2))
            steps = together.step_at(bodies if step % 2 else of_each, at.astype(np.float32) if step == 3 else at)
            for k in range(COUNT):
                alone[k].set_positions(bodies, at[k].astype(np.float32) if step == 3 else at[k])
            expected = alone.step()
            self.assertEqual(steps.hits.tobytes(), expected.hits.tobytes())
            np.testing.assert_array_equal(together.hashes(), alone.hashes())

    def test_observations(self):
        worlds, bodies, _ = many()
        at = np.random.default_rng(2).uniform(0, 60, (COUNT, BODIES, 2))
        worlds.step_at(bodies, at)
        found = worlds.observe_positions(bodies)
        self.assertEqual((found.dtype, found.shape), (np.float32, at.shape))
        np.testing.assert_array_equal(found, at.astype(np.float32))
        rays = [(40, 0), (0, 40), (-40, 0)]
        near, free = worlds.observe_nearest(bodies[:2], 3, against=1), worlds.observe_rays(bodies[:2], rays, against=2)
        self.assertEqual((near.shape, free.shape), ((COUNT, 2, 3, 3), (COUNT, 2, 3)))
        for k in range(0, COUNT, 9):
            for n in range(2):
                x, y = at[k, n]
                ignore = {"ignore": bodies[n]}
                for found, one in zip(near[k, n], worlds[k].nearest((x, y), 3, against=1, **ignore)):
                    expected = [one.point[0] - x, one.point[1] - y, one.distance]
                    np.testing.assert_array_equal(found, np.float32(expected))
                for found, (dx, dy) in zip(free[k, n], rays):
                    hit = worlds[k].first_on_ray((x, y), (x + dx, y + dy), against=2, **ignore)
                    self.assertEqual(found, np.float32(1 if hit is None else hit.t))

    def test_arrays_of_the_caller(self):
        worlds, bodies, _ = many()
        worlds.step_at(bodies, np.random.default_rng(3).uniform(0, 60, (COUNT, BODIES, 2)))
        expected = worlds.observe_positions(bodies)
        wide = np.zeros((COUNT, 2 * BODIES, 5), dtype=np.float32)
        for out in (np.zeros_like(expected), expected.astype(np.float64) * 0, wide[:, ::2, 1:3]):
            self.assertIs(worlds.observe_positions(bodies, out=out), out)
            np.testing.assert_array_equal(out, expected)
        read_only = np.zeros_like(expected)
        read_only.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            worlds.observe_positions(bodies, out=read_only)
        with self.assertRaisesRegex(ValueError, r"out: an array of shape \(90, 6, 2\) is expected, found \(6, 2\)"):
            worlds.observe_positions(bodies, out=expected[0])

    def test_resets(self):
        worlds, bodies, start = many()
        worlds.step_at(bodies, np.random.default_rng(4).uniform(0, 60, (COUNT, BODIES, 2)))
        before = worlds.hashes()
        which = np.arange(COUNT) % 3 == 0
        worlds.reset(which, start)
        np.testing.assert_array_equal(worlds.hashes(), np.where(which, np.uint64(start.hash()), before))
        with self.assertRaises(kasuri.Error):
            worlds.reset(which[:-1], start)

    def test_refusals(self):
        worlds, bodies, _ = many()
        at = np.zeros((COUNT, BODIES, 2))
        with self.assertRaisesRegex(ValueError, r"at: an array of shape \(90, 6, 2\) is expected"):
            worlds.step_at(bodies, at[0])
        with self.assertRaisesRegex(ValueError, r"bodies: an array of shape \(90, n\) is expected"):
            worlds.step_at(np.tile(bodies, (3, 1)), at)
        at[7, 2, 1] = np.nan
        with self.assertRaisesRegex(kasuri.Error, r"worlds\[7\].*NaN is not a finite number"):
            worlds.step_at(bodies, at)
        with self.assertRaises(kasuri.StaleError):
            worlds.observe_positions([7])
        self.assertEqual(worlds.observe_positions([]).shape, (COUNT, 0, 2))


if __name__ == "__main__":
    unittest.main()
