// Testing many pairs at a time, without a world.
import * as check from "./check.js";
import { KasuriError } from "./errors.js";
import { Held, own, rawOf, using, wrap } from "./held.js";
import { RawBroad, RawPoses, RawSolids } from "./generated/raw.js";
import { Mask, Shape } from "./shape.js";

/**
 * Returns the columns as Float32Array if all of them are of this type, else as Float64Array. The second result says
 * which.
 */
function columns(given, names) {
  const isSingle = names.every((name) => given[name] instanceof Float32Array);
  const read = isSingle ? check.eitherFloats : check.floats;
  return [names.map((name) => read(given[name], name)), isSingle];
}

/** Makes poses of shapes or masks of a list, with an index into the list for each body. */
function listed(poses, Class, listName, whichName, make, makeSingle) {
  const names = ["x", "y", "angle"];
  const given = check.options(poses, "poses", [listName, whichName, ...names]);
  const raws = check.list(given[listName], listName).map((one, k) => rawOf(one, Class, `${listName}[${k}]`));
  const which = check.wholes(given[whichName], whichName);
  const [all, isSingle] = columns(given, names);
  return using(new RawSolids(), (solids) => {
    raws.forEach((raw) => solids.add(raw));
    return wrap(Poses, (isSingle ? makeSingle : make)(solids, which, ...all));
  });
}

export class Poses extends Held {
  constructor() {
    throw new KasuriError("type", "Poses are made by Poses.boxes, Poses.circles, Poses.shapes or Poses.sprites");
  }

  static boxes(given) {
    const names = ["x", "y", "hx", "hy", "angle"];
    const [all, isSingle] = columns(check.options(given, "poses", names), names);
    return wrap(Poses, isSingle ? RawPoses.boxes_f32(...all) : RawPoses.boxes(...all));
  }

  static circles(given) {
    const names = ["x", "y", "r"];
    const [all, isSingle] = columns(check.options(given, "poses", names), names);
    return wrap(Poses, isSingle ? RawPoses.circles_f32(...all) : RawPoses.circles(...all));
  }

  static shapes(given) {
    return listed(given, Shape, "shapes", "shape", RawPoses.shapes, RawPoses.shapes_f32);
  }

  static sprites(given) {
    return listed(given, Mask, "masks", "mask", RawPoses.sprites, RawPoses.sprites_f32);
  }

  get length() {
    return own(this, Poses).len();
  }
}

const sides = (a, b, touching) => [
  rawOf(a, Poses, "a"),
  rawOf(b, Poses, "b"),
  touching !== undefined && check.ignores(touching, "touching"),
];

/** Tests pairs of poses: body k of `a` with body k of `b`. */
export const batch = Object.freeze({
  overlaps(a, b, touching) {
    const [first, second, isIgnored] = sides(a, b, touching);
    return first.overlaps(second, isIgnored);
  },

  hits(a, b, touching) {
    const [first, second, isIgnored] = sides(a, b, touching);
    return first.hits(second, isIgnored);
  },

  separations(a, b, touching) {
    const [first, second, isIgnored] = sides(a, b, touching);
    const numbers = first.separations(second, isIgnored);
    const n = numbers.length / 3;
    return { normals: numbers.subarray(0, 2 * n), depths: numbers.subarray(2 * n) };
  },
});

const NONE = new Uint32Array(0);

export class Broad extends Held {
  constructor(kind = "auto") {
    super(new RawBroad(check.choice(kind, "kind", ["auto", "brute", "grid", "tree"])));
  }

  pairs(boxes, layers) {
    const raw = own(this, Broad);
    const flat = check.eitherFloats(boxes, "boxes");
    if (flat.length % 4 !== 0) {
      throw new KasuriError("type", `boxes: four numbers a box are expected, found ${flat.length} numbers`);
    }
    const bits = layers === undefined ? NONE : check.wholes(layers, "layers");
    if (layers !== undefined && bits.length !== flat.length / 2) {
      const text = `layers: layer and against of each of ${flat.length / 4} boxes are expected, found ${bits.length} numbers`;
      throw new KasuriError("type", text);
    }
    return flat instanceof Float32Array ? raw.pairs_f32(flat, bits) : raw.pairs(flat, bits);
  }
}
