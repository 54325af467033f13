// Reads the declarations of kasuri.d.ts: classes with their members, functions, tables of functions. It relies on the
// regular layout of this file, not on TypeScript's own compiler. tests/node/types.test.js compares the result with
// the exports, so nothing is missed.
import { readFileSync } from "node:fs";

/** Splits a text at commas that are not in brackets. */
function parts(text, separator = ",") {
  const all = [];
  let [depth, part] = [0, ""];
  for (const [k, character] of [...text].entries()) {
    if ("([{<".includes(character)) depth += 1;
    if (")]}".includes(character) || (character === ">" && text[k - 1] !== "=")) depth -= 1;
    if (character === separator && depth === 0) {
      all.push(part.trim());
      part = "";
    } else part += character;
  }
  return [...all, part.trim()].filter((one) => one !== "");
}

const parameters = (text) =>
  parts(text).map((one) => {
    const [, name, optional, type] = /^(\w+)(\??): ([^]*)$/.exec(one);
    return { name, isOptional: optional === "?", type };
  });

/** Returns the text without comments, one declaration per line. */
function lines(text) {
  const bare = text.replace(/\/\*\*[^]*?\*\//g, "").replace(/\n\s*\n/g, "\n");
  const joined = [];
  let depth = 0;
  for (const line of bare.split("\n")) {
    if (depth > 0) joined[joined.length - 1] += ` ${line.trim()}`;
    else joined.push(line);
    depth += (line.match(/[([]/g) ?? []).length - (line.match(/[)\]]/g) ?? []).length;
  }
  return joined;
}

function member(line) {
  const found = /^  (static |private )?(get )?(constructor|\w+|\[Symbol\.\w+\])\((.*)\)(?:: ([^]*))?;$/.exec(line);
  if (!found) return null;
  const [, modifier, getter, name, given] = found;
  return { name, kind: getter ? "getter" : modifier === "static " ? "static" : "method", isPrivate: modifier === "private ", parameters: parameters(given) };
}

/** { classes: Map of members, tables: Map of functions, functions: [...] } */
export function declared(path = new URL("../../js/kasuri.d.ts", import.meta.url)) {
  const [classes, tables, functions] = [new Map(), new Map(), []];
  let into = null;
  for (const line of lines(readFileSync(path, "utf8"))) {
    const opened = /^export (?:abstract )?class (\w+)/.exec(line);
    const table = /^export const (\w+): \{$/.exec(line);
    const called = /^export function (\w+)\((.*)\): [^]*;$/.exec(line);
    if (opened) classes.set(opened[1], (into = []));
    else if (table) tables.set(table[1], (into = []));
    else if (called) functions.push({ name: called[1], kind: "function", parameters: parameters(called[2]) });
    else if (line.startsWith("}")) into = null;
    else if (into && member(line)) into.push(member(line));
  }
  return { classes, tables, functions };
}
