// Objects that live in the module's memory.
import { expected } from "./check.js";
import { KasuriError, isDead } from "./errors.js";

const RAW = Symbol("raw");

/** The base of all classes whose objects are in the module's memory. */
export class Held {
  constructor(raw) {
    Object.defineProperty(this, RAW, { value: raw, writable: true });
  }

  /** Frees the object now. Otherwise the garbage collector frees it later. */
  free() {
    const raw = this[RAW];
    this[RAW] = null;
    if (raw && !isDead()) raw.free();
  }
}
if (Symbol.dispose) {
  Object.defineProperty(Held.prototype, Symbol.dispose, {
    value() {
      this.free();
    },
  });
}

/** Returns the module's object behind a JavaScript object. */
export function rawOf(held, Class, name) {
  if (!(held instanceof Class)) throw expected(held, `a ${Class.name}`, name);
  const raw = held[RAW];
  if (raw) return raw;
  const whose = name === "this" ? "" : `${name}: `;
  throw new KasuriError("freed", `${whose}this ${Class.name} was freed`);
}

/** Does the same for the object on which a method is called. */
export const own = (held, Class) => rawOf(held, Class, "this");

/** Replaces the module's object, and frees the old one. */
export function replaceRaw(held, raw) {
  held[RAW]?.free();
  held[RAW] = raw;
}

/** Makes a JavaScript object around the module's object, without its constructor. */
export function wrap(Class, raw) {
  if (raw === undefined) return null;
  const held = Object.create(Class.prototype);
  Object.defineProperty(held, RAW, { value: raw, writable: true });
  return held;
}

/** Calls `work` with an object of the module, and frees the object. */
export function using(raw, work) {
  try {
    return work(raw);
  } finally {
    if (!isDead()) raw.free();
  }
}
