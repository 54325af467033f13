import type { Sheet } from "kasuri";
import { Follower } from "./follow.js";

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
 * A scene plugin for Phaser 4: sprites hit exactly as they are drawn, turned, scaled and flipped. Objects also emit
 * "kasuri-began" and "kasuri-ended", with the other object and the hit. Hidden and fully transparent objects do not hit.
 *
 * In the game's config: `plugins: { scene: [{ key: "KasuriPlugin", plugin: KasuriPlugin, mapping: "kasuri" }] }`. The
 * module must be loaded before: `await init()`. The world is null while the scene does not run.
 */
export class KasuriPlugin extends Follower<any, Drawable> {
  constructor(scene: object, pluginManager: object, pluginKey: string);
  /**
   * Reads a sheet that the scene has loaded with `this.load.text` or `this.load.json`, and gives its frames to a texture: their
   * pictures, masks, pivots, regions, and an animation for each tag, called "key:tag". Sprites that show these frames hit by the
   * sheet's masks and regions. Returns the sheet.
   */
  sheet(key: string, options?: { texture?: string }): Sheet;
}
