"""The golden session from Python has the hashes of the native one."""

import unittest
from pathlib import Path

import kasuri
from session import STEPS, Session, arena

GOLDEN = Path(__file__).parents[3] / "tests" / "golden" / "danmaku.txt"


class Golden(unittest.TestCase):
    def test_the_hashes_are_the_native_ones(self):
        world = arena()
        session = Session(world)
        hashes = []
        for _ in range(STEPS):
            session.step(world)
            hashes.append(world.hash())
        self.assertEqual(session.told(hashes), GOLDEN.read_text())

    def test_it_is_recorded_and_goes_again(self):
        world = arena(broad="tree", threads=1)
        session = Session(world)
        for _ in range(100):
            session.step(world)
        snapshot, recorder, hashes = world.snapshot(), kasuri.Recorder(), []
        for _ in range(60):
            session.step(world, recorder)
            hashes.append(world.hash())
        recording = kasuri.Recording(recorder.bytes())
        replay = recording.replay()
        while (step := replay.step()) is not None:
            last = step.number
        self.assertEqual((len(recording), replay.steps, last), (60, 60, 160))
        self.assertIsNone(replay.difference)
        self.assertIsNone(recording.first_difference(kasuri.Recording(recorder.bytes())))
        world.restore(snapshot)
        self.assertEqual(world.hash(), snapshot.hash())
        self.assertEqual(world.steps, 100)


if __name__ == "__main__":
    unittest.main()
