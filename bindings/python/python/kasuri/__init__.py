"""Kasuri: exact, pixel-accurate collision tests for games, the same on every machine.

>>> import kasuri
>>> ship = kasuri.Mask.from_rows([".##.", "####"])
>>> world = kasuri.World()
>>> player = world.spawn(kasuri.Body.sprite(ship, at=(20, 20), angle=0.5))
>>> shot = world.spawn(kasuri.Body.circle(1.5, at=(21, 20)))
>>> step = world.step()
>>> step.began["a"].tolist() == [player], step.began["b"].tolist() == [shot]
(True, True)
"""

import sys

from . import batch, det, gpu, query
from ._kasuri import (
    Body,
    BodyRef,
    Common,
    Contact,
    Cover,
    Distance,
    Error,
    Form,
    FreePose,
    Ground,
    Look,
    Mask,
    Meeting,
    Neighbor,
    RayHit,
    Recorder,
    Recording,
    Region,
    Replay,
    Report,
    Shape,
    Sheet,
    Snapshot,
    StaleError,
    Step,
    Steps,
    SweepHit,
    TileMap,
    Travel,
    World,
    Worlds,
    __version__,
    deflected,
    solve,
    solve_lines,
)

__all__ = [
    "Body",
    "BodyRef",
    "Common",
    "Contact",
    "Cover",
    "Distance",
    "Error",
    "Form",
    "FreePose",
    "Ground",
    "Look",
    "Mask",
    "Meeting",
    "Neighbor",
    "RayHit",
    "Recorder",
    "Recording",
    "Region",
    "Replay",
    "Report",
    "Shape",
    "Sheet",
    "Snapshot",
    "StaleError",
    "Step",
    "Steps",
    "SweepHit",
    "TileMap",
    "Travel",
    "World",
    "Worlds",
    "__version__",
    "batch",
    "det",
    "gpu",
    "deflected",
    "query",
    "solve",
    "solve_lines",
]

if sys.version_info >= (3, 12):
    # The stable ABI of Python 3.10 has no buffer protocol; since 3.12 a class supports it with this method.
    from ._buffer import get_buffer

    Mask.__buffer__ = get_buffer  # type: ignore[attr-defined]
