// Tests of sheets: what is told by name, and that the sheet of the editor's test gives the world that Rust has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { Body, KasuriError, Sheet, World, init } from "kasuri";

before(() => init());

const shared = (path) => readFileSync(new URL(`../../../../${path}`, import.meta.url));

test("a sheet tells its frames, regions, tags and values by name", () => {
  const ship = Sheet.fromJson(shared("fuzz/seeds/sheet/two-frames.json"));
  assert.deepEqual([ship.image, ship.frames.length, ship.frame("fly 1"), ship.frame("run")], ["ship.png", 2, 1, null]);
  assert.deepEqual(ship.values, { by: "hand" });
  const [first, second] = ship.frames;
  assert.deepEqual([first.size, first.pivot, first.duration, first.values], [[8, 4], [4, 2.5], 80, { speed: 1.5, is_open: true }]);
  assert.deepEqual(first.regions[0], {
    name: "core", kind: "circle", shape: { at: [4, 2], r: 1 }, layer: 4, against: 8, values: { damage: 3 },
  });
  assert.deepEqual(second.regions.map(({ kind }) => kind), ["capsule", "polygon", "mask"]);
  assert.deepEqual(ship.tags, [{ name: "fly", from: 0, to: 1, direction: "pingpong" }]);
  assert.deepEqual([ship.length("fly"), ship.frameAt("fly", 80.5), ship.frameAt("run", 0), ship.length("run")], [120, 1, null, null]);
  assert.ok(ship.mask(0).equals(ship.mask(1)));
  assert.equal(Sheet.fromJson(ship.toJson()).toJson(), ship.toJson());
  assert.throws(() => first.regions.push({}), TypeError);
  const refused = (call, message) => assert.throws(call, (error) => error instanceof KasuriError && message.test(error.message));
  refused(() => ship.mask(2), /there is no frame 2 among 2/);
  refused(() => ship.look(2), /there is no frame 2 among 2/);
  const world = new World();
  const a = world.spawn(Body.frames([ship.look(1)]));
  world.spawn(ship.body({ frame: 1 }));
  assert.deepEqual([world.step().began.length > 0, world.regionIndex(a, "hull")], [true, 2]);
  refused(() => Sheet.fromJson("{}"), /kasuri_sheet is missing/);
  refused(() => Sheet.fromJson(7), /json/);
  const cut = '{"kasuri_sheet": 1, "frames": [{"size": [1, 1], "at": [0, 0], "mask": {"alpha": 9}}]}';
  refused(() => Sheet.fromJson(cut), /picture, which was not given/);
  assert.equal(Sheet.fromJson(cut, shared("assets/try/crab.png")).frames.length, 1);
});

// The same steps as in tests/sheet.rs.
test("the edited sheet gives the world that Rust has", () => {
  const sheet = Sheet.fromJson(shared("tests/sheets/edited.sheet.json"));
  const world = new World();
  const bodies = sheet.tags.map((_, k) => world.spawn(sheet.body({ at: [100 + 20 * k, 100] })));
  const ball = world.spawn(Body.circle(3, { graze: 4 }));
  let hits = 0;
  for (let step = 0; step < 600; step++) {
    sheet.tags.forEach(({ name }, k) => {
      world.setFrame(bodies[k], sheet.frameAt(name, step * 16));
      world.setAngle(bodies[k], step / 64);
    });
    world.setPosition(ball, [90 + (step % 60), 100 + (step % 7)]);
    hits += world.step().hits.length;
  }
  assert.equal(`${world.hash().toString(16).padStart(16, "0")} ${hits}`, shared("tests/sheets/hash.txt").toString().trim());
});
