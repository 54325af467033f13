// PixiJS 8 in the tests.
import { Application, Container, Particle, ParticleContainer, Rectangle, Sprite, Texture } from "pixi.js";
import { KasuriPixi } from "kasuri/pixi";
import { CELL, HEIGHT, WIDTH, sheet } from "./common.js";

let app = null;
let time = 0;
const textures = [];

async function ready() {
  if (app) return;
  app = new Application();
  await app.init({ width: WIDTH, height: HEIGHT, background: "#000000", antialias: false, autoStart: false, preference: "webgl" });
  document.body.append(app.canvas);
  const source = Texture.from(sheet()).source;
  source.scaleMode = "nearest";
  for (const k of [0, 1]) textures.push(new Texture({ source, frame: new Rectangle(k * CELL[0], 0, ...CELL) }));
}

const step = () => app.ticker.update((time += 1000 / 60));

function set(sprite, { x, y, angle, scaleX, scaleY, pivot, frame }) {
  sprite.texture = textures[frame];
  sprite.position.set(x, y);
  sprite.rotation = angle;
  sprite.scale.set(scaleX, scaleY);
  // Half of the offset by the anchor, the other half by the pivot.
  sprite.anchor.set(pivot[0] / 64, pivot[1] / 48);
  sprite.pivot.set(pivot[0] / 2, pivot[1] / 2);
}

export async function start() {
  await ready();
  app.stage.removeChildren();
  return {
    follower: new KasuriPixi(app),
    isEqualScale: false,
    step,
    set,
    make(at) {
      const sprite = new Sprite(textures[0]);
      set(sprite, at);
      app.stage.addChild(sprite);
      return sprite;
    },
    nest(sprite, { x, y, angle, scale }) {
      const parent = new Container({ x, y, rotation: angle, scale });
      app.stage.addChild(parent);
      parent.addChild(sprite);
    },
    sheared(sprite) {
      sprite.label = "crate";
      const parent = new Container({ scale: { x: 2, y: 1 } });
      app.stage.addChild(parent);
      parent.addChild(sprite);
    },
    straight: (sprite) => app.stage.addChild(sprite),
    hide: (sprite) => (sprite.visible = false),
    show: (sprite) => (sprite.visible = true),
    fade: (sprite) => (sprite.alpha = 0),
    unfade: (sprite) => (sprite.alpha = 1),
    destroy: (sprite) => sprite.destroy(),
    listen: (sprite, told) => ["kasuri-began", "kasuri-ended"].forEach((event) => sprite.on(event, () => told(event))),
    end: (host) => host.follower.destroy(),
  };
}

/** The same with the particles of a ParticleContainer, which has no pivots. */
export async function startParticles() {
  const host = await start();
  const dynamicProperties = { position: true, rotation: true, vertex: true, uvs: true, color: true };
  const groups = [0, 1].map(() => app.stage.addChild(new ParticleContainer({ dynamicProperties })));
  const place = (particle, { x, y, angle, scaleX, scaleY, pivot, frame }) =>
    Object.assign(particle, { x, y, rotation: angle, scaleX, scaleY, anchorX: pivot[0] / 32, anchorY: pivot[1] / 24, texture: textures[frame] });
  return {
    ...host,
    groups,
    set: place,
    make(at, side = 0) {
      const particle = place(new Particle(textures[0]), at);
      particle.home = groups[side];
      groups[side].addParticle(particle);
      return particle;
    },
    destroy: (particle) => particle.home.removeParticle(particle),
  };
}

/** Many particles against a few sprites: the hits of each frame, and how long the frame took. */
export async function swarm(count, frames) {
  const host = await startParticles();
  const { follower } = host;
  const [container] = host.groups;
  const at = (k, time) => ({
    ...{ x: (k * 37 + 2 * time) % WIDTH, y: (k * 91) % HEIGHT, angle: k + time / 10, scaleX: 0.5, scaleY: 0.5, pivot: [16, 12], frame: k % 2 },
  });
  const bullets = Array.from({ length: count }, (_, k) => host.make(at(k, 0)));
  const ship = new Sprite(textures[0]);
  set(ship, { x: 320, y: 240, angle: 0.3, scaleX: 2, scaleY: 2, pivot: [16, 12], frame: 0 });
  app.stage.addChild(ship);
  let [hits, told] = [0, 0];
  follower.overlap(container, ship, () => (hits += 1));
  container.on("kasuri-began", () => (told += 1));
  const times = [];
  for (let time = 0; time < frames; time++) {
    bullets.forEach((bullet, k) => host.set(bullet, at(k, time)));
    await host.step();
    times.push(follower.milliseconds);
  }
  const bodies = follower.world.size;
  follower.destroy();
  return { hits, told, bodies, milliseconds: times.sort((a, b) => a - b)[times.length >> 1] };
}
