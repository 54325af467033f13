import { Follower } from "./follow.js";
import type { WorldOptions } from "./kasuri.js";

/**
 * Follows the objects of LittleJS. A group is a class (all its objects), an object, or an array. Their methods
 * `onHitBegan(other, hit)` and `onHitEnded(other, hit)` are called, if they exist.
 */
export class KasuriLittle extends Follower {
  /**
   * `engine` is LittleJS itself: `import * as engine from "littlejsengine"`. The world is in pixels, 32 to a unit of
   * the engine by default, with y down. The game calls `update` in its `gameUpdatePost`.
   */
  constructor(engine: object, options?: WorldOptions & { pixelsPerUnit?: number });
}
