import type { Handle, Hit, Solid, Step, World } from "./kasuri.js";

/** What Phaser's game objects with a picture have. */
export interface Drawn {
  active: boolean;
  x: number;
  y: number;
  rotation: number;
  scaleX: number;
  scaleY: number;
}

/** A Phaser group, objects, or one object. Members of a group may come and go. */
export type Drawable<T extends Drawn = Drawn> = { getChildren(): object[] } | readonly T[] | T;

/**
 * A scene plugin for Phaser 4: sprites hit exactly as they are drawn, turned, scaled and flipped.
 *
 * In the game's config: `plugins: { scene: [{ key: "KasuriPlugin", plugin: KasuriPlugin, mapping: "kasuri" }] }`. The module has to be
 * loaded before: `await init()`.
 */
export class KasuriPlugin {
  constructor(scene: object, pluginManager: object, pluginKey: string);
  /** Pixels of at least this alpha are solid; 128. Textures that were read before stay as they are. */
  alpha: number;
  /** Milliseconds that the last frame took, all that this plugin does but the callbacks. */
  readonly milliseconds: number;
  /** The world of the scene, for rays and other questions; null while the scene does not run. */
  readonly world: World | null;
  /** What the last frame's step told. */
  readonly lastStep: Step | null;
  /**
   * Calls back for every two of two groups that overlap, after every update of the scene; with `only: "began"` in the first frame alone.
   * Returns what ends it.
   */
  overlap<A = any, B = any>(
    a: Drawable,
    b: Drawable,
    onOverlap: (a: A, b: B, hit: Hit) => void,
    options?: { only?: "all" | "began" },
  ): () => void;
  /** Gives an object a shape or a mask of its own in the place of its picture's pixels. */
  use<T extends object>(object: T, solid: Solid): T;
  /** The object that a handle of the world stands for. */
  objectOf(body: Handle): any;
  /** The body of an object; null where it has none yet. */
  bodyOf(object: object): Handle | null;
}
