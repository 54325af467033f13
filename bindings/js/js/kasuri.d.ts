/**
 * Kasuri tells games what hit what, to the pixel: sprites collide exactly as drawn, turned, scaled and mirrored, against sprites,
 * shapes and tile maps. Every answer is exact, and the same bit for bit on every machine.
 *
 * Angles are radians; +y goes down and a positive angle turns +x towards +y, as on a canvas. Lengths are pixels. Whatever is refused
 * is a {@link KasuriError} with the library's own text, and has changed nothing.
 */

/** A place, an offset or a size. */
export type Vec = readonly [x: number, y: number] | { readonly x: number; readonly y: number } | Float64Array | Float32Array;
/** Two numbers, x and y. */
export type Pair = [x: number, y: number];
/** A scale for both axes, or one for each; a negative one mirrors. */
export type Scale = number | Vec;
/** Typed arrays of numbers, or plain ones. Float64Array is passed on as it is. */
export type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array | readonly number[];
/** Places: x and y of each in turn, or a list. */
export type Places = Numbers | readonly Vec[];
/** A box of pixels or texels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** Names a body for as long as it lives, and never another after it; `handle % 2 ** 24` is its slot, which is used again. */
export type Handle = number;
/** Bodies by name. Whatever returns handles returns a Float64Array. */
export type Handles = Float64Array | readonly Handle[];
/** What can hit, not placed yet. */
export type Solid = Shape | Mask | TileMap;
/** Whether bodies that only touch overlap; they do unless it is said. */
export type Touching = "counts" | "ignored";
/** What finds candidates. It changes nothing of the answers. */
export type BroadKind = "auto" | "brute" | "grid" | "tree";

/** How the module is loaded. */
export interface InitOptions {
  /** With SIMD, or without; as the engine has it where it is not said. */
  simd?: boolean;
  /** The module, where it is not beside the JavaScript: an address, a response, bytes, or compiled. */
  wasm?: string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
}

/** Loads the module: once, before anything else. Later calls wait for the first. */
export function init(options?: InitOptions): Promise<void>;
/** The same at once. `kasuri/single` has the bytes inside; otherwise `wasm` must be bytes or a compiled module. */
export function initSync(options?: InitOptions): void;
/** Whether this engine has SIMD. */
export function hasSimd(): boolean;
/** The instruction set that the module runs on: "simd128" or "plain". The answers are the same. */
export function instructionSet(): string;
/** The version of the module. */
export function version(): string;

/** What Kasuri refuses, and why: the library's own text, which says what would be accepted. */
export class KasuriError extends Error {
  constructor(code: KasuriError["code"], text: string, options?: { cause?: unknown });
  /**
   * - `refused`: a value that the library does not take;
   * - `stale`: a handle whose body is gone, or that is another world's;
   * - `type`: a value of the wrong type, or an option that does not exist;
   * - `freed`: an object after its `free()`;
   * - `load`: the module is not loaded, or could not be;
   * - `panic`: the library failed, or memory is full. What it was doing is half done, so every later call throws this, too, and the
   *   worlds are lost: load the page again, or start the worker again, from the last snapshot.
   */
  readonly code: "refused" | "stale" | "type" | "freed" | "load" | "panic";
}

/** An object in the module's memory. The garbage collector frees it sooner or later. */
export abstract class Held {
  /** Frees it now. Using it afterwards is an error. */
  free(): void;
  /** `free`, for `using` declarations. */
  [Symbol.dispose](): void;
}

/** Where something is turned and scaled to. */
export interface Placing {
  /** Radians. */
  angle?: number;
  scale?: Scale;
}

/** A shape in its own coordinates. */
export class Shape extends Held {
  private constructor();
  /** A point. */
  static point(): Shape;
  /** From a to b. */
  static segment(a: Vec, b: Vec): Shape;
  /** A circle. */
  static circle(r: number): Shape;
  /** All within `r` of the segment from a to b. */
  static capsule(a: Vec, b: Vec, r: number): Shape;
  /** A box of half the width and half the height. */
  static rect(half: Vec): Shape;
  /** A simple polygon, convex or concave; with a radius, all within it of a convex one. */
  static polygon(vertices: Places, r?: number): Shape;
  /** All within `r` of a line of segments: a curved laser. */
  static chain(vertices: Places, r: number): Shape;
  /** Shapes as one, each at an offset. */
  static compound(parts: readonly { shape: Shape; offset?: Vec }[]): Shape;
  /** What it is: "circle", "polygon" and so on. */
  get kind(): string;
  /** The shape at a place, turned and scaled: what {@link query} asks about. */
  place(at: Vec, options?: Placing): Form;
}

/**
 * A map of cells: '.' and ' ' are empty, '#' is solid, other characters are what the legend says, a mask or a convex polygon in the
 * cell's own coordinates.
 */
export class TileMap extends Held {
  constructor(cell: Vec, rows: readonly string[], legend?: Readonly<Record<string, Mask | Places>>);
  /** Columns and rows. */
  get size(): Pair;
  /** The map with its top left corner at a place. */
  place(at: Vec): Form;
}

/** Which pixels of a picture are solid. */
export interface Opacity {
  /** Those of at least this alpha; 128 where it is not said. */
  alpha?: number;
  /** All but those of this colour, red, green and blue. */
  key?: readonly [red: number, green: number, blue: number];
}

/** Bits, one a texel: set where a picture is solid. */
export class Mask extends Held {
  /** A mask of a size, 1 to 4096 a side, clear or filled. */
  constructor(width: number, height: number, fill?: boolean);
  /** Drawn in characters: set unless '.' or ' '. */
  static fromRows(rows: readonly string[]): Mask;
  /** From a byte a texel, row by row; set where it is not 0. */
  static fromTexels(width: number, height: number, texels: Uint8Array | Uint8ClampedArray | ArrayBuffer): Mask;
  /** Set where the function says so. */
  static fromFunction(width: number, height: number, isSet: (x: number, y: number) => boolean): Mask;
  /** From RGBA pixels, four bytes each. */
  static fromRgba(width: number, height: number, pixels: Uint8Array | Uint8ClampedArray | ArrayBuffer, options?: Opacity): Mask;
  /** From what a canvas's `getImageData` returns. */
  static fromImageData(
    image: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray | Uint8Array },
    options?: Opacity,
  ): Mask;
  /** From the bytes of a PNG file. */
  static fromPng(png: Uint8Array | ArrayBuffer, options?: Opacity): Mask;
  /** Texels across. */
  get width(): number;
  /** Texels down. */
  get height(): number;
  /** A copy. */
  copy(): Mask;
  /** Whether both have the same size and the same bits. */
  equals(other: Mask): boolean;
  /** A byte a texel, 1 where it is set. */
  toTexels(): Uint8Array;
  /** The rows as characters, '#' and '.'. */
  toRows(): string[];
  /** Whether a bit is set; none is outside the mask. */
  get(x: number, y: number): boolean;
  /** Sets a bit, or clears it; nothing happens outside the mask. */
  set(x: number, y: number, isSet?: boolean): void;
  /** How many bits are set. */
  count(): number;
  /** The box around the set bits; null where none is set. */
  bounds(): Rect | null;
  /** The middle of the set bits; null where none is set. */
  centroid(): Pair | null;
  /** How the set bits lie, in radians; null where none is set. */
  angle(): number | null;
  /** Sets every bit. */
  fill(): void;
  /** Clears every bit. */
  clear(): void;
  /** Sets what is clear and clears what is set. */
  invert(): void;
  /** Whether both have a texel in common, the other's corner at `offset`. */
  meets(other: Mask, offset: Vec): boolean;
  /** How many texels both have. */
  commonCount(other: Mask, offset: Vec): number;
  /** The texel that both have with the smallest (y, x); null where there is none. */
  commonFirst(other: Mask, offset: Vec): Pair | null;
  /** Sets what the other has. */
  draw(other: Mask, offset: Vec): void;
  /** Clears what the other has. */
  erase(other: Mask, offset: Vec): void;
  /** Clears what the other has not. */
  and(other: Mask, offset: Vec): void;
  /** Sets what one of both has, and clears what both have. */
  xor(other: Mask, offset: Vec): void;
  /** What lies within a box of texels, clear beyond the mask. */
  cropped(corner: Vec, size: Vec): Mask;
  /** Cuts a sheet into frames of one size, row by row. */
  sliced(width: number, height: number): Mask[];
  /** A mask of another size, scaled from this one. */
  scaled(width: number, height: number): Mask;
  /** Mirrored left to right, and top to bottom. */
  flipped(sideways?: boolean, upsideDown?: boolean): Mask;
  /** Turned by quarters, clockwise on the screen. */
  turned(quarters: number): Mask;
  /** Grown by all within a radius, in texels. */
  dilated(radius: number): Mask;
  /** Shrunk by all within a radius of what is clear. */
  eroded(radius: number): Mask;
  /** Where the other, moved over this one, meets it. */
  convolved(other: Mask): Mask;
  /** The connected pieces: their boxes, and how many texels each has. */
  components(diagonal?: boolean): { bounds: Rect; texels: number }[];
  /** Boxes that hold every set texel once and nothing else. */
  rectangles(): Rect[];
  /** The border of the first piece, texel by texel. */
  outline(): Pair[];
  /** The edges as polygons with holes. At tolerance 0 along the texels' edges exactly. */
  traced(tolerance?: number): { outer: Pair[]; holes: Pair[][] }[];
  /** Convex polygons that cover what is set. */
  convexParts(tolerance?: number): Pair[][];
  /** Clears the texels under a cover, with texel (0, 0) at the world pixel `at`; says how many were set. */
  carve(cover: Cover, at: Vec): number;
  /** Sets the texels under a cover; says how many were clear. */
  stamp(cover: Cover, at: Vec): number;
  /**
   * The mask turned, scaled and mirrored as drawn: what {@link query} asks about. Its pivot, in texels, lands on `at`; it is the
   * mask's middle where it is not said.
   */
  place(at: Vec, options?: Placing & { pivot?: Vec }): Form;
}

/** A shape, a mask or a tile map where it stands. */
export class Form extends Held {
  private constructor();
  /** Where it was placed. */
  get at(): Pair;
  /** The box around it, in pixels; null where it covers nothing. */
  bounds(): Rect | null;
  /** The pixels that it covers; null of a tile map. */
  cover(): Cover | null;
  /**
   * Of a placed mask: which pixels it covers, and which texel of the mask lies under each, x and y of each in turn. Who draws a
   * picture in the mask's place takes its colours from there, and draws exactly what hits.
   */
  texels(): { pixels: Int32Array; texels: Int32Array } | null;
  /**
   * Of a placed mask: its picture, RGBA of the mask's size, drawn as it is placed, with the box that it fills; null where no pixel
   * is covered. `new ImageData(pixels, width)` draws it.
   */
  painted(pixels: Uint8Array | Uint8ClampedArray): (Rect & { pixels: Uint8ClampedArray }) | null;
}

/** World pixels that something covers. */
export class Cover extends Held {
  private constructor();
  /** How many. */
  count(): number;
  /** The box around them. */
  bounds(): Rect;
  /** The pixels that both cover; null where there are none. */
  common(other: Cover): Cover | null;
  /** The box of pixels as a mask. */
  toMask(): Mask;
  /** The pixels, x and y of each in turn. */
  pixels(): Int32Array;
}

/** How two bodies touch. */
export interface Contact {
  /** Unit vector from the first to the second. */
  normal: Pair;
  /** How far the second must move along the normal until the two just touch. */
  depth: number;
  /** A point inside both. */
  point: Pair;
}

/** How two bodies overlap, by what they are. */
export type Overlap =
  | {
      kind: "sprite-sprite";
      /** How many pixels both cover. */
      pixels: number;
      /** The box around them. */
      bounds: Rect;
      /** The one with the smallest (y, x). */
      first: Pair;
      /** The mean of their centres. */
      centroid: Pair;
      /** From the first sprite to the second; [0, 0] where no direction is better than its opposite. */
      normal: Pair;
      /** Whole pixels along the normal after which nothing is common. */
      depth: number;
    }
  | { kind: "sprite-shape"; /** How many covered squares the shape meets. */ pixels: number }
  | ({ kind: "shape-shape" } & Contact)
  | { kind: "tiles"; /** Columns and rows of the cells. */ cells: Pair[] };

/** How far apart two bodies are, and where they are closest. */
export interface Distance {
  /** 0 where they overlap. */
  distance: number;
  /** A point of the first closest to the second. */
  a: Pair;
  /** A point of the second closest to the first. */
  b: Pair;
}

/** Of a moving sprite: at which of how many steps. */
export interface SpriteStep {
  step: number;
  of: number;
}

/** Exact answers for two placed bodies. */
export const query: {
  /** Whether two bodies overlap. */
  overlaps(a: Form, b: Form, touching?: Touching): boolean;
  /** How two bodies overlap; null where they do not. */
  overlap(a: Form, b: Form, touching?: Touching): Overlap | null;
  /** How two bodies touch: which way out, how deep, where; null where they are apart. */
  contact(a: Form, b: Form, touching?: Touching): Contact | null;
  /** How far two bodies are apart; null where one covers nothing. */
  distance(a: Form, b: Form): Distance | null;
  /** Whether two bodies are within a margin of each other and do not overlap. */
  grazes(a: Form, b: Form, margin: number, touching?: Touching): boolean;
  /** Whether a body contains a point. */
  contains(form: Form, at: Vec): boolean;
  /** Where a ray first meets a body; null where it misses. */
  cast(form: Form, start: Vec, end: Vec): { t: number; point: Pair; normal: Pair } | null;
  /** When two bodies first overlap, each on its way; null where they do not. */
  sweep(a: Form, aTo: Vec, b: Form, bTo: Vec): { t: number; step: SpriteStep | null } | null;
  /** Where the outlines of two bodies cross. */
  crossings(a: Form, b: Form): Pair[];
  /** Which of some bodies overlap which of others: their places in the two lists, two a pair, in order. */
  pairs(a: readonly Form[], b: readonly Form[], touching?: Touching): Uint32Array;
};

/** A part of a body with a name of its own: a hit says which region it was. */
export class Region extends Held {
  /** On the body's layers where none are given. The pivot, in texels, is a mask's. */
  constructor(name: string, solid: Solid, options?: { pivot?: Vec; layer?: number; against?: number });
  /** Its name. */
  readonly name: string;
}

/** What a body looks like in one frame: a shape, a mask or a tile map, and regions. */
export class Look extends Held {
  constructor(solid: Solid, options?: { pivot?: Vec; regions?: readonly Region[] });
}

/** Where a body stands and what it may hit. */
export interface BodyOptions {
  /** Where it stands; [0, 0] where it is not said. */
  at?: Vec;
  /** Radians. */
  angle?: number;
  scale?: Scale;
  /** Of a sprite, in texels: what lands on `at`. */
  pivot?: Vec;
  /** Named parts. */
  regions?: readonly Region[];
  /** Which of its frames it shows. */
  frame?: number;
  /** The layers it is on, a bit each; 1 where it is not said. */
  layer?: number;
  /** Two bodies pair where each is against a layer of the other; all where it is not said. */
  against?: number;
  /** Tells of near misses within so many pixels. */
  graze?: number;
  /** Removed so far out of the world's bounds. */
  despawnBeyond?: number;
  /** After a hit the same two do not hit for so many steps. */
  cooldown?: number;
  /** How many hits it takes part in. */
  maxHits?: number;
  /** Nothing hits it for so many steps. */
  invulnerable?: number;
  /** Misses nothing between two steps, however fast it is. */
  swept?: boolean;
  /** A whole number of yours. */
  data?: number;
}

/** A body to spawn: what it is, where it stands, what it may hit. One may be spawned often. */
export class Body extends Held {
  constructor(solid: Solid, options?: BodyOptions);
  /** Exactly the pixels that a mask covers, however it is turned. */
  static sprite(mask: Mask, options?: BodyOptions): Body;
  /** A body with frames: `World.setFrame` shows another. */
  static frames(looks: readonly Look[], options?: BodyOptions): Body;
  /** A point. */
  static point(options?: BodyOptions): Body;
  /** From a to b. */
  static segment(a: Vec, b: Vec, options?: BodyOptions): Body;
  /** A circle. */
  static circle(r: number, options?: BodyOptions): Body;
  /** All within `r` of the segment from a to b. */
  static capsule(a: Vec, b: Vec, r: number, options?: BodyOptions): Body;
  /** A box of half the width and half the height. */
  static rect(half: Vec, options?: BodyOptions): Body;
  /** A simple polygon, convex or concave. */
  static polygon(vertices: Places, options?: BodyOptions): Body;
  /** A curved laser; `World.setChain` moves its points. */
  static chain(vertices: Places, r: number, options?: BodyOptions): Body;
  /** A tile map, its top left corner where it is put. */
  static tiles(map: TileMap, options?: BodyOptions): Body;
  /** The same, but for what the options say. */
  but(options?: BodyOptions): Body;
}

/** A body of a world as it is now. */
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
  /** null where hits are not counted. */
  hitsLeft: number | null;
  invulnerableFor: number;
  /** The names of its regions, in order: in hits the first is 1, and 0 is the body itself. */
  regions: string[];
}

/** Two bodies that hit: `a` was spawned first, but in what `between` picks. */
export interface Hit {
  a: Handle;
  b: Handle;
  /** Of each which region it was; 0 is the body itself. */
  regions: Pair;
  /** The layers that they were on. */
  layers: Pair;
  /** Of swept bodies when they met, 0 to 1; else null. */
  t: number | null;
}

/** A list of hits, column by column; as objects where one iterates. */
export class Hits implements Iterable<Hit> {
  private constructor();
  /** How many. */
  get length(): number;
  /** Handles of the first bodies. */
  get a(): Float64Array;
  /** Handles of the second bodies. */
  get b(): Float64Array;
  /** When swept bodies met, 0 to 1; NaN of others. */
  get t(): Float64Array;
  /** The layers of the first. */
  get layerA(): Uint32Array;
  /** The layers of the second. */
  get layerB(): Uint32Array;
  /** The regions of the first; 0 is the body itself. */
  get regionA(): Uint8Array;
  /** The regions of the second. */
  get regionB(): Uint8Array;
  /** One of them. */
  at(k: number): Hit;
  /** Those between two sets of layers, the body on the first set first in each. */
  between(a: number, b: number): Hits;
  [Symbol.iterator](): IterableIterator<Hit>;
}

/** How much there was in a step. */
export interface Report {
  step: number;
  bodies: number;
  /** How many pairs were near. */
  candidates: number;
  /** How many overlapped. */
  overlaps: number;
  /** How many of them were hits. */
  hits: number;
  /** How many grazed. */
  near: number;
  /** What found the candidates. */
  broad: string;
}

/** What a step tells. It is kept as long as it is held: the world may change meanwhile. */
export class Step {
  private constructor();
  /** Which step of the world this is; the first is 1. */
  get number(): number;
  /** All that overlaps now, whether new or not. */
  get hits(): Hits;
  /** What overlaps now and did not after the last step. */
  get began(): Hits;
  /** What overlaps now and did before. */
  get stayed(): Hits;
  /** What overlapped after the last step and does no more. */
  get ended(): Hits;
  /** Near misses: a pair's first within the margin. */
  get grazes(): Hits;
  /** The hits between two sets of layers, the body on the first set first in each. */
  between(a: number, b: number): Hits;
  /** Bodies that went out of the world's bounds with this step. */
  get left(): Float64Array;
  /** Bodies that came into the world's bounds with this step. */
  get entered(): Float64Array;
  /** Bodies that this step removed, too far out of the bounds. */
  get despawned(): Float64Array;
  /** How much there was. */
  get report(): Report;
}

/** The bodies that a question is about. */
export interface Filter {
  /** Those on one of these layers; all where it is not said. */
  against?: number;
  /** All but this one. */
  ignore?: Handle;
}

/** Where a ray meets a body. */
export interface RayHit {
  body: Handle;
  /** Which of its regions; 0 is the body itself. */
  region: number;
  /** How far along the ray, 0 to 1. */
  t: number;
  point: Pair;
  /** Out of the body; [0, 0] where the ray starts in it. */
  normal: Pair;
}

/** What a moving body first meets. */
export interface SweepHit {
  body: Handle;
  /** The regions that meet, the mover's and the other's; 0 is the body itself. */
  regions: Pair;
  /** How far along the way, 0 to 1. */
  t: number;
  /** Of a sprite; else null. */
  step: SpriteStep | null;
  /** Which leg of a path, from 0. */
  leg: number;
}

/** How near a body is to a place. */
export interface Neighbor {
  body: Handle;
  /** How far its nearest point is; 0 where it contains the place. */
  distance: number;
  /** Its nearest point. */
  point: Pair;
}

/** Where a travel led. */
export interface Travel {
  /** Where the body is now. */
  at: Pair;
  /** The way it was given, turned as it was on the way, and slowed: its velocity from now on. */
  velocity: Pair;
  /** What it met, in order, with the surfaces' normals, out of what was met. */
  met: (SweepHit & { normal: Pair })[];
}

/** How a world is to be. */
export interface WorldOptions {
  /** Two corners, beyond which bodies are told to have left. */
  bounds?: readonly [Vec, Vec];
  /** Whether +y goes down, as on a canvas, or up. */
  axes?: "y-down" | "y-up";
  /** How many pixels a unit of yours is. */
  pixelsPerUnit?: number;
  /** Whether bodies that only touch hit. */
  touching?: Touching;
  /** The same for pairs of layers; the last that fits counts. */
  touchingBetween?: readonly { a: number; b: number; touching: Touching }[];
  /** Layers between which circles hit by rooted distances. */
  rootedCirclesBetween?: readonly { a: number; b: number }[];
  /** What finds candidates. */
  broad?: BroadKind;
}

/** Bodies, what they hit, and questions about them at any time. */
export class World extends Held {
  constructor(options?: WorldOptions);
  /** Tells what hits what now, and remembers it for the next step. */
  step(): Step;
  /** How many bodies there are. */
  get size(): number;
  /** How many steps were made. */
  get steps(): number;
  /** All of the world's state as one number, the same on every machine. */
  hash(): bigint;
  /** The world as it is, to go back to. It takes no copy of what does not change. */
  snapshot(): Snapshot;
  /** Goes back, or forth, to a snapshot. */
  restore(snapshot: Snapshot): void;
  /** Lets something else find candidates from now on. */
  setBroad(broad: BroadKind): void;

  /** Spawns a body. */
  spawn(body: Body): Handle;
  /** Spawns several bodies. None is spawned where one is refused. */
  spawnMany(bodies: readonly Body[]): Float64Array;
  /** Spawns one body at many places, with an angle, a scale and data of each, or of all. */
  spawnMany(body: Body, options: { at: Places; angle?: Numbers | number; scale?: Places | number; data?: Numbers | number }): Float64Array;
  /** Removes a body. */
  remove(body: Handle): void;
  /** Removes bodies; none where one is gone already. */
  removeMany(bodies: Handles): void;
  /** Removes what overlaps a shape or a mask placed somewhere, and returns what it was. */
  removeOverlapping(solid: Solid, at: Vec, options?: Placing & Filter): Float64Array;
  /** Removes all bodies. */
  clear(): void;
  /** Whether a body still lives. */
  contains(body: Handle): boolean;
  /** Which of some bodies still live: 1 of those that do. */
  containsMany(bodies: Handles): Uint8Array;
  /** All bodies, in order of spawn. */
  bodies(): Float64Array;
  /** A body as it is now. */
  get(body: Handle): BodyState;
  /** The number of a region in hits; null where the body has none of that name. */
  regionIndex(body: Handle, name: string): number | null;
  /** What a body is where it stands, for {@link query}. */
  form(body: Handle): Form;
  /** Where bodies are, x and y of each in turn. */
  positions(bodies: Handles): Float64Array;
  /** How bodies are turned. */
  angles(bodies: Handles): Float64Array;
  /** How bodies are scaled, x and y of each in turn. */
  scales(bodies: Handles): Float64Array;
  /** The numbers of yours that bodies have. */
  data(bodies: Handles): Float64Array;

  /** Moves a body. */
  setPosition(body: Handle, at: Vec): void;
  /** Moves bodies, each to its own place. None moves where one cannot. */
  setPositions(bodies: Handles, at: Places): void;
  /** Moves a body without a way: a swept one meets nothing between here and there. */
  teleport(body: Handle, at: Vec): void;
  /** The same for many, each to its own place. */
  teleportMany(bodies: Handles, at: Places): void;
  /** Whether a body misses nothing between two steps. */
  setSwept(body: Handle, isSwept: boolean): void;
  /** Turns a body. */
  setAngle(body: Handle, angle: number): void;
  /** Turns bodies, each to its own angle. */
  setAngles(bodies: Handles, angles: Numbers): void;
  /** Scales a body; a negative scale mirrors. */
  setScale(body: Handle, scale: Scale): void;
  /** Scales bodies: a number each, or two each, or one for all. */
  setScales(bodies: Handles, scales: Places | number): void;
  /** Shows another frame of a body. */
  setFrame(body: Handle, frame: number): void;
  /** Shows another frame of bodies. */
  setFrames(bodies: Handles, frames: Numbers): void;
  /** Moves, turns and scales bodies at once; what is not given stays as it is. */
  setPlacements(bodies: Handles, options: { at?: Places; angle?: Numbers; scale?: Places | number }): void;
  /** Moves the points of a chain. */
  setChain(body: Handle, vertices: Places): void;
  /** Gives a circle, a capsule or a chain another radius. */
  setRadius(body: Handle, r: number): void;
  /** The same for many. */
  setRadii(bodies: Handles, radii: Numbers): void;
  /** Gives a body another shape. */
  setShape(body: Handle, shape: Shape): void;
  /** Gives a body another mask. It keeps the mask as it is now: a change of the mask is told with another `setMask`. */
  setMask(body: Handle, mask: Mask): void;
  /** Gives a body another look, with other regions. */
  setLook(body: Handle, look: Look): void;
  /** Puts a body on layers, against layers. */
  setLayers(body: Handle, layer: number, against: number): void;
  /** Within how many pixels of a body near misses are told of; null for no more. */
  setGraze(body: Handle, margin: number | null): void;
  /** Nothing hits a body for so many steps. */
  setInvulnerable(body: Handle, steps: number): void;
  /** After a hit the same two do not hit for so many steps. */
  setCooldown(body: Handle, steps: number): void;
  /** How many more hits a body takes part in; null for any number. */
  setMaxHits(body: Handle, hits: number | null): void;
  /** How far out of the world's bounds a body is removed; null for never. */
  setDespawnBeyond(body: Handle, margin: number | null): void;
  /** Keeps a whole number of yours with a body. */
  setData(body: Handle, data: number): void;

  /** The bodies that contain a point, in order of spawn. */
  atPoint(at: Vec, options?: Filter): Float64Array;
  /** The bodies that overlap a box, given by two opposite corners. */
  inBox(corner: Vec, opposite: Vec, options?: Filter): Float64Array;
  /** The bodies that overlap a circle. */
  inCircle(center: Vec, r: number, options?: Filter): Float64Array;
  /** The bodies that overlap a cone: from its apex towards an angle, opened by half an angle to each side, so far. */
  inCone(apex: Vec, towards: number, halfAngle: number, reach: number, options?: Filter): Float64Array;
  /** The bodies that overlap a shape or a mask placed somewhere. */
  overlapping(solid: Solid, at: Vec, options?: Placing & Filter): Float64Array;
  /** What a ray meets first; null where it meets nothing. */
  firstOnRay(start: Vec, end: Vec, options?: Filter): RayHit | null;
  /** Every body that a ray meets, in the order it does. */
  alongRay(start: Vec, end: Vec, options?: Filter): RayHit[];
  /** The bodies nearest to a place, the nearest first: one, or so many. */
  nearest(to: Vec, count?: number, options?: Filter): Neighbor[];
  /** What a body would first meet on its way to `to`; nothing moves. null where it meets nothing. */
  sweep(body: Handle, to: Vec): SweepHit | null;
  /** The same for a shape or a mask that is no body. */
  sweepSolid(solid: Solid, at: Vec, to: Vec, options?: Placing & Filter): SweepHit | null;
  /** How far two bodies are apart, and their closest points; null where one covers nothing. */
  distance(a: Handle, b: Handle): Distance | null;
  /** Where the outlines of two bodies cross. */
  crossings(a: Handle, b: Handle): Pair[];

  /** How the two of a hit overlap now; null where they do not any more. */
  overlap(hit: Hit): Overlap | null;
  /** How the two of a hit touch: which way out, how deep, where; null where they are apart. */
  contact(hit: Hit): Contact | null;
  /** The same of a list of hits. */
  contacts(hits: Hits): (Contact | null)[];
  /** The pixels that the two of a hit have in common; null unless both are sprites. */
  commonPixels(hit: Hit): Cover | null;
  /** Moves the two of a hit apart, the first by `share` of the way, half of it unless it is said, and the second by the rest. Says how far each was moved. */
  pushApart(hit: Hit, share?: number): [a: Pair, b: Pair] | null;
  /** Moves a body along a path, from place to place, until it meets something, and leaves it there. */
  advance(body: Handle, path: Places): SweepHit | null;
  /** Moves a body; where it meets something it goes on as the response says, a number being how much of the speed is given back. */
  travel(body: Handle, by: Vec, response: "stick" | "slide" | number): Travel;
  /** Puts a body that is beyond the world's bounds back inside; says its velocity then. null where it is inside. */
  keepInside(body: Handle, velocity: Vec, restitution?: number): Pair | null;
}

/** A world as it was at a time. */
export class Snapshot extends Held {
  private constructor();
  /** From such bytes; those of strangers are checked. */
  static fromBytes(bytes: Uint8Array | ArrayBuffer): Snapshot;
  /** Bytes that any machine reads, in any language: to save a game, or to send its state. */
  toBytes(): Uint8Array;
  /** `World.hash` at that time. */
  hash(): bigint;
  /** How many steps were made by then. */
  get steps(): number;
}

/** Records a session: `recorder.step(world)` in the place of `world.step()`. */
export class Recorder extends Held {
  constructor();
  /** Steps a world, and records what was changed and what was told. */
  step(world: World): Step;
  /** What was recorded so far. */
  bytes(): Uint8Array;
}

/** A recorded session. */
export class Recording extends Held {
  /** From bytes; those of strangers are checked. */
  constructor(bytes: Uint8Array | ArrayBuffer);
  /** How many steps. */
  get length(): number;
  /** How many bytes at its end are no whole step: of a session that ended in the middle of one. */
  get cut(): number;
  /** Plays it again, step by step. */
  replay(): Replay;
  /** The first step, pass and pair that two machines did not do alike, in words; null where there is none. */
  firstDifference(other: Recording): string | null;
}

/** A recorded session, played again. */
export class Replay extends Held {
  private constructor();
  /** Makes the next step; null after the last. */
  step(): Step | null;
  /** How many steps were made. */
  get steps(): number;
  /** Where it first went otherwise than it was recorded, in words; null where it did not. */
  get difference(): string | null;
  /** The world as it is now, a copy. */
  world(): World;
}

/** Many bodies given by columns, one side of pairs. Columns that are all Float32Array are passed on as they are. */
export class Poses extends Held {
  private constructor();
  /** Boxes: centres, half sides, angles. */
  static boxes(poses: { x: Numbers; y: Numbers; hx: Numbers; hy: Numbers; angle: Numbers }): Poses;
  /** Circles: centres and radii. */
  static circles(poses: { x: Numbers; y: Numbers; r: Numbers }): Poses;
  /** Shapes of a list, each turned and placed: `shape` says which of the list each is. */
  static shapes(poses: { shapes: readonly Shape[]; shape: Numbers; x: Numbers; y: Numbers; angle: Numbers }): Poses;
  /** Masks of a list, each turned around its middle and placed: `mask` says which of the list each is. */
  static sprites(poses: { masks: readonly Mask[]; mask: Numbers; x: Numbers; y: Numbers; angle: Numbers }): Poses;
  /** How many. */
  get length(): number;
}

/** Decides pairs of poses, body k of the one side with body k of the other, without a world. */
export const batch: {
  /** Which pairs overlap: 1 of those that do. */
  overlaps(a: Poses, b: Poses, touching?: Touching): Uint8Array;
  /** The numbers of the pairs that overlap, in order. */
  hits(a: Poses, b: Poses, touching?: Touching): Uint32Array;
  /** How each pair comes apart: normals from the first to the second, two numbers a pair, and depths; NaN where they do not overlap. */
  waysOut(a: Poses, b: Poses, touching?: Touching): { normals: Float64Array; depths: Float64Array };
};

/** Boxes to pairs that meet, without a world. It keeps memory from call to call. */
export class Broad extends Held {
  constructor(kind?: BroadKind);
  /**
   * Every pair of boxes that meet, two numbers each, in order: boxes are given by their least and greatest corners, four numbers
   * each, and may have layers, two numbers each, what they are on and what they are against.
   */
  pairs(boxes: Numbers, layers?: Numbers): Uint32Array;
}

/** A velocity after it was thrown back by a surface: with restitution 1 as fast as it came, with 0 it slides. */
export function deflected(velocity: Vec, normal: Vec, restitution: number): Pair;

/** The answer to a scene, both JSON (docs/SPEC.md, section 8): what the program's `kasuri solve` writes. */
export function solve(scene: string): string;
/** The answers to many scenes, a line each. A scene that is refused has its error in its place. */
export function solveLines(lines: string): string;
