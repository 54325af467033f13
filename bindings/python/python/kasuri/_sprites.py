"""What the adapters to pygame, Arcade, Pygame Zero and Pyxel share: it knows masks and where they are, and no host."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import isfinite, radians
from typing import Any, Generic, TypeVar

from . import query
from ._kasuri import Error, Form, Mask

_Made = TypeVar("_Made")


class Kept(Generic[_Made]):
    """What was made of pictures. The keys hold all that it depends on, so nothing here becomes wrong."""

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._made: dict[Hashable, _Made] = {}

    def of(self, key: Hashable, make: Callable[[], _Made]) -> _Made:
        """Returns what was made with this key; makes it if there is none."""
        try:
            return self._made[key]
        except KeyError:
            if len(self._made) >= self._most:
                self._made.clear()
            made = self._made[key] = make()
            return made


def placed(
    mask: Mask, at: tuple[float, float], angle: float, scale: Any, pivot: tuple[float, float] | None
) -> Form | None:
    """Returns a placed mask, turned counter-clockwise by degrees; None where it covers nothing: scaled through 0, larger or
    farther away than is possible."""
    try:
        return mask.place(at, -radians(angle), scale, pivot)
    except Error:
        numbers = (*at, angle, *((scale,) if isinstance(scale, (int, float)) else scale))
        if all(map(isfinite, numbers)):
            return None
        raise


def meet(one: Form | None, other: Form | None) -> bool:
    """Whether two forms overlap. None covers nothing."""
    return one is not None and other is not None and query.overlaps(one, other)


def pairs(firsts: Sequence[Form | None], seconds: Sequence[Form | None]) -> list[tuple[int, int]]:
    """Returns which forms of two lists overlap, by their indices, in order. None covers nothing."""
    at = [k for k, form in enumerate(firsts) if form is not None]
    other_at = [k for k, form in enumerate(seconds) if form is not None]
    if not at or not other_at:
        return []
    found = query.pairs([form for form in firsts if form is not None], [form for form in seconds if form is not None])
    return [(at[i], other_at[k]) for i, k in found.tolist()]
