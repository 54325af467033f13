// Errors, and the state of the module after a panic.

/** The error text after a panic; null while the module works. */
let dead = null;

export class KasuriError extends Error {
  constructor(code, text, more) {
    super(text, more);
    this.code = code;
  }
}
Object.defineProperty(KasuriError.prototype, "name", { value: "KasuriError" });

/** Makes an exception of a refusal. The module calls it. */
export function refusal(code, text) {
  return new KasuriError(code, text);
}

/** Throws, so that no code of the module continues after a panic. The module calls it when it panics. */
export function panicked(text) {
  throw died(text);
}

function died(text) {
  dead = `Kasuri failed and takes no more calls in this page or worker; this is a fault of the library: ${text.replaceAll("\n", " ")}`;
  return new KasuriError("panic", dead);
}

/** Whether the module still works. */
export const isDead = () => dead !== null;

function guard(name, call) {
  // The garbage collector also frees objects of a dead module: then there is nothing to do.
  const frees = name.endsWith("_free");
  return (...given) => {
    if (dead !== null) {
      if (frees) return undefined;
      throw new KasuriError("panic", dead);
    }
    try {
      return call(...given);
    } catch (error) {
      // A trap: the memory or the stack is full. The call has left its objects half changed.
      const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error.name === "InternalError";
      throw isTrap ? died(error.message) : error;
    }
  };
}

/** Wraps the functions of a module: after a panic or a trap they only throw. */
export function guarded(exports) {
  const calls = {};
  for (const [name, value] of Object.entries(exports)) {
    calls[name] = typeof value === "function" ? guard(name, value) : value;
  }
  return calls;
}

/** The placeholder for the module before it is loaded. */
export const unloaded = new Proxy(
  {},
  {
    get() {
      throw new KasuriError("load", "Kasuri is not loaded yet: await init() comes before anything else");
    },
  },
);
