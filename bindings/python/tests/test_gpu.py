"""Batches and crowds on a GPU give the answers of the CPU; a build or a machine without a GPU says so."""

import doctest
import os
import subprocess
import sys
import unittest

import numpy as np

import kasuri
from kasuri import Body, Mask, Shape, World, Worlds, gpu, query

RNG = np.random.default_rng(57)
NAMES = [name for name in os.environ.get("KASURI_ADAPTERS", "").split(",") if name]
MISSING = (
    "needs a build with the GPU, and this build has none; install it with pip install ./bindings/python "
    '--config-settings maturin.build-args="--features gpu"'
)


def is_built():
    """Whether this build has the GPU."""
    try:
        gpu.Gpu.adapters()
    except ValueError:
        return False
    return True


def adapters():
    """Returns the GPUs to test, which must be there if KASURI_ADAPTERS names them."""
    names = NAMES or gpu.Gpu.adapters()[:1]
    return [gpu.Gpu(name) for name in names]


def solids():
    """Returns a solid of every kind."""
    return [
        Shape.circle(4),
        Shape.point(),
        Shape.segment((-4, 0), (3, 1)),
        Shape.capsule((-5, 0), (5, 0), 2),
        Shape.rect((5, 2)),
        Shape.polygon([(-6, -3), (7, 0), (-6, 5), (-2, 0)]),
        Shape.compound([(Shape.circle(2), (0, 0)), (Shape.rect((1, 4)), (3, 0))]),
        Mask.from_numpy(RNG.random((9, 12)) < 0.4),
        Mask.from_numpy(RNG.random((70, 80)) < 0.3),
        Mask((5, 5), fill=True),
    ]


def angles(count):
    """Returns angles of which a third are 0: a sprite without a turn is decided another way."""
    return np.where(RNG.random(count) < 0.3, 0, RNG.uniform(0, 6, count))


def bits_of(bits, count):
    return np.unpackbits(bits, count=count, bitorder="little").astype(bool)


@unittest.skipUnless(is_built(), "this build has no GPU")
class OnGpu(unittest.TestCase):
    def test_pairs_of_all_kinds_are_those_of_query(self):
        solid = [one for one in solids() for _ in range(24)]
        at = RNG.uniform(0, 60, (len(solid), 2)).astype(np.float32)
        turns = angles(len(solid))
        place = lambda at: [s.place((float(x), float(y)), float(t)) for s, (x, y), t in zip(solid, at, turns)]
        forms = place(at)
        pairs = RNG.integers(0, len(solid), (6000, 2)).astype(np.uint32)
        for device in adapters():
            bodies = device.bodies(forms)
            self.assertEqual((len(bodies), repr(bodies)), (len(solid), f"<Bodies({len(solid)})>"))
            for moved in (at, RNG.uniform(-20, 40, at.shape).astype(np.float32)):
                now = place(moved)
                bodies.set_positions(moved)
                for touching in ("counts", "ignored"):
                    expected = np.array([query.overlaps(now[a], now[b], touching) for a, b in pairs])
                    self.assertTrue(100 < expected.sum() < 5900)
                    bits = bodies.overlaps(pairs, touching)
                    self.assertEqual((bits.dtype, bits.shape), (np.uint8, (750,)))
                    self.assertTrue((bits_of(bits, len(pairs)) == expected).all(), touching)
                    hits = bodies.hits(pairs, touching)
                    self.assertEqual((hits.dtype, hits.tolist()), (np.uint32, np.flatnonzero(expected).tolist()))
            # Other layouts and types of the same pairs.
            right = bodies.hits(pairs).tolist()
            for same in (pairs.tolist(), pairs.astype(np.int64), np.asfortranarray(pairs), pairs[::1, ::-1][:, ::-1]):
                self.assertEqual(bodies.hits(same).tolist(), right)
            self.assertEqual(bodies.hits(np.zeros((0, 2), dtype=np.uint32)).tolist(), [])
            self.assertEqual(bodies.overlaps(np.zeros((0, 2), dtype=np.uint32)).tolist(), [])

    def test_a_crowd_is_the_world(self):
        solid = [one for one in solids() if not isinstance(one, Shape) or one.kind != "point"]
        turns = angles(len(solid))
        forms = [s.place((0, 0), float(t)) for s, t in zip(solid, turns)]
        which = RNG.integers(0, len(solid), 400)
        layer, against = RNG.integers(1, 4, (2, 400)).astype(np.uint32)
        world = World()
        handles = [
            world.spawn(Body(solid[k], angle=float(turns[k]), layer=int(a), against=int(b)))
            for k, a, b in zip(which, layer, against)
        ]
        for device in adapters():
            crowd = device.crowd(forms, which, layer=layer, against=against)
            self.assertEqual((len(crowd), repr(crowd)), (400, "<Crowd(400)>"))
            for _ in range(5):
                at = RNG.uniform(0, 300, (400, 2)).astype(np.float32)
                world.set_positions(handles, at)
                hits = world.step().hits
                number = {handle: k for k, handle in enumerate(handles)}
                expected = sorted(sorted((number[int(h["a"])], number[int(h["b"])])) for h in hits)
                found = crowd.frame(at)
                self.assertEqual((found.dtype, found.shape[1]), (np.uint32, 2))
                self.assertTrue(len(expected) > 20)
                self.assertEqual(found.tolist(), expected)

    def test_owners_do_not_hit_themselves(self):
        ball = [Shape.circle(3).place((0, 0))]
        at = np.zeros((3, 2), dtype=np.float32)
        for device in adapters():
            self.assertEqual(device.crowd(ball, [0, 0, 0]).frame(at).tolist(), [[0, 1], [0, 2], [1, 2]])
            self.assertEqual(device.crowd(ball, [0, 0, 0], owner=[5, 5, 6]).frame(at).tolist(), [[0, 2], [1, 2]])
            self.assertEqual(device.crowd(ball, []).frame(np.zeros((0, 2))).tolist(), [])

    def test_worlds_step_on_the_gpu(self):
        def many(backend):
            world = World()
            ball = world.spawn(Body.circle(3))
            worlds = Worlds([world] * 20, backend=backend)
            for k in range(20):
                worlds[k].spawn(Body.sprite(Mask((5, 5), fill=True), at=(k / 2, 0), angle=0.3))
            found = [[]]
            for _ in range(3):
                found.append(worlds.step().began["world"].tolist())
                for k in range(20):
                    worlds[k].set_position(ball, (2 * len(found), 0))
            return found, worlds.hashes().tolist()

        for _ in adapters():
            self.assertEqual(many("gpu"), many("cpu"))

    def test_refusals(self):
        ball = Shape.circle(3).place((1, 0))
        for device in adapters():
            bodies = device.bodies([ball, ball])
            refusals = [
                (lambda: bodies.hits([[0, 2]]), "there is no body 2 among 2"),
                (lambda: bodies.hits([[0, 1 << 40]]), "there is no body"),
                (lambda: bodies.hits([0, 1]), "pairs: an array of shape (n, 2) is expected"),
                (lambda: bodies.hits([[0.5, 1]]), "pairs: an array of uint32 is expected"),
                (lambda: bodies.hits([[0, 1]], "maybe"), 'touching: expected "counts" or "ignored"'),
                (lambda: bodies.set_positions([[0, 0]]), "at: found 1 positions for 2 bodies"),
                (lambda: bodies.set_positions([[0, 0], [0, np.nan]]), "at[1]"),
                (lambda: bodies.set_positions([[0, 0], [0, 1e9]]), "at[1]"),
                (lambda: device.crowd([ball], [0]), "forms[0]: a form of a crowd is placed at (0, 0)"),
                (lambda: device.crowd([], [0]), "form[0]: 0 is not below 0"),
                (lambda: device.crowd([], [1 << 40]), "form[0]: 1099511627776 does not fit 32 bits"),
                (lambda: device.crowd([Shape.point().place((0, 0))], [0], layer=[1, 2]), "layer: an array of shape (1,)"),
            ]
            for call, text in refusals:
                with self.assertRaises((ValueError, TypeError)) as caught:
                    call()
                self.assertIn(text, str(caught.exception))
        with self.assertRaises(kasuri.Error) as caught:
            gpu.Gpu("no such adapter")
        self.assertIn("is called no such adapter", str(caught.exception))

    def test_a_machine_without_a_gpu_says_so(self):
        """No driver is found in an empty folder."""
        script = "from kasuri import gpu\ntry:\n    gpu.Gpu()\nexcept Exception as e:\n    print(type(e).__name__, e)"
        environment = os.environ | {"VK_ICD_FILENAMES": "/nowhere.json", "VK_DRIVER_FILES": "/nowhere.json", "WGPU_BACKEND": "vulkan"}
        run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120)
        self.assertTrue(run.stdout.startswith("Error "), run.stdout + run.stderr)
        self.assertIn("GPU", run.stdout)

    def test_examples_in_docstrings(self):
        if not adapters():
            self.skipTest("no GPU")
        kinds = gpu.Gpu, gpu.Bodies, gpu.Crowd
        things = [gpu, *kinds, *(getattr(kind, name) for kind in kinds for name in vars(kind) if not name.startswith("_"))]
        ran = 0
        for thing in things:
            test = doctest.DocTestParser().get_doctest(thing.__doc__, {}, str(thing), None, None)
            result = doctest.DocTestRunner(verbose=False).run(test)
            self.assertEqual(result.failed, 0, test.name)
            ran += result.attempted
        self.assertTrue(ran > 30)


@unittest.skipIf(is_built(), "this build has the GPU")
class WithoutGpu(unittest.TestCase):
    def test_a_build_without_the_gpu_says_how_to_get_one(self):
        for call in (gpu.Gpu, gpu.Gpu.adapters):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertEqual(str(caught.exception), f"kasuri.gpu {MISSING}")
        with self.assertRaises(ValueError) as caught:
            Worlds([World()], backend="gpu")
        self.assertEqual(str(caught.exception), f'backend: "gpu" {MISSING}')


class Either(unittest.TestCase):
    def test_backends_of_worlds(self):
        with self.assertRaises(ValueError) as caught:
            Worlds([World()], backend="auto")
        self.assertEqual(str(caught.exception), 'backend: expected "cpu" or "gpu", but found "auto"')
        for name in ("Bodies", "Crowd"):
            with self.assertRaises(TypeError):
                getattr(gpu, name)()


if __name__ == "__main__":
    unittest.main()
