import { Follower } from "./follow.js";
import type { WorldOptions } from "./kasuri.js";

/**
 * Follows the actors of Excalibur. A group is an actor, an array, or a scene (its actors). Actors emit "kasuri-began"
 * and "kasuri-ended" with `{ other, hit, target }`.
 */
export class KasuriExcalibur extends Follower {
  /** Updates after each update of the scene; without one the game calls `update`. */
  constructor(scene?: object | null, options?: WorldOptions);
  /** Ends the updates, and frees the world. */
  destroy(): void;
}
