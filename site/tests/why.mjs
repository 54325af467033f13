// Tests "Why did I die": the game stops at the hit, shows the bodies that hit, and plays the last second again.

import assert from "node:assert/strict";

import { paused } from "./canvas.mjs";

export async function why({ page, pictures }) {
  const shown = await page("index.html#danmaku");
  await paused(shown);
  await shown.is("document.getElementById('stops').checked = true");
  assert.equal(await shown.is("document.getElementById('why').hidden"), true);
  // Starts the game, and makes steps without input until the ship is hit.
  await shown.press("z", "KeyZ");
  await shown.is("kasuri.one()");
  await shown.is(`(() => {
    for (let k = 0; k < 4000; k++) {
      kasuri.one();
      const { lost, step } = kasuri.engine.state();
      if (lost?.step === step) return;
    }
  })()`);
  const { lost, step, zoom } = await shown.is("kasuri.engine.state()");
  assert.equal(step, lost.step);
  assert.equal(zoom > 1, true, "it is looked at from near");
  assert.match(lost.words, /px/);
  await shown.until("!document.getElementById('why').hidden");
  assert.equal(await shown.is("document.getElementById('why-words').textContent"), lost.words);
  assert.ok(await shown.is("kasuri.engine.marks(kasuri.overlays).length > 0"), "the contact is marked");
  if (pictures) await shown.picture(`${pictures}/why.png`);
  // The slow replay stops where the game stopped before.
  await shown.is("document.getElementById('why-replay').click()");
  assert.equal(await shown.is("kasuri.engine.state().step"), lost.step - 60);
  assert.equal(await shown.is("kasuri.slow"), 8);
  await shown.is("kasuri.slow = 1");
  await shown.until(`kasuri.isPaused && kasuri.engine.state().step === ${lost.step}`);
  await shown.is("document.getElementById('why-on').click()");
  await shown.until(`kasuri.engine.state().step > ${lost.step + 5}`);
  assert.equal(await shown.is("kasuri.engine.state().is_home"), true);
}
