// What the tests of the hit box editor do with its page, as a user works with it.

export async function start(page, options) {
  const shown = await page("editor/index.html", options);
  await shown.until("window.hitboxes");
  return shown;
}

// Returns the point of the window at a texel coordinate.
export const place = (page, [x, y]) => page.is(`(() => {
  const { view } = hitboxes, box = canvas.getBoundingClientRect();
  return [box.left + (view.left + ${x} * view.zoom) / devicePixelRatio, box.top + (view.top + ${y} * view.zoom) / devicePixelRatio];
})()`);

// Panels change at most once in a frame of the screen, and the canvas may move with them.
export async function drag(page, from, to) {
  await rest(page);
  const [a, b] = [await place(page, from), await place(page, to)];
  await page.mouse("mouseMoved", a);
  await page.mouse("mousePressed", a, 1);
  for (let k = 1; k <= 4; k++) await page.mouse("mouseMoved", a.map((x, i) => x + ((b[i] - x) * k) / 4), 1);
  await page.mouse("mouseReleased", b);
}

export async function click(page, at) {
  await rest(page);
  const point = await place(page, at);
  await page.mouse("mousePressed", point, 1);
  await page.mouse("mouseReleased", point);
}

export const button = (page, name) => page.is(`(() => {
  const found = [...document.querySelectorAll("button")].find(one => one.offsetParent && (one.getAttribute("aria-label") ?? one.textContent.trim()) === ${JSON.stringify(name)});
  if (!found) throw new Error("no button " + ${JSON.stringify(name)});
  found.click();
})()`);

// Sets a field with a label, as a user would.
export const field = (page, label, value) => page.is(`(() => {
  const found = [...document.querySelectorAll(".sides label")].filter(one => one.offsetParent).find(one => one.firstChild.textContent.trim() === ${JSON.stringify(label)});
  if (!found) throw new Error("no field " + ${JSON.stringify(label)});
  const input = found.querySelector("input, select");
  input.value = ${JSON.stringify(String(value))};
  input.dispatchEvent(new Event("change"));
})()`);

export const choose = (page, id, value) => page.is(`(() => { ${id}.value = ${JSON.stringify(value)}; ${id}.dispatchEvent(new Event("change")); })()`);
export const rest = page => page.is("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
export const text = page => page.is("hitboxes.text()");
export const key = async (page, name, code) => {
  await page.is("canvas.focus()");
  await page.press(name, code);
};

// Catches what Save writes. Returns a function that saves, and gives the text and the name of the file.
export async function saves(page) {
  await page.is(`(() => {
    window.saved = [];
    const made = URL.createObjectURL;
    URL.createObjectURL = blob => (window.saved.push(blob), made.call(URL, blob));
    HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };
  })()`);
  return async () => {
    await page.is(`(document.getElementById("save").click(), 0)`);
    return page.is(`(async ([blob, name]) => [await blob.text(), name])(window.saved.splice(0))`);
  };
}
