"""pygame's sprites and collision functions, exact for sprites that turn: a game changes one import.

Instead of ``from pygame.sprite import Sprite, Group, spritecollide, groupcollide, collide_mask``::

    from kasuri.pygame import Sprite, Group, spritecollide, groupcollide, collide_mask

A Sprite of this module has, in addition to pygame's ``image`` and ``rect``, an ``angle`` in degrees, counter-clockwise as in
``pygame.transform.rotate``, and a ``scale``, one number or two; a negative scale mirrors. Both may change in every frame.
``image`` and ``rect`` stay those of the loaded picture, and the middle of ``rect`` is the sprite's position; ``position``, a
pair of floats, overrides it with subpixel precision. A Group draws its sprites turned, exactly the pixels that hit.

pygame's own sprites work together with these: their form is their ``mask`` at their ``rect``, as in pygame.
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
    """The data made once from each picture."""

    mask: Mask
    rgba: bytes


_pictures: weakref.WeakKeyDictionary[pygame.Surface, _Known] = weakref.WeakKeyDictionary()


def _known(picture: pygame.Surface) -> _Known:
    """Returns a picture's mask and pixels. They are cached, so pictures must not change."""
    known = _pictures.get(picture)
    if known is None:
        rgba = pygame.image.tobytes(picture, "RGBA")
        known = _pictures[picture] = _Known(Mask.from_surface(picture), rgba)
    return known


class Sprite(pygame.sprite.Sprite):
    """A pygame Sprite that turns and scales. Exactly the pixels that are drawn hit."""

    image: pygame.Surface
    rect: pygame.Rect
    #: The angle in degrees, counter-clockwise.
    angle: float = 0.0
    #: One number, or one for each axis; negative ones mirror.
    scale: float | tuple[float, float] = 1.0
    #: The position of its middle, with subpixel precision; None takes the middle of `rect`.
    position: tuple[float, float] | None = None

    def form(self) -> Form:
        """Returns the placed form of the sprite, for `kasuri.query`."""
        return _mask(self).place(_middle(self), -radians(self.angle), self.scale)

    def draw(self, surface: pygame.Surface) -> pygame.Rect:
        """Draws exactly the pixels that hit; returns the box that was drawn to."""
        picture, corner = turned(self.image, _middle(self), self.angle, self.scale, _mask(self))
        return surface.blit(picture, corner)


class Group(_Group):
    """A pygame Group that draws its sprites turned."""

    def draw(self, surface: pygame.Surface, *args: Any, **kwargs: Any) -> list[pygame.Rect | pygame.FRect]:
        """Draws all sprites; pygame's own sprites as pygame does."""
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
    """Returns a picture turned about its middle at `at`, and the position of its corner. It has exactly the pixels that hit."""
    mask = _known(picture).mask if mask is None else mask
    painted = mask.place(at, -radians(angle), scale).painted(_known(picture).rgba)
    if painted is None:
        return pygame.Surface((1, 1), pygame.SRCALPHA), (int(at[0]), int(at[1]))
    rgba, size, corner = painted
    return pygame.image.frombuffer(rgba, size, "RGBA"), corner


def _mask(sprite: Any) -> Mask:
    """Returns a sprite's own mask, or the mask of its picture."""
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
    """Returns the placed form of any sprite."""
    if isinstance(sprite, Sprite):
        return sprite.form()
    return _mask(sprite).place(tuple(sprite.rect[:2]), pivot=(0, 0))


def _is_plain(sprite: Any) -> bool:
    """Whether the sprite is placed as in pygame: unturned, unscaled, at its rect."""
    return not isinstance(sprite, Sprite) or (
        sprite.angle == 0 and sprite.scale in (1, (1, 1)) and sprite.position is None
    )


def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """Returns the first common pixel of two sprites, relative to the corner of the left one's `rect`; None if there is none.

    This is the common pixel with the smallest (y, x).
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
    """Returns the sprites of a group that a sprite hits, to the pixel. `dokill` removes them from all their groups.

    As in pygame, `collided` may be another function of two sprites that decides hits; None compares rects.
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
    """Returns the first sprite of a group that a sprite hits; None if it hits none."""
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
    """Returns the hits between two groups, to the pixel: a dictionary from sprites of the first to lists of the second.

    `dokilla` and `dokillb` remove the sprites that hit. As in pygame, a killed sprite of the second group is only in the list of
    the first sprite that hits it.
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
