// Tests of the extension in scratch-vm and scratch-render: its answers beside Scratch's own, and what Scratch lacks.
// KASURI_SHOTS names a folder for pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { demo } from "../../scratch/demo/make.mjs";
import { sb3 } from "../../scratch/demo/sb3.mjs";
import { inBrowser } from "../shared/browser.js";

const timeout = 600000;
const COUNT = process.env.KASURI_LONG ? 3000 : 400;
const viewport = { width: 480, height: 360 };

const svg = (width, height, inside) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;
const backdrop = svg(480, 360, '<rect width="480" height="360" fill="#102040"/><rect x="200" y="150" width="30" height="40" fill="#c03030"/>');
const arrow = svg(60, 48, '<path d="M0 20 H34 V2 L60 24 L34 46 V28 H0 Z" fill="#f0f0ff"/>');
const ring = svg(70, 70, '<circle cx="35" cy="35" r="26" fill="none" stroke="#ffb000" stroke-width="9"/>');

const project = () =>
  sb3([
    { name: "Stage", svg: backdrop, center: [240, 180] },
    { name: "one", svg: arrow, center: [12, 24] },
    { name: "two", svg: ring, center: [35, 35] },
    { name: "three", svg: ring, center: [35, 35] },
  ]);

const inScratch = (bytes, work) =>
  inBrowser(
    "tests/browser/scratch.html",
    async (page) => {
      await page.evaluate(() => window.ready());
      await page.evaluate((base64) => window.load(base64), bytes.toString("base64"));
      return work(page);
    },
    { viewport },
  );

test("answers at whole positions are Scratch's own, but for the rims of pictures", { timeout }, () =>
  inScratch(project(), async (page) => {
    const told = await page.evaluate((count) => window.compare(count), COUNT);
    for (const [name, { yes, onlyScratch, onlyKasuri, scratch, kasuri }] of Object.entries(told)) {
      const times = `${((1000 * scratch) / COUNT).toFixed(0)} and ${((1000 * kasuri) / COUNT).toFixed(0)} us`;
      console.log(`${name}: ${yes} yes of ${COUNT} by both, ${onlyScratch} only by Scratch, ${onlyKasuri} only by Kasuri; ${times}`);
      assert.ok(yes > COUNT / 20, `${name}: ${yes}`);
      // Scratch asks the four texels around a point, so it also says yes beside a picture.
      assert.ok(onlyScratch + onlyKasuri <= 0.04 * COUNT, `${name}: ${onlyScratch} and ${onlyKasuri} of ${COUNT} differ`);
    }
    const speeds = await page.evaluate((count) => window.speed(count), COUNT);
    for (const [name, [scratch, kasuri]] of Object.entries(speeds)) console.log(`${name}, moved each time: ${scratch} blocks a second by Scratch, ${kasuri} by Kasuri`);
  }));

test("which clone, how deep, push apart, tags, bullets, grazes", { timeout }, () =>
  inScratch(project(), async (page) => {
    const told = await page.evaluate(() => window.more());
    assert.equal(told.clone, 1);
    assert.deepEqual(told.tagged, ["boss", true, false]);
    assert.ok(told.depth >= 1 && told.depth <= 130, `${told.depth}`);
    assert.equal(told.apart[0], false);
    assert.ok(told.apart[1] < 3, `${told.apart[1]}`);
    assert.deepEqual(told.edge, [false, true]);
    assert.deepEqual([told.hidden, told.shown], [false, true]);
    assert.equal(told.fired[0], 2100);
    assert.equal(told.fired[1], 2100, "all begin inside the ship");
    assert.ok(told.moved[0] < 1000 && told.moved[0] > 10, `${told.moved[0]}`);
    assert.equal(told.moved[0] + told.moved[1], 2100, "those that do not touch are within 300");
    assert.ok(told.drawables <= 1, "all bullets are one picture");
    assert.equal(told.color, false, "no block sees the picture of the bullets");
    assert.equal(told.gone, 0);
    console.log(`2,100 bullets move and are drawn in ${told.milliseconds.toFixed(1)} ms`);
  }));

test("the demo runs: blades touch, bullets graze, the ground is red", { timeout }, async () => {
  const file = readFileSync(new URL("../../scratch/demo/kasuri.sb3", import.meta.url));
  assert.ok(file.equals(demo()), "make.mjs writes another file: node scratch/demo/make.mjs scratch/demo/kasuri.sb3");
  await inScratch(file, async (page) => {
    const away = await page.evaluate(() => window.play(100, 60, 40));
    assert.ok(away.bullets > 1000 && away.touched > 5 && away.grazed > 5, JSON.stringify(away));
    if (process.env.KASURI_SHOTS) await page.screenshot({ path: `${process.env.KASURI_SHOTS}/scratch.png` });
    const blade = await page.evaluate(() => window.play(5, -130, 60));
    assert.ok(blade.touched > 0, JSON.stringify(blade));
    const ground = await page.evaluate(() => window.play(5, 0, -150));
    assert.ok(ground["on red"] >= 4, JSON.stringify(ground));
  });
});
