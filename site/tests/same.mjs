// The page of the same answers: the browser's hashes are those of the repository.
//
// node site/tests/same.mjs SITE runs only this, on a built folder.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { Chromium } from "./chromium.mjs";
import { serve } from "./server.mjs";

const GOLDEN = new URL("../../tests/golden/danmaku.txt", import.meta.url);

export async function same({ page, pictures }) {
  const shown = await page("same.html");
  const state = await shown.is("window.same");
  const kept = (await readFile(GOLDEN, "utf8")).match(/^ *\d+ [0-9a-f]{16}$/gm);
  assert.deepEqual([state.compared, state.equal], [kept.length, kept.length]);
  const text = id => shown.is(`document.getElementById("${id}").textContent`);
  const last = kept.at(-1).trim().split(" ")[1];
  assert.deepEqual([await text("here"), await text("ours")], [last, last]);
  assert.equal(await text("verdict"), `All ${kept.length} hashes of your browser are ours.`);
  assert.equal(await text("agent"), await shown.is("navigator.userAgent"));
  if (pictures) await shown.picture(`${pictures}/same.png`);
}

if (resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const server = await serve(resolve(process.argv[2]));
  const browser = await Chromium.start();
  try {
    const opened = await browser.page();
    await same({
      page: async path => {
        await opened.go(`${server.origin}/${path}`);
        return opened;
      },
    });
    assert.deepEqual(opened.complaints, []);
    console.log("ok   the browser's hashes are those of the repository");
  } finally {
    await browser.end();
    server.close();
  }
}
