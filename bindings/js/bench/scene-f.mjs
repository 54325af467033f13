// Scene F, as in bindings/c/bench/scene_f.c: the median frame in microseconds, and a sum over the hits, which is the
// same in every language.
// node bench/scene-f.mjs [--plain] [--rivals]
// The first times are the processor time of the process (user and system, all of its threads); "clock" is the elapsed
// time.
import { createRequire } from "node:module";
import { Body, Mask, World, init, instructionSet } from "kasuri";
import RBush from "rbush";

const { System } = createRequire(import.meta.url)("detect-collisions");
const [BULLETS, BODIES, FRAMES, TIMED] = [10000, 10200, 120, 100];
const MOST = [1920 * 256, 1080 * 256];
await init({ simd: !process.argv.includes("--plain") });

const disc = (side) =>
  Mask.fromFunction(side, side, (x, y) => 100 * ((2 * x - side + 1) ** 2 + (2 * y - side + 1) ** 2) < 79 * side * side);

/** Returns the positions and motions of the bodies, in lattice units. */
function scene() {
  let state = 6;
  const below = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state * n) / 2 ** 32);
  };
  const [at, by] = [new Float64Array(2 * BODIES), new Float64Array(2 * BODIES)];
  for (let k = 0; k < BODIES; k++) {
    const fastest = k < BULLETS ? 6 * 256 : 2 * 256;
    for (const i of [0, 1]) at[2 * k + i] = below(MOST[i]);
    for (const i of [0, 1]) by[2 * k + i] = below(2 * fastest + 1) - fastest;
  }
  return { at, by };
}

function move({ at, by }, places) {
  for (let k = 0; k < at.length; k++) {
    at[k] += by[k];
    if (at[k] < 0 || at[k] > MOST[k % 2]) {
      by[k] = -by[k];
      at[k] += 2 * by[k];
    }
    places[k] = at[k] / 256;
  }
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Runs `work`. Returns its result, its processor time and its elapsed time, in microseconds. */
function timed(work) {
  const [before, given] = [performance.now(), process.cpuUsage()];
  const done = work();
  const { user, system } = process.cpuUsage(given);
  return [done, user + system, (performance.now() - before) * 1000];
}

function play(name, turn, spin) {
  const moving = scene();
  const [small, large, world] = [disc(8), disc(64), new World()];
  const angles = Float64Array.from({ length: BODIES }, (_, k) => turn * k);
  const places = new Float64Array(2 * BODIES);
  const bodies = new Float64Array(BODIES);
  const spawn = (mask, layer, against, from, to) => {
    const body = Body.sprite(mask, { layer, against });
    bodies.set(world.spawnMany(body, { at: places.subarray(2 * from, 2 * to), angle: angles.subarray(from, to) }), from);
  };
  spawn(small, 1, 2, 0, BULLETS);
  spawn(large, 2, 1, BULLETS, BODIES);
  const [times, clocks, sums] = [[], [], []];
  for (let frame = 0; frame < FRAMES; frame++) {
    move(moving, places);
    for (let k = 0; k < BODIES; k++) angles[k] += spin;
    const [pairs, given, clock] = timed(() => {
      world.setPositions(bodies, places);
      if (spin !== 0) world.setAngles(bodies, angles);
      const { a, b } = world.step().hits;
      let sum = 0;
      for (let k = 0; k < a.length; k++) sum += (a[k] % 16777216) + (b[k] % 16777216);
      return [a, b, sum];
    });
    if (frame >= FRAMES - TIMED) times.push(given);
    if (frame >= FRAMES - TIMED) clocks.push(clock);
    sums.push(pairs);
  }
  console.log(`${name} ${median(times).toFixed(1)} ${told(sums)} clock ${median(clocks).toFixed(1)}`);
}

/** Computes the same sum as the other languages. It needs integers of 64 bits, so its time is not measured here. */
function told(sums) {
  let sum = 0n;
  for (const [a, b] of sums) {
    for (let k = 0; k < a.length; k++) {
      const pair = (Math.imul(a[k] % 16777216, 10200) + (b[k] % 16777216)) >>> 0;
      sum = BigInt.asUintN(64, sum * 31n + BigInt(pair));
    }
  }
  return sum.toString(16).padStart(16, "0");
}

/**
 * Plays the same frames with libraries that know only boxes or circles: each enemy searches for the bullets that it
 * overlaps.
 */
function rivals() {
  for (const [name, make] of [["rbush-boxes", rbush], ["detect-collisions-circles", circles]]) {
    const moving = scene();
    const places = new Float64Array(2 * BODIES);
    move(moving, places);
    const find = make(places);
    const [times, clocks] = [[], []];
    let met = 0;
    for (let frame = 0; frame < 40; frame++) {
      const [found, given, clock] = timed(() => find(places));
      if (frame >= 10) times.push(given);
      if (frame >= 10) clocks.push(clock);
      met = found;
      move(moving, places);
    }
    console.log(`${name} ${median(times).toFixed(1)} ${met} clock ${median(clocks).toFixed(1)}`);
  }
}

const half = (k) => (k < BULLETS ? 4 : 32);

function rbush() {
  const items = Array.from({ length: BODIES }, (_, k) => ({ k, minX: 0, minY: 0, maxX: 0, maxY: 0 }));
  const tree = new RBush();
  return (places) => {
    for (const item of items) {
      const [x, y, r] = [places[2 * item.k], places[2 * item.k + 1], half(item.k)];
      [item.minX, item.minY, item.maxX, item.maxY] = [x - r, y - r, x + r, y + r];
    }
    tree.clear();
    tree.load(items.slice(0, BULLETS));
    const pairs = [];
    for (const enemy of items.slice(BULLETS)) for (const bullet of tree.search(enemy)) pairs.push(bullet.k, enemy.k);
    return pairs.length / 2;
  };
}

function circles(first) {
  const system = new System();
  const bodies = Array.from({ length: BODIES }, (_, k) => system.createCircle({ x: first[2 * k], y: first[2 * k + 1] }, half(k)));
  return (places) => {
    for (let k = 0; k < BODIES; k++) bodies[k].setPosition(places[2 * k], places[2 * k + 1]);
    let met = 0;
    for (const enemy of bodies.slice(BULLETS)) {
      system.checkOne(enemy, ({ b }) => {
        if (b.r < 32) met += 1;
        return false;
      });
    }
    return met;
  };
}

console.log(instructionSet());
play("upright", 0, 0);
play("turned", 0.7, 0);
play("spin", 0.7, 0.05);
if (process.argv.includes("--rivals")) rivals();
