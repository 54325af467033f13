// The package answers the scenes of the conformance kit, whose answers are known.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

for (const set of ["simd128", "plain"]) {
  test(`all answers of the kit, ${set}`, () => {
    const kit = new URL("../../../../conformance/run.py", import.meta.url).pathname;
    const program = new URL("../shared/solve.js", import.meta.url).pathname;
    const told = execFileSync(kit, ["--stream", process.execPath, program, set], { encoding: "utf8" });
    assert.match(told, /^210 scenes with 4288 pairs, 66 refusals: 0 differences; 210 answers are Kasuri's byte for byte/, told);
  });
}
