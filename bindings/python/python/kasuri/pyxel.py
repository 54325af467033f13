"""Pyxel's pictures and tile maps that hit to the pixel, turned and scaled.

::

    from kasuri.pyxel import Sprite, Tiles

A `Sprite` has the arguments of ``pyxel.blt`` and is drawn by them; every pixel that is not of the colour `colkey` hits. A
`Tiles` has those of ``pyxel.bltm``. `draw` draws turned sprites with exactly the pixels that hit. Pictures may be changed at any
time: a mask is made anew for new pixels.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyxel

from ._kasuri import Form, Mask
from ._sprites import Kept, meet, pairs, placed

__all__ = ["Sprite", "Tiles", "bank_mask", "groupcollide", "tile_mask"]

_Pixels = npt.NDArray[np.uint8]

_masks: Kept[Mask] = Kept()
_turned: Kept[Any] = Kept(1024)
# No palette has a colour of this number.
_NOTHING = 255


class Solid(Protocol):
    """What has a form: a `Sprite` or `Tiles`."""

    def form(self) -> Form | None:
        """Returns what it covers."""


def _pixels(img: Any, u: int, v: int, w: int, h: int) -> _Pixels:
    """Returns a part of an image bank, mirrored for negative sizes. Outside of the bank there is nothing to draw."""
    image = pyxel.images[img] if isinstance(img, int) else img
    all_pixels = np.frombuffer(image.data_ptr(), dtype=np.uint8).reshape(image.height, image.width)
    return _part(all_pixels, u, v, w, h)


def _part(all_pixels: _Pixels, u: int, v: int, w: int, h: int) -> _Pixels:
    height, width = all_pixels.shape[:2]
    if not (0 <= u and 0 <= v and u + abs(w) <= width and v + abs(h) <= height and w and h):
        raise ValueError(f"a part of {abs(w)} x {abs(h)} pixels at ({u}, {v}) is not within {width} x {height} pixels")
    part = all_pixels[v : v + abs(h), u : u + abs(w)]
    return part[:: 1 if h > 0 else -1, :: 1 if w > 0 else -1]


def _tile_pixels(tm: Any, u: int, v: int, w: int, h: int) -> _Pixels:
    """Returns the pixels of a part of a tile map; `u`, `v`, `w` and `h` are in pixels."""
    tiles = pyxel.tilemaps[tm] if isinstance(tm, int) else tm
    kinds = np.frombuffer(tiles.data_ptr(), dtype=np.uint16).reshape(tiles.height, tiles.width, 2)
    image = pyxel.images[tiles.imgsrc] if isinstance(tiles.imgsrc, int) else tiles.imgsrc
    bank = np.frombuffer(image.data_ptr(), dtype=np.uint8).reshape(image.height, image.width)
    # Only the tiles of the part are looked up.
    left, top, right, bottom = u // 8, v // 8, (u + abs(w) + 7) // 8, (v + abs(h) + 7) // 8
    if not (0 <= u and 0 <= v and right <= tiles.width and bottom <= tiles.height and w and h):
        raise ValueError(
            f"a part of {abs(w)} x {abs(h)} pixels at ({u}, {v}) is not within {8 * tiles.width} x {8 * tiles.height} pixels"
        )
    kinds = kinds[top:bottom, left:right]
    of_tiles = bank[: image.height // 8 * 8, : image.width // 8 * 8].reshape(image.height // 8, 8, image.width // 8, 8)
    pixels = of_tiles[kinds[:, :, 1], :, kinds[:, :, 0], :].transpose(0, 2, 1, 3)
    pixels = pixels.reshape(8 * kinds.shape[0], 8 * kinds.shape[1])
    return _part(pixels, u - 8 * left, v - 8 * top, w, h)


def _mask(pixels: _Pixels, colkey: int | None) -> Mask:
    key = pixels.tobytes(), pixels.shape, colkey
    return _masks.of(key, lambda: Mask.from_numpy(np.ones_like(pixels) if colkey is None else pixels != colkey))


def bank_mask(img: Any, u: int, v: int, w: int, h: int, colkey: int | None = None) -> Mask:
    """Returns the mask of a part of an image bank, or of an Image: all pixels that are not of the colour `colkey`.

    >>> import pyxel
    >>> from kasuri.pyxel import bank_mask
    >>> pyxel.images[0].set(0, 0, ["0880", "8888"])
    >>> bank_mask(0, 0, 0, 4, 2, colkey=0).to_rows()
    ['.##.', '####']
    """
    return _mask(_pixels(img, u, v, w, h), colkey).copy()


def tile_mask(tm: Any, u: int, v: int, w: int, h: int, colkey: int | None = None) -> Mask:
    """Returns the mask of a part of a tile map: all pixels that are not of the colour `colkey`.

    >>> import pyxel
    >>> from kasuri.pyxel import tile_mask
    >>> pyxel.images[0].rect(8, 8, 8, 8, 3)
    >>> pyxel.tilemaps[0].set(0, 0, ["0001 0101"])
    >>> tile_mask(0, 6, 0, 4, 2, colkey=0).to_rows()
    ['..##', '..##']
    """
    return _mask(_tile_pixels(tm, u, v, w, h), colkey).copy()


class Sprite:
    """A picture with the arguments of ``pyxel.blt``. `rotate` is in degrees, clockwise; `scale` one number or two.

    >>> import pyxel
    >>> from kasuri.pyxel import Sprite
    >>> pyxel.images[0].rect(0, 0, 16, 4, 8)
    >>> ship, rock = Sprite(10, 10, 0, 0, 0, 16, 4), Sprite(20, 16, 0, 0, 0, 4, 4)
    >>> ship.hits(rock)
    False
    >>> ship.rotate = 45
    >>> ship.hits(rock)
    True
    """

    def __init__(
        self,
        x: float,
        y: float,
        img: Any,
        u: int,
        v: int,
        w: int,
        h: int,
        colkey: int | None = None,
        rotate: float = 0.0,
        scale: Any = 1.0,
    ) -> None:
        self.x, self.y, self.img, self.u, self.v, self.w, self.h = x, y, img, u, v, w, h
        self.colkey, self.rotate, self.scale = colkey, rotate, scale

    def _middle(self) -> tuple[float, float]:
        return self.x + abs(self.w) / 2, self.y + abs(self.h) / 2

    def form(self) -> Form | None:
        """Returns what the sprite covers, for `kasuri.query`; None if that is nothing.

        >>> import pyxel
        >>> from kasuri import query
        >>> from kasuri.pyxel import Sprite
        >>> pyxel.images[0].rect(0, 0, 16, 4, 8)
        >>> query.contains(Sprite(10, 10, 0, 0, 0, 16, 4, colkey=0).form(), (25, 11))
        True
        """
        mask = _mask(_pixels(self.img, self.u, self.v, self.w, self.h), self.colkey)
        return placed(mask, self._middle(), -self.rotate, self.scale, None)

    def draw(self) -> None:
        """Draws the sprite with exactly the pixels that hit.

        >>> import pyxel
        >>> from kasuri.pyxel import Sprite
        >>> pyxel.images[0].rect(0, 0, 16, 4, 8)
        >>> Sprite(10, 10, 0, 0, 0, 16, 4, rotate=90).draw()
        >>> pyxel.pget(18, 5), pyxel.pget(11, 12)
        (8, 0)
        """
        if self.rotate % 360 == 0 and self.scale == 1:
            # The middle of a pixel decides what is drawn there.
            corner = ceil(self.x - 0.5), ceil(self.y - 0.5)
            pyxel.blt(*corner, self.img, self.u, self.v, self.w, self.h, self.colkey)
            return
        pixels = _pixels(self.img, self.u, self.v, self.w, self.h)
        x, y = self._middle()
        left, top = int(x // 1), int(y // 1)
        scale = self.scale if isinstance(self.scale, (int, float)) else tuple(self.scale)
        key = pixels.tobytes(), pixels.shape, self.colkey, self.rotate % 360, scale, x - left, y - top
        made = _turned.of(key, lambda: self._turned(pixels, (x - left, y - top)))
        if made is not None:
            image, (dx, dy) = made
            pyxel.blt(left + dx, top + dy, image, 0, 0, image.width, image.height, _NOTHING)

    def _turned(self, pixels: _Pixels, at: tuple[float, float]) -> Any:
        """Returns an image of the turned pixels, and where its corner is; None if nothing is covered."""
        form = placed(_mask(pixels, self.colkey), at, -self.rotate, self.scale, None)
        found = None if form is None else form.texels()
        if found is None or not len(found[0]):
            return None
        covered, texels = found
        corner, end = covered.min(axis=0), covered.max(axis=0) + 1
        image = pyxel.Image(*(end - corner).tolist())
        drawn = np.frombuffer(image.data_ptr(), dtype=np.uint8).reshape(image.height, image.width)
        drawn[:] = _NOTHING
        at_pixels = covered - corner
        drawn[at_pixels[:, 1], at_pixels[:, 0]] = pixels[texels[:, 1], texels[:, 0]]
        return image, tuple(corner.tolist())

    def hits(self, other: Solid) -> bool:
        """Whether the sprite has a pixel in common with another one, or with tiles.

        >>> import pyxel
        >>> from kasuri.pyxel import Sprite
        >>> pyxel.images[0].rect(0, 0, 16, 4, 8)
        >>> ship = Sprite(10, 10, 0, 0, 0, 16, 4)
        >>> ship.hits(Sprite(25, 13, 0, 0, 0, 16, 4)), ship.hits(Sprite(25, 14, 0, 0, 0, 16, 4))
        (True, False)
        """
        return meet(self.form(), other.form())

    def hits_of(self, others: Iterable[Solid]) -> list[int]:
        """Returns the indices of those that the sprite hits.

        >>> import pyxel
        >>> from kasuri.pyxel import Sprite
        >>> pyxel.images[0].rect(0, 0, 16, 4, 8)
        >>> rocks = [Sprite(x, 10, 0, 0, 0, 4, 4) for x in (50, 20, 10)]
        >>> Sprite(10, 10, 0, 0, 0, 16, 4).hits_of(rocks)
        [1, 2]
        """
        return [k for _, k in pairs([self.form()], [other.form() for other in others])]


class Tiles:
    """A part of a tile map, with the arguments of ``pyxel.bltm``; sizes are in pixels. Parts have at most 4096 a side.

    >>> import pyxel
    >>> from kasuri.pyxel import Sprite, Tiles
    >>> pyxel.images[0].rect(8, 8, 8, 8, 3)
    >>> pyxel.tilemaps[0].set(0, 0, ["0001 0101"])
    >>> level = Tiles(0, 0, 0, 0, 0, 16, 8, colkey=0)
    >>> Sprite(4, 2, 0, 8, 8, 8, 8).hits(level), Sprite(0, 20, 0, 8, 8, 8, 8).hits(level)
    (True, False)
    """

    def __init__(
        self, x: float, y: float, tm: Any, u: int, v: int, w: int, h: int, colkey: int | None = None
    ) -> None:
        self.x, self.y, self.tm, self.u, self.v, self.w, self.h, self.colkey = x, y, tm, u, v, w, h, colkey

    def form(self) -> Form | None:
        """Returns what the tiles cover, for `kasuri.query`; None if that is nothing.

        >>> import pyxel
        >>> from kasuri import query
        >>> from kasuri.pyxel import Tiles
        >>> pyxel.images[0].rect(8, 8, 8, 8, 3)
        >>> pyxel.tilemaps[0].set(0, 0, ["0001 0101"])
        >>> query.contains(Tiles(0, 0, 0, 0, 0, 16, 8, colkey=0).form(), (12, 4))
        True
        """
        mask = _mask(_tile_pixels(self.tm, self.u, self.v, self.w, self.h), self.colkey)
        return placed(mask, (self.x, self.y), 0.0, 1.0, (0.0, 0.0))

    def draw(self) -> None:
        """Draws the tiles.

        >>> import pyxel
        >>> from kasuri.pyxel import Tiles
        >>> pyxel.images[0].rect(8, 8, 8, 8, 3)
        >>> pyxel.tilemaps[0].set(0, 0, ["0001 0101"])
        >>> Tiles(40, 40, 0, 0, 0, 16, 8, colkey=0).draw()
        >>> pyxel.pget(50, 44)
        3
        """
        pyxel.bltm(
            ceil(self.x - 0.5), ceil(self.y - 0.5), self.tm, self.u, self.v, self.w, self.h, self.colkey
        )


def groupcollide(firsts: Iterable[Solid], seconds: Iterable[Solid]) -> list[tuple[int, int]]:
    """Returns which sprites of two lists hit, by their indices, in order.

    >>> import pyxel
    >>> from kasuri.pyxel import Sprite, groupcollide
    >>> pyxel.images[0].rect(0, 0, 16, 4, 8)
    >>> ships = [Sprite(10, y, 0, 0, 0, 16, 4) for y in (10, 50)]
    >>> groupcollide(ships, [Sprite(20, 12, 0, 0, 0, 4, 4)])
    [(0, 0)]
    """
    return pairs([one.form() for one in firsts], [other.form() for other in seconds])
