"""Sheets of the hit box editor: what they tell by name, and that they give the worlds that Rust has."""

import pickle
import unittest
from pathlib import Path

import kasuri
from kasuri import Body, Error, Sheet, World

ROOT = Path(__file__).parents[3]
SHIP = ROOT / "fuzz/seeds/sheet/two-frames.json"


class Sheets(unittest.TestCase):
    def test_names(self):
        ship = Sheet(SHIP.read_bytes())
        self.assertEqual((ship.image, ship.frame("fly 1"), ship.frame("run")), ("ship.png", 1, None))
        self.assertEqual(ship.values, {"by": "hand"})
        first, second = ship.frames
        self.assertEqual((first["size"], first["pivot"], first["duration"]), ([8, 4], [4, 2.5], 80))
        self.assertEqual(first["values"], {"speed": 1.5, "is_open": True})
        core = first["regions"][0]
        self.assertEqual((core["name"], core["circle"], core["layer"], core["values"]), ("core", {"at": [4, 2], "r": 1}, 4, {"damage": 3}))
        self.assertNotIn("mask", second)
        self.assertEqual(ship.tags, [{"name": "fly", "from": 0, "to": 1, "direction": "pingpong"}])
        self.assertEqual((ship.length("fly"), ship.frame_at("fly", 80.5), ship.frame_at("run", 0)), (120, 1, None))
        self.assertEqual(ship.mask(0).count(), ship.mask(1).count())
        self.assertEqual(Sheet(ship.to_json()).to_json(), ship.to_json())
        self.assertEqual(pickle.loads(pickle.dumps(ship)).to_json(), ship.to_json())

    def test_refusals(self):
        with self.assertRaisesRegex(Error, "kasuri_sheet is missing"):
            Sheet("{}")
        with self.assertRaisesRegex(Error, "there is no frame 2 among 2"):
            Sheet(SHIP.read_text()).mask(2)
        cut = '{"kasuri_sheet": 1, "frames": [{"size": [1, 1], "at": [0, 0], "mask": {"alpha": 9}}]}'
        with self.assertRaisesRegex(Error, "which was not given"):
            Sheet(cut)
        with self.assertRaisesRegex(Error, "there is no frame 2 among 2"):
            Sheet(SHIP.read_text()).look(2)
        with self.assertRaises(TypeError):
            Sheet(7)
        self.assertEqual(len(Sheet(cut, (ROOT / "assets/try/crab.png").read_bytes()).frames), 1)

    def test_looks(self):
        """The look of a frame is what a body of the sheet shows in it."""
        ship, world = Sheet(SHIP.read_bytes()), World()
        alone = world.spawn(Body.frames([ship.look(1)]))
        world.spawn(ship.body(frame=1))
        self.assertEqual(world.get(alone).region(2), "hull")
        self.assertGreater(len(world.step().began), 0)

    def test_world(self):
        """The same steps as in tests/sheet.rs."""
        sheet = Sheet((ROOT / "tests/sheets/edited.sheet.json").read_bytes())
        world = World()
        bodies = [world.spawn(sheet.body(at=(100 + 20 * k, 100))) for k in range(len(sheet.tags))]
        ball = world.spawn(Body.circle(3, graze=4))
        hits = 0
        for step in range(600):
            for tag, body in zip(sheet.tags, bodies, strict=True):
                world.set_frame(body, sheet.frame_at(tag["name"], step * 16))
                world.set_angle(body, step / 64)
            world.set_position(ball, (90 + step % 60, 100 + step % 7))
            hits += len(world.step().hits)
        kept = (ROOT / "tests/sheets/hash.txt").read_text().strip()
        self.assertEqual(f"{world.hash():016x} {hits}", kept)


if __name__ == "__main__":
    unittest.main()
