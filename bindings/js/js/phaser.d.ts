import type { Handle, Hit, Solid, Step, World } from "./kasuri.js";

/** The properties of Phaser's game objects with a picture. */
export interface Drawn {
  active: boolean;
  x: number;
  y: number;
  rotation: number;
  scaleX: number;
  scaleY: number;
}

/** A Phaser group, an array of objects, or one object. The members of a group may change. */
export type Drawable<T extends Drawn = Drawn> = { getChildren(): object[] } | readonly T[] | T;

/**
 * A scene plugin for Phaser 4: sprites hit exactly as they are drawn, turned, scaled and flipped.
 *
 * In the game's config: `plugins: { scene: [{ key: "KasuriPlugin", plugin: KasuriPlugin, mapping: "kasuri" }] }`. The
 * module must be loaded before: `await init()`.
 */
export class KasuriPlugin {
  constructor(scene: object, pluginManager: object, pluginKey: string);
  /** The least alpha of a solid pixel, 128 by default. Textures that were already read do not change. */
  alpha: number;
  /** The milliseconds that this plugin took in the last frame, without the callbacks. */
  readonly milliseconds: number;
  /** The world of the scene, for rays and other queries; null while the scene does not run. */
  readonly world: World | null;
  /** The result of the last frame's step. */
  readonly lastStep: Step | null;
  /**
   * Calls `onOverlap` for every overlapping pair of two groups, after every update of the scene; with `only: "began"`
   * only in the first frame of an overlap. Returns a function that ends the calls.
   */
  overlap<A = any, B = any>(
    a: Drawable,
    b: Drawable,
    onOverlap: (a: A, b: B, hit: Hit) => void,
    options?: { only?: "all" | "began" },
  ): () => void;
  /** Gives an object its own shape or mask, which replaces the pixels of its picture. */
  use<T extends object>(object: T, solid: Solid): T;
  /** Returns the object of a body in the world. */
  objectOf(body: Handle): any;
  /** Returns the body of an object; null if it has none yet. */
  bodyOf(object: object): Handle | null;
}
