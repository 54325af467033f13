// A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
// README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same
// hashes. Run it with: node tutorial.mjs, where the package `kasuri` is installed.
import { Body, Mask, RandomStream, Recorder, Recording, Region, Shape, World, det, init } from "kasuri";

await init(); // loads the WebAssembly module

// A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
const [SHIP, BULLET, LASER] = [1, 2, 4];

const SHIP_PICTURE = ["....#....", "...###...", "...###...", "..#####..", ".#######.", "#########", "##.....##"];
const BULLET_PICTURE = ["..####...", "#########", "..####..."];

const BOSS = [192, 96];
const TURN = 2 * Math.PI;

/**
 * Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums are
 * exact in every language, also where positions are single-precision floats.
 */
function velocity(direction, speed) {
  const part = (length) => Math.floor(length * speed * 256) / 256;
  return [part(det.cos(direction)), part(det.sin(direction))];
}

const clamp = (number, least, most) => Math.max(least, Math.min(most, number));
const hexadecimal = (hash) => hash.toString(16).padStart(16, "0");

// The world finds out what hits what. It is as large as the screen.
const world = new World({ bounds: [[0, 0], [384, 448]] });

// The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
const core = new Region("core", Shape.circle(2), { against: BULLET | LASER });
let [shipX, shipY] = [192, 400];
const ship = world.spawn(
  Body.sprite(Mask.fromRows(SHIP_PICTURE), { at: [shipX, shipY], layer: SHIP, against: 0, regions: [core], graze: 12 }),
);

// The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
const laser = world.spawn(Body.capsule([0, 0], [0, 400], 3, { at: BOSS, layer: LASER, against: SHIP, cooldown: 60 }));

// What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds.
const model = Body.sprite(Mask.fromRows(BULLET_PICTURE), { layer: BULLET, against: SHIP, despawnBeyond: 16 });
let bullets = []; // of { body, at, velocity }

// Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
const [boss, player] = [new RandomStream(1), new RandomStream(18)];
let [frame, lives, score, grazes] = [0, 5, 0, 0];
const recorder = new Recorder();

/** The boss fires a ring of bullets. Each picture is turned to where its bullet flies. */
function fire() {
  const angle = [boss.split(frame).between(0, TURN)];
  while (angle.length < 18) angle.push(angle.at(-1) + TURN / 18);
  const bodies = world.spawnMany(model, { at: angle.map(() => BOSS), angle });
  angle.forEach((direction, k) => bullets.push({ body: bodies[k], at: [...BOSS], velocity: velocity(direction, 1.5) }));
}

/** The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine. */
function move() {
  for (const { at, velocity } of bullets) {
    at[0] += velocity[0];
    at[1] += velocity[1];
  }
  world.setPositions(bullets.map(({ body }) => body), bullets.map(({ at }) => at));
  const keys = player.split(Math.floor(frame / 20));
  shipX = clamp(shipX + 2 * (keys.below(3) - 1), 16, 368);
  shipY = clamp(shipY + 2 * (keys.below(3) - 1), 240, 432);
  world.setPosition(ship, [shipX, shipY]);
  world.setAngle(laser, 0.7 * det.sin(0.02 * frame));
}

/** One step finds what hits now. The recorder makes it, and writes it down for the replay. */
function step() {
  const found = recorder.step(world);
  grazes += found.grazes.length;
  score += 1 + 10 * found.grazes.length;
  if (found.began.length > 0) {
    lives -= 1;
    world.setInvulnerable(ship, 90);
  }
  bullets = bullets.filter(({ body }) => world.contains(body));
}

while (frame < 600 && lives > 0) {
  frame += 1;
  if (frame % 10 === 0) fire();
  move();
  step();
  if (frame % 100 === 0 || lives === 0) {
    const hash = hexadecimal(world.hash());
    console.log(`frame ${frame}: ${bullets.length} bullets, ${grazes} grazes, ${lives} lives, ${hash}`);
  }
}
console.log(`score ${score}`);

// The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash.
const replay = new Recording(recorder.bytes()).replay();
while (replay.step());
console.log(`replay of ${replay.steps} steps: ${hexadecimal(replay.world().hash())}`);
