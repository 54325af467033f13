// Tests that the example works: it draws, the ship follows the pointer and the keys, and is hit. KASURI_MOTH names
// the file for its picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../shared/browser.js";

const viewport = { width: 480, height: 640 };

test("the moth weaves, and the ship is hit to the pixel", { timeout: 600000 }, async () => {
  const told = await inBrowser(
    "examples/moth/index.html",
    async (page) => {
      await page.waitForFunction(() => window.game?.scene.getScene("moth")?.frame > 5);
      const state = () =>
        page.evaluate(() => {
          const scene = window.game.scene.getScene("moth");
          const { frame, hits, ship, bullets, kasuri } = scene;
          return { frame, hits, at: [ship.x, ship.y], bullets: bullets.getLength(), bodies: kasuri.world.size, ms: kasuri.milliseconds };
        });
      const begun = await state();
      await page.keyboard.down("ArrowLeft");
      await page.waitForFunction((from) => window.game.scene.getScene("moth").ship.x < from - 30, begun.at[0]);
      await page.keyboard.up("ArrowLeft");
      await page.mouse.move(240, 300);
      await page.waitForFunction(() => window.game.scene.getScene("moth").hits > 0, undefined, { timeout: 600000 });
      if (process.env.KASURI_MOTH) {
        await page.mouse.move(300, 420);
        await page.waitForFunction(() => window.game.scene.getScene("moth").bullets.getLength() > 330, undefined, { timeout: 600000 });
        await page.screenshot({ path: process.env.KASURI_MOTH });
      }
      return state();
    },
    { viewport },
  );
  assert.ok(told.hits > 0 && told.bullets > 10, JSON.stringify(told));
  assert.ok(Math.hypot(told.at[0] - 240, told.at[1] - 300) < 200, JSON.stringify(told));
  assert.ok(told.bodies >= told.bullets, JSON.stringify(told));
});
