// Tests WebGPU, if there is one: it draws every scene as the CPU does, pixel for pixel; if the GPU is lost, the CPU
// takes over.

import assert from "node:assert/strict";

// Counts the pixels that differ between the two pictures, and the colours.
const DIFFERING = `(async () => {
  const gpu = await kasuri.gpu.draw(kasuri.screen.size);
  const cpu = kasuri.engine.draw();
  let differing = 0;
  const colours = new Set();
  for (let k = 0; k < cpu.length; k += 4) {
    differing += [0, 1, 2, 3].some(c => cpu[k + c] !== gpu[k + c]) ? 1 : 0;
    colours.add((cpu[k] << 16) | (cpu[k + 1] << 8) | cpu[k + 2]);
  }
  return [cpu.length === gpu.length ? differing : -1, colours.size];
})()`;

export async function gpu({ page }) {
  const shown = await page("index.html", { hasGpu: true });
  await shown.until("window.kasuri && !document.getElementById('drawn-line').hidden");
  const chosen = what => shown.is(`(() => {
    const drawn = document.getElementById("drawn");
    drawn.value = "${what}";
    drawn.dispatchEvent(new Event("change"));
  })()`);
  await chosen("gpu");
  await shown.until("kasuri.gpu");
  const scenes = await shown.is("kasuri.engine.scenes().map(scene => scene.name)");
  for (const scene of [...scenes, "golden"]) {
    await shown.is(`document.querySelector('[data-scene=${scene}]').click()`);
    await shown.is("kasuri.isPaused = true");
    for (const steps of [0, 150]) {
      await shown.is(`for (let k = 0; k < ${steps}; k++) kasuri.engine.step(0, [0, 0], 0)`);
      const [differing, colours] = await shown.is(DIFFERING);
      assert.equal(differing, 0, `${scene} after ${steps} steps: pixels that the GPU draws otherwise`);
      assert.ok(colours > 2, `${scene}: ${colours} colours`);
    }
    await shown.is("kasuri.zoom(true); kasuri.zoom(true); kasuri.engine.pan([7, -5])");
    assert.equal((await shown.is(DIFFERING))[0], 0, `${scene} from near`);
  }
  assert.equal(await shown.is("kasuri.gpu.failure"), null);
  // The GPU's picture is also shown.
  await shown.is("kasuri.screen.show(new Uint8ClampedArray(kasuri.engine.draw().length)); kasuri.redraw()");
  await shown.until("kasuri.screen.canvas.getContext('2d').getImageData(100, 100, 1, 1).data[2] > 0");
  // If the GPU is lost, the CPU goes on, and a message says so.
  await shown.is("kasuri.isPaused = false; kasuri.gpu.end()");
  await shown.until("!kasuri.gpu && document.getElementById('alert').textContent.startsWith('WebGPU failed')");
  await chosen("gpu");
  await shown.until("kasuri.gpu");
  await chosen("cpu");
  await shown.until("!kasuri.gpu");
}
