// Plays the golden session: node play.js MODULE SET STEPS
import { Session } from "./golden.js";

const [, , file, set, steps] = process.argv;
const kasuri = await import(file);
await kasuri.init({ simd: set === "simd128" });
console.log([kasuri.instructionSet(), ...new Session(kasuri).lines(Number(steps))].join("\n"));
