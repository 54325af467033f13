"""Prints how many pixels of turned and scaled sprites Arcade draws and kasuri.arcade does not hit, or the other way round, and how
many hit. It needs a screen: `test_arcade.py` runs it on a virtual one."""

import arcade
import numpy as np
from PIL import Image

import kasuri.arcade as exact
from hosts import picture

SIDE = 240


def main():
    window = arcade.Window(SIDE, SIDE, "drawn", visible=False)
    pixels = picture(1, 24, 17)
    pixels[:, :, 3] = np.where(pixels[:, :, 3] >= 128, 255, 0)
    pixels[:, :, :3] = 255
    texture = arcade.Texture(Image.fromarray(pixels))
    differ, count = 0, 0
    for scale in (1, 2, (-1, 1.5)):
        for angle in (0, 33, 127, 200.5):
            sprite = arcade.Sprite(texture, center_x=120, center_y=100.5, angle=angle)
            sprite.scale = scale
            sprites = arcade.SpriteList()
            sprites.append(sprite)
            window.clear()
            sprites.draw(pixelated=True)
            drawn = np.asarray(arcade.get_image(0, 0, SIDE, SIDE))[:, :, 0] > 127
            cover = exact.form(sprite).cover()
            rows, (left, top, *_) = cover.to_mask().to_numpy(), cover.bounds()
            covered = np.zeros_like(drawn)
            covered[SIDE + top : SIDE + top + rows.shape[0], left : left + rows.shape[1]] = rows
            differ, count = differ + (drawn != covered).sum(), count + covered.sum()
    print(f"drawn: {differ} of {count} pixels differ")


main()
