// melonJS in the tests.
import * as me from "melonjs";
import { KasuriMelon } from "kasuri/melon";
import { CELL, HEIGHT, WIDTH, sheet } from "./common.js";

let app = null;
let picture = null;

async function ready() {
  if (app) return;
  await new Promise((resolve) => me.device.onReady(resolve));
  app = new me.Application(WIDTH, HEIGHT, { renderer: me.video.WEBGL, antiAlias: false, subPixel: true, consoleHeader: false, physic: "none" });
  await app.init();
  Object.assign(app, { stopOnBlur: false, pauseOnBlur: false });
  me.timer.interpolation = true;
  picture = sheet();
  me.state.change(me.state.DEFAULT, true);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  app.world.backgroundColor.setColor(0, 0, 0, 1);
}

/** A sprite that is mirrored around its middle takes melonJS's flip, which comes after the turn; others a scale. */
function set(sprite, { x, y, angle, scaleX, scaleY, pivot, frame }) {
  const isFlipped = scaleX < 0 && pivot[0] === CELL[0] / 2;
  sprite.flipX(isFlipped);
  sprite.setAnimationFrame(frame);
  sprite.anchorPoint.set(pivot[0] / CELL[0], pivot[1] / CELL[1]);
  sprite.pos.set(x, y, 0);
  sprite.currentTransform.identity();
  sprite.currentTransform.rotate(isFlipped ? -angle : angle);
  sprite.currentTransform.scale(isFlipped ? -scaleX : scaleX, scaleY);
}

export async function start() {
  await ready();
  app.world.getChildren().slice().forEach((child) => app.world.removeChildNow(child));
  return {
    follower: new KasuriMelon(me),
    isEqualScale: false,
    step() {
      app.update(performance.now());
      app.repaint();
      app.draw();
    },
    set,
    make(at) {
      const sprite = new me.Sprite(0, 0, { image: picture, framewidth: CELL[0], frameheight: CELL[1] });
      sprite.animationpause = true;
      set(sprite, at);
      app.world.addChild(sprite);
      return sprite;
    },
    nest(sprite, { x, y, angle, scale }) {
      const parent = new me.Container(x, y, 100, 100);
      parent.currentTransform.rotate(angle);
      parent.currentTransform.scale(scale, scale);
      app.world.removeChildNow(sprite, true);
      app.world.addChild(parent);
      parent.addChild(sprite);
    },
    sheared(sprite) {
      sprite.name = "crate";
      sprite.currentTransform.identity();
      sprite.currentTransform.scale(2, 1);
      sprite.currentTransform.rotate(0.3);
    },
    straight: (sprite, at) => set(sprite, at),
    hide: (sprite) => sprite.setOpacity(0),
    show: (sprite) => sprite.setOpacity(1),
    fade: (sprite) => sprite.setOpacity(0),
    unfade: (sprite) => sprite.setOpacity(1),
    destroy: (sprite) => app.world.removeChildNow(sprite),
    listen: (sprite, told) => Object.assign(sprite, { onHitBegan: () => told("kasuri-began"), onHitEnded: () => told("kasuri-ended") }),
    end: (host) => host.follower.destroy(),
  };
}
