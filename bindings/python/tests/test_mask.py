"""Tests the parts of kasuri.Mask that pygame's does not have, against plain counts."""

import copy
import pickle
import unittest

import numpy as np

import kasuri
from kasuri import Mask, Shape, query

RNG = np.random.default_rng(7)


def noise(width, height, share=0.4):
    return RNG.random((height, width)) < share


def covered(array, at, angle, scale):
    """Returns the pixels that a picture covers, turned about its middle: the texel at each pixel's middle decides."""
    height, width = array.shape
    reach = int(np.hypot(width, height) * max(map(abs, scale))) + 2
    found = set()
    for j in range(int(at[1]) - reach, int(at[1]) + reach):
        for i in range(int(at[0]) - reach, int(at[0]) + reach):
            x, y = i + 0.5 - at[0], j + 0.5 - at[1]
            u = (np.cos(angle) * x + np.sin(angle) * y) / scale[0] + width / 2
            v = (-np.sin(angle) * x + np.cos(angle) * y) / scale[1] + height / 2
            if 0 <= u < width and 0 <= v < height and array[int(v), int(u)]:
                found.add((i, j))
    return found


class Masks(unittest.TestCase):
    def test_arrays_go_in_and_out(self):
        for width in (1, 63, 64, 65, 130):
            array = noise(width, 7)
            mask = Mask.from_numpy(array)
            np.testing.assert_array_equal(mask.to_numpy(), array)
            words = np.asarray(mask)
            self.assertEqual((words.shape, words.dtype), (((width + 63) // 64, 7), np.uint64))
            self.assertEqual(sum(int(word).bit_count() for word in words.flat), array.sum())
            np.testing.assert_array_equal(Mask.from_numpy(array.astype(np.uint8) * 9).to_numpy(), array)
            np.testing.assert_array_equal(Mask.from_numpy(array[::-1, ::-1]).to_numpy(), array[::-1, ::-1])
            self.assertTrue(Mask.from_rows(mask.to_rows()).equals(mask))

    def test_pictures(self):
        pixels = np.zeros((2, 3, 4), dtype=np.uint8)
        pixels[0, 0] = [9, 8, 7, 128]
        pixels[1, 2] = [9, 8, 7, 127]
        self.assertEqual(Mask.from_rgba(pixels).to_rows(), ["#..", "..."])
        self.assertEqual(Mask.from_rgba(pixels, alpha=1).to_rows(), ["#..", "..#"])
        self.assertEqual(Mask.from_rgba(pixels, key=(0, 0, 0)).to_rows(), ["#..", "..#"])

    def test_copies_are_their_own(self):
        mask = Mask((5, 5), fill=True)
        for other in (mask.copy(), copy.copy(mask), copy.deepcopy(mask), pickle.loads(pickle.dumps(mask))):
            other.set_at((0, 0), 0)
            self.assertEqual((mask.count(), other.count()), (25, 24))
        self.assertEqual(pickle.loads(pickle.dumps(Mask((0, 3)))).get_size(), (0, 3))

    def test_a_mask_onto_itself(self):
        mask = Mask.from_rows(["##.", "..."])
        mask.draw(mask, (1, 1))
        self.assertEqual(mask.to_rows(), ["##.", ".##"])
        mask.erase(mask, (0, 0))
        self.assertEqual(mask.count(), 0)
        mask.fill()
        self.assertEqual(mask.convolve(mask, mask).to_rows(), ["###", "###"])

    def test_turned_masks_hit_as_they_are_drawn(self):
        for k in range(12):
            arrays = noise(9 + k, 7), noise(6, 11)
            places = [((20.25, 20.5), 0.3 * k, (1, 1)), ((24.75 + k / 8, 22), 1 - k / 5, (-1.5, 2))]
            forms = [
                Mask.from_numpy(array).place(at, angle, scale) for array, (at, angle, scale) in zip(arrays, places)
            ]
            sets = [covered(array, *place) for array, place in zip(arrays, places)]
            for form, pixels in zip(forms, sets):
                self.assertEqual({tuple(pixel) for pixel in form.cover().to_numpy().tolist()}, pixels)
            common = sets[0] & sets[1]
            overlap = query.overlap(*forms)
            self.assertEqual(query.overlaps(*forms), bool(common))
            if common:
                self.assertEqual(overlap.pixels, len(common))
                self.assertEqual(overlap.first, min(common, key=lambda pixel: pixel[::-1]))

    def test_texels_are_what_is_drawn(self):
        array = noise(8, 5)
        mask = Mask.from_numpy(array)
        pixels, texels = mask.place((4, 2.5)).texels()
        np.testing.assert_array_equal(pixels, texels)
        self.assertTrue(array[texels[:, 1], texels[:, 0]].all())
        self.assertEqual(len(pixels), array.sum())
        self.assertIsNone(Shape.point().place((0, 0)).texels())

    def test_push_out(self):
        block = Mask((8, 8), fill=True)
        common = query.overlap(block.place((0, 0)), block.place((5, 0)))
        self.assertEqual((common.pixels, common.normal, common.depth), (24, (1.0, 0.0), 3))
        moved = block.place((5 + common.depth * common.normal[0], 0))
        self.assertFalse(query.overlaps(block.place((0, 0)), moved))

    def test_shapes_against_masks(self):
        ring = Mask.from_numpy(np.pad(np.zeros((20, 20), dtype=bool), 2, constant_values=True)).place((12, 12))
        self.assertFalse(query.overlaps(ring, Shape.circle(9).place((12, 12))))
        self.assertTrue(query.overlaps(ring, Shape.circle(11).place((12, 12))))
        self.assertEqual(query.overlap(ring, Shape.point().place((1, 1))), 4)
        self.assertEqual(query.distance(ring, Shape.point().place((12, 12))).distance, 10)
        self.assertEqual(query.cast(ring, (12, 12), (12, 112))[:2], (0.1, (12.0, 22.0)))

    def test_pairs_are_the_pairs_one_by_one(self):
        star = Mask.from_numpy(noise(9, 9))
        first = [star.place(RNG.uniform(0, 90, 2), RNG.uniform(0, 6)) for _ in range(60)]
        second = [star.place(RNG.uniform(0, 90, 2), scale=2) for _ in range(20)]
        expected = [[i, k] for i, a in enumerate(first) for k, b in enumerate(second) if query.overlaps(a, b)]
        self.assertGreater(len(expected), 5)
        self.assertEqual(query.pairs(first, second).tolist(), expected)

    def test_a_body_keeps_its_mask_as_it_was(self):
        world, mask = kasuri.World(), Mask((4, 4), fill=True)
        ship = world.spawn(kasuri.Body.sprite(mask))
        mask.clear()
        self.assertEqual(world.at_point((0, 0)).tolist(), [ship])
        world.set_mask(ship, mask)
        self.assertEqual(world.at_point((0, 0)).tolist(), [])

    def test_angles_and_middles(self):
        self.assertEqual(Mask.from_rows(["#..", ".#.", "..#"]).angle(), -45)
        self.assertEqual(Mask.from_rows(["###"]).angle(), 0)
        self.assertEqual(abs(Mask.from_rows(["#", "#"]).angle()), 90)
        self.assertEqual(Mask.from_rows(["##"]).center(), (1.0, 0.5))
        self.assertIsNone(Mask((3, 3)).center())

    def test_masks_without_texels(self):
        none = Mask((0, 5), fill=True)
        self.assertEqual((none.count(), none.get_size(), none.turned(1).get_size()), (0, (0, 5), (5, 0)))
        self.assertEqual(none.to_numpy().shape, (5, 0))
        with self.assertRaisesRegex(kasuri.Error, "a mask of 0 x 5 texels"):
            none.place((0, 0))


if __name__ == "__main__":
    unittest.main()
