"""`kasuri.det`: the numbers are those of the library's own examples, and a stream's state is its two numbers."""

import copy
import math
import pickle
import unittest

from kasuri import det
from kasuri.det import RandomStream


class Det(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual((det.sin(0.5), det.cos(0), det.atan2(1, 1)), (0.479425538604203, 1, math.pi / 4))
        self.assertEqual((det.sqrt(2.25), det.hypot(3, 4), det.exp2(-3)), (1.5, 5, 0.125))
        self.assertEqual(det.rotate([3, 1], 0), (3, 1))
        self.assertEqual(det.move_towards((0, 0), (3, 4), 2.5), (1.5, 2))
        self.assertEqual(det.turn_towards((2, 0), (0, 50), 2), (0, 2))

    def test_what_is_no_number(self):
        self.assertTrue(math.isnan(det.sin(math.inf)) and math.isnan(det.sqrt(-1)) and math.isnan(det.hypot(math.nan, 1)))
        for call in (lambda: det.sin("1"), lambda: det.rotate((1, 2, 3), 0), lambda: det.move_towards(None, (0, 0), 1)):
            self.assertRaises(TypeError, call)

    def test_a_stream_is_two_numbers(self):
        stream = RandomStream(0)
        wave = stream.split(9)
        self.assertEqual([stream.bits(), stream.bits()], [0xCA00A0459843D731, 0x66C24222C9A845B5])
        self.assertEqual((stream.drawn, stream.split(9), wave.drawn), (2, wave, 0))
        self.assertNotEqual(stream.split(8), wave)
        self.assertEqual(RandomStream(0, 1).bits(), 0x66C24222C9A845B5)
        stream.below(6)
        for again in (copy.copy(stream), pickle.loads(pickle.dumps(stream)), RandomStream(stream.key, stream.drawn)):
            self.assertEqual(again, stream)
            self.assertEqual(again.between(2, 3), RandomStream(stream.key, stream.drawn).between(2, 3))
            self.assertNotEqual(again, stream)
        self.assertEqual((stream.below(0), repr(RandomStream(7))), (0, "RandomStream(7, drawn=0)"))

    def test_bad_seeds_and_limits(self):
        for call in (lambda: RandomStream(-1), lambda: RandomStream(2**64), lambda: RandomStream(1).below(-1)):
            self.assertRaises(OverflowError, call)
        self.assertRaises(TypeError, RandomStream, 1.5)
        self.assertRaises(TypeError, RandomStream)


if __name__ == "__main__":
    unittest.main()
