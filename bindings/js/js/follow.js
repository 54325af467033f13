// Bodies that follow the objects of an engine: the part that Phaser, PixiJS and the other hosts share. It knows no host.
import { Body, KasuriError, Look, Mask, Sheet, World } from "kasuri";

/** The masks and looks of pictures. All worlds share them, so that each picture is read once. */
const masks = new WeakMap();
const looks = new WeakMap();

/** The frames of sheets that pictures show, with their looks. */
const sheetFrames = new WeakMap();

/** The scales that the library accepts. Beyond them an object covers nothing. */
const [LEAST, MOST] = [2 ** -6, 2 ** 6];
const isScale = (scale) => Math.abs(scale) >= LEAST && Math.abs(scale) <= MOST;

/** Columns of a matrix at a right angle, up to the rounding of hosts that use 32-bit floats. */
const STRAIGHT = 1e-5;

/** Where an object is drawn, and with which picture. The core reuses one for all objects; a host fills it. */
export class Pose {
  constructor() {
    this.clear();
  }

  clear() {
    this.picture = null;
    [this.pivotX, this.pivotY, this.texel] = [0, 0, 1];
    this.at(0, 0, 0, 1, 1);
  }

  /** Sets the picture, and the point in it, in texels, that lands on the position. A texel is `texel` pixels wide. */
  show(picture, pivotX, pivotY, texel = 1) {
    [this.picture, this.pivotX, this.pivotY, this.texel] = [picture, pivotX, pivotY, texel];
  }

  /** Moves the position to another point of the picture, in texels; what is drawn stays where it is. */
  pivotTo([x, y]) {
    const [across, down] = [(x - this.pivotX) * this.scaleX, (y - this.pivotY) * this.scaleY];
    if (across === 0 && down === 0) return;
    const [sin, cos] = this.angle === 0 ? [0, 1] : [Math.sin(this.angle), Math.cos(this.angle)];
    this.x += across * cos - down * sin;
    this.y += across * sin + down * cos;
  }

  /** Places the object without a parent. */
  at(x, y, angle, scaleX, scaleY) {
    [this.x, this.y, this.angle, this.scaleX, this.scaleY] = [x, y, angle, scaleX, scaleY];
  }

  /**
   * Places the object by a matrix: the point (x, y) of the picture goes to (a x + c y + tx, b x + d y + ty). Returns
   * true, or "shear" if no turn and scale is that matrix. `by` follows `show`, whose pivot it places.
   */
  by([a, b, c, d, tx, ty]) {
    const [x, y] = [this.pivotX * this.texel, this.pivotY * this.texel];
    const [across, down] = [Math.hypot(a, b), Math.hypot(c, d)];
    const isMirrored = a * d - b * c < 0;
    // Mirrored left to right without a turn: the same as a half turn that is mirrored top to bottom, but exact.
    const isFlip = b === 0 && a < 0 && isMirrored;
    const [angle, sx, sy] = isFlip ? [0, -across, down] : [Math.atan2(b, a), across, isMirrored ? -down : down];
    this.at(a * x + c * y + tx, b * x + d * y + ty, angle, sx, sy);
    return Math.abs(a * c + b * d) <= STRAIGHT * across * down || "shear";
  }
}

/** An object, its body in the world, and what the body was last told. */
class Entry {
  body = null;
  look = null;
  picture = null;
  pivotX = 0;
  pivotY = 0;
  layer = 0;
  against = 0;
  angle = 0;
  scaleX = 1;
  scaleY = 1;
  seen = -1;
  next = 0;

  constructor(object) {
    this.object = object;
  }
}

/**
 * Follows the objects of a host. `host` has these functions; a group is what the game passes to `overlap`:
 * - members(group): the objects of a group, in order;
 * - isLive(object): whether the object still belongs to the scene;
 * - pose(object, pose, group): fills the pose and returns true; returns false if the object is not drawn now, and
 *   "shear" if it is sheared;
 * - pixels(picture): the ImageData of a picture that is not a `crop`;
 * - name(object): the object's name, for errors;
 * - emit(object, event, other, hit, group): tells an object of a hit, as the host tells events. It may be missing.
 */
export class Follower {
  #host;
  #entries = new Map();
  #objects = new Map();
  #gone = [];
  #solids = new WeakMap();
  #groups = [];
  #rules = [];
  #pass = 0;
  #pose = new Pose();

  #options;

  constructor(host, options) {
    [this.#host, this.#options] = [host, options];
    /** The least alpha of a solid pixel. */
    this.alpha = 128;
    /** The milliseconds that the last update took, without the callbacks. */
    this.milliseconds = 0;
    this.lastStep = null;
    this.world = null;
    if (options !== null) this.renew();
  }

  /** Starts again with an empty world. */
  renew() {
    this.free();
    this.world = new World(this.#options ?? {});
  }

  /** Frees the world, and forgets all objects and groups. */
  free() {
    this.world?.free();
    this.world = null;
    this.#entries.clear();
    this.#objects.clear();
    [this.#groups, this.#rules, this.#gone] = [[], [], []];
  }

  /**
   * Calls `onOverlap` for every overlapping pair in every frame; with `only: "began"` only in the first frame of an
   * overlap. Without a function the hits are only emitted as events. Returns a function that ends the calls.
   */
  overlap(a, b, onOverlap = null, { only = "all" } = {}) {
    if (onOverlap !== null && typeof onOverlap !== "function") throw new KasuriError("type", "overlap: a function is expected");
    if (only !== "all" && only !== "began") throw new KasuriError("type", `only: expected "all" or "began", but found "${only}"`);
    const rule = { a: this.#bit(a), b: this.#bit(b), onOverlap, only };
    this.#rules.push(rule);
    return () => (this.#rules = this.#rules.filter((other) => other !== rule));
  }

  /** Gives an object its own shape or mask, which replaces the pixels of its picture. */
  use(object, solid) {
    this.#solids.set(object, new Look(solid));
    return object;
  }

  /**
   * Makes a picture hit as a frame of a sheet says: by its mask and its regions, instead of by its pixels. The picture must
   * have the size of the frame.
   */
  dress(picture, sheet, frame) {
    if (!(sheet instanceof Sheet)) throw new KasuriError("type", "sheet: a Sheet is expected");
    const look = sheet.look(frame);
    sheetFrames.set(picture, { ...sheet.frames[frame], look });
    for (const entry of this.#entries.values()) if (entry.picture === picture) entry.look = null;
  }

  /** Returns the region with a number of a hit: its name and values, from the sheet that the object shows; else null. */
  regionOf(object, number) {
    const picture = this.#entries.get(object)?.picture;
    return (picture && sheetFrames.get(picture)?.regions[number - 1]) ?? null;
  }

  /** Reads a picture again whose pixels were changed. */
  refresh(picture) {
    masks.delete(picture);
    looks.delete(picture);
    for (const entry of this.#entries.values()) if (entry.picture === picture) entry.look = null;
  }

  /** Returns the object of a body in the world. */
  objectOf(body) {
    return this.#objects.get(body) ?? null;
  }

  /** Returns the body of an object; null if it has none now. */
  bodyOf(object) {
    return this.#entries.get(object)?.body ?? null;
  }

  /** Returns the layer of a group. Each group has its own layer. */
  #bit(group) {
    let k = this.#groups.indexOf(group);
    if (k < 0) {
      k = this.#groups.length;
      if (k === 32) throw new KasuriError("type", "there are at most 32 groups");
      this.#groups.push(group);
    }
    return 2 ** k;
  }

  /** Returns the layers that a layer is tested against. */
  #against(layer) {
    let against = 0;
    for (const { a, b } of this.#rules) {
      if (layer & a) against |= b;
      if (layer & b) against |= a;
    }
    return against >>> 0;
  }

  /** Returns the look of a picture around a pivot. */
  #lookOf({ picture, pivotX, pivotY }, object) {
    if (!picture) throw new KasuriError("type", `${this.#host.name(object)} has no picture; use() gives it a shape`);
    const frame = sheetFrames.get(picture);
    if (frame) return frame.look;
    const key = `${pivotX} ${pivotY} ${this.alpha}`;
    const known = looks.get(picture) ?? new Map();
    looks.set(picture, known);
    if (!known.has(key)) known.set(key, new Look(this.#maskOf(picture), { pivot: [pivotX, pivotY] }));
    return known.get(key);
  }

  #maskOf(picture) {
    const known = masks.get(picture) ?? new Map();
    masks.set(picture, known);
    if (!known.has(this.alpha)) known.set(this.alpha, Mask.fromImageData(this.#pixels(picture), { alpha: this.alpha }));
    return known.get(this.alpha);
  }

  #pixels(picture) {
    if (!(picture instanceof Crop)) return this.#host.pixels(picture);
    const { image, x, y, width, height, isTurned } = picture;
    const pixels = pixelsOf(image, x, y, width, height);
    return isTurned ? turnedBack(pixels) : pixels;
  }

  /** Collects the objects of all groups, with the layers that they are on. */
  #gather() {
    this.#pass += 1;
    this.#groups.forEach((group, k) => {
      for (const object of this.#host.members(group)) {
        if (!this.#host.isLive(object)) continue;
        let entry = this.#entries.get(object);
        if (!entry) this.#entries.set(object, (entry = new Entry(object)));
        if (entry.seen !== this.#pass) [entry.seen, entry.next, entry.group] = [this.#pass, 0, group];
        entry.next = (entry.next | (2 ** k)) >>> 0;
      }
    });
    for (const [object, entry] of this.#entries) {
      if (entry.seen === this.#pass) continue;
      this.#drop(entry);
      this.#entries.delete(object);
    }
  }

  /** Removes the body of an object that is gone or not drawn. The object is still told which overlaps ended. */
  #drop(entry) {
    if (entry.body === null) return;
    this.world.remove(entry.body);
    this.#gone.push(entry.body);
    entry.body = null;
  }

  /** Reads where an object is drawn; returns false if it covers nothing. */
  #read(entry) {
    const pose = this.#pose;
    pose.clear();
    const told = this.#host.pose(entry.object, pose, entry.group);
    if (told === false) return false;
    const own = this.#solids.get(entry.object) ?? null;
    if (own === null && pose.texel !== 1) [pose.scaleX, pose.scaleY] = [pose.scaleX * pose.texel, pose.scaleY * pose.texel];
    if (!isScale(pose.scaleX) || !isScale(pose.scaleY)) return false;
    const frame = own === null && pose.picture ? sheetFrames.get(pose.picture) : undefined;
    if (frame) pose.pivotTo(frame.pivot);
    if (told === "shear") {
      const why = "a mask can turn and scale, but not shear. Scale the object itself, or its parents equally in x and y";
      throw new KasuriError("refused", `${this.#host.name(entry.object)} is drawn sheared: ${why}`);
    }
    return this.#dress(entry, own);
  }

  /** Spawns the body of a new object, and updates the look and layers of a changed one. */
  #dress(entry, own) {
    const pose = this.#pose;
    const { picture, pivotX, pivotY } = pose;
    const isSame = own === null && entry.look !== null && entry.picture === picture && entry.pivotX === pivotX && entry.pivotY === pivotY;
    const look = isSame && entry.alpha === this.alpha ? entry.look : (own ?? this.#lookOf(pose, entry.object));
    const against = this.#against(entry.next);
    if (entry.body === null) {
      const { x, y, angle, scaleX, scaleY } = pose;
      entry.body = this.#named(entry, () =>
        this.world.spawn(Body.frames([look], { at: [x, y], angle, scale: [scaleX, scaleY], layer: entry.next, against })),
      );
      this.#objects.set(entry.body, entry.object);
      Object.assign(entry, { angle, scaleX, scaleY });
    } else {
      if (look !== entry.look) this.world.setLook(entry.body, look);
      if (entry.layer !== entry.next || entry.against !== against) this.world.setLayers(entry.body, entry.next, against);
    }
    Object.assign(entry, { look, picture: own === null ? picture : null, pivotX, pivotY, alpha: this.alpha, layer: entry.next, against });
    return true;
  }

  /** Calls `work`; an error names the object. */
  #named(entry, work) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof KasuriError) || error.code !== "refused") throw error;
      throw new KasuriError("refused", `${this.#host.name(entry.object)}: ${error.message}`, { cause: error });
    }
  }

  /** Updates the positions of all bodies, and the angles and scales that changed, each in one call. */
  #place() {
    const pose = this.#pose;
    const [placed, at, turned, angles, scaled, scales] = [[], [], [], [], [], []];
    for (const entry of this.#entries.values()) {
      if (!this.#read(entry)) {
        this.#drop(entry);
        continue;
      }
      placed.push(entry);
      at.push(pose.x, pose.y);
      if (entry.angle !== pose.angle) {
        entry.angle = pose.angle;
        turned.push(entry);
        angles.push(pose.angle);
      }
      if (entry.scaleX !== pose.scaleX || entry.scaleY !== pose.scaleY) {
        [entry.scaleX, entry.scaleY] = [pose.scaleX, pose.scaleY];
        scaled.push(entry);
        scales.push(pose.scaleX, pose.scaleY);
      }
    }
    this.#tellAll(placed, (bodies) => this.world.setPositions(bodies, Float64Array.from(at)));
    this.#tellAll(turned, (bodies) => this.world.setAngles(bodies, Float64Array.from(angles)));
    this.#tellAll(scaled, (bodies) => this.world.setScales(bodies, Float64Array.from(scales)));
  }

  /** Makes a call about many bodies. An error names the object, not its index. */
  #tellAll(entries, call) {
    if (entries.length === 0) return;
    try {
      call(Float64Array.from(entries, (entry) => entry.body));
    } catch (error) {
      const index = /\[(\d+)\]/.exec(error.message)?.[1];
      const entry = index === undefined ? undefined : entries[index];
      // The next update tells all again.
      for (const one of entries) one.angle = one.scaleX = NaN;
      if (!entry) throw error;
      this.#named(entry, () => {
        throw error;
      });
    }
  }

  /** Follows the objects, steps the world, and tells the hits. Call it once a frame, after the game's own update. */
  update() {
    if (this.#rules.length === 0) return;
    const before = performance.now();
    this.#gather();
    this.#place();
    this.lastStep = this.world.step();
    const told = this.#rules.map(({ a, b, onOverlap, only }) => {
      if (onOverlap === null) return [[], null];
      const hits = only === "began" ? this.lastStep.began : this.lastStep.hits;
      return [hits.between(a, b), onOverlap];
    });
    this.milliseconds = performance.now() - before;
    const step = this.lastStep;
    for (const [hits, onOverlap] of told) this.#tell(hits, onOverlap);
    if (this.#host.emit) {
      this.#emit("kasuri-began", step.began);
      this.#emit("kasuri-ended", step.ended);
    }
    for (const body of this.#gone) this.#objects.delete(body);
    this.#gone = [];
  }

  #tell(hits, onOverlap) {
    for (let k = 0; k < hits.length; k++) {
      const a = this.#objects.get(hits.a[k]);
      const b = this.#objects.get(hits.b[k]);
      // An earlier callback may have removed one of the two.
      if (a && b && this.#host.isLive(a) && this.#host.isLive(b)) onOverlap(a, b, hits.at(k));
    }
  }

  #emit(event, hits) {
    for (let k = 0; k < hits.length; k++) {
      const a = this.#objects.get(hits.a[k]);
      const b = this.#objects.get(hits.b[k]);
      if (!a || !b) continue;
      const hit = hits.at(k);
      if (this.#host.isLive(a)) this.#host.emit(a, event, b, hit, this.#entries.get(a)?.group);
      if (this.#host.isLive(b)) this.#host.emit(b, event, a, hit, this.#entries.get(b)?.group);
    }
  }
}

/** A rectangle of an image or a canvas, as a picture. */
class Crop {
  constructor(image, x, y, width, height, isTurned) {
    Object.assign(this, { image, x, y, width, height, isTurned });
  }
}

const crops = new WeakMap();

/** Returns the picture that is a rectangle of an image. The same rectangle gives the same picture, so it is read once. */
export function crop(image, x, y, width, height, isTurned = false) {
  const known = crops.get(image) ?? new Map();
  crops.set(image, known);
  const key = `${x} ${y} ${width} ${height} ${isTurned}`;
  if (!known.has(key)) known.set(key, new Crop(image, x, y, width, height, isTurned));
  return known.get(key);
}

/** Returns the pixels of a rectangle of an image or a canvas. */
export function pixelsOf(image, x, y, width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, x, y, width, height, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Turns pixels by a quarter, counter-clockwise on the screen: texture packers store some frames turned. */
export function turnedBack({ width, height, data }) {
  const turned = new ImageData(height, width);
  const [from, to] = [new Uint32Array(data.buffer), new Uint32Array(turned.data.buffer)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) to[(width - 1 - x) * height + y] = from[y * width + x];
  }
  return turned;
}

/** Returns the product of matrices [a, b, c, d, tx, ty]: the last one is applied first. */
export const product = (...all) =>
  all.reduce(([a, b, c, d, tx, ty], [e, f, g, h, x, y]) => [
    a * e + c * f,
    b * e + d * f,
    a * g + c * h,
    b * g + d * h,
    a * x + c * y + tx,
    b * x + d * y + ty,
  ]);

/** Matrices of a move, a scale, and a turn. */
export const moved = (x, y) => [1, 0, 0, 1, x, y];
export const scaled = (x, y) => [x, 0, 0, y, 0, 0];
export const turned = (angle) => (angle === 0 ? [1, 0, 0, 1, 0, 0] : [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]);
