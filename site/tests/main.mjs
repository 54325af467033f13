// Tests the built site in headless Chromium: every scene opened and played with keys, mouse and touches; the canvas
// compared with the pictures of `kasuri view`, pixel for pixel; links, hostile links, sizes and times.
//
// node site/tests/main.mjs SITE PROGRAM [PICTURES [SUITE...]]: the built folder, the program kasuri, the folder for
// screenshots (- for none), and the suites to run (all by default).

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Chromium } from "./chromium.mjs";
import { editor } from "./editor.mjs";
import { gpu } from "./gpu.mjs";
import { guide } from "./guide.mjs";
import { hitboxMasks } from "./hitbox-masks.mjs";
import { hitboxes } from "./hitboxes.mjs";
import { hostile } from "./hostile.mjs";
import { model } from "./model.mjs";
import { Native } from "./native.mjs";
import { pages } from "./pages.mjs";
import { same } from "./same.mjs";
import { scenes } from "./scenes.mjs";
import { serve, UNTYPED } from "./server.mjs";
import { weight } from "./weight.mjs";
import { why } from "./why.mjs";

const [site, program] = process.argv.slice(2, 4).map(path => resolve(path));
const pictures = process.argv[4] && process.argv[4] !== "-" ? resolve(process.argv[4]) : undefined;
const named = process.argv.slice(5);
const SUITES = { model, hitboxes, hitboxMasks, weight, scenes, why, editor, hostile, guide, same, pages, gpu };

const folder = await mkdtemp(join(tmpdir(), "kasuri-site-test-"));
const [server, untyped] = [await serve(site), await serve(site, { types: UNTYPED })];
const browser = await Chromium.start();
const native = new Native(program, folder);
// A second browser with a GPU. It is started when a test needs it.
let second;
const withGpu = async () => (second ??= await Chromium.start({ hasGpu: true }));
let failed = 0;
for (const [name, suite] of Object.entries(SUITES).filter(([name]) => !named.length || named.includes(name))) {
  const start = performance.now();
  const opened = [];
  // Opens a page. Its browser must report no error.
  const page = async (path, options) => {
    const page = await (options?.hasGpu ? await withGpu() : browser).page(options);
    opened.push(page);
    await page.go(`${(options?.isUntyped ? untyped : server).origin}/${path}`);
    return page;
  };
  try {
    await suite({ page, native, folder, site, server, pictures, browser });
    const complaints = opened.flatMap(page => page.complaints);
    assert.deepEqual(complaints, [], "the browser has something to say");
    console.log(`ok   ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.stack}`);
  }
  await Promise.all(opened.map(page => page.close().catch(() => {})));
}
await browser.end();
await second?.end();
[server, untyped].forEach(server => server.close());
await rm(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
