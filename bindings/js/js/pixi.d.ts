import { Follower } from "./follow.js";
import type { WorldOptions } from "./kasuri.js";

/**
 * Follows the sprites and particles of PixiJS 8. A group is a sprite, a container (its children), a ParticleContainer
 * (its particles), or an array. Sprites emit "kasuri-began" and "kasuri-ended", with the other object and the hit; a
 * ParticleContainer emits them for its particles, with the particle first.
 */
export class KasuriPixi extends Follower {
  /** Updates with the application's ticker, or with a ticker; without one the game calls `update`. */
  constructor(app?: object | null, options?: WorldOptions);
  /** Ends the updates, and frees the world. */
  destroy(): void;
}
