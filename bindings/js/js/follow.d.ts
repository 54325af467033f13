import type { Handle, Hit, Sheet, SheetRegion, Solid, Step, World, WorldOptions } from "./kasuri.js";

/** Where an object is drawn, and with which picture. A host fills it; the core reuses one for all objects. */
export class Pose {
  x: number;
  y: number;
  angle: number;
  scaleX: number;
  scaleY: number;
  /** Sets the picture, and the point in it, in texels, that lands on the position. A texel is `texel` pixels wide. */
  show(picture: object, pivotX: number, pivotY: number, texel?: number): void;
  /** Places the object without a parent. */
  at(x: number, y: number, angle: number, scaleX: number, scaleY: number): void;
  /** Places the picture that `show` set by a matrix [a, b, c, d, tx, ty]; returns "shear" if no turn and scale is that matrix. */
  by(matrix: Matrix): true | "shear";
}

/** The matrix that moves a point (x, y) to (a x + c y + tx, b x + d y + ty). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, tx: number, ty: number] | readonly number[];

/** What the core asks of a host. A group is what a game passes to {@link Follower.overlap}. */
export interface Host<T = any, Group = any> {
  /** Returns the objects of a group, in order. */
  members(group: Group): Iterable<T>;
  /** Whether an object still belongs to the scene. */
  isLive(object: T): boolean;
  /** Fills the pose and returns true; returns false if the object is not drawn now, and "shear" if it is sheared. */
  pose(object: T, pose: Pose, group: Group): boolean | "shear";
  /** Returns the pixels of a picture that is not a {@link crop}. */
  pixels?(picture: any): ImageData;
  /** Returns the object's name, for errors. */
  name(object: T): string;
  /** Tells an object of a hit, as the host tells events. */
  emit?(object: T, event: HitEvent, other: T, hit: Hit, group: Group): void;
}

/** A hit that was not there in the last frame, or that is not there any more. */
export type HitEvent = "kasuri-began" | "kasuri-ended";

/** Bodies that follow the objects of a host: an adapter is a subclass, or a game makes one with its own {@link Host}. */
export class Follower<T = any, Group = any> {
  constructor(host: Host<T, Group>, options?: WorldOptions | null);
  /** The least alpha of a solid pixel, 128 by default. */
  alpha: number;
  /** The milliseconds that the last update took, without the callbacks. */
  readonly milliseconds: number;
  /** The world, for rays and other queries; null after `free`. */
  readonly world: World | null;
  /** The result of the last step. */
  readonly lastStep: Step | null;
  /**
   * Calls `onOverlap` for every overlapping pair of two groups, after every update; with `only: "began"` only in the
   * first frame of an overlap. Without a function the hits are only emitted as events. Returns a function that ends
   * the calls.
   */
  overlap<A extends T = any, B extends T = any>(
    a: Group,
    b: Group,
    onOverlap?: ((a: A, b: B, hit: Hit) => void) | null,
    options?: { only?: "all" | "began" },
  ): () => void;
  /** Gives an object its own shape or mask, which replaces the pixels of its picture. */
  use<O extends object>(object: O, solid: Solid): O;
  /**
   * Makes a picture hit as a frame of a sheet says: by its mask and its regions, instead of by its pixels. The picture must
   * have the size of the frame.
   */
  dress(picture: object, sheet: Sheet, frame: number): void;
  /** Returns the region with a number of a hit: its name and values, from the sheet that the object shows; else null. */
  regionOf(object: object, number: number): SheetRegion | null;
  /** Reads a picture again whose pixels were changed. */
  refresh(picture: object): void;
  /** Returns the object of a body in the world. */
  objectOf(body: Handle): any;
  /** Returns the body of an object; null if it has none now, because it is hidden or has gone. */
  bodyOf(object: object): Handle | null;
  /** Follows the objects, steps the world, and tells the hits. Adapters call it once a frame. */
  update(): void;
  /** Starts again with an empty world. */
  renew(): void;
  /** Frees the world, and forgets all objects and groups. */
  free(): void;
}

/** Returns the picture that is a rectangle of an image. The same rectangle gives the same picture, so it is read once. */
export function crop(image: CanvasImageSource, x: number, y: number, width: number, height: number, isTurned?: boolean): object;
/** Returns the pixels of a rectangle of an image or a canvas. */
export function pixelsOf(image: CanvasImageSource, x: number, y: number, width: number, height: number): ImageData;
/** Turns pixels by a quarter, counter-clockwise on the screen. */
export function turnedBack(pixels: ImageData): ImageData;
/** Returns the product of matrices: the last one is applied first. */
export function product(...all: Matrix[]): number[];
/** Returns the matrix of a move. */
export function moved(x: number, y: number): number[];
/** Returns the matrix of a scale. */
export function scaled(x: number, y: number): number[];
/** Returns the matrix of a turn, in radians. */
export function turned(angle: number): number[];
