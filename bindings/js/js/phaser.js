// A plugin for Phaser 4: its sprites hit exactly as they are drawn: turned, scaled and flipped.
import { KasuriError } from "kasuri";
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

export class KasuriPlugin extends Follower {
  constructor(scene, pluginManager, pluginKey) {
    super(host, null);
    Object.assign(this, { scene, systems: scene.sys, pluginManager, pluginKey });
    this.systems.events.once("boot", this.boot, this);
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
