// A plugin for Phaser 4: its sprites hit exactly as they are drawn: turned, scaled and flipped.
import { Body, KasuriError, Look, Mask, World } from "kasuri";

/** The masks of frames. All scenes share them, so that each frame is read once. */
const masks = new WeakMap();

function pixelsOf(frame) {
  const { cutX, cutY, cutWidth, cutHeight, source } = frame;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [cutWidth, cutHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!(source.image instanceof Object) || source.isRenderTexture || source.isGLTexture) {
    throw new KasuriError("type", `the pixels of the texture "${frame.texture.key}" cannot be read; use() gives it a shape`);
  }
  context.drawImage(source.image, cutX, cutY, cutWidth, cutHeight, 0, 0, cutWidth, cutHeight);
  return context.getImageData(0, 0, cutWidth, cutHeight);
}

function maskOf(frame, alpha) {
  const known = masks.get(frame) ?? new Map();
  masks.set(frame, known);
  if (!known.has(alpha)) {
    const mask = Mask.fromImageData(pixelsOf(frame), { alpha });
    // Texture packers store some frames turned by a quarter.
    known.set(alpha, frame.rotated ? mask.turned(-1) : mask);
  }
  return known.get(alpha);
}

/** A sprite and its body in the world. */
class Entry {
  constructor(object) {
    this.object = object;
    this.body = null;
    this.look = "";
    this.layer = 0;
    this.seen = -1;
    this.angle = 0;
    this.scaleX = 1;
    this.scaleY = 1;
  }
}

/** Returns the objects of a group, of an array, or one object. */
const membersOf = (group) => (group.isParent ? group.getChildren() : Array.isArray(group) ? group : [group]);

export class KasuriPlugin {
  #entries = new Map();
  #objects = new Map();
  #solids = new WeakMap();
  #looks = new Map();
  #groups = [];
  #rules = [];
  #pass = 0;
  #uses = 0;

  constructor(scene, pluginManager, pluginKey) {
    Object.assign(this, { scene, systems: scene.sys, pluginManager, pluginKey });
    /** The least alpha of a solid pixel. */
    this.alpha = 128;
    /** The milliseconds that this plugin took in the last frame, without the callbacks. */
    this.milliseconds = 0;
    this.world = null;
    this.lastStep = null;
    this.systems.events.once("boot", this.boot, this);
  }

  boot() {
    const events = this.systems.events;
    events.on("start", this.start, this);
    events.once("destroy", this.destroy, this);
  }

  start() {
    this.world = new World();
    const events = this.systems.events;
    events.on("postupdate", this.update, this);
    events.once("shutdown", this.shutdown, this);
  }

  shutdown() {
    this.systems.events.off("postupdate", this.update, this);
    this.world?.free();
    this.world = null;
    for (const map of [this.#entries, this.#objects, this.#looks]) map.clear();
    [this.#groups, this.#rules] = [[], []];
  }

  destroy() {
    this.shutdown();
    this.systems.events.off("start", this.start, this);
  }

  /**
   * Calls `onOverlap` for every overlapping pair in every frame; with `only: "began"` only in the first frame of an
   * overlap.
   */
  overlap(a, b, onOverlap, { only = "all" } = {}) {
    if (typeof onOverlap !== "function") throw new KasuriError("type", "overlap: a function is expected");
    if (only !== "all" && only !== "began") throw new KasuriError("type", `only: expected "all" or "began", but found "${only}"`);
    const rule = { a: this.#bit(a), b: this.#bit(b), onOverlap, only };
    this.#rules.push(rule);
    return () => (this.#rules = this.#rules.filter((other) => other !== rule));
  }

  /** Gives an object its own shape or mask, which replaces the pixels of its picture. */
  use(object, solid) {
    this.#solids.set(object, { look: new Look(solid), key: `own ${(this.#uses += 1)}` });
    return object;
  }

  /** Returns the object of a body in the world. */
  objectOf(body) {
    return this.#objects.get(body) ?? null;
  }

  /** Returns the body of an object; null if it has none yet. */
  bodyOf(object) {
    return this.#entries.get(object)?.body ?? null;
  }

  /** Returns the layer of a group. Each group has its own layer. */
  #bit(group) {
    let k = this.#groups.findIndex((known) => known.group === group);
    if (k < 0) {
      k = this.#groups.length;
      if (k === 32) throw new KasuriError("type", "there are at most 32 groups");
      this.#groups.push({ group });
    }
    return 2 ** k;
  }

  /** Returns the look of an object: its frame's mask, with the pivot at Phaser's origin of rotation. */
  #lookOf(object) {
    const own = this.#solids.get(object);
    if (own) return own;
    const { frame, flipX, flipY, displayOriginX, displayOriginY } = object;
    const isFlipped = (flip) => flip && !frame.customPivot;
    const x = (isFlipped(flipX) ? frame.realWidth - displayOriginX : displayOriginX) - frame.x;
    const y = (isFlipped(flipY) ? frame.realHeight - displayOriginY : displayOriginY) - frame.y;
    const key = `${frame.texture.key} ${frame.name} ${x} ${y} ${this.alpha}`;
    let look = this.#looks.get(key);
    if (!look) this.#looks.set(key, (look = new Look(maskOf(frame, this.alpha), { pivot: [x, y] })));
    return { look, key };
  }

  /** Returns where an object is drawn, also inside containers: position, angle, scale. */
  #placeOf(object) {
    const signX = object.flipX ? -1 : 1;
    const signY = object.flipY ? -1 : 1;
    if (!object.parentContainer) {
      return [object.x, object.y, object.rotation, object.scaleX * signX, object.scaleY * signY];
    }
    const { translateX, translateY, rotation, scaleX, scaleY } = object.getWorldTransformMatrix().decomposeMatrix();
    return [translateX, translateY, rotation, scaleX * signX, scaleY * signY];
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

  /** Collects the objects of all groups, with the layers that they are on. */
  #gather() {
    this.#pass += 1;
    this.#groups.forEach(({ group }, k) => {
      for (const object of membersOf(group)) {
        if (!object.active || !object.scene) continue;
        let entry = this.#entries.get(object);
        if (!entry) this.#entries.set(object, (entry = new Entry(object)));
        if (entry.seen !== this.#pass) [entry.seen, entry.next] = [this.#pass, 0];
        entry.next = (entry.next | (2 ** k)) >>> 0;
      }
    });
    for (const [object, entry] of this.#entries) {
      if (entry.seen === this.#pass) continue;
      if (entry.body !== null) this.#remove(entry);
      this.#entries.delete(object);
    }
  }

  #remove(entry) {
    this.world.remove(entry.body);
    this.#objects.delete(entry.body);
  }

  /** Spawns the body of a new object, and updates the look and layers of a changed one. */
  #dress(entry, [x, y, angle, scaleX, scaleY]) {
    const { look, key } = this.#lookOf(entry.object);
    if (entry.body === null) {
      const [layer, against] = [entry.next, this.#against(entry.next)];
      entry.body = this.world.spawn(Body.frames([look], { at: [x, y], angle, scale: [scaleX, scaleY], layer, against }));
      this.#objects.set(entry.body, entry.object);
      Object.assign(entry, { angle, scaleX, scaleY, layer, against });
    } else if (key !== entry.look) {
      this.world.setLook(entry.body, look);
    }
    entry.look = key;
    const against = this.#against(entry.next);
    if (entry.layer !== entry.next || entry.against !== against) {
      this.world.setLayers(entry.body, entry.next, against);
      [entry.layer, entry.against] = [entry.next, against];
    }
  }

  /** Updates the positions of all bodies, and the angles and scales that changed, each in one call. */
  #place() {
    const [bodies, at, turned, angles, scaled, scales] = [[], [], [], [], [], []];
    for (const entry of this.#entries.values()) {
      const place = this.#placeOf(entry.object);
      this.#dress(entry, place);
      const [x, y, angle, scaleX, scaleY] = place;
      bodies.push(entry.body);
      at.push(x, y);
      if (entry.angle !== angle) {
        entry.angle = angle;
        turned.push(entry.body);
        angles.push(angle);
      }
      if (entry.scaleX !== scaleX || entry.scaleY !== scaleY) {
        [entry.scaleX, entry.scaleY] = [scaleX, scaleY];
        scaled.push(entry.body);
        scales.push(scaleX, scaleY);
      }
    }
    this.world.setPositions(Float64Array.from(bodies), Float64Array.from(at));
    if (turned.length > 0) this.world.setAngles(turned, angles);
    if (scaled.length > 0) this.world.setScales(scaled, Float64Array.from(scales));
  }

  /** Steps the world after the scene's own update, and calls the callbacks for the overlaps. */
  update() {
    if (this.#rules.length === 0) return;
    const before = performance.now();
    this.#gather();
    this.#place();
    this.lastStep = this.world.step();
    const told = this.#rules.map(({ a, b, onOverlap, only }) => {
      const hits = only === "began" ? this.lastStep.began : this.lastStep.hits;
      return [hits.between(a, b), onOverlap];
    });
    this.milliseconds = performance.now() - before;
    for (const [hits, onOverlap] of told) this.#tell(hits, onOverlap);
  }

  #tell(hits, onOverlap) {
    for (let k = 0; k < hits.length; k++) {
      const a = this.#objects.get(hits.a[k]);
      const b = this.#objects.get(hits.b[k]);
      // An earlier callback may have removed one of the two.
      if (a?.active && b?.active) onOverlap(a, b, hits.at(k));
    }
  }
}
