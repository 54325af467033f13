// Where bodies fit, groups and ellipses: the answers of the conformance kit, and those of every pose by itself.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { Body, Mask, Region, Shape, TileMap, World, init, query } from "kasuri";

before(() => init());

const CASES = new URL("../../../../conformance/cases/", import.meta.url);
const casesOf = (kind) =>
  readdirSync(CASES)
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => JSON.parse(readFileSync(new URL(name, CASES), "utf8")));

/** Makes the shape, mask or tile map of a body of a scene. */
const SOLIDS = {
  circle: ({ r }) => Shape.circle(r),
  ellipse: ({ rx, ry }) => Shape.ellipse(rx, ry),
  box: ({ half }) => Shape.rect(half),
  polygon: ({ points, r }) => Shape.polygon(points, r),
  chain: ({ points, r }) => Shape.chain(points, r),
  sprite: (name, masks) => masks[name],
  tiles: ({ cell, rows, legend = {} }, masks) => {
    const meaning = ([name, given]) => [name, given.sprite ? masks[given.sprite] : given.polygon.points];
    return new TileMap(cell, rows, Object.fromEntries(Object.entries(legend).map(meaning)));
  },
};

function bodyOf(given, masks) {
  const kind = Object.keys(SOLIDS).find((name) => name in given);
  const names = ["at", "angle", "scale", "layer", "against", "group"];
  const options = Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
  return new Body(SOLIDS[kind](given[kind], masks), options);
}

function worldOf(scene) {
  const masks = Object.fromEntries(Object.entries(scene.masks ?? {}).map(([name, { rows }]) => [name, Mask.fromRows(rows)]));
  const world = new World({ touching: scene.touching ?? "counts" });
  const ids = new Map(scene.bodies.map((body) => [world.spawn(bodyOf(body, masks)), body.id]));
  return { world, ids, masks };
}

test("pairs of groups and ellipses are those of the kit", () => {
  let pairs = 0;
  for (const { scene, answer } of casesOf("grouped")) {
    const { world, ids } = worldOf(scene);
    const told = [...world.step().began].map(({ a, b }) => [ids.get(a), ids.get(b)]);
    assert.deepEqual(told, answer.pairs.map(({ a, b }) => [a, b]));
    pairs += told.length;
  }
  assert.ok(pairs > 100, `${pairs}`);
});

test("places where a body fits are those of the kit", () => {
  let poses = 0;
  for (const { scene, answer } of casesOf("placing")) {
    const { world, masks } = worldOf(scene);
    scene.fits.forEach(({ body, angles, from, step, count }, k) => {
      const how = { from, step, count, angles };
      const made = bodyOf(body, masks);
      const fits = world.fits(made, how);
      const [w, h] = count;
      const rows = (angle) =>
        Array.from({ length: h }, (_, y) => Array.from(fits.subarray((angle * h + y) * w, (angle * h + y + 1) * w), (free) => ".#"[1 - free]).join(""));
      assert.deepEqual(angles.map((_, angle) => rows(angle)), answer.fits[k]);
      assert.equal(world.countFits(made, how), fits.reduce((sum, free) => sum + free, 0));
      const first = fits.indexOf(1);
      const told = world.firstFit(made, how);
      assert.equal(told === null ? -1 : (told.angle * h + told.y) * w + told.x, first);
      poses += fits.length;
    });
  }
  assert.ok(poses > 1000, `${poses}`);
});

test("every pose is what a test of the pose says", () => {
  const world = new World();
  const solids = [Shape.ellipse(9, 4), Mask.fromRows(["..###", ".####", "#####"]), Shape.rect([3, 7])];
  solids.forEach((solid, k) => world.spawn(new Body(solid, { at: [15 * k, 4 * k], angle: 0.3 * k })));
  const forms = Array.from(world.bodies(), (one) => world.form(one));
  const body = Shape.ellipse(3, 2);
  const how = { from: [-12, -9], step: [0.7, 1], count: [80, 21] };
  const angles = [0, 0.9];
  const fits = world.fits(body, { ...how, angles });
  const poses = angles.map((angle) => body.place([5, 5], { angle }));
  let nearest = [Infinity];
  fits.forEach((free, k) => {
    const [x, y, angle] = [k % 80, Math.floor(k / 80) % 21, Math.floor(k / 80 / 21)];
    const at = [-12 + x * 0.7, -9 + y];
    const form = body.place(at, { angle: angles[angle] });
    assert.equal(free, forms.some((other) => query.overlaps(form, other)) ? 0 : 1);
    const away = (Math.round(at[0] * 256) - 20 * 256) ** 2 + ((at[1] - 3) * 256) ** 2;
    if (free && away < nearest[0]) nearest = [away, { angle, x, y, at }];
  });
  assert.ok(fits.includes(0) && fits.includes(1));
  assert.deepEqual(query.fits(poses, forms, how), fits);
  assert.equal(query.countFits(poses, forms, how), world.countFits(body, { ...how, angles }));
  assert.deepEqual(query.firstFit(poses, forms, how), world.firstFit(body, { ...how, angles }));
  assert.deepEqual(world.nearestFit(body, [20, 3], { ...how, angles }), nearest[1]);
  assert.deepEqual(query.nearestFit(poses, forms, [20, 3], how), nearest[1]);
  assert.equal(query.fits(poses[0], forms, how).length, 80 * 21);
});

test("filters, layers and groups count", () => {
  const world = new World();
  const wall = world.spawn(Body.rect([5, 5], { layer: 2, group: 9 }));
  const how = { from: [-10, 0], count: [21, 1] };
  const box = Shape.rect([1, 1]);
  assert.equal(world.countFits(box, how), 8);
  assert.equal(world.countFits(box, { ...how, ignore: wall }), 21);
  assert.equal(world.countFits(box, { ...how, against: 1 }), 21);
  assert.equal(world.countFits(new Body(box, { group: 9 }), how), 21);
  assert.equal(world.countFits(new Body(box, { at: [500, 500] }), how), 8);
  assert.equal(world.firstFit(box, { from: [0, 0], count: [1, 1] }), null);
  assert.equal(world.nearestFit(box, [9, 9], { from: [0, 0], count: [1, 1] }), null);
});

test("questions that make no sense are refused, and the module lives on", () => {
  const world = new World();
  const box = Shape.rect([1, 1]);
  const refused = (code, text, how, body = box) => {
    for (const ask of [() => world.fits(body, how), () => world.countFits(body, how), () => world.firstFit(body, how), () => world.nearestFit(body, [0, 0], how)]) {
      assert.throws(ask, (error) => error.code === code && error.message.includes(text), text);
    }
  };
  const how = { from: [0, 0], count: [3, 3] };
  refused("refused", "from[0]: NaN", { ...how, from: [NaN, 0] });
  refused("refused", "step[0]: a step of 0", { ...how, step: [0, 1] });
  refused("refused", "count: 0 is out of range", { ...how, count: [0, 3] });
  refused("refused", "count: 0 is out of range", { ...how, angles: [] });
  refused("refused", "angles[1]", { ...how, angles: [0, Infinity] });
  refused("refused", "tile map", how, new TileMap([4, 4], ["#"]));
  refused("type", "count[0]: expected a whole number", { ...how, count: [1.5, 2] });
  refused("type", "from: [x, y]", { count: [1, 1] });
  refused("type", 'there is no option "size"', { ...how, size: 3 });
  refused("type", "a Shape, a Mask or a TileMap", how, "box");
  assert.throws(() => world.nearestFit(box, [1e9, 0], how), /to\[0\]/);
  assert.throws(() => query.fits([], [], how), /count: 0/);
  // More bytes than WebAssembly has: one word for a row, and one byte for a pose.
  const step = [1e-6, 1e-6];
  for (const count of [[1, 2 ** 28], [2 ** 16, 2 ** 15], [2 ** 31, 1]]) assert.throws(() => world.fits(box, { from: [0, 0], step, count }), /no room/);
  assert.throws(() => world.fits(box, { from: [0, 0], step, count: [2 ** 20, 2 ** 20] }), /is 1 to 4294967296/);
  assert.equal(world.countFits(box, how), 9);
});

test("what a body says and what a call sets later are the same", () => {
  const [edited, spawned] = [new World(), new World()];
  const core = new Region("core", Shape.circle(1), { layer: 2, against: 3 });
  const ship = edited.spawn(Body.circle(3));
  edited.setGroup(ship, 7);
  edited.setOneWay(ship, [0, -1]);
  edited.setRegion(ship, new Region("core", Shape.circle(9)));
  edited.setRegion(ship, core);
  spawned.spawn(Body.circle(3, { group: 7, oneWay: [0, -1], regions: [core] }));
  assert.equal(edited.hash(), spawned.hash());
  assert.deepEqual([edited.get(ship).group, edited.get(ship).oneWay, edited.get(ship).regions], [7, [0, -1], ["core"]]);
  const twin = edited.spawn(Body.circle(3, { group: 7, sensor: true }));
  assert.equal(edited.get(twin).isSensor, true);
  edited.setLayers(twin, 1, 0xffffffff);
  assert.deepEqual([edited.get(twin).group, edited.step().began.length], [7, 0]);
  edited.setGroup(twin, 0);
  assert.ok(edited.step().began.length > 0);
  edited.setSensor(ship, true);
  assert.deepEqual([edited.get(ship).isSensor, edited.get(ship).oneWay], [true, null]);
  edited.setOneWay(ship, null);
  assert.equal(edited.get(ship).isSensor, false);
  edited.removeRegion(ship, "core");
  assert.throws(() => edited.removeRegion(ship, "core"), /core/);
  assert.throws(() => edited.setOneWay(ship, [0, 0]), { code: "refused" });
  assert.throws(() => Shape.ellipse(1, -1), /ry: -1 is negative/);
  assert.throws(() => Body.ellipse(NaN, 1), /rx: NaN/);
  edited.remove(ship);
  for (const call of [() => edited.setGroup(ship, 1), () => edited.setLayers(ship, 1, 1), () => edited.setRegion(ship, core), () => edited.setSensor(ship, true)]) {
    assert.throws(call, { code: "stale" });
  }
  assert.ok(edited.spawn(Body.ellipse(4, 2, { scale: [1, 3] })));
});

test("many chains bend as each by itself", () => {
  const world = new World();
  const chains = [world.spawn(Body.chain([0, 0, 1, 1, 2, 0], 1)), world.spawn(Body.chain([0, 0, 1, 1], 1))];
  const points = [0, 0, 9, 5, 3, 9, 1, 0, 7, 7];
  world.setChains(chains, points);
  const hash = world.hash();
  world.setChain(chains[0], points.slice(0, 6));
  world.setChain(chains[1], points.slice(6));
  assert.equal(world.hash(), hash);
  assert.throws(() => world.setChains(chains, points.slice(2)), { code: "refused" });
  assert.throws(() => world.setChains(chains, points.slice(1)), { code: "type" });
  assert.throws(() => world.setChains(chains, [...points.slice(0, 9), NaN]), /NaN/);
  assert.equal(world.hash(), hash);
});
