// KAPLAY in the tests.
import kaplay from "kaplay";
import { KasuriKaplay } from "kasuri/kaplay";
import { CELL, HEIGHT, WIDTH, sheet } from "./common.js";

let k = null;

async function ready() {
  if (k) return;
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  k = kaplay({ canvas, width: WIDTH, height: HEIGHT, background: [0, 0, 0], global: false, texFilter: "nearest", pixelDensity: 1, loadingScreen: false });
  k.loadSprite("sheet", sheet(), { sliceX: 2 });
  await new Promise((resolve) => k.onLoad(resolve));
}

/** A sprite that is mirrored around its middle takes KAPLAY's flips; others a scale below 0. */
function set(object, { x, y, angle, scaleX, scaleY, pivot, frame }) {
  const isFlipped = pivot[0] === CELL[0] / 2;
  [object.flipX, object.flipY] = [isFlipped && scaleX < 0, isFlipped && scaleY < 0];
  object.frame = frame;
  object.anchor = k.vec2((pivot[0] / CELL[0]) * 2 - 1, (pivot[1] / CELL[1]) * 2 - 1);
  object.pos = k.vec2(x, y);
  object.angle = (angle * 180) / Math.PI;
  object.scale = isFlipped ? k.vec2(Math.abs(scaleX), Math.abs(scaleY)) : k.vec2(scaleX, scaleY);
}

export async function start() {
  await ready();
  k.get("test", { recursive: true }).forEach((object) => object.destroy());
  return {
    follower: new KasuriKaplay(k),
    isEqualScale: false,
    step: () =>
      new Promise((resolve) => {
        const told = k.onDraw(() => {
          told.cancel();
          resolve();
        });
      }),
    set,
    make(at) {
      const object = k.add([k.sprite("sheet"), k.pos(0, 0), k.rotate(0), k.scale(1), k.anchor("center"), k.opacity(1), "test"]);
      set(object, at);
      return object;
    },
    nest(object, { x, y, angle, scale }) {
      const parent = k.add([k.pos(x, y), k.rotate((angle * 180) / Math.PI), k.scale(scale), "test"]);
      // KAPLAY cannot move an object into a parent.
      const child = parent.add([k.sprite("sheet"), k.pos(0, 0), k.rotate(0), k.scale(1), k.anchor("center"), "test"]);
      for (const key of ["pos", "angle", "scale", "anchor", "frame"]) child[key] = object[key];
      object.destroy();
      return child;
    },
    sheared() {},
    straight: (object, at) => set(object, at),
    hide: (object) => (object.hidden = true),
    show: (object) => (object.hidden = false),
    fade: (object) => (object.opacity = 0),
    unfade: (object) => (object.opacity = 1),
    destroy: (object) => object.destroy(),
    listen: (object, told) => ["kasuri-began", "kasuri-ended"].forEach((event) => object.on(event, () => told(event))),
    end: (host) => host.follower.destroy(),
  };
}
