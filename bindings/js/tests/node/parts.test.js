// Tests of masks, shapes, forms, queries, batches, broad phases and scenes: every call once, with known answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { Broad, Form, Mask, Poses, RandomStream, Shape, TileMap, World, batch, deflected, det, init, query, solve, solveLines, version } from "kasuri";

before(() => init());

const list = (typed) => Array.from(typed);
const moth = () => Mask.fromRows([".##.", "####"]);

test("masks are made of rows, texels, functions, pixels and files", () => {
  const rows = moth();
  assert.deepEqual([rows.width, rows.height, rows.count()], [4, 2, 6]);
  assert.deepEqual(rows.toRows(), [".##.", "####"]);
  assert.deepEqual(list(rows.toTexels()), [0, 1, 1, 0, 1, 1, 1, 1]);
  assert.ok(Mask.fromTexels(4, 2, rows.toTexels()).equals(rows));
  assert.ok(Mask.fromFunction(4, 2, (x, y) => y === 1 || x % 3 !== 0).equals(rows));
  const data = new Uint8ClampedArray(32);
  rows.toTexels().forEach((texel, k) => (data[4 * k + 3] = texel ? 200 : 100));
  const image = { width: 4, height: 2, data };
  assert.ok(Mask.fromImageData(image).equals(rows));
  assert.equal(Mask.fromImageData(image, { alpha: 50 }).count(), 8);
  assert.equal(Mask.fromRgba(4, 2, data, { key: [0, 0, 0] }).count(), 0);
  assert.throws(() => Mask.fromRgba(10, 10, new Uint8Array(3)), { message: /has 3 bytes; 10 x 10 RGBA pixels need 400/ });
  assert.throws(() => Mask.fromTexels(4, 3, new Uint8Array(3)), { message: "texels: 12 bytes are expected for 4 x 3, found 3" });
  const png = readFileSync(new URL("../../../../assets/try/crab.png", import.meta.url));
  const crab = Mask.fromPng(png);
  assert.ok(crab.count() > 50 && crab.width > 8, `${crab.width} ${crab.count()}`);
  assert.equal(new Mask(3, 2, true).count(), 6);
});

test("masks are changed and measured", () => {
  const mask = moth();
  assert.deepEqual([mask.get(0, 0), mask.get(1, 0), mask.get(-1, 9)], [false, true, false]);
  mask.set(0, 0);
  mask.set(1, 0, false);
  assert.deepEqual(mask.toRows(), ["#.#.", "####"]);
  assert.deepEqual(mask.bounds(), { x: 0, y: 0, width: 4, height: 2 });
  assert.equal(new Mask(2, 2).bounds(), null);
  assert.equal(new Mask(2, 2).centroid(), null);
  assert.deepEqual(new Mask(2, 2, true).centroid(), [1, 1]);
  assert.equal(typeof moth().angle(), "number");
  mask.invert();
  assert.equal(mask.count(), 2);
  mask.fill();
  assert.equal(mask.count(), 8);
  mask.clear();
  assert.equal(mask.count(), 0);
  const other = moth();
  assert.ok(other.meets(other, [3, 0]) && !other.meets(other, [4, 0]));
  assert.equal(other.commonCount(other, [1, 0]), 4);
  assert.deepEqual(other.commonFirst(other, [1, 0]), [2, 0]);
  assert.equal(other.commonFirst(other, [9, 0]), null);
  other.erase(new Mask(1, 2, true), [1, 0]);
  assert.deepEqual(other.toRows(), ["..#.", "#.##"]);
  other.draw(new Mask(1, 1, true), [0, 0]);
  other.xor(other, [0, 1]);
  assert.deepEqual(other.toRows(), ["#.#.", "...#"]);
  other.and(new Mask(2, 2, true), [0, 0]);
  assert.deepEqual(other.toRows(), ["#...", "...."]);
  const copy = other.copy();
  copy.fill();
  assert.equal(other.count(), 1);
});

test("masks are cut, turned, grown and traced", () => {
  assert.deepEqual(moth().cropped([-1, 0], [4, 1]).toRows(), ["..##"]);
  assert.deepEqual(moth().sliced(2, 2).map((mask) => mask.toRows()), [[".#", "##"], ["#.", "##"]]);
  assert.equal(moth().scaled(8, 4).count(), 24);
  assert.deepEqual(Mask.fromRows(["#.."]).flipped().toRows(), ["..#"]);
  assert.deepEqual(Mask.fromRows(["#..", "##."]).turned(1).toRows(), ["##", "#.", ".."]);
  assert.equal(Mask.fromRows(["...", ".#.", "..."]).dilated(1).count(), 5);
  assert.equal(new Mask(3, 3, true).eroded(1).count() >= 1, true);
  assert.deepEqual([moth().convolved(moth()).width, moth().convolved(moth()).height], [7, 3]);
  const pieces = Mask.fromRows(["##..#", "..#.#"]).components(false);
  assert.deepEqual(pieces.map(({ texels }) => texels), [2, 2, 1]);
  assert.deepEqual(pieces[0].bounds, { x: 0, y: 0, width: 2, height: 1 });
  assert.equal(Mask.fromRows(["##..#", "..#.#"]).components().length, 2);
  assert.deepEqual(new Mask(2, 2, true).rectangles(), [{ x: 0, y: 0, width: 2, height: 2 }]);
  assert.deepEqual(new Mask(2, 2, true).outline(), [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]);
  const ring = Mask.fromRows(["###", "#.#", "###"]).traced();
  assert.equal(ring.length, 1);
  assert.deepEqual(ring[0].outer, [[0, 0], [3, 0], [3, 3], [0, 3]]);
  assert.equal(ring[0].holes.length, 1);
  assert.deepEqual(new Mask(2, 1, true).convexParts().map((part) => part.length), [4]);
  const ground = new Mask(20, 20, true);
  const crater = Shape.circle(3).place([10.5, 10.5]).cover();
  assert.deepEqual([ground.carve(crater, [0, 0]), ground.count()], [29, 371]);
  assert.equal(ground.stamp(crater, [0, 0]), 29);
});

test("shapes are of every kind", () => {
  const square = [[0, 0], [4, 0], [4, 4], [0, 4]];
  const shapes = [
    Shape.point(), Shape.segment([0, 0], [1, 1]), Shape.circle(1), Shape.capsule([0, 0], [1, 1], 2), Shape.rect([1, 2]),
    Shape.polygon(square), Shape.polygon(Float64Array.from(square.flat()), 1), Shape.chain(square, 1),
    Shape.compound([{ shape: Shape.circle(1) }, { shape: Shape.rect([1, 1]), offset: [5, 0] }]),
  ];
  const kinds = ["point", "segment", "circle", "capsule", "box", "polygon", "polygon", "chain", "compound"];
  assert.deepEqual(shapes.map(({ kind }) => kind), kinds);
  assert.deepEqual(new TileMap([8, 8], ["#.", ".#"]).size, [2, 2]);
});

test("forms know their pixels", () => {
  const form = Mask.fromRows(["#."]).place([5, 5.5], { scale: [-1, 1] });
  assert.ok(form instanceof Form);
  assert.deepEqual(form.at, [5, 5.5]);
  assert.deepEqual({ pixels: list(form.texels().pixels), texels: list(form.texels().texels) }, { pixels: [5, 5], texels: [0, 0] });
  const drawn = form.painted(Uint8Array.of(9, 8, 7, 255, 0, 0, 0, 0));
  assert.deepEqual({ ...drawn, pixels: list(drawn.pixels) }, { x: 5, y: 5, width: 1, height: 1, pixels: [9, 8, 7, 255] });
  assert.equal(new Mask(2, 2).place([0, 0]).painted(new Uint8Array(16)), null);
  assert.deepEqual(new Mask(2, 2).place([0, 0]).bounds(), { x: -1, y: -1, width: 2, height: 2 });
  assert.equal(Shape.circle(2).place([10.5, 20.5]).cover().count(), 13);
  assert.equal(Shape.circle(2).place([0, 0]).texels(), null);
  assert.deepEqual(Shape.circle(2).place([1, 1]).bounds(), { x: -1, y: -1, width: 4, height: 4 });
  const [left, right] = [0, 1].map((x) => new Mask(4, 4, true).place([x, 0]).cover());
  assert.deepEqual(left.common(right).bounds(), { x: -1, y: -2, width: 3, height: 4 });
  assert.equal(left.toMask().count(), 16);
  assert.equal(list(left.pixels()).length, 32);
  const map = new TileMap([8, 8], ["#"]).place([0, 0]);
  assert.equal(map.cover(), null);
  const around = moth().place([0, 0], { pivot: [0, 0], angle: Math.PI });
  assert.deepEqual(around.painted(new Uint8Array(32)).width, 4);
  assert.deepEqual(list(around.cover().pixels()).slice(0, 2), [-4, -2]);
});

test("query answers for two", () => {
  const [a, b, far] = [0, 5, 50].map((x) => Shape.circle(3).place([x, 0]));
  assert.ok(query.overlaps(a, b) && !query.overlaps(a, far));
  const touching = Shape.circle(3).place([6, 0]);
  assert.ok(query.overlaps(a, touching) && !query.overlaps(a, touching, "ignored"));
  assert.deepEqual(query.overlap(a, b), { kind: "shape-shape", ...query.contact(a, b) });
  assert.deepEqual(query.contact(a, b).normal, [1, 0]);
  assert.equal(query.contact(a, far), null);
  assert.deepEqual(query.distance(a, far), { distance: 44, a: [3, 0], b: [47, 0] });
  assert.equal(query.distance(a, new Mask(1, 1).place([0, 0])), null);
  assert.ok(query.grazes(a, far, 44) && !query.grazes(a, far, 43));
  assert.ok(query.contains(a, [3, 0]) && !query.contains(a, { x: 3.1, y: 0 }));
  assert.deepEqual(query.cast(far, [0, 0], [100, 0]), { t: 0.47, point: [47, 0], normal: [-1, 0] });
  assert.equal(query.cast(far, [0, 9], [100, 9]), null);
  assert.ok(Math.abs(query.sweep(a, [100, 0], far, [50, 0]).t - 0.44) < 1e-4);
  assert.equal(query.sweep(a, [0, 100], far, [50, 0]), null);
  assert.equal(query.sweep(moth().place([0, 0]), [99, 0], far, [50, 0]).step.of, 99);
  assert.equal(query.crossings(a, b).length, 2);
  const shots = Array.from({ length: 9 }, (_, k) => Shape.circle(3).place([10 * k, 0]));
  assert.deepEqual(list(query.pairs(shots, [Shape.rect([6, 1]).place([25, 0])])), [2, 0, 3, 0]);
  const masks = [moth().place([0, 0]), moth().place([2, 1])];
  assert.equal(query.overlap(...masks).kind, "sprite-sprite");
  assert.equal(query.overlap(masks[0], a).kind, "sprite-shape");
  assert.equal(query.overlap(masks[0], new TileMap([8, 8], ["#"]).place([0, 0])).kind, "tiles");
});

test("batches decide many pairs, in numbers of either width", () => {
  for (const Numbers of [Float64Array, Float32Array]) {
    const of = (...all) => Numbers.from(all);
    const cars = Poses.boxes({ x: of(10, 40), y: of(5, 5), hx: of(8, 8), hy: of(3, 3), angle: of(0.5, 0) });
    const posts = Poses.circles({ x: of(17, 60), y: of(5, 5), r: of(1.5, 1.5) });
    assert.equal(cars.length, 2);
    assert.deepEqual(list(batch.overlaps(cars, posts)), [1, 0]);
    assert.deepEqual(list(batch.hits(cars, posts, "ignored")), [0]);
    const { normals, depths } = batch.separations(
      Poses.boxes({ x: of(0, 0), y: of(0, 0), hx: of(2, 2), hy: of(9, 9), angle: of(0, 0) }),
      Poses.boxes({ x: of(3, 5), y: of(0, 0), hx: of(2, 2), hy: of(9, 9), angle: of(0, 0) }),
    );
    assert.deepEqual([list(normals), list(depths)], [[1, 0, NaN, NaN], [1, NaN]]);
    const shapes = [Shape.circle(3), Shape.rect([8, 2])];
    const some = Poses.shapes({ shapes, shape: [0, 1], x: of(0, 0), y: of(0, 0), angle: of(0, 1.5) });
    assert.deepEqual(list(batch.hits(some, Poses.circles({ x: of(5, 5), y: of(0, 0), r: of(2, 2) }))), [0]);
    const sprites = Poses.sprites({ masks: [moth()], mask: [0, 0], x: of(0, 0), y: of(0, 0), angle: of(0, 0) });
    assert.deepEqual(list(batch.overlaps(sprites, Poses.circles({ x: of(0, 9), y: of(0, 9), r: of(1, 1) }))), [1, 0]);
  }
});

test("broad phases find the pairs of boxes, all alike", () => {
  let state = 1;
  const below = (n) => (state = (state * 48271) % 2147483647) % n;
  const boxes = new Float64Array(4 * 500);
  for (let k = 0; k < 500; k++) {
    const [x, y] = [below(1000), below(1000)];
    boxes.set([x, y, x + below(40), y + below(40)], 4 * k);
  }
  const meets = (a, b) => boxes[4 * a] <= boxes[4 * b + 2] && boxes[4 * b] <= boxes[4 * a + 2] && boxes[4 * a + 1] <= boxes[4 * b + 3] && boxes[4 * b + 1] <= boxes[4 * a + 3];
  const right = [];
  for (let a = 0; a < 500; a++) for (let b = a + 1; b < 500; b++) if (meets(a, b)) right.push(a, b);
  assert.ok(right.length > 100);
  for (const kind of ["auto", "brute", "grid", "tree"]) {
    assert.deepEqual(list(new Broad(kind).pairs(boxes)), right);
    assert.deepEqual(list(new Broad(kind).pairs(Float32Array.from(boxes))), right);
  }
  const layers = Uint32Array.from({ length: 1000 }, (_, k) => (k % 2 === 0 ? 1 : 2));
  assert.equal(new Broad().pairs(boxes, layers).length, 0);
});

test("scenes are answered as the program answers them", () => {
  const scene = '{"kasuri": 1, "bodies": [{"id": "a", "circle": {"r": 2}, "at": [0, 0]}], "points": [[1, 1]]}';
  assert.equal(solve(scene), '{"kasuri":1,"backend":"cpu","pairs":[],"points":[["a"]]}');
  assert.deepEqual(solveLines('{"kasuri": 1, "bodies": []}\n\n{"kasuri": 2, "bodies": []}\n').trimEnd().split("\n"), [
    '{"kasuri":1,"backend":"cpu","pairs":[]}',
    '{"error":"kasuri: 2 is not a version known here; this is version 1"}',
  ]);
  assert.deepEqual(deflected([3, 4], [0, -1], 1), [3, -4]);
  assert.equal(version(), JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version);
});

test("a piece of a mask, and pixels of a world with +y up", () => {
  const mask = Mask.fromRows(["##..", "...#", "..##"]);
  assert.deepEqual(mask.components().map(({ texels }) => texels), [2, 3]);
  assert.deepEqual(mask.component(1).toRows(), [".#", "##"]);
  assert.throws(() => mask.component(2), /^KasuriError: index: there is no piece 2 among 2$/);
  const world = new World({ axes: "y-up", pixelsPerUnit: 16 });
  assert.deepEqual([world.pixelsOf([2, 1.5]), world.placeOf([32, -24])], [[32, -24], [2, 1.5]]);
});

test("mathematics and random numbers are those of the library", () => {
  assert.deepEqual([det.sin(0.5), det.cos(0), det.sqrt(2.25), det.hypot(3, 4), det.exp2(-3)], [0.479425538604203, 1, 1.5, 5, 0.125]);
  assert.equal(det.atan2(1, 1), Math.PI / 4);
  assert.deepEqual(det.rotate([3, 1], 0), [3, 1]);
  assert.deepEqual(det.moveTowards([0, 0], { x: 3, y: 4 }, 2.5), [1.5, 2]);
  assert.deepEqual(det.turnTowards([2, 0], [0, 50], 2), [0, 2]);
  const stream = new RandomStream(0);
  assert.deepEqual([stream.bits(), stream.bits(), stream.drawn], [0xca00a0459843d731n, 0x66c24222c9a845b5n, 2n]);
  assert.equal(new RandomStream(0n, 1).bits(), 0x66c24222c9a845b5n);
  const wave = stream.split(9);
  assert.deepEqual([wave.key, wave.drawn], [new RandomStream(0).split(9n).key, 0n]);
  assert.notEqual(wave.key, stream.split(8).key);
  for (let k = 0; k < 100; k++) assert.ok(stream.below(6) < 6 && stream.between(2, 3) >= 2);
  assert.equal(stream.drawn, 202n);
  for (const seed of [-1, 1.5, -1n, 2n ** 64n, "1"]) assert.throws(() => new RandomStream(seed), /^KasuriError: seed: /);
});
