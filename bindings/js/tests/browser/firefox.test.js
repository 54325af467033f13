// The golden session in Firefox, if there is one: at KASURI_FIREFOX, or in the path.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { serve } from "../shared/serve.js";

const golden = readFileSync(new URL("../../../../tests/golden/danmaku.txt", import.meta.url), "utf8").trimEnd().split("\n");
const known = [process.env.KASURI_FIREFOX, "firefox-esr", "firefox"].filter(Boolean);
const firefox = known.find((program) => spawnSync(program, ["--version"], { stdio: "ignore", env: { ...process.env, HOME: tmpdir() } }).status === 0);

for (const set of ["simd128", "plain"]) {
  test(`Firefox, ${set}`, { timeout: 240000, skip: firefox ? false : "there is no Firefox here" }, async () => {
    const home = mkdtempSync(join(tmpdir(), "kasuri-firefox-"));
    writeFileSync(join(home, "user.js"), 'user_pref("browser.shell.checkDefaultBrowser", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n');
    let heard;
    const told = new Promise((resolve) => (heard = resolve));
    const { server, address } = await serve(heard);
    const page = `${address}/tests/browser/told.html?set=${set}&steps=1000`;
    const browser = spawn(firefox, ["--headless", "--no-remote", "--profile", home, page], { stdio: "ignore", env: { ...process.env, HOME: home } });
    try {
      const [used, ...lines] = (await told).split("\n");
      assert.equal(used, set);
      assert.deepEqual(lines.slice(0, 10), golden.slice(0, 10));
    } finally {
      const ended = new Promise((resolve) => browser.once("exit", resolve));
      browser.kill();
      await ended;
      server.close();
      server.closeAllConnections();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}
