// Follows the objects of LittleJS: they hit exactly as their tiles are drawn.
import { Follower, crop } from "./follow.js";

class Host {
  #engine;
  #unit;

  constructor(engine, pixelsPerUnit) {
    [this.#engine, this.#unit] = [engine, pixelsPerUnit];
  }

  /** A class stands for all its objects. */
  members(group) {
    if (typeof group === "function") return this.#engine.engineObjects.filter((object) => object instanceof group);
    return Array.isArray(group) ? group : [group];
  }

  isLive(object) {
    return !object.destroyed;
  }

  name(object) {
    return `the ${object.constructor.name} at (${object.pos.x}, ${object.pos.y})`;
  }

  /** LittleJS calls methods of its objects: onHitBegan(other, hit) and onHitEnded(other, hit). */
  emit(object, event, other, hit) {
    if (event === "kasuri-began") object.onHitBegan?.(other, hit);
    else object.onHitEnded?.(other, hit);
  }

  /** The engine has y up and angles clockwise; the world has y down, so the angles stay. */
  pose(object, pose) {
    const { pos, angle, tileInfo, color, mirror } = object;
    if (color.a === 0) return false;
    const size = object.drawSize ?? object.size;
    const unit = this.#unit;
    const image = tileInfo?.textureInfo?.image;
    let [scaleX, scaleY] = [1, 1];
    if (image) {
      const tile = tileInfo.size;
      pose.show(crop(image, tileInfo.pos.x, tileInfo.pos.y, tile.x, tile.y), tile.x / 2, tile.y / 2);
      [scaleX, scaleY] = [(size.x * unit) / tile.x, (size.y * unit) / tile.y];
    }
    pose.at(pos.x * unit, -pos.y * unit, angle, mirror ? -scaleX : scaleX, scaleY);
    return true;
  }
}

/**
 * Follows the objects of LittleJS. Call `update` in the game's `gameUpdatePost`, after the objects have moved. `engine`
 * is LittleJS itself: `import * as engine from "littlejsengine"`. The world is in pixels, `pixelsPerUnit` to one unit
 * of the engine, with y down.
 */
export class KasuriLittle extends Follower {
  constructor(engine, { pixelsPerUnit = 32, ...options } = {}) {
    super(new Host(engine, pixelsPerUnit), options);
  }
}
