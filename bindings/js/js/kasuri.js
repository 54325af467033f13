// All exports of Kasuri. The WebAssembly modules are next to this file.
import { number, pair, text } from "./check.js";
import { deflected as deflect, panic_for_tests, solve as solveScene, solve_lines, version as moduleVersion } from "./generated/raw.js";
import { provide } from "./load.js";

export { Poses, Broad, batch } from "./batch.js";
export { Body, Look, Region } from "./body.js";
export { RandomStream, det } from "./det.js";
export { KasuriError } from "./errors.js";
export { Cover, Form, query } from "./form.js";
export { hasSimd, init, initSync, instructionSet } from "./load.js";
export { Recorder, Recording, Replay, Snapshot } from "./record.js";
export { Mask, Shape, TileMap } from "./shape.js";
export { Sheet } from "./sheet.js";
export { Hits, Step } from "./step.js";
export { World } from "./world.js";

provide(
  () => new URL("kasuri.wasm", import.meta.url),
  () => new URL("kasuri-simd.wasm", import.meta.url),
);

/** Returns a velocity after a bounce off a surface. */
export function deflected(velocity, normal, restitution) {
  const [x, y] = deflect(...pair(velocity, "velocity"), ...pair(normal, "normal"), number(restitution, "restitution"));
  return [x, y];
}

/** Answers a scene; the scene and the answer are JSON. */
export const solve = (scene) => solveScene(text(scene, "scene"));

/** Answers many scenes, one per line. */
export const solveLines = (lines) => solve_lines(text(lines, "lines"));

/** Returns the version of the module. */
export const version = () => moduleVersion();

/** Panics, for tests of the behavior after a panic. */
export const _panicForTests = (why) => panic_for_tests(why);
