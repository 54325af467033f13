"""Worlds and other processes: a forked process goes on alone, and an object that cannot be sent raises an error."""

import copy
import multiprocessing
import os
import pickle
import signal
import unittest
import warnings

import numpy as np

import kasuri
from kasuri import Body, Mask, Shape, World, Worlds

LONGEST = 60


def crowd(**how):
    """Makes a world large enough that several threads work on a step."""
    world = World(**how)
    at = np.random.default_rng(6).uniform(0, 3000, (40_000, 2))
    return world, world.spawn_many(Body.circle(3), at=at)


@unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
class Forks(unittest.TestCase):
    def in_a_child(self, work):
        """Returns the result of `work` in a forked process, which is killed if it hangs."""
        reader, writer = os.pipe()
        with warnings.catch_warnings():
            # Python warns that the child lacks the parent's threads. This test is about exactly that.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            signal.alarm(LONGEST)
            os.write(writer, repr(work()).encode())
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            text = told.read().decode()
        self.assertEqual(os.waitpid(child, 0)[1], 0, "the child hung or failed")
        return text

    def test_a_forked_world_goes_on(self):
        for how in ({}, {"threads": 2}, {"threads": 1}):
            world, bodies = crowd(**how)
            world.step()

            def go_on():
                world.set_positions(bodies, world.positions(bodies) + 1)
                step = world.step()
                return len(step.began), len(step.hits), world.hash()

            self.assertEqual(self.in_a_child(go_on), repr(go_on()))

    def test_forked_worlds_go_on(self):
        world = World()
        world.spawn_many(Body.circle(3), at=np.random.default_rng(7).uniform(0, 60, (40, 2)))
        worlds = Worlds([world] * 500, threads=2)
        worlds.step()

        def go_on():
            return len(worlds.step().stayed), int(np.bitwise_xor.reduce(worlds.hashes()))

        self.assertEqual(self.in_a_child(go_on), repr(go_on()))


class Pickles(unittest.TestCase):
    def test_what_is_kept_and_what_is_not(self):
        mask = Mask.from_rows([".##", "###"])
        self.assertTrue(pickle.loads(pickle.dumps(mask)).equals(mask))
        world = World()
        world.spawn(Body.circle(3))
        hits = world.step().hits
        self.assertEqual(pickle.loads(pickle.dumps(hits)).dtype, hits.dtype)
        for thing in (world.step(), Shape.point(), kasuri.Recorder(), kasuri.Body.point(), world.get(world.bodies()[0])):
            self.assertRaises(TypeError, pickle.dumps, thing)
            self.assertRaises(TypeError, copy.deepcopy, thing)

    def test_worlds_are_sent_to_another_process(self):
        world, bodies = crowd()
        world.step()
        spawned = multiprocessing.get_context("spawn")
        with spawned.Pool(1) as pool:
            told = pool.apply(moved, (world, bodies))
        self.assertEqual(told, moved(world, bodies))


def moved(world, bodies):
    """Moves all bodies, and returns the results of a step."""
    world.set_positions(bodies, world.positions(bodies) + 1)
    step = world.step()
    return len(step.began), len(step.ended), world.hash()


if __name__ == "__main__":
    unittest.main()
