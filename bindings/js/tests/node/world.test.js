// Tests of worlds: every call once, with known answers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Body, Hits, Look, Mask, Recorder, Recording, Region, Shape, Snapshot, Step, TileMap, World, init } from "kasuri";

before(() => init());

const list = (typed) => Array.from(typed);

test("a step tells what hits, began, stayed, ended, grazes, left, entered and despawned", () => {
  const world = new World({ bounds: [[0, 0], [100, 100]] });
  const ship = world.spawn(Body.rect([5, 5], { at: [50, 50], layer: 1, against: 2, graze: 10 }));
  const [shot, near, stray] = world.spawnMany(Body.circle(3, { layer: 2, against: 1, despawnBeyond: 20 }), {
    at: [50, 56, 50, 62, 99, 99],
  });
  const first = world.step();
  assert.ok(first instanceof Step && first.hits instanceof Hits);
  assert.deepEqual(list(first.began.a), [ship]);
  assert.deepEqual(list(first.began.b), [shot]);
  assert.deepEqual([...first.hits], [{ a: ship, b: shot, regions: [0, 0], layers: [1, 2], t: null }]);
  assert.deepEqual(list(first.grazes.b), [near]);
  assert.deepEqual(list(first.between(2, 1).a), [shot]);
  assert.deepEqual(first.between(2, 1).at(0).layers, [2, 1]);
  assert.equal(first.between(4, 1).length, 0);
  world.setPosition(stray, [104, 99]);
  const second = world.step();
  assert.equal(second.began.length, 0);
  assert.deepEqual(list(second.stayed.b), [shot]);
  assert.deepEqual(list(second.left), [stray]);
  world.setPositions([shot, stray], [[90, 20], { x: 90, y: 90 }]);
  const third = world.step();
  assert.deepEqual(list(third.ended.b), [shot]);
  assert.deepEqual(list(third.entered), [stray]);
  assert.equal(third.hits.length, 0);
  world.setPosition(stray, [200, 99]);
  const fourth = world.step();
  assert.deepEqual(list(fourth.despawned), [stray]);
  assert.equal(world.contains(stray), false);
  assert.deepEqual([fourth.number, world.steps, world.size], [4, 4, 3]);
  assert.equal(first.report.bodies, 4);
  assert.equal(typeof first.report.broad, "string");
  assert.equal(first.report.hits, 1);
});

test("bodies come and go, many at a time", () => {
  const world = new World();
  const three = world.spawnMany([Body.point(), Body.circle(2, { at: [9, 0] }), Body.rect([1, 2], { at: [50, 0] })]);
  const many = world.spawnMany(Body.capsule([0, 0], [4, 0], 1), {
    at: new Float32Array([10, 20, 30, 40]),
    angle: [0.25, 0.5],
    scale: [2, -3],
    data: 7,
  });
  assert.equal(world.size, 5);
  assert.deepEqual(list(world.bodies()), [...three, ...many]);
  assert.deepEqual(list(world.positions(many)), [10, 20, 30, 40]);
  assert.deepEqual(list(world.angles(many)), [0.25, 0.5]);
  assert.deepEqual(list(world.scales(many)), [2, 2, -3, -3]);
  assert.deepEqual(list(world.data(many)), [7, 7]);
  world.setPlacements(many, { angle: [1, 2], scale: 1 });
  assert.deepEqual(list(world.positions(many)), [10, 20, 30, 40]);
  assert.deepEqual(list(world.scales(many)), [1, 1, 1, 1]);
  assert.deepEqual(list(world.angles(many)), [1, 2]);
  world.removeMany(many);
  assert.deepEqual(list(world.containsMany([...three, ...many])), [1, 1, 1, 0, 0]);
  assert.deepEqual(list(world.removeOverlapping(Shape.circle(5), [5, 0])), [three[0], three[1]]);
  world.remove(three[2]);
  world.spawn(Body.point());
  world.clear();
  assert.equal(world.size, 0);
});

test("a body tells what it is", () => {
  const world = new World();
  const mask = Mask.fromRows(["##", "##"]);
  const look = new Look(mask, { pivot: [0, 0], regions: [new Region("core", Shape.circle(1))] });
  const other = new Look(Shape.circle(4));
  const how = { at: [1, 2], angle: 0.5, scale: [2, -2], layer: 4, against: 8, frame: 1, data: 2 ** 40, maxHits: 3, invulnerable: 9, swept: true, group: 6, oneWay: [0, -1] };
  const body = world.spawn(Body.frames([look, other], how));
  assert.deepEqual(world.get(body), {
    body, at: [1, 2], angle: 0.5, scale: [2, -2], layer: 4, against: 8, frame: 1, data: 2 ** 40, isSwept: true, hitsLeft: 3,
    invulnerableFor: 9, regions: [], group: 6, isSensor: false, oneWay: [0, -1],
  });
  world.setFrame(body, 0);
  assert.deepEqual(world.get(body).regions, ["core"]);
  assert.equal(world.regionIndex(body, "core"), 1);
  assert.equal(world.regionIndex(body, "tail"), null);
  assert.deepEqual(world.form(body).at, [1, 2]);
  assert.equal(body % 2 ** 24, 0);
});

test("every change of a body does what it says", () => {
  const world = new World({ bounds: [[-100, -100], [100, 100]] });
  const [a, b] = world.spawnMany(Body.circle(3), { at: [[0, 0], [20, 0]] });
  const meets = () => world.step().hits.length;
  world.setRadius(a, 17);
  assert.equal(meets(), 1);
  world.setRadii([a, b], [3, 3]);
  assert.equal(meets(), 0);
  world.setShape(a, Shape.rect([20, 1]));
  assert.equal(meets(), 1);
  world.setAngle(a, Math.PI / 2);
  assert.equal(meets(), 0);
  world.setAngles([a], Float32Array.of(0));
  world.setScale(a, 0.5);
  assert.equal(meets(), 0);
  world.setScales([a], [[1, 1]]);
  assert.equal(meets(), 1);
  world.setLayers(a, 2, 2);
  assert.equal(meets(), 0);
  world.setLayers(a, 1, 1);
  world.setMask(a, new Mask(41, 2, true));
  assert.equal(meets(), 1);
  world.setLook(a, new Look(Shape.circle(1), { regions: [new Region("far", Shape.rect([30, 1]))] }));
  assert.deepEqual([...world.step().hits].map((hit) => hit.regions), [[1, 0]]);
  world.setInvulnerable(a, 1);
  assert.equal(meets(), 0);
  world.setCooldown(a, 2);
  assert.equal(meets(), 1);
  assert.equal(meets(), 0);
  world.setCooldown(a, 0);
  world.setMaxHits(b, 1);
  world.setShape(a, Shape.circle(30));
  world.step();
  world.setMaxHits(b, null);
  world.setShape(a, Shape.circle(3));
  world.setPosition(b, [90, 0]);
  world.step();
  const [left, right] = world.spawnMany(Body.circle(3), { at: [[50, 50], [70, 50]] });
  world.setGraze(left, 15);
  assert.deepEqual([...world.step().grazes].map((hit) => [hit.a, hit.b]), [[left, right]]);
  world.setGraze(left, null);
  world.removeMany([left, right]);
  world.setData(a, 5);
  assert.equal(world.get(a).data, 5);
  world.setDespawnBeyond(b, 1);
  world.setPosition(b, [150, 0]);
  assert.deepEqual(list(world.step().despawned), [b]);
  world.setDespawnBeyond(a, null);
  const laser = world.spawn(Body.chain([[0, 0], [9, 0]], 1, { at: [0, 50] }));
  world.setChain(laser, [[0, 0], [0, 9]]);
  assert.deepEqual(list(world.atPoint([0, 58])), [laser]);
  const walker = world.spawn(Body.frames([new Look(Shape.circle(1)), new Look(Shape.circle(9))], { at: [0, -50] }));
  world.setFrames([walker], [1]);
  assert.deepEqual(list(world.atPoint([8, -50])), [walker]);
});

test("swept bodies miss nothing, teleported ones meet nothing on the way", () => {
  const world = new World();
  const wall = world.spawn(Body.rect([1, 50], { at: [50, 0] }));
  const shot = world.spawn(Body.circle(1, { swept: true }));
  world.step();
  world.setPosition(shot, [100, 0]);
  const [hit] = world.step().hits;
  assert.deepEqual([hit.a, hit.b], [wall, shot]);
  assert.ok(Math.abs(hit.t - 0.48) < 1e-4);
  world.teleport(shot, [0, 0]);
  assert.equal(world.step().hits.length, 0);
  world.setSwept(shot, false);
  world.setPosition(shot, [100, 0]);
  assert.equal(world.step().hits.length, 0);
  world.teleportMany([shot], [[50, 0]]);
  assert.equal(world.step().hits.length, 1);
});

test("questions are answered", () => {
  const world = new World();
  const [a, b, c] = world.spawnMany(Body.circle(3), { at: [0, 0, 10, 0, 100, 0] });
  world.setLayers(b, 2, 0xffffffff);
  assert.deepEqual(list(world.atPoint([13, 0])), [b]);
  assert.deepEqual(list(world.atPoint([13, 0], { against: 1 })), []);
  assert.deepEqual(list(world.inBox([-9, -9], [9, 9])), [a, b]);
  assert.deepEqual(list(world.inBox([-9, -9], [9, 9], { ignore: a })), [b]);
  assert.deepEqual(list(world.inCircle([50, 0], 46)), [b]);
  assert.deepEqual(list(world.inCone([50, 0], 0, 0.1, 60)), [c]);
  assert.deepEqual(list(world.overlapping(Mask.fromRows(["#"]), [9, 0], { scale: 4 })), [b]);
  const ray = world.firstOnRay([50, 0], [0, 0]);
  assert.deepEqual(ray, { body: b, region: 0, t: 0.74, point: [13, 0], normal: [1, 0] });
  assert.equal(world.firstOnRay([50, 50], [0, 50]), null);
  assert.deepEqual(world.alongRay([50, 0], [-50, 0]).map(({ body }) => body), [b, a]);
  assert.deepEqual(world.nearest([50, 0], 2), [
    { body: b, distance: 37, point: [13, 0] },
    { body: a, distance: 47, point: [3, 0] },
  ]);
  assert.equal(world.nearest([50, 0]).length, 1);
  assert.equal(world.sweep(c, [0, 0]).body, b);
  assert.equal(world.sweepSolid(Shape.point(), [50, 0], [0, 0]).body, b);
  assert.equal(world.sweepSolid(Shape.point(), [50, 50], [0, 50]), null);
  assert.deepEqual(world.distance(a, b), { distance: 4, a: [3, 0], b: [7, 0] });
  assert.deepEqual(world.crossings(a, c), []);
});

test("hits are answered: contacts, pixels, pushes, travels", () => {
  const world = new World({ bounds: [[-500, -500], [500, 500]] });
  const floor = world.spawn(Body.rect([50, 5], { at: [0, 10] }));
  const ball = world.spawn(Body.circle(4, { at: [0, 2] }));
  const step = world.step();
  const [hit] = step.hits;
  assert.deepEqual(world.contact(hit), { normal: [0, -1], depth: 1, point: [0, 5] });
  assert.deepEqual(world.contacts(step.hits), [world.contact(hit)]);
  assert.equal(world.overlap(hit).kind, "shape-shape");
  assert.equal(world.commonPixels(hit), null);
  const [still, up] = world.pushApart(hit, 0);
  assert.deepEqual(still, [0, 0]);
  // The ball moves a little more than the depth: afterwards they do not touch.
  assert.ok(up[0] === 0 && up[1] <= -1 && up[1] > -1.02, `${up}`);
  assert.deepEqual(world.get(ball).at, [0, 2 + up[1]]);
  assert.equal(world.step().ended.length, 1);
  const met = world.advance(ball, [[0, -50], [0, -40]]);
  assert.equal(met, null);
  const fallen = world.travel(ball, [3, 100], "stick");
  assert.equal(fallen.met[0].body, floor);
  assert.deepEqual(fallen.met[0].normal, [0, -1]);
  world.setPosition(ball, [0, -40]);
  assert.ok(world.travel(ball, [3, 100], "slide").at[0] > 2.9);
  world.setPosition(ball, [0, -40]);
  assert.ok(world.travel(ball, [0, 100], 1).velocity[1] < -90);
  world.setPosition(ball, [600, 0]);
  assert.deepEqual(world.keepInside(ball, [3, 0]), [-3, 0]);
  assert.equal(world.keepInside(ball, [3, 0]), null);
});

test("hits say which parts of a compound they are between", () => {
  const world = new World();
  const hilt = { shape: Shape.rect([3, 1]), tag: "hilt" };
  const blade = { shape: Shape.rect([20, 1]), offset: [23, 0], tag: "blade" };
  const sword = world.spawn(new Body(Shape.compound([hilt, blade, { shape: Shape.circle(1), offset: [-9, 0] }])));
  const ball = world.spawn(Body.circle(4, { at: [30, 3] }));
  assert.deepEqual(world.partTags([...world.step().hits][0]), [["blade"], []]);
  world.setPosition(ball, [3, 3]);
  assert.deepEqual(world.partTags([...world.step().hits][0]), [["hilt", "blade"], []]);
  world.setPosition(ball, [-11, 0]);
  const [hit] = world.step().hits;
  assert.deepEqual(world.partTags(hit), [[], []]);
  world.remove(sword);
  assert.throws(() => world.partTags(hit), { code: "stale" });
  assert.throws(() => Shape.compound([{ shape: Shape.circle(1), tag: 5 }]), { code: "type" });
});

test("sprites hit to the pixel, and say which pixels", () => {
  const world = new World();
  const moth = Mask.fromRows([".##.", "####"]);
  world.spawnMany(Body.sprite(moth), { at: [[10, 10], [13, 10]] });
  const [hit] = world.step().hits;
  const overlap = world.overlap(hit);
  assert.equal(overlap.kind, "sprite-sprite");
  assert.equal(overlap.pixels, 1);
  assert.deepEqual(overlap.bounds, { x: 11, y: 10, width: 1, height: 1 });
  assert.deepEqual(list(world.commonPixels(hit).pixels()), [11, 10]);
  const map = world.spawn(Body.tiles(new TileMap([16, 16], ["#.", "m/"], { m: moth, "/": [[0, 16], [16, 0], [16, 16]] })));
  const cells = world.step().between(1, 1);
  assert.deepEqual(world.overlap([...cells].find((one) => one.b === map)), { kind: "tiles", cells: [[0, 0]] });
});

test("layers touch or do not, axes go up, units scale", () => {
  const touching = new World({ touching: "ignored", touchingBetween: [{ a: 1, b: 2, touching: "counts" }] });
  touching.spawnMany([Body.circle(3), Body.circle(3, { at: [6, 0] }), Body.circle(3, { at: [-6, 0], layer: 2 })]);
  assert.equal(touching.step().hits.length, 1);
  const up = new World({ axes: "y-up", pixelsPerUnit: 16, broad: "tree" });
  const [low] = up.spawnMany(Body.rect([1, 1]), { at: [0, 0, 0, 5] });
  assert.deepEqual(up.firstOnRay([0, -5], [0, 5]), { body: low, region: 0, t: 0.4, point: [0, -1], normal: [0, -1] });
  up.setBroad("grid");
  assert.equal(up.step().report.broad, "grid");
});

test("snapshots go back, and to other worlds as bytes", () => {
  const world = new World();
  const ball = world.spawn(Body.circle(3));
  const start = world.snapshot();
  const bytes = start.toBytes();
  world.setPosition(ball, [5, 5]);
  world.step();
  assert.notEqual(world.hash(), start.hash());
  world.restore(start);
  assert.equal(world.hash(), start.hash());
  assert.equal(start.steps, 0);
  const copy = new World();
  copy.restore(Snapshot.fromBytes(bytes));
  assert.equal(copy.hash(), world.hash());
  assert.deepEqual(copy.get(ball).at, [0, 0]);
});

test("a snapshot whose handles no number names is refused", () => {
  const world = new World();
  const bytes = new World().snapshot().toBytes();
  world.spawn(Body.point());
  const full = world.snapshot().toBytes();
  assert.ok(full.length > bytes.length);
  // Changes every byte in turn: the bytes are read as something else or refused, but a number never refers to a wrong
  // body.
  for (let k = 0; k < full.length; k++) {
    const damaged = full.slice();
    damaged[k] ^= 0x40;
    try {
      Snapshot.fromBytes(damaged);
    } catch (error) {
      assert.equal(error.name, "KasuriError");
    }
  }
});

test("sessions are recorded and played again", () => {
  const [world, recorder] = [new World(), new Recorder()];
  const [a] = world.spawnMany(Body.circle(3), { at: [0, 0, 4, 0] });
  const step = recorder.step(world);
  world.setPosition(a, [-9, 0]);
  recorder.step(world);
  const recording = new Recording(recorder.bytes());
  assert.deepEqual([recording.length, recording.cut], [2, 0]);
  const replay = recording.replay();
  assert.deepEqual([...replay.step().began], [...step.began]);
  assert.equal(replay.step().ended.length, 1);
  assert.equal(replay.step(), null);
  assert.deepEqual([replay.steps, replay.difference], [2, null]);
  assert.equal(replay.world().hash(), world.hash());
  assert.equal(recording.firstDifference(new Recording(recorder.bytes())), null);
  assert.equal(recording.firstDifference(recording), null);
});
