// Tests of the plugin in Phaser 4.2.1 in Chromium, on its software renderer.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { init, solve } from "kasuri";
import { inBrowser } from "../shared/browser.js";

before(() => init());

const inPhaser = (work) =>
  inBrowser("tests/browser/page.html", async (page) => {
    await page.addScriptTag({ type: "module", url: "/tests/browser/phaser-page.js" });
    await page.waitForFunction(() => window.life !== undefined);
    return work(page);
  });

// The README's time is that of KASURI_LONG=1: 2,000 sprites in 120 frames. The short test depends on no time.
const CROWD = process.env.KASURI_LONG ? [2000, 50, 120] : [500, 50, 30];

test(`${CROWD[0]} turned sprites against 50 hit as \`kasuri solve\` says`, { timeout: 600000 }, async () => {
  const told = await inPhaser(async (page) => {
    const found = await page.evaluate((given) => window.crowd(...given), CROWD);
    if (process.env.KASURI_SHOT) await page.screenshot({ path: process.env.KASURI_SHOT });
    return found;
  });
  // The answer of the program `kasuri solve` if it is available, else that of the module.
  const scene = JSON.stringify(told.scene);
  const program = process.env.KASURI_PROGRAM;
  const answer = program ? execFileSync(program, ["solve", "-"], { input: scene, encoding: "utf8", maxBuffer: 1 << 28 }) : solve(scene);
  const pairs = JSON.parse(answer).pairs.map(({ a, b }) => `${a} ${b}`);
  assert.ok(pairs.length > CROWD[0] / 10, `${pairs.length}`);
  assert.deepEqual(told.hits, pairs.sort());
  assert.ok(told.boxes > pairs.length);
  const numbers = `${told.hits.length} hits to the pixel in ${told.collision.toFixed(2)} ms (at most ${told.collisionMost.toFixed(2)}), Arcade's ${told.boxes} boxes in ${told.arcade.toFixed(2)} ms, a frame ${told.frame.toFixed(1)} ms`;
  console.log(`${told.set}, ${told.renderer}: ${numbers}`);
  // A frame of 60 a second. On a busy machine Arcade's boxes take longer too, normally less than 2.5 ms.
  if (process.env.KASURI_LONG) assert.ok(told.collision < Math.max(1000 / 60, 6 * told.arcade), numbers);
});

test("what Phaser draws is what hits", { timeout: 600000 }, async () => {
  const told = await inPhaser((page) => page.evaluate(() => window.drawn()));
  assert.ok(Object.keys(told).length === 13);
  for (const [name, { lit, covered, differ }] of Object.entries(told)) {
    console.log(`${name}: ${lit} pixels drawn, ${covered} hit, ${differ} differ`);
    assert.ok(lit > 500, `${name}: ${lit}`);
    // A graphics card may round differently at the edges of texels.
    assert.ok(differ <= 0.02 * lit, `${name}: ${differ} of ${lit} pixels differ`);
  }
});

test("members come and go, scenes start again", { timeout: 600000 }, async () => {
  const { told, errors, events, sheared } = await inPhaser((page) => page.evaluate(() => window.life()));
  assert.deepEqual(told, [
    ["two overlap", true, 1, 3],
    ["another comes", true, 1, 4],
    ["one goes", true, 0, 3],
    ["one sleeps", true, 0, 2],
    ["and wakes elsewhere", true, 1, 3],
    ["far away", true, 0, 3],
    ["but with a shape of its own", true, 1, 3],
    ["whoever hits is removed", true, 0, 2],
    ["again from the start", true, 1, 3],
    ["scaled to 0", false, 0, 2],
    ["no more scaled to 0", true, 1, 3],
    ["scaled far out", false, 0, 2],
    ["no more scaled far out", true, 1, 3],
    ["hidden", false, 0, 2],
    ["no more hidden", true, 1, 3],
    ["transparent", false, 0, 2],
    ["no more transparent", true, 1, 3],
    ["turned over", true, told.at(-1)[2], 3],
  ]);
  assert.match(events.join(), /kasuri-began,kasuri-ended,kasuri-began/);
  assert.match(sheared, /the Image "skewed" is drawn sheared: a mask can turn and scale, but not shear/);
  assert.deepEqual(errors, ["KasuriError", "KasuriError"]);
});

test("a sheet gives a texture its frames, masks, regions and animations", { timeout: 600000 }, async () => {
  const shared = (path) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
  const files = { edited: shared("tests/sheets/edited.sheet.json"), ship: shared("fuzz/seeds/sheet/two-frames.json") };
  const told = await inPhaser((page) => page.evaluate((given) => window.sheet64(given), files));
  assert.equal(told.hash, shared("tests/sheets/hash.txt").trim());
  assert.equal(told.frames, 64);
  // The second tag goes there and back: neither end is shown twice.
  assert.deepEqual(told.anims.map((frames) => frames.length), [32, 62]);
  assert.deepEqual(told.anims[1].slice(30, 33), [["breath 62", 33], ["breath 63", 33], ["breath 62", 33]]);
  assert.equal(told.same, 600, "the sprites hit as the bodies of a plain world do, in every step");
  assert.ok(told.named.includes("box") && told.named.includes("none"), told.named.join());
  assert.ok(told.before > 100 && told.isSameCover, "the pivot is that of the sheet, wherever the origin is");
  const reasons = [/no text or JSON is loaded as "none"/, /there is no texture "ship"/, /EOF/, /the frame "fly 1" is not in the texture "breath"/];
  told.refused.forEach((text, k) => assert.match(text, reasons[k]));
  assert.equal(told.refused.length, reasons.length);
});
