"""What kasuri.pygame knows of pictures: their masks, their pixels, and what they look like turned."""

from __future__ import annotations

import weakref
from math import floor
from typing import Any

import pygame

from ._kasuri import Mask
from ._sprites import placed

# pygame's own: a program may put kasuri.Mask in their place.
_OwnMask = pygame.mask.Mask
_own_from_surface = pygame.mask.from_surface
# Where these modes find no pixel of the turned picture, white changes nothing; transparent black would.
_WHITE_IS_NOTHING = {pygame.BLEND_MULT, pygame.BLEND_MIN, pygame.BLEND_RGBA_MULT, pygame.BLEND_RGBA_MIN}
# Turned pictures are kept, because many sprites turn by the same steps. These are bytes.
_ROOM = 32 << 20


class Known:
    """What is made once of a picture, as long as its pixels are the same."""

    def __init__(self, picture: pygame.Surface, stamp: Any) -> None:
        self.stamp = stamp
        self.size = picture.get_size()
        self._theirs: Any = _own_from_surface(picture)
        self._ours: Mask | None = None
        self._pixels: bytes | None = None

    @property
    def theirs(self) -> Any:
        """The mask of the picture, as pygame's."""
        return self._theirs

    @property
    def ours(self) -> Mask:
        """The mask of the picture."""
        if self._ours is None:
            self._ours = Mask.from_pygame(self._theirs)
        return self._ours

    def pixels(self, picture: pygame.Surface) -> bytes:
        """Returns the pixels, transparent where the colour key is; their order is that of pygame's fastest surfaces."""
        if self._pixels is None:
            pixels = pygame.image.tobytes(picture, "BGRA")
            if picture.get_colorkey() is not None:
                # pygame gives these pixels with an alpha of 255; its mask knows where they are.
                surface = pygame.image.frombuffer(pixels, self.size, "BGRA").copy()
                self._theirs.to_surface(surface, setcolor=None, unsetcolor=(0, 0, 0, 0))
                pixels = pygame.image.tobytes(surface, "BGRA")
            self._pixels = pixels
        return self._pixels


_pictures: weakref.WeakKeyDictionary[pygame.Surface, Known] = weakref.WeakKeyDictionary()


def known(picture: pygame.Surface) -> Known:
    """Returns what is known of a picture. A picture that was changed in place is looked at anew."""
    palette = picture.get_palette() if picture.get_bitsize() == 8 else None
    stamp = picture.get_buffer().raw, picture.get_colorkey(), palette
    found = _pictures.get(picture)
    if found is None or found.stamp != stamp:
        found = _pictures[picture] = Known(picture, stamp)
    return found


_filled: dict[tuple[int, int], Any] = {}


def filled(width: int, height: int) -> Any:
    """Returns a mask with every bit set: pygame's if it is too large for one of the library. Nobody may change it."""
    if (width, height) not in _filled:
        if len(_filled) >= 256:
            _filled.clear()
        kind: Any = Mask if max(width, height) <= 4096 else _OwnMask
        _filled[width, height] = kind((width, height), fill=True)
    return _filled[width, height]


_turned: dict[Any, tuple[pygame.Surface, int, int] | None] = {}
_taken = 0


def turned(
    picture: pygame.Surface,
    at: tuple[float, float],
    angle: float,
    scale: Any,
    flags: int = 0,
    pivot: tuple[float, float] | None = None,
) -> tuple[pygame.Surface, tuple[int, int]] | None:
    """Returns a picture turned about a texel, its middle if none is given, which is at `at`, for a blit with these flags, and
    its corner; None if it is empty."""
    global _taken
    about = known(picture)
    x, y = floor(at[0]), floor(at[1])
    is_white = flags in _WHITE_IS_NOTHING
    key = about, angle % 360, scale if isinstance(scale, (int, float)) else tuple(scale), at[0] - x, at[1] - y, is_white, pivot
    try:
        found = _turned[key]
    except KeyError:
        if _taken > _ROOM:
            _turned.clear()
            _taken = 0
        found = _turned[key] = _painted(picture, about, (at[0] - x, at[1] - y), angle, scale, is_white, pivot)
        _taken += 256 + (4 * found[0].get_width() * found[0].get_height() if found else 0)
    if found is None:
        return None
    surface, left, top = found
    # A picture without alpha has None, which would turn off the alpha of the pixels here.
    alpha = picture.get_alpha()
    surface.set_alpha(255 if alpha is None else alpha)
    return surface, (x + left, y + top)


def _painted(
    picture: pygame.Surface,
    about: Known,
    at: tuple[float, float],
    angle: float,
    scale: Any,
    is_white: bool,
    pivot: tuple[float, float] | None,
) -> tuple[pygame.Surface, int, int] | None:
    if 0 in about.size:
        return None
    if max(about.size) > 4096:
        # This raises the error that says how large a mask may be: the sprite could not hit, either.
        _ = about.ours
    # The whole picture is placed, not only what hits: pixels of little alpha are drawn, too.
    form = placed(filled(*about.size), at, angle, scale, pivot)
    painted = None if form is None else form.painted(about.pixels(picture))
    if painted is None or form is None:
        return None
    pixels, size, (left, top) = painted
    surface = pygame.image.frombuffer(pixels, size, "BGRA")
    if is_white:
        cover = form.cover()
        if cover is not None:
            x, y, _, _ = cover.bounds()
            surface = cover.to_mask().to_surface(
                surface.copy(), setcolor=None, unsetcolor=(255, 255, 255, 255), dest=(x - left, y - top)
            )
    return surface, left, top
