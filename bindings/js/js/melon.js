// Follows the sprites of melonJS: they hit exactly as they are drawn.
import { Follower, moved, product, crop, turned } from "./follow.js";

/** Whether an object is drawn: it and its containers have an opacity, and it does not flicker out of sight. */
function isDrawn(object) {
  for (let one = object; one; one = one.ancestor) if (one.getOpacity() === 0) return false;
  return true;
}

class Host {
  #Matrix;

  /** melonJS writes transforms into its own matrices, and exports their class. */
  constructor(Matrix) {
    this.#Matrix = Matrix;
  }

  members(group) {
    return Array.isArray(group) ? group : group.getChildren ? group.getChildren() : [group];
  }

  isLive(object) {
    return Boolean(object.ancestor);
  }

  name(object) {
    return `the sprite "${object.name || object.GUID}"`;
  }

  /** melonJS calls methods of its objects: onHitBegan(other, hit) and onHitEnded(other, hit). */
  emit(object, event, other, hit) {
    if (event === "kasuri-began") object.onHitBegan?.(other, hit);
    else object.onHitEnded?.(other, hit);
  }

  /** Returns the matrix in the world, not in the view: the root's transform is that of the camera. */
  #matrixOf(object) {
    const all = [];
    for (let one = object; one.ancestor; one = one.ancestor) {
      const { val } = one.getLocalTransform(new this.#Matrix());
      all.unshift([val[0], val[1], val[4], val[5], val[12], val[13]]);
      if (one.floating) break;
    }
    return product(...all);
  }

  pose(object, pose) {
    if (!isDrawn(object)) return false;
    const { image, current, offset, anchorPoint, width, height, pos } = object;
    let matrix = product(this.#matrixOf(object), moved(pos.x, pos.y));
    if (!image || !current) return pose.by(matrix);
    const isTurned = current.angle !== 0;
    const [sourceX, sourceY] = [offset.x + current.offset.x, offset.y + current.offset.y];
    const [w, h] = isTurned ? [current.height, current.width] : [current.width, current.height];
    const [trimX, trimY] = current.trim ? [current.trim.x, current.trim.y] : [0, 0];
    pose.show(crop(image, sourceX, sourceY, w, h, isTurned), width * anchorPoint.x - trimX, height * anchorPoint.y - trimY);
    matrix = product(matrix, moved(trimX, trimY), turned(0));
    return pose.by(matrix);
  }
}

/** Follows the objects of the running stage. `me` is melonJS itself: `import * as me from "melonjs"`. */
export class KasuriMelon extends Follower {
  #ended;

  constructor(me, options) {
    super(new Host(me.Matrix3d), options);
    const update = () => this.update();
    me.event.on(me.event.GAME_AFTER_UPDATE, update);
    this.#ended = () => me.event.off(me.event.GAME_AFTER_UPDATE, update);
  }

  destroy() {
    this.#ended();
    this.free();
  }
}
