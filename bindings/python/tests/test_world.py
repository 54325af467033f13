"""Worlds: bodies of every kind, arrays in and out, the results of steps, queries, rules, snapshots."""

import copy
import math
import pickle
import unittest

import numpy as np

import kasuri
from kasuri import Body, Look, Mask, Region, Shape, TileMap, World, Worlds, query

STAR = Mask.from_numpy(np.hypot(*np.mgrid[-8:9, -8:9]) < 8)


def every_kind():
    """Returns a body of every kind, all over the origin."""
    return [
        Body.point(),
        Body.segment((-5, 0), (5, 0)),
        Body.circle(4),
        Body.capsule((-3, 0), (3, 0), 2),
        Body.rect((4, 2)),
        Body.polygon([(-5, -5), (5, -5), (0, 6)]),
        Body.chain([(-6, 0), (0, 1), (6, 0)], 1),
        Body.sprite(STAR),
        Body(Shape.compound([(Shape.circle(2), (-1, 0)), (Shape.rect((1, 1)), (1, 0))])),
        Body.frames([Look(STAR, pivot=(0, 0)), Look(Shape.circle(3))], frame=1),
        Body.tiles(TileMap((8, 8), ["##", "##"]), at=(-8, -8)),
    ]


class Bodies(unittest.TestCase):
    def test_bodies_of_every_kind_hit_each_other(self):
        world = World()
        bodies = world.spawn_many(every_kind())
        hits = world.step().began
        self.assertEqual(len(hits), math.comb(len(bodies), 2))
        self.assertEqual(hits["a"].dtype, np.uint64)
        self.assertEqual(world.at_point((0.5, 0.25)).tolist()[-1], int(bodies[-1]))

    def test_many_at_once_are_those_one_by_one(self):
        rng = np.random.default_rng(1)
        at, angle, scale = rng.uniform(0, 500, (300, 2)), rng.uniform(0, 6, 300), rng.uniform(0.5, 2, (300, 2))
        together, alone = World(), World()
        bodies = together.spawn_many(Body.sprite(STAR, graze=3), at=at, angle=angle, scale=scale, data=np.arange(300))
        for k in range(300):
            alone.spawn(Body.sprite(STAR, graze=3, at=at[k], angle=angle[k], scale=scale[k], data=k))
        self.assertEqual(together.hash(), alone.hash())
        together.step(), alone.step()
        np.testing.assert_array_equal(together.data(bodies), np.arange(300))
        for k in range(4):
            at += 1.3
            angle += 0.1
            together.set_positions(bodies, at)
            together.set_angles(bodies, angle)
            alone.set_placements(alone.bodies(), at=at, angle=angle)
            self.assertEqual(together.hash(), alone.hash())
            p, q = together.step(), alone.step()
            self.assertEqual(p.hits.tobytes(), q.hits.tobytes())
            self.assertEqual(p.grazes.tobytes(), q.grazes.tobytes())
        self.assertGreater(len(p.hits), 20)
        np.testing.assert_array_equal(together.positions(bodies), at)
        np.testing.assert_array_equal(together.angles(bodies), angle)
        np.testing.assert_array_equal(together.scales(bodies), scale)

    def test_arrays_of_all_layouts_say_the_same(self):
        world = World()
        bodies = world.spawn_many(Body.point(), at=np.zeros((5, 2)))
        at = np.arange(10, dtype=np.float64).reshape(5, 2)
        wide = np.zeros((5, 6))
        wide[:, 1::3] = at
        unaligned = np.frombuffer(b"." + at.tobytes(), dtype=np.uint8)[1:].view(np.float64).reshape(5, 2)
        read_only = at.copy()
        read_only.flags.writeable = False
        layouts = [
            at.astype(np.float32), np.asfortranarray(at), wide[:, 1::3], at[::-1][::-1], unaligned, read_only,
            at.astype(">f8"), at.astype(np.int32), at.tolist(), [tuple(row) for row in at.tolist()],
        ]
        for layout in layouts:
            world.set_positions(bodies, np.zeros((5, 2)))
            world.set_positions(bodies, layout)
            np.testing.assert_array_equal(world.positions(bodies), at)
        for handles in (bodies.astype(np.int64), bodies.tolist(), np.repeat(bodies, 2)[::2]):
            np.testing.assert_array_equal(world.positions(handles), at)
        world.set_positions([], np.empty((0, 2)))
        world.set_positions([], [])

    def test_single_changes(self):
        world = World()
        laser = world.spawn(Body.chain([(0, 0), (9, 0)], 1))
        world.set_chain(laser, [(0, 0), (50, 50)])
        world.set_radius(laser, 3)
        self.assertIn(laser, world.at_point((25, 28)))
        ball = world.spawn(Body.circle(2, at=(100, 0)))
        world.set_shape(ball, Shape.rect((5, 1)))
        world.set_scale(ball, (2, 1))
        self.assertEqual(world.get(ball).scale, (2.0, 1.0))
        self.assertIn(ball, world.at_point((110, 1)))
        world.set_layers(ball, 4, 8)
        world.set_data(ball, 1 << 63)
        ref = world.get(ball)
        self.assertEqual((ref.layer, ref.against, ref.data, ref.at, ref.angle), (4, 8, 1 << 63, (100.0, 0.0), 0.0))
        world.set_scale(ball, 1)
        world.set_look(ball, Look(Shape.point(), regions=[Region("tip", Shape.circle(1))]))
        self.assertEqual((ref.regions, ref.region(1), ref.region_index("tip")), (["tip"], "tip", 1))
        world.remove(ball)
        self.assertFalse(ball in world)
        with self.assertRaises(kasuri.StaleError):
            ref.at


class Steps(unittest.TestCase):
    def test_hits_begin_stay_and_end(self):
        world = World(bounds=((0, 0), (100, 100)))
        a, b = world.spawn_many(Body.circle(3), at=[[10, 10], [14, 10]]).tolist()
        step = world.step()
        self.assertEqual((len(step.began), len(step.stayed), step.number), (1, 0, 1))
        self.assertEqual(world.step().stayed["b"].tolist(), [b])
        world.set_position(b, (-9, 10))
        step = world.step()
        self.assertEqual((step.ended["a"].tolist(), step.left.tolist()), ([a], [b]))
        world.set_position(b, (2, 10))
        self.assertEqual(world.step().entered.tolist(), [b])
        self.assertIs(step.ended, step.ended)
        report = world.step().report
        self.assertEqual((report.bodies, report.step, report.backend, len(report.seconds)), (2, 5, "cpu", 4))

    def test_fields_of_hits(self):
        world = World()
        core = Region("core", Shape.circle(1), layer=8)
        ship = world.spawn(Body.circle(5, layer=1, against=2, regions=[core]))
        shot = world.spawn(Body.point(layer=2, swept=True, at=(-40, 0)))
        world.step()
        world.set_position(shot, (40, 0))
        hits = world.step().began
        self.assertEqual(hits.dtype.names, ("a", "b", "t", "layers", "regions"))
        self.assertEqual((hits["a"][0], hits["b"][0]), (ship, shot))
        self.assertEqual(hits["regions"].tolist(), [[0, 0], [1, 0]])
        self.assertEqual(hits["layers"].tolist(), [[1, 2], [8, 2]])
        self.assertEqual(hits["t"].round(3).tolist(), [0.438, 0.488])
        self.assertAlmostEqual(world.contact(hits[1]).normal[0], -1)

    def test_ways_of_swept_bodies(self):
        world = World()
        world.spawn(Body.rect((1, 50), at=(40, 0)))
        shots = world.spawn_many(Body.point(), at=[[0, 0], [0, 5], [0, 9]])
        for shot in shots:
            world.set_swept(shot, True)
        self.assertTrue(world.get(shots[0]).is_swept)
        world.step()
        world.set_position(shots[0], (80, 0))
        world.teleport(shots[1], (80, 5))
        world.teleport_many(shots[2:], [[80, 9]])
        hits = world.step().began
        self.assertEqual((hits["b"].tolist(), hits["t"].tolist()), ([int(shots[0])], [39 / 80]))

    def test_rules(self):
        world = World()
        ship = world.spawn(Body.circle(5, invulnerable=2))
        world.spawn(Body.circle(5))
        self.assertEqual([len(world.step().hits) for _ in range(4)], [0, 0, 1, 1])
        world.set_invulnerable(ship, 3)
        self.assertEqual(world.get(ship).invulnerable_for, 3)
        counted = World()
        spear = counted.spawn(Body.segment((0, 0), (9, 0), max_hits=2))
        counted.spawn_many(Body.point(), at=[[x, 0] for x in (1, 2, 3)])
        hits = counted.step().began
        self.assertEqual((len(hits), counted.get(spear).hits_left), (2, 0))

    def test_grazes_and_despawns(self):
        world = World(bounds=((0, 0), (100, 100)))
        world.spawn_many(Body.circle(3, graze=4), at=[[10, 10], [18, 10]])
        gone = world.spawn(Body.circle(3, at=(-20, 0), despawn_beyond=5))
        step = world.step()
        self.assertEqual((len(step.grazes), len(step.began), step.despawned.tolist()), (1, 0, [gone]))


class Questions(unittest.TestCase):
    def setUp(self):
        self.world = World()
        self.balls = self.world.spawn_many(Body.circle(3, layer=2), at=[[10.0 * k, 0] for k in range(9)])
        self.wall = self.world.spawn(Body.rect((1, 50), at=(200, 0), layer=4))

    def test_areas(self):
        world, balls = self.world, self.balls.tolist()
        self.assertEqual(world.in_box((22, -1), (47, 1)).tolist(), balls[2:6])
        self.assertEqual(world.in_circle((20, 0), 7).tolist(), balls[1:4])
        self.assertEqual(world.in_circle((20, 0), 7, ignore=balls[2]).tolist(), [balls[1], balls[3]])
        self.assertEqual(world.in_circle((20, 0), 7, against=4).tolist(), [])
        self.assertEqual(world.overlapping(Shape.rect((20, 2)), (5, 0)).tolist(), balls[:3])
        self.assertEqual(world.overlapping(STAR, (80, 0), scale=0.5).tolist(), balls[8:])
        self.assertEqual(world.in_cone((-20, 0), 0, 0.1, 12.5).tolist(), [])
        self.assertEqual(world.in_cone((-20, 0), 0, 0.1, 18).tolist(), balls[:1])

    def test_rays_and_ways(self):
        world, balls = self.world, self.balls.tolist()
        hit = world.first_on_ray((0, 0), (300, 0), against=4)
        self.assertEqual((hit.body, hit.region, hit.point, hit.normal), (self.wall, 0, (199.0, 0.0), (-1.0, 0.0)))
        self.assertEqual([hit.body for hit in world.along_ray((-9, 0), (300, 0))], [*balls, self.wall])
        self.assertIsNone(world.first_on_ray((0, 90), (300, 90)))
        met = world.sweep(balls[8], (300, 0))
        self.assertEqual((met.body, met.regions, met.leg), (self.wall, (0, 0), 0))
        self.assertAlmostEqual(met.t, 116 / 220)
        self.assertEqual(world.sweep_solid(Shape.circle(3), (100, 20), (300, 20)).body, self.wall)
        self.assertEqual([near.distance for near in world.nearest((31, 0), 2)], [0, 6])
        self.assertEqual(world.distance(balls[0], balls[1]).distance, 4)
        self.assertEqual(world.advance(balls[8], [(150, 0), (250, 0)]).leg, 1)
        travel = world.travel(balls[0], (0, 30), "slide")
        self.assertEqual((travel.at, travel.met), ((0.0, 30.0), []))

    def test_a_platformer(self):
        world = World()
        world.spawn(Body.rect((100, 5), at=(0, 25)))
        ledge = world.spawn(Body.rect((20, 2), at=(0, -8), one_way=(0, -1)))
        coin = world.spawn(Body.circle(3, at=(10, 12), sensor=True))
        walker = world.spawn(Body.rect((3, 6), at=(0, 13.5)))
        travel = world.walk(walker, (10, 0), 2)
        self.assertEqual((travel.at[0], travel.met, travel.is_stuck), (10, [], False))
        self.assertIn(coin, [hit["a"] for hit in world.step().began] + [hit["b"] for hit in world.step().stayed])
        ground = world.ground(walker, 3)
        self.assertEqual(ground.normal, (0, -1))
        self.assertLess(world.settle(walker, 3).gap, 1)
        self.assertEqual(world.travel(walker, (0, -40), "slide").met, [])
        self.assertLess(world.travel(walker, (0, 20), "stick").at[1], -15)
        [(body, by, is_stuck)] = world.carry(ledge, (2, -3), ignore=coin)
        self.assertEqual((body, by, is_stuck), (walker, (2, -3), False))
        self.assertGreater(world.travel_against(walker, (0, 90), "slide", 0).at[1], 50)
        with self.assertRaisesRegex(ValueError, "one_way: .* is not a direction"):
            world.spawn(Body.point(one_way=(0, 0)))

    def test_pushes(self):
        world = World()
        world.spawn(Body.rect((10, 10)))
        ball = world.spawn(Body.circle(5, at=(12, 3)))
        hit = world.step().began[0]
        self.assertEqual(world.overlap(hit).depth, 3)
        (wall_x, _), (ball_x, _) = world.push_apart(hit, 0)
        self.assertEqual(wall_x, 0)
        self.assertAlmostEqual(ball_x, 3, 1)
        self.assertEqual(len(world.step().ended), 1)
        self.assertIsNone(world.push_apart(hit))
        self.assertGreater(world.get(ball).at[0], 15)

    def test_forms_of_bodies_answer_to_query(self):
        a, b = (self.world.get(ball).form() for ball in self.balls[:2])
        self.assertEqual(query.distance(a, b).distance, 4)
        self.assertEqual(query.sweep(a, (0, 0), b, (0, 0)).t, 0.4)


class Copies(unittest.TestCase):
    def test_snapshots_go_back(self):
        world = World()
        balls = world.spawn_many(Body.circle(3), at=np.random.default_rng(2).uniform(0, 60, (40, 2)))
        world.step()
        snapshot, steps = world.snapshot(), []
        for _ in range(2):
            world.restore(snapshot)
            self.assertEqual(world.hash(), snapshot.hash())
            world.set_positions(balls[:20], world.positions(balls[:20]) + 5)
            steps.append(world.step())
        self.assertEqual(steps[0].began.tobytes(), steps[1].began.tobytes())
        self.assertGreater(len(steps[0].began), 3)

    def test_snapshots_worlds_and_their_bytes(self):
        world = World(axes="y_up", bounds=((0, 0), (60, 60)))
        balls = world.spawn_many(every_kind() + [Body.circle(3, graze=9, swept=True)] * 9)
        world.step()
        snapshot = world.snapshot()
        copies = [pickle.loads(pickle.dumps(world)), copy.deepcopy(world), World()]
        copies[2].restore(kasuri.Snapshot.from_bytes(snapshot.to_bytes()))
        worlds = pickle.loads(pickle.dumps(Worlds([world] * 3)))
        copies += [worlds[k] for k in range(3)]
        self.assertEqual(pickle.loads(pickle.dumps(snapshot)).hash(), world.hash())
        for step in range(3):
            for one in [world, *copies]:
                one.set_positions(balls[:9], np.random.default_rng(step).uniform(0, 60, (9, 2)))
            told = [one.step() for one in [world, *copies]]
            self.assertEqual({one.hash() for one in copies}, {world.hash()})
            self.assertEqual(len({one.hits.tobytes() for one in told}), 1)
        with self.assertRaisesRegex(kasuri.Error, "not a readable snapshot"):
            kasuri.Snapshot.from_bytes(snapshot.to_bytes()[:-1])

    def test_many_worlds_are_those_one_by_one(self):
        rng = np.random.default_rng(3)
        alone = [World(bounds=((0, 0), (50, 50))) for _ in range(70)]
        for world in alone:
            world.spawn_many(Body.circle(3, graze=2), at=rng.uniform(0, 50, (8, 2)))
        worlds = Worlds(alone, threads=2)
        self.assertEqual(len(worlds), 70)
        for _ in range(5):
            for k, world in enumerate(alone):
                by = rng.uniform(-4, 4, (8, 2))
                for one in (world, worlds[k]):
                    one.set_positions(one.bodies(), one.positions(one.bodies()) + by)
            steps, together = [world.step() for world in alone], worlds.step()
            for name in ("began", "stayed", "ended", "grazes", "hits"):
                found = getattr(together, name)
                expected = np.concatenate([getattr(step, name) for step in steps])
                for field in ("a", "b", "regions", "layers"):
                    np.testing.assert_array_equal(found[field], expected[field])
                numbers = np.repeat(np.arange(70), [len(getattr(step, name)) for step in steps])
                np.testing.assert_array_equal(found["world"], numbers)
            np.testing.assert_array_equal(together.left["body"], np.concatenate([step.left for step in steps]))
            np.testing.assert_array_equal(worlds.hashes(), [world.hash() for world in alone])
        self.assertEqual(worlds[-1].hash(), alone[-1].hash())
        with self.assertRaises(IndexError):
            worlds[70]

    def test_makings_change_no_answer(self):
        makings = [{}, {"threads": 1}, {"broad": "brute"}, {"broad": "grid"}, {"broad": "tree"}]
        told = []
        for making in makings:
            world = World(**making)
            world.spawn_many(Body.sprite(STAR), at=np.random.default_rng(5).uniform(0, 300, (200, 2)))
            told.append(world.step().began.tobytes())
        self.assertEqual(len(set(told)), 1)

    def test_axes_and_touches(self):
        world = World(axes="y_up", pixels_per_unit=16, touching_between=[(1, 1, "ignored")])
        world.spawn_many(Body.rect((0.5, 0.5)), at=[[0, 0.5], [0, 1.5]])
        self.assertEqual(len(world.step().began), 0)
        self.assertEqual(world.get(world.bodies()[1]).at, (0, 1.5))


if __name__ == "__main__":
    unittest.main()
