// A plugin for Phaser 4: its sprites hit exactly as they are drawn: turned, scaled and flipped.
import { KasuriError, Sheet } from "kasuri";
import { Follower, pixelsOf, turnedBack } from "./follow.js";

/** Whether an object is drawn: it and its containers are visible, and none is fully transparent. */
function isDrawn(object) {
  for (let one = object; one; one = one.parentContainer) if (one.visible === false || one.alpha === 0) return false;
  return true;
}

const host = {
  members: (group) => (group.isParent ? group.getChildren() : Array.isArray(group) ? group : [group]),
  isLive: (object) => object.active && Boolean(object.scene),
  name: (object) => `the ${object.type} "${object.name || object.texture?.key || ""}"`,
  emit: (object, event, other, hit) => object.emit(event, other, hit),

  pose(object, pose) {
    if (!isDrawn(object)) return false;
    const { frame, flipX, flipY, displayOriginX, displayOriginY } = object;
    if (frame) {
      const isFlipped = (flip) => flip && !frame.customPivot;
      const x = (isFlipped(flipX) ? frame.realWidth - displayOriginX : displayOriginX) - frame.x;
      const y = (isFlipped(flipY) ? frame.realHeight - displayOriginY : displayOriginY) - frame.y;
      pose.show(frame, x, y);
    }
    let how = true;
    if (object.parentContainer) {
      const { a, b, c, d, tx, ty } = object.getWorldTransformMatrix();
      how = pose.by([a, b, c, d, 0, 0]);
      [pose.x, pose.y] = [tx, ty];
    } else pose.at(object.x, object.y, object.rotation, object.scaleX, object.scaleY);
    if (flipX) pose.scaleX = -pose.scaleX;
    if (flipY) pose.scaleY = -pose.scaleY;
    return how;
  },

  pixels(frame) {
    const { cutX, cutY, cutWidth, cutHeight, source } = frame;
    if (!(source.image instanceof Object) || source.isRenderTexture || source.isGLTexture) {
      throw new KasuriError("type", `the pixels of the texture "${frame.texture.key}" cannot be read; use() gives it a shape`);
    }
    const pixels = pixelsOf(source.image, cutX, cutY, cutWidth, cutHeight);
    return frame.rotated ? turnedBack(pixels) : pixels;
  },
};

/** The frames of a tag in the order in which they are shown. */
function shown({ from, to, direction }) {
  const forward = Array.from({ length: to - from + 1 }, (_, k) => from + k);
  const back = forward.toReversed();
  if (direction === "forward") return forward;
  if (direction === "reverse") return back;
  return direction === "pingpong" ? [...forward, ...back.slice(1, -1)] : [...back, ...forward.slice(1, -1)];
}

export class KasuriPlugin extends Follower {
  constructor(scene, pluginManager, pluginKey) {
    super(host, null);
    Object.assign(this, { scene, systems: scene.sys, pluginManager, pluginKey });
    this.systems.events.once("boot", this.boot, this);
  }

  /**
   * Reads a sheet that the scene has loaded as text or JSON, and gives its frames to a texture: their pictures, masks, pivots,
   * regions, and an animation for each tag, called "key:tag". Returns the sheet.
   */
  sheet(key, { texture = key } = {}) {
    const { cache, textures, anims } = this.systems;
    const json = cache.json.get(key);
    const text = cache.text.get(key) ?? (json && JSON.stringify(json));
    if (!text) throw new KasuriError("type", `no text or JSON is loaded as "${key}"`);
    if (!textures.exists(texture)) throw new KasuriError("type", `there is no texture "${texture}"`);
    const sheet = Sheet.fromJson(text);
    const names = sheet.frames.map((frame, k) => this.#framed(textures.get(texture), frame, frame.name || `frame ${k}`));
    names.forEach((name, k) => this.dress(textures.getFrame(texture, name), sheet, k));
    for (const tag of sheet.tags) {
      const frames = shown(tag).map((k) => ({ key: texture, frame: names[k], duration: sheet.frames[k].duration }));
      anims.create({ key: `${key}:${tag.name}`, frames, repeat: -1 });
    }
    return sheet;
  }

  /** Adds a frame of a sheet to a texture unless it is there; returns its name. */
  #framed(texture, { size: [width, height], at, pivot }, name) {
    const known = texture.has(name);
    if (!known && at === null) {
      throw new KasuriError("refused", `the frame "${name}" is not in the texture "${texture.key}", and the sheet does not say where`);
    }
    const frame = known ? texture.get(name) : texture.add(name, 0, ...at, width, height);
    if (frame === null || frame.realWidth !== width || frame.realHeight !== height || frame.trimmed) {
      throw new KasuriError("refused", `the frame "${name}" of the texture "${texture.key}" is not ${width} x ${height} texels, untrimmed`);
    }
    [frame.customPivot, frame.pivotX, frame.pivotY] = [true, pivot[0] / width, pivot[1] / height];
    return name;
  }

  boot() {
    const events = this.systems.events;
    events.on("start", this.start, this);
    events.once("destroy", this.destroy, this);
  }

  start() {
    this.renew();
    const events = this.systems.events;
    events.on("postupdate", this.update, this);
    events.once("shutdown", this.shutdown, this);
  }

  shutdown() {
    this.systems.events.off("postupdate", this.update, this);
    this.free();
  }

  destroy() {
    this.shutdown();
    this.systems.events.off("start", this.start, this);
  }
}
