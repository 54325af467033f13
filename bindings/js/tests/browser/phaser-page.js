// The part of the Phaser plugin's tests that runs in the page.
import * as Phaser from "phaser";
import { Body, Sheet, World, init, instructionSet } from "kasuri";
import { KasuriPlugin } from "kasuri/phaser";

const [WIDTH, HEIGHT] = [800, 600];

/** Returns a canvas whose pixels are solid where the rows have a '#'. */
function canvasOf(rows, color = "#ffffff") {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [rows[0].length, rows.length];
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  rows.forEach((row, y) => [...row].forEach((character, x) => character === "#" && context.fillRect(x, y, 1, 1)));
  return canvas;
}

/** Returns a picture that differs from each of its flipped and turned copies. */
function blob(width, height) {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const inside = ((2 * x - width + 1) / width) ** 2 + ((2 * y - height + 1) / height) ** 2 < 1;
      const notch = x > width * 0.6 && y < height * 0.35;
      return inside && !notch ? "#" : ".";
    }).join(""),
  );
}

function started(scene, more = {}) {
  return new Promise((resolve) => {
    const game = new Phaser.Game({
      type: Phaser.WEBGL,
      width: WIDTH,
      height: HEIGHT,
      backgroundColor: "#000000",
      pixelArt: true,
      banner: false,
      audio: { noAudio: true },
      plugins: { scene: [{ key: "KasuriPlugin", plugin: KasuriPlugin, mapping: "kasuri" }] },
      scene: { ...scene, extend: { ready: () => resolve(game) } },
      ...more,
    });
  });
}

const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const frames = (scene, count, each) =>
  new Promise((resolve) => {
    let done = 0;
    const step = () => {
      each();
      done += 1;
      if (done < count) return;
      scene.events.off("render", step);
      resolve();
    };
    scene.events.on("render", step);
  });

/** Returns a random number generator with the same numbers everywhere. */
function numbers() {
  let state = 7;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * most;
  };
}

const ROWS = { bullet: blob(16, 24), foe: blob(64, 48) };

/** Runs 2,000 turned sprites against 50, which all fly and turn; and the same as boxes with Phaser's Arcade physics. */
window.crowd = async (bullets = 2000, foes = 50, count = 120) => {
  await init();
  const below = numbers();
  const collected = { collision: [], arcade: [], frame: [] };
  let [hits, boxes, last] = [new Set(), new Set(), 0];
  const scene = {
    create() {
      for (const [name, rows] of Object.entries(ROWS)) this.textures.addCanvas(name, canvasOf(rows, name === "foe" ? "#6274a8" : "#ffd75e"));
      const made = (name, k) => {
        const image = this.physics.add.image(below(WIDTH), below(HEIGHT), name).setRotation(below(6.28) - 3.14);
        image.setFlip(k % 3 === 0, k % 5 === 0).setScale(0.75 + below(0.5));
        image.way = [below(200) - 100, below(200) - 100, below(2) - 1];
        image.number = k;
        return image;
      };
      this.bullets = Array.from({ length: bullets }, (_, k) => made("bullet", k));
      this.foes = this.add.group(Array.from({ length: foes }, (_, k) => made("foe", k)));
      this.kasuri.overlap(this.bullets, this.foes, (a, b) => hits.add(`b${a.number} f${b.number}`));
      this.ready();
    },
    update(time, delta) {
      const seconds = Math.min(delta, 50) / 1000;
      for (const one of [...this.bullets, ...this.foes.getChildren()]) {
        one.x = (one.x + one.way[0] * seconds + WIDTH) % WIDTH;
        one.y = (one.y + one.way[1] * seconds + HEIGHT) % HEIGHT;
        one.rotation += one.way[2] * seconds;
      }
      hits = new Set();
      boxes = new Set();
      const before = performance.now();
      for (const one of [...this.bullets, ...this.foes.getChildren()]) one.body.updateFromGameObject();
      this.physics.overlap(this.bullets, this.foes, (a, b) => boxes.add(`b${a.number} f${b.number}`));
      collected.arcade.push(performance.now() - before);
    },
  };
  const game = await started(scene, { physics: { default: "arcade", arcade: { customUpdate: true } } });
  const live = game.scene.scenes[0];
  await frames(live, count, () => {
    const now = performance.now();
    if (last > 0) collected.frame.push(now - last);
    last = now;
    collected.collision.push(live.kasuri.milliseconds);
  });
  const placed = (one) => {
    const signs = [one.flipX ? -1 : 1, one.flipY ? -1 : 1];
    const { width, height } = one.frame;
    return {
      id: `${one.texture.key[0]}${one.number}`,
      sprite: one.texture.key,
      at: [one.x, one.y],
      angle: one.rotation,
      scale: [one.scaleX * signs[0], one.scaleY * signs[1]],
      pivot: [width / 2, height / 2],
      layer: one.texture.key === "foe" ? 2 : 1,
      against: one.texture.key === "foe" ? 1 : 2,
    };
  };
  game.loop.stop();
  const bodies = [...live.bullets, ...live.foes.getChildren()].map(placed);
  const masks = Object.fromEntries(Object.entries(ROWS).map(([name, rows]) => [name, { rows }]));
  return {
    set: instructionSet(),
    renderer: game.renderer.type === Phaser.WEBGL ? "webgl" : "canvas",
    hits: [...hits].sort(),
    boxes: boxes.size,
    collision: median(collected.collision.slice(20)),
    collisionMost: Math.max(...collected.collision.slice(20)),
    arcade: median(collected.arcade.slice(20)),
    frame: median(collected.frame.slice(20)),
    scene: { kasuri: 1, masks, bodies },
  };
};

/**
 * Places sprites in all ways that Phaser offers, draws each alone, and compares the drawn pixels with the pixels that
 * hit.
 */
window.drawn = async () => {
  await init();
  let make;
  const scene = {
    create() {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [128, 128];
      const context = canvas.getContext("2d");
      context.drawImage(canvasOf(blob(48, 32)), 0, 0);
      // Trimmed: the picture is at (7, 11) of 60 x 50.
      const texture = this.textures.addCanvas("sheet", canvas);
      texture.add("whole", 0, 0, 0, 48, 32);
      texture.add("trimmed", 0, 0, 0, 48, 32).setTrim(60, 50, 7, 11, 48, 32);
      // Turned clockwise by a quarter.
      context.translate(100, 60);
      context.rotate(Math.PI / 2);
      context.drawImage(canvasOf(blob(48, 32)), 0, 0);
      make = (frame) => this.add.image(400, 300, "sheet", frame);
      this.ready();
    },
  };
  const game = await started(scene);
  const live = game.scene.scenes[0];
  const ways = {
    plain: () => make("whole"),
    turned: () => make("whole").setRotation(0.7),
    scaled: () => make("whole").setScale(3, 2).setRotation(-1.2),
    "flipped x": () => make("whole").setFlipX(true),
    "flipped y, turned": () => make("whole").setFlipY(true).setRotation(0.4),
    "off its middle": () => make("whole").setOrigin(0.1, 0.8).setRotation(1),
    "off its middle, flipped x": () => make("whole").setOrigin(0.1, 0.8).setFlipX(true).setRotation(1),
    "off its middle, flipped both": () => make("whole").setOrigin(0.2, 0.3).setFlip(true, true).setScale(2),
    "scaled by less than 0": () => make("whole").setOrigin(0.2, 0.3).setScale(-2, 1.5).setRotation(0.3),
    "flipped and scaled by less than 0": () => make("whole").setOrigin(0.2, 0.3).setScale(-2, 1.5).setFlipX(true),
    trimmed: () => make("trimmed").setRotation(0.5).setScale(2),
    "trimmed, flipped": () => make("trimmed").setFlip(true, false).setOrigin(0.3, 0.6).setRotation(2.5).setScale(2),
    "in a container": () => {
      const image = make("whole").setPosition(30, 10).setScale(2).setRotation(0.3).setFlipX(true);
      return live.add.container(350, 250, [image]).setRotation(0.5).setScale(1.5) && image;
    },
  };
  const results = {};
  for (const [name, build] of Object.entries(ways)) {
    const image = build();
    const end = live.kasuri.overlap(image, [], () => {});
    await frames(live, 2, () => {});
    const drawn = await new Promise((resolve) => game.renderer.snapshot(resolve));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(drawn, 0, 0);
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    const covered = new Set();
    const pixels = live.kasuri.world.form(live.kasuri.bodyOf(image)).cover().pixels();
    for (let k = 0; k < pixels.length; k += 2) covered.add(pixels[k + 1] * WIDTH + pixels[k]);
    let [lit, differ] = [0, 0];
    for (let k = 0; k < WIDTH * HEIGHT; k++) {
      const isLit = data[4 * k] > 127;
      lit += isLit;
      differ += isLit !== covered.has(k);
    }
    results[name] = { lit, covered: covered.size, differ };
    end();
    image.destroy();
  }
  game.loop.stop();
  return results;
};

/** Tests groups whose members change, callbacks that remove objects, `only`, `use`, and scenes that restart. */
window.life = async () => {
  await init();
  const told = [];
  const scene = {
    create() {
      if (!this.textures.exists("dot")) this.textures.addCanvas("dot", canvasOf(["####", "####", "####", "####"]));
      this.a = this.add.group([this.add.image(100, 100, "dot"), this.add.image(200, 100, "dot")]);
      this.b = this.add.group([this.add.image(102, 100, "dot")]);
      this.count = { all: 0, began: 0 };
      this.kasuri.overlap(this.a, this.b, () => (this.count.all += 1));
      this.kasuri.overlap(this.a, this.b, () => (this.count.began += 1), { only: "began" });
      this.ready();
    },
  };
  const game = await started(scene);
  const live = game.scene.scenes[0];
  const after = async (count, what) => {
    await frames(live, count, () => {});
    told.push([what, live.count.all > 0, live.count.began, live.kasuri.world.size]);
    live.count = { all: 0, began: 0 };
  };
  await after(3, "two overlap");
  live.b.add(live.add.image(201, 100, "dot"));
  await after(3, "another comes");
  live.b.getChildren()[0].destroy();
  await after(3, "one goes");
  live.a.getChildren()[0].setActive(false);
  await after(3, "one sleeps");
  live.a.getChildren()[0].setActive(true).setPosition(203, 103);
  await after(3, "and wakes elsewhere");
  const [far] = live.a.getChildren();
  far.setPosition(260, 100);
  await after(3, "far away");
  const { Shape } = await import("kasuri");
  live.kasuri.use(far, Shape.circle(70));
  await after(3, "but with a shape of its own");
  live.kasuri.overlap(live.b, live.a, (b) => b.destroy());
  await after(3, "whoever hits is removed");
  live.scene.restart();
  await frames(live, 3, () => {});
  await after(3, "again from the start");
  const [one] = live.a.getChildren();
  const events = [];
  for (const event of ["kasuri-began", "kasuri-ended"]) one.on(event, () => events.push(event));
  const states = {
    "scaled to 0": [() => one.setScale(0), () => one.setScale(1)],
    "scaled far out": [() => one.setScale(1000), () => one.setScale(1)],
    hidden: [() => one.setVisible(false), () => one.setVisible(true)],
    transparent: [() => one.setAlpha(0), () => one.setAlpha(1)],
  };
  for (const [name, [enter, leave]] of Object.entries(states)) {
    enter();
    await after(3, name);
    leave();
    await after(3, `no more ${name}`);
  }
  // A tween through 0, as a card that turns over: the scene goes on.
  await new Promise((onComplete) => live.tweens.add({ targets: one, scaleX: { from: 1, to: -1 }, duration: 100, onComplete }));
  await after(3, "turned over");
  const skewed = live.add.container(300, 300, [live.add.image(0, 0, "dot").setRotation(0.5).setName("skewed")]).setScale(2, 1);
  live.a.add(skewed.list[0]);
  let sheared = "";
  try {
    live.kasuri.update();
  } catch (error) {
    sheared = error.message;
  }
  skewed.destroy();
  const errors = [];
  for (const bad of [() => live.kasuri.overlap(live.a, live.b, 5), () => live.kasuri.overlap(live.a, live.b, () => {}, { only: "x" })]) {
    try {
      bad();
    } catch (error) {
      errors.push(error.name);
    }
  }
  game.destroy(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { told, errors, events, sheared };
};

/** Places of the bodies of a sheet's tags, and of a ball, in a step: those of tests/sheet.rs. */
const placed64 = (k) => [100 + 20 * k, 100];
const ballIn = (step) => [90 + (step % 60), 100 + (step % 7)];

/** Plays the steps of tests/sheet.rs with a sheet; returns the hash and the number of hits of each step. */
function playedBy(sheet) {
  const world = new World();
  const bodies = sheet.tags.map((_, k) => world.spawn(sheet.body({ at: placed64(k) })));
  const ball = world.spawn(Body.circle(3, { graze: 4 }));
  const hits = Array.from({ length: 600 }, (_, step) => {
    sheet.tags.forEach(({ name }, k) => {
      world.setFrame(bodies[k], sheet.frameAt(name, step * 16));
      world.setAngle(bodies[k], step / 64);
    });
    world.setPosition(ball, ballIn(step));
    return world.step().hits.length;
  });
  return [world.hash().toString(16).padStart(16, "0"), hits];
}

/**
 * Loads a sheet as a game does, with a texture beside it, and plays its tags with sprites for 600 steps. Returns what tests/sheet.rs
 * keeps, and in how many steps the sprites hit as often as the bodies of a plain world.
 */
window.sheet64 = async (files) => {
  await init();
  let told, sheet;
  const refused = [];
  const scene = {
    preload() {
      const url = (text) => URL.createObjectURL(new Blob([text]));
      this.load.text("breath", url(files.edited));
      this.load.json("ship", url(files.ship));
      this.load.text("cut", url(files.ship.slice(0, 300)));
    },
    create() {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [192, 192];
      const context = canvas.getContext("2d");
      context.fillRect(0, 0, 192, 192);
      this.textures.addCanvas("breath", canvas);
      sheet = this.kasuri.sheet("breath");
      told = { frames: sheet.frames.length, anims: sheet.tags.map(({ name }) => this.anims.get(`breath:${name}`).frames.map(({ frame, duration }) => [frame.name, duration])) };
      for (const bad of [() => this.kasuri.sheet("none"), () => this.kasuri.sheet("ship"), () => this.kasuri.sheet("cut", { texture: "breath" }), () => this.kasuri.sheet("ship", { texture: "breath" })]) {
        try {
          bad();
          refused.push("");
        } catch (error) {
          refused.push(error.message);
        }
      }
      this.made = sheet.tags.map((_, k) => this.add.sprite(...placed64(k), "breath", sheet.frames[0].name));
      this.ball = this.add.circle(0, 0, 3);
      this.ready();
    },
  };
  const game = await started(scene);
  game.loop.stop();
  const live = game.scene.scenes[0];
  const { Shape } = await import("kasuri");
  live.kasuri.use(live.ball, Shape.circle(3));
  const all = [...live.made, live.ball];
  const named = new Set();
  live.kasuri.overlap(all, all, (a, b, hit) => {
    for (const [one, k] of [[a, 0], [b, 1]]) named.add(live.kasuri.regionOf(one, hit.regions[k])?.name ?? "none");
  });
  const [hash, expected] = playedBy(sheet);
  let same = 0;
  for (let step = 0; step < 600; step++) {
    live.made.forEach((sprite, k) => {
      const { name } = sheet.tags[k];
      sprite.setFrame(sheet.frames[sheet.frameAt(name, step * 16)].name).setRotation(step / 64);
    });
    live.ball.setPosition(...ballIn(step));
    live.kasuri.update();
    same += live.kasuri.lastStep.hits.length === expected[step];
  }
  // An origin of another place moves the sprite, not what it covers where it is drawn.
  const [moved] = live.made;
  const cover = () => live.kasuri.world.form(live.kasuri.bodyOf(moved)).cover().pixels().join();
  moved.setRotation(0.5);
  live.kasuri.update();
  const before = cover();
  const [px, py] = sheet.frames[0].pivot;
  moved.setFrame(sheet.frames[0].name).setOrigin(0, 0);
  const [sin, cos] = [Math.sin(0.5), Math.cos(0.5)];
  moved.setPosition(100 - px * cos + py * sin, 100 - px * sin - py * cos);
  live.kasuri.update();
  const after = cover();
  moved.setFrame(sheet.frames[0].name).setPosition(100, 100);
  live.kasuri.update();
  const answer = { ...told, hash: `${hash} ${expected.reduce((sum, hits) => sum + hits)}`, same, refused, named: [...named].sort(), isSameCover: cover() === after, before: before.length };
  game.destroy(true);
  return answer;
};
