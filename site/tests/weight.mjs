// Tests the size of the site, and the time to its first frame.

import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The module is most of it; it reads scenes and sheets, and answers every question. */
const MOST_BYTES = 3_350_000;
const MOST_MS = 2000;

export async function weight({ page, site, server }) {
  const files = (await readdir(site, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile());
  const sizes = await Promise.all(files.map(async file => (await stat(join(file.parentPath ?? file.path, file.name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  for (const path of ["index.html", "edit.html"]) {
    // Other load on the machine only adds to a time, so the quickest counts, and a slow page is loaded some more times.
    const times = [];
    while (times.length < 3 || (Math.min(...times) >= MOST_MS && times.length < 15)) {
      const shown = await page(path, { isUntyped: times.length === 2 });
      times.push(Number(await shown.until("document.documentElement.dataset.firstFrame")));
    }
    console.log(`     ${path}: first frame after ${times.join(", ")} ms (the third from a server without a type for wasm)`);
    assert.ok(Math.min(...times) < MOST_MS, `the first frame of ${path} after ${times.join(", ")} ms`);
  }
  const asked = server.requests.length;
  const still = await page("index.html");
  await still.until("window.kasuri");
  const loaded = server.requests.length;
  await still.is("new Promise(resolve => setTimeout(resolve, 500))");
  const late = server.requests.slice(loaded).filter(path => path !== "/icon.svg");
  assert.deepEqual(late, [], "nothing is asked for after it was loaded");
  assert.ok(loaded > asked);
  console.log(`     ${bytes} bytes in ${files.length} files`);
}
