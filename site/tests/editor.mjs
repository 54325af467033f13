// Tests the editor: dragging, turning and scaling by mouse and by finger, the user's pictures, and links that open the
// same scene in another browser.

import assert from "node:assert/strict";
import { join } from "node:path";

const CRAB = new URL("../../assets/try/crab.png", import.meta.url).pathname;

// Returns the position in the window of a position in the scene.
async function at(page, [x, y]) {
  const [left, top, scale] = await page.is(`(() => {
    const box = kasuri.screen.canvas.getBoundingClientRect();
    return [box.left, box.top, box.width / kasuri.screen.size[0]];
  })()`);
  return [left + x * scale, top + y * scale];
}

async function drag(page, from, to) {
  const [a, b] = [await at(page, from), await at(page, to)];
  await page.mouse("mouseMoved", a);
  await page.mouse("mousePressed", a, 1);
  for (let k = 1; k <= 5; k++) {
    await page.mouse("mouseMoved", a.map((x, i) => x + ((b[i] - x) * k) / 5), 1);
  }
  await page.mouse("mouseReleased", b);
}

const body = (page, id) => page.is(`kasuri.scene().bodies.find(body => body.id === ${JSON.stringify(id)})`);

// The page's answer to the scene must equal the program's.
async function isAnswered(page, native) {
  const [asked, answer] = [await page.is("kasuri.asked()"), await page.is("kasuri.answer()")];
  assert.deepEqual(answer, await native.solve(JSON.stringify(asked)));
  return answer;
}

export async function editor({ page, native, folder, server, browser, pictures }) {
  const shown = await page("edit.html");
  await shown.until("window.kasuri");
  const first = await isAnswered(shown, native);
  assert.equal(first.pairs[0].kind, "sprite-sprite", "the first scene shows a hit");
  const circle = await body(shown, "circle");
  await drag(shown, circle.at, [300, 200]);
  assert.deepEqual((await body(shown, "circle")).at, [300, 200]);
  await isAnswered(shown, native);
  await handlesWork(shown);
  await shown.is("document.querySelector('[data-add=box]').click()");
  await shown.is("document.querySelector('[data-add=moth]').click()");
  await shown.file("#picture", CRAB);
  await shown.until("kasuri.scene().bodies.at(-1).id === 'crab'");
  await drag(shown, (await body(shown, "crab")).at, [320, 220]);
  const answer = await isAnswered(shown, native);
  assert.ok(answer.pairs.length > 1 && answer.distances.length > 3, JSON.stringify(answer));
  await keysWork(shown);
  if (pictures) await shown.picture(join(pictures, "edit.png"));
  await sameElsewhere(shown, { server, browser, pictures });
  await fingers({ page, native });
}

// The handles of the selected body turn and scale it.
async function handlesWork(page) {
  const places = () =>
    page.is(`(() => {
      const k = kasuri.scene().bodies.findIndex(body => body.id === "circle");
      const [[x0, y0], [x1, y1]] = kasuri.engine.boxOf(k);
      const unit = devicePixelRatio / kasuri.screen.scale;
      return { turn: [(x0 + x1) / 2, y0 - 22 * unit], scale: [x1 + 11 * unit, y1 + 11 * unit] };
    })()`);
  const { turn } = await places();
  await drag(page, turn, [300 + (200 - turn[1]), 200]);
  const turned = await body(page, "circle");
  assert.ok(Math.abs(turned.angle - Math.PI / 2) < 0.02, `a quarter turn: ${turned.angle}`);
  const { scale } = await places();
  await drag(page, scale, [300 + 2 * (scale[0] - 300), 200 + 2 * (scale[1] - 200)]);
  const scaled = await body(page, "circle");
  assert.ok(Math.abs(scaled.scale - 2) < 0.05, `twice as large: ${scaled.scale}`);
}

async function keysWork(page) {
  const before = await page.is("kasuri.scene()");
  const { at: [x, y] } = await body(page, "crab");
  await page.is("kasuri.screen.element.focus()");
  await page.press("ArrowLeft", "ArrowLeft");
  await page.press("ArrowDown", "ArrowDown");
  await page.press("m", "KeyM");
  const moved = await body(page, "crab");
  assert.deepEqual(moved.at, [x - 1, y + 1]);
  assert.ok(moved.scale[0] < 0, "mirrored");
  await page.press("d", "KeyD");
  await page.press("Delete", "Delete");
  await page.is("for (let k = 0; k < 5; k++) document.getElementById('undo').click()");
  assert.deepEqual(await page.is("kasuri.scene()"), before, "all of it is undone");
  await page.is("for (let k = 0; k < 5; k++) document.getElementById('redo').click()");
  assert.deepEqual((await body(page, "crab")).at, [x - 1, y + 1]);
}

// Another browser opens the link: it must show the same scene and the same answer.
async function sameElsewhere(page, { server, browser }) {
  await page.until("location.hash.startsWith('#scene=')");
  await page.until(`import("./js/link.js").then(({ fromLink }) => fromLink(location.hash))
    .then(linked => JSON.stringify(linked) === JSON.stringify(kasuri.scene()))`);
  const link = await page.is("location.href");
  assert.ok(link.length < 4000, `${link.length} characters`);
  console.log(`     a link of ${await page.is("kasuri.scene().bodies.length")} bodies has ${link.length} characters`);
  const other = await browser.page({ width: 900, scheme: "light" });
  await other.go(link.replace(/^http:..[^/]*/, server.origin));
  await other.until("window.kasuri && kasuri.scene().bodies.length > 5");
  assert.deepEqual(await other.is("kasuri.scene()"), await page.is("kasuri.scene()"));
  const pairs = "JSON.stringify(kasuri.answer().pairs)";
  assert.equal(await other.is(pairs), await page.is(pairs));
  assert.equal(await other.is("document.getElementById('alert').hidden"), true);
  assert.deepEqual(other.complaints, []);
  await other.close();
}

// The same by touch, on a phone.
async function fingers({ page, native }) {
  const shown = await page("edit.html", { width: 360, height: 740, dense: 3, isTouch: true });
  await shown.until("window.kasuri");
  assert.equal(await shown.is("document.documentElement.scrollWidth"), 360, "nothing is wider than the phone");
  const { at: from } = await body(shown, "ship");
  const [a, b] = [await at(shown, from), await at(shown, [from[0] + 60, from[1] + 40])];
  await shown.touch("touchStart", [a]);
  for (let k = 1; k <= 5; k++) await shown.touch("touchMove", [a.map((x, i) => x + ((b[i] - x) * k) / 5)]);
  await shown.touch("touchEnd", []);
  const { at: to } = await body(shown, "ship");
  assert.ok(Math.hypot(to[0] - from[0] - 60, to[1] - from[1] - 40) < 2, `${from} to ${to}`);
  await isAnswered(shown, native);
}
