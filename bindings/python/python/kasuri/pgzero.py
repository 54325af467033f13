"""Actors of Pygame Zero that hit exactly as they are drawn, turned and scaled: a game adds one import.

::

    from kasuri.pgzero import Actor

An `Actor` has all that Pygame Zero's has. Its `colliderect`, `collidelist`, `collidelistall` and `collidepoint` look at the
pixels: those with an alpha above 127 hit. A rectangle in place of an actor hits with all of its pixels. `draw` draws a turned
actor with exactly the pixels that hit; `scale` is new: one number or two, negative ones mirror.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pgzero import game  # type: ignore[import-untyped]
from pgzero.actor import Actor as _OwnActor  # type: ignore[import-untyped]

from . import query
from ._kasuri import Form
from ._pictures import filled, known, turned
from ._sprites import meet, pairs, placed

__all__ = ["Actor", "form", "groupcollide"]


class Actor(_OwnActor):  # type: ignore[misc]
    """A Pygame Zero Actor that hits exactly as it is drawn.

    >>> from kasuri.pgzero import Actor
    >>> ship = Actor("ship", (50, 50))  # images/ship.png, 20 x 4 pixels
    >>> ship.angle, ship.scale = 90, 2
    >>> ship.collidepoint((50, 68)), ship.collidepoint((68, 50))
    (True, False)
    """

    scale: Any = 1.0

    def _placement(self) -> tuple[tuple[float, float], float, Any, tuple[float, float]]:
        """Returns where the actor is drawn: a position, degrees, a scale, and the texel that is at the position."""
        if self._angle % 360 == 0 and self.scale == 1:
            # An upright picture is drawn at whole pixels.
            return (int(self.left), int(self.top)), 0.0, 1.0, (0.0, 0.0)
        return self.pos, self._angle, self.scale, self._untransformed_anchor

    def draw(self) -> None:
        """Draws the actor.

        >>> from kasuri.pgzero import Actor
        >>> ship = Actor("ship", (50, 50))  # images/ship.png, 20 x 4 pixels
        >>> ship.angle = 90
        >>> ship.draw()
        >>> tuple(screen.surface.get_at((50, 57)))
        (255, 0, 0, 255)
        """
        at, angle, scale, pivot = self._placement()
        drawn = turned(self._orig_surf, at, angle, scale, pivot=pivot)
        if drawn is not None:
            game.screen.blit(*drawn)

    def colliderect(self, *other: Any) -> bool:
        """Whether the actor has a pixel in common with another one, or with a rectangle.

        >>> from kasuri.pgzero import Actor
        >>> ship, rock = Actor("ship", (50, 50)), Actor("rock", (57, 55))  # 20 x 4 and 4 x 20 pixels
        >>> ship.colliderect(rock)
        True
        >>> ship.angle = 90
        >>> ship.colliderect(rock)
        False
        """
        return meet(form(self), form(other[0] if len(other) == 1 else other))

    def collidepoint(self, *point: Any) -> bool:
        """Whether the actor has a pixel at a point, which is given by one or two arguments.

        >>> from kasuri.pgzero import Actor
        >>> ship = Actor("ship", (50, 50))  # images/ship.png, 20 x 4 pixels
        >>> ship.angle = 45
        >>> ship.collidepoint(56, 44), ship.collidepoint((56, 56))
        (True, False)
        """
        x, y = point[0] if len(point) == 1 else point
        covered = form(self)
        return covered is not None and query.contains(covered, (x, y))

    def collidelistall(self, others: Sequence[Any]) -> list[int]:
        """Returns the indices of the actors, or rectangles, that the actor hits.

        >>> from kasuri.pgzero import Actor
        >>> ship = Actor("ship", (50, 50))  # images/ship.png, 20 x 4 pixels
        >>> rocks = [Actor("rock", (x, 50)) for x in (90, 55, 45)]
        >>> ship.collidelistall(rocks)
        [1, 2]
        """
        return [k for _, k in pairs([form(self)], [form(other) for other in others])]

    def collidelist(self, others: Sequence[Any]) -> int:
        """Returns the index of the first actor, or rectangle, that the actor hits; -1 if it hits none.

        >>> from kasuri.pgzero import Actor
        >>> ship = Actor("ship", (50, 50))  # images/ship.png, 20 x 4 pixels
        >>> rocks = [Actor("rock", (x, 50)) for x in (90, 55, 45)]
        >>> ship.collidelist(rocks), ship.collidelist(rocks[:1])
        (1, -1)
        """
        hit = self.collidelistall(others)
        return hit[0] if hit else -1


def form(actor: Any) -> Form | None:
    """Returns what an actor covers, for `kasuri.query`, or a rectangle; None if that is nothing.

    An actor of Pygame Zero's own class covers its picture as if it were of the class here.

    >>> from kasuri import query
    >>> from kasuri.pgzero import Actor, form
    >>> ship = Actor("ship", (50, 50))  # images/ship.png, 20 x 4 pixels
    >>> query.overlaps(form(ship), form((55, 45, 10, 10)))
    True
    """
    if isinstance(actor, _OwnActor):
        at, angle, scale, pivot = Actor._placement(actor) if isinstance(actor, Actor) else _own_placement(actor)
        return placed(known(actor._orig_surf).ours, at, angle, scale, pivot)
    if hasattr(actor, "left"):
        actor = actor.left, actor.top, actor.width, actor.height
    try:
        x, y, width, height = actor if len(actor) == 4 else (*actor[0], *actor[1])
        width, height = int(width), int(height)
    except (TypeError, ValueError):
        raise TypeError(f"an Actor or a rectangle is expected, found {actor!r}") from None
    return None if width <= 0 or height <= 0 else placed(filled(width, height), (int(x), int(y)), 0.0, 1.0, (0.0, 0.0))


def _own_placement(actor: Any) -> tuple[tuple[float, float], float, Any, tuple[float, float]]:
    if actor._angle % 360 == 0:
        return (int(actor.left), int(actor.top)), 0.0, 1.0, (0.0, 0.0)
    return actor.pos, actor._angle, 1.0, actor._untransformed_anchor


def groupcollide(firsts: Iterable[Any], seconds: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Returns all pairs of actors of two lists that hit, in the order of the first list and then of the second.

    >>> from kasuri.pgzero import Actor, groupcollide
    >>> ships = [Actor("ship", (50, y)) for y in (50, 90)]  # images/ship.png, 20 x 4 pixels
    >>> rocks = [Actor("rock", (55, 50))]
    >>> groupcollide(ships, rocks) == [(ships[0], rocks[0])]
    True
    """
    ones, others = list(firsts), list(seconds)
    hits = pairs([form(one) for one in ones], [form(other) for other in others])
    return [(ones[i], others[k]) for i, k in hits if ones[i] is not others[k]]
