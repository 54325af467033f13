"""Where bodies fit, groups and ellipses: the answers of the conformance kit, and those of every pose by itself."""

import json
import threading
import unittest
from pathlib import Path

import numpy as np

import kasuri
from kasuri import Body, Error, FreePose, Look, Mask, Region, Shape, StaleError, TileMap, World, query

CASES = Path(__file__).parents[3] / "conformance" / "cases"
NAN, INF = float("nan"), float("inf")


def solid_of(given, masks):
    """Returns the shape, mask or tile map of a body of a scene."""
    kind = next(kind for kind in SOLIDS if kind in given)
    return SOLIDS[kind](given[kind], masks)


def tiles(given, masks):
    legend = {name: solid_of(cell, masks) if "sprite" in cell else cell["polygon"]["points"]
              for name, cell in given.get("legend", {}).items()}
    return TileMap(given["cell"], given["rows"], legend)


SOLIDS = {
    "circle": lambda given, _: Shape.circle(given["r"]),
    "ellipse": lambda given, _: Shape.ellipse(given["rx"], given["ry"]),
    "box": lambda given, _: Shape.rect(given["half"]),
    "polygon": lambda given, _: Shape.polygon(given["points"], given.get("r")),
    "chain": lambda given, _: Shape.chain(given["points"], given["r"]),
    "sprite": lambda given, masks: masks[given],
    "tiles": tiles,
}


def body_of(given, masks):
    names = ("at", "angle", "scale", "layer", "against", "group")
    return Body(solid_of(given, masks), **{name: given[name] for name in names if name in given})


def world_of(scene):
    """Returns a scene as a world, and the ids of its bodies by handle."""
    masks = {name: Mask.from_rows(mask["rows"]) for name, mask in scene.get("masks", {}).items()}
    world = World(touching=scene.get("touching", "counts"))
    ids = {world.spawn(body_of(body, masks)): body["id"] for body in scene["bodies"]}
    return world, ids, masks


class Kit(unittest.TestCase):
    """A world with the bodies of a scene says what the kit says."""

    def test_pairs_of_groups_and_ellipses(self):
        told = 0
        for path in sorted(CASES.glob("grouped-*.json")):
            case = json.loads(path.read_text())
            world, ids, _ = world_of(case["scene"])
            pairs = [[ids[int(hit["a"])], ids[int(hit["b"])]] for hit in world.step().began]
            self.assertEqual(pairs, [[pair["a"], pair["b"]] for pair in case["answer"]["pairs"]], path.name)
            told += len(pairs)
        self.assertGreater(told, 100)

    def test_fits(self):
        poses = 0
        for path in sorted(CASES.glob("placing-*.json")):
            case = json.loads(path.read_text())
            world, _, masks = world_of(case["scene"])
            for asked, rows in zip(case["scene"]["fits"], case["answer"]["fits"], strict=True):
                where = {"from_": asked["from"], "step": asked["step"], "count": tuple(asked["count"]), "angles": asked["angles"]}
                body = body_of(asked["body"], masks)
                fits = world.fits(body, **where)
                told = [["".join(".#"[not free] for free in row) for row in angle] for angle in fits]
                self.assertEqual(told, rows, path.name)
                self.assertEqual(world.count_fits(body, **where), fits.sum())
                first = world.first_fit(body, **where)
                found = np.argwhere(fits)
                self.assertEqual([first.angle, first.y, first.x] if first else [], found[0].tolist() if len(found) else [])
                poses += fits.size
        self.assertGreater(poses, 1000)


def crowd():
    rng = np.random.default_rng(3)
    star = Mask.from_numpy(np.hypot(*np.mgrid[-8:9, -8:9]) < 8)
    world = World()
    solids = [Shape.circle(5), Shape.ellipse(9, 4), Shape.rect((3, 7)), star, Shape.chain([(-9, 0), (0, 5), (9, 0)], 1)]
    for k in range(12):
        scale = 1.0 if k % 3 else 1.5
        body = Body(solids[k % 5], at=rng.uniform(0, 120, 2), angle=rng.uniform(0, 6), scale=scale, layer=1 << k % 3)
        world.spawn(body)
    return world, star


class Fits(unittest.TestCase):
    def test_every_pose_is_what_a_test_of_the_pose_says(self):
        world, star = crowd()
        others = [world.get(body) for body in world.bodies()]
        for solid, step in [(star, (1, 1)), (Shape.ellipse(3, 2), (0.7, 1.3)), (Shape.rect((2, 1)), (-1, 2))]:
            angles = [0, 0.4]
            where = {"from_": (50, 10), "step": step, "count": (45, 20)}
            body = Body(solid, layer=2, against=3, scale=1.25)
            fits = world.fits(body, angles=angles, **where)
            self.assertEqual((fits.shape, fits.dtype), ((2, 20, 45), np.bool_))
            for k, j, i in np.ndindex(fits.shape):
                form = solid.place((50 + i * step[0], 10 + j * step[1]), angles[k], 1.25)
                hit = any(other.layer & 3 and query.overlaps(form, other.form()) for other in others)
                self.assertEqual(fits[k, j, i], not hit)
            poses = [solid.place((0, 0), angle, 1.25) for angle in angles]
            alone = query.fits(poses, [other.form() for other in others if other.layer & 3], **where)
            np.testing.assert_array_equal(alone, fits)
            self.assertTrue(fits.any() and not fits.all())

    def test_first_and_nearest(self):
        world, star = crowd()
        where = {"from_": (0, 0), "count": (101, 101)}
        fits = world.fits(star, **where)
        _, y, x = np.argwhere(fits)[0]
        first = world.first_fit(star, **where)
        self.assertEqual((first.angle, first.x, first.y, first.at), (0, x, y, (float(x), float(y))))
        free = np.argwhere(fits[0])
        _, j, i = min(((j - 40) ** 2 + (i - 60) ** 2, j, i) for j, i in free)
        near = world.nearest_fit(star, (60, 40), **where)
        self.assertIsInstance(near, FreePose)
        self.assertEqual((near.x, near.y), (i, j))
        forms = [world.get(body).form() for body in world.bodies()]
        pose = star.place((0, 0))
        self.assertEqual(repr(query.first_fit(pose, forms, **where)), repr(first))
        self.assertEqual(repr(query.nearest_fit([pose], forms, (60, 40), **where)), repr(near))
        self.assertEqual(query.count_fits(pose, forms, **where), fits.sum())
        lid = World()
        lid.spawn(Body.rect((99, 99)))
        self.assertIsNone(lid.first_fit(star, from_=(0, 0), count=(9, 9)))
        self.assertIsNone(lid.nearest_fit(star, (0, 0), from_=(0, 0), count=(9, 9)))
        self.assertEqual(lid.count_fits(star, from_=(0, 0), count=(9, 9)), 0)

    def test_filters_layers_and_groups(self):
        world = World()
        wall = world.spawn(Body.rect((5, 5), layer=2, group=9))
        where = {"from_": (-10, 0), "count": (21, 1)}
        box = Shape.rect((1, 1))
        self.assertEqual(world.count_fits(box, **where), 21 - 13)
        self.assertEqual(world.count_fits(Look(box), **where), 21 - 13)
        for count in ([21, 1], np.array([21, 1]), np.zeros((21, 1)).shape):
            self.assertEqual(world.count_fits(box, from_=np.array([-10, 0]), count=count, angles=np.zeros(1)), 21 - 13)
        self.assertEqual(world.count_fits(box, ignore=wall, **where), 21)
        self.assertEqual(world.count_fits(box, against=1, **where), 21)
        self.assertEqual(world.count_fits(Body(box, group=9), **where), 21)
        self.assertEqual(world.count_fits(Body(box, against=1), **where), 21)
        self.assertEqual(world.count_fits(Body(box, at=(500, 500), angle=1), **where), 21 - 13)

    def test_other_threads_run(self):
        world = World()
        world.spawn_many(Body.polygon([(0, -9), (9, 9), (-9, 9)]), at=np.random.default_rng(1).uniform(0, 500, (500, 2)))
        body, where = Shape.polygon([(0, -3), (3, 3), (-3, 3)]), {"from_": (0, 0), "step": (0.3, 0.3), "count": (1600, 1600)}
        done, ticks = threading.Event(), 0

        def ask():
            world.fits(body, angles=[0.1, 0.2, 0.3, 0.4], **where)
            done.set()

        thread = threading.Thread(target=ask)
        thread.start()
        while not done.wait(0.0005):
            ticks += 1
        thread.join()
        self.assertGreater(ticks, 5)

    def test_bad_input(self):
        world = World()
        world.spawn(Body.circle(3))
        box, where = Shape.rect((1, 1)), {"from_": (0, 0), "count": (3, 3)}
        asks = [world.fits, world.count_fits, world.first_fit, lambda body, **how: world.nearest_fit(body, (0, 0), **how)]

        def all_refuse(kind, text, body, **how):
            for ask in asks:
                with self.assertRaises(kind) as caught:
                    ask(body, **where | how)
                self.assertIn(text, str(caught.exception))

        all_refuse(Error, "from[0]: NaN is not a finite number", box, from_=(NAN, 0))
        all_refuse(Error, "step[1]: inf is not a finite number", box, step=(1, INF))
        all_refuse(Error, "step[0]", box, step=(0, 1))
        all_refuse(Error, "count: 0 is out of range; the number of poses", box, count=(0, 3))
        all_refuse(Error, "count: 0 is out of range; the number of poses", box, angles=[])
        all_refuse(Error, "the number of poses, columns times rows times angles, is 1 to 4294967296", box, count=(1 << 20, 1 << 20), step=(1e-6, 1e-6))
        all_refuse(Error, "angles[1]", box, angles=[0, NAN])
        all_refuse(Error, "from[0]", box, from_=(1e9, 0))
        all_refuse(Error, "a tile map", TileMap((8, 8), ["#"]))
        all_refuse(Error, "scale", Body(box, scale=100))
        all_refuse(StaleError, "the body 7v0", box, ignore=7)
        all_refuse(TypeError, "two numbers", box, from_=5)
        all_refuse(TypeError, "", box, count=(1.5, 2))
        all_refuse(TypeError, "", box, count=5)
        all_refuse(ValueError, "", box, count=(1, 2, 3))
        all_refuse(TypeError, "a Shape, a Mask or a TileMap is expected", "box")
        all_refuse(OverflowError, "", box, count=(-1, 3))
        all_refuse(OverflowError, "", box, count=(1 << 32, 1))
        with self.assertRaisesRegex(Error, r"to\[0\]: NaN"):
            world.nearest_fit(box, (NAN, 0), **where)
        pose = box.place((0, 0))
        with self.assertRaisesRegex(Error, "count"):
            query.fits([], [pose], **where)
        with self.assertRaisesRegex(Error, "tile map"):
            query.fits(TileMap((8, 8), ["#"]).place((0, 0)), [pose], **where)
        with self.assertRaises(TypeError):
            query.fits(box, [pose], **where)
        with self.assertRaises(ValueError):
            query.fits(pose, [pose], touching="perhaps", **where)


class Rules(unittest.TestCase):
    """Groups, sensors, one-way bodies and regions, set after spawning."""

    def refuses(self, text, call, *args, kind=Error):
        with self.assertRaises(kind) as caught:
            call(*args)
        self.assertEqual(str(caught.exception), text)

    def test_groups(self):
        world = World()
        boss, shot = world.spawn_many([Body.circle(5, group=3), Body.circle(1, group=3)])
        self.assertEqual(len(world.step().began), 0)
        self.assertEqual(world.get(boss).group, 3)
        world.set_layers(boss, 1, 1)
        self.assertEqual((world.get(boss).group, len(world.step().began)), (3, 0))
        world.set_group(shot, 4)
        self.assertEqual(len(world.step().began), 1)
        world.set_group(shot, 0)
        self.assertEqual(world.get(shot).group, 0)
        same = World()
        same.spawn_many([Body.circle(5, group=3, against=1), Body.circle(1)])
        same.step(), same.step(), same.step()
        self.assertRaises(OverflowError, world.set_group, boss, -1)
        self.assertRaises(OverflowError, world.set_group, boss, 1 << 32)

    def test_sensors_and_one_way(self):
        def ends():
            return world.travel(ball, (20, 0), "stick").at[0]

        world = World()
        ball = world.spawn(Body.circle(1, at=(-10, 0)))
        wall = world.spawn(Body.rect((1, 9)))
        spawned = World()
        spawned.spawn(Body.circle(1, at=(-10, 0)))
        spawned.spawn(Body.rect((1, 9), one_way=(-1, 0)))
        world.set_one_way(wall, (-1, 0))
        self.assertEqual(world.get(wall).one_way, (-1, 0))
        self.assertEqual(world.hash(), spawned.hash())
        world.set_one_way(wall, (1, 0))
        self.assertEqual(world.get(wall).one_way, (1, 0))
        self.assertEqual(ends(), 10)
        world.set_position(ball, (-10, 0))
        world.set_sensor(wall, True)
        self.assertTrue(world.get(wall).is_sensor)
        self.assertIsNone(world.get(wall).one_way)
        self.assertEqual(ends(), 10)
        world.set_position(ball, (-10, 0))
        world.set_sensor(wall, False)
        self.assertLess(ends(), 0)
        world.set_one_way(wall, None)
        before = world.hash()
        with self.assertRaises(Error):
            world.set_one_way(wall, (NAN, 0))
        with self.assertRaises(Error):
            world.set_one_way(wall, (0, 0))
        self.assertEqual(world.hash(), before)

    def test_regions(self):
        world = World()
        ship = world.spawn(Body.circle(9))
        core = Region("core", Shape.circle(2))
        world.set_region(ship, core)
        world.set_region(ship, Region("core", Shape.circle(3)))
        self.assertEqual(world.get(ship).regions, ["core"])
        spawned = World()
        spawned.spawn(Body.circle(9, regions=[Region("core", Shape.circle(3))]))
        self.assertEqual(world.hash(), spawned.hash())
        world.remove_region(ship, "core")
        self.assertEqual(world.get(ship).regions, [])
        with self.assertRaisesRegex(Error, "core"):
            world.remove_region(ship, "core")
        with self.assertRaises(TypeError):
            world.set_region(ship, Shape.circle(2))
        world.remove(ship)
        gone = "the body 0v1 (the handle 4294967296) was removed, or the handle belongs to another world"
        for call, *more in [
            (world.set_group, 1), (world.set_sensor, True), (world.set_one_way, None), (world.set_region, core),
            (world.remove_region, "core"), (world.set_layers, 1, 1),
        ]:
            self.refuses(gone, call, ship, *more, kind=StaleError)

    def test_ellipses(self):
        self.refuses("rx: -1 is negative; a radius is 0 or more", Shape.ellipse, -1, 2)
        self.refuses("ry: NaN is not a finite number", Shape.ellipse, 1, NAN)
        world = World()
        self.refuses("ry: -2 is negative; a radius is 0 or more", world.spawn, Body.ellipse(1, -2))
        self.assertEqual(Shape.ellipse(3, 2).kind, "ellipse")
        egg = world.spawn(Body.ellipse(8, 3, scale=(0.5, 2)))
        self.assertEqual(world.at_point((0, 6)).tolist(), [egg])
        self.assertEqual(world.at_point((0, 6.01)).tolist(), [])
        with self.assertRaisesRegex(Error, "ellipse"):
            world.set_scale(world.spawn(Body.circle(3)), (1, 2))


if __name__ == "__main__":
    unittest.main()
