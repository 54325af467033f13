"""Sprites of Arcade 3 that hit exactly as they look, turned, scaled and mirrored: a game changes one import.

Instead of ``from arcade import check_for_collision_with_list``::

    from kasuri.arcade import check_for_collision_with_list

The functions have Arcade's names, arguments and meanings. The pixels of the texture decide, not the hit box: those with an
alpha of at least 128 hit. As in Arcade, a sprite that is not visible still hits. `groupcollide` is what Arcade lacks: all hits
between two lists at once.

Arcade's y axis goes up, and Kasuri's goes down: `form` returns what a sprite covers for `kasuri.query`, at (x, -y).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from arcade import BasicSprite, Texture
from arcade.sprite_list import SpriteSequence

from . import query
from ._kasuri import Form, Mask
from ._sprites import Kept, meet, pairs, placed

__all__ = [
    "check_for_collision",
    "check_for_collision_with_list",
    "check_for_collision_with_lists",
    "form",
    "get_sprites_at_point",
    "groupcollide",
]

_Sprite = TypeVar("_Sprite", bound=BasicSprite)
_Other = TypeVar("_Other", bound=BasicSprite)

_masks: Kept[Mask] = Kept()


def _mask(texture: Texture) -> Mask:
    """Returns the mask of a texture, as its transforms draw it. The key names the pixels: Arcade hashes them."""
    key = texture.image_data.hash, texture._vertex_order, texture.size

    def make() -> Mask:
        pixels = _oriented(np.asarray(texture.image.convert("RGBA")), texture._vertex_order)
        mask = Mask.from_rgba(np.ascontiguousarray(pixels))
        width, height = texture.size
        # Sprites of one colour share a small picture.
        is_solid = (width, height) != mask.get_size() and mask.count() == pixels.shape[0] * pixels.shape[1]
        return Mask((int(width), int(height)), fill=True) if is_solid else mask

    return _masks.of(key, make)


def _oriented(pixels: Any, order: tuple[int, int, int, int]) -> Any:
    """Returns the rows of a picture turned and mirrored so that its corners are in this order."""
    corners, wanted = np.arange(4).reshape(2, 2), np.reshape(order, (2, 2))
    for start, other in ((corners, pixels), (corners[:, ::-1], pixels[:, ::-1])):
        for quarters in range(4):
            if (np.rot90(start, quarters) == wanted).all():
                return np.rot90(other, quarters)
    raise ValueError(f"{order} is no order of a rectangle's corners")


def form(sprite: BasicSprite) -> Form | None:
    """Returns the placed form of a sprite, for `kasuri.query`, where y goes down; None if it covers nothing.

    >>> import arcade
    >>> from kasuri import query
    >>> from kasuri.arcade import form
    >>> ship = arcade.SpriteSolidColor(20, 4, 50, 60)
    >>> query.contains(form(ship), (59, -60))
    True
    """
    mask = _mask(sprite.texture)
    (width, height), size, (scale_x, scale_y) = mask.get_size(), sprite.texture.size, sprite.scale
    x, y = sprite.position
    # Arcade turns clockwise. Basic sprites have no public angle.
    return placed(mask, (x, -y), -sprite._angle, (scale_x * size[0] / width, scale_y * size[1] / height), None)


def _check(sprite: Any, place: int) -> None:
    if not isinstance(sprite, BasicSprite):
        raise TypeError(f"parameter {place} is to be a sprite of Arcade, not {type(sprite).__name__}")


def _check_list(sprites: Any, place: int) -> None:
    if not isinstance(sprites, SpriteSequence):
        raise TypeError(f"parameter {place} is to be a SpriteList, not {type(sprites).__name__}")


def _near(sprite: BasicSprite, sprites: Iterable[_Other]) -> list[_Other]:
    """Returns the sprites whose middle is so near that they may hit, others than the sprite itself."""
    (x, y), reach = sprite.position, abs(sprite.width) + abs(sprite.height)
    near = []
    for other in sprites:
        other_x, other_y = other._position
        # No pixel is farther from the middle than half of width and height together; a pixel more is for rounding.
        far = (reach + abs(other._width) + abs(other._height)) / 2 + 1
        if -far <= other_x - x <= far and -far <= other_y - y <= far and other is not sprite:
            near.append(other)
    return near


def _hit(sprite: BasicSprite, sprites: Iterable[_Other]) -> list[_Other]:
    near = _near(sprite, sprites)
    if not near:
        return []
    return [near[k] for _, k in pairs([form(sprite)], [form(other) for other in near])]


def check_for_collision(sprite1: BasicSprite, sprite2: BasicSprite) -> bool:
    """Whether two sprites have a pixel in common.

    >>> import arcade
    >>> from kasuri.arcade import check_for_collision
    >>> ship, rock = arcade.SpriteSolidColor(20, 4, 50, 50), arcade.SpriteSolidColor(4, 20, 57, 55)
    >>> check_for_collision(ship, rock)
    True
    >>> ship.angle = 90
    >>> check_for_collision(ship, rock)
    False
    """
    _check(sprite1, 1)
    _check(sprite2, 2)
    return meet(form(sprite1), form(sprite2))


def check_for_collision_with_list(
    sprite: BasicSprite, sprite_list: SpriteSequence[_Other], method: int = 0
) -> list[_Other]:
    """Returns the sprites of a list that a sprite hits, in the list's order. `method` is Arcade's and changes nothing.

    >>> import arcade
    >>> from kasuri.arcade import check_for_collision_with_list
    >>> rocks = arcade.SpriteList()
    >>> rocks.extend(arcade.SpriteSolidColor(10, 10, x, 50) for x in (55, 90))
    >>> check_for_collision_with_list(arcade.SpriteSolidColor(20, 4, 50, 50), rocks) == [rocks[0]]
    True
    """
    _check(sprite, 1)
    _check_list(sprite_list, 2)
    return _hit(sprite, sprite_list)


def check_for_collision_with_lists(
    sprite: BasicSprite, sprite_lists: Iterable[SpriteSequence[_Other]], method: int = 1
) -> list[_Other]:
    """Returns the sprites of several lists that a sprite hits. `method` is Arcade's and changes nothing.

    >>> import arcade
    >>> from kasuri.arcade import check_for_collision_with_lists
    >>> rocks, coins = arcade.SpriteList(), arcade.SpriteList()
    >>> rocks.append(arcade.SpriteSolidColor(10, 10, 55, 50))
    >>> coins.append(arcade.SpriteSolidColor(10, 10, 45, 50))
    >>> ship = arcade.SpriteSolidColor(20, 4, 50, 50)
    >>> check_for_collision_with_lists(ship, [rocks, coins]) == [rocks[0], coins[0]]
    True
    """
    _check(sprite, 1)
    return [hit for sprite_list in sprite_lists for hit in check_for_collision_with_list(sprite, sprite_list)]


def get_sprites_at_point(point: tuple[float, float], sprite_list: SpriteSequence[_Other]) -> list[_Other]:
    """Returns the sprites of a list that have a pixel at a point.

    >>> import arcade
    >>> from kasuri.arcade import get_sprites_at_point
    >>> rocks = arcade.SpriteList()
    >>> rocks.append(arcade.SpriteSolidColor(20, 4, 50, 50, angle=45))
    >>> get_sprites_at_point((56, 44), rocks) == [rocks[0]], get_sprites_at_point((56, 56), rocks)
    (True, [])
    """
    _check_list(sprite_list, 2)
    x, y = float(point[0]), -float(point[1])
    found = []
    for sprite in sprite_list:
        covered = form(sprite)
        if covered is not None and query.contains(covered, (x, y)):
            found.append(sprite)
    return found


def groupcollide(first: SpriteSequence[_Sprite], second: SpriteSequence[_Other]) -> list[tuple[_Sprite, _Other]]:
    """Returns all pairs of sprites of two lists that hit, in the order of the first list and then of the second.

    >>> import arcade
    >>> from kasuri.arcade import groupcollide
    >>> shots, rocks = arcade.SpriteList(), arcade.SpriteList()
    >>> shots.extend(arcade.SpriteSolidColor(4, 4, x, 50) for x in (50, 70))
    >>> rocks.append(arcade.SpriteSolidColor(10, 10, 55, 50))
    >>> groupcollide(shots, rocks) == [(shots[0], rocks[0])]
    True
    """
    _check_list(first, 1)
    _check_list(second, 2)
    ones, others = list(first), list(second)
    hits = pairs([form(one) for one in ones], [form(other) for other in others])
    return [(ones[i], others[k]) for i, k in hits if ones[i] is not others[k]]
