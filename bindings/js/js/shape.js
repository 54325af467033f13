// Shapes, masks and tile maps: solids that are not placed yet.
import { maybe, contours, pairAt, pairs, rectAt, rects, rings, many } from "./answers.js";
import { bytes, expected, flag, int, list, number, options, pair, places, scale, strings, texel, text, whole } from "./check.js";
import { Held, own, rawOf, replaceRaw, using, wrap } from "./held.js";
import { KasuriError } from "./errors.js";
import { RawLegend, RawParts, RawSolid } from "./generated/raw.js";
import { Cover, Form } from "./form.js";

/** Returns the numbers of a placement (x, y, angle, scale), and the other options. */
export function placed(at, how, known, name = "options") {
  const { angle = 0, scale: by = 1, ...rest } = options(how, name, ["angle", "scale", ...known]);
  return [[...pair(at, "at"), number(angle, "angle"), ...scale(by, "scale")], rest];
}

export class Shape extends Held {
  constructor() {
    throw new KasuriError("type", "a Shape is made by Shape.circle, Shape.polygon and the like");
  }

  static point() {
    return wrap(Shape, RawSolid.point());
  }

  static segment(a, b) {
    return wrap(Shape, RawSolid.segment(...pair(a, "a"), ...pair(b, "b")));
  }

  static circle(r) {
    return wrap(Shape, RawSolid.circle(number(r, "r")));
  }

  static ellipse(rx, ry) {
    return wrap(Shape, RawSolid.ellipse(number(rx, "rx"), number(ry, "ry")));
  }

  static capsule(a, b, r) {
    return wrap(Shape, RawSolid.capsule(...pair(a, "a"), ...pair(b, "b"), number(r, "r")));
  }

  static rect(half) {
    return wrap(Shape, RawSolid.rect(...pair(half, "half")));
  }

  static polygon(vertices, r) {
    const flat = places(vertices, "vertices");
    return wrap(Shape, r === undefined ? RawSolid.polygon(flat) : RawSolid.rounded_polygon(flat, number(r, "r")));
  }

  static chain(vertices, r) {
    return wrap(Shape, RawSolid.chain(places(vertices, "vertices"), number(r, "r")));
  }

  static compound(parts) {
    return using(new RawParts(), (raw) => {
      list(parts, "parts").forEach((part, k) => {
        const { shape, offset = [0, 0], tag } = options(part, `parts[${k}]`, ["shape", "offset", "tag"]);
        const name = tag === undefined ? undefined : text(tag, `parts[${k}].tag`);
        raw.add(rawOf(shape, Shape, `parts[${k}].shape`), ...pair(offset, `parts[${k}].offset`), name);
      });
      return wrap(Shape, raw.compound());
    });
  }

  get kind() {
    return own(this, Shape).kind();
  }

  place(at, how) {
    const raw = own(this, Shape);
    return wrap(Form, raw.place(...placed(at, how, [])[0]));
  }
}

export class TileMap extends Held {
  constructor(cell, rows, legend) {
    super(
      using(new RawLegend(), (raw) => {
        const entries = legend === undefined ? [] : Object.entries(options(legend, "legend", Object.keys(Object(legend))));
        for (const [name, value] of entries) {
          if (value instanceof Mask) raw.add_mask(name, rawOf(value, Mask, `legend["${name}"]`));
          else raw.add_polygon(name, places(value, `legend["${name}"]`));
        }
        return raw.tiles(...pair(cell, "cell"), strings(rows, "rows"));
      }),
    );
  }

  get size() {
    return pairAt(own(this, TileMap).size(), 0);
  }

  place(at) {
    const raw = own(this, TileMap);
    return wrap(Form, raw.place(...pair(at, "at"), 0, 1, 1));
  }
}

/** Returns the rule for solid pixels: a least alpha, or the colour of clear pixels. */
function opaque(how) {
  const { alpha = 128, key } = options(how, "options", ["alpha", "key"]);
  whole(alpha, "alpha", 255);
  if (key === undefined) return [alpha, 0xffffffff];
  const [r, g, b] = list(key, "key").map((channel, k) => whole(channel, `key[${k}]`, 255));
  if (key.length !== 3) throw expected(key, "[red, green, blue]", "key");
  return [alpha, (r << 16) | (g << 8) | b];
}

function sameSize(width, height, found, name) {
  if (found === width * height) return;
  throw new KasuriError("type", `${name}: ${width * height} bytes are expected for ${width} x ${height}, found ${found}`);
}

export class Mask extends Held {
  constructor(width, height, fill = false) {
    flag(fill, "fill");
    super(RawSolid.empty_mask(whole(width, "width"), whole(height, "height")));
    if (fill) this.fill();
  }

  static fromRows(rows) {
    return wrap(Mask, RawSolid.mask_from_rows(strings(rows, "rows")));
  }

  static fromTexels(width, height, texels) {
    const [w, h, given] = [whole(width, "width"), whole(height, "height"), bytes(texels, "texels")];
    sameSize(w, h, given.length, "texels");
    return wrap(Mask, RawSolid.mask_from_texels(w, h, given));
  }

  static fromFunction(width, height, isSet) {
    if (typeof isSet !== "function") throw expected(isSet, "a function", "isSet");
    const mask = new Mask(width, height);
    const texels = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) texels[y * width + x] = isSet(x, y) ? 1 : 0;
    replaceRaw(mask, RawSolid.mask_from_texels(width, height, texels));
    return mask;
  }

  static fromRgba(width, height, pixels, how) {
    const [w, h, given] = [whole(width, "width"), whole(height, "height"), bytes(pixels, "pixels")];
    return wrap(Mask, RawSolid.mask_from_rgba(w, h, given, ...opaque(how)));
  }

  static fromImageData(image, how) {
    if (typeof image !== "object" || image === null) throw expected(image, "an ImageData", "image");
    const { width, height, data } = image;
    return Mask.fromRgba(whole(width, "image.width"), whole(height, "image.height"), bytes(data, "image.data"), how);
  }

  static fromPng(png, how) {
    return wrap(Mask, RawSolid.mask_from_png(bytes(png, "png"), ...opaque(how)));
  }

  get width() {
    return own(this, Mask).size()[0];
  }

  get height() {
    return own(this, Mask).size()[1];
  }

  copy() {
    return wrap(Mask, own(this, Mask).copied());
  }

  equals(other) {
    return own(this, Mask).equals(rawOf(other, Mask, "other"));
  }

  toTexels() {
    return own(this, Mask).texels();
  }

  toRows() {
    return own(this, Mask).rows();
  }

  get(x, y) {
    return own(this, Mask).get(int(x, "x"), int(y, "y"));
  }

  set(x, y, isSet = true) {
    own(this, Mask).set(int(x, "x"), int(y, "y"), flag(isSet, "isSet"));
  }

  count() {
    return own(this, Mask).count();
  }

  bounds() {
    return maybe(own(this, Mask).bounds(), rectAt);
  }

  centroid() {
    return maybe(own(this, Mask).centroid(), (n) => pairAt(n, 0));
  }

  angle() {
    return own(this, Mask).angle() ?? null;
  }

  fill() {
    own(this, Mask).fill();
  }

  clear() {
    own(this, Mask).clear();
  }

  invert() {
    own(this, Mask).invert();
  }

  meets(other, offset) {
    return own(this, Mask).meets(rawOf(other, Mask, "other"), ...texel(offset, "offset"));
  }

  commonCount(other, offset) {
    return own(this, Mask).common_count(rawOf(other, Mask, "other"), ...texel(offset, "offset"));
  }

  commonFirst(other, offset) {
    const first = own(this, Mask).common_first(rawOf(other, Mask, "other"), ...texel(offset, "offset"));
    return maybe(first, (n) => pairAt(n, 0));
  }

  draw(other, offset) {
    combine(this, other, offset, 0);
  }

  erase(other, offset) {
    combine(this, other, offset, 1);
  }

  and(other, offset) {
    combine(this, other, offset, 2);
  }

  xor(other, offset) {
    combine(this, other, offset, 3);
  }

  cropped(corner, size) {
    const raw = own(this, Mask);
    const [width, height] = pair(size, "size");
    return wrap(Mask, raw.cropped(...texel(corner, "corner"), whole(width, "size[0]"), whole(height, "size[1]")));
  }

  sliced(width, height) {
    const frames = own(this, Mask).sliced(whole(width, "width"), whole(height, "height"));
    return frames.map((raw) => wrap(Mask, raw));
  }

  scaled(width, height) {
    return wrap(Mask, own(this, Mask).scaled(whole(width, "width"), whole(height, "height")));
  }

  flipped(sideways = true, upsideDown = false) {
    return wrap(Mask, own(this, Mask).flipped(flag(sideways, "sideways"), flag(upsideDown, "upsideDown")));
  }

  turned(quarters) {
    return wrap(Mask, own(this, Mask).turned(int(quarters, "quarters")));
  }

  dilated(radius) {
    return wrap(Mask, own(this, Mask).dilated(whole(radius, "radius")));
  }

  eroded(radius) {
    return wrap(Mask, own(this, Mask).eroded(whole(radius, "radius")));
  }

  convolved(other) {
    return wrap(Mask, own(this, Mask).convolved(rawOf(other, Mask, "other")));
  }

  components(diagonal = true) {
    const flat = own(this, Mask).components(flag(diagonal, "diagonal"));
    return many(flat, 5, (n, k) => ({ bounds: rectAt(n, k), texels: n[k + 4] }));
  }

  component(index, diagonal = true) {
    return wrap(Mask, own(this, Mask).component(whole(index, "index"), flag(diagonal, "diagonal")));
  }

  rectangles() {
    return rects(own(this, Mask).rectangles());
  }

  outline() {
    return pairs(own(this, Mask).outline());
  }

  traced(tolerance = 0) {
    return contours(own(this, Mask).traced(number(tolerance, "tolerance")));
  }

  convexParts(tolerance = 0) {
    return rings(own(this, Mask).convex_parts(number(tolerance, "tolerance")))[0];
  }

  carve(cover, at) {
    return own(this, Mask).carve(rawOf(cover, Cover, "cover"), ...texel(at, "at"));
  }

  stamp(cover, at) {
    return own(this, Mask).stamp(rawOf(cover, Cover, "cover"), ...texel(at, "at"));
  }

  place(at, how) {
    const raw = own(this, Mask);
    const [where, { pivot }] = placed(at, how, ["pivot"]);
    return wrap(Form, pivot === undefined ? raw.place(...where) : raw.place_around(...where, ...pair(pivot, "pivot")));
  }
}

function combine(mask, other, offset, how) {
  const [raw, given, at] = [own(mask, Mask), rawOf(other, Mask, "other"), texel(offset, "offset")];
  if (raw !== given) raw.combine(given, ...at, how);
  else using(given.copied(), (copy) => raw.combine(copy, ...at, how));
}

/** Returns the module's object of a Shape, a Mask or a TileMap. */
export function solidOf(solid, name) {
  for (const Class of [Shape, Mask, TileMap]) {
    if (solid instanceof Class) return rawOf(solid, Class, name);
  }
  throw expected(solid, "a Shape, a Mask or a TileMap", name);
}

