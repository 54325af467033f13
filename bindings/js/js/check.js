// Checks values from JavaScript and converts them to one form: numbers, typed arrays, pairs of numbers. The library
// itself decides which numbers it accepts.
import { KasuriError } from "./errors.js";

const wrong = (text) => new KasuriError("type", text);

/** Describes the kind of a value, for errors. */
export function kindOf(x) {
  if (x === null) return "null";
  if (Array.isArray(x)) return "an array";
  if (typeof x === "object") return x.constructor?.name ? `a ${x.constructor.name}` : "an object";
  return x === undefined ? "nothing" : `a ${typeof x}`;
}

export function expected(x, what, name) {
  return wrong(`${name}: ${what} is expected, found ${kindOf(x)}`);
}

export function number(x, name) {
  if (typeof x !== "number") throw expected(x, "a number", name);
  return x;
}

function wholeFrom(x, name, least, most) {
  number(x, name);
  if (!Number.isInteger(x) || x < least || x > most) {
    throw wrong(`${name}: expected a whole number from ${least} to ${most}, but found ${x}`);
  }
  return x;
}

/** Checks an integer from 0 to `most`, by default 32 bits. */
export const whole = (x, name, most = 0xffffffff) => wholeFrom(x, name, 0, most);

/** Checks an integer that JavaScript represents exactly. */
export const large = (x, name) => wholeFrom(x, name, 0, Number.MAX_SAFE_INTEGER);

/** Returns 64 bits as a BigInt, from a BigInt or a number. */
export function bits(x, name) {
  if (typeof x !== "bigint") return BigInt(large(x, name));
  if (BigInt.asUintN(64, x) === x) return x;
  throw wrong(`${name}: expected a whole number from 0 to 2^64 - 1, but found ${x}`);
}

/** Checks a signed integer of 32 bits. */
export const int = (x, name) => wholeFrom(x, name, -0x80000000, 0x7fffffff);

export function flag(x, name) {
  if (typeof x !== "boolean") throw expected(x, "true or false", name);
  return x;
}

export function text(x, name) {
  if (typeof x !== "string") throw expected(x, "a string", name);
  return x;
}

export function choice(x, name, all) {
  if (typeof x === "string" && all.includes(x)) return x;
  const list = all.map((one) => `"${one}"`).join(", ");
  const found = typeof x === "string" ? `"${x}"` : kindOf(x);
  throw wrong(`${name}: expected one of ${list}, but found ${found}`);
}

/** Whether touches are ignored. */
export const ignores = (x, name) => x !== undefined && choice(x, name, ["counts", "ignored"]) === "ignored";

/** Returns two numbers from [x, y] or { x, y }. */
export function pair(x, name) {
  if (Array.isArray(x) || isTyped(x)) {
    if (x.length === 2) return [number(x[0], `${name}[0]`), number(x[1], `${name}[1]`)];
    throw wrong(`${name}: two numbers are expected, found ${x.length}`);
  }
  if (typeof x === "object" && x !== null && typeof x.x === "number" && typeof x.y === "number") return [x.x, x.y];
  throw expected(x, "[x, y] or { x, y }", name);
}

/** Returns two integers: the coordinates of a texel. */
export function texel(x, name) {
  const [i, j] = pair(x, name);
  return [int(i, `${name}[0]`), int(j, `${name}[1]`)];
}

/** Returns a scale from a number, or from one for each axis. */
export const scale = (x, name) => (typeof x === "number" ? [x, x] : pair(x, name));

export function list(x, name) {
  if (!Array.isArray(x)) throw expected(x, "an array", name);
  return x;
}

const isTyped = (x) => ArrayBuffer.isView(x) && typeof x.BYTES_PER_ELEMENT === "number" && typeof x[0] !== "bigint" && !isBig(x);
const isBig = (x) => x instanceof BigInt64Array || x instanceof BigUint64Array;

/** Checks that the memory of an array is still there: it may have been transferred to a worker. */
function attached(x, name) {
  if (x.byteLength > 0) return x;
  try {
    new Uint8Array(x.buffer ?? x);
  } catch {
    throw wrong(`${name}: the array's memory was transferred away`);
  }
  return x;
}

/** Returns numbers as a Float64Array. */
export function floats(x, name) {
  if (x instanceof Float64Array) return attached(x, name);
  if (isTyped(x)) return Float64Array.from(attached(x, name));
  if (!Array.isArray(x)) throw expected(x, "an array of numbers", name);
  const flat = new Float64Array(x.length);
  for (let k = 0; k < flat.length; k++) flat[k] = number(x[k], `${name}[${k}]`);
  return flat;
}

/** Returns a Float32Array as it is, other numbers as a Float64Array. */
export const eitherFloats = (x, name) => (x instanceof Float32Array ? attached(x, name) : floats(x, name));

function even(flat, name) {
  if (flat.length % 2 === 0) return flat;
  throw wrong(`${name}: two numbers a place are expected, found ${flat.length} numbers`);
}

function flattened(x, name) {
  const flat = new Float64Array(2 * x.length);
  for (let k = 0; k < x.length; k++) [flat[2 * k], flat[2 * k + 1]] = pair(x[k], `${name}[${k}]`);
  return flat;
}

/**
 * Returns positions, x and y of each in turn, from a flat array of numbers or an array of [x, y] or { x, y }. A
 * Float32Array stays one.
 */
export function eitherPlaces(x, name) {
  if (Array.isArray(x) && typeof x[0] === "object") return flattened(x, name);
  return even(eitherFloats(x, name), name);
}

export function places(x, name) {
  const flat = eitherPlaces(x, name);
  return flat instanceof Float32Array ? Float64Array.from(flat) : flat;
}

/** Returns scales from two numbers each, like positions, or from one number each. */
export function scales(x, name, count) {
  if (typeof x === "number") return new Float64Array(2 * count).fill(x);
  if (!Array.isArray(x) || typeof x[0] === "object") {
    const flat = Array.isArray(x) ? flattened(x, name) : floats(x, name);
    if (flat.length !== count || count === 0) return even(flat, name);
    return doubled(flat);
  }
  const flat = floats(x, name);
  return flat.length === count ? doubled(flat) : even(flat, name);
}

function doubled(flat) {
  const both = new Float64Array(2 * flat.length);
  for (let k = 0; k < flat.length; k++) both[2 * k] = both[2 * k + 1] = flat[k];
  return both;
}

/** Returns one number for each of `count`, from an array or from one number for all. */
export const each = (x, name, count) => (typeof x === "number" ? new Float64Array(count).fill(x) : floats(x, name));

/** Returns integers of 32 bits. */
export function wholes(x, name) {
  if (x instanceof Uint32Array) return attached(x, name);
  if (!isTyped(x) && !Array.isArray(x)) throw expected(x, "an array of whole numbers", name);
  const flat = new Uint32Array(x.length);
  for (let k = 0; k < flat.length; k++) flat[k] = whole(x[k], `${name}[${k}]`);
  return flat;
}

/** Returns the bytes of a Uint8Array, a Uint8ClampedArray or an ArrayBuffer. */
export function bytes(x, name) {
  if (x instanceof Uint8Array) return attached(x, name);
  if (x instanceof Uint8ClampedArray) return new Uint8Array(attached(x, name).buffer, x.byteOffset, x.byteLength);
  if (x instanceof ArrayBuffer) return new Uint8Array(attached(x, name));
  throw expected(x, "a Uint8Array", name);
}

export function strings(x, name) {
  return list(x, name).map((row, k) => text(row, `${name}[${k}]`));
}

/** Returns the options by name; refuses names that are not in `known`. */
export function options(x, name, known) {
  if (x === undefined) return {};
  if (typeof x !== "object" || x === null || Array.isArray(x) || ArrayBuffer.isView(x)) throw expected(x, "an object", name);
  for (const key of Object.keys(x)) {
    if (!known.includes(key)) throw wrong(`${name}: there is no option "${key}"; there are ${known.join(", ")}`);
  }
  return x;
}
