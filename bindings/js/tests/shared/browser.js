// Starts Chromium without a screen, on its software renderer.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "./serve.js";

const FLAGS = [
  "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
];

/** Calls `work` with a page of the served package; throws if the page reports an error. */
export async function inBrowser(path, work, { flags = [], viewport = { width: 800, height: 700 } } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "kasuri-chromium-"));
  const { server, address } = await serve();
  const executablePath = process.env.KASURI_CHROMIUM ?? "/usr/bin/chromium";
  let context = null;
  try {
    // Without limits: on a machine that is shared with others a page may take minutes.
    context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: [...FLAGS, ...flags], viewport, timeout: 0 });
    context.setDefaultTimeout(0);
    const page = await context.newPage();
    const said = [];
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !/favicon|404/.test(message.text()) && said.push(message.text()));
    await page.goto(`${address}/${path}`);
    const found = await work(page, address);
    if (said.length > 0) throw new Error(`the page has something to say:\n${said.join("\n")}`);
    return found;
  } finally {
    await context?.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
