"""Pairs and frames that a GPU decides, with numpy arrays in and out: the answers of the CPU, bit for bit.

A build has this only with the feature "gpu"; `Gpu()` of another build says how to get one.

>>> import kasuri, numpy
>>> gpu = kasuri.gpu.Gpu()
>>> bodies = gpu.bodies([kasuri.Shape.circle(3).place((0, 0)) for k in range(1000)])
>>> bodies.set_positions(numpy.arange(2000, dtype=numpy.float32).reshape(1000, 2))
>>> pairs = numpy.array([[0, 1], [0, 2], [0, 3], [998, 999]], dtype=numpy.uint32)
>>> bodies.hits(pairs).tolist()
[0, 1, 3]
"""

from ._kasuri import Bodies, Crowd, Gpu

__all__ = ["Bodies", "Crowd", "Gpu"]
