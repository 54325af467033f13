"""Worlds and threads: no change is lost, Python runs meanwhile, and changes of an input array change no answer."""

import sys
import threading
import time
import unittest

import numpy as np

import kasuri
from kasuri import Body, Mask, World, Worlds

STAR = Mask.from_numpy(np.hypot(*np.mgrid[-16:17, -16:17]) < 14)


def crowd(count=3000):
    world = World(threads=1)
    at = np.random.default_rng(4).uniform(0, 1500, (count, 2))
    return world, world.spawn_many(Body.sprite(STAR, angle=0.3), at=at), at


def run(*works):
    """Runs each work on its own thread, and raises the error of one of them."""
    failed = []

    def guarded(work):
        try:
            work()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


class Threads(unittest.TestCase):
    def test_python_goes_on_while_the_library_works(self):
        world, balls, at = crowd(20_000)
        angles = np.random.default_rng(1).uniform(0, 6, len(balls))
        counted, is_done = 0, threading.Event()

        def count():
            nonlocal counted
            while not is_done.is_set():
                counted += 1
                # Gives Python's lock to the thread that waits for it.
                time.sleep(0)

        def counts_during(call):
            # A busy machine may run the other thread only in a later call.
            for _ in range(10_000):
                before = counted
                call()
                if counted > before:
                    return True
            return False

        def work():
            try:
                self.assertTrue(counts_during(world.step))
                self.assertTrue(counts_during(lambda: world.set_angles(balls, angles)))
            finally:
                is_done.set()

        # Python takes its lock from no thread, so the other one counts only while the library gives it away.
        interval = sys.getswitchinterval()
        sys.setswitchinterval(3600)
        try:
            run(work, count)
        finally:
            sys.setswitchinterval(interval)

    def test_threads_take_turns(self):
        world = World()
        spawned = [[] for _ in range(4)]

        def work(mine, number):
            for k in range(300):
                mine.append(world.spawn(Body.circle(2, at=(k, 50 * number), data=k)))
                if k % 10 == 0:
                    world.step()
                if k % 3 == 0:
                    world.remove(mine.pop())

        run(*(lambda number=number: work(spawned[number], number) for number in range(4)))
        self.assertEqual(len(world), sum(map(len, spawned)))
        self.assertEqual(len({body for mine in spawned for body in mine}), len(world))
        self.assertEqual(world.steps, 120)

    def test_an_array_that_changes_meanwhile_changes_no_answer(self):
        world, balls, at = crowd()
        places, is_done = at.copy(), threading.Event()

        def change():
            while not is_done.is_set():
                places[:] = np.nan
                places[:] = at

        def move():
            try:
                moved = refused = 0
                for _ in range(400):
                    try:
                        world.set_positions(balls, places)
                        moved += 1
                    except kasuri.Error:
                        refused += 1
                    self.assertFalse(np.isnan(world.positions(balls)).any())
                self.assertGreater(moved, 0)
            finally:
                is_done.set()

        run(change, move)
        world.set_positions(balls, at)
        fresh, _, _ = crowd()
        self.assertEqual(world.step().began.tobytes(), fresh.step().began.tobytes())

    def test_worlds_recorders_and_masks_among_threads(self):
        world, balls, at = crowd(300)
        worlds, recorder, mask = Worlds([world] * 80, threads=2), kasuri.Recorder(), STAR.copy()

        def step():
            for _ in range(20):
                worlds.step()

        def change():
            for k in range(800):
                worlds[k % 80].set_positions(balls, at + k)

        def record():
            for _ in range(20):
                recorder.step(world)
                recorder.bytes()

        def draw():
            for k in range(300):
                mask.draw(STAR, (k % 30 - 15, 0))
                mask.convolve(STAR)
                mask.traced(0.5)

        run(step, change, record, record, draw, draw)
        self.assertEqual(len(kasuri.Recording(recorder.bytes())), 40)
        np.testing.assert_array_equal(worlds[79].positions(balls), at + 799)

    def test_a_step_is_kept_while_its_world_goes_on(self):
        world, balls, at = crowd(500)
        step = world.step()
        before = step.began.tobytes()
        world.clear()
        for _ in range(5):
            world.step()
        del world
        self.assertEqual(step.hits.tobytes(), before)


if __name__ == "__main__":
    unittest.main()
