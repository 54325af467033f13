// W1: 10,000 boxes that all move; each overlaps about one other: node bench/w1.mjs [FRAMES]
// All libraries find the same pairs (boxes that touch count) and write them out. The world keeps bodies and reports
// hits; the broad phase gets bare boxes, as rbush does. The times are the processor time of the process (user and
// system, all of its threads), so that other users of the machine matter little; "clock" is the elapsed time.
import { createRequire } from "node:module";
import { Body, Broad, World, init, instructionSet } from "kasuri";
import RBush from "rbush";

const { System } = createRequire(import.meta.url)("detect-collisions");
const [N, WARM, TIMED] = [10000, 120, Number(process.argv[2] ?? 31)];
const SIDE = 32 * Math.sqrt(N);
await init({ simd: !process.argv.includes("--plain") });

let state = 1;
function uniform(least, most) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return least + ((most - least) * state) / 2 ** 32;
}
/** Returns a multiple of 1/256, so that all libraries get exactly the same numbers as Kasuri. */
const snapped = (least, most) => Math.round(uniform(least, most) * 256) / 256;

const [x, y, w, h, vx, vy] = Array.from({ length: 6 }, () => new Float64Array(N));
for (let k = 0; k < N; k++) {
  [x[k], y[k]] = [snapped(0, SIDE), snapped(0, SIDE)];
  // Even, so that the half sides are multiples of 1/256 too.
  [w[k], h[k]] = [2 * snapped(4, 12), 2 * snapped(4, 12)];
  [vx[k], vy[k]] = [snapped(-3, 3), snapped(-3, 3)];
}
const frames = [];
for (let frame = 0; frame < 120 + WARM + TIMED; frame++) {
  for (let k = 0; k < N; k++) {
    x[k] += vx[k];
    y[k] += vy[k];
    if (x[k] < 0 || x[k] > SIDE) vx[k] = -vx[k];
    if (y[k] < 0 || y[k] > SIDE) vy[k] = -vy[k];
  }
  if (frame < 120) continue;
  const boxes = new Float64Array(4 * N);
  for (let k = 0; k < N; k++) boxes.set([x[k], y[k], x[k] + w[k], y[k] + h[k]], 4 * k);
  frames.push(boxes);
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const results = [];
function go(name, find) {
  const [times, clock, counts] = [[], [], []];
  frames.forEach((boxes, k) => {
    const [before, given] = [performance.now(), process.cpuUsage()];
    const count = find(boxes);
    const { user, system } = process.cpuUsage(given);
    if (k >= WARM) times.push((user + system) / 1000);
    if (k >= WARM) clock.push(performance.now() - before);
    if (k % 10 === 0) counts.push(count);
  });
  results.push({ name, ms: median(times), clock: median(clock), counts: counts.join() });
}

{
  const broad = new Broad();
  go(`Kasuri, Broad.pairs of boxes (${instructionSet()})`, (boxes) => broad.pairs(boxes).length / 2);
}
{
  const world = new World();
  const each = Array.from({ length: N }, (_, k) => Body.rect([w[k] / 2, h[k] / 2]));
  const bodies = world.spawnMany(each);
  const centers = new Float64Array(2 * N);
  go(`Kasuri, World: setPositions, step, hits (${instructionSet()})`, (boxes) => {
    for (let k = 0; k < N; k++) {
      centers[2 * k] = (boxes[4 * k] + boxes[4 * k + 2]) / 2;
      centers[2 * k + 1] = (boxes[4 * k + 1] + boxes[4 * k + 3]) / 2;
    }
    world.setPositions(bodies, centers);
    const { a, b } = world.step().hits;
    return (a.length + b.length) / 2;
  });
}
{
  const items = Array.from({ length: N }, (_, id) => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, id }));
  const tree = new RBush();
  go("rbush 4.0.1: clear, load, search for each", (boxes) => {
    for (let k = 0; k < N; k++) {
      const item = items[k];
      [item.minX, item.minY, item.maxX, item.maxY] = [boxes[4 * k], boxes[4 * k + 1], boxes[4 * k + 2], boxes[4 * k + 3]];
    }
    tree.clear();
    tree.load(items);
    const pairs = [];
    for (const one of items) for (const other of tree.search(one)) if (other.id > one.id) pairs.push(one.id, other.id);
    return pairs.length / 2;
  });
}
{
  const system = new System();
  const first = frames[0];
  const bodies = Array.from({ length: N }, (_, k) => system.createBox({ x: first[4 * k], y: first[4 * k + 1] }, w[k], h[k]));
  go("detect-collisions 10.10.2025: setPosition for each, checkAll", (boxes) => {
    for (let k = 0; k < N; k++) bodies[k].setPosition(boxes[4 * k], boxes[4 * k + 1]);
    let met = 0;
    system.checkAll(() => {
      met += 1;
      return false;
    });
    return met / 2;
  });
}
const [broad, world] = results;
for (const { name, ms, clock, counts } of results) {
  const times = [broad, world].map((ours) => `${(ms / ours.ms).toFixed(1).padStart(7)}`).join("");
  console.log(`${name.padEnd(62)} ${ms.toFixed(3).padStart(8)} ms, clock ${clock.toFixed(3)}; times of the two: ${times}  ${counts.slice(0, 20)}`);
}
if (new Set(results.map(({ counts }) => counts)).size > 1) console.log("(not all found the same: see the counts)");
