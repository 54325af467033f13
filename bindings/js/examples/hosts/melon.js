import * as me from "melonjs";
import { KasuriMelon } from "kasuri/melon";
import { COUNT, HEIGHT, WIDTH, game, hit, isThere, needle, needleAt, ship as picture } from "./dance.js";

await new Promise((resolve) => me.device.onReady(resolve));
const app = new me.Application(WIDTH, HEIGHT, { parent: "game", renderer: me.video.WEBGL, subPixel: true, physic: "none" });
await app.init();
me.state.change(me.state.DEFAULT, true);
await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
app.world.backgroundColor.parseCSS("#0b0d1a");
const made = (image) => {
  const sprite = new me.Sprite(0, 0, { image, anchorPoint: { x: 0.5, y: 0.5 } });
  app.world.addChild(sprite);
  return sprite;
};
const image = needle();
const needles = Array.from({ length: COUNT }, () => made(image));
const ship = made(picture());

const kasuri = new KasuriMelon(me);
kasuri.overlap(ship, needles, (_, one) => hit(needles.indexOf(one)), { only: "began" });
me.event.on(me.event.GAME_UPDATE, () => {
  game.frame += 1;
  ship.pos.set(game.x, game.y, 1000);
  needles.forEach((one, k) => {
    const { x, y, angle } = needleAt(k, game.frame);
    one.pos.set(x, y, k);
    one.currentTransform.identity().rotate(angle);
    one.setOpacity(isThere(k) ? 1 : 0);
  });
  app.repaint();
});
