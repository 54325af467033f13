// Chromium without a window, controlled through a pipe.

import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe",
];

const GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-unsafe-swiftshader"];

export class Chromium {
  #next = 1;
  #waiting = new Map();
  #listeners = [];

  // Starts it without WebGPU, as most tests need it, or with a software GPU.
  static async start({ hasGpu = false } = {}) {
    const profile = await mkdtemp(join(tmpdir(), "kasuri-site-"));
    const browser = new Chromium();
    browser.profile = profile;
    const options = [...ARGUMENTS, ...(hasGpu ? GPU : ["--disable-gpu"]), `--user-data-dir=${profile}`];
    browser.process = spawn("chromium", [...options, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    browser.process.on("exit", () => browser.#fail("the browser ended"));
    let rest = "";
    browser.process.stdio[4].setEncoding("utf8").on("data", text => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      messages.forEach(message => browser.#take(JSON.parse(message)));
    });
    return browser;
  }

  #fail(why) {
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  #take(message) {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return this.#listeners.forEach(listener => listener(message));
    if (message.error) return waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
    return waiting.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    const text = JSON.stringify({ id, method, params, sessionId });
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }));
    this.process.stdio[3].write(`${text}\0`);
    return answered;
  }

  on(listener) {
    this.#listeners.push(listener);
  }

  // Opens a page in its own profile.
  async page({ width = 1280, height = 900, dense = 1, isTouch = false, scheme = "dark" } = {}) {
    const { browserContextId } = await this.send("Target.createBrowserContext");
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await Promise.all(["Page", "Runtime", "Log", "Network"].map(domain => page.send(`${domain}.enable`)));
    await page.size(width, height, dense, isTouch);
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    if (isTouch) await page.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
    return page;
  }

  async end() {
    this.process.removeAllListeners("exit");
    const ended = new Promise(resolve => this.process.once("exit", resolve));
    this.send("Browser.close").catch(() => {});
    const patience = setTimeout(() => this.process.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(patience);
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class Page {
  constructor(browser, sessionId, targetId) {
    [this.browser, this.sessionId, this.targetId] = [browser, sessionId, targetId];
    // The browser's errors: exceptions, refused policies, failed requests.
    this.complaints = [];
    browser.on(message => message.sessionId === sessionId && this.#note(message));
  }

  #note({ method, params }) {
    if (method === "Runtime.exceptionThrown") {
      const { exception, text } = params.exceptionDetails;
      this.complaints.push(exception?.description ?? text);
    }
    if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.complaints.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  }

  send(method, params = {}) {
    return this.browser.send(method, params, this.sessionId);
  }

  size(width, height, dense = 1, mobile = false) {
    return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: dense, mobile });
  }

  async go(url) {
    await this.send("Page.navigate", { url });
    await this.until("document.readyState === 'complete'");
  }

  // Evaluates an expression in the page, and waits for promises.
  async is(expression) {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", params);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression, patience = 20_000) {
    const end = Date.now() + patience;
    for (;;) {
      const found = await this.is(expression).catch(error => error);
      if (found && !(found instanceof Error)) return found;
      if (Date.now() > end) throw new Error(`in vain waited for ${expression}: ${found}`);
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  }

  key(type, key, code) {
    const text = type === "keyDown" && key.length === 1 ? key : undefined;
    return this.send("Input.dispatchKeyEvent", { type, key, code, text });
  }

  async press(key, code) {
    await this.key("keyDown", key, code);
    await this.key("keyUp", key, code);
  }

  mouse(type, [x, y], buttons = 0, rest = {}) {
    return this.send("Input.dispatchMouseEvent", { type, x, y, buttons, button: "left", clickCount: 1, ...rest });
  }

  wheel([x, y], deltaY) {
    return this.send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
  }

  touch(type, points) {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    return this.send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  // Gives a file to an input element.
  async file(selector, path) {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.send("DOM.setFileInputFiles", { files: [path], nodeId });
  }

  // Saves a screenshot, scaled.
  async picture(path, scale = 1) {
    const [width, height] = await this.is("[innerWidth, innerHeight]");
    const [x, y] = await this.is("[scrollX, scrollY]");
    const clip = { x, y, width, height, scale };
    const { data } = await this.send("Page.captureScreenshot", { format: "png", clip });
    await writeFile(path, Buffer.from(data, "base64"));
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
