// Tests that a bundler finds the modules as README.md says, and that errors name classes as users know them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { Mask, Shape, World, init, query } from "kasuri";
import * as single from "kasuri/single";

const root = new URL("../..", import.meta.url).pathname;
const GAME = `
import wasm from "kasuri/kasuri-simd.wasm";
import { Shape, init, query } from "kasuri";
await init({ wasm });
console.log(query.overlaps(Shape.circle(2).place([0, 0]), Shape.circle(2).place([3, 0])));
`;

/** Bundles the game with esbuild into a new folder, and calls `work` with the folder. */
async function bundled(loader, work) {
  const outdir = mkdtempSync(join(tmpdir(), "kasuri-bundle-"));
  try {
    const target = "es2022";
    const stdin = { contents: GAME, resolveDir: root, loader: "js" };
    await build({ stdin, bundle: true, format: "esm", target, outdir, loader: { ".wasm": loader }, outExtension: { ".js": ".mjs" }, logLevel: "error" });
    return work(outdir);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

test("esbuild puts the module next to the bundle, with the loader `file`", () =>
  bundled("file", (folder) => {
    assert.equal(readdirSync(folder).filter((name) => /^kasuri-simd-\w+\.wasm$/.test(name)).length, 1, readdirSync(folder).join());
  }));

test("esbuild puts the module into the bundle, with the loader `binary`, and it runs", () =>
  bundled("binary", (folder) => {
    assert.equal(execFileSync(process.execPath, [join(folder, "stdin.mjs")], { encoding: "utf8" }).trim(), "true");
  }));

for (const [name, library] of [["kasuri", { Mask, Shape, World, init, query }], ["kasuri/single", single]]) {
  test(`errors of ${name} name classes as they are called`, async () => {
    await library.init();
    const form = library.Shape.circle(2).place([0, 0]);
    const world = new library.World();
    form.free();
    const tries = [
      () => form.bounds(),
      () => library.query.overlaps(form, form),
      () => library.query.overlaps({}, form),
      () => world.spawn(library.Mask.fromRows(["#"])),
      () => new library.Mask(2, 2).draw(world, [0, 0]),
      () => new library.Mask(2, 2).carve(new library.Mask(1, 1), [0, 0]),
    ];
    const texts = tries.map((wrong) => {
      try {
        return void wrong();
      } catch (error) {
        return error.message;
      }
    });
    assert.deepEqual(texts.slice(0, 4), ["this Form was freed", "a: this Form was freed", "a: a Form is expected, found a Object", "body: a Body is expected, found a Mask"]);
    for (const text of texts) assert.doesNotMatch(text, /_[A-Z]|\ba [a-z]\b/);
  });
}
