// Sheets of the hit box editor: frames, masks, regions, tags and values in one file.
import { Look, dressed } from "./body.js";
import { bytes, number, text, whole } from "./check.js";
import { KasuriError } from "./errors.js";
import { Held, own, wrap } from "./held.js";
import { RawSheet } from "./generated/raw.js";
import { Mask } from "./shape.js";

const KINDS = ["circle", "ellipse", "box", "capsule", "polygon", "mask"];
const TOLD = Symbol("told");

/** Makes an object and all that it holds read-only. */
function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

function regionOf({ name, layer, against, values = {}, ...rest }) {
  const kind = KINDS.find((known) => known in rest);
  const { runs, ...shape } = rest[kind];
  return { name, kind, shape, layer: layer ?? null, against: against ?? null, values };
}

/** What the sheet tells by name; masks stay in the module. */
function told(json) {
  const { image = null, frames, tags, values = {} } = JSON.parse(json);
  return frozen({
    image,
    values,
    frames: frames.map(({ name, size, at = null, duration, pivot, regions, values: own = {} }) => (
      { name, size, at, duration, pivot, regions: regions.map(regionOf), values: own }
    )),
    tags: tags.map(({ direction = "forward", ...tag }) => ({ ...tag, direction })),
  });
}

/** Returns what a sheet tells by name, unless it was freed. */
function toldBy(sheet) {
  own(sheet, Sheet);
  return sheet[TOLD];
}

/** Returns what belongs to a frame, unless there is no such frame. */
function found(raw, frame, sheet) {
  if (!raw) throw new KasuriError("refused", `there is no frame ${frame} among ${sheet.frames.length}; the first is 0`);
  return raw;
}

export class Sheet extends Held {
  constructor() {
    throw new KasuriError("type", "a Sheet is made by Sheet.fromJson");
  }

  static fromJson(json, picture) {
    const given = typeof json === "string" ? new TextEncoder().encode(json) : bytes(json, "json");
    const raw = RawSheet.from_json(given, picture === undefined ? undefined : bytes(picture, "picture"));
    const sheet = wrap(Sheet, raw);
    Object.defineProperty(sheet, TOLD, { value: told(raw.to_json()) });
    return sheet;
  }

  get image() {
    return toldBy(this).image;
  }

  get frames() {
    return toldBy(this).frames;
  }

  get tags() {
    return toldBy(this).tags;
  }

  get values() {
    return toldBy(this).values;
  }

  frame(name) {
    const index = toldBy(this).frames.findIndex((frame) => frame.name === text(name, "name"));
    return index < 0 ? null : index;
  }

  mask(frame) {
    return wrap(Mask, found(own(this, Sheet).mask(whole(frame, "frame")), frame, this));
  }

  look(frame) {
    return wrap(Look, found(own(this, Sheet).look(whole(frame, "frame")), frame, this));
  }

  body(how) {
    return dressed(own(this, Sheet).body(), how);
  }

  length(tag) {
    return own(this, Sheet).length(text(tag, "tag")) ?? null;
  }

  frameAt(tag, milliseconds) {
    return own(this, Sheet).frame_at(text(tag, "tag"), number(milliseconds, "milliseconds")) ?? null;
  }

  toJson() {
    return own(this, Sheet).to_json();
  }
}
