// Excalibur in the tests.
import { Actor, Color, DisplayMode, Engine, ImageSource, Sprite, vec } from "excalibur";
import { KasuriExcalibur } from "kasuri/excalibur";
import { CELL, HEIGHT, WIDTH, sheet } from "./common.js";

let engine = null;
let clock = null;
const sprites = [];

async function ready() {
  if (engine) return;
  const canvasElement = document.createElement("canvas");
  document.body.append(canvasElement);
  engine = new Engine({
    canvasElement,
    width: WIDTH,
    height: HEIGHT,
    displayMode: DisplayMode.Fixed,
    antialiasing: false,
    suppressPlayButton: true,
    suppressConsoleBootMessage: true,
    suppressHiDPIScaling: true,
    backgroundColor: Color.Black,
  });
  clock = engine.debug.useTestClock();
  const image = new ImageSource(sheet().toDataURL());
  await image.load();
  for (const k of [0, 1]) {
    sprites.push(new Sprite({ image, sourceView: { x: k * CELL[0], y: 0, width: CELL[0], height: CELL[1] }, destSize: { width: CELL[0], height: CELL[1] } }));
  }
  const started = engine.start();
  clock.start();
  let isStarted = false;
  started.then(() => (isStarted = true));
  while (!isStarted) {
    clock.step(16);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Excalibur turns before it scales, so a mirrored actor turns the other way. */
function set(actor, { x, y, angle, scaleX, scaleY, pivot, frame }) {
  actor.graphics.use(sprites[frame]);
  actor.graphics.anchor = vec(pivot[0] / CELL[0], pivot[1] / CELL[1]);
  actor.pos = vec(x, y);
  actor.rotation = scaleX * scaleY < 0 ? -angle : angle;
  actor.scale = vec(scaleX, scaleY);
}

export async function start() {
  await ready();
  const scene = engine.currentScene;
  scene.clear();
  return {
    follower: new KasuriExcalibur(scene),
    isEqualScale: true,
    step: () => clock.step(16),
    set,
    make(at) {
      const actor = new Actor({ name: "crate" });
      set(actor, at);
      scene.add(actor);
      return actor;
    },
    nest(actor, { x, y, angle, scale }) {
      const parent = new Actor({ pos: vec(x, y), rotation: angle, scale: vec(scale, scale) });
      scene.add(parent);
      scene.remove(actor);
      parent.addChild(actor);
    },
    sheared: (actor) => (actor.scale = vec(2, 1)),
    straight: (actor, at) => set(actor, at),
    hide: (actor) => (actor.graphics.isVisible = false),
    show: (actor) => (actor.graphics.isVisible = true),
    fade: (actor) => (actor.graphics.opacity = 0),
    unfade: (actor) => (actor.graphics.opacity = 1),
    destroy: (actor) => actor.kill(),
    listen: (actor, told) => ["kasuri-began", "kasuri-ended"].forEach((event) => actor.events.on(event, () => told(event))),
    end: (host) => host.follower.destroy(),
  };
}
