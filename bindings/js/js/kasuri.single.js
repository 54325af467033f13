// All of Kasuri in one file: the modules are inside, as text.
import plain from "./generated/kasuri.wasm";
import simd from "./generated/kasuri-simd.wasm";
import { provide } from "./load.js";

export * from "./kasuri.js";

function decoded(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

provide(
  () => decoded(plain),
  () => decoded(simd),
);
