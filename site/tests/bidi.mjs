// Firefox without a window, controlled by WebDriver BiDi; node needs its WebSocket. Its pages have the interface of Chromium's.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFERENCES = ["app.update.enabled", "network.captive-portal-service.enabled"];
// The signs that stand for keys without a sign.
const KEYS = { Enter: "\uE007", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015", Delete: "\uE017" };

export class Firefox {
  #next = 1;
  #waiting = new Map();
  #pages = new Map();

  static async start() {
    const browser = new Firefox();
    browser.profile = await mkdtemp(join(tmpdir(), "kasuri-site-firefox-"));
    await writeFile(join(browser.profile, "user.js"), PREFERENCES.map(name => `user_pref("${name}", false);\n`).join(""));
    browser.process = spawn("firefox-esr", ["--headless", "--remote-debugging-port=0", "--profile", browser.profile, "--new-instance"], {
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
    await browser.send("session.subscribe", { events: ["log.entryAdded"] });
    return browser;
  }

  #take(message) {
    if (message.type === "event") {
      const { level, text, source } = message.params;
      if (level === "error") this.#pages.get(source?.context)?.complaints.push(text);
      return;
    }
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

  // Opens a tab.
  async page({ width = 1280, height = 900 } = {}) {
    const { context } = await this.send("browsingContext.create", { type: "tab" });
    await this.send("browsingContext.setViewport", { context, viewport: { width, height } });
    const page = new FirefoxPage(this, context);
    this.#pages.set(context, page);
    return page;
  }

  async end() {
    const ended = new Promise(resolve => this.process.once("exit", resolve));
    await this.send("browser.close", {}).catch(() => {});
    setTimeout(() => this.process.kill("SIGKILL"), 5000).unref();
    await ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

class FirefoxPage {
  constructor(browser, context) {
    [this.browser, this.context, this.complaints] = [browser, context, []];
  }

  send(method, params) {
    return this.browser.send(method, { context: this.context, ...params });
  }

  go(url) {
    return this.send("browsingContext.navigate", { url, wait: "complete" });
  }

  async is(expression) {
    const wrapped = `Promise.resolve(${expression.replace(/;\s*$/, "")}).then(value => JSON.stringify(value) ?? "null")`;
    const asked = { expression: wrapped, target: { context: this.context }, awaitPromise: true };
    const { result, exceptionDetails } = await this.browser.send("script.evaluate", asked);
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

  #act(type, actions) {
    return this.send("input.performActions", { actions: [{ type, id: type, actions }] });
  }

  press(key) {
    const value = KEYS[key] ?? key;
    return this.#act("key", [{ type: "keyDown", value }, { type: "keyUp", value }]);
  }

  // The kinds of events are those of Chromium.
  mouse(type, at) {
    const [x, y] = at.map(Math.round);
    const button = { mousePressed: "pointerDown", mouseReleased: "pointerUp" }[type];
    return this.#act("pointer", [{ type: "pointerMove", x, y }, ...(button ? [{ type: button, button: 0 }] : [])]);
  }

  wheel(at, deltaY) {
    const [x, y] = at.map(Math.round);
    return this.#act("wheel", [{ type: "scroll", x, y, deltaX: 0, deltaY }]);
  }

  // Gives a file to an input element.
  async file(selector, path) {
    const { nodes } = await this.send("browsingContext.locateNodes", { locator: { type: "css", value: selector } });
    await this.send("input.setFiles", { element: { sharedId: nodes[0].sharedId }, files: [path] });
  }

  async picture(path) {
    const { data } = await this.send("browsingContext.captureScreenshot", {});
    await writeFile(path, Buffer.from(data, "base64"));
  }

  close() {
    return this.send("browsingContext.close", {});
  }
}
