from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pygame
from pygame.sprite import collide_circle as collide_circle
from pygame.sprite import collide_circle_ratio as collide_circle_ratio
from pygame.sprite import collide_rect as collide_rect
from pygame.sprite import collide_rect_ratio as collide_rect_ratio

from ._kasuri import Form, Mask

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

_Sprite = TypeVar("_Sprite", bound=pygame.sprite.Sprite)
_Other = TypeVar("_Other", bound=pygame.sprite.Sprite)
_Dirty = TypeVar("_Dirty", bound=pygame.sprite.DirtySprite)
_Scale = float | tuple[float, float]

from_surface = Mask.from_surface
from_threshold = Mask.from_threshold

class Sprite(pygame.sprite.Sprite):
    image: pygame.Surface
    rect: pygame.Rect
    drawn_angle: float
    drawn_scale: _Scale
    drawn_at: tuple[float, float] | pygame.Vector2 | None
    def drawn_form(self) -> Form | None: ...
    def drawn_picture(self) -> tuple[pygame.Surface, tuple[int, int]]: ...

class DirtySprite(Sprite, pygame.sprite.DirtySprite): ...

class AbstractGroup(pygame.sprite.AbstractGroup[_Sprite]):
    def draw(
        self, surface: pygame.Surface, bgd: pygame.Surface | None = None, special_flags: int = 0
    ) -> list[pygame.FRect | pygame.Rect]: ...

class Group(AbstractGroup[_Sprite], pygame.sprite.Group[_Sprite]): ...
class RenderPlain(Group[_Sprite], pygame.sprite.RenderPlain[_Sprite]): ...  # type: ignore[deprecated]
class RenderClear(Group[_Sprite], pygame.sprite.RenderClear[_Sprite]): ...  # type: ignore[deprecated]
class RenderUpdates(Group[_Sprite], pygame.sprite.RenderUpdates[_Sprite]): ...
class OrderedUpdates(RenderUpdates[_Sprite], pygame.sprite.OrderedUpdates[_Sprite]): ...  # type: ignore[deprecated]
class LayeredUpdates(AbstractGroup[_Sprite], pygame.sprite.LayeredUpdates[_Sprite]): ...

class LayeredDirty(LayeredUpdates[_Dirty], pygame.sprite.LayeredDirty[_Dirty]):
    def draw(
        self, surface: pygame.Surface, bgd: pygame.Surface | None = None, special_flags: int | None = None
    ) -> list[pygame.FRect | pygame.Rect]: ...

class GroupSingle(AbstractGroup[_Sprite], pygame.sprite.GroupSingle[_Sprite]):
    def copy(self) -> GroupSingle[_Sprite]: ...  # type: ignore[override]

def turned(
    picture: pygame.Surface, at: tuple[float, float], angle: float = 0.0, scale: _Scale = 1.0
) -> tuple[pygame.Surface, tuple[int, int]]: ...
def collide_mask(left: Any, right: Any) -> tuple[int, int] | None: ...
def spritecollide(
    sprite: Any,
    group: Iterable[_Sprite],
    dokill: bool,
    collided: Callable[[Any, Any], Any] | None = None,
) -> list[_Sprite]: ...
def spritecollideany(
    sprite: Any, group: Iterable[_Sprite], collided: Callable[[Any, Any], Any] | None = None
) -> _Sprite | None: ...
def groupcollide(
    groupa: Iterable[_Sprite],
    groupb: Iterable[_Other],
    dokilla: bool,
    dokillb: bool,
    collided: Callable[[Any, Any], Any] | None = None,
) -> dict[_Sprite, list[_Other]]: ...
