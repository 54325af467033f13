"""All of ``pygame.sprite``, and sprites that turn and hit exactly as drawn: a game changes one import.

Instead of ``from pygame.sprite import Sprite, Group, spritecollide, collide_mask``::

    from kasuri.pygame import Sprite, Group, spritecollide, collide_mask

Everything has pygame's names and meanings. A Sprite of this module has three attributes more; a sprite that sets one of them is
drawn turned by its Groups, and hits exactly as it is drawn:

- ``drawn_angle``, in degrees, counter-clockwise as in ``pygame.transform.rotate``;
- ``drawn_scale``, one number or two; a negative one mirrors;
- ``drawn_at``, the position of its middle, with fractions of pixels; None takes ``rect``.

``image`` and ``rect`` stay those of the loaded picture. A game's own ``angle``, ``scale`` or ``position`` mean nothing here, so
a game that turns its pictures with ``pygame.transform`` looks and hits as before. A sprite whose DirtySprite.visible is 0, or
whose picture has alpha 0, does not hit by mask. A sprite that has only a rect is as solid as its rect. Where a turned sprite is
drawn or compared, pictures and masks have at most 4096 pixels a side; larger ones raise a `kasuri.Error`.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import Any

import pygame
from pygame.sprite import collide_circle, collide_circle_ratio, collide_rect, collide_rect_ratio

from . import _sprites, query
from ._kasuri import Mask, _keep_pygame, _near
from ._pictures import filled, known
from ._pictures import turned as _turned
from ._sprites import placed

_keep_pygame()
from_surface = Mask.from_surface
from_threshold = Mask.from_threshold

__all__ = [
    "AbstractGroup",
    "DirtySprite",
    "Group",
    "GroupSingle",
    "LayeredDirty",
    "LayeredUpdates",
    "Mask",
    "OrderedUpdates",
    "RenderClear",
    "RenderPlain",
    "RenderUpdates",
    "Sprite",
    "collide_circle",
    "collide_circle_ratio",
    "collide_mask",
    "collide_rect",
    "collide_rect_ratio",
    "from_surface",
    "from_threshold",
    "groupcollide",
    "spritecollide",
    "spritecollideany",
    "turned",
]

# pygame's own: a program may put those of this module in their place.
_own_spritecollide = pygame.sprite.spritecollide
_own_spritecollideany = pygame.sprite.spritecollideany
_own_groupcollide = pygame.sprite.groupcollide
_own_collide_mask = pygame.sprite.collide_mask
_own_kill = pygame.sprite.Sprite.kill
_OwnDirtySprite = pygame.sprite.DirtySprite
_OwnLayeredDirty = pygame.sprite.LayeredDirty

_ATTRIBUTES = {"drawn_angle", "drawn_scale", "drawn_at"}


class _Drawn:
    """An attribute that makes a sprite drawn turned as soon as it is set."""

    def __init__(self, default, doc):
        self.default = default
        self.__doc__ = doc

    def __set_name__(self, owner, name):
        self.kept = "_" + name

    def __get__(self, sprite, owner=None):
        return self if sprite is None else sprite.__dict__.get(self.kept, self.default)

    def __set__(self, sprite, value):
        sprite.__dict__[self.kept] = value
        sprite._is_drawn = True


class Sprite(pygame.sprite.Sprite):
    """A pygame Sprite. One that sets `drawn_angle`, `drawn_scale` or `drawn_at` is drawn turned, and hits as drawn.

    >>> import pygame
    >>> from kasuri.pygame import Sprite
    >>> ship = Sprite()
    >>> ship.image, ship.rect = pygame.Surface((20, 4)), pygame.Rect(40, 48, 20, 4)
    >>> ship.drawn_angle = 90
    >>> ship.drawn_form()
    <Form(sprite at (50, 50))>
    """

    drawn_angle = _Drawn(0.0, "The angle in degrees, counter-clockwise.")
    drawn_scale = _Drawn(1.0, "One number, or one for each axis; negative ones mirror. Through 0 it covers nothing.")
    drawn_at = _Drawn(None, "The position of its middle, with fractions of pixels; None takes `rect`.")
    _is_drawn = False

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if not _ATTRIBUTES.isdisjoint(vars(cls)):
            cls._is_drawn = True

    def drawn_form(self):
        """Returns the placed form of the sprite, for `kasuri.query`; None if it covers nothing.

        >>> import pygame
        >>> from kasuri import query
        >>> from kasuri.pygame import Sprite
        >>> ship = Sprite()
        >>> ship.rect, ship.drawn_angle = pygame.Rect(40, 48, 20, 4), 90
        >>> query.contains(ship.drawn_form(), (50, 57)), query.contains(ship.drawn_form(), (57, 50))
        (True, False)
        """
        return _form(self)

    def drawn_picture(self):
        """Returns the picture as it is drawn, and the position of its corner: the arguments of `Surface.blit`.

        >>> import pygame
        >>> from kasuri.pygame import Sprite
        >>> ship = Sprite()
        >>> ship.image, ship.rect, ship.drawn_angle = pygame.Surface((20, 4)), pygame.Rect(40, 48, 20, 4), 90
        >>> picture, corner = ship.drawn_picture()
        >>> picture.get_size(), corner
        ((4, 20), (48, 40))
        """
        picture, at = _picture(self), _middle(self)
        return turned(picture, at, self.drawn_angle, self.drawn_scale)


class DirtySprite(Sprite, pygame.sprite.DirtySprite):
    """A pygame DirtySprite that may be drawn turned. Set `dirty` after a turn, as after a move."""


class _StandIn:
    """What pygame's groups draw instead of a turned sprite. In dictionaries it is the sprite."""

    def __init__(self, sprite, flags):
        self.sprite = sprite
        self.source_rect = None
        at = _middle(sprite)
        drawn = _turned(_picture(sprite), at, sprite.drawn_angle, sprite.drawn_scale, flags)
        self.image, corner = drawn or (pygame.Surface((0, 0)), (int(at[0]), int(at[1])))
        self.rect = self.image.get_rect(topleft=corner)

    def __hash__(self):
        return hash(self.sprite)

    def __eq__(self, other):
        return other is self or other is self.sprite or self.sprite == other

    def __getattr__(self, name):
        return getattr(self.sprite, name)

    @property
    def dirty(self):
        return self.sprite.dirty

    @dirty.setter
    def dirty(self, value):
        self.sprite.dirty = value


def _shown(sprites, flags):
    """Returns the sprites, each that is turned as its stand-in; None if none is turned."""
    if not any([getattr(sprite, "_is_drawn", False) for sprite in sprites]):
        return None

    def shown(sprite):
        is_turned = getattr(sprite, "_is_drawn", False) and _is_turned(sprite) and sprite.image is not None
        return _StandIn(sprite, getattr(sprite, "blendmode", 0) if flags is None else flags) if is_turned else sprite

    return [shown(sprite) for sprite in sprites]


class AbstractGroup(pygame.sprite.AbstractGroup):
    """A pygame AbstractGroup that draws turned sprites turned, and all others as pygame does."""

    def draw(self, surface, bgd=None, special_flags=0):
        """Draws all sprites; returns the boxes that changed, as pygame's groups of this kind do.

        >>> import pygame
        >>> from kasuri.pygame import RenderUpdates, Sprite
        >>> ship, screen = Sprite(), pygame.Surface((100, 100))
        >>> ship.image, ship.rect = pygame.Surface((20, 4)), pygame.Rect(40, 48, 20, 4)
        >>> ship.drawn_angle = 90
        >>> [tuple(box) for box in RenderUpdates(ship).draw(screen)]
        [(48, 40, 4, 20)]
        """
        shown = _shown(self.sprites(), special_flags)
        if shown is None:
            return super().draw(surface, bgd, special_flags)
        # pygame's own drawing asks for the sprites; it gets the stand-ins.
        self.sprites = lambda: shown
        try:
            return super().draw(surface, bgd, special_flags)
        finally:
            del self.sprites


class Group(AbstractGroup, pygame.sprite.Group):
    """A pygame Group that draws turned sprites turned."""


class RenderPlain(Group, pygame.sprite.RenderPlain):
    """A pygame RenderPlain that draws turned sprites turned."""


class RenderClear(Group, pygame.sprite.RenderClear):
    """A pygame RenderClear that draws turned sprites turned."""


class RenderUpdates(Group, pygame.sprite.RenderUpdates):
    """A pygame RenderUpdates that draws turned sprites turned."""


class OrderedUpdates(RenderUpdates, pygame.sprite.OrderedUpdates):
    """A pygame OrderedUpdates that draws turned sprites turned."""


class LayeredUpdates(AbstractGroup, pygame.sprite.LayeredUpdates):
    """A pygame LayeredUpdates that draws turned sprites turned."""


class LayeredDirty(LayeredUpdates, pygame.sprite.LayeredDirty):
    """A pygame LayeredDirty that draws turned sprites turned."""

    def draw(self, surface, bgd=None, special_flags=None):
        """Draws what is dirty; returns the boxes that changed.

        >>> import pygame
        >>> from kasuri.pygame import DirtySprite, LayeredDirty
        >>> ship, screen = DirtySprite(), pygame.Surface((100, 100))
        >>> ship.image, ship.rect, ship.drawn_angle = pygame.Surface((20, 4)), pygame.Rect(40, 48, 20, 4), 90
        >>> group = LayeredDirty(ship)
        >>> [tuple(box) for box in group.draw(screen)]
        [(0, 0, 100, 100)]
        >>> [tuple(box) for box in group.draw(screen)]
        [(48, 40, 4, 20)]
        """
        sprites = self._spritelist
        shown = _shown(sprites, special_flags)
        if shown is None:
            return _OwnLayeredDirty.draw(self, surface, bgd, special_flags)
        self._spritelist = shown
        try:
            return _OwnLayeredDirty.draw(self, surface, bgd, special_flags)
        finally:
            self._spritelist = sprites


class GroupSingle(AbstractGroup, pygame.sprite.GroupSingle):
    """A pygame GroupSingle that draws a turned sprite turned."""

    def copy(self):
        """Returns another group with the same sprite.

        >>> from kasuri.pygame import GroupSingle, Sprite
        >>> player = GroupSingle(Sprite())
        >>> player.copy().sprite is player.sprite
        True
        """
        return GroupSingle(self.sprite)


def turned(picture, at, angle=0.0, scale=1.0):
    """Returns a picture turned about its middle at `at`, and the position of its corner.

    Every pixel of the picture is there, also those of little alpha. Those with an alpha above 127 are the pixels that hit.

    >>> import pygame
    >>> from kasuri.pygame import turned
    >>> picture, corner = turned(pygame.Surface((20, 4)), (50, 50), angle=90)
    >>> picture.get_size(), corner
    ((4, 20), (48, 40))
    """
    drawn = _turned(picture, at, angle, scale)
    if drawn is None:
        return pygame.Surface((1, 1), pygame.SRCALPHA), (int(at[0]), int(at[1]))
    surface, corner = drawn
    return surface.copy(), corner


def _picture(sprite):
    """Returns the part of a sprite's image that is drawn."""
    part = getattr(sprite, "source_rect", None)
    image = sprite.image
    return image if part is None else image.subsurface(image.get_rect().clip(part))


def _size(sprite):
    """Returns the size of what is drawn: that of the picture, the mask, or the rect."""
    if getattr(sprite, "image", None) is not None:
        return _picture(sprite).get_size()
    mask = getattr(sprite, "mask", None)
    return sprite.rect[2:4] if mask is None else mask.get_size()


def _middle(sprite):
    """Returns the position of a sprite's middle. pygame draws a picture at the whole pixels of its rect's corner."""
    if sprite.drawn_at is not None:
        return sprite.drawn_at[0], sprite.drawn_at[1]
    (width, height), rect = _size(sprite), sprite.rect
    return int(rect[0]) + width / 2, int(rect[1]) + height / 2


def _is_turned(sprite):
    scale = sprite.drawn_scale
    is_scaled = scale != 1 if isinstance(scale, (int, float)) else tuple(scale) != (1, 1)
    return is_scaled or sprite.drawn_angle % 360 != 0 or sprite.drawn_at is not None


def _is_hidden(sprite):
    """Whether nothing of a sprite is seen. Its mask may say otherwise."""
    if isinstance(sprite, _OwnDirtySprite) and not sprite.visible:
        return True
    image = getattr(sprite, "image", None)
    return image is not None and image.get_alpha() == 0


def _solid(sprite, theirs=False):
    """Returns the mask of a sprite without a mask of its own: that of its picture, or as solid as its rect."""
    image = getattr(sprite, "image", None)
    if image is not None:
        about = known(image)
        return about.theirs if theirs or max(about.size) > 4096 else about.ours
    return filled(abs(int(sprite.rect[2])), abs(int(sprite.rect[3])))


def _overlap(one, other, offset, kept=None):
    """Returns a common pixel of two masks, of which one may be pygame's and the other not."""
    if isinstance(one, Mask) != isinstance(other, Mask):
        if max(*one.get_size(), *other.get_size()) > 4096:
            one, other = (mask.to_pygame() if isinstance(mask, Mask) else mask for mask in (one, other))
        else:
            one, other = (_ours(mask, kept) for mask in (one, other))
    return one.overlap(other, offset)


def _ours(mask, kept):
    """Returns the library's mask of any mask. `kept` has those that this call has made already."""
    if isinstance(mask, Mask):
        return mask
    if kept is None:
        return Mask.from_pygame(mask)
    made = kept.get(id(mask))
    if made is None:
        made = kept[id(mask)] = Mask.from_pygame(mask)
    return made


def _form(sprite, kept=None):
    """Returns the placed form of a sprite, as it is drawn; None if it covers nothing."""
    mask = getattr(sprite, "mask", None)
    if getattr(sprite, "_is_drawn", False):
        if mask is None:
            image = getattr(sprite, "image", None)
            mask = _solid(sprite) if image is None else known(_picture(sprite)).ours
        width, height = _size(sprite)
        pivot = width / 2, height / 2
        return placed(_ours(mask, kept), _middle(sprite), sprite.drawn_angle, sprite.drawn_scale, pivot)
    corner, scale = (int(sprite.rect[0]), int(sprite.rect[1])), 1
    if mask is None and getattr(sprite, "image", None) is None:
        # A long floor has only a rect; masks are at most 4096 texels long.
        width, height = abs(int(sprite.rect[2])), abs(int(sprite.rect[3]))
        scale = max(1, ceil(width / 4096)), max(1, ceil(height / 4096))
        texels = ceil(width / scale[0]), ceil(height / scale[1])
        if 0 in texels:
            return None
        mask, scale = filled(*texels), (width / texels[0], height / texels[1])
    mask = _solid(sprite) if mask is None else mask
    return placed(_ours(mask, kept), corner, 0.0, scale, (0, 0))


def collide_mask(left, right):
    """Returns a common pixel of two sprites, relative to the corner of the left one's `rect`; None if they do not hit.

    It is the common pixel with the smallest (y, x), except for two of pygame's own masks, of which pygame chooses it.

    >>> import pygame
    >>> from kasuri.pygame import Sprite, collide_mask
    >>> ship, rock = Sprite(), Sprite()
    >>> ship.rect, rock.rect = pygame.Rect(0, 0, 20, 4), pygame.Rect(15, 2, 20, 4)
    >>> collide_mask(ship, rock)
    (15, 2)
    """
    if getattr(left, "_is_drawn", False) or getattr(right, "_is_drawn", False):
        one, other = _form(left), _form(right)
        common = None if one is None or other is None else query.overlap(one, other)
        if common is None or _is_hidden(left) or _is_hidden(right):
            return None
        x, y = common.first
        return x - int(left.rect[0]), y - int(left.rect[1])
    one, other = left.rect, right.rect
    offset = other[0] - one[0], other[1] - one[1]
    try:
        point = left.mask.overlap(right.mask, offset)
    except (AttributeError, TypeError):
        point = _overlap(*_masks([left, right]), offset)
    if point is None:
        return None
    # This is `_is_hidden` of both, without its calls: they would take as long as all of the above.
    if isinstance(left, _OwnDirtySprite) and not left.visible or isinstance(right, _OwnDirtySprite) and not right.visible:
        return None
    one, other = getattr(left, "image", None), getattr(right, "image", None)
    if one is not None and one.get_alpha() == 0 or other is not None and other.get_alpha() == 0:
        return None
    return point


def _masks(sprites):
    """Returns the masks of sprites. Masks of pictures are pygame's where others are."""
    own = [getattr(sprite, "mask", None) for sprite in sprites]
    if None not in own:
        return own
    theirs = any([mask is not None and not isinstance(mask, Mask) for mask in own])
    made = {}

    def mask(sprite, mask):
        if mask is not None:
            return mask
        image = getattr(sprite, "image", None)
        if image is None:
            return _solid(sprite)
        if id(image) not in made:
            made[id(image)] = _solid(sprite, theirs)
        return made[id(image)]

    return [mask(sprite, given) for sprite, given in zip(sprites, own)]


def _mask_pairs(firsts, seconds):
    """Returns which sprites of two lists hit by masks at their rects, as pygame's collide_mask decides."""
    masks = _masks(firsts + seconds)
    try:
        corners = [sprite.rect.topleft for sprite in firsts + seconds]
    except AttributeError:
        corners = [(sprite.rect[0], sprite.rect[1]) for sprite in firsts + seconds]
    sizes = [mask.get_size() for mask in masks]
    count, kept, found = len(firsts), {}, []
    near = _near((corners[:count], sizes[:count]), (corners[count:], sizes[count:]))
    for i, k in near:
        (x, y), (other_x, other_y) = corners[i], corners[count + k]
        offset = other_x - x, other_y - y
        try:
            point = masks[i].overlap(masks[count + k], offset)
        except TypeError:
            point = _overlap(masks[i], masks[count + k], offset, kept)
        if point is not None:
            found.append((i, k))
    return found


def _rect_pairs(firsts, seconds):
    """Returns which sprites of two lists hit by their rects."""
    rects = [sprite.rect for sprite in seconds]
    return [(i, k) for i, one in enumerate(firsts) for k, rect in enumerate(rects) if one.rect.colliderect(rect)]


def _boxes(sprites):
    """Returns boxes that hold what sprites cover, at any angle: corners and sizes."""
    boxes = [_box(sprite) for sprite in sprites]
    return [corner for corner, _ in boxes], [size for _, size in boxes]


def _box(sprite):
    # (Calls and attributes are all that this costs, so it makes few.)
    mask, image = getattr(sprite, "mask", None), getattr(sprite, "image", None)
    if not getattr(sprite, "_is_drawn", False):
        rect = sprite.rect
        size = mask.get_size() if mask is not None else rect[2:4] if image is None else image.get_size()
        return (int(rect[0]), int(rect[1])), (abs(size[0]) + 1, abs(size[1]) + 1)
    width, height = _size(sprite) if image is None or hasattr(sprite, "source_rect") else image.get_size()
    at, scale = sprite.drawn_at, sprite.drawn_scale
    x, y = (int(sprite.rect[0]) + width / 2, int(sprite.rect[1]) + height / 2) if at is None else at
    if mask is not None:
        # A mask of its own begins at the corner of the picture, and may be larger.
        own_width, own_height = mask.get_size()
        width, height = max(width, 2 * own_width - width), max(height, 2 * own_height - height)
    half = hypot(width, height) / 2
    if scale != 1:
        half *= abs(scale) if isinstance(scale, (int, float)) else max(abs(scale[0]), abs(scale[1]))
    half += 2
    return (x - half, y - half), (2 * half, 2 * half)


def _are_drawn(sprites):
    return [getattr(sprite, "_is_drawn", False) for sprite in sprites]


def _pairs(firsts, seconds, by_mask):
    """Returns which sprites of two lists hit, in order. Those that are drawn turned hit as they are drawn."""
    plain = _mask_pairs if by_mask else _rect_pairs
    drawn, others_drawn = _are_drawn(firsts), _are_drawn(seconds)
    exact = []
    if any(drawn) or any(others_drawn):
        # Only pairs with a turned sprite are placed: the others hit as in pygame.
        kept = {}
        # To place a sprite takes longer than to find its box: only those near others are placed.
        near = _near(_boxes(firsts), _boxes(seconds))
        near = [(i, k) for i, k in near if drawn[i] or others_drawn[k]]
        forms, other_forms = [None] * len(firsts), [None] * len(seconds)
        for i in {i for i, _ in near}:
            forms[i] = _form(firsts[i], kept)
        for k in {k for _, k in near}:
            other_forms[k] = _form(seconds[k], kept)

        def some(forms, chosen):
            return [form if is_chosen else None for form, is_chosen in zip(forms, chosen)]

        exact += _sprites.pairs(some(forms, drawn), other_forms)
        exact += _sprites.pairs(some(forms, [not is_drawn for is_drawn in drawn]), some(other_forms, others_drawn))
        at = [i for i, is_drawn in enumerate(drawn) if not is_drawn]
        other_at = [k for k, is_drawn in enumerate(others_drawn) if not is_drawn]
        found = plain([firsts[i] for i in at], [seconds[k] for k in other_at])
        found = [(at[i], other_at[k]) for i, k in found]
    else:
        found = plain(firsts, seconds)
    # As in pygame, a hidden sprite still hits by its rect.
    seen = exact + found if by_mask else exact
    hidden = {i for i in {i for i, _ in seen} if _is_hidden(firsts[i])}
    others_hidden = {k for k in {k for _, k in seen} if _is_hidden(seconds[k])}
    if hidden or others_hidden:
        seen = [(i, k) for i, k in seen if i not in hidden and k not in others_hidden]
    return sorted(seen if by_mask else seen + found)


def _is_by_mask(collided):
    return collided is collide_mask or collided is _own_collide_mask


def spritecollide(sprite, group, dokill, collided=None):
    """Returns the sprites of a group that a sprite hits. `dokill` removes them from all their groups.

    As in pygame, `collided` is a function of two sprites that decides hits; None compares rects. With `collide_mask`, and for
    sprites that are drawn turned, the pixels decide.

    >>> import pygame
    >>> from kasuri.pygame import Group, Sprite, collide_mask, spritecollide
    >>> ship, rock = Sprite(), Sprite()
    >>> ship.rect, rock.rect = pygame.Rect(0, 0, 20, 4), pygame.Rect(15, 2, 20, 4)
    >>> spritecollide(ship, Group(rock), False, collide_mask) == [rock]
    True
    """
    by_mask = _is_by_mask(collided)
    if not by_mask:
        if collided is not None:
            return _own_spritecollide(sprite, group, dokill, collided)
        if not getattr(sprite, "_is_drawn", False) and not any(_are_drawn(group)):
            return _own_spritecollide(sprite, group, dokill)
    others = list(group)
    hit = [others[k] for _, k in _pairs([sprite], others, by_mask)]
    if dokill:
        for other in hit:
            other.kill()
    return hit


def spritecollideany(sprite, group, collided=None):
    """Returns the first sprite of a group that a sprite hits; None if it hits none. `collided` is as in `spritecollide`.

    >>> import pygame
    >>> from kasuri.pygame import Group, Sprite, collide_mask, spritecollideany
    >>> ship, rock = Sprite(), Sprite()
    >>> ship.rect, rock.rect = pygame.Rect(0, 0, 20, 4), pygame.Rect(15, 2, 20, 4)
    >>> spritecollideany(ship, Group(rock), collide_mask) is rock
    True
    """
    if _is_by_mask(collided):
        return _own_spritecollideany(sprite, group, collide_mask)
    if collided is not None:
        return _own_spritecollideany(sprite, group, collided)
    is_drawn = getattr(sprite, "_is_drawn", False)
    if not is_drawn and not any(_are_drawn(group)):
        return _own_spritecollideany(sprite, group)

    def hit(one, other):
        is_exact = is_drawn or getattr(other, "_is_drawn", False)
        return collide_mask(one, other) if is_exact else collide_rect(one, other)

    return _own_spritecollideany(sprite, group, hit)


def groupcollide(groupa, groupb, dokilla, dokillb, collided=None):
    """Returns the hits between two groups: a dictionary from sprites of the first to lists of the second.

    `dokilla` and `dokillb` remove the sprites that hit. As in pygame, a killed sprite of the second group is only in the list of
    the first sprite that hits it. `collided` is as in `spritecollide`.

    >>> import pygame
    >>> from kasuri.pygame import Group, Sprite, collide_mask, groupcollide
    >>> ship, rock = Sprite(), Sprite()
    >>> ship.rect, rock.rect = pygame.Rect(0, 0, 20, 4), pygame.Rect(15, 2, 20, 4)
    >>> groupcollide(Group(ship), Group(rock), False, True, collide_mask) == {ship: [rock]}
    True
    >>> rock.alive()
    False
    """
    by_mask = _is_by_mask(collided)
    firsts, seconds = list(groupa), list(groupb)
    if not by_mask and (collided is not None or not any(_are_drawn(firsts + seconds))):
        return _own_groupcollide(groupa, groupb, dokilla, dokillb, collided)
    hits = {}
    if dokillb and not (hasattr(groupb, "_spritegroup") and all(type(other).kill is _own_kill for other in seconds)):
        # A kill of the game's own may keep the sprite, or bring new ones: the group is asked again after each sprite.
        for one in firsts:
            found = spritecollide(one, groupb, True, collided)
            if found:
                hits[one] = found
    else:
        killed = {}
        for i, k in _pairs(firsts, seconds, by_mask):
            if k not in killed:
                hits.setdefault(firsts[i], []).append(seconds[k])
                if dokillb:
                    killed[k] = seconds[k]
        for other in killed.values():
            other.kill()
    if dokilla:
        for one in hits:
            one.kill()
    return hits
