// Tests links and files from untrusted sources: errors are reported in words, and the page goes on.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

const packed = what => `#scene=${deflateRawSync(Buffer.from(what)).toString("base64url")}`;
const scene = (bodies, rest = {}) => packed(JSON.stringify({ kasuri: 1, bodies, ...rest }));

const circle = (id, r = 4, at = [0, 0]) => ({ id, circle: { r }, at });
const crowd = Array.from({ length: 300 }, (_, k) => circle(`${k}`, 4000));

// Links, and the expected messages.
const LINKS = [
  ["#scene=!!!", /characters that no link/],
  ["#scene=A", /cut off/],
  ["#scene=AAAA", /damaged/],
  [packed("{}").slice(0, -2), /damaged|cut off/],
  [packed("not JSON"), /not JSON/],
  [packed("[1, 2]"), /no list of bodies/],
  [packed("null"), /no list of bodies/],
  [packed('{"kasuri": 2, "bodies": []}'), /2 is not a version known here/],
  [scene([circle("a", -1)]), /bodies\[0\]\.circle\.r: -1 is negative; a radius is 0 or more/],
  [scene([circle("a"), circle("a")]), /bodies\[1\]\.id/],
  [scene([circle("a", 4, [1e300, 0])]), /bodies\[0\]\.at/],
  [scene([circle("a", 4, "here")]), /bodies\[0\]\.at/],
  [scene([null]), /bodies\[0\]/],
  [scene(crowd), /256/],
  [scene([circle("a", 400_000)]), /800000 x 800000 px; at most 16384 px a side/],
  [scene([{ id: "s", sprite: "m", at: [0, 0] }], { masks: { m: { rows: ["##", "#"] } } }), /masks\.m/],
  [scene([{ id: "s", sprite: "m", at: [0, 0] }], { masks: { m: { image: "../../etc/passwd" } } }), /masks\.m/],
  [scene([{ id: "s", sprite: "__proto__", at: [0, 0] }]), /__proto__/],
  [packed(`{"kasuri": 1, "bodies": ${"[".repeat(5000)}`), /not JSON/],
  // A link that unpacks to 40 megabytes.
  [packed(" ".repeat(40_000_000)), /unpacks to more than|at most 65536/],
  [`#scene=${"A".repeat(1_500_000)}`, /1500007 characters; at most 65536/],
];

export async function hostile({ page, folder }) {
  const shown = await page("edit.html");
  await shown.until("window.kasuri");
  const before = await shown.is("kasuri.scene()");
  for (const [link, words] of LINKS) {
    await shown.is("document.getElementById('alert').hidden = true");
    await shown.is(`location.hash = ${JSON.stringify(link)}`);
    await shown.until("!document.getElementById('alert').hidden");
    const said = await shown.is("document.getElementById('alert').textContent");
    assert.match(said, words, `${link.slice(0, 80)}: ${said}`);
    assert.match(said, /^This link cannot be opened: .*\.$/);
    assert.deepEqual(await shown.is("kasuri.scene()"), before, "the scene stays as it was");
  }
  await long(shown);
  await large(shown);
  await files(shown, folder);
  await atOnce(page);
}

// A link that is too long for any address bar. It is given directly to the reader.
async function long(page) {
  const told = await page.is(`import("./js/link.js").then(({ fromLink }) =>
    fromLink("#scene=" + "A".repeat(10_000_000)).then(() => "read", error => error.message))`);
  assert.match(told, /10000007 characters; at most 65536/);
}

// The largest shapes that a scene may have are drawn only where they are visible, so that they take no longer.
async function large(page) {
  const took = async (count, r) => {
    const bodies = [...Array(count).keys()].map((k) => circle(`c${k}`, r, [100 + k, 100]));
    const start = performance.now();
    await page.is(`location.hash = ${JSON.stringify(scene(bodies))}`);
    await page.until(`kasuri.scene().bodies.length === ${count}`);
    assert.equal(await page.is("kasuri.answer().pairs.length"), (count * (count - 1)) / 2);
    return performance.now() - start;
  };
  // By turns with small shapes, and again while the machine is busy with other things.
  for (const end = performance.now() + 120_000; ; ) {
    const [small, large] = [await took(3, 8), await took(2, 8000)];
    if (large < 5 * small + 1000) return;
    assert.ok(performance.now() < end, `small ${small} ms, large ${large} ms`);
  }
}

// Files that are not pictures, scenes or recordings.
async function files(page, folder) {
  const bad = [
    ["#picture", "bad.png", Buffer.from("GIF89a no picture"), /bad\.png: .*PNG/],
    ["#picture", "cut.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), /cut\.png: /],
    ["#load", "bad.json", Buffer.from("{"), /bad\.json: the scene is not JSON/],
    ["#load", "deep.json", Buffer.from(`{"kasuri":1,"bodies":[${"[".repeat(9000)}${"]".repeat(9000)}]}`), /deep\.json: /],
  ];
  for (const [input, name, bytes, words] of bad) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await page.is("document.getElementById('alert').textContent = ''");
    await page.file(input, path);
    await page.until(`document.getElementById('alert').textContent.startsWith(${JSON.stringify(name)})`);
    assert.match(await page.is("document.getElementById('alert').textContent"), words);
  }
}

// A page that is opened with a broken link, or with an unknown scene, shows the error and works.
async function atOnce(page) {
  const shown = await page("edit.html#scene=nothing");
  await shown.until("window.kasuri");
  assert.match(await shown.is("document.getElementById('alert').textContent"), /^This link cannot be opened/);
  assert.ok((await shown.is("kasuri.scene()")).bodies.length > 3);
  const play = await page("index.html#nowhere%00");
  await play.until("window.kasuri");
  assert.match(await play.is("document.getElementById('alert').textContent"), /There is no scene nowhere/);
  await play.until("kasuri.engine.state().step > 3");
  const replay = await page("index.html#%ff");
  await replay.until("window.kasuri");
  assert.equal(await replay.is("document.getElementById('alert').hidden"), false);
}
