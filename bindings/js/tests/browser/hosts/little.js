// LittleJS in the tests.
import * as engine from "littlejsengine";
import { KasuriLittle } from "kasuri/little";
import { CELL, HEIGHT, WIDTH, sheet } from "./common.js";

const UNIT = 32;
let isReady = false;
let follower = null;

async function ready() {
  if (isReady) return;
  isReady = true;
  const { vec2 } = engine;
  engine.setShowSplashScreen(false);
  engine.setCanvasFixedSize(vec2(WIDTH, HEIGHT));
  engine.setEngineManualStep(true);
  engine.setCameraScale(UNIT);
  await engine.engineInit(() => {}, () => {}, () => follower?.update(), () => {}, () => {}, [sheet().toDataURL()]);
  // The top left corner is at (0, 0), so the canvas shows the world's own pixels.
  engine.setCameraPos(vec2(WIDTH / 2 / UNIT, -HEIGHT / 2 / UNIT));
}

function set(object, { x, y, angle, scaleX, scaleY, frame }) {
  const { vec2 } = engine;
  object.tileInfo = engine.tile(frame, vec2(...CELL), 0, 0, 0);
  object.pos = vec2(x / UNIT, -y / UNIT);
  object.angle = angle;
  object.mirror = scaleX < 0;
  object.size = vec2((Math.abs(scaleX) * CELL[0]) / UNIT, (scaleY * CELL[1]) / UNIT);
}

export async function start() {
  await ready();
  engine.engineObjectsDestroy();
  follower = new KasuriLittle(engine, { pixelsPerUnit: UNIT });
  return {
    follower,
    isEqualScale: false,
    // LittleJS draws tiles around their middle.
    isCentred: true,
    step: () => engine.engineStep(1),
    set,
    make(at) {
      const object = new engine.EngineObject();
      object.gravityScale = 0;
      set(object, at);
      return object;
    },
    sheared() {},
    straight() {},
    hide: (object) => (object.color = engine.rgb(1, 1, 1, 0)),
    show: (object) => (object.color = engine.rgb(1, 1, 1, 1)),
    fade: (object) => (object.color = engine.rgb(1, 1, 1, 0)),
    unfade: (object) => (object.color = engine.rgb(1, 1, 1, 1)),
    destroy: (object) => object.destroy(),
    listen: (object, told) => Object.assign(object, { onHitBegan: () => told("kasuri-began"), onHitEnded: () => told("kasuri-ended") }),
    end() {
      follower.free();
      follower = null;
    },
  };
}
