// Tests every scene: it opens, it is played with keys, mouse and touches, and the session gives the same natively: the
// world's hash, and every pixel.

import assert from "node:assert/strict";

import { asNative, paused, pixels } from "./canvas.mjs";

const SCENES = [
  "danmaku", "playground", "outlines", "bounce", "bucket", "shots", "tiles", "pixels", "carve", "stress", "broad",
];
// The number of steps without input, for which there are native hashes.
const QUIET = 200;

export async function scenes({ page, native, folder, pictures }) {
  const shown = await page("index.html");
  await paused(shown);
  const listed = await shown.is("[...document.querySelectorAll('#scenes button')].map(button => button.dataset.scene)");
  assert.deepEqual(listed, [...SCENES, "golden"]);
  for (const scene of SCENES) {
    await quiet(shown, native, folder, scene);
    await played(shown, native, folder, scene);
    if (pictures) await shown.picture(`${pictures}/scene-${scene}.png`, 0.5);
  }
  await touched({ page, native, folder });
}

async function open(page, scene) {
  await page.is(`document.querySelector('[data-scene=${scene}]').click()`);
  await page.is("kasuri.isPaused = true");
  await page.is("kasuri.goTo(0)");
}

// Without input, the page compares the hash with the native one.
async function quiet(page, native, folder, scene) {
  await open(page, scene);
  await page.is(`for (let k = 0; k < ${QUIET}; k++) kasuri.one()`);
  const state = await page.is("kasuri.engine.state()");
  assert.deepEqual([state.name, state.step, state.checked?.step], [scene, QUIET, QUIET]);
  assert.equal(state.checked.here, state.checked.native, `${scene}: the hash`);
  await asNative(page, native, folder, `${scene} after ${QUIET} steps`);
}

// Real keys and a real mouse, while the scene runs.
async function played(page, native, folder, scene) {
  await open(page, scene);
  const before = await pixels(page);
  await page.is("kasuri.screen.element.focus()");
  await page.is("kasuri.isPaused = false");
  const [left, top, width, height] = await page.is(`(() => {
    const box = kasuri.screen.canvas.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height];
  })()`);
  const at = (x, y) => [left + x * width, top + y * height];
  await page.press("z", "KeyZ");
  await page.key("keyDown", "ArrowRight", "ArrowRight");
  await page.mouse("mousePressed", at(0.4, 0.5), 1);
  for (let k = 1; k <= 6; k++) await page.mouse("mouseMoved", at(0.4 + 0.05 * k, 0.5 - 0.03 * k), 1);
  await page.until("kasuri.engine.state().step > 25");
  await page.mouse("mouseReleased", at(0.7, 0.32), 0);
  await page.key("keyUp", "ArrowRight", "ArrowRight");
  await page.press("]", "BracketRight");
  await page.press("c", "KeyC");
  await page.until("kasuri.engine.state().step > 45");
  await page.is("kasuri.isPaused = true");
  assert.equal(await page.is("kasuri.engine.state().is_played"), true);
  const tape = await asNative(page, native, folder, `${scene}, played`);
  assert.ok(heldIn(tape).size >= 3, `${scene}: keys and mouse are in the tape:\n${tape}`);
  assert.notDeepEqual((await pixels(page)).rgb, before.rgb, `${scene} changes`);
}

// Returns the buttons that were held, from the runs of a tape.
function heldIn(tape) {
  return new Set(tape.split("\n").slice(4).map(line => line.split(" ")[1]));
}

// A finger moves the ship as far as it moves itself, and shoots; buttons of the page do the rest.
async function touched({ page, native, folder }) {
  const shown = await page("index.html#danmaku", { width: 360, height: 740, dense: 3, isTouch: true });
  await shown.until("window.kasuri");
  assert.equal(await shown.is("document.documentElement.scrollWidth"), 360, "nothing is wider than the phone");
  const [x, y, scale] = await shown.is(`(() => {
    const box = kasuri.screen.canvas.getBoundingClientRect();
    return [box.left + box.width * 0.3, box.top + box.height * 0.6, box.width / kasuri.screen.size[0]];
  })()`);
  await shown.touch("touchStart", [[x, y]]);
  await shown.until("kasuri.engine.state().is_dragged");
  const steps = await shown.is("kasuri.engine.state().step");
  for (let k = 1; k <= 20; k++) await shown.touch("touchMove", [[x + k * 2 * scale, y - k * 2 * scale]]);
  await shown.until(`kasuri.engine.state().step > ${steps + 40}`);
  await shown.touch("touchEnd", []);
  const button = await shown.is(`(() => {
    const button = [...document.querySelectorAll("#touch button")].find(button => button.textContent.startsWith("Bomb"));
    button.scrollIntoView({ block: "center" });
    const box = button.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  })()`);
  await shown.touch("touchStart", [button]);
  await shown.until("kasuri.engine.tape().split('\\n').some(line => line.split(' ')[1] & 32)");
  await shown.touch("touchEnd", []);
  await shown.is("kasuri.isPaused = true");
  const tape = await asNative(shown, native, folder, "danmaku, touched");
  const held = [...heldIn(tape)].map(Number);
  assert.ok(held.some(bits => bits & 2 && bits & 4 && bits & 16), `it flew right and up, and shot:\n${tape}`);
  assert.ok(held.some(bits => bits & 32), `it bombed:\n${tape}`);
}
