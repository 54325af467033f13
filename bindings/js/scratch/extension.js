// An unsandboxed extension of TurboWarp, as one classic script. It registers itself as soon as the module is there.
import packed from "kasuri-packed-module";
import { init } from "kasuri";
import { KasuriBlocks } from "./blocks.js";

/** Unpacks the module. It is inside as text, so that the extension is one file. */
async function unpacked() {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

const { Scratch } = globalThis;
if (!Scratch?.extensions?.unsandboxed) {
  throw new Error("Kasuri asks the renderer about costumes, so it needs to run without the sandbox");
}
unpacked()
  .then((wasm) => init({ wasm }))
  .then(() => Scratch.extensions.register(new KasuriBlocks(Scratch)));
