// Tests the pages at the widths of phones and of large screens, dark and light: nothing is cut off, every element has a
// name.

import assert from "node:assert/strict";

const WIDTHS = [[360, 740, 3, true], [768, 1024, 2, true], [1280, 800, 1, false], [1600, 950, 1, false]];
const PAGES = ["index.html", "edit.html", "guide.html"];

export async function pages({ page, pictures }) {
  for (const path of PAGES) {
    for (const [width, height, dense, isTouch] of WIDTHS) {
      const shown = await page(path, { width, height, dense, isTouch, scheme: width === 1280 ? "light" : "dark" });
      await shown.until("document.querySelector('.screen')");
      await shown.is("new Promise(resolve => setTimeout(resolve, 700))");
      const wide = await shown.is("document.documentElement.scrollWidth");
      assert.ok(wide <= width, `${path} at ${width} px: ${wide} px wide`);
      assert.deepEqual(await shown.is(NAMELESS), [], `${path}: without a name`);
      if (path !== "guide.html") await sized(shown, `${path} at ${width} px`);
      if (pictures) await shown.picture(`${pictures}/${path.replace(".html", "")}-${width}.png`);
    }
  }
}

// The buttons, inputs and canvases without an accessible name.
const NAMELESS = `[...document.querySelectorAll("button, input, select, [role=application], img")].filter(element => {
  const labels = [...(element.labels ?? [])].map(label => label.textContent).join("");
  const name = element.getAttribute("aria-label") || element.textContent || labels || element.title;
  return !name?.trim() && element.getAttribute("alt") !== "";
}).map(element => element.outerHTML)`;

// The picture fills its space, with a whole scale if that wastes little.
async function sized(page, what) {
  const [scale, room, dense] = await page.is(`(() => {
    const { screen } = kasuri;
    const room = document.getElementById("room").clientWidth * devicePixelRatio;
    const high = innerHeight * screen.part * devicePixelRatio;
    return [screen.scale, Math.min(room / screen.size[0], high / screen.size[1]), devicePixelRatio];
  })()`);
  assert.ok(scale <= room + 0.01, `${what}: ${scale} of ${room}`);
  assert.ok(scale > 0.6 * room, `${what}: ${scale} of ${room}`);
  if (Math.floor(room) > 2 && dense === 1) assert.equal(scale, Math.floor(room), what);
}
