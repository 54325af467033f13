// Tests of loading, and of failures of the module.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { guarded } from "../../js/errors.js";

const root = new URL("../..", import.meta.url);

/** Returns the output of a program. Each program runs in its own process, because a module is loaded only once. */
function printed(program) {
  const given = ["--input-type=module", "-e", program];
  return execFileSync(process.execPath, given, { cwd: root.pathname, encoding: "utf8" }).trimEnd();
}

const caught = (call) => `try { ${call}; console.log("no error"); } catch (error) { console.log(error.name, error.code, error.message); }`;

test("before init every call says that it comes first", () => {
  const program = `import { Mask, Shape, World, solve } from "kasuri";
    ${["new World()", "Shape.circle(1)", "new Mask(2, 2)", 'solve("{}")'].map(caught).join("\n")}`;
  const told = "KasuriError load Kasuri is not loaded yet: await init() comes before anything else";
  assert.deepEqual(printed(program).split("\n"), [told, told, told, told]);
});

test("init takes an address, bytes and a compiled module, and waits for itself", () => {
  for (const source of ["path", "readFileSync(path)", "new WebAssembly.Module(readFileSync(path))", "new Response(readFileSync(path))"]) {
    const program = `import { readFileSync } from "node:fs"; import { init, instructionSet } from "kasuri";
      const path = new URL("file:" + process.cwd() + "/dist/kasuri.wasm");
      await Promise.all([init({ wasm: ${source} }), init(), init()]); await init(); console.log(instructionSet());`;
    assert.equal(printed(program), "plain", source);
  }
});

test("initSync loads the single file at once, and bytes", () => {
  const single = `import { World, initSync, instructionSet } from "kasuri/single"; initSync({ simd: false }); initSync();
    console.log(instructionSet(), new World().step().number);`;
  assert.equal(printed(single), "plain 1");
  const bytes = `import { readFileSync } from "node:fs"; import { initSync, instructionSet } from "kasuri";
    initSync({ wasm: readFileSync("dist/kasuri-simd.wasm") }); console.log(instructionSet());`;
  assert.equal(printed(bytes), "simd128");
});

test("what cannot be loaded is told, and loading works afterwards", () => {
  const bad = ["init({ wasm: new Uint8Array(9) })", "init({ wasm: 5 })", 'init({ wasm: "file:///nothing.wasm" })', "init({ simd: 1 })", "init(7)", "init({ wsam: 1 })"];
  const program = `import { init, initSync, World } from "kasuri";
    ${bad.map((call) => caught(`await ${call}`)).join("\n")}
    ${caught("initSync()")}
    await init(); console.log(new World().size);`;
  const told = printed(program).split("\n");
  assert.equal(told.length, bad.length + 2);
  assert.equal(told.pop(), "0");
  for (const line of told) assert.match(line, /^KasuriError (load|type) \w+/);
});

test("after a panic every call says so, and the collector stays quiet", () => {
  const program = `import { Shape, World, init, _panicForTests } from "kasuri"; await init();
    const world = new World();
    ${caught('_panicForTests("on purpose")')}
    ${["world.step()", "world.hash()", "new World()", "Shape.circle(1)"].map(caught).join("\n")}
    world.free();`;
  const [first, ...later] = printed(program).split("\n");
  assert.match(first, /^KasuriError panic Kasuri failed and takes no more calls .*on purpose/);
  assert.equal(later.filter((line) => line.startsWith("KasuriError panic Kasuri failed")).length, 4);
});

test("a trap kills the module as a panic does", () => {
  const calls = guarded({
    trap() {
      throw new WebAssembly.RuntimeError("unreachable");
    },
    works: () => 7,
    x_free: () => 8,
    memory: 9,
  });
  assert.deepEqual([calls.works(), calls.x_free(), calls.memory], [7, 8, 9]);
  assert.throws(() => calls.trap(), { code: "panic", message: /unreachable/ });
  assert.throws(() => calls.works(), { code: "panic" });
  assert.equal(calls.x_free(), undefined);
});

test("memory that is full is told, and kills the module", { timeout: 120000 }, () => {
  // Keeps masks of two megabytes each until the four gigabytes of WebAssembly are full; most of their pages are never
  // touched.
  const program = `import { Mask, init } from "kasuri"; await init(); const kept = [];
    ${caught("for (let k = 0; k < 3000; k++) kept.push(new Mask(4096, 4096))")}
    ${caught("new Mask(1, 1)")}`;
  const told = printed(program).split("\n");
  assert.equal(told.length, 2);
  for (const line of told) assert.match(line, /^KasuriError panic Kasuri failed/);
});

test("worlds of many bodies fit", () => {
  const program = `import { Body, World, init } from "kasuri"; await init(); const world = new World();
    const bodies = world.spawnMany(Body.circle(1), { at: Float64Array.from({ length: 400000 }, (_, k) => k) });
    console.log(bodies.length, world.step().report.bodies);`;
  assert.equal(printed(program), "200000 200000");
});

test("the package holds what it says", () => {
  const told = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root.pathname, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  const files = told[0].files.map(({ path }) => path).sort();
  const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const meant = Object.values(exports).flatMap((to) => (typeof to === "string" ? [to] : Object.values(to)));
  for (const path of meant) assert.ok(files.includes(path.slice(2)), `${path} is missing`);
  assert.deepEqual(files.filter((path) => !path.startsWith("dist/")), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json"]);
});
