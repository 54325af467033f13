// Compares the canvas of a page with a native picture.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

// Pauses the page.
export async function paused(page) {
  await page.until("window.kasuri");
  await page.is("kasuri.isPaused = true");
}

// Returns the canvas' pixels as RGB.
export async function pixels(page) {
  const text = await page.is(`(() => {
    kasuri.draw();
    const { canvas } = kasuri.screen;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let text = "";
    for (let k = 0; k < data.length; k += 8192) text += String.fromCharCode(...data.subarray(k, k + 8192));
    return JSON.stringify([canvas.width, canvas.height, btoa(text)]);
  })()`);
  const [width, height, base64] = JSON.parse(text);
  const rgba = Buffer.from(base64, "base64");
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let k = 0; k < rgba.length / 4; k++) rgba.copy(rgb, 3 * k, 4 * k, 4 * k + 3);
  return { width, height, rgb };
}

export function equal(here, native, what) {
  assert.deepEqual([here.width, here.height], [native.width, native.height], what);
  let differing = 0;
  for (let k = 0; k < here.rgb.length; k += 3) {
    differing += Number(here.rgb.compare(native.rgb, k, k + 3, k, k + 3) !== 0);
  }
  assert.equal(differing, 0, `${what}: pixels that differ from the native picture`);
}

// Plays the page's session natively: the end must have the same hash and the same picture.
export async function asNative(page, native, folder, what) {
  await page.is("kasuri.home()");
  const tape = await page.is("kasuri.engine.tape()");
  const path = join(folder, "page.replay");
  await writeFile(path, tape);
  equal(await pixels(page), await native.view(path), what);
  return tape;
}
