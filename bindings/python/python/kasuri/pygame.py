"""pygame's sprites and collision functions, exact for sprites that turn: a game changes one import.

In the place of ``from pygame.sprite import Sprite, Group, spritecollide, groupcollide, collide_mask``::

    from kasuri.pygame import Sprite, Group, spritecollide, groupcollide, collide_mask

A Sprite of this module has, beside ``image`` and ``rect`` as in pygame, an ``angle`` in degrees, counter-clockwise as in
``pygame.transform.rotate``, and a ``scale``, one number or two, of which a negative one mirrors. They may change in every
frame: ``image`` and ``rect`` stay those of the picture as it was loaded, and the middle of ``rect`` is where the sprite
stands; ``position``, a pair of floats, says so more finely. A Group draws its sprites turned, exactly the pixels that hit.

pygame's own sprites go with them: they are their ``mask`` at their ``rect``, as in pygame.
"""

from __future__ import annotations

import weakref
from math import radians
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame
from pygame.sprite import collide_rect

from . import query
from ._kasuri import Form, Mask, _keep_pygame

if TYPE_CHECKING:
    from collections.abc import Callable

    _Group = pygame.sprite.Group[Any]
else:
    _Group = pygame.sprite.Group

_keep_pygame()
from_surface = Mask.from_surface
from_threshold = Mask.from_threshold

__all__ = [
    "Group",
    "Mask",
    "Sprite",
    "collide_mask",
    "collide_rect",
    "from_surface",
    "from_threshold",
    "groupcollide",
    "spritecollide",
    "spritecollideany",
    "turned",
]


class _Known(NamedTuple):
    """What is made of a picture once."""

    mask: Mask
    rgba: bytes


_pictures: weakref.WeakKeyDictionary[pygame.Surface, _Known] = weakref.WeakKeyDictionary()


def _known(picture: pygame.Surface) -> _Known:
    """A picture's mask and pixels; pictures are taken to stay as they are."""
    known = _pictures.get(picture)
    if known is None:
        rgba = pygame.image.tobytes(picture, "RGBA")
        known = _pictures[picture] = _Known(Mask.from_surface(picture), rgba)
    return known


class Sprite(pygame.sprite.Sprite):
    """A pygame Sprite that turns and scales: what is drawn is what hits."""

    image: pygame.Surface
    rect: pygame.Rect
    #: In degrees, counter-clockwise.
    angle: float = 0.0
    #: One number, or one for each axis; negative ones mirror.
    scale: float | tuple[float, float] = 1.0
    #: Where it stands, finer than the middle of `rect`.
    position: tuple[float, float] | None = None

    def form(self) -> Form:
        """The sprite as it stands, for `kasuri.query`."""
        return _mask(self).place(_middle(self), -radians(self.angle), self.scale)

    def draw(self, surface: pygame.Surface) -> pygame.Rect:
        """Draws it as it stands, exactly the pixels that hit; returns the box that was drawn to."""
        picture, corner = turned(self.image, _middle(self), self.angle, self.scale, _mask(self))
        return surface.blit(picture, corner)


class Group(_Group):
    """A pygame Group that draws its sprites turned."""

    def draw(self, surface: pygame.Surface, *args: Any, **kwargs: Any) -> list[pygame.Rect | pygame.FRect]:
        """Draws all of them; those of pygame as pygame does."""
        drawn: list[pygame.Rect | pygame.FRect] = []
        for sprite in self.sprites():
            if isinstance(sprite, Sprite):
                self.spritedict[sprite] = box = sprite.draw(surface)
            else:
                self.spritedict[sprite] = box = surface.blit(sprite.image, sprite.rect)
            drawn.append(box)
        self.lostsprites = []
        return drawn


def turned(
    picture: pygame.Surface,
    at: tuple[float, float],
    angle: float = 0.0,
    scale: float | tuple[float, float] = 1.0,
    mask: Mask | None = None,
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A picture turned about its middle at `at`, and where its corner goes: exactly the pixels that hit."""
    mask = _known(picture).mask if mask is None else mask
    painted = mask.place(at, -radians(angle), scale).painted(_known(picture).rgba)
    if painted is None:
        return pygame.Surface((1, 1), pygame.SRCALPHA), (int(at[0]), int(at[1]))
    rgba, size, corner = painted
    return pygame.image.frombuffer(rgba, size, "RGBA"), corner


def _mask(sprite: Any) -> Mask:
    """A sprite's own mask, or that of its picture."""
    mask = getattr(sprite, "mask", None)
    if mask is None:
        return _known(sprite.image).mask
    return mask if isinstance(mask, Mask) else Mask.from_pygame(mask)


def _middle(sprite: Sprite) -> tuple[float, float]:
    if sprite.position is not None:
        return sprite.position
    x, y, width, height = sprite.rect
    return x + width / 2, y + height / 2


def _form(sprite: Any) -> Form:
    """Any sprite as it stands."""
    if isinstance(sprite, Sprite):
        return sprite.form()
    return _mask(sprite).place(tuple(sprite.rect[:2]), pivot=(0, 0))


def _is_plain(sprite: Any) -> bool:
    """Whether it stands as pygame has it, texel by pixel."""
    return not isinstance(sprite, Sprite) or (
        sprite.angle == 0 and sprite.scale in (1, (1, 1)) and sprite.position is None
    )


def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """Where two sprites overlap to the pixel, from the corner of the left one's `rect`; None where they do not.

    The common pixel with the smallest (y, x).
    """
    if _is_plain(left) and _is_plain(right):
        offset = right.rect[0] - left.rect[0], right.rect[1] - left.rect[1]
        return _mask(left).overlap(_mask(right), offset)
    common = query.overlap(_form(left), _form(right))
    if common is None:
        return None
    x, y = common.first  # type: ignore[union-attr]
    return x - left.rect[0], y - left.rect[1]


def spritecollide(
    sprite: Any, group: Any, dokill: bool, collided: Callable[[Any, Any], Any] | None = collide_mask
) -> list[Any]:
    """The sprites of a group that a sprite hits, to the pixel. They are removed from their groups with `dokill`.

    Another function of two sprites may say what a hit is, as in pygame; None says that rects decide.
    """
    if collided is not collide_mask:
        return pygame.sprite.spritecollide(sprite, group, dokill, collided)
    others = list(group)
    hit = [others[k] for _, k in query.pairs([_form(sprite)], [_form(other) for other in others])]
    if dokill:
        for other in hit:
            other.kill()
    return hit


def spritecollideany(
    sprite: Any, group: Any, collided: Callable[[Any, Any], Any] | None = collide_mask
) -> Any:
    """A sprite of a group that a sprite hits, the first; None where it hits none."""
    if collided is not collide_mask:
        return pygame.sprite.spritecollideany(sprite, group, collided)
    return next(iter(spritecollide(sprite, group, False)), None)


def groupcollide(
    groupa: Any,
    groupb: Any,
    dokilla: bool,
    dokillb: bool,
    collided: Callable[[Any, Any], Any] | None = collide_mask,
) -> dict[Any, list[Any]]:
    """Which sprites of a group hit which of another, to the pixel: a dictionary of those of the first.

    `dokilla` and `dokillb` remove those that hit. As in pygame, a sprite of the second group that is killed is hit by the
    first one only.
    """
    if collided is not collide_mask:
        return pygame.sprite.groupcollide(groupa, groupb, dokilla, dokillb, collided)
    firsts, seconds = list(groupa), list(groupb)
    hits: dict[Any, list[Any]] = {}
    killed = set()
    for i, k in query.pairs([_form(one) for one in firsts], [_form(one) for one in seconds]).tolist():
        if k in killed:
            continue
        hits.setdefault(firsts[i], []).append(seconds[k])
        if dokillb:
            killed.add(k)
    for k in killed:
        seconds[k].kill()
    if dokilla:
        for one in hits:
            one.kill()
    return hits
