"""A bullet hell in pygame: a moth turns and fires needles in waves, and every sprite hits exactly as it is drawn.

    python examples/moth.py                               arrow keys move, Shift slows down, Escape ends
    python examples/moth.py --plain                       the same game with pygame's own sprites: nothing turns
    python examples/moth.py --frames 600 --shot moth.png  without a window: SDL_VIDEODRIVER=dummy

The import below is all that makes its sprites turn.
"""

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pygame
from pygame.key import ScancodeWrapper

if not TYPE_CHECKING and "--plain" in sys.argv:
    from pygame.sprite import Group, Sprite, collide_mask, spritecollide
else:
    from kasuri.pygame import Group, Sprite, collide_mask, spritecollide

ART = Path(__file__).parents[3] / "stage" / "assets" / "art"
WIDTH, HEIGHT = 480, 640
Point: TypeAlias = tuple[float, float]


def palette() -> dict[str, str]:
    lines = (line.split() for line in (ART / "palette.txt").read_text().splitlines())
    return {letter: "#" + color for letter, color, *_ in lines}


def picture(name: str, colors: dict[str, str]) -> pygame.Surface:
    """Reads pixel art from text, one character for each texel. The first line "mirrored" means that this is the left half."""
    head, *rows = (ART / f"{name}.txt").read_text().splitlines()
    rows = [row + row[-2::-1] for row in rows] if head == "mirrored" else [head, *rows]
    image = pygame.Surface((max(map(len, rows)), len(rows)), pygame.SRCALPHA)
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                image.set_at((x, y), colors[letter])
    return image


class Body(Sprite):
    """A sprite with a position in fractions of pixels, turned and scaled."""

    drawn_at: Point

    def __init__(
        self, image: pygame.Surface, at: Point, *groups: "Group[Body]", angle: float = 0.0, scale: float = 2.0
    ) -> None:
        super().__init__(*groups)
        self.image, self.drawn_angle, self.drawn_scale = image, angle, scale
        self.rect = image.get_rect()
        self.move(at)

    def move(self, at: Point) -> None:
        self.drawn_at = at
        self.rect.center = round(at[0]), round(at[1])


class Needle(Body):
    """A bullet that flies straight, turned to its direction of flight."""

    def __init__(
        self, image: pygame.Surface, at: Point, towards: float, speed: float, *groups: "Group[Body]"
    ) -> None:
        # The picture points up, and pygame's angles are counter-clockwise.
        super().__init__(image, at, *groups, angle=-90 - math.degrees(towards))
        self.by = speed * math.cos(towards), speed * math.sin(towards)

    def update(self) -> None:
        x, y = self.drawn_at
        if -30 < x < WIDTH + 30 and -30 < y < HEIGHT + 30:
            self.move((x + self.by[0], y + self.by[1]))
        else:
            self.kill()


class Game:
    def __init__(self) -> None:
        colors = palette()
        self.art = {name: picture(name, colors) for name in ("boss", "ship0", "needle", "rice", "shot")}
        self.frame = self.deaths = self.wounds = 0
        self.safe_until = 60
        self.moths: Group[Body] = Group()
        self.needles: Group[Body] = Group()
        self.shots: Group[Body] = Group()
        self.ships: Group[Body] = Group()
        self.ship = Body(self.art["ship0"], (240, 560), self.ships, scale=1.0)
        self.moth = Body(self.art["boss"], (240, 170), self.moths, scale=3.0)

    def steer(self, keys: ScancodeWrapper | None) -> None:
        """Moves the ship by the keys, or, without any, on its own path."""
        x, y = self.ship.drawn_at
        if keys is None:
            x, y = 240 + 150 * math.sin(self.frame / 53), 520 + 60 * math.sin(self.frame / 31)
        else:
            speed = 2 if keys[pygame.K_LSHIFT] else 5
            x += speed * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT])
            y += speed * (keys[pygame.K_DOWN] - keys[pygame.K_UP])
        self.ship.drawn_angle = (self.ship.drawn_at[0] - x) * 6
        self.ship.move((min(max(x, 20), WIDTH - 20), min(max(y, 20), HEIGHT - 20)))

    def fire(self) -> None:
        x, y = self.moth.drawn_at
        if self.frame % 6 == 0:
            for arm in range(10):
                turn = self.frame / 37 + arm * math.tau / 10
                Needle(self.art["needle"], (x, y), turn, 2.4, self.needles)
                Needle(self.art["rice"], (x, y), -turn * 1.3, 1.7, self.needles)
        if self.frame % 8 == 0:
            x, y = self.ship.drawn_at
            Needle(self.art["shot"], (x, y - 20), -math.pi / 2, 9, self.shots)

    def step(self, keys: ScancodeWrapper | None) -> None:
        self.frame += 1
        self.steer(keys)
        self.moth.drawn_angle = 40 * math.sin(self.frame / 40)
        self.moth.move((240 + 90 * math.sin(self.frame / 90), 170))
        self.fire()
        self.needles.update()
        self.shots.update()
        self.wounds += len(spritecollide(self.moth, self.shots, True, collide_mask))
        if self.frame > self.safe_until and spritecollide(self.ship, self.needles, True, collide_mask):
            self.deaths += 1
            self.safe_until = self.frame + 60

    def draw(self, screen: pygame.Surface, font: pygame.font.Font) -> None:
        screen.fill("#0b0d1a")
        for group in (self.shots, self.moths, self.needles):
            group.draw(screen)
        if self.frame > self.safe_until or self.frame // 4 % 2:
            self.ships.draw(screen)
        told = f"{len(self.needles)} needles   {self.wounds} wounds   {self.deaths} deaths"
        screen.blit(font.render(told, True, "#9fb3d9"), (8, 8))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--plain", action="store_true", help="pygame's own sprites")
    arguments.add_argument("--frames", type=int, help="so many frames, played by itself")
    arguments.add_argument("--shot", help="keeps a picture of the last frame")
    asked = arguments.parse_args()
    pygame.display.init()
    pygame.font.init()
    screen, clock = pygame.display.set_mode((WIDTH, HEIGHT)), pygame.time.Clock()
    game, font = Game(), pygame.font.Font(None, 20)
    while not asked.frames or game.frame < asked.frames:
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        keys = None if asked.frames else pygame.key.get_pressed()
        if keys and keys[pygame.K_ESCAPE]:
            break
        game.step(keys)
        game.draw(screen, font)
        pygame.display.flip()
        if not asked.frames:
            clock.tick(60)
    if asked.shot:
        pygame.image.save(screen, asked.shot)
    print(f"{game.frame} frames, {len(game.needles)} needles, {game.wounds} wounds, {game.deaths} deaths")


if __name__ == "__main__":
    main()
