// The edits of the editor: functions from a sheet and a request to changes for `History`. None of them changes the sheet itself.

import * as masks from "./masks.js";

// What a new region of each kind is, in the middle of its frame or at a point.
export function newRegion(sheet, k, kind, at) {
  const { mask, regions } = sheet.frames[k];
  const [x, y] = at ?? [mask.width / 2, mask.height / 2];
  const size = Math.max(1, Math.round(Math.min(mask.width, mask.height) / 4));
  const shapes = {
    circle: { at: [x, y], r: size },
    ellipse: { at: [x, y], rx: size, ry: Math.max(0.5, size / 2) },
    box: { at: [x, y], half: [size, Math.max(0.5, size / 2)], angle: 0 },
    capsule: { a: [x - size, y], b: [x + size, y], r: Math.max(0.5, size / 2) },
    polygon: { points: [[x - size, y + size], [x, y - size], [x + size, y + size]] },
    mask: trimmed(mask),
  };
  return { name: freeName(regions, kind), kind, shape: shapes[kind], values: {} };
}

// The shape of a mask region: a copy without the clear border.
export function trimmed(mask) {
  const box = masks.bounds(mask) ?? [0, 0, 1, 1];
  return { at: [box[0], box[1]], mask: { width: box[2], height: box[3], texels: masks.cut(mask, box) } };
}

export function freeName(regions, stem) {
  const used = new Set(regions.map(region => region.name));
  for (let k = 1; ; k++) {
    const name = k === 1 ? stem : `${stem} ${k}`;
    if (!used.has(name)) return name;
  }
}

// Adds a region to frames. One of that name is replaced, except in the first frame, where the name is new.
export function addRegion(sheet, frames, region) {
  return frames.flatMap(frame => placed(sheet, frame, region));
}

// Adds several regions to a frame. Those of these names are replaced.
export function addRegions(sheet, frame, regions) {
  let end = sheet.frames[frame].regions.length;
  return regions.flatMap(region => {
    const [change] = placed(sheet, frame, region);
    return [change.remove ? change : { ...change, at: end++ }];
  });
}

export function removeRegion(sheet, k, r) {
  return [{ splice: ["frames", k, "regions"], at: r, remove: 1, add: [] }];
}

// Replaces a field of a region; its name stays unique in the frame.
export function setRegion(sheet, k, r, field, to) {
  const { regions } = sheet.frames[k];
  if (field === "name" && (!to || regions.some((region, n) => n !== r && region.name === to))) return [];
  return [{ set: ["frames", k, "regions", r, field], to }];
}

// Does the same to the regions of that name in several frames.
export function setRegions(sheet, frames, name, field, to) {
  return frames.flatMap(k => {
    const r = sheet.frames[k].regions.findIndex(region => region.name === name);
    return r < 0 ? [] : setRegion(sheet, k, r, field, to);
  });
}

export function moved(shape, [dx, dy]) {
  const by = ([x, y]) => [x + dx, y + dy];
  const done = { ...shape };
  for (const name of ["at", "a", "b"]) if (shape[name]) done[name] = by(shape[name]);
  if (shape.points) done.points = shape.points.map(by);
  return done;
}

// Makes a shape larger by a factor, about its middle.
export function grown(shape, factor) {
  const done = { ...shape };
  for (const name of ["r", "rx", "ry"]) if (name in shape) done[name] = shape[name] * factor;
  if (shape.half) done.half = shape.half.map(side => side * factor);
  if (shape.points) {
    const [x, y] = middle(shape);
    done.points = shape.points.map(point => [x + (point[0] - x) * factor, y + (point[1] - y) * factor]);
  }
  return done;
}

// Turns a shape about its middle. Circles, ellipses and masks do not turn.
export function turned(shape, angle) {
  const done = { ...shape };
  if (shape.half) done.angle = shape.angle + angle;
  const [x, y] = middle(shape);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const about = ([px, py]) => [x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos];
  if (shape.points) done.points = shape.points.map(about);
  if (shape.a) [done.a, done.b] = [about(shape.a), about(shape.b)];
  return done;
}

export function middle(shape) {
  if (shape.mask) return [shape.at[0] + shape.mask.width / 2, shape.at[1] + shape.mask.height / 2];
  if (shape.at) return shape.at;
  const points = shape.points ?? [shape.a, shape.b];
  return [0, 1].map(axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

// Copies a region to other frames. A region of that name there is replaced.
export function copyRegion(sheet, k, r, frames) {
  const region = sheet.frames[k].regions[r];
  return frames.filter(frame => frame !== k).flatMap(frame => placed(sheet, frame, region));
}

function placed(sheet, frame, region) {
  const { regions } = sheet.frames[frame];
  const there = regions.findIndex(({ name }) => name === region.name);
  const at = there < 0 ? regions.length : there;
  return [{ splice: ["frames", frame, "regions"], at, remove: there < 0 ? 0 : 1, add: [region] }];
}

// Fills the frames between two key frames with what lies between their regions of one name. Returns null where it cannot.
export function interpolate(sheet, from, to, name) {
  const [a, b] = [from, to].map(k => sheet.frames[k]?.regions.find(region => region.name === name));
  if (!a || !b || from === to || a.kind !== b.kind || a.kind === "mask" || a.shape.points?.length !== b.shape.points?.length) return null;
  const changes = [];
  const step = from < to ? 1 : -1;
  for (let k = from + step; k !== to; k += step) {
    changes.push(...placed(sheet, k, { ...structuredClone(a), shape: between(a.shape, b.shape, (k - from) / (to - from)) }));
  }
  return changes;
}

function between(a, b, t) {
  if (typeof a === "number") return Number((a + (b - a) * t).toFixed(4));
  if (Array.isArray(a)) return a.map((item, k) => between(item, b[k], t));
  return Object.fromEntries(Object.keys(a).map(name => [name, between(a[name], b[name], t)]));
}

// Replaces the mask of frames by what `make` makes of the old mask and the number of the frame.
export function remask(sheet, frames, make) {
  return frames.flatMap(k => maskChange(k, sheet.frames[k].mask, make(sheet.frames[k].mask, k)));
}

// The change from one mask of a frame to another of the same size.
export function maskChange(k, before, after) {
  const box = after && masks.difference(before, after);
  return box ? [{ texels: k, box, to: masks.cut(after, box) }] : [];
}

export function setFrame(k, field, to) {
  return [{ set: ["frames", k, field], to }];
}

export function setPivot(frames, pivot) {
  return frames.flatMap(k => setFrame(k, "pivot", pivot));
}

// Sets, renames or removes a value of a frame, a region or the sheet; `path` leads to its owner.
export function setValues(path, values) {
  return [{ set: [...path, "values"], to: values }];
}

export function addTag(sheet, tag) {
  return [{ splice: ["tags"], at: sheet.tags.length, remove: 0, add: [tag] }];
}

export function removeTag(k) {
  return [{ splice: ["tags"], at: k, remove: 1, add: [] }];
}
