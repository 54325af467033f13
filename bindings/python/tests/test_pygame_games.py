"""kasuri.pygame in games written for pygame: the import changes, and nothing else but turned sprites that hit exactly."""

import hashlib
import inspect
import os
import random
import timeit
import unittest
import warnings
from unittest import mock

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

import kasuri
from kasuri import pygame as exact

THEIRS = pygame.sprite


def disc(colour="red", size=64):
    """Returns a picture of a disc with a soft edge: rings of alpha 255, 100 and 20, transparent outside."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    for alpha, radius in ((20, size // 2), (100, size // 2 - 3), (255, size // 2 - 6)):
        pygame.draw.circle(image, (*pygame.Color(colour)[:3], alpha), (size // 2, size // 2), radius)
    return image


def sprite_of(kind, image, at, *groups):
    sprite = kind(*groups)
    sprite.image, sprite.rect = image, image.get_rect(topleft=at)
    return sprite


def screen_of(group, colour=(40, 90, 160), **how):
    screen = pygame.Surface((200, 200))
    screen.fill(colour)
    group.draw(screen, **how)
    return screen


def pixels(surface):
    """Returns a digest of the pixels: unittest takes minutes to show how long texts differ."""
    return hashlib.sha256(pygame.image.tobytes(surface, "RGBA")).hexdigest()


class Names(unittest.TestCase):
    def test_all_of_pygame_sprite_is_there(self):
        for name, theirs in vars(THEIRS).items():
            if getattr(theirs, "__module__", None) == "pygame.sprite" and not name.startswith("_"):
                ours = getattr(exact, name)
                self.assertIn(name, exact.__all__)
                if inspect.isclass(theirs):
                    self.assertTrue(issubclass(ours, theirs), name)
                else:
                    self.assertEqual(list(inspect.signature(ours).parameters), list(inspect.signature(theirs).parameters))
        self.assertTrue(issubclass(exact.DirtySprite, exact.Sprite))
        for name in ("Group", "GroupSingle", "LayeredUpdates", "LayeredDirty", "RenderUpdates"):
            self.assertTrue(issubclass(getattr(exact, name), exact.AbstractGroup), name)

    def test_put_in_the_place_of_pygame(self):
        names = [name for name in exact.__all__ if hasattr(THEIRS, name)]
        group = exact.Group()
        one = sprite_of(exact.Sprite, disc(), (0, 0))
        other = sprite_of(exact.Sprite, disc(), (10, 10), group)
        with mock.patch.multiple(pygame.sprite, **{name: getattr(exact, name) for name in names}):
            for collided in (None, exact.collide_mask, exact.collide_rect, lambda left, right: True):
                self.assertEqual(pygame.sprite.spritecollide(one, group, False, collided), [other])
                self.assertIs(pygame.sprite.spritecollideany(one, group, collided), other)
                self.assertEqual(pygame.sprite.groupcollide([one], group, False, False, collided), {one: [other]})
            kinds = (pygame.sprite.Group, pygame.sprite.LayeredUpdates, pygame.sprite.LayeredDirty)
            for kind in kinds:
                turned = sprite_of(pygame.sprite.DirtySprite, disc(), (50, 50))
                turned.drawn_angle = 30
                screen_of(kind(turned))


class Turns(unittest.TestCase):
    def test_a_games_own_attributes_do_not_turn(self):
        """A game that turns its pictures itself, beside its own angle, scale and position."""

        def game(module):
            group = module.Group()
            source = random.Random(3)
            for _ in range(20):
                sprite = module.Sprite(group)
                sprite.angle, sprite.scale, sprite.position = source.randrange(360), 2, pygame.Vector2(9, 9)
                sprite.image = pygame.transform.rotate(disc(size=30), sprite.angle)
                sprite.rect = sprite.image.get_rect(center=(source.randrange(200), source.randrange(200)))
            hits = module.groupcollide(group, group, False, False, module.collide_mask)
            order = group.sprites()
            return pixels(screen_of(group)), [[order.index(x) for x in (a, *b)] for a, b in hits.items()]

        self.assertEqual(game(exact), game(THEIRS))

    def test_what_is_set_in_the_class_turns(self):
        class Rock(exact.Sprite):
            drawn_angle = 90

        class Homing(exact.Sprite):
            @property
            def drawn_angle(self):
                return 90

        bar = pygame.Surface((40, 4), pygame.SRCALPHA)
        bar.fill("red")
        for kind in (Rock, Homing):
            sprite = sprite_of(kind, bar, (80, 98))
            drawn = screen_of(exact.Group(sprite))
            self.assertEqual((drawn.get_at((100, 85))[:3], drawn.get_at((85, 100))[:3]), ((255, 0, 0), (40, 90, 160)))
            self.assertIsNotNone(exact.collide_mask(sprite, sprite_of(exact.Sprite, bar, (80, 85))))

    def test_turned_sprites_hit_by_default_and_others_by_rect(self):
        bar = pygame.Surface((40, 4), pygame.SRCALPHA)
        bar.fill("red")
        dot = pygame.Surface((2, 2), pygame.SRCALPHA)
        dot.fill("red")
        turned, plain = sprite_of(exact.Sprite, bar, (0, 18)), sprite_of(exact.Sprite, disc(), (0, 0))
        turned.drawn_angle = 90
        above, beside = sprite_of(exact.Sprite, dot, (19, 2)), sprite_of(exact.Sprite, dot, (2, 19))
        group = exact.Group(above, beside)
        self.assertEqual(exact.spritecollide(turned, group, False), [above])
        self.assertIs(exact.spritecollideany(turned, group), above)
        self.assertEqual(exact.spritecollide(plain, group, False), [above, beside])
        both = exact.groupcollide(exact.Group(turned, plain), group, False, False)
        self.assertEqual(both, {turned: [above], plain: [above, beside]})
        self.assertEqual(exact.groupcollide(group, exact.Group(turned), False, False), {above: [turned]})

    def test_a_scale_through_0_covers_nothing(self):
        other = sprite_of(exact.Sprite, disc(), (60, 60))
        for scale in (0, 0.0, 1e-9, (1, 0), (0, 0), 1e6, -1e-5, (64, 64)):
            sprite = sprite_of(exact.Sprite, disc(size=512 if scale == (64, 64) else 64), (60, 60))
            sprite.drawn_scale = scale
            group = exact.Group(sprite)
            for _ in range(2):
                self.assertEqual(pixels(screen_of(group)), pixels(screen_of(exact.Group())))
            self.assertIsNone(exact.collide_mask(sprite, other))
            self.assertIsNone(exact.collide_mask(other, sprite))
            self.assertEqual(exact.spritecollide(other, group, False), [])
            self.assertEqual(exact.groupcollide(group, exact.Group(other), False, False, exact.collide_mask), {})
            self.assertIsNone(sprite.drawn_form())
        huge = sprite_of(exact.Sprite, pygame.Surface((5000, 10)), (0, 60))
        self.assertEqual(exact.spritecollide(other, [huge], False, exact.collide_mask), [huge])
        huge.drawn_angle = 1
        for call in (lambda: exact.collide_mask(huge, other), lambda: screen_of(exact.Group(huge))):
            with self.assertRaisesRegex(kasuri.Error, "a mask of 5000 x 10 texels; 1 to 4096 a side are allowed"):
                call()
        far = sprite_of(exact.Sprite, disc(), (60, 60))
        far.drawn_at = 1e8, 0
        self.assertIsNone(exact.collide_mask(far, other))
        screen_of(exact.Group(far))
        far.drawn_at = None
        far.drawn_angle = float("nan")
        with self.assertRaisesRegex(kasuri.Error, "NaN is not a finite number"):
            exact.collide_mask(far, other)


class Drawing(unittest.TestCase):
    KINDS = ("AbstractGroup", "Group", "RenderPlain", "RenderClear", "RenderUpdates", "LayeredUpdates", "LayeredDirty")

    def setUp(self):
        # pygame warns of RenderPlain and RenderClear.
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("ignore", DeprecationWarning)

    def test_unturned_sprites_are_drawn_as_in_pygame(self):
        """Soft edges, alpha, colour keys and blend modes: the same pixels and the same boxes, by every kind of group."""
        keyed = pygame.Surface((40, 40))
        keyed.fill((1, 2, 3))
        keyed.set_colorkey((1, 2, 3))
        pygame.draw.circle(keyed, "yellow", (20, 20), 12)
        faint = disc("green")
        faint.set_alpha(77)
        modes = [0, pygame.BLEND_ADD, pygame.BLEND_MULT, pygame.BLEND_SUB, pygame.BLEND_RGBA_MIN, pygame.BLEND_PREMULTIPLIED]
        for name in self.KINDS:
            for mode in modes:
                seen = []
                for module in (THEIRS, exact):
                    group = getattr(module, name)()
                    for k, image in enumerate((disc(), keyed, faint)):
                        sprite = sprite_of(module.DirtySprite, image, (20 + 30 * k, 30))
                        group.add(sprite)
                        if module is exact and k == 1:
                            sprite.drawn_angle, sprite.drawn_scale = 360, (1, 1)
                    screen = pygame.Surface((200, 200))
                    screen.fill((40, 90, 160))
                    boxes = [list(group.draw(screen, special_flags=mode)) for _ in range(2)]
                    seen.append((pixels(screen), boxes))
                self.assertEqual(seen[0], seen[1], (name, mode))

    def test_turned_sprites_honour_alpha_and_flags(self):
        """A turn by 90 degrees moves whole pixels, so pygame's own turn is what must be seen."""
        image = disc()
        pygame.draw.rect(image, (0, 255, 255, 140), (40, 5, 20, 9))
        for alpha in (255, 120, 0):
            image.set_alpha(alpha)
            for mode in (0, pygame.BLEND_ADD, pygame.BLEND_SUB, pygame.BLEND_MAX, pygame.BLEND_RGBA_ADD):
                for name in self.KINDS:
                    theirs = pygame.transform.rotate(image, 90)
                    theirs.set_alpha(alpha)
                    their_group = getattr(THEIRS, name)()
                    their_group.add(sprite_of(THEIRS.DirtySprite, theirs, (50, 60)))
                    expected = screen_of(their_group, special_flags=mode)
                    sprite = sprite_of(exact.DirtySprite, image, (50, 60))
                    sprite.drawn_angle = 90
                    group = getattr(exact, name)()
                    group.add(sprite)
                    self.assertEqual(pixels(screen_of(group, special_flags=mode)), pixels(expected), (alpha, mode, name))

    def test_a_colour_key_is_not_drawn(self):
        for depth in (8, 24, 32):
            image = pygame.Surface((40, 40), 0, depth)
            image.fill((0, 0, 0))
            image.set_colorkey((0, 0, 0))
            image.fill((255, 0, 0), (0, 0, 40, 20))
            theirs = pygame.transform.rotate(image, 90)
            sprite = sprite_of(exact.Sprite, image, (50, 60))
            sprite.drawn_angle = 90
            expected = screen_of(THEIRS.Group(sprite_of(THEIRS.Sprite, theirs, (50, 60))))
            self.assertEqual(pixels(screen_of(exact.Group(sprite))), pixels(expected), depth)
            if depth == 8:
                image.set_palette_at(image.map_rgb((255, 0, 0)), (0, 255, 0))
                self.assertEqual(screen_of(exact.Group(sprite)).get_at((55, 80))[:3], (0, 255, 0))

    def test_modes_that_darken_leave_the_corners(self):
        for mode in (pygame.BLEND_MULT, pygame.BLEND_MIN, pygame.BLEND_RGBA_MULT, pygame.BLEND_RGBA_MIN):
            image = pygame.Surface((40, 40), pygame.SRCALPHA)
            image.fill((255, 0, 255, 255))
            sprite = sprite_of(exact.Sprite, image, (80, 80))
            sprite.drawn_angle = 45
            screen = screen_of(exact.Group(sprite), special_flags=mode)
            self.assertEqual(screen.get_at((100, 100))[:3], (40, 0, 160))
            drawn = pygame.mask.from_threshold(screen, (40, 0, 160), (1, 1, 1, 255))
            self.assertEqual(drawn.count(), sprite.drawn_form().cover().count())

    def test_no_pixel_under_the_threshold_is_dropped(self):
        sprite = sprite_of(exact.Sprite, disc(), (60, 60))
        sprite.drawn_angle = 33
        screen = pygame.Surface((200, 200), pygame.SRCALPHA)
        exact.Group(sprite).draw(screen)
        drawn, hits = pygame.mask.from_surface(screen, 0), pygame.mask.from_surface(screen)
        whole = pygame.mask.from_surface(disc(), 0)
        self.assertAlmostEqual(drawn.count() / whole.count(), 1, delta=0.03)
        self.assertEqual(hits.count(), sprite.drawn_form().cover().count())
        picture, _ = exact.turned(disc(), (92, 92), 33)
        self.assertEqual(pygame.mask.from_surface(picture, 0).count(), drawn.count())
        picture.fill("blue")
        again = pygame.Surface((200, 200), pygame.SRCALPHA)
        again.blit(*sprite.drawn_picture())
        self.assertEqual(pixels(again), pixels(screen))

    def test_groups_that_choose_their_order_keep_it(self):
        class ByHeight(exact.Group):
            def sprites(self):
                return sorted(super().sprites(), key=lambda sprite: sprite.rect.bottom)

        low, high = sprite_of(exact.Sprite, disc("red"), (50, 60)), sprite_of(exact.Sprite, disc("green"), (50, 50))
        low.drawn_angle = 45
        group = ByHeight(low, high)
        self.assertEqual(screen_of(group).get_at((82, 90))[:3], (255, 0, 0))
        self.assertEqual(set(group.spritedict), {low, high})
        self.assertTrue(all(isinstance(sprite, exact.Sprite) for sprite in group.spritedict))
        self.assertNotIn("sprites", vars(group))
        background = pygame.Surface((200, 200))
        screen = screen_of(group)
        group.clear(screen, background)
        self.assertEqual(screen.get_at((82, 90))[:3], (0, 0, 0))

    def test_layered_dirty_draws_what_is_dirty(self):
        group = exact.LayeredDirty()
        group.set_timing_threshold(1e9)
        sprite = sprite_of(exact.DirtySprite, disc(), (60, 60))
        sprite.drawn_angle = 30
        group.add(sprite)
        screen, background = pygame.Surface((200, 200)), pygame.Surface((200, 200))
        group.clear(screen, background)
        group.draw(screen)
        self.assertTrue(group._use_update)
        sprite.dirty = 1
        group.draw(screen)
        self.assertEqual(sprite.dirty, 0)
        self.assertEqual(group.draw(screen), [])
        sprite.rect.x += 40
        sprite.drawn_angle, sprite.dirty = 60, 1
        [box] = group.draw(screen)
        self.assertTrue(box.contains((60, 60, 64, 64)))
        fresh = pygame.Surface((200, 200))
        exact.Group(sprite).draw(fresh)
        self.assertEqual(pixels(screen), pixels(fresh))
        self.assertEqual(group.sprites(), [sprite])
        sprite.visible = 0
        group.draw(screen)
        self.assertEqual(pixels(screen), pixels(background))

    def test_a_part_of_a_picture(self):
        sheet = pygame.Surface((80, 40), pygame.SRCALPHA)
        sheet.fill("red", (0, 0, 40, 40))
        sheet.fill("green", (40, 0, 40, 40))
        sprite = sprite_of(exact.DirtySprite, sheet, (50, 50))
        sprite.source_rect, sprite.drawn_angle = pygame.Rect(40, 0, 40, 40), 45
        screen = screen_of(exact.LayeredDirty(sprite))
        self.assertEqual(screen.get_at((70, 70))[:3], tuple(pygame.Color("green"))[:3])
        self.assertEqual(pygame.mask.from_threshold(screen, "green", (1, 1, 1, 255)).count(), sprite.drawn_form().cover().count())


class Hits(unittest.TestCase):
    def test_a_picture_changed_in_place_has_a_new_mask(self):
        image = pygame.Surface((20, 20), pygame.SRCALPHA)
        one, other = sprite_of(exact.Sprite, image, (0, 0)), sprite_of(exact.Sprite, image, (5, 5))
        turned = sprite_of(exact.Sprite, image, (0, 0))
        turned.drawn_angle = 45
        group = exact.Group(other)
        for colour, hit in ((None, False), ("red", True), ((0, 0, 0, 0), False), ("blue", True)):
            if colour is not None:
                image.fill(colour)
            for sprite in (one, turned):
                self.assertEqual(exact.collide_mask(sprite, other) is not None, hit)
                self.assertEqual(exact.spritecollide(sprite, group, False, exact.collide_mask), [other] * hit)
        self.assertEqual(screen_of(exact.Group(turned)).get_at((10, 10))[:3], (0, 0, 255))
        image.fill("green")
        self.assertEqual(screen_of(exact.Group(turned)).get_at((10, 10)), pygame.Color("green"))
        keyed = pygame.Surface((20, 20))
        one.image = keyed
        self.assertIsNotNone(exact.collide_mask(one, other))
        keyed.set_colorkey((0, 0, 0))
        self.assertIsNone(exact.collide_mask(one, other))

    def test_a_sprite_with_only_a_rect(self):
        for kind in (exact.Sprite, THEIRS.Sprite):
            wall = kind()
            wall.rect = pygame.Rect(0, 50, 6000, 10)
            on = sprite_of(exact.Sprite, disc(), (4500, 0))
            off = sprite_of(exact.Sprite, disc(), (60, -10))
            group = exact.Group(on, off)
            for collided in (None, exact.collide_mask):
                self.assertEqual(exact.spritecollide(wall, group, False, collided), [on, off][: 2 if collided is None else 1])
                self.assertEqual(exact.spritecollide(on, exact.Group(wall), False, collided), [wall])
            on.drawn_angle = off.drawn_angle = 45
            self.assertEqual(exact.spritecollide(wall, group, False), [on])
            self.assertIsNotNone(exact.collide_mask(on, wall))
            self.assertIsNone(exact.collide_mask(wall, off))
        switch = exact.Sprite()
        switch.rect, switch.drawn_angle = pygame.Rect(100, 100, 40, 4), 90
        self.assertIsNotNone(exact.collide_mask(switch, sprite_of(exact.Sprite, disc(size=16), (112, 80))))

    def test_hidden_sprites_do_not_hit_by_mask(self):
        for kind, angle in ((exact.DirtySprite, None), (exact.DirtySprite, 30), (THEIRS.DirtySprite, None)):
            image = disc()
            one, other = sprite_of(kind, image, (0, 0)), sprite_of(exact.Sprite, disc(), (10, 10))
            if angle:
                one.drawn_angle = angle
            group = exact.Group(other)

            def hits():
                return {
                    exact.collide_mask(one, other) is not None,
                    exact.collide_mask(other, one) is not None,
                    bool(exact.spritecollide(one, group, False, exact.collide_mask)),
                    bool(exact.spritecollideany(one, group, exact.collide_mask)),
                    bool(exact.groupcollide(group, [one], False, False, exact.collide_mask)),
                }

            self.assertEqual(hits(), {True})
            one.visible = 0
            self.assertEqual(hits(), {False})
            one.visible = 1
            image.set_alpha(0)
            self.assertEqual(hits(), {False})
            image.set_alpha(1)
            self.assertEqual(hits(), {True})

    def test_float_rects_hit_the_same_way_by_every_call(self):
        source = random.Random(61)
        pictures = [disc(size=12), disc(size=20)]
        kinds = [lambda: None, exact.Mask.from_surface, pygame.mask.from_surface]
        count = 0
        for _ in range(1250):
            groups = []
            for _ in range(2):
                group = exact.Group()
                for _ in range(2):
                    sprite = exact.Sprite(group)
                    sprite.image = source.choice(pictures)
                    sprite.rect = pygame.FRect(source.uniform(-20, 20), source.uniform(-20, 20), *sprite.image.get_size())
                    kind = source.randrange(3)
                    if kind:
                        sprite.mask = kinds[kind](sprite.image)
                groups.append(group)
            first, second = groups
            grouped = exact.groupcollide(first, second, False, False, exact.collide_mask)
            for one in first:
                listed = exact.spritecollide(one, second, False, exact.collide_mask)
                self.assertEqual(listed, [other for other in second if exact.collide_mask(one, other)])
                self.assertEqual(listed, grouped.get(one, []))
                own = [pygame.mask.from_surface(sprite.image) for sprite in (one, *second)]
                theirs = [
                    other for other, mask in zip(second, own[1:])
                    if own[0].overlap(mask, (other.rect[0] - one.rect[0], other.rect[1] - one.rect[1]))
                ]
                self.assertEqual(listed, theirs)
                count += len(listed)
        self.assertGreater(count, 100)

    def test_pygames_own_masks_are_compared_by_pygame(self):
        image = disc()
        one, other = sprite_of(exact.Sprite, image, (0, 0)), sprite_of(exact.Sprite, image, (33, 20))
        one.mask = other.mask = pygame.mask.from_surface(image)
        self.assertEqual(exact.collide_mask(one, other), THEIRS.collide_mask(one, other))
        with mock.patch.object(exact, "Mask", None):
            self.assertEqual(exact.collide_mask(one, other), THEIRS.collide_mask(one, other))
        other.mask = exact.Mask.from_surface(image)
        self.assertIsNotNone(exact.collide_mask(one, other))

    def test_kills_of_the_games_own(self):
        """A sprite that lives on, and one that leaves another behind: pygame asks the group again after each sprite."""

        def game(module):
            class Tough(module.Sprite):
                lives = 2

                def kill(self):
                    self.lives -= 1
                    if self.lives == 0:
                        super().kill()

            class Splits(module.Sprite):
                def kill(self):
                    [group] = self.groups()
                    super().kill()
                    sprite_of(module.Sprite, disc(), (5, 5), group)

            shots, rocks = module.Group(), module.Group()
            order = [sprite_of(module.Sprite, disc(), (k, 0), shots) for k in range(3)]
            sprite_of(Tough, disc(), (4, 4), rocks), sprite_of(Splits, disc(), (9, 9), rocks)
            hits = module.groupcollide(shots, rocks, False, True, module.collide_mask)
            return [(order.index(shot), [type(rock).__name__ for rock in hit]) for shot, hit in hits.items()], len(rocks)

        self.assertEqual(game(exact), game(THEIRS))


class Work(unittest.TestCase):
    """The calls into pygame and the library are counted; times are printed beside pygame's."""

    @staticmethod
    def beside(what, ours, theirs, number):
        both = [min(timeit.repeat(call, number=number, repeat=5)) / number * 1e6 for call in (ours, theirs)]
        print(f"{what}: {both[0]:.2f} us, pygame {both[1]:.2f} us")

    def test_collide_mask(self):
        pairs = []
        for module in (exact, THEIRS):
            image = disc()
            pair = [sprite_of(module.Sprite, image, at) for at in ((0, 0), (30, 30))]
            for sprite in pair:
                sprite.mask = pygame.mask.from_surface(image)
            pairs.append(pair)
        with mock.patch.object(exact, "_overlap", None), mock.patch.object(exact, "_form", None):
            self.assertIsNotNone(exact.collide_mask(*pairs[0]))
        self.beside("collide_mask, a hit", lambda: exact.collide_mask(*pairs[0]), lambda: THEIRS.collide_mask(*pairs[1]), 5000)
        for pair in pairs:
            pair[1].rect.topleft = 60, 60
        self.beside("collide_mask, a miss", lambda: exact.collide_mask(*pairs[0]), lambda: THEIRS.collide_mask(*pairs[1]), 5000)

    def test_group_draw(self):
        groups, source = [], random.Random(5)
        pictures = [disc(colour) for colour in ("red", "green", "blue", "orange")]
        for module in (exact, THEIRS):
            group = module.Group()
            for _ in range(500):
                sprite_of(module.Sprite, source.choice(pictures), (source.randrange(600), source.randrange(400)), group)
            groups.append(group)
        screen = pygame.Surface((640, 480))
        with mock.patch.object(exact, "_StandIn", None), mock.patch.object(exact, "known", None):
            groups[0].draw(screen)
        self.beside("Group.draw, 500 unturned", lambda: groups[0].draw(screen), lambda: groups[1].draw(screen), 3)

        def turn(k=[0]):
            k[0] += 3
            for sprite in groups[0]:
                sprite.drawn_angle = k[0]
            groups[0].draw(screen)

        def turn_theirs(k=[0]):
            k[0] += 3
            for sprite in groups[1]:
                picture = pygame.transform.rotate(sprite.image, k[0])
                screen.blit(picture, picture.get_rect(center=sprite.rect.center))

        self.beside("Group.draw, 500 turned", turn, turn_theirs, 3)

    def test_groupcollide(self):
        source, image, small = random.Random(7), disc(), disc(size=8)
        bullets, enemies = exact.Group(), exact.Group()
        for group, picture, count in ((bullets, small, 2000), (enemies, image, 100)):
            mask = pygame.mask.from_surface(picture)
            for _ in range(count):
                sprite = sprite_of(exact.Sprite, picture, (source.randrange(1000), source.randrange(800)), group)
                sprite.mask = mask
        overlap = mock.Mock(return_value=None)

        def counted(sprites):
            return [mock.Mock(get_size=sprite.mask.get_size, overlap=overlap) for sprite in sprites]

        with mock.patch.object(exact, "_masks", counted):
            exact.groupcollide(enemies, bullets, False, False, exact.collide_mask)
        near = sum(enemy.rect.inflate(2, 2).colliderect(bullet.rect) for enemy in enemies for bullet in bullets)
        # Only sprites near each other are compared.
        self.assertLessEqual(overlap.call_count, near)

        def fastest():
            """The fastest way that was found in pygame."""
            hits, others = {}, bullets.sprites()
            rects, masks = [other.rect for other in others], [other.mask for other in others]
            for enemy in enemies:
                mask, (x, y) = enemy.mask, enemy.rect.topleft
                for k in enemy.rect.collidelistall(rects):
                    if mask.overlap(masks[k], (rects[k].x - x, rects[k].y - y)):
                        hits.setdefault(enemy, []).append(others[k])
            return hits

        def ours():
            return exact.groupcollide(enemies, bullets, False, False, exact.collide_mask)

        self.assertEqual(ours(), fastest())
        self.beside("groupcollide, 100 against 2,000", ours, fastest, 3)


if __name__ == "__main__":
    unittest.main()
