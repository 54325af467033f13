// Runs the tutorial, and the examples of README.md and of the guide as they are written; those for Phaser and PixiJS are only compiled.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../..", import.meta.url);
const readme = readFileSync(new URL("README.md", root), "utf8");
const guide = readFileSync(new URL("../../docs/bullet-hell-in-javascript.md", root), "utf8");
const blocks = (document) => [...document.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, text]) => text);
const examples = blocks(readme);

test("there are examples", () => assert.ok(examples.length >= 4 && blocks(guide).length >= 9));

[...examples, ...blocks(guide)].forEach((text, k) => {
  const needsBrowser = /"(phaser|pixi.js)"/.test(text);
  test(`example ${k + 1}${needsBrowser ? " compiles" : ""}`, () => {
    const how = needsBrowser ? ["--check", "--input-type=module", "-"] : ["--input-type=module", "-"];
    const told = execFileSync(process.execPath, how, { cwd: root.pathname, input: text, encoding: "utf8" });
    if (needsBrowser) return;
    assert.ok(told.length > 10, told);
    assert.ok(!told.includes("false"), told);
  });
});

test("the tutorial tells what it tells in every language", () => {
  const file = (name) => readFileSync(new URL(`../../examples/tutorial/${name}`, root), "utf8");
  const told = execFileSync(process.execPath, ["--input-type=module", "-"], { cwd: root.pathname, input: file("tutorial.mjs"), encoding: "utf8" });
  assert.equal(told, file("expected.txt"));
});

test("the first one is ten lines, and hits", () => {
  assert.equal(examples[0].trimEnd().split("\n").filter((line) => line !== "").length, 10);
  const told = execFileSync(process.execPath, ["--input-type=module", "-"], { cwd: root.pathname, input: examples[0], encoding: "utf8" });
  assert.match(told, /normal/);
});
