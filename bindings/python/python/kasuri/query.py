"""Exact queries for two placed bodies: whether and how they overlap, how far apart they are, what a ray or a moving body hits, and
where a body fits.

`Mask.place`, `Shape.place` and `TileMap.place` return placed bodies.

>>> import kasuri
>>> moth = kasuri.Mask.from_rows([".##.", "####"])
>>> shot = kasuri.Shape.circle(1)
>>> kasuri.query.overlaps(moth.place((10, 10), angle=0.7), shot.place((12, 10)))
True
"""

from ._kasuri import (
    cast,
    contact,
    contains,
    count_fits,
    crossings,
    distance,
    first_fit,
    fits,
    grazes,
    nearest_fit,
    overlap,
    overlaps,
    pairs,
    sweep,
)

__all__ = [
    "cast",
    "contact",
    "contains",
    "count_fits",
    "crossings",
    "distance",
    "first_fit",
    "fits",
    "grazes",
    "nearest_fit",
    "overlap",
    "overlaps",
    "pairs",
    "sweep",
]
