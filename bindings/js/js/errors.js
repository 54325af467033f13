// Errors, and what becomes of the module when it panics.

/** The version and the reason, once the module is good for nothing. */
let dead = null;

export class KasuriError extends Error {
  constructor(code, text, more) {
    super(text, more);
    this.code = code;
  }
}
Object.defineProperty(KasuriError.prototype, "name", { value: "KasuriError" });

/** Called by the module: makes an exception of a refusal. */
export function refusal(code, text) {
  return new KasuriError(code, text);
}

/** Called by the module when it panics: throws, so that nothing of it goes on. */
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
  // The garbage collector frees objects of a dead module, too: nothing is left to do then.
  const frees = name.endsWith("_free");
  return (...given) => {
    if (dead !== null) {
      if (frees) return undefined;
      throw new KasuriError("panic", dead);
    }
    try {
      return call(...given);
    } catch (error) {
      // A trap: memory is full, or the stack. What the call was changing is half done.
      const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error.name === "InternalError";
      throw isTrap ? died(error.message) : error;
    }
  };
}

/** The functions of a module, which after a panic or a trap only throw. */
export function guarded(exports) {
  const calls = {};
  for (const [name, value] of Object.entries(exports)) {
    calls[name] = typeof value === "function" ? guard(name, value) : value;
  }
  return calls;
}

/** What stands in the module's place before it is loaded. */
export const unloaded = new Proxy(
  {},
  {
    get() {
      throw new KasuriError("load", "Kasuri is not loaded yet: await init() comes before anything else");
    },
  },
);
