// The document: a sheet as docs/sheets.md has it. A frame's mask is { width, height, texels }; `art` says which picture shows it, and
// is not saved.

import { emptyMask, fromRows, fromRuns, toRuns } from "./masks.js";

export const VERSION = 1;
export const KINDS = ["circle", "ellipse", "box", "capsule", "polygon", "mask"];

export function newFrame(name, width, height) {
  return {
    name, at: null, duration: 100, pivot: [width / 2, height / 2], mask: emptyMask(width, height), regions: [], values: {}, art: null,
  };
}

export function newSheet(frames = [newFrame("0", 32, 32)]) {
  return { image: null, values: {}, frames, tags: [] };
}

// The text of the file: a line for each frame and tag. `kasuri sheet --json` writes the same bytes.
export function toText(sheet) {
  const json = JSON.stringify;
  const head = [`"kasuri_sheet":${VERSION}`];
  if (sheet.image !== null) head.push(`"image":${json(sheet.image)}`);
  head.push(...valuesText(sheet.values));
  const lines = items => items.map(item => `\n${item}`).join(",");
  return `{${head.join(",")},"frames":[${lines(sheet.frames.map(frameText))}],"tags":[${lines(sheet.tags.map(tagText))}]}\n`;
}

function frameText({ name, at, duration, pivot, mask, regions, values }) {
  const json = JSON.stringify;
  const fields = [`"name":${json(name)}`, `"size":[${mask.width},${mask.height}]`];
  if (at) fields.push(`"at":${json(at)}`);
  fields.push(`"duration":${duration}`, `"pivot":${json(pivot)}`, `"mask":{"runs":${json(toRuns(mask))}}`);
  fields.push(...valuesText(values), `"regions":[${regions.map(regionText).join(",")}]`);
  return `{${fields.join(",")}}`;
}

function tagText({ name, from, to, direction }) {
  const turned = direction && direction !== "forward" ? `,"direction":"${direction}"` : "";
  return `{"name":${JSON.stringify(name)},"from":${from},"to":${to}${turned}}`;
}

function regionText(region) {
  const fields = [`"name":${JSON.stringify(region.name)}`, `"${region.kind}":${shapeText(region)}`];
  for (const bits of ["layer", "against"]) if (region[bits] !== undefined) fields.push(`"${bits}":${region[bits]}`);
  return `{${[...fields, ...valuesText(region.values)].join(",")}}`;
}

function shapeText({ kind, shape }) {
  if (kind === "mask") {
    const { at, mask } = shape;
    return JSON.stringify({ at, size: [mask.width, mask.height], runs: toRuns(mask) });
  }
  const named = ORDER[kind].filter(name => name in shape && !(name === "angle" && shape.angle === 0));
  return JSON.stringify(Object.fromEntries(named.map(name => [name, shape[name]])));
}

const ORDER = {
  circle: ["at", "r"], ellipse: ["at", "rx", "ry"], box: ["at", "half", "angle"], capsule: ["a", "b", "r"], polygon: ["points"],
};

function valuesText(values) {
  return Object.keys(values).length ? [`"values":${JSON.stringify(values)}`] : [];
}

// Reads a file. It throws what is wrong, in words. The library reads it too, and has the last word; this keeps the editor itself whole.
export function fromText(text) {
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`the sheet is not JSON: ${error.message}`);
  }
  if (json?.kasuri_sheet !== VERSION) throw new Error(`this is no sheet of version ${VERSION}`);
  if (!Array.isArray(json.frames) || !json.frames.length) throw new Error("the sheet has no frames");
  const frames = json.frames.map((frame, k) => {
    try {
      return frameOf(frame);
    } catch (error) {
      throw new Error(`frames[${k}]: ${error.message}`);
    }
  });
  const tags = (json.tags ?? []).map(({ name, from, to, direction = "forward" }) => ({ name: String(name), from, to, direction }));
  const isIn = frame => Number.isInteger(frame) && frame >= 0 && frame < frames.length;
  tags.forEach(({ from, to }, k) => {
    if (!isIn(from) || !isIn(to) || from > to) throw new Error(`tags[${k}]: its frames are not in the sheet`);
  });
  return { image: json.image ?? null, values: valuesOf(json.values), frames, tags };
}

function frameOf(json) {
  const [width, height] = sizeOf(json.size);
  const frame = newFrame(String(json.name ?? ""), width, height);
  if (json.mask) frame.mask = maskOf(json.mask, width, height);
  if (json.mask?.alpha !== undefined) frame.cut = { alpha: json.mask.alpha };
  if (json.mask?.key) frame.cut = { key: json.mask.key, tolerance: json.mask.tolerance ?? 0 };
  if (json.at) frame.at = pointOf(json.at);
  frame.duration = json.duration ?? 100;
  if (json.pivot) frame.pivot = pointOf(json.pivot);
  frame.values = valuesOf(json.values);
  frame.regions = (json.regions ?? []).map(regionOf);
  return frame;
}

function sizeOf(size) {
  const isSide = side => Number.isInteger(side) && side >= 1 && side <= 4096;
  if (!Array.isArray(size) || size.length !== 2 || !size.every(isSide)) throw new Error("its size is not two numbers from 1 to 4096");
  return size;
}

function maskOf({ runs, rows }, width, height) {
  if (runs) return fromRuns(width, height, runs);
  if (!rows) return emptyMask(width, height);
  const mask = fromRows(rows);
  if (mask.width !== width || mask.height !== height) throw new Error(`its rows are not ${width} x ${height}`);
  return mask;
}

function pointOf(at) {
  if (!Array.isArray(at) || at.length !== 2 || !at.every(Number.isFinite)) throw new Error("a point is two numbers");
  return [...at];
}

function regionOf(json) {
  const kind = KINDS.find(kind => json[kind]);
  if (!kind || !json.name) throw new Error("a region has a name and a shape");
  let shape = structuredClone(json[kind]);
  if (kind === "mask") shape = { at: pointOf(shape.at), mask: maskOf(shape, ...sizeOf(shape.size)) };
  if (kind === "box") shape.angle ??= 0;
  for (const name of ["at", "half", "a", "b"]) if (name in shape) pointOf(shape[name]);
  for (const name of ["r", "rx", "ry", "angle"]) if (name in shape && !Number.isFinite(shape[name])) throw new Error(`${name} is a number`);
  shape.points?.forEach(pointOf);
  if (kind === "polygon" && !(shape.points?.length >= 3)) throw new Error("a polygon has three points or more");
  const region = { name: String(json.name), kind, shape, values: valuesOf(json.values) };
  for (const bits of ["layer", "against"]) if (json[bits] !== undefined) region[bits] = json[bits] >>> 0;
  return region;
}

function valuesOf(values = {}) {
  const isValue = value => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  for (const [name, value] of Object.entries(values)) if (!isValue(value)) throw new Error(`the value ${name} is no number, text, true or false`);
  return { ...values };
}

// The frames of one pass of a tag, as the library plays them.
export function framesOf({ from, to, direction }) {
  const forward = Array.from({ length: to - from + 1 }, (_, k) => from + k);
  // Backwards, neither end is shown again.
  const between = forward.slice(1, -1).toReversed();
  if (direction === "reverse") return forward.toReversed();
  if (direction === "pingpong") return [...forward, ...between];
  if (direction === "pingpong_reverse") return [...forward.toReversed(), ...between.toReversed()];
  return forward;
}
