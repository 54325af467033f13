// The guide's pictures run, and all hashes of the golden session are equal.

import assert from "node:assert/strict";

export async function guide({ page, pictures }) {
  const shown = await page("guide.html");
  const count = await shown.is("document.querySelectorAll('figure').length");
  for (let k = 0; k < count; k++) {
    await shown.is(`document.querySelectorAll("figure")[${k}].scrollIntoView({ block: "center" })`);
    const figure = `kasuri.get(document.querySelectorAll("figure")[${k}])`;
    await shown.until(`${figure}?.then(game => game.engine.state().step > 5)`);
    const label = await shown.is(`document.querySelectorAll("figure")[${k}].dataset.label`);
    if (pictures && /from near/.test(label)) await shown.picture(`${pictures}/guide.png`);
  }
  const play = await page("index.html#golden");
  await play.until("window.kasuri");
  const state = await play.until("(state => state.step === state.of && state)(kasuri.engine.state())", 60_000);
  assert.deepEqual([state.compared, state.equal, state.here], [32, 32, state.native]);
  await play.until("document.getElementById('same').className === 'good'");
}
