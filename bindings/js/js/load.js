// Loads the module once: with SIMD if the engine supports it, else without.
import { expected, flag, options } from "./check.js";
import { KasuriError } from "./errors.js";
import { initSync as start, simd } from "./generated/raw.js";

/** A small module with a function that returns a vector. An engine that accepts it supports SIMD. */
const PROBE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** Whether the engine supports SIMD. */
export const hasSimd = () => WebAssembly.validate(new Uint8Array(PROBE));

/** The sources of the two modules: addresses, or bytes in the single file. */
const sources = { plain: null, simd: null };
let loading = null;
let isReady = false;

export function provide(plain, withSimd) {
  Object.assign(sources, { plain, simd: withSimd });
}

function read(how) {
  const { simd: wanted = hasSimd(), wasm } = options(how, "options", ["simd", "wasm"]);
  flag(wanted, "simd");
  return wasm ?? (wanted ? sources.simd : sources.plain)();
}

/** Loads the bytes at an address. */
async function fetched(address) {
  const url = new URL(address, globalThis.location?.href);
  if (url.protocol === "file:" && globalThis.process?.versions?.node) {
    // The name is in a variable, so that bundlers do not try to include the file.
    const name = "node:fs/promises";
    const files = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
    return files.readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new KasuriError("load", `${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) return WebAssembly.compile(await fetched(source));
  if (typeof Response === "function" && source instanceof Response) return WebAssembly.compile(await source.arrayBuffer());
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  throw expected(source, "an address, a Response, bytes or a WebAssembly.Module", "wasm");
}

function ready(module) {
  start({ module });
  isReady = true;
}

async function load(how) {
  try {
    ready(await compiled(read(how)));
  } catch (error) {
    throw error instanceof KasuriError ? error : new KasuriError("load", `Kasuri did not load: ${error.message}`, { cause: error });
  }
}

/** Loads the module. Only the first call loads it; later calls wait for it. */
export async function init(how) {
  if (isReady) return;
  loading ??= load(how);
  try {
    await loading;
  } catch (error) {
    // Another call may try again, with another source.
    loading = null;
    throw error;
  }
}

/** Loads the module synchronously, from bytes or a compiled module. */
export function initSync(how) {
  if (isReady) return;
  const source = read(how);
  const isThere = source instanceof WebAssembly.Module;
  if (!isThere && !(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source)) {
    throw expected(source, "bytes or a WebAssembly.Module", "wasm");
  }
  ready(isThere ? source : new WebAssembly.Module(source));
}

/** Returns the instruction set that the module uses: "simd128" or "plain". */
export const instructionSet = () => simd();

