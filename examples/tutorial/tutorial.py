"""A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.

README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same hashes.
Run it with: python tutorial.py
"""

from math import floor, tau

import numpy as np

from kasuri import Body, Mask, Recorder, Recording, Region, Shape, World, det

# A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
SHIP, BULLET, LASER = 1, 2, 4

SHIP_PICTURE = ["....#....", "...###...", "...###...", "..#####..", ".#######.", "#########", "##.....##"]
BULLET_PICTURE = ["..####...", "#########", "..####..."]

BOSS = (192, 96)


def velocity(direction: float, speed: float) -> tuple[float, float]:
    """Returns a velocity in pixels a frame.

    The world keeps positions in steps of 1/256 px, and so does this game: then sums are exact in every language, also where
    positions are single-precision floats.
    """
    x, y = det.cos(direction), det.sin(direction)
    return floor(x * speed * 256) / 256, floor(y * speed * 256) / 256


def clamp(number: float, least: float, most: float) -> float:
    return max(least, min(most, number))


class Game:
    def __init__(self) -> None:
        # The world finds out what hits what. It is as large as the screen.
        self.world = World(bounds=((0, 0), (384, 448)))

        # The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
        core = Region("core", Shape.circle(2), against=BULLET | LASER)
        self.ship_at = (192.0, 400.0)
        picture = Mask.from_rows(SHIP_PICTURE)
        ship = Body.sprite(picture, at=self.ship_at, layer=SHIP, against=0, regions=[core], graze=12)
        self.ship = self.world.spawn(ship)

        # The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
        laser = Body.capsule((0, 0), (0, 400), 3, at=BOSS, layer=LASER, against=SHIP, cooldown=60)
        self.laser = self.world.spawn(laser)

        # What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds.
        picture = Mask.from_rows(BULLET_PICTURE)
        self.bullet = Body.sprite(picture, layer=BULLET, against=SHIP, despawn_beyond=16)
        self.bullets = np.zeros(0, np.uint64)  # their numbers in the world, and where they are and go, in arrays
        self.at = np.zeros((0, 2))
        self.velocities = np.zeros((0, 2))

        # Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
        self.boss, self.player = det.RandomStream(1), det.RandomStream(18)
        self.frame, self.lives, self.score, self.grazes = 0, 5, 0, 0
        self.recorder = Recorder()

    def fire(self) -> None:
        """The boss fires a ring of bullets. Each picture is turned to where its bullet flies."""
        directions = [self.boss.split(self.frame).between(0, tau)]
        for _ in range(17):
            directions.append(directions[-1] + tau / 18)
        fired = self.world.spawn_many(self.bullet, at=[BOSS] * 18, angle=directions)
        self.bullets = np.concatenate([self.bullets, fired])
        self.at = np.concatenate([self.at, [BOSS] * 18])
        self.velocities = np.concatenate([self.velocities, [velocity(direction, 1.5) for direction in directions]])

    def move(self) -> None:
        """The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine."""
        self.at += self.velocities
        self.world.set_positions(self.bullets, self.at)
        keys = self.player.split(self.frame // 20)
        x = clamp(self.ship_at[0] + 2 * (keys.below(3) - 1), 16, 368)
        y = clamp(self.ship_at[1] + 2 * (keys.below(3) - 1), 240, 432)
        self.ship_at = (x, y)
        self.world.set_position(self.ship, self.ship_at)
        self.world.set_angle(self.laser, 0.7 * det.sin(0.02 * self.frame))

    def step(self) -> None:
        """One step finds what hits now. The recorder makes it, and writes it down for the replay."""
        step = self.recorder.step(self.world)
        self.grazes += len(step.grazes)
        self.score += 1 + 10 * len(step.grazes)
        if len(step.began) > 0:
            self.lives -= 1
            self.world.set_invulnerable(self.ship, 90)
        living = self.world.contains_many(self.bullets)
        self.bullets, self.at, self.velocities = self.bullets[living], self.at[living], self.velocities[living]


game = Game()
while game.frame < 600 and game.lives > 0:
    game.frame += 1
    if game.frame % 10 == 0:
        game.fire()
    game.move()
    game.step()
    if game.frame % 100 == 0 or game.lives == 0:
        hash = game.world.hash()
        print(f"frame {game.frame}: {len(game.bullets)} bullets, {game.grazes} grazes, {game.lives} lives, {hash:016x}")
print(f"score {game.score}")

# The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash.
replay = Recording(game.recorder.bytes()).replay()
while replay.step():
    pass
print(f"replay of {replay.steps} steps: {replay.world().hash():016x}")
