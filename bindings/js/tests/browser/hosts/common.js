// What the tests of all hosts share: pictures, a crowd in motion, and plain Kasuri's answer at the same placements.
//
// A host's file exports start(): it starts the host on a canvas of 640 x 480 and returns
// - follower: the adapter;
// - make({ sheet, frame, ...placement }): an object; set(object, placement) places it. A placement has x, y, angle,
//   scaleX, scaleY, and pivot in texels; negative scales mirror;
// - step(): one frame of the host, with its update and its drawing;
// - nest(object, { x, y, angle, scale }): puts the object into a parent, and returns it if it is a new one;
// - sheared(object): draws it sheared; straight(object, placement): ends that;
// - hide(object), show(object), fade(object), unfade(object), destroy(object);
// - listen(object, told): passes the name of each event to `told`;
// - groups: the two groups in which make(placement, 0 or 1) puts objects, if these are not arrays;
// - isEqualScale: whether the host draws a turned object with unequal scales sheared;
// - isCentred: whether objects turn around their middle only.
import { Mask, query } from "kasuri";

export const [WIDTH, HEIGHT] = [640, 480];
export const CELL = [32, 24];

/** Returns a picture that differs from each of its flipped and turned copies. */
function blob(width, height, notch) {
  return (x, y) => {
    const inside = ((2 * x - width + 1) / width) ** 2 + ((2 * y - height + 1) / height) ** 2 < 1;
    return inside && !(x > width * notch && y < height * 0.4);
  };
}

const NOTCHES = [0.6, 0.4];

/** A sheet of two frames, side by side, white on transparent. */
export function sheet() {
  const [width, height] = CELL;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, height];
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  NOTCHES.forEach((notch, k) => {
    const isSet = blob(width, height, notch);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isSet(x, y)) context.fillRect(k * width + x, y, 1, 1);
  });
  return canvas;
}

export const masks = () => NOTCHES.map((notch) => Mask.fromFunction(...CELL, blob(...CELL, notch)));

/** Returns a random number generator with the same numbers everywhere. */
function numbers(seed) {
  let state = seed;
  return (least, most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return least + (state / 2 ** 32) * (most - least);
  };
}

/** Returns `count` bodies in motion: where each is at a time, in plain numbers. */
function crowd(count, seed, isEqualScale) {
  const random = numbers(seed);
  return Array.from({ length: count }, (_, k) => {
    const scale = random(0.7, 2);
    const signs = [k % 3 === 0 ? -1 : 1, k % 5 === 0 ? -1 : 1];
    const one = {
      at: [random(0, WIDTH), random(0, HEIGHT)],
      way: [random(-4, 4), random(-4, 4)],
      angle: random(-3, 3),
      turn: random(-0.2, 0.2),
      scale: [scale * signs[0], (isEqualScale ? scale : random(0.7, 2)) * signs[1]],
      pivot: [[16, 12], [4, 20], [32, 0]][k % 3],
    };
    return (time) => ({
      x: (((one.at[0] + one.way[0] * time) % WIDTH) + WIDTH) % WIDTH,
      y: (((one.at[1] + one.way[1] * time) % HEIGHT) + HEIGHT) % HEIGHT,
      angle: one.angle + one.turn * time,
      scaleX: one.scale[0],
      scaleY: one.scale[1],
      pivot: one.pivot,
      // Some show the next frame of the sheet from time to time.
      frame: k % 4 === 0 ? (time >> 3) % 2 : k % 2,
    });
  });
}

const formOf = (all, { frame, x, y, angle, scaleX, scaleY, pivot }) => all[frame].place([x, y], { angle, scale: [scaleX, scaleY], pivot });

/** Moves a crowd for some frames; returns the frames whose hits differ from plain Kasuri's, and the number of hits. */
export async function moving(host, frames, [bullets, foes] = [60, 20]) {
  const all = masks();
  const placed = (one) => (time) => ({ ...one(time), ...(host.isCentred && { pivot: [16, 12] }) });
  const [shots, ships] = [crowd(bullets, 7, host.isEqualScale), crowd(foes, 99, host.isEqualScale)].map((side) => side.map(placed));
  const [a, b] = [shots, ships].map((side, k) => side.map((one) => host.make(one(0), k)));
  const numberOf = new Map([...a, ...b].map((object, k) => [object, k]));
  let found = [];
  host.follower.overlap(...(host.groups ?? [a, b]), (one, other) => found.push(`${numberOf.get(one)} ${numberOf.get(other) - a.length}`));
  let [count, different] = [0, 0];
  let example = null;
  for (let time = 0; time < frames; time++) {
    [...shots, ...ships].forEach((one, k) => host.set([...a, ...b][k], one(time)));
    found = [];
    await host.step();
    const sides = [shots, ships].map((side) => side.map((one) => formOf(all, one(time))));
    const pairs = query.pairs(...sides);
    const wanted = [];
    for (let k = 0; k < pairs.length; k += 2) wanted.push(`${pairs[k]} ${pairs[k + 1]}`);
    for (const form of sides.flat()) form.free();
    count += wanted.length;
    const [extra, missing] = [found.filter((pair) => !wanted.includes(pair)), wanted.filter((pair) => !found.includes(pair))];
    if (extra.length === 0 && missing.length === 0 && found.length === wanted.length) continue;
    different += 1;
    example ??= { time, extra, missing };
  }
  [...a, ...b].forEach((object) => host.destroy(object));
  await host.step();
  return { count, different, example, left: host.follower.world.size };
}

/** Places objects in a grid, in all ways of the host; returns where they are, and their covered pixels. */
export async function posed(host) {
  const ways = [
    { angle: 0, scaleX: 1, scaleY: 1 },
    { angle: 0.7, scaleX: 1, scaleY: 1 },
    { angle: 0, scaleX: 3, scaleY: 2 },
    { angle: 0, scaleX: -2, scaleY: 2 },
    { angle: 1, scaleX: 2, scaleY: -2 },
    { angle: -2.4, scaleX: -2, scaleY: -2 },
    { angle: 0.4, scaleX: -2, scaleY: 2 },
  ];
  const pivots = host.isCentred ? [[16, 12]] : [[16, 12], [4, 20]];
  const objects = [];
  for (const [row, pivot] of pivots.entries()) {
    ways.forEach((way, k) => objects.push(host.make({ ...way, pivot, frame: k % 2, x: 60 + 85 * k, y: 80 + 130 * row })));
  }
  let child = host.make({ angle: 0.3, scaleX: 1, scaleY: 1, pivot: [16, 12], frame: 0, x: 20, y: 10 });
  child = host.nest?.(child, { x: 300, y: 400, angle: 0.5, scale: 2 }) ?? child;
  host.follower.overlap([...objects, child], []);
  await host.step();
  await host.step();
  const covered = [];
  for (const object of new Set([...objects, child])) {
    const pixels = host.follower.world.form(host.follower.bodyOf(object)).cover().pixels();
    covered.push([...pixels]);
  }
  return covered;
}

/** Hides, shows, scales, destroys; tells what hit then, which events came, and how errors name the object. */
export async function living(host) {
  const at = { x: 100, y: 100, angle: 0.3, scaleX: 1, scaleY: 1, pivot: [16, 12], frame: 0 };
  const [a, b] = [host.make(at), host.make({ ...at, x: 104 })];
  const events = [];
  host.listen(a, (event) => events.push(event));
  let hits = 0;
  host.follower.overlap([a], [b], () => (hits += 1));
  const told = {};
  const look = async (name) => {
    hits = 0;
    await host.step();
    told[name] = hits;
  };
  await look("two");
  host.hide(b);
  await look("hidden");
  host.show(b);
  await look("shown");
  host.fade(b);
  await look("faded");
  host.unfade(b);
  await look("again");
  host.set(b, { ...at, scaleX: 0, scaleY: 0 });
  await look("scaled to 0");
  host.set(b, { ...at, scaleX: 1e-3, scaleY: 1e-3 });
  await look("tiny");
  host.set(b, { ...at, scaleX: 100, scaleY: 100 });
  await look("vast");
  host.set(b, { ...at, x: 104 });
  await look("as before");
  const errors = [];
  host.sheared(b, at);
  try {
    host.follower.update();
  } catch (error) {
    errors.push(error.message);
  }
  host.straight(b, { ...at, x: 104 });
  await look("straight");
  host.destroy(b);
  await look("destroyed");
  const left = host.follower.world.size;
  return { told, events, errors, left };
}
