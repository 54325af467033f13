"""kasuri.pygame: pygame's collision functions, and sprites that turn and hit as they are drawn."""

import os
import random
import unittest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from kasuri import Mask
from kasuri import pygame as exact

SIZE = 24


def picture(seed):
    """Returns a picture with holes, in which every texel has a different colour."""
    source = random.Random(seed)
    surface = pygame.Surface((SIZE, SIZE - 6), pygame.SRCALPHA)
    for y in range(SIZE - 6):
        for x in range(SIZE):
            surface.set_at((x, y), (x * 9, y * 9, seed, 255 if source.random() < 0.6 else 0))
    return surface


def sprite_of(kind, image, at, *groups):
    sprite = kind(*groups)
    sprite.image, sprite.rect = image, image.get_rect(topleft=at)
    return sprite


class Sprites(unittest.TestCase):
    def test_unturned_sprites_hit_as_in_pygame(self):
        source, pictures = random.Random(1), [picture(k) for k in range(3)]
        for kind in (pygame.sprite.Sprite, exact.Sprite):
            first, second = pygame.sprite.Group(), pygame.sprite.Group()
            for group in (first, second):
                for _ in range(40):
                    at = source.randint(0, 250), source.randint(0, 250)
                    sprite_of(kind, source.choice(pictures), at, group)
            theirs = pygame.sprite.groupcollide(first, second, False, False, pygame.sprite.collide_mask)
            ours = exact.groupcollide(first, second, False, False, exact.collide_mask)
            self.assertGreater(len(ours), 5)
            self.assertEqual(
                {one: set(others) for one, others in ours.items()}, {one: set(others) for one, others in theirs.items()}
            )
            for one in first:
                expected = pygame.sprite.spritecollide(one, second, False, pygame.sprite.collide_mask)
                self.assertEqual(exact.spritecollide(one, second, False, exact.collide_mask), expected)
                self.assertEqual(exact.spritecollide(one, second, False, pygame.sprite.collide_mask), expected)
                first_hit = expected[0] if expected else None
                self.assertIs(exact.spritecollideany(one, second, exact.collide_mask), first_hit)
                for other in second:
                    point = exact.collide_mask(one, other)
                    self.assertEqual(point is None, pygame.sprite.collide_mask(one, other) is None)
                    if point is not None and isinstance(one, exact.Sprite):
                        one.drawn_angle = 360
                        self.assertEqual(exact.collide_mask(one, other), point)
                        one._is_drawn = False

    def test_what_is_drawn_is_what_hits(self):
        source = random.Random(2)
        for k in range(40):
            sprites = []
            for n in range(2):
                sprite = sprite_of(exact.Sprite, picture(n), (source.randint(30, 70), source.randint(30, 70)))
                sprite.drawn_angle, sprite.drawn_scale = source.uniform(0, 360), source.choice([1, 1.5, (-1, 1), (0.7, -1.2)])
                if k % 2:
                    sprite.drawn_at = source.uniform(40, 70), source.uniform(40, 70)
                sprites.append(sprite)
            screens = []
            for sprite in sprites:
                screen = pygame.Surface((130, 130), pygame.SRCALPHA)
                group = exact.Group(sprite)
                group.draw(screen)
                box = group.spritedict[sprite]
                self.assertTrue(screen.get_rect().contains(box))
                screens.append(screen)
            drawn = [Mask.from_surface(screen, 0) for screen in screens]
            for sprite, mask in zip(sprites, drawn):
                self.assertEqual(mask.count(), sprite.drawn_form().cover().count())
            point, common = exact.collide_mask(*sprites), drawn[0].overlap(drawn[1], (0, 0))
            corner = sprites[0].rect.topleft
            expected = common and (common[0] - corner[0], common[1] - corner[1])
            self.assertEqual(point, expected)
            self.assertEqual(bool(exact.spritecollide(sprites[0], exact.Group(sprites[1]), False)), common is not None)

    def test_painted_has_the_texel_under_each_pixel(self):
        source = random.Random(4)
        for k in range(60):
            width, height = source.randint(1, 90), source.randint(1, 20)
            mask = Mask((width, height), fill=k % 3 == 0)
            for _ in range(width * height // 2):
                mask.set_at((source.randrange(width), source.randrange(height)))
            rgba = source.randbytes(4 * width * height)
            scale = source.choice([1, -1, (0.5, -2), (3, 0.3), (-0.7, 1.1)])
            angle = source.choice([0, source.uniform(-7, 7)])
            form = mask.place((source.uniform(-50, 50), source.uniform(-50, 50)), angle, scale)
            pixels, texels = form.texels()
            found = form.painted(rgba)
            if found is None:
                self.assertEqual(len(pixels), 0)
                continue
            bytes_, (across, down), (x, y) = found
            expected = bytearray(4 * across * down)
            for (i, j), (u, v) in zip(pixels.tolist(), texels.tolist()):
                at, texel = 4 * ((j - y) * across + i - x), 4 * (v * width + u)
                expected[at : at + 4] = rgba[texel : texel + 4]
            self.assertEqual(bytes_, bytes(expected))

    def test_turned_as_pygame_turns(self):
        image = pygame.Surface((40, 10), pygame.SRCALPHA)
        image.fill((255, 0, 0, 255), (0, 0, 20, 10))
        image.fill((0, 0, 255, 255), (20, 0, 20, 10))
        drawn, corner = exact.turned(image, (50, 50), angle=90)
        theirs = pygame.transform.rotate(image, 90)
        self.assertEqual((drawn.get_size(), corner), (theirs.get_size(), (45, 30)))
        for at in [(5, 5), (5, 35)]:
            self.assertEqual(drawn.get_at(at), theirs.get_at(at))

    def test_kills(self):
        image = pygame.Surface((9, 9))
        first, second = exact.Group(), exact.Group()
        a, b = (sprite_of(exact.Sprite, image, (4 * k, 0), first) for k in range(2))
        c = sprite_of(exact.Sprite, image, (4, 4), second)
        d = sprite_of(exact.Sprite, image, (99, 4), second)
        self.assertEqual(exact.groupcollide(first, second, True, True, exact.collide_mask), {a: [c]})
        self.assertEqual((first.sprites(), second.sprites()), ([b], [d]))
        self.assertEqual(exact.spritecollide(b, second, True, collided=lambda left, right: True), [d])
        self.assertFalse(second)

    def test_rects_decide_where_asked(self):
        ring = pygame.Surface((30, 30), pygame.SRCALPHA)
        pygame.draw.circle(ring, "white", (15, 15), 15, 2)
        dot = pygame.Surface((2, 2))
        one, other = sprite_of(exact.Sprite, ring, (0, 0)), sprite_of(exact.Sprite, dot, (14, 14))
        self.assertEqual(exact.spritecollide(one, exact.Group(other), False, exact.collide_mask), [])
        self.assertEqual(exact.spritecollide(one, exact.Group(other), False), [other])
        self.assertEqual(exact.spritecollide(one, exact.Group(other), False, None), [other])


if __name__ == "__main__":
    unittest.main()
