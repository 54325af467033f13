import { Follower } from "./follow.js";
import type { WorldOptions } from "./kasuri.js";

/**
 * Follows the sprites of melonJS. A group is a renderable, a container (its children), or an array. Their methods
 * `onHitBegan(other, hit)` and `onHitEnded(other, hit)` are called, if they exist.
 */
export class KasuriMelon extends Follower {
  /** Updates after each update of the game. `me` is melonJS itself: `import * as me from "melonjs"`. */
  constructor(me: object, options?: WorldOptions);
  /** Ends the updates, and frees the world. */
  destroy(): void;
}
