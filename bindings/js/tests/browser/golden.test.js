// The golden session in Chromium: its hashes are the same as those of native code.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inBrowser } from "../shared/browser.js";

const golden = readFileSync(new URL("../../../../tests/golden/danmaku.txt", import.meta.url), "utf8").trimEnd().split("\n");

for (const [file, set] of [["kasuri", "simd128"], ["kasuri", "plain"], ["kasuri/single", "simd128"]]) {
  test(`${file}, ${set}`, { timeout: 240000 }, async () => {
    const steps = set === "simd128" && file === "kasuri" ? 3200 : 1000;
    const told = await inBrowser("tests/browser/page.html", (page) =>
      page.evaluate(
        async ([file, set, steps]) => {
          const kasuri = await import(file);
          const { Session } = await import("/tests/shared/golden.js");
          await kasuri.init({ simd: set === "simd128" });
          return [kasuri.instructionSet(), ...new Session(kasuri).lines(steps)];
        },
        [file, set, steps],
      ),
    );
    assert.equal(told.shift(), set);
    if (steps < 3200) told.pop();
    assert.deepEqual(told, steps < 3200 ? golden.slice(0, steps / 100) : golden);
  });
}

test("masks come from a canvas's pixels, and pictures go back", { timeout: 60000 }, async () => {
  const told = await inBrowser("tests/browser/page.html", (page) =>
    page.evaluate(async () => {
      const { Mask, init } = await import("kasuri");
      await init();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [6, 4];
      const context = canvas.getContext("2d");
      context.fillRect(1, 1, 3, 2);
      const image = context.getImageData(0, 0, 6, 4);
      const mask = Mask.fromImageData(image);
      const drawn = mask.place([10, 10], { angle: Math.PI / 2 }).painted(image.data);
      const back = new ImageData(drawn.pixels, drawn.width);
      return [mask.toRows(), back.width, back.height];
    }),
  );
  assert.deepEqual(told, [["......", ".###..", ".###..", "......"], 2, 3]);
});

test("a page whose policy forbids WebAssembly is told so", { timeout: 60000 }, async () => {
  const told = await inBrowser("tests/browser/strict.html", (page) =>
    page.evaluate(async () => {
      const { init } = await import("/dist/kasuri.single.js");
      return init().then(
        () => "loaded",
        (error) => `${error.name} ${error.code}`,
      );
    }),
  ).catch((error) => error.message);
  assert.match(told, /KasuriError load|Content Security Policy|unsafe-eval/);
});
