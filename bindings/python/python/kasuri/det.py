"""Mathematics and random numbers that are the same on every machine, for all that moves a body in a replay or over a network.

`math.sin` and `numpy.sin` differ in their last bits from machine to machine. One bit in a velocity is a visibly different game a
second later.

>>> from kasuri import det
>>> shot, velocity = (0.0, 0.0), (2.0, 0.0)
>>> for _ in range(20):
...     velocity = det.turn_towards(velocity, (30 - shot[0], 40 - shot[1]), 0.1)
...     shot = shot[0] + velocity[0], shot[1] + velocity[1]
>>> det.hypot(30 - shot[0], 40 - shot[1]) < 18
True
"""

from ._kasuri import (
    RandomStream,
    atan2,
    cos,
    exp2,
    hypot,
    move_towards,
    rotate,
    sin,
    sqrt,
    turn_towards,
)

__all__ = [
    "RandomStream",
    "atan2",
    "cos",
    "exp2",
    "hypot",
    "move_towards",
    "rotate",
    "sin",
    "sqrt",
    "turn_towards",
]
