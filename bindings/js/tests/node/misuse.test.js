// Calls every exported function with each argument bad in turn, and with random ones: it answers, or throws a
// KasuriError with a text. The list of functions comes from kasuri.d.ts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as kasuri from "kasuri";
import { declared } from "../shared/declared.js";
import { badValues, good, samples } from "../shared/samples.js";

const { classes, tables, functions } = declared();
/** These functions load the module; load.test.js tests their misuse. */
const LOADERS = new Set(["init", "initSync"]);

let calls = 0;
let refused = 0;
let slowest = 0;

/** Makes one call. It may be refused, but only with a text. */
function attempt(what, call) {
  calls += 1;
  const before = process.cpuUsage();
  try {
    call();
  } catch (error) {
    refused += 1;
    const isOurs = error instanceof kasuri.KasuriError && ["refused", "stale", "type", "freed"].includes(error.code);
    if (!isOurs || error.message.length < 8) throw new Error(`${what}: ${error.name} ${error.code}: ${error.message}`, { cause: error });
  }
  // Time of the processor: the machine may be busy with other things.
  const { user, system } = process.cpuUsage(before);
  slowest = Math.max(slowest, (user + system) / 1000);
}

const shown = (x) => (typeof x === "symbol" || typeof x === "function" ? typeof x : typeof x === "object" && x ? x.constructor?.name ?? "null prototype" : String(x));

/** Returns each call on fresh samples: [name, arguments, function]. */
function callsOf(all) {
  const found = [];
  const add = (owner, one, call) => found.push([`${owner}.${one.name}`, good(all, owner, one), call]);
  for (const [name, members] of classes) {
    const Class = kasuri[name];
    for (const one of members) {
      if (!Class || one.isPrivate || one.kind === "getter" || one.name.startsWith("[")) continue;
      if (one.name === "constructor") add(name, one, (...given) => new Class(...given));
      else if (one.kind === "static") add(name, one, (...given) => Class[one.name](...given));
      else add(name, one, (...given) => all.objects[name][one.name](...given));
    }
  }
  for (const [name, members] of tables) for (const one of members) add(name, one, (...given) => kasuri[name][one.name](...given));
  for (const one of functions) if (!LOADERS.has(one.name)) add("kasuri", one, (...given) => kasuri[one.name](...given));
  return found.filter(([, given]) => given !== null);
}

before(() => kasuri.init());

test("every call answers good values", () => {
  const all = samples(kasuri);
  assert.doesNotThrow(() => new kasuri.KasuriError("type", "text", {}));
  const found = callsOf(all);
  assert.ok(found.length > 150, `${found.length}`);
  // The mask has no piece left when its turn comes: an earlier call empties it.
  const expected = new Set(["kasuri.solve", "Mask.component"]);
  for (const [what, given, call] of found) {
    if (expected.has(what)) continue;
    try {
      call(...given);
    } catch (error) {
      // Some of the calls remove bodies.
      if (error.code !== "stale") throw new Error(`${what}: ${error.message}`, { cause: error });
    }
  }
});

test("every argument bad in turn", () => {
  for (let k = 0; ; k++) {
    const all = samples(kasuri);
    const bad = badValues(kasuri, all);
    const found = callsOf(all);
    if (k === found.length) break;
    const [what, given, call] = found[k];
    for (let place = 0; place < Math.max(given.length, 1); place++) {
      for (const value of bad) {
        const wrong = given.slice();
        wrong[place] = value;
        attempt(`${what}, argument ${place} ${shown(value)}`, () => call(...wrong));
      }
    }
    attempt(what, () => call());
  }
});

test("options bad in turn", () => {
  const all = samples(kasuri);
  const bad = badValues(kasuri, all);
  const { Body, Broad, Look, Mask, Poses, Region, Shape, World } = kasuri;
  const circle = Shape.circle(2);
  const bodyOptions = ["at", "angle", "scale", "pivot", "regions", "frame", "layer", "against", "group", "sensor", "oneWay", "graze", "despawnBeyond", "cooldown", "maxHits", "invulnerable", "swept", "data"];
  const worldOptions = ["bounds", "axes", "pixelsPerUnit", "touching", "touchingBetween", "rootedCirclesBetween", "broad"];
  const world = new World();
  for (const value of bad) {
    const name = shown(value);
    for (const key of bodyOptions) {
      attempt(`Body ${key} ${name}`, () => world.spawn(Body.circle(2, { [key]: value })));
      attempt(`Body.but ${key} ${name}`, () => world.spawn(Body.sprite(new Mask(2, 2, true)).but({ [key]: value })));
    }
    for (const key of worldOptions) attempt(`World ${key} ${name}`, () => new World({ [key]: value }));
    for (const key of ["a", "b", "touching"]) {
      const rule = { a: 1, b: 2, touching: "ignored", [key]: value };
      attempt(`touchingBetween ${key} ${name}`, () => new World({ touchingBetween: [rule] }));
    }
    for (const key of ["at", "angle", "scale", "data"]) {
      attempt(`spawnMany ${key} ${name}`, () => world.spawnMany(Body.circle(1), { at: [0, 0, 9, 9], [key]: value }));
      attempt(`setPlacements ${key} ${name}`, () => world.setPlacements(world.bodies().subarray(0, 2), { [key]: value }));
    }
    for (const key of ["angle", "scale", "against", "ignore"]) {
      attempt(`overlapping ${key} ${name}`, () => world.overlapping(circle, [0, 0], { [key]: value }));
    }
    for (const key of ["from", "step", "count", "angles", "against", "ignore"]) {
      attempt(`fits ${key} ${name}`, () => world.fits(circle, { from: [0, 0], count: [9, 9], [key]: value }));
      attempt(`nearestFit ${key} ${name}`, () => world.nearestFit(circle, [0, 0], { from: [0, 0], count: [9, 9], [key]: value }));
    }
    for (const key of ["from", "step", "count", "touching"]) {
      const form = circle.place([0, 0]);
      attempt(`query.fits ${key} ${name}`, () => kasuri.query.fits(form, [form], { from: [0, 0], count: [9, 9], [key]: value }));
    }
    for (const key of ["x", "y", "hx", "hy", "angle"]) {
      const poses = { x: [1, 2], y: [1, 2], hx: [1, 2], hy: [1, 2], angle: [1, 2], [key]: value };
      attempt(`Poses.boxes ${key} ${name}`, () => {
        const boxes = Poses.boxes(poses);
        kasuri.batch.separations(boxes, boxes);
      });
    }
    for (const key of ["shapes", "shape"]) {
      const poses = { shapes: [circle], shape: [0, 0], x: [1, 2], y: [1, 2], angle: [1, 2], [key]: value };
      attempt(`Poses.shapes ${key} ${name}`, () => {
        const side = Poses.shapes(poses);
        kasuri.batch.hits(side, side);
      });
    }
    for (const key of ["alpha", "key"]) attempt(`opacity ${key} ${name}`, () => Mask.fromRgba(1, 1, new Uint8Array(4), { [key]: value }));
    for (const key of ["shape", "offset", "tag"]) attempt(`compound ${key} ${name}`, () => Shape.compound([{ shape: circle, [key]: value }]));
    for (const key of ["pivot", "layer", "against"]) attempt(`Region ${key} ${name}`, () => new Region("a", circle, { [key]: value }));
    for (const key of ["pivot", "regions"]) attempt(`Look ${key} ${name}`, () => new Look(circle, { [key]: value }));
    attempt(`Broad layers ${name}`, () => new Broad().pairs([0, 0, 1, 1], value));
  }
});

test("random arguments", () => {
  let state = 1;
  const below = (n) => (state = (state * 48271) % 2147483647) % n;
  let all = samples(kasuri);
  let [found, bad] = [callsOf(all), badValues(kasuri, all)];
  for (let round = 0; round < 20000; round++) {
    if (round % 1000 === 0) [all, found, bad] = [(all = samples(kasuri)), callsOf(all), badValues(kasuri, all)];
    const [what, given, call] = found[below(found.length)];
    const wrong = given.map((one) => (below(2) === 0 ? bad[below(bad.length)] : one));
    attempt(`${what}(${wrong.map(shown).join(", ")})`, () => call(...wrong));
  }
});

test("methods on what they are not of", () => {
  for (const [name, members] of classes) {
    for (const one of members) {
      if (!kasuri[name] || one.kind !== "method" || one.name === "constructor" || one.name.startsWith("[")) continue;
      if (name === "Hits" || name === "Step") continue; // Private fields: a TypeError of JavaScript's own.
      for (const self of [{}, new kasuri.Broad(), Object.create(kasuri[name].prototype)]) {
        if (self instanceof kasuri.Broad && name === "Broad") continue;
        attempt(`${name}.${one.name} on ${shown(self)}`, () => kasuri[name].prototype[one.name].call(self));
      }
    }
  }
});

test("after free every call says so", () => {
  for (const [name, members] of classes) {
    for (const one of members) {
      if (one.isPrivate || one.kind === "static" || one.name === "constructor" || one.name.startsWith("[")) continue;
      const all = samples(kasuri);
      const object = all.objects[name];
      if (typeof object?.free !== "function") continue;
      object.free();
      object.free();
      const given = one.kind === "getter" ? [] : good(all, name, one);
      assert.throws(
        () => (one.kind === "getter" ? object[one.name] : object[one.name](...given)),
        { name: "KasuriError", code: "freed" },
        `${name}.${one.name}`,
      );
    }
  }
});

after(() => {
  // The module still works.
  const world = new kasuri.World();
  world.spawnMany(kasuri.Body.circle(3), { at: [0, 0, 4, 0] });
  assert.equal(world.step().hits.length, 1);
  assert.ok(calls > 20000 && refused > calls / 3, `${calls} calls, ${refused} refused`);
  assert.ok(slowest < 5000, `${slowest} ms`);
  console.log(`${calls} calls, ${refused} refused, the slowest ${Math.round(slowest)} ms`);
});
