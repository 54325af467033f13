// Tests Firefox: every scene has the native hash and the native picture; a link made in Firefox opens the same scene in
// Chromium, and vice versa. WebDriver BiDi controls Firefox, for which node needs its WebSocket.
//
// node --experimental-websocket site/tests/firefox.mjs SITE PROGRAM

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { asNative } from "./canvas.mjs";
import { Chromium } from "./chromium.mjs";
import { Native } from "./native.mjs";
import { serve } from "./server.mjs";

// The interface of a Chromium page, for Firefox.
class Firefox {
  #next = 1;
  #waiting = new Map();

  static async start(folder) {
    const browser = new Firefox();
    browser.process = spawn("firefox-esr", ["--headless", "--remote-debugging-port=0", "--profile", folder, "--new-instance"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const address = await new Promise((found, failed) => {
      let said = "";
      browser.process.stderr.setEncoding("utf8").on("data", text => {
        said += text;
        const match = said.match(/WebDriver BiDi listening on (ws:\S+)/);
        if (match) found(`${match[1]}/session`);
      });
      browser.process.once("exit", () => failed(new Error(`Firefox ended: ${said}`)));
    });
    browser.socket = new WebSocket(address);
    await new Promise((opened, failed) => Object.assign(browser.socket, { onopen: opened, onerror: failed }));
    browser.socket.onmessage = ({ data }) => browser.#take(JSON.parse(data));
    await browser.send("session.new", { capabilities: {} });
    const { contexts } = await browser.send("browsingContext.getTree", {});
    browser.context = contexts[0].context;
    return browser;
  }

  #take(message) {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "error") waiting?.failed(new Error(message.message));
    else waiting?.answered(message.result);
  }

  send(method, params) {
    const id = this.#next++;
    const answer = new Promise((answered, failed) => this.#waiting.set(id, { answered, failed }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }

  go(url) {
    return this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  async is(expression) {
    const wrapped = `Promise.resolve(${expression.replace(/;\s*$/, "")}).then(value => JSON.stringify(value) ?? "null")`;
    const target = { context: this.context };
    const asked = { expression: wrapped, target, awaitPromise: true };
    const { result, exceptionDetails } = await this.send("script.evaluate", asked);
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }

  async until(expression, patience = 30_000) {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      const found = await this.is(expression).catch(() => null);
      if (found) return found;
      await new Promise(resolve => setTimeout(resolve, 50));
    }
    throw new Error(`in vain waited for ${expression}`);
  }

  async end() {
    const ended = new Promise(resolve => this.process.once("exit", resolve));
    await this.send("browser.close", {}).catch(() => {});
    setTimeout(() => this.process.kill("SIGKILL"), 5000).unref();
    await ended;
  }
}

const [site, program] = process.argv.slice(2).map(path => resolve(path));
const folder = await mkdtemp(join(tmpdir(), "kasuri-site-firefox-"));
const PREFERENCES = ["app.update.enabled", "network.captive-portal-service.enabled"];
await writeFile(join(folder, "user.js"), PREFERENCES.map(name => `user_pref("${name}", false);\n`).join(""));
const server = await serve(site);
const native = new Native(program, folder);
const browser = await Firefox.start(folder);
const other = await Chromium.start();

// Makes a scene in `one`, and opens its link in `other`: the scene must be the same, and the answer the program's.
async function opens(one, other, shape) {
  await one.go(`${server.origin}/edit.html?made=${shape}`);
  await one.until("Boolean(window.kasuri)");
  await one.is(`document.querySelector('[data-add=${shape}]').click()`);
  const link = await one.until("location.hash.startsWith('#scene=') && location.hash");
  const [scene, asked] = [await one.is("kasuri.scene()"), await one.is("kasuri.asked()")];
  const answer = await one.is("kasuri.answer()");
  assert.deepEqual(answer, await native.solve(JSON.stringify(asked)));
  await other.go(`${server.origin}/edit.html?opened=${shape}${link}`);
  await other.until("Boolean(window.kasuri)");
  assert.deepEqual(await other.is("kasuri.scene()"), scene);
  assert.deepEqual((await other.is("kasuri.answer()")).pairs, answer.pairs);
  assert.equal(await other.is("document.getElementById('alert').hidden"), true);
}

try {
  await browser.go(`${server.origin}/index.html`);
  await browser.until("Boolean(window.kasuri)");
  const scenes = await browser.is("kasuri.engine.scenes().map(scene => scene.name)");
  for (const scene of scenes) {
    await browser.is(`document.querySelector('[data-scene=${scene}]').click()`);
    await browser.is("(kasuri.isPaused = true, kasuri.goTo(0), true)");
    await browser.is("Array.from({ length: 200 }, () => kasuri.one()).length");
    const { checked } = await browser.is("kasuri.engine.state()");
    assert.deepEqual([checked.step, checked.here], [200, checked.native], scene);
    await asNative(browser, native, folder, `${scene} in Firefox`);
  }
  const chromium = await other.page();
  await opens(browser, chromium, "star");
  await opens(chromium, browser, "capsule");
  assert.deepEqual(chromium.complaints, []);
  console.log(`ok   ${scenes.length} scenes, and links to and from Chromium, in ${await browser.is("navigator.userAgent")}`);
} finally {
  await other.end();
  await browser.end();
  server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
