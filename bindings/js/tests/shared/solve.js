// Answers scenes from standard input, one per line, like the program's `kasuri solve - --stream`: node solve.js SET
import { createInterface } from "node:readline";
import { init, solveLines } from "kasuri";

await init({ simd: process.argv[2] === "simd128" });
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(solveLines(line));
