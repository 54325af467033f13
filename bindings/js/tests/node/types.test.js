// Tests that kasuri.d.ts declares every export and member, and that TypeScript accepts it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import * as kasuri from "kasuri";
import { declared } from "../shared/declared.js";

const NOT_OURS = new Set(["constructor", "length", "name", "prototype"]);
const unique = (names) => [...new Set(names)].sort();

/** Returns the names of a class's own members, by kind. */
function membersOf(Class) {
  const found = [];
  for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(Class.prototype))) {
    if (name !== "constructor" && name !== "name") found.push(`${get ? "getter" : "method"} ${name}`);
  }
  for (const name of Object.getOwnPropertyNames(Class)) if (!NOT_OURS.has(name)) found.push(`static ${name}`);
  return unique(found);
}

const all = declared();

test("every export is declared, and every declaration exported", () => {
  const names = [...all.classes.keys(), ...all.tables.keys(), ...all.functions.map(({ name }) => name)];
  // Held is an abstract class that exists only for its types; _panicForTests is only for tests.
  assert.deepEqual(unique(names).filter((name) => name !== "Held"), Object.keys(kasuri).filter((name) => name !== "_panicForTests").sort());
});

for (const [name, members] of all.classes) {
  if (name === "Held") continue;
  test(`${name} has the members that are declared`, () => {
    const told = members.filter((one) => one.name !== "constructor" && !one.name.startsWith("["));
    // columnsOf is internal: only the package itself uses it.
    const found = membersOf(kasuri[name]).filter((one) => one !== "static columnsOf");
    assert.deepEqual(unique(told.map((one) => `${one.kind} ${one.name}`)), found);
  });
}

for (const [name, members] of all.tables) {
  test(`${name} has the functions that are declared`, () => {
    assert.deepEqual(unique(members.map((one) => one.name)), Object.keys(kasuri[name]).sort());
  });
}

test("there is much to declare", () => {
  const count = [...all.classes.values(), ...all.tables.values()].flat().length + all.functions.length;
  assert.ok(count > 190, `${count}`);
});

test("TypeScript takes the types, strictly", () => {
  const root = new URL("../..", import.meta.url).pathname;
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tests/typed"], { cwd: root, stdio: "inherit" });
});
