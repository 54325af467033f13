// Objects that live in the module's memory.
import { expected } from "./check.js";
import { KasuriError, isDead } from "./errors.js";

const RAW = Symbol("raw");

/** What classes of the module's objects have in common. */
export class Held {
  constructor(raw) {
    Object.defineProperty(this, RAW, { value: raw, writable: true });
  }

  /** Frees the object now; the garbage collector does it sooner or later. */
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

/** The module's object of one of ours. */
export function rawOf(held, Class, name) {
  if (!(held instanceof Class)) throw expected(held, `a ${Class.name}`, name);
  const raw = held[RAW];
  if (raw) return raw;
  const whose = name === "this" ? "" : `${name}: `;
  throw new KasuriError("freed", `${whose}this ${Class.name} was freed`);
}

/** The same of the object that a method is called on. */
export const own = (held, Class) => rawOf(held, Class, "this");

/** Takes another object of the module's; the old one is freed. */
export function replaceRaw(held, raw) {
  held[RAW]?.free();
  held[RAW] = raw;
}

/** One of ours around the module's object, past its constructor. */
export function wrap(Class, raw) {
  if (raw === undefined) return null;
  const held = Object.create(Class.prototype);
  Object.defineProperty(held, RAW, { value: raw, writable: true });
  return held;
}

/** Works with an object of the module's, and frees it. */
export function using(raw, work) {
  try {
    return work(raw);
  } finally {
    if (!isDead()) raw.free();
  }
}
