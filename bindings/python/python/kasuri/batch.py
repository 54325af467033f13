"""Tests many pairs at a time, without a world: whether each overlaps, and how it separates.

Body k of one side is paired with body k of the other. Every answer is the one that a World gives for the same bodies.

>>> import numpy
>>> from kasuri.batch import Batch, BoxPoses, CirclePoses
>>> x = numpy.arange(1000, dtype=numpy.float32)
>>> zero, one = numpy.zeros_like(x), numpy.ones_like(x)
>>> cars = BoxPoses(x, zero, 3 * one, one, 0.5 * one)
>>> Batch().hits(cars, CirclePoses(2 * x, zero, one)).tolist()
[0, 1, 2, 3]
"""

from ._kasuri import Batch, BoxPoses, CirclePoses, ShapePoses, SpritePoses

__all__ = ["Batch", "BoxPoses", "CirclePoses", "ShapePoses", "SpritePoses"]
