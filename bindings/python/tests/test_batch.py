"""A batch gives the same answer for every pair as kasuri.query does for the two alone."""

import unittest

import numpy as np

import kasuri
from kasuri import Mask, Shape, query
from kasuri.batch import Batch, BoxPoses, CirclePoses, ShapePoses, SpritePoses

RNG = np.random.default_rng(9)
COUNT = 400
SHAPES = [Shape.circle(4), Shape.polygon([(-6, -3), (7, 0), (-6, 5)]), Shape.capsule((-5, 0), (5, 0), 2), Shape.point()]
MASKS = [Mask.from_numpy(RNG.random((9, 12)) < 0.4), Mask((5, 5), fill=True)]


def random_side(kind, dtype):
    """Returns poses, and the same bodies placed one by one."""
    x, y, angle = (RNG.uniform(0, most, COUNT).astype(dtype) for most in (20, 20, 6))
    at = [(float(a), float(b)) for a, b in zip(x, y)]
    if kind == "boxes":
        hx, hy = RNG.uniform(0.5, 6, (2, COUNT)).astype(dtype)
        forms = [Shape.rect((float(a), float(b))) for a, b in zip(hx, hy)]
        return BoxPoses(x, y, hx, hy, angle), [f.place(p, float(t)) for f, p, t in zip(forms, at, angle)]
    if kind == "circles":
        r = RNG.uniform(0, 5, COUNT).astype(dtype)
        return CirclePoses(x, y, r), [Shape.circle(float(a)).place(p) for a, p in zip(r, at)]
    list_of, poses = (SHAPES, ShapePoses) if kind == "shapes" else (MASKS, SpritePoses)
    which = RNG.integers(0, len(list_of), COUNT)
    forms = [list_of[k].place(p, float(t)) for k, p, t in zip(which, at, angle)]
    return poses(list_of, which, x, y, angle), forms


class Batches(unittest.TestCase):
    def test_every_pair_is_that_of_query(self):
        kinds = ("boxes", "circles", "shapes", "sprites")
        for dtype in (np.float64, np.float32):
            for first in kinds:
                for second in kinds:
                    (a, forms_a), (b, forms_b) = random_side(first, dtype), random_side(second, dtype)
                    for touching in ("counts", "ignored"):
                        batch = Batch(touching=touching, threads=1)
                        expected = [query.overlaps(p, q, touching) for p, q in zip(forms_a, forms_b)]
                        self.assertTrue(20 < sum(expected) < COUNT, (first, second))
                        self.assertEqual(batch.overlaps(a, b).tolist(), expected)
                        self.assertEqual(batch.hits(a, b).tolist(), np.flatnonzero(expected).tolist())
                    normals, depths = Batch().separations(a, b)
                    for k in range(0, COUNT, 7):
                        contact = query.contact(forms_a[k], forms_b[k])
                        found = None if np.isnan(depths[k]) else (tuple(normals[k].tolist()), depths[k])
                        self.assertEqual(found, contact and (contact.normal, contact.depth))

    def test_columns_of_all_layouts(self):
        at = RNG.uniform(0, 9, (COUNT, 2))
        a = CirclePoses(at[:, 0], at[:, 1], np.ones(COUNT))
        b = CirclePoses(at[:, 0].tolist(), at[:, 1].astype(np.float32), np.ones(COUNT, dtype=int))
        self.assertEqual((len(a), repr(b)), (COUNT, f"<CirclePoses({COUNT})>"))
        self.assertTrue(Batch().overlaps(a, b).all())

    def test_refusals(self):
        one, batch = [1.0, 1.0], Batch()
        good = CirclePoses(one, one, one)
        for bad, text in (
            (CirclePoses([1, np.nan], one, one), "b.x[1]: NaN is not a finite number"),
            (CirclePoses(one, one, [1, -1]), "b.r[1]: -1 is negative; a radius is 0 or more"),
            (CirclePoses([1], [1], [1]), "b: there are 1 values for 2 bodies; each body needs one"),
        ):
            with self.assertRaises(kasuri.Error) as caught:
                batch.overlaps(good, bad)
            self.assertEqual(str(caught.exception), text)
        with self.assertRaises(kasuri.Error):
            batch.hits(good, ShapePoses(SHAPES, [0, 99], one, one, one))
        with self.assertRaises(kasuri.Error):
            batch.hits(good, CirclePoses(one, one, [1, 1, 1]))
        self.assertRaises(TypeError, batch.overlaps, good, SHAPES[0])
        self.assertRaises(TypeError, CirclePoses, ["a"], one, one)


if __name__ == "__main__":
    unittest.main()
