// Tests of the adapters in their hosts, in Chromium on its software renderer: sprites hit as plain Kasuri says, and as
// the host draws them. KASURI_LONG=1 makes the crowds run for 300 frames. KASURI_SHOTS names a folder for pictures.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../shared/browser.js";

const timeout = 600000;
const FRAMES = process.env.KASURI_LONG ? 300 : 30;
const [WIDTH, HEIGHT] = [640, 480];
const only = process.env.KASURI_HOST;

const HOSTS = ["pixi", "excalibur", "kaplay", "melon", "little"].filter((name) => !only || only === name);

/** Calls a function of tests/browser/hosts/common.js with a fresh host in the page. */
const call = (page, name, work, ...rest) =>
  page.evaluate(
    async ([name, work, rest]) => {
      const { init } = await import("kasuri");
      await init();
      const common = await import("/tests/browser/hosts/common.js");
      const host = await (await import(`/tests/browser/hosts/${name}.js`)).start();
      const told = await common[work](host, ...rest);
      if (work !== "posed") host.end(host);
      return told;
    },
    [name, work, rest],
  );

/** Returns which pixels of a screenshot are lit. */
const lit = (page, png) =>
  page.evaluate(
    async ([png, width, height]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      return Array.from({ length: width * height }, (_, k) => (data[4 * k] > 127 ? 1 : 0));
    },
    [png, WIDTH, HEIGHT],
  );

const inHost = (work) =>
  inBrowser(
    "tests/browser/hosts.html",
    async (page) => {
      page.setDefaultTimeout(timeout);
      return work(page);
    },
    { viewport: { width: WIDTH, height: HEIGHT } },
  );

for (const name of HOSTS) {
  test(`${name}: hits are those of plain Kasuri, drawn pixels hit, objects come and go`, { timeout }, () =>
    inHost(async (page) => {
      const { count, different, example, left } = await call(page, name, "moving", FRAMES);
      assert.ok(count > 5 * FRAMES, `${count} hits in ${FRAMES} frames`);
      assert.equal(different, 0, `${different} of ${FRAMES} frames differ: ${JSON.stringify(example)}`);
      assert.equal(left, 0, "bodies are left");

      const { told, events, errors, left: last } = await call(page, name, "living");
      const wanted = { two: 1, hidden: 0, shown: 1, faded: 0, again: 1, "scaled to 0": 0, tiny: 0, vast: 0, "as before": 1, straight: 1, destroyed: 0 };
      assert.deepEqual(told, wanted);
      assert.equal(last, 1);
      // Hidden, faded, scaled away: each time the overlap ends, and begins again.
      const began = events.filter((event) => event === "kasuri-began").length;
      assert.deepEqual([began, events.length - began], [4, 4], events.join());
      // LittleJS and KAPLAY cannot shear.
      if (["little", "kaplay"].includes(name)) assert.deepEqual(errors, []);
      else assert.match(errors.join(), /crate.* is drawn sheared: /);

      const covered = await call(page, name, "posed");
      const picture = await page.screenshot({ animations: "disabled", ...(process.env.KASURI_SHOTS && { path: `${process.env.KASURI_SHOTS}/${name}.png` }) });
      const drawn = await lit(page, picture.toString("base64"));
      const hit = new Uint8Array(WIDTH * HEIGHT);
      for (const pixels of covered) for (let k = 0; k < pixels.length; k += 2) hit[pixels[k + 1] * WIDTH + pixels[k]] = 1;
      const total = drawn.reduce((sum, is) => sum + is, 0);
      const differ = drawn.reduce((sum, is, k) => sum + (is !== hit[k] ? 1 : 0), 0);
      console.log(`${name}: ${count} hits in ${FRAMES} frames; ${total} pixels drawn, ${differ} differ from those that hit`);
      assert.ok(total > 10000, `${total} pixels drawn`);
      // A graphics card may round differently at the edges of texels.
      assert.ok(differ <= 0.02 * total, `${differ} of ${total} pixels differ`);
    }));
}

if (HOSTS.includes("pixi")) {
  test("pixi: the particles of a ParticleContainer hit as plain Kasuri says, a thousand in bulk", { timeout }, () =>
    inHost(async (page) => {
      const told = await page.evaluate(
        async ([frames, count]) => {
          const { init } = await import("kasuri");
          await init();
          const common = await import("/tests/browser/hosts/common.js");
          const pixi = await import("/tests/browser/hosts/pixi.js");
          const host = await pixi.startParticles();
          const moving = await common.moving(host, frames);
          host.end(host);
          return { ...moving, swarm: await pixi.swarm(count, 20) };
        },
        [FRAMES, process.env.KASURI_LONG ? 10000 : 1000],
      );
      assert.ok(told.count > 5 * FRAMES, `${told.count}`);
      assert.equal(told.different, 0, JSON.stringify(told.example));
      const { hits, told: events, bodies, milliseconds } = told.swarm;
      console.log(`${bodies - 1} particles: ${hits} hits in 20 frames, ${milliseconds.toFixed(2)} ms a frame`);
      assert.ok(hits > 20 && events > 0 && events <= hits, `${hits} hits, ${events} events`);
    }));
}

for (const name of HOSTS) {
  test(`${name}: its example plays`, { timeout }, () =>
    inBrowser(
      `examples/hosts/index.html?host=${name}`,
      async (page) => {
        page.setDefaultTimeout(timeout);
        await page.waitForFunction(() => window.game?.frame > 5);
        await page.mouse.move(330, 270);
        await page.waitForFunction(() => window.game.hits > 2);
        if (process.env.KASURI_SHOTS) await page.screenshot({ path: `${process.env.KASURI_SHOTS}/example-${name}.png` });
      },
      { viewport: { width: 480, height: 520 } },
    ));
}
