"""A program that uses the types: mypy --strict must find no error, and the stated types must be the real ones."""

from typing import assert_type

import numpy as np
import numpy.typing as npt
import pygame

import kasuri
from kasuri import Body, Mask, Region, Shape, World, query
from kasuri import pygame as exact

world = World(bounds=((0, 0), (640, 480)), broad="tree")
ship = world.spawn(Body.sprite(Mask((9, 9), fill=True), at=(320, 400), layer=1, regions=[Region("core", Shape.circle(2))]))
shots = world.spawn_many(Body.circle(3, layer=2, against=1), at=np.zeros((10, 2)), angle=0.5)
world.set_positions(shots, world.positions(shots) + 1)
step = world.step()
assert_type(ship, int)
assert_type(shots, npt.NDArray[np.uint64])
assert_type(step.began, npt.NDArray[np.void])
assert_type(world.get(ship).at, tuple[float, float])
for hit in step.began:
    contact = world.contact(hit)
    assert contact is None or contact.depth >= 0
overlap = query.overlap(world.get(ship).form(), Shape.circle(2).place([320, 400]))
assert_type(query.overlaps(world.get(ship).form(), Shape.point().place(np.zeros(2))), bool)
assert not isinstance(overlap, kasuri.Contact)
surface: pygame.Surface = Mask((9, 9)).to_surface()
world.set_chains([], np.zeros((0, 3, 2)))
assert_type(world.fits(Shape.ellipse(3, 2), from_=(0, 0), count=(9, 9), angles=[0, 0.5]), npt.NDArray[np.bool_])
assert_type(world.first_fit(Body.circle(3, group=1), from_=(0, 0), count=(9, 9)), kasuri.FreePose | None)
if kasuri.__version__ == "with a GPU":
    bodies = kasuri.gpu.Gpu().bodies([Shape.circle(3).place((0, 0))])
    assert_type(bodies.overlaps(np.zeros((1, 2), dtype=np.uint32)), npt.NDArray[np.uint8])
    assert_type(bodies.hits([[0, 0]], "ignored"), npt.NDArray[np.uint32])
    assert_type(kasuri.gpu.Gpu.adapters(), list[str])
assert_type(kasuri.det.RandomStream(7).split(3).below(6), int)
assert_type(kasuri.det.rotate(np.zeros(2), kasuri.det.sin(1)), tuple[float, float])
assert_type(query.count_fits(world.get(ship).form(), [], from_=(0, 0), step=(1, 2), count=(9, 9)), int)


class Rock(exact.DirtySprite):
    def update(self) -> None:
        self.rect.y += 5
        self.drawn_angle += 3
        self.drawn_scale, self.drawn_at = (2, -1), pygame.Vector2(self.rect.center)


rocks: exact.LayeredDirty[Rock] = exact.LayeredDirty(Rock(), default_layer=2)
ship_sprite = exact.Sprite(exact.Group(), exact.GroupSingle())
assert_type(exact.spritecollide(ship_sprite, rocks, dokill=False), list[Rock])
assert_type(exact.spritecollideany(ship_sprite, rocks, exact.collide_circle_ratio(0.5)), Rock | None)
assert_type(exact.groupcollide(rocks, rocks, False, False, exact.collide_mask), dict[Rock, list[Rock]])
form = ship_sprite.drawn_form()
assert form is None or query.overlaps(form, Shape.point().place((0, 0))) in (True, False)
try:
    world.remove(1)
except kasuri.StaleError as error:
    print(error)
