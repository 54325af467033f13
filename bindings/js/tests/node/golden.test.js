// The golden session's hashes are the same as those of native code, with SIMD and without. A process can load only
// one module, so each session has its own process.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";

const golden = readFileSync(new URL("../../../../tests/golden/danmaku.txt", import.meta.url), "utf8").trimEnd();

for (const [set, file] of [["simd128", "kasuri"], ["plain", "kasuri"], ["simd128", "kasuri/single"], ["plain", "kasuri/single"]]) {
  // The single file contains the same modules: fewer steps are enough to test them.
  const steps = file === "kasuri" ? 3200 : 300;
  test(`${file}, ${set}, ${steps} steps`, async () => {
    const program = new URL("../shared/play.js", import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [program, file, set, `${steps}`]);
    const [used, ...lines] = stdout.trimEnd().split("\n");
    assert.equal(used, set);
    const expected = golden.split("\n");
    if (steps < 3200) lines.pop();
    assert.deepEqual(lines, steps < 3200 ? expected.slice(0, steps / 100) : expected);
  });
}
