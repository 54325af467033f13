// Tests Firefox: every scene has the native hash and the native picture; a link made in Firefox opens the same scene in
// Chromium, and vice versa; the hit box editor saves there what it saves in Chromium.
//
// node --experimental-websocket site/tests/firefox.mjs SITE PROGRAM [PICTURES [SUITE...]]: as main.mjs; the suites are scenes, editor

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { Firefox } from "./bidi.mjs";
import { asNative } from "./canvas.mjs";
import { Chromium } from "./chromium.mjs";
import { maskTools, opensWebp } from "./hitbox-masks.mjs";
import { editsASheet, opensOtherKinds, pastesAndJoins, tries, undoes } from "./hitboxes.mjs";
import { Native } from "./native.mjs";
import { serve } from "./server.mjs";

const [site, program] = process.argv.slice(2, 4).map(path => resolve(path));
const pictures = process.argv[4] && process.argv[4] !== "-" ? resolve(process.argv[4]) : undefined;
const named = process.argv.slice(5);
const folder = await mkdtemp(join(tmpdir(), "kasuri-site-firefox-test-"));
const server = await serve(site);
const native = new Native(program, folder);
const browser = await Firefox.start();
const other = await Chromium.start();

// Makes a scene in `one`, and opens its link in `other`: the scene must be the same, and the answer the program's.
async function opens(one, other, shape) {
  await one.go(`${server.origin}/edit.html?made=${shape}`);
  await one.until("Boolean(window.kasuri)");
  await one.is(`document.querySelector('[data-add=${shape}]').click()`);
  const link = await one.until("location.hash.startsWith('#scene=') && location.hash");
  const [scene, asked] = [await one.is("kasuri.scene()"), await one.is("kasuri.asked()")];
  const answer = await one.is("kasuri.answer()");
  assert.deepEqual(answer, await native.solve(JSON.stringify(asked)));
  await other.go(`${server.origin}/edit.html?opened=${shape}${link}`);
  await other.until("Boolean(window.kasuri)");
  assert.deepEqual(await other.is("kasuri.scene()"), scene);
  assert.deepEqual((await other.is("kasuri.answer()")).pairs, answer.pairs);
  assert.equal(await other.is("document.getElementById('alert').hidden"), true);
}

async function scenesPlay() {
  const page = await browser.page();
  await page.go(`${server.origin}/index.html`);
  await page.until("Boolean(window.kasuri)");
  const scenes = await page.is("kasuri.engine.scenes().map(scene => scene.name)");
  for (const scene of scenes) {
    await page.is(`document.querySelector('[data-scene=${scene}]').click()`);
    await page.is("(kasuri.isPaused = true, kasuri.goTo(0), true)");
    await page.is("Array.from({ length: 200 }, () => kasuri.one()).length");
    const { checked } = await page.is("kasuri.engine.state()");
    assert.deepEqual([checked.step, checked.here], [200, checked.native], scene);
    await asNative(page, native, folder, `${scene} in Firefox`);
  }
  const chromium = await other.page();
  await opens(page, chromium, "star");
  await opens(chromium, page, "capsule");
  assert.deepEqual(chromium.complaints, []);
  console.log(`ok   ${scenes.length} scenes, and links to and from Chromium, in ${await page.is("navigator.userAgent")}`);
}

// The editor's tests for Chromium, with Firefox's mouse and keys.
async function editorEdits() {
  const opened = [];
  const page = async path => {
    const page = await browser.page();
    opened.push(page);
    await page.go(`${server.origin}/${path}`);
    return page;
  };
  const all = { page, native, folder, server, pictures };
  await editsASheet(all);
  await undoes(all);
  await tries(all);
  await opensOtherKinds(all);
  await pastesAndJoins(all);
  await maskTools(all);
  await opensWebp(all);
  assert.deepEqual(opened.flatMap(page => page.complaints), [], "the browser has something to say");
  console.log("ok   the hit box editor in Firefox saves the sheet that Chromium saves");
}

try {
  const suites = { scenes: scenesPlay, editor: editorEdits };
  for (const [name, suite] of Object.entries(suites)) if (!named.length || named.includes(name)) await suite();
} finally {
  await other.end();
  await browser.end();
  server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
