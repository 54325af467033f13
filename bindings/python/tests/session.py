"""Plays the library's golden session from Python: the same bodies, moves and queries as tests/world_kit/session.rs."""

import math

import numpy as np

import kasuri
from kasuri import Body, Look, Mask, Region, Shape

STEPS = 3200
SHIP, BULLET, FOE, SHOT, LASER = 1, 2, 4, 8, 16
WIDTH, HEIGHT = 480, 640
WORD = (1 << 64) - 1


def arena(**how):
    """Makes the world for a session."""
    return kasuri.World(bounds=((0, 0), (WIDTH, HEIGHT)), rooted_circles_between=[(SHIP, BULLET)], **how)


def drawn(width, height, solid):
    y, x = np.mgrid[:height, :width]
    return Mask.from_numpy(solid(x, y))


def ways():
    """Returns 64 directions of a circle, computed with whole numbers only."""
    x, y, found = 1 << 16, 0, []
    for _ in range(64):
        found.append((x >> 8, y >> 8))
        x -= (y * 6434) >> 16
        y += (x * 6434) >> 16
    return found


def towards_zero(x, by):
    """Returns a quotient rounded towards zero, as Rust does."""
    return abs(x) // by * (1 if x >= 0 else -1)


def place(at):
    return at[0] / 256, at[1] / 256


class Fliers:
    """Bodies that fly straight, in lattice units."""

    def __init__(self):
        self.bodies = np.empty(0, dtype=np.uint64)
        self.at = np.empty((0, 2), dtype=np.int64)
        self.by = np.empty((0, 2), dtype=np.int64)

    def add(self, bodies, at, by):
        self.bodies = np.concatenate([self.bodies, np.asarray(bodies, dtype=np.uint64)])
        self.at = np.concatenate([self.at, np.asarray(at, dtype=np.int64).reshape(-1, 2)])
        self.by = np.concatenate([self.by, np.asarray(by, dtype=np.int64).reshape(-1, 2)])

    def fly(self, world):
        self.at = self.at + self.by
        world.set_positions(self.bodies, self.at / 256)

    def keep(self, world):
        lives = world.contains_many(self.bodies)
        self.bodies, self.at, self.by = self.bodies[lives], self.at[lives], self.by[lives]


class Session:
    """The bodies of the session, spawned in an empty world."""

    def __init__(self, world):
        def hull(wing):
            return drawn(24, 20, lambda x, y: (abs(x - 12) * 3 < y + wing) & (y > 1))

        def frame(wing, core):
            core = Region("core", Shape.capsule((-core[0], 0), core, 2), against=BULLET | LASER)
            return Look(hull(wing), regions=[core, Region("hull", Shape.circle(9))])

        self.step_number, self.random = 0, 1
        self.peak = self.grazed = self.died = self.cancelled = self.wounds = 0
        self.ship_at = [240 * 256, 560 * 256]
        self.ship = world.spawn(
            Body.frames(
                [frame(0, (0, 0)), frame(6, (1.5, 1))],
                at=(240, 560), layer=SHIP, against=FOE, graze=24, invulnerable=60,
            )
        )
        self.star = drawn(41, 41, lambda x, y: abs(x - 20) * abs(y - 20) < 40)
        self.boss = world.spawn(
            Body.sprite(
                self.star, at=(240, 120), layer=FOE, against=SHIP | SHOT, cooldown=6,
                regions=[Region("eye", Shape.circle(7))],
            )
        )
        foe = Body.polygon([(-9, -7), (9, -7), (0, 11)], layer=FOE, against=SHIP | SHOT, cooldown=3, scale=(1, 1.5))
        self.foes = world.spawn_many(foe, at=[[40 * k + 20, 60] for k in range(12)])
        laser = Body.chain([(0, 0), (10, 40), (0, 80)], 3, layer=LASER, against=SHIP, cooldown=20)
        self.lasers = world.spawn_many(laser, at=[[160 * (k + 1), 80] for k in range(2)])
        self.ways = ways()
        self.bullets, self.shots = Fliers(), Fliers()

    def below(self, n):
        self.random = (self.random * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) & WORD
        return (self.random >> 33) % n

    def step(self, world, recorder=None):
        """Moves all bodies, steps the world, and reacts to the results."""
        self.step_number += 1
        self.fire(world)
        self.fly(world)
        self.steer(world)
        self.wave(world)
        step = recorder.step(world) if recorder else world.step()
        self.follow(world, step)

    def fire(self, world):
        middle = (240 * 256, 120 * 256)
        turn = self.step_number * 3 + self.below(4)
        bodies, by = [], []
        for arm in range(32 if self.step_number % 4 == 0 else 0):
            way = self.ways[(turn + arm * 2) % 64]
            slow = 3 + (arm + self.step_number // 4) % 4
            by.append([towards_zero(x * slow, 5) for x in way])
            kind = self.below(3)
            if kind == 0:
                body = Body.circle(3)
            elif kind == 1:
                body = Body.capsule((-3, 0), (3, 0), 1.5, angle=turn / 16)
            else:
                body = Body.rect((2.5, 2.5), angle=arm / 8)
            bodies.append(
                body.but(at=place(middle), layer=BULLET, against=SHIP | SHOT, despawn_beyond=12, data=self.step_number)
            )
        if bodies:
            self.bullets.add(world.spawn_many(bodies), [middle] * len(bodies), by)
        if self.step_number % 5 == 0:
            at = [self.ship_at[0], self.ship_at[1] - 12 * 256]
            against = FOE if self.step_number % 2 == 0 else BULLET
            spear = Body.segment((0, -6), (0, 6), at=place(at), layer=SHOT, against=against, max_hits=3, despawn_beyond=4)
            self.shots.add([world.spawn(spear)], [at], [[0, -7 * 256]])

    def fly(self, world):
        self.bullets.fly(world)
        self.shots.fly(world)
        # Some home in on the nearest foe ahead.
        for k in range(min(4, len(self.shots.bodies))):
            start = place([int(x) for x in self.shots.at[k]])
            ahead = world.in_cone(start, -math.pi / 2, 0.5, 300, against=FOE)
            near = next((near for near in world.nearest(start, 2, against=FOE) if near.body in ahead), None)
            if near is not None:
                side = (near.point[0] > start[0]) - (near.point[0] < start[0])
                self.shots.by[k, 0] = min(512, max(-512, self.shots.by[k, 0] + side * 64))

    def steer(self, world):
        by = [self.below(5) - 2, self.below(5) - 2]
        least, most = (20 * 256, 400 * 256), ((WIDTH - 20) * 256, (HEIGHT - 20) * 256)
        for k in range(2):
            self.ship_at[k] = min(most[k], max(least[k], self.ship_at[k] + by[k] * 700))
        world.set_position(self.ship, place(self.ship_at))
        if self.step_number % 40 == 0:
            world.set_frame(self.ship, self.step_number // 40 % 2)
        world.set_angle(self.boss, self.step_number / 64)
        world.set_angles(self.foes, self.step_number / 128 + np.arange(len(self.foes)))

    def wave(self, world):
        """Moves the points of the lasers, in every step."""
        for k, laser in enumerate(self.lasers):
            points = []
            for j in range(12):
                way = self.ways[(self.step_number + j * 7 + k * 20) % 64]
                points.append(place([way[0] * j * 3, j * 40 * 256 + way[1]]))
            world.set_chain(laser, points)

    def follow(self, world, step):
        self.peak = max(self.peak, len(self.bullets.bodies))
        self.grazed += len(step.grazes)
        self.wounds += len(step.between(SHOT, FOE))
        ship = world.get(self.ship)
        core = ship.region_index("core")
        hits = step.between(SHIP, BULLET | LASER)["regions"][:, 0]
        if core in hits and ship.invulnerable_for == 0:
            self.died += 1
            world.set_invulnerable(self.ship, 90)
            at = place(self.ship_at)
            if self.died % 3 == 0:
                gone = world.remove_overlapping(Shape.circle(90), at, against=BULLET)
            elif self.died % 3 == 1:
                gone = world.remove_overlapping(Shape.rect((400, 40)), at, against=BULLET)
            else:
                gone = world.remove_overlapping(self.star, at, scale=4, against=BULLET)
            self.cancelled += len(gone)
        for bullet in step.between(SHOT, BULLET)["b"]:
            if bullet in world:
                world.remove(bullet)
        for shot in self.shots.bodies:
            if shot in world and world.get(shot).hits_left == 0:
                world.remove(shot)
        self.bullets.keep(world)
        self.shots.keep(world)

    def told(self, hashes):
        """Returns the hash after every hundredth step, and the totals, in the format of tests/golden/danmaku.txt."""
        lines = [f"{k + 1:5} {hash:016x}\n" for k, hash in enumerate(hashes) if k % 100 == 99]
        return "".join(lines) + (
            f"{self.peak} bullets, {self.grazed} grazes, {self.died} deaths, {self.cancelled} cancelled, "
            f"{self.wounds} wounds\n"
        )
