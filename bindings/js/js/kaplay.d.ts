import { Follower } from "./follow.js";
import type { WorldOptions } from "./kasuri.js";

/**
 * Follows the game objects of KAPLAY. A group is a tag, an object, or an array. Objects trigger "kasuri-began" and
 * "kasuri-ended", with the other object and the hit.
 */
export class KasuriKaplay extends Follower {
  /** Updates after each update of the running scene, and ends with it. `k` is KAPLAY's context. */
  constructor(k: object, options?: WorldOptions);
  /** Ends the updates, and frees the world. */
  destroy(): void;
}
