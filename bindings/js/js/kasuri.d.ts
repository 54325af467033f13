/**
 * Kasuri tests in games which objects hit each other, to the pixel: sprites collide exactly as they are drawn,
 * turned, scaled and mirrored, against sprites, shapes and tile maps. Every answer is exact, and identical to the bit
 * on every machine.
 *
 * Angles are in radians; +y goes down and a positive angle turns +x towards +y, as on a canvas. Lengths are in
 * pixels. A refused call throws a {@link KasuriError} with the library's own text, and has changed nothing.
 */

/** A position, an offset or a size. */
export type Vec = readonly [x: number, y: number] | { readonly x: number; readonly y: number } | Float64Array | Float32Array;
/** Two numbers, x and y. */
export type Pair = [x: number, y: number];
/** A scale for both axes, or one for each; a negative one mirrors. */
export type Scale = number | Vec;
/** Typed arrays of numbers, or plain arrays. A Float64Array is passed on without conversion. */
export type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array | readonly number[];
/** Positions: x and y of each in turn, or a list. */
export type Places = Numbers | readonly Vec[];
/** A box of pixels or texels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
/**
 * The handle of a body. It refers to this body only, never to a later body in the same slot. `handle % 2 ** 24` is
 * the body's slot, which is used again.
 */
export type Handle = number;
/** A list of handles. Methods that return handles return a Float64Array. */
export type Handles = Float64Array | readonly Handle[];
/** A shape, a mask or a tile map that is not placed yet. */
export type Solid = Shape | Mask | TileMap;
/** Whether bodies that only touch overlap; "counts" (they do) by default. */
export type Touching = "counts" | "ignored";
/** The method that finds candidate pairs. It never changes an answer. */
export type BroadKind = "auto" | "brute" | "grid" | "tree";

/** The options for loading the module. */
export interface InitOptions {
  /** Whether to load the module with SIMD; by default if the engine supports it. */
  simd?: boolean;
  /** The module, if it is not next to the JavaScript: an address, a response, bytes, or a compiled module. */
  wasm?: string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
}

/** Loads the module. Call it once, before anything else. Later calls wait for the first. */
export function init(options?: InitOptions): Promise<void>;
/**
 * Loads the module synchronously. `kasuri/single` contains the bytes; otherwise `wasm` must be bytes or a compiled
 * module.
 */
export function initSync(options?: InitOptions): void;
/** Whether this engine supports SIMD. */
export function hasSimd(): boolean;
/** Returns the instruction set that the module uses: "simd128" or "plain". The answers are the same. */
export function instructionSet(): string;
/** Returns the version of the module. */
export function version(): string;

/** A refusal, with the reason: the library's own text, which says what would be accepted. */
export class KasuriError extends Error {
  constructor(code: KasuriError["code"], text: string, options?: { cause?: unknown });
  /**
   * - `refused`: the library does not accept a value;
   * - `stale`: the handle's body was removed, or belongs to another world;
   * - `type`: a value of the wrong type, or an option that does not exist;
   * - `freed`: an object was used after its `free()`;
   * - `load`: the module is not loaded, or loading failed;
   * - `panic`: the library failed, or memory is full. The call has left its objects half changed, so every later call
   *   throws this too, and the worlds are lost: load the page again, or start the worker again, from the last snapshot.
   */
  readonly code: "refused" | "stale" | "type" | "freed" | "load" | "panic";
}

/** An object in the module's memory. The garbage collector frees it at some later time. */
export abstract class Held {
  /** Frees the object now. Using it afterwards is an error. */
  free(): void;
  /** The same as `free`, for `using` declarations. */
  [Symbol.dispose](): void;
}

/** The angle and scale of a placement. */
export interface Placing {
  /** The angle in radians. */
  angle?: number;
  scale?: Scale;
}

/** A shape in its own coordinates. */
export class Shape extends Held {
  private constructor();
  /** Creates a point. */
  static point(): Shape;
  /** Creates a segment from a to b. */
  static segment(a: Vec, b: Vec): Shape;
  /** Creates a circle. */
  static circle(r: number): Shape;
  /** Creates an ellipse from its radii along x and y. Unlike a circle it may have any scale. */
  static ellipse(rx: number, ry: number): Shape;
  /** Creates a capsule: all points within `r` of the segment from a to b. */
  static capsule(a: Vec, b: Vec, r: number): Shape;
  /** Creates a box around its origin, given by half its width and half its height. */
  static rect(half: Vec): Shape;
  /**
   * Creates a simple polygon, convex or concave. With a radius it includes all points within `r` of it; it must then
   * be convex.
   */
  static polygon(vertices: Places, r?: number): Shape;
  /** Creates a chain of segments with all points within `r` of it: a curved laser. */
  static chain(vertices: Places, r: number): Shape;
  /**
   * Creates a compound: several shapes as one, each at an offset. {@link World.partTags} returns the tags of the parts
   * that a hit is between.
   */
  static compound(parts: readonly { shape: Shape; offset?: Vec; tag?: string }[]): Shape;
  /** The kind of the shape: "circle", "polygon" and so on. */
  get kind(): string;
  /** Places the shape: turned, scaled and moved, for {@link query}. */
  place(at: Vec, options?: Placing): Form;
}

/**
 * A map of cells: '.' and ' ' are empty, '#' is solid, and the legend gives the meaning of other characters: a mask,
 * or a convex polygon in the cell's own coordinates.
 */
export class TileMap extends Held {
  constructor(cell: Vec, rows: readonly string[], legend?: Readonly<Record<string, Mask | Places>>);
  /** The number of columns and rows. */
  get size(): Pair;
  /** Places the map with its top left corner at a position. */
  place(at: Vec): Form;
}

/** The rule for which pixels of a picture are solid. */
export interface Opacity {
  /** Pixels of at least this alpha are solid; 128 by default. */
  alpha?: number;
  /** Pixels of any other colour than this one are solid: red, green and blue. */
  key?: readonly [red: number, green: number, blue: number];
}

/** A mask: one bit per texel, set where a picture is solid. */
export class Mask extends Held {
  /** Creates a mask of a size, 1 to 4096 on each side, clear or filled. */
  constructor(width: number, height: number, fill?: boolean);
  /** Creates a mask from characters: a texel is set unless its character is '.' or ' '. */
  static fromRows(rows: readonly string[]): Mask;
  /** Creates a mask from one byte per texel, row by row; a texel is set if its byte is not 0. */
  static fromTexels(width: number, height: number, texels: Uint8Array | Uint8ClampedArray | ArrayBuffer): Mask;
  /** Creates a mask whose texels are set where the function returns true. */
  static fromFunction(width: number, height: number, isSet: (x: number, y: number) => boolean): Mask;
  /** Creates a mask from RGBA pixels, four bytes each. */
  static fromRgba(width: number, height: number, pixels: Uint8Array | Uint8ClampedArray | ArrayBuffer, options?: Opacity): Mask;
  /** Creates a mask from the result of a canvas's `getImageData`. */
  static fromImageData(
    image: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray | Uint8Array },
    options?: Opacity,
  ): Mask;
  /** Creates a mask from the bytes of a PNG file. The features `gif`, `webp`, `bmp`, `qoi` and `tga` of kasuri add other formats to the build. */
  static fromPng(png: Uint8Array | ArrayBuffer, options?: Opacity): Mask;
  /** The number of columns of texels. */
  get width(): number;
  /** The number of rows of texels. */
  get height(): number;
  /** Returns a copy. */
  copy(): Mask;
  /** Whether both have the same size and the same bits. */
  equals(other: Mask): boolean;
  /** Returns one byte per texel, 1 where it is set. */
  toTexels(): Uint8Array;
  /** Returns the rows as characters, '#' and '.'. */
  toRows(): string[];
  /** Whether a bit is set; outside the mask no bit is. */
  get(x: number, y: number): boolean;
  /** Sets or clears a bit; outside the mask nothing happens. */
  set(x: number, y: number, isSet?: boolean): void;
  /** Returns the number of set bits. */
  count(): number;
  /** Returns the box around the set bits; null if none is set. */
  bounds(): Rect | null;
  /** Returns the mean position of the set bits; null if none is set. */
  centroid(): Pair | null;
  /** Returns the angle, in radians, of the line along which the set bits extend furthest; null if none is set. */
  angle(): number | null;
  /** Sets every bit. */
  fill(): void;
  /** Clears every bit. */
  clear(): void;
  /** Sets the clear bits and clears the set bits. */
  invert(): void;
  /** Whether both masks have a set texel in common, with the other's top left corner at `offset`. */
  meets(other: Mask, offset: Vec): boolean;
  /** Returns the number of texels that are set in both. */
  commonCount(other: Mask, offset: Vec): number;
  /** Returns the texel with the smallest (y, x) that is set in both; null if there is none. */
  commonFirst(other: Mask, offset: Vec): Pair | null;
  /** Sets the texels that are set in the other mask. */
  draw(other: Mask, offset: Vec): void;
  /** Clears the texels that are set in the other mask. */
  erase(other: Mask, offset: Vec): void;
  /** Clears the texels that are not set in the other mask. */
  and(other: Mask, offset: Vec): void;
  /** Inverts the texels that are set in the other mask. */
  xor(other: Mask, offset: Vec): void;
  /** Returns the texels within a box as a mask; texels beyond this mask are clear. */
  cropped(corner: Vec, size: Vec): Mask;
  /** Cuts a sheet into frames of one size, row by row. */
  sliced(width: number, height: number): Mask[];
  /** Returns a mask of another size, scaled from this one. */
  scaled(width: number, height: number): Mask;
  /** Returns the mask mirrored left to right, or top to bottom, or both. */
  flipped(sideways?: boolean, upsideDown?: boolean): Mask;
  /** Returns the mask turned by quarter turns, clockwise on the screen. */
  turned(quarters: number): Mask;
  /** Returns the mask grown by a radius in texels. */
  dilated(radius: number): Mask;
  /** Returns the mask without all texels within a radius of a clear texel. */
  eroded(radius: number): Mask;
  /** Returns a mask of all offsets at which the other mask overlaps this one. */
  convolved(other: Mask): Mask;
  /** Returns the connected pieces: their boxes, and the number of texels of each. */
  components(diagonal?: boolean): { bounds: Rect; texels: number }[];
  /** Returns one of these pieces by its index in the list: a mask of the size of its box. */
  component(index: number, diagonal?: boolean): Mask;
  /** Returns boxes that cover every set texel once and nothing else. */
  rectangles(): Rect[];
  /** Returns the border of the first piece, texel by texel. */
  outline(): Pair[];
  /** Returns the edges as polygons with holes. At tolerance 0 they follow the texels' edges exactly. */
  traced(tolerance?: number): { outer: Pair[]; holes: Pair[][] }[];
  /** Returns convex polygons that cover the set texels. */
  convexParts(tolerance?: number): Pair[][];
  /**
   * Clears the texels under a cover, with texel (0, 0) at the world pixel `at`; returns the number of texels that
   * were set before.
   */
  carve(cover: Cover, at: Vec): number;
  /** Sets the texels under a cover; returns the number of texels that were clear before. */
  stamp(cover: Cover, at: Vec): number;
  /**
   * Places the mask: turned, scaled and mirrored as drawn, for {@link query}. Its pivot, in texels, lands on `at`; by
   * default the pivot is the mask's middle.
   */
  place(at: Vec, options?: Placing & { pivot?: Vec }): Form;
}

/** A placed shape, mask or tile map. */
export class Form extends Held {
  private constructor();
  /** The position. */
  get at(): Pair;
  /** Returns the box around it, in pixels; null if it covers nothing. */
  bounds(): Rect | null;
  /** Returns the pixels that it covers; null for a tile map. */
  cover(): Cover | null;
  /**
   * For a placed mask: returns the pixels that it covers, and for each the texel of the mask under it, x and y of
   * each in turn. A renderer that takes the colours of these texels draws exactly the pixels that hit.
   */
  texels(): { pixels: Int32Array; texels: Int32Array } | null;
  /**
   * For a placed mask: returns its picture (RGBA of the mask's size), drawn as the mask is placed, with the box that
   * it fills; null if no pixel is covered. `new ImageData(pixels, width)` draws it.
   */
  painted(pixels: Uint8Array | Uint8ClampedArray): (Rect & { pixels: Uint8ClampedArray }) | null;
}

/** The world pixels that a placed body covers. */
export class Cover extends Held {
  private constructor();
  /** Returns the number of pixels. */
  count(): number;
  /** Returns the box around the pixels. */
  bounds(): Rect;
  /** Returns the pixels that both cover; null if there are none. */
  common(other: Cover): Cover | null;
  /** Returns the pixels in their box as a mask. */
  toMask(): Mask;
  /** Returns the pixels, x and y of each in turn. */
  pixels(): Int32Array;
}

/** How two bodies touch. */
export interface Contact {
  /** The unit vector from the first to the second. */
  normal: Pair;
  /** How far the second must move along the normal until the two just touch. */
  depth: number;
  /** A point inside both bodies. */
  point: Pair;
}

/** How two bodies overlap, by their kinds. */
export type Overlap =
  | {
      kind: "sprite-sprite";
      /** The number of pixels that both cover. */
      pixels: number;
      /** The box around these pixels. */
      bounds: Rect;
      /** The pixel with the smallest (y, x). */
      first: Pair;
      /** The mean of the pixels' centres. */
      centroid: Pair;
      /** The direction from the first sprite to the second; [0, 0] if no direction is better than its opposite. */
      normal: Pair;
      /** The number of whole pixels that the second must move along the normal until no pixel is common. */
      depth: number;
    }
  | { kind: "sprite-shape"; /** The number of covered pixels that the shape overlaps. */ pixels: number }
  | ({ kind: "shape-shape" } & Contact)
  | { kind: "tiles"; /** The column and row of each cell. */ cells: Pair[] };

/** How far apart two bodies are, and where they are closest. */
export interface Distance {
  /** The distance; 0 if the two overlap. */
  distance: number;
  /** A point of the first that is closest to the second. */
  a: Pair;
  /** A point of the second that is closest to the first. */
  b: Pair;
}

/** For a moving sprite: the step of the hit, and the number of steps of the motion. */
export interface SpriteStep {
  step: number;
  of: number;
}

/** Exact answers about two placed bodies. */
export const query: {
  /** Whether two bodies overlap. */
  overlaps(a: Form, b: Form, touching?: Touching): boolean;
  /** Returns how two bodies overlap; null if they do not. */
  overlap(a: Form, b: Form, touching?: Touching): Overlap | null;
  /** Returns how two bodies touch: the normal, the depth and a point; null if they are apart. */
  contact(a: Form, b: Form, touching?: Touching): Contact | null;
  /** Returns the distance of two bodies; null if one of them covers nothing. */
  distance(a: Form, b: Form): Distance | null;
  /** Whether two bodies are within a margin of each other and do not overlap. */
  grazes(a: Form, b: Form, margin: number, touching?: Touching): boolean;
  /** Whether a body contains a point. */
  contains(form: Form, at: Vec): boolean;
  /** Returns the first hit of a ray on a body; null if it misses. */
  cast(form: Form, start: Vec, end: Vec): { t: number; point: Pair; normal: Pair } | null;
  /** Returns the first overlap of two moving bodies; null if they do not overlap. */
  sweep(a: Form, aTo: Vec, b: Form, bTo: Vec): { t: number; step: SpriteStep | null } | null;
  /** Returns the points where the outlines of two bodies cross. */
  crossings(a: Form, b: Form): Pair[];
  /** Returns which bodies of `a` overlap which of `b`: their indices in the two lists, two per pair, in order. */
  pairs(a: readonly Form[], b: readonly Form[], touching?: Touching): Uint32Array;
  /**
   * Returns where a body would fit among others, as `World.fits` does. `poses` is the body placed at each angle; where
   * it stands does not matter.
   */
  fits(poses: Form | readonly Form[], bodies: readonly Form[], options: PlaceGrid & { touching?: Touching }): Uint8Array;
  /** Returns at how many positions and angles a body would fit among others. */
  countFits(poses: Form | readonly Form[], bodies: readonly Form[], options: PlaceGrid & { touching?: Touching }): number;
  /** Returns the first pose at which a body would fit among others; null if there is none. */
  firstFit(poses: Form | readonly Form[], bodies: readonly Form[], options: PlaceGrid & { touching?: Touching }): FreePose | null;
  /** Returns the pose nearest to a position at which a body would fit among others; null if there is none. */
  nearestFit(poses: Form | readonly Form[], bodies: readonly Form[], to: Vec, options: PlaceGrid & { touching?: Touching }): FreePose | null;
};

/** A named part of a body: hits report the region. */
export class Region extends Held {
  /** The region is on the body's layers if none are given. The pivot, in texels, is for a mask. */
  constructor(name: string, solid: Solid, options?: { pivot?: Vec; layer?: number; against?: number });
  /** The name. */
  readonly name: string;
}

/** The look of a body in one frame: a shape, a mask or a tile map, and regions. */
export class Look extends Held {
  constructor(solid: Solid, options?: { pivot?: Vec; regions?: readonly Region[] });
}

/** The options of a new body. */
export interface BodyOptions {
  /** The position; [0, 0] by default. */
  at?: Vec;
  /** The angle in radians. */
  angle?: number;
  scale?: Scale;
  /** For a sprite, in texels: the point of the mask that lands on `at`. */
  pivot?: Vec;
  /** The named parts. */
  regions?: readonly Region[];
  /** The index of the frame that the body shows. */
  frame?: number;
  /** The layers that the body is on, a bit each; 1 by default. */
  layer?: number;
  /**
   * The layers that the body is tested against; all by default. Two bodies are a pair if each is against a layer of
   * the other.
   */
  against?: number;
  /** The group; 0, by default, is none. Two bodies of one group are no pair, whatever their layers say. */
  group?: number;
  /** Whether the body is a sensor, which stops no travel. */
  sensor?: boolean;
  /** The body stops only travels that hit a face of it that looks in this direction. */
  oneWay?: Vec;
  /** The margin, in pixels, within which near misses are reported. */
  graze?: number;
  /** The distance outside the world's bounds beyond which the body is removed. */
  despawnBeyond?: number;
  /** The number of steps after a hit in which the same two bodies do not hit again. */
  cooldown?: number;
  /** The number of hits that the body takes part in. */
  maxHits?: number;
  /** The number of next steps in which nothing hits the body. */
  invulnerable?: number;
  /** Whether the body is swept: it misses nothing between two steps, at any speed. */
  swept?: boolean;
  /** An integer of your own. */
  data?: number;
}

/** The settings of a new body: its solid, its position, what it may hit. It may be spawned several times. */
export class Body extends Held {
  constructor(solid: Solid, options?: BodyOptions);
  /** Creates a sprite: it covers exactly the pixels that the mask covers, at any angle. */
  static sprite(mask: Mask, options?: BodyOptions): Body;
  /** Creates a body with frames: `World.setFrame` shows another frame. */
  static frames(looks: readonly Look[], options?: BodyOptions): Body;
  /** Creates a point. */
  static point(options?: BodyOptions): Body;
  /** Creates a segment from a to b. */
  static segment(a: Vec, b: Vec, options?: BodyOptions): Body;
  /** Creates a circle. */
  static circle(r: number, options?: BodyOptions): Body;
  /** Creates an ellipse from its radii along x and y. */
  static ellipse(rx: number, ry: number, options?: BodyOptions): Body;
  /** Creates a capsule: all points within `r` of the segment from a to b. */
  static capsule(a: Vec, b: Vec, r: number, options?: BodyOptions): Body;
  /** Creates a box around its origin, given by half its width and half its height. */
  static rect(half: Vec, options?: BodyOptions): Body;
  /** Creates a simple polygon, convex or concave. */
  static polygon(vertices: Places, options?: BodyOptions): Body;
  /** Creates a chain of segments with a radius (a curved laser); `World.setChain` moves its points. */
  static chain(vertices: Places, r: number, options?: BodyOptions): Body;
  /** Creates a tile map with its top left corner at its position. */
  static tiles(map: TileMap, options?: BodyOptions): Body;
  /** Returns a copy with these options changed. */
  but(options?: BodyOptions): Body;
}

/** The present state of a body in a world. */
export interface BodyState {
  body: Handle;
  at: Pair;
  angle: number;
  scale: Pair;
  layer: number;
  against: number;
  frame: number;
  data: number;
  isSwept: boolean;
  /** null if the number of hits is not limited. */
  hitsLeft: number | null;
  invulnerableFor: number;
  /** 0 if it is in no group. */
  group: number;
  isSensor: boolean;
  /** The direction of the faces that stop travels; null where all faces do. */
  oneWay: Pair | null;
  /** The names of the body's regions, in order: in hits the first is 1, and 0 is the body itself. */
  regions: string[];
}

/** Two bodies that hit. `a` was spawned first, except in the result of `between`. */
export interface Hit {
  a: Handle;
  b: Handle;
  /** The region of each body; 0 is the body itself. */
  regions: Pair;
  /** The layers that the two regions were on. */
  layers: Pair;
  /** For swept bodies the time of the hit, 0 to 1; else null. */
  t: number | null;
}

/** A list of hits, as columns; an iteration gives objects. */
export class Hits implements Iterable<Hit> {
  private constructor();
  /** The number of hits. */
  get length(): number;
  /** The handles of the first bodies. */
  get a(): Float64Array;
  /** The handles of the second bodies. */
  get b(): Float64Array;
  /** The times of the hits of swept bodies, 0 to 1; NaN for others. */
  get t(): Float64Array;
  /** The layers of the first bodies. */
  get layerA(): Uint32Array;
  /** The layers of the second bodies. */
  get layerB(): Uint32Array;
  /** The regions of the first bodies; 0 is the body itself. */
  get regionA(): Uint8Array;
  /** The regions of the second bodies. */
  get regionB(): Uint8Array;
  /** Returns one hit. */
  at(k: number): Hit;
  /** Returns the hits between two sets of layers. In each hit the body on the layers `a` is first. */
  between(a: number, b: number): Hits;
  [Symbol.iterator](): IterableIterator<Hit>;
}

/** The amounts of a step. */
export interface Report {
  step: number;
  bodies: number;
  /** The number of candidate pairs. */
  candidates: number;
  /** The number of pairs that overlapped. */
  overlaps: number;
  /** The number of overlaps that were hits. */
  hits: number;
  /** The number of pairs that grazed. */
  near: number;
  /** The method that found the candidate pairs. */
  broad: string;
}

/** The result of a step. It does not change when the world changes. */
export class Step {
  private constructor();
  /** The number of the step; the first is 1. */
  get number(): number;
  /** All hits that overlap now, new or not. */
  get hits(): Hits;
  /** The hits that overlap now and did not after the previous step. */
  get began(): Hits;
  /** The hits that overlap now and did after the previous step. */
  get stayed(): Hits;
  /** The hits that overlapped after the previous step and do not now. */
  get ended(): Hits;
  /** The near misses: a pair is reported only the first time that it is within the margin. */
  get grazes(): Hits;
  /** Returns the hits between two sets of layers. In each hit the body on the layers `a` is first. */
  between(a: number, b: number): Hits;
  /** The bodies that left the world's bounds in this step. */
  get left(): Float64Array;
  /** The bodies that came into the world's bounds in this step. */
  get entered(): Float64Array;
  /** The bodies that this step removed because they were too far outside the bounds. */
  get despawned(): Float64Array;
  /** The amounts of the step. */
  get report(): Report;
}

/** The bodies that a query includes. */
export interface Filter {
  /** Bodies on one of these layers; all by default. */
  against?: number;
  /** The body that the query leaves out. */
  ignore?: Handle;
}

/** A grid of positions: the one in column i and row j is `from` + (i, j) * `step`. */
export interface PlaceGrid {
  /** The position in column 0 and row 0. */
  from: Vec;
  /** The distance from one column to the next, and from one row to the next; [1, 1] by default. */
  step?: Vec;
  /** The numbers of columns and rows, at least 1 each. */
  count: Vec;
}

/** Where a world is asked whether a body fits. */
export interface FitPlaces extends PlaceGrid, Filter {
  /** The angles; 0 alone by default. */
  angles?: Numbers;
}

/** A free pose: the index of its angle, its column, its row, and its position before snapping. */
export interface FreePose {
  angle: number;
  x: number;
  y: number;
  at: Pair;
}

/** A hit of a ray on a body. */
export interface RayHit {
  body: Handle;
  /** The body's region; 0 is the body itself. */
  region: number;
  /** The fraction of the ray up to the hit, 0 to 1. */
  t: number;
  point: Pair;
  /** The normal out of the body; [0, 0] if the ray starts in it. */
  normal: Pair;
}

/** The first hit of a moving body. */
export interface SweepHit {
  body: Handle;
  /** The regions of the hit: that of the moving body and that of the other; 0 is the body itself. */
  regions: Pair;
  /** The fraction of the motion up to the hit, 0 to 1. */
  t: number;
  /** The step of the hit for a sprite; else null. */
  step: SpriteStep | null;
  /** The leg of the path, from 0. */
  leg: number;
}

/** A body and its distance to a position. */
export interface Neighbor {
  body: Handle;
  /** The distance to the body's nearest point; 0 if the body contains the position. */
  distance: number;
  /** The body's nearest point. */
  point: Pair;
}

/** The result of a travel. */
export interface Travel {
  /** The body's position after the travel. */
  at: Pair;
  /** The motion `by`, redirected and slowed by the hits: the body's velocity from now on. */
  velocity: Pair;
  /** The hits in order, with the surfaces' normals, out of the bodies that were hit. */
  met: (SweepHit & { normal: Pair })[];
}

/** The options of a new world. */
export interface WorldOptions {
  /** Two opposite corners. Steps report the bodies that leave and enter these bounds. */
  bounds?: readonly [Vec, Vec];
  /** The direction of +y: down, as on a canvas, or up. */
  axes?: "y-down" | "y-up";
  /** The number of pixels in one of your units. */
  pixelsPerUnit?: number;
  /** Whether bodies that only touch hit. */
  touching?: Touching;
  /** The same for pairs of layers; the last entry that matches a pair applies. */
  touchingBetween?: readonly { a: number; b: number; touching: Touching }[];
  /** Pairs of layers whose circles overlap if their distance is less than the root of the sum of their squared radii. */
  rootedCirclesBetween?: readonly { a: number; b: number }[];
  /** The method that finds candidate pairs. */
  broad?: BroadKind;
}

/** A world: bodies, their hits, and queries at any time. */
export class World extends Held {
  constructor(options?: WorldOptions);
  /** Makes a step: finds all hits and remembers them for the next step. */
  step(): Step;
  /** The number of bodies. */
  get size(): number;
  /** The number of steps that were made. */
  get steps(): number;
  /** Returns a hash of the world's whole state, the same on every machine. */
  hash(): bigint;
  /** Saves the world's state, to go back to it. It does not copy what does not change. */
  snapshot(): Snapshot;
  /** Restores the state of a snapshot, earlier or later. */
  restore(snapshot: Snapshot): void;
  /** Selects the method that finds candidate pairs from now on. */
  setBroad(broad: BroadKind): void;

  /** Spawns a body. */
  spawn(body: Body): Handle;
  /** Spawns several bodies; none if one is refused. */
  spawnMany(bodies: readonly Body[]): Float64Array;
  /** Spawns one body at many positions, with an angle, a scale and data for each, or one for all. */
  spawnMany(body: Body, options: { at: Places; angle?: Numbers | number; scale?: Places | number; data?: Numbers | number }): Float64Array;
  /** Removes a body. */
  remove(body: Handle): void;
  /** Removes many bodies; none if one does not exist any more. */
  removeMany(bodies: Handles): void;
  /** Removes the bodies that overlap a placed shape or mask, and returns them. */
  removeOverlapping(solid: Solid, at: Vec, options?: Placing & Filter): Float64Array;
  /** Removes all bodies. */
  clear(): void;
  /** Whether a body still exists. */
  contains(body: Handle): boolean;
  /** Returns which of the bodies still exist: 1 for each that does. */
  containsMany(bodies: Handles): Uint8Array;
  /** Returns all bodies, in order of spawn. */
  bodies(): Float64Array;
  /** Returns the present state of a body. */
  get(body: Handle): BodyState;
  /** Returns the index of a region in hits; null if the body has no region of that name. */
  regionIndex(body: Handle, name: string): number | null;
  /** Returns the placed form of a body, for {@link query}. */
  form(body: Handle): Form;
  /** Returns the positions of bodies, x and y of each in turn. */
  positions(bodies: Handles): Float64Array;
  /** Returns the angles of bodies. */
  angles(bodies: Handles): Float64Array;
  /** Returns the scales of bodies, x and y of each in turn. */
  scales(bodies: Handles): Float64Array;
  /** Returns the numbers that you attached to bodies. */
  data(bodies: Handles): Float64Array;

  /** Moves a body. */
  setPosition(body: Handle, at: Vec): void;
  /** Moves many bodies, each to its own position; none if one cannot move. */
  setPositions(bodies: Handles, at: Places): void;
  /** Moves a body to a position without a path in between: a swept body hits nothing on the way there. */
  teleport(body: Handle, at: Vec): void;
  /** Does the same for many bodies, each to its own position. */
  teleportMany(bodies: Handles, at: Places): void;
  /** Makes a body swept, or not swept any more: a swept body misses nothing between two steps. */
  setSwept(body: Handle, isSwept: boolean): void;
  /** Turns a body. */
  setAngle(body: Handle, angle: number): void;
  /** Turns many bodies, each to its own angle. */
  setAngles(bodies: Handles, angles: Numbers): void;
  /** Scales a body; a negative scale mirrors. */
  setScale(body: Handle, scale: Scale): void;
  /** Scales many bodies: one number for each, or two for each, or one for all. */
  setScales(bodies: Handles, scales: Places | number): void;
  /** Shows another frame of a body. */
  setFrame(body: Handle, frame: number): void;
  /** Shows another frame of many bodies. */
  setFrames(bodies: Handles, frames: Numbers): void;
  /** Moves, turns and scales many bodies at once; what is not given does not change. */
  setPlacements(bodies: Handles, options: { at?: Places; angle?: Numbers; scale?: Places | number }): void;
  /** Moves the points of a chain. */
  setChain(body: Handle, vertices: Places): void;
  /**
   * Moves the points of many chains: those of the first chain, then those of the second, and so on; none if one is
   * refused.
   */
  setChains(bodies: Handles, points: Places): void;
  /** Changes the radius of a circle, a capsule or a chain. */
  setRadius(body: Handle, r: number): void;
  /** Does the same for many bodies. */
  setRadii(bodies: Handles, radii: Numbers): void;
  /** Changes the shape of a body. */
  setShape(body: Handle, shape: Shape): void;
  /**
   * Changes the mask of a body. The body keeps the mask as it is now: if the mask changes later, call `setMask`
   * again.
   */
  setMask(body: Handle, mask: Mask): void;
  /** Changes the look of a body, with its regions. */
  setLook(body: Handle, look: Look): void;
  /** Changes the layers that a body is on, and those that it is tested against. Its group stays. */
  setLayers(body: Handle, layer: number, against: number): void;
  /** Puts a body in a group; 0 takes it out. Two bodies of one group are no pair, whatever their layers say. */
  setGroup(body: Handle, group: number): void;
  /** Makes a body a sensor, which stops no travel, or one that stops travels from all sides. */
  setSensor(body: Handle, isSensor: boolean): void;
  /**
   * Makes a body one-way: it stops only travels that hit a face of it that looks in this direction. null makes it stop
   * travels from all sides.
   */
  setOneWay(body: Handle, direction: Vec | null): void;
  /** Gives a body a region in all its frames; a region of the same name is replaced. */
  setRegion(body: Handle, region: Region): void;
  /** Removes a region from all frames of a body. */
  removeRegion(body: Handle, name: string): void;
  /** Sets the margin, in pixels, within which the body's near misses are reported; null for none. */
  setGraze(body: Handle, margin: number | null): void;
  /** Makes nothing hit a body for `steps` steps. */
  setInvulnerable(body: Handle, steps: number): void;
  /** Sets the number of steps after a hit in which the same two bodies do not hit again. */
  setCooldown(body: Handle, steps: number): void;
  /** Limits the number of further hits of a body; null for no limit. */
  setMaxHits(body: Handle, hits: number | null): void;
  /** Sets the distance outside the world's bounds beyond which a body is removed; null for never. */
  setDespawnBeyond(body: Handle, margin: number | null): void;
  /** Attaches an integer of your own to a body. */
  setData(body: Handle, data: number): void;

  /** Returns where a position of the world is in pixels, +y down: a renderer draws it there. */
  pixelsOf(at: Vec): Pair;
  /** Returns a position in pixels, +y down, as one of the world, such as that of a click. */
  placeOf(pixels: Vec): Pair;
  /** Returns the bodies that contain a point, in order of spawn. */
  atPoint(at: Vec, options?: Filter): Float64Array;
  /** Returns the bodies that overlap a box, given by two opposite corners. */
  inBox(corner: Vec, opposite: Vec, options?: Filter): Float64Array;
  /** Returns the bodies that overlap a circle. */
  inCircle(center: Vec, r: number, options?: Filter): Float64Array;
  /**
   * Returns the bodies that overlap a cone: from its apex in `direction`, `halfAngle` wide to each side,
   * `reach` long.
   */
  inCone(apex: Vec, direction: number, halfAngle: number, reach: number, options?: Filter): Float64Array;
  /** Returns the bodies that overlap a placed shape or mask. */
  overlapping(solid: Solid, at: Vec, options?: Placing & Filter): Float64Array;
  /** Returns the first hit of a ray; null if it hits nothing. */
  firstOnRay(start: Vec, end: Vec, options?: Filter): RayHit | null;
  /** Returns every body that a ray hits, in order along the ray. */
  alongRay(start: Vec, end: Vec, options?: Filter): RayHit[];
  /** Returns the `count` bodies nearest to a position, the nearest first; 1 by default. */
  nearest(to: Vec, count?: number, options?: Filter): Neighbor[];
  /** Returns the first hit of a body on its motion to `to`; nothing moves. null if there is no hit. */
  sweep(body: Handle, to: Vec): SweepHit | null;
  /** Does the same for a shape or a mask that is not a body. */
  sweepSolid(solid: Solid, at: Vec, to: Vec, options?: Placing & Filter): SweepHit | null;
  /** Returns the distance of two bodies, and their closest points; null if one of them covers nothing. */
  distance(a: Handle, b: Handle): Distance | null;
  /** Returns the points where the outlines of two bodies cross. */
  crossings(a: Handle, b: Handle): Pair[];

  /**
   * Returns where a body would fit: one byte for each angle, row and column, in this order; 1 where the body would be
   * in no pair. The body is not in the world; its own position and angle do not matter. Column x, row y at the first
   * angle is byte y * count[0] + x.
   */
  fits(body: Body | Solid, options: FitPlaces): Uint8Array;
  /** Returns at how many positions and angles a body would fit. */
  countFits(body: Body | Solid, options: FitPlaces): number;
  /** Returns the first pose at which a body would fit, in order of angle, row and column; null if there is none. */
  firstFit(body: Body | Solid, options: FitPlaces): FreePose | null;
  /** Returns the pose nearest to a position at which a body would fit, the first of those equally near; null if there is none. */
  nearestFit(body: Body | Solid, to: Vec, options: FitPlaces): FreePose | null;

  /** Returns how the two bodies of a hit overlap now; null if they do not any more. */
  overlap(hit: Hit): Overlap | null;
  /** Returns how the two bodies of a hit touch: the normal, the depth and a point; null if they are apart. */
  contact(hit: Hit): Contact | null;
  /** Does the same for a list of hits. */
  contacts(hits: Hits): (Contact | null)[];
  /** Returns the pixels that the two bodies of a hit have in common; null unless both are sprites. */
  commonPixels(hit: Hit): Cover | null;
  /**
   * Returns the tags of the parts that a hit is between: of the first body's parts that overlap the second body, and
   * of the second body's parts that overlap the first. Only parts of a compound have tags.
   */
  partTags(hit: Hit): [a: string[], b: string[]];
  /**
   * Moves the two bodies of a hit apart: the first by `share` of the distance (0.5 by default), the second by the
   * rest. Returns how far each was moved.
   */
  pushApart(hit: Hit, share?: number): [a: Pair, b: Pair] | null;
  /** Moves a body along a path, from position to position, up to its first hit, and leaves it there. */
  advance(body: Handle, path: Places): SweepHit | null;
  /**
   * Moves a body and applies the response at each hit. A number as response is a bounce: the fraction of the speed
   * that is given back.
   */
  travel(body: Handle, by: Vec, response: "stick" | "slide" | number): Travel;
  /**
   * Moves a body that is beyond the world's bounds back inside, and returns its velocity after that; null if it is
   * inside.
   */
  keepInside(body: Handle, velocity: Vec, restitution?: number): Pair | null;
}

/** The saved state of a world. */
export class Snapshot extends Held {
  private constructor();
  /** Creates a snapshot from such bytes; bytes from untrusted sources are checked. */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): Snapshot;
  /** Returns bytes that any machine and any language can read: to save a game, or to send its state. */
  toBytes(): Uint8Array;
  /** Returns `World.hash` of the saved state. */
  hash(): bigint;
  /** The number of steps that the world had made. */
  get steps(): number;
}

/** A value of a sheet, a frame or a region. */
export type SheetValue = number | string | boolean;

/** A region of a frame; its shape is in texels of the frame, as in the file. */
export interface SheetRegion {
  readonly name: string;
  readonly kind: "circle" | "ellipse" | "box" | "capsule" | "polygon" | "mask";
  readonly shape: Readonly<Record<string, unknown>>;
  /** The layers instead of the body's; null means those of the body. */
  readonly layer: number | null;
  readonly against: number | null;
  readonly values: Readonly<Record<string, SheetValue>>;
}

/** A frame of a sheet. */
export interface SheetFrame {
  readonly name: string;
  readonly size: readonly [number, number];
  /** The corner of the frame in the sheet's picture. */
  readonly at: readonly [number, number] | null;
  /** How long it is shown, in milliseconds. */
  readonly duration: number;
  readonly pivot: readonly [number, number];
  /** Region k has number k + 1 in hits; 0 is the body itself. */
  readonly regions: readonly SheetRegion[];
  readonly values: Readonly<Record<string, SheetValue>>;
}

/** A named part of a sheet's timeline. */
export interface SheetTag {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly direction: "forward" | "reverse" | "pingpong" | "pingpong_reverse";
}

/** A sheet of the hit box editor: frames with masks, pivots, regions, tags and values. */
export class Sheet extends Held {
  private constructor();
  /** Reads a sheet: the text or the bytes of its file, and those of its picture if the masks are there. */
  static fromJson(json: string | Uint8Array | ArrayBuffer, picture?: Uint8Array | ArrayBuffer): Sheet;
  /** The file name of the picture that shows the frames. */
  get image(): string | null;
  get frames(): readonly SheetFrame[];
  get tags(): readonly SheetTag[];
  get values(): Readonly<Record<string, SheetValue>>;
  /** Returns the number of the frame with a name; null if there is none. */
  frame(name: string): number | null;
  /** Returns the mask of a frame. */
  mask(frame: number): Mask;
  /** Returns the look of a frame: its mask, its pivot and its regions. */
  look(frame: number): Look;
  /** Returns a body with all frames. `World.setFrame` shows another one. */
  body(options?: BodyOptions): Body;
  /** Returns the milliseconds of one pass of a tag; null if there is no such tag. */
  length(tag: string): number | null;
  /** Returns the frame that a tag shows at a time; null if there is no such tag. */
  frameAt(tag: string, milliseconds: number): number | null;
  /** Returns the sheet as JSON, with all masks as runs. */
  toJson(): string;
}

/** Records a session: call `recorder.step(world)` instead of `world.step()`. */
export class Recorder extends Held {
  constructor();
  /** Steps a world, and records the changes and the results. */
  step(world: World): Step;
  /** Returns the recording up to now. */
  bytes(): Uint8Array;
}

/** A recorded session. */
export class Recording extends Held {
  /** Creates a recording from bytes; bytes from untrusted sources are checked. */
  constructor(bytes: Uint8Array | ArrayBuffer);
  /** The number of steps. */
  get length(): number;
  /** The number of bytes at the end that are not a whole step, from a session that ended in the middle of one. */
  get cut(): number;
  /** Returns a replay of the session, step by step. */
  replay(): Replay;
  /** Returns the first step, pass and pair in which two recordings differ, in words; null if they do not differ. */
  firstDifference(other: Recording): string | null;
}

/** A replay of a recorded session. */
export class Replay extends Held {
  private constructor();
  /** Replays the next step; null after the last. */
  step(): Step | null;
  /** The number of steps that were made. */
  get steps(): number;
  /** The first difference between the replay and the recording, in words; null if there is none. */
  get difference(): string | null;
  /** Returns a copy of the present world. */
  world(): World;
}

/**
 * Many bodies as columns: one side of a batch of pairs. Columns that are all Float32Array are passed on without
 * conversion.
 */
export class Poses extends Held {
  private constructor();
  /** Creates boxes: centres, half sides, angles. */
  static boxes(poses: { x: Numbers; y: Numbers; hx: Numbers; hy: Numbers; angle: Numbers }): Poses;
  /** Creates circles: centres and radii. */
  static circles(poses: { x: Numbers; y: Numbers; r: Numbers }): Poses;
  /** Creates shapes of a list, each turned and placed: `shape` has the index of each in the list. */
  static shapes(poses: { shapes: readonly Shape[]; shape: Numbers; x: Numbers; y: Numbers; angle: Numbers }): Poses;
  /** Creates masks of a list, each turned around its middle and placed: `mask` has the index of each in the list. */
  static sprites(poses: { masks: readonly Mask[]; mask: Numbers; x: Numbers; y: Numbers; angle: Numbers }): Poses;
  /** The number of bodies. */
  get length(): number;
}

/** Tests pairs of poses without a world: body k of `a` with body k of `b`. */
export const batch: {
  /** Returns which pairs overlap: 1 for each that does. */
  overlaps(a: Poses, b: Poses, touching?: Touching): Uint8Array;
  /** Returns the indices of the pairs that overlap, in order. */
  hits(a: Poses, b: Poses, touching?: Touching): Uint32Array;
  /**
   * Returns the separation of each pair: normals from the first to the second, two numbers per pair, and depths; NaN
   * if they do not overlap.
   */
  separations(a: Poses, b: Poses, touching?: Touching): { normals: Float64Array; depths: Float64Array };
};

/** A broad phase: finds pairs of boxes that overlap, without a world. It reuses its memory from call to call. */
export class Broad extends Held {
  constructor(kind?: BroadKind);
  /**
   * Returns every pair of boxes that overlap, two numbers each, in order. A box is four numbers: its least and
   * greatest corners. `layers` has two numbers for each box: the layers that it is on, and those that it is tested
   * against.
   */
  pairs(boxes: Numbers, layers?: Numbers): Uint32Array;
}

/**
 * Mathematics that is the same on every machine: for all that moves a body in a replay or over a network. `Math.sin` differs in its
 * last bits from browser to browser, and one bit in a velocity is a visibly different game a second later.
 */
export const det: {
  /** Returns the sine of an angle in radians. */
  sin(angle: number): number;
  /** Returns the cosine of an angle in radians. */
  cos(angle: number): number;
  /** Returns the angle of the point (x, y), from -pi to pi. */
  atan2(y: number, x: number): number;
  /** Returns the square root, correctly rounded. */
  sqrt(x: number): number;
  /** Returns the length of the vector (x, y). */
  hypot(x: number, y: number): number;
  /** Returns 2 to the power of `x`. */
  exp2(x: number): number;
  /** Returns a vector that is turned by an angle in radians, as bodies turn. */
  rotate(v: Vec, angle: number): Pair;
  /** Returns a position that is moved towards a target by at most `most`. It never passes the target. */
  moveTowards(at: Vec, target: Vec, most: number): Pair;
  /** Returns a vector that is turned towards a direction by at most `most` radians, with the same length. */
  turnTowards(v: Vec, direction: Vec, most: number): Pair;
};

/** A stream of random numbers that are the same on every machine. Its whole state is `key` and `drawn`. */
export class RandomStream {
  /** The stream of a seed, from 0 to 2^64 - 1, after `drawn` numbers. Every seed is good, also 0. */
  constructor(seed: number | bigint, drawn?: number | bigint);
  /** Which stream it is. The key of a seed's stream is the seed. */
  get key(): bigint;
  /** How many numbers were drawn. */
  get drawn(): bigint;
  /**
   * Returns a stream of its own for a step, a wave or a body. It depends on the key and the name, not on how many numbers were
   * drawn.
   */
  split(name: number | bigint): RandomStream;
  /** Draws 64 random bits. */
  bits(): bigint;
  /** Draws a whole number from 0 to n - 1; 0 if n is 0. */
  below(n: number): number;
  /** Draws a number from `least` to `most`. */
  between(least: number, most: number): number;
}

/** Returns a velocity after a bounce off a surface: with restitution 1 as fast as it came; with 0 it slides. */
export function deflected(velocity: Vec, normal: Vec, restitution: number): Pair;

/**
 * Answers a scene; the scene and the answer are JSON (docs/SPEC.md, section 8). The result is what the program
 * `kasuri solve` writes.
 */
export function solve(scene: string): string;
/** Answers many scenes, one per line. The answer to a refused scene is its error. */
export function solveLines(lines: string): string;
