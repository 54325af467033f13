// Follows the sprites and particles of PixiJS 8: they hit exactly as they are drawn.
import { KasuriError } from "kasuri";
import { Follower, pixelsOf, product, turnedBack } from "./follow.js";

/** After the game's own callbacks, and before Pixi renders. */
const PRIORITY = -10;

/** Whether an object is drawn: it and its parents are visible, and none is fully transparent. */
function isDrawn(object) {
  for (let one = object; one; one = one.parent) if (!one.visible || !one.renderable || one.alpha === 0) return false;
  return true;
}

const flat = ({ a, b, c, d, tx, ty }) => [a, b, c, d, tx, ty];
const isMove = ([a, b, c, d]) => a === 1 && b === 0 && c === 0 && d === 1;
const isParticles = (group) => Array.isArray(group.particleChildren);

function show(pose, { texture, anchorX, anchorY, pivotX, pivotY }) {
  const { orig, trim, source } = texture;
  const { resolution } = source;
  const x = (anchorX * orig.width + pivotX - (trim?.x ?? 0)) * resolution;
  pose.show(texture, x, (anchorY * orig.height + pivotY - (trim?.y ?? 0)) * resolution, 1 / resolution);
}

/** Places the object by its parent's matrix and its own placement. The position is that of the anchor and the pivot. */
function place(pose, parent, x, y, angle, scaleX, scaleY) {
  if (isMove(parent)) {
    pose.at(x + parent[4], y + parent[5], angle, scaleX, scaleY);
    return true;
  }
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const all = product(parent, [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY, x, y]);
  const how = pose.by([...all.slice(0, 4), 0, 0]);
  [pose.x, pose.y] = all.slice(4);
  return how;
}

class Host {
  /** The matrices of the particle containers in this update. */
  #containers = new Map();

  members(group) {
    if (Array.isArray(group)) return group;
    if (!isParticles(group)) return group.texture ? [group] : group.children;
    if (!isDrawn(group)) return [];
    this.#containers.set(group, flat(group.getGlobalTransform()));
    return group.particleChildren;
  }

  isLive(object) {
    return object.destroyed !== true;
  }

  pose(object, pose, group) {
    if (isParticles(group)) {
      if (object.alpha === 0) return false;
      show(pose, { ...object, texture: object.texture, pivotX: 0, pivotY: 0 });
      return place(pose, this.#containers.get(group), object.x, object.y, object.rotation, object.scaleX, object.scaleY);
    }
    const { parent, anchor, pivot, texture } = object;
    if (!parent || !isDrawn(object)) return false;
    if (object.renderPipeId === "sprite") show(pose, { texture, anchorX: anchor.x, anchorY: anchor.y, pivotX: pivot.x, pivotY: pivot.y });
    const how = place(pose, flat(parent.getGlobalTransform()), object.x, object.y, object.rotation, object.scale.x, object.scale.y);
    return object.skew.x === 0 && object.skew.y === 0 ? how : "shear";
  }

  name(object) {
    return object.label ? `the sprite "${object.label}"` : `an object of PixiJS at (${object.x}, ${object.y})`;
  }

  emit(object, event, other, hit, group) {
    if (object.emit) object.emit(event, other, hit);
    // Particles have no events: their container has them, and the first argument is the particle.
    else if (group?.emit) group.emit(event, object, other, hit);
  }

  pixels(texture) {
    const { frame, source, rotate } = texture;
    const { resource, resolution } = source;
    const isTurned = rotate === 2;
    if (!resource || typeof resource !== "object" || ArrayBuffer.isView(resource) || (rotate !== 0 && !isTurned)) {
      throw new KasuriError("type", `the pixels of the texture "${texture.label ?? source.label}" cannot be read; use() gives it a shape`);
    }
    const pixels = pixelsOf(resource, ...[frame.x, frame.y, frame.width, frame.height].map((n) => Math.round(n * resolution)));
    return isTurned ? turnedBack(pixels) : pixels;
  }
}

/** Follows the objects of an application, or of any ticker; without one the game calls `update` itself. */
export class KasuriPixi extends Follower {
  #ticker;

  constructor(app, options) {
    super(new Host(), options);
    this.#ticker = app?.ticker ?? app ?? null;
    this.#ticker?.add(this.update, this, PRIORITY);
  }

  destroy() {
    this.#ticker?.remove(this.update, this);
    this.free();
  }
}
