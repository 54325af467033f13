// Tests the model of the hit box editor, which needs no browser: masks, edits, undo, files, and where frames are in pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import * as edits from "../page/editor/edits.js";
import { grid, guess, packed } from "../page/editor/cut.js";
import { History } from "../page/editor/history.js";
import * as masks from "../page/editor/masks.js";
import { framesOf, fromText, newFrame, newSheet, toText } from "../page/editor/sheet.js";

const rows = ({ width, texels }) => {
  const all = [...texels].map(texel => (texel ? "#" : ".")).join("");
  return all.match(new RegExp(`.{${width}}`, "g"));
};
const SHIP = new URL("../../fuzz/seeds/sheet/two-frames.json", import.meta.url);

export async function model({ native }) {
  masksAreChanged();
  picturesBecomeMasks();
  framesAreFound();
  regionsAreEdited();
  await filesAreRead(native);
  for (const seed of [1, 2, 3, 4]) undoGivesBackTheFirstBytes(seed);
}

function masksAreChanged() {
  const ring = masks.fromRows(["..###.#", "..#.#..", "..###.."]);
  assert.deepEqual(rows(masks.largestPiece(ring)), ["..###..", "..#.#..", "..###.."]);
  assert.deepEqual(rows(masks.withoutHoles(ring)), ["..###.#", "..###..", "..###.."]);
  assert.deepEqual(rows(masks.mirrored(ring)), ["#.###..", "..#.#..", "..###.."]);
  const dot = masks.fromRows(["...", ".#.", "..."]);
  assert.deepEqual(rows(masks.dilated(dot)), [".#.", "###", ".#."]);
  assert.deepEqual(rows(masks.eroded(masks.dilated(dot))), rows(dot));
  assert.deepEqual(rows(masks.eroded(masks.inverted(masks.emptyMask(3, 3)))), ["...", ".#.", "..."]);
  assert.deepEqual(rows(masks.filled(ring, [3.5, 1.5], 1)), rows(masks.withoutHoles(ring)));
  assert.deepEqual(masks.bounds(ring), [2, 0, 5, 3]);
  assert.equal(masks.bounds(masks.emptyMask(2, 2)), null);
  for (const mask of [ring, dot, masks.emptyMask(3, 2), masks.inverted(masks.emptyMask(3, 2))]) {
    const runs = masks.toRuns(mask);
    assert.ok(runs.slice(1).every(run => run > 0));
    assert.deepEqual(masks.fromRuns(mask.width, mask.height, runs), mask);
  }
  assert.throws(() => masks.fromRuns(2, 2, [1, 4]), /more than the 4 texels/);
  const line = masks.emptyMask(8, 3);
  assert.deepEqual(masks.stroke(line, [0.5, 1.5], [7.5, 1.5], 0, 1), [0, 1, 8, 1]);
  assert.deepEqual(rows(line), ["........", "########", "........"]);
  assert.equal(masks.stroke(line, [-9, -9], [-8, -8], 1, 1), null);
}

function picturesBecomeMasks() {
  const data = Uint8ClampedArray.of(255, 0, 255, 255, 250, 0, 250, 255, 9, 9, 9, 100, 1, 2, 3, 0);
  const picture = { width: 4, height: 1, data };
  assert.deepEqual(rows(masks.byAlpha(picture, 128)), ["##.."]);
  assert.deepEqual(rows(masks.byKey(picture, [255, 0, 255], 0)), [".##."]);
  assert.deepEqual(rows(masks.byKey(picture, [255, 0, 255], 5)), ["..#."]);
  assert.deepEqual(rows(masks.byColour(picture, [9, 9, 9], 0)), ["..#."]);
  assert.deepEqual(masks.colours(picture, 2), [[9, 9, 9], [250, 0, 250]]);
}

function framesAreFound() {
  assert.deepEqual(guess(64, 16), [16, 16]);
  const cut = grid(4, 4, [2, 2], "a");
  assert.deepEqual(cut.map(({ from }) => from), [[0, 0, 2, 2], [2, 0, 2, 2], [0, 2, 2, 2], [2, 2, 2, 2]]);
  assert.throws(() => grid(5, 4, [2, 2], "a"), /does not divide/);
  const box = (x, y, w, h) => ({ x, y, w, h });
  const json = {
    frames: { "a.png": { frame: box(1, 1, 3, 2), spriteSourceSize: box(1, 0, 3, 2), sourceSize: { w: 5, h: 4 }, pivot: { x: 0.5, y: 1 } }, b: { frame: box(5, 1, 4, 4), duration: 40 } },
    meta: {
      image: "a.png", frameTags: [{ name: "run", from: 0, to: 1, direction: "pingpong" }, { name: "bad", from: 0, to: 9 }],
      slices: [{ name: "hurt", keys: [{ frame: 1, bounds: box(0, 0, 2, 4), pivot: { x: 1, y: 2 } }] }],
    },
  };
  const { image, parts, tags } = packed(json);
  assert.deepEqual([image, tags.length, parts[0].size, parts[0].to, parts[0].pivot], ["a.png", 1, [5, 4], [1, 0], [2.5, 4]]);
  assert.deepEqual([parts[1].duration, parts[1].pivot, parts[0].regions.length], [40, [1, 2], 0]);
  assert.deepEqual(parts[1].regions[0].shape, { at: [1, 2], half: [1, 2], angle: 0 });
  assert.throws(() => packed({ frames: { a: { frame: box(0, 0, 1, 1), rotated: true } } }), /rotated/);
  assert.throws(() => packed({}), /no frames/);
  const order = direction => framesOf({ from: 1, to: 3, direction });
  assert.deepEqual([order("forward"), order("reverse"), order("pingpong"), order("pingpong_reverse")], [[1, 2, 3], [3, 2, 1], [1, 2, 3, 2], [3, 2, 1, 2]]);
}

function regionsAreEdited() {
  const sheet = newSheet(Array.from({ length: 5 }, (_, k) => newFrame(`${k}`, 16, 16)));
  const history = new History(sheet);
  const region = edits.newRegion(sheet, 0, "circle", [2, 2]);
  history.edit(edits.addRegion(sheet, [0], region));
  history.edit(edits.addRegion(sheet, [4], { ...region, shape: { at: [10, 6], r: 8 } }));
  history.edit(edits.interpolate(sheet, 0, 4, "circle"));
  assert.deepEqual(sheet.frames.map(({ regions }) => regions[0].shape.at), [[2, 2], [4, 3], [6, 4], [8, 5], [10, 6]]);
  assert.deepEqual(sheet.frames[2].regions[0].shape.r, 6);
  assert.equal(edits.interpolate(sheet, 0, 4, "none"), null);
  history.edit(edits.copyRegion(sheet, 0, 0, [1, 2]));
  assert.deepEqual([sheet.frames[1].regions.length, sheet.frames[2].regions[0].shape.at], [1, [2, 2]]);
  assert.deepEqual(edits.setRegion(sheet, 0, 0, "name", ""), []);
  history.edit(edits.setRegions(sheet, [0, 1], "circle", "layer", 4));
  assert.deepEqual(sheet.frames.map(({ regions }) => regions[0].layer), [4, 4, undefined, undefined, undefined]);
  assert.deepEqual(edits.moved({ a: [0, 0], b: [2, 2], r: 1 }, [1, 2]), { a: [1, 2], b: [3, 4], r: 1 });
  assert.deepEqual(edits.grown({ points: [[0, 0], [4, 0], [2, 6]] }, 2).points, [[-2, -2], [6, -2], [2, 10]]);
}

async function filesAreRead(native) {
  const sheet = fromText(await readFile(SHIP, "utf8"));
  const text = toText(sheet);
  assert.equal(toText(fromText(text)), text);
  // The library writes the same bytes.
  assert.equal(await native.sheet(text), text);
  for (const [bad, why] of [
    ["{", /not JSON/], ["{}", /no sheet of version 1/], ['{"kasuri_sheet": 1, "frames": []}', /no frames/],
    ['{"kasuri_sheet": 1, "frames": [{"size": [0, 1]}]}', /frames\[0\].*size/],
    ['{"kasuri_sheet": 1, "frames": [{"size": [1, 1], "regions": [{"name": "a"}]}]}', /a name and a shape/],
    ['{"kasuri_sheet": 1, "frames": [{"size": [1, 1]}], "tags": [{"name": "a", "from": 0, "to": 1}]}', /tags\[0\]/],
  ]) assert.throws(() => fromText(bad), why);
}

// Random edits of every kind, all undone, all done again.
function undoGivesBackTheFirstBytes(seed) {
  let state = seed;
  const random = most => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % most;
  };
  const sheet = newSheet(Array.from({ length: 6 }, (_, k) => newFrame(`${k}`, 12, 9)));
  const history = new History(sheet);
  const first = toText(sheet);
  let made = 0;
  for (let tries = 0; made < 200 && tries < 2000; tries++) {
    const before = toText(sheet);
    const changes = randomEdit(sheet, random);
    history.edit(changes, random(3) ? undefined : "stroke");
    if (toText(sheet) !== before) made += 1;
  }
  assert.ok(made === 200, `${made} edits changed something`);
  const last = toText(sheet);
  while (history.undo());
  assert.equal(toText(sheet), first);
  while (history.redo());
  assert.equal(toText(sheet), last);
  while (history.undo());
  assert.equal(toText(sheet), first);
}

const KINDS = ["circle", "ellipse", "box", "capsule", "polygon", "mask"];

function randomEdit(sheet, random) {
  const k = random(sheet.frames.length);
  const { regions, mask } = sheet.frames[k];
  const r = regions.length ? random(regions.length) : -1;
  const make = [
    () => edits.remask(sheet, [k], mask => {
      const next = masks.copied(mask);
      masks.stroke(next, [random(12), random(9)], [random(12), random(9)], random(3), random(4) ? 1 : 0);
      return next;
    }),
    () => edits.remask(sheet, [k, (k + 1) % 6], [masks.dilated, masks.eroded, masks.mirrored, masks.inverted, masks.largestPiece, masks.withoutHoles][random(6)]),
    () => edits.addRegion(sheet, [k], edits.newRegion(sheet, k, KINDS[random(6)], [random(12), random(9)])),
    () => (r < 0 ? [] : edits.removeRegion(sheet, k, r)),
    () => (r < 0 ? [] : edits.setRegion(sheet, k, r, "shape", edits.moved(regions[r].shape, [random(5) - 2, random(5) - 2]))),
    () => (r < 0 ? [] : edits.setRegion(sheet, k, r, "layer", random(2) ? random(9) : undefined)),
    () => (r < 0 ? [] : edits.setValues(["frames", k, "regions", r], { damage: random(9), kind: "x", is: random(2) === 0 })),
    () => (r < 0 ? [] : edits.copyRegion(sheet, k, r, [random(6), random(6)].filter((n, i, all) => all.indexOf(n) === i))),
    () => (r < 0 ? [] : edits.interpolate(sheet, k, random(6), regions[r].name) ?? []),
    () => edits.setPivot([k, (k + 1) % 6], [random(24) / 2, random(18) / 2]),
    () => edits.setFrame(k, "duration", 1 + random(500)),
    () => edits.setFrame(k, "name", `frame ${k} ${random(99)}`),
    () => (sheet.tags.length < 4 ? edits.addTag(sheet, { name: `tag ${random(99999)}`, from: 0, to: k, direction: "reverse" }) : edits.removeTag(random(4))),
    () => edits.setFrame(k, "values", { n: random(9) }),
    () => edits.remask(sheet, [k], () => masks.filled(mask, [random(12), random(9)], random(2))),
  ];
  return make[random(make.length)]();
}
