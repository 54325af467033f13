// Tests the mask tools of the hit box editor: after each one the saved file has the mask that was worked out by hand, and one undo
// gives back the first bytes. Then the onion skin by the pixels of the canvas, and animated WebP files.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { button, choose, field, key, rest, saves, start, text } from "./hitbox-page.mjs";
import { png } from "./png.mjs";

export async function hitboxMasks(all) {
  await maskTools(all);
  await opensWebp(all);
}

export async function maskTools(all) {
  const shown = await start(all.page);
  await openFrames(shown, all.folder);
  const check = await checker({ shown, ...all });
  await changesTheMask(shown, check);
  await makesFromTheArt(shown, check);
  await makesRegions(shown, check, all);
  await showsOnionSkin(shown, check);
}

// Three frames of 8 x 6. r is a red of alpha 100; a digit is a grey.
const FRAMES = [
  ["RR......", "RR..GGG.", "RR..G.G.", "RRR.GGG.", "........", "B......B"],
  ["........", ".GGGG...", ".GrrG...", ".GGGG...", "........", ".......Y"],
  ["01234567", "89......", "........", "........", "........", "........"],
];
const INKS = { R: [255, 0, 0, 255], G: [0, 255, 0, 255], B: [0, 0, 255, 255], Y: [255, 250, 0, 255], r: [255, 0, 0, 100], ".": [0, 0, 0, 0] };
const ink = sign => INKS[sign] ?? Array(3).fill(40 + 10 * Number(sign)).concat(255);

async function openFrames(shown, folder) {
  const path = join(folder, "three.png");
  await writeFile(path, png(24, 6, (x, y) => ink(FRAMES[x >> 3][y][x & 7])));
  await shown.file("#open", path);
  await shown.until("grid.open");
  await shown.is(`(() => {
    for (const [id, side] of [["grid-w", "8"], ["grid-h", "6"]]) {
      const input = document.getElementById(id);
      input.value = side;
      input.dispatchEvent(new Event("input"));
    }
    document.querySelector("#grid [value=cut]").click();
  })()`);
  await shown.until("hitboxes.state.sheet.frames.length === 3");
  await shown.until("document.activeElement.id === 'canvas'");
}

// The rows of a mask in a file.
function rowsOf([width, height], runs) {
  const texels = runs.map((run, k) => (k % 2 ? "#" : ".").repeat(run)).join("").padEnd(width * height, ".");
  return Array.from({ length: height }, (_, y) => texels.slice(y * width, (y + 1) * width));
}

const masksOf = saved => JSON.parse(saved).frames.map(({ size, mask }) => rowsOf(size, mask.runs));
const countOf = rows => rows.join("").split("#").length - 1;

// Returns a function that does something in the page, gives what is saved then to a check, and takes it back.
async function checker({ shown, native }) {
  const save = await saves(shown);
  const [first] = await save();
  const check = async (act, is) => {
    await act();
    await rest(shown);
    const [saved] = await save();
    assert.notEqual(saved, first, "it changed nothing");
    assert.equal(await native.sheet(saved), saved, "the program reads it and writes it alike");
    await is(saved);
    await button(shown, "Undo");
    assert.equal((await save())[0], first, "undone once");
    await button(shown, "Redo");
    assert.equal((await save())[0], saved, "done again");
    await button(shown, "Undo");
    assert.equal((await save())[0], first);
    assert.equal(await shown.is("document.getElementById('undo').disabled"), true, "it was one edit");
    await rest(shown);
  };
  return Object.assign(check, { first });
}

const OPENED = [
  ["##......", "##..###.", "##..#.#.", "###.###.", "........", "#......#"],
  ["........", ".####...", ".#..#...", ".####...", "........", ".......#"],
  ["########", "##......", "........", "........", "........", "........"],
];
const GROWN = ["###.###.", "########", "########", "########", "###.####", "##....##"];
// What each button makes of the first frame, and how many texels that are.
const CHANGED = [
  ["Largest piece", 9, ["##......", "##......", "##......", "###.....", "........", "........"]],
  ["Mirror", 19, ["......##", ".###..##", ".#.#..##", ".###.###", "........", "#......#"]],
  ["Invert", 29, ["..######", "..##...#", "..##.#.#", "...#...#", "########", ".######."]],
  ["Grow", 41, GROWN],
  ["Fill holes", 20, ["##......", "##..###.", "##..###.", "###.###.", "........", "#......#"]],
  ["Shrink", 0, Array(6).fill("........")],
  ["Clear", 0, Array(6).fill("........")],
];

async function changesTheMask(shown, check) {
  assert.deepEqual(masksOf(check.first), OPENED);
  for (const [name, count, rows] of CHANGED) {
    await check(() => button(shown, name), saved => {
      assert.deepEqual(masksOf(saved), [rows, ...OPENED.slice(1)], name);
      assert.equal(countOf(rows), count);
    });
  }
  // The key of Grow, then Shrink: the border of the frame is clear, so its texels go.
  await check(() => key(shown, "g", "KeyG"), saved => assert.deepEqual(masksOf(saved)[0], GROWN));
  await button(shown, "Grow");
  await key(shown, "k", "KeyK");
  await rest(shown);
  const [shrunk] = masksOf(await text(shown));
  assert.deepEqual(shrunk, ["........", ".##.###.", ".######.", ".##.###.", ".#....#.", "........"]);
  assert.equal(countOf(shrunk), 18);
  await button(shown, "Undo");
  await button(shown, "Undo");
  assert.equal(await text(shown), check.first);
  // In all frames at once: of the two pieces in the second one the ring is left.
  await choose(shown, "scope", "all");
  await check(() => button(shown, "Largest piece"), saved => {
    const [first, second, third] = masksOf(saved);
    assert.deepEqual([first, third], [CHANGED[0][2], OPENED[2]]);
    assert.deepEqual(second, ["........", ".####...", ".#..#...", ".####...", "........", "........"]);
  });
  await check(() => button(shown, "Mirror"), saved => {
    assert.deepEqual(masksOf(saved), OPENED.map(rows => rows.map(row => [...row].toReversed().join(""))));
  });
  await choose(shown, "scope", "frame");
}

async function makesFromTheArt(shown, check) {
  await key(shown, ".", "Period");
  await rest(shown);
  await field(shown, "Alpha at least", 50);
  const full = ["........", ".####...", ".####...", ".####...", "........", ".......#"];
  for (const act of [() => button(shown, "Mask by alpha"), () => key(shown, "t", "KeyT")]) {
    await check(act, saved => {
      assert.deepEqual(masksOf(saved), [OPENED[0], full, OPENED[2]]);
      assert.equal(countOf(full), 13);
    });
  }
  await field(shown, "Colour", "#00ff00");
  await check(() => button(shown, "Only the colour"), saved => {
    assert.deepEqual(masksOf(saved)[1], ["........", ".####...", ".#..#...", ".####...", "........", "........"]);
  });
  // Five away from the yellow in the second channel.
  await field(shown, "Colour", "#fff500");
  await check(() => button(shown, "All but the colour"), saved => assert.deepEqual(masksOf(saved)[1], full));
  await field(shown, "Tolerance", 5);
  await check(() => button(shown, "All but the colour"), saved => {
    assert.equal(countOf(masksOf(saved)[1]), 12);
    assert.equal(masksOf(saved)[1][5], "........");
  });
  await field(shown, "Tolerance", 0);
}

const regionsOf = (saved, k) => JSON.parse(saved).frames[k].regions;
const RED = { name: "#ff0000", mask: { at: [0, 0], size: [3, 4], runs: [0, 2, 1, 2, 1, 2, 1, 3] } };
const GREEN = { name: "#00ff00", mask: { at: [4, 1], size: [3, 3], runs: [0, 4, 1, 4] } };
const BLUE = { name: "#0000ff", mask: { at: [0, 5], size: [8, 1], runs: [0, 1, 6, 1] } };
const grey = (value, texels) => ({ name: `#${value.toString(16).repeat(3)}`, texels });

// A region for each colour: the most frequent colour first, eight at most, no texel in two of them.
async function makesRegions(shown, check, { native }) {
  const act = () => button(shown, "A region for each colour");
  await shown.is("hitboxes.state.go(0)");
  await rest(shown);
  await check(act, saved => {
    assert.deepEqual(regionsOf(saved, 0), [RED, GREEN, BLUE]);
    assert.deepEqual([RED, GREEN, BLUE].map(({ mask }) => countOf(rowsOf(mask.size, mask.runs))), [9, 8, 2]);
    assert.deepEqual(masksOf(saved), OPENED, "the masks stay");
    assert.deepEqual([regionsOf(saved, 1), regionsOf(saved, 2)], [[], []]);
  });
  // The strip shows which frames have regions.
  const pictured = "document.querySelector('#strip canvas').toDataURL()";
  await shown.is("new Promise(resolve => setTimeout(resolve, 400))");
  const before = await shown.is(pictured);
  await act();
  await shown.until(`${pictured} !== ${JSON.stringify(before)}`);
  assert.equal(await shown.is("document.getElementById('note').textContent"), "3 regions are made, named by their colours.");
  // Again: the regions of these names are replaced.
  await button(shown, "A region for each colour");
  assert.deepEqual(regionsOf(await text(shown), 0), [RED, GREEN, BLUE]);
  assert.equal(await native.sheet(await text(shown)), await text(shown));
  await button(shown, "Undo");
  await button(shown, "Undo");
  assert.equal(await text(shown), check.first);
  // Ten greys, of which eight become regions; with a tolerance each takes in the next one.
  const found = saved => regionsOf(saved, 2).map(({ name, mask }) => grey(parseInt(name.slice(1, 3), 16), countOf(rowsOf(mask.size, mask.runs))));
  await choose(shown, "scope", "all");
  await check(act, saved => {
    assert.deepEqual(found(saved), [40, 50, 60, 70, 80, 90, 100, 110].map(value => grey(value, 1)));
    assert.deepEqual(regionsOf(saved, 0), [RED, GREEN, BLUE], "edits go to all frames");
  });
  await choose(shown, "scope", "frame");
  await shown.is("hitboxes.state.go(2)");
  await rest(shown);
  await field(shown, "Tolerance", 10);
  await check(act, saved => assert.deepEqual(found(saved), [40, 60, 80, 100, 120].map(value => grey(value, 2))));
  await field(shown, "Tolerance", 0);
}

// What the canvas shows in the middle of each texel of the frame.
const pictured = shown => shown.is(`(() => {
  const { view, state } = hitboxes, { width, height } = state.frame.mask;
  view.draw();
  const context = document.getElementById("canvas").getContext("2d");
  const pixel = (x, y) => [...context.getImageData(view.left + (x + 0.5) * view.zoom, view.top + (y + 0.5) * view.zoom, 1, 1).data].join();
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => pixel(x, y)));
})()`);

// The onion skin shows the frames before and after where this one is clear, and changes nothing that is saved.
async function showsOnionSkin(shown, check) {
  await shown.is("hitboxes.state.go(1)");
  // Neither the border of the mask nor the pivot may cross the middle of a texel.
  await shown.is("document.getElementById('show-mask').click()");
  await shown.is("(hitboxes.view.options.regions = false, 0)");
  const without = await pictured(shown);
  const changed = async () => {
    const now = await pictured(shown);
    return now.map((row, y) => row.map((pixel, x) => (pixel === without[y][x] ? "." : "#")).join(""));
  };
  assert.equal(countOf(await changed()), 0);
  await key(shown, "o", "KeyO");
  assert.equal(await shown.is("document.getElementById('onion').checked"), true);
  // Frames 0 and 2 together, less what frame 1 covers.
  const skin = ["########", "#....##.", "#.....#.", "#....##.", "........", "#......."];
  assert.deepEqual(await changed(), skin);
  assert.equal(await text(shown), check.first);
  // Their pivots are on this one's, which is one texel to the left: so a green texel is behind a half clear one.
  await shown.is("hitboxes.state.edit(hitboxes.edits.setPivot([0, 2], [5, 3]))");
  assert.deepEqual(await changed(), ["#######.", "#....#..", "#..#.#..", "#....#..", "........", "......#."]);
  await button(shown, "Undo");
  await key(shown, "o", "KeyO");
  assert.equal(countOf(await changed()), 0);
  assert.equal(await text(shown), check.first);
}

// An animated WebP: three frames with their times, as the program reads it. A cut one is refused in words, and what was open stays.
export async function opensWebp({ page, native, folder }) {
  const shown = await start(page);
  const path = new URL("pictures/beat.webp", import.meta.url).pathname;
  await shown.file("#open", path);
  await shown.until("hitboxes.state.sheet.image === 'beat.webp'");
  const opened = await text(shown);
  const frames = JSON.parse(opened).frames;
  assert.deepEqual(frames.map(({ name, duration }) => [name, duration]), [["beat 0", 40], ["beat 1", 120], ["beat 2", 250]]);
  assert.deepEqual(masksOf(opened), [1, 3, 2].map(solid => Array(4).fill("#".repeat(solid).padEnd(6, "."))));
  assert.equal(opened, await native.sheetOf(path));
  const whole = await readFile(path);
  const file = join(folder, "cut.webp");
  for (const length of [whole.length - 1, 180, 162, 110, 60, 16]) {
    await writeFile(file, whole.subarray(0, length));
    await shown.is("(document.getElementById('alert').hidden = true, 0)");
    await shown.file("#open", file);
    await shown.until("!document.getElementById('alert').hidden");
    assert.equal(await shown.is("document.getElementById('alert').textContent"), `cut.webp is cut: it has ${length} of 208 bytes`);
    assert.equal(await shown.is("document.getElementById('grid').open"), false);
    assert.equal(await text(shown), opened);
  }
  // As long as its header says, but damaged in the second frame.
  await writeFile(file, Buffer.from(whole).fill(0xff, 135, 160));
  await shown.file("#open", file);
  await shown.until("/cut.webp is (no picture|damaged)/.test(document.getElementById('alert').textContent)");
  assert.equal(await text(shown), opened);
}
