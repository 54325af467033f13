// A moth weaves wheels of needles. A ship slips through them as long as none of its pixels touches one. The ship
// follows the pointer or the arrow keys.
import * as Phaser from "phaser";
import { init } from "kasuri";
import { KasuriPlugin } from "kasuri/phaser";
import { painted } from "./art.js";

const [WIDTH, HEIGHT] = [480, 640];
const MOST = 1200;
const [SPIN, SLOWEST, STEPS] = [0.31, 70, 90];

class Moth extends Phaser.Scene {
  constructor() {
    super("moth");
  }

  create() {
    for (const [name, scale] of [["moth", 2], ["needle", 2], ["rice", 2], ["orb", 2], ["ship", 2], ["gem", 2]]) {
      if (!this.textures.exists(name)) this.textures.addCanvas(name, painted(name, scale));
    }
    this.stars();
    this.moth = this.add.image(WIDTH / 2, 120, "moth").setDepth(1);
    this.bullets = this.add.group();
    this.gems = this.add.group();
    this.ship = this.add.image(WIDTH / 2, HEIGHT - 110, "ship").setDepth(2);
    this.sparks = this.add.graphics().setDepth(3);
    this.keys = this.input.keyboard?.createCursorKeys();
    this.text = this.add.text(10, HEIGHT - 26, "", { fontFamily: "monospace", fontSize: "13px", color: "#9fb3d9" }).setDepth(4);
    Object.assign(this, { frame: 0, hits: 0, taken: 0, safe: 0, lit: [] });
    // Tests the pixels of the pictures as they are turned at this moment.
    this.kasuri.overlap(this.ship, this.bullets, (ship, bullet, hit) => this.hit(bullet, hit));
    this.kasuri.overlap(this.ship, this.gems, (ship, gem) => this.take(gem), { only: "began" });
  }

  stars() {
    const sky = this.add.graphics();
    for (let k = 0; k < 160; k++) {
      sky.fillStyle([0x232848, 0x3d4675, 0x6274a8][k % 3]);
      sky.fillRect((k * 7919) % WIDTH, (k * 104729) % HEIGHT, 1 + (k % 7 === 0), 1 + (k % 7 === 0));
    }
  }

  shoot(x, y, angle, speed, name) {
    if (this.bullets.getLength() >= MOST) return;
    // The pictures point up.
    const bullet = this.add.image(x, y, name).setRotation(angle + Math.PI / 2);
    bullet.way = [Math.cos(angle) * speed, Math.sin(angle) * speed];
    this.bullets.add(bullet);
  }

  weave() {
    const [x, y] = [this.moth.x, this.moth.y];
    if (this.frame % 6 === 0) {
      for (let arm = 0; arm < 5; arm++) {
        const angle = this.frame * 0.021 + (arm * 2 * Math.PI) / 5;
        this.shoot(x, y, angle, SLOWEST, "needle");
        this.shoot(x, y, -angle + 0.4, SLOWEST * 1.3, "rice");
      }
    }
    if (this.frame % STEPS === 0) {
      for (let k = 0; k < 24; k++) this.shoot(x, y, (k * 2 * Math.PI) / 24, SLOWEST * 0.9, "orb");
      this.gems.add(this.add.image(40 + ((this.frame * 37) % (WIDTH - 80)), -10, "gem"));
    }
  }

  hit(bullet, hit) {
    if (this.safe > 0) return;
    this.hits += 1;
    this.safe = 60;
    this.lit.push({ pixels: this.kasuri.world.commonPixels(hit)?.pixels() ?? [], left: 40 });
    bullet.destroy();
  }

  take(gem) {
    this.taken += 1;
    gem.destroy();
  }

  steer(seconds) {
    const pointer = this.input.activePointer;
    const keys = this.keys;
    const way = [Number(keys?.right.isDown ?? 0) - Number(keys?.left.isDown ?? 0), Number(keys?.down.isDown ?? 0) - Number(keys?.up.isDown ?? 0)];
    if (way[0] !== 0 || way[1] !== 0) {
      this.ship.x += way[0] * 220 * seconds;
      this.ship.y += way[1] * 220 * seconds;
    } else if (pointer.isDown || pointer.moveTime > 0) {
      this.ship.x += (pointer.x - this.ship.x) * 0.25;
      this.ship.y += (pointer.y - this.ship.y) * 0.25;
    }
    this.ship.x = Phaser.Math.Clamp(this.ship.x, 16, WIDTH - 16);
    this.ship.y = Phaser.Math.Clamp(this.ship.y, 24, HEIGHT - 40);
  }

  update(time, delta) {
    const seconds = Math.min(delta, 50) / 1000;
    this.frame += 1;
    this.moth.x = WIDTH / 2 + Math.sin(this.frame / 90) * 90;
    this.moth.y = 120 + Math.sin(this.frame / 57) * 18;
    this.weave();
    this.steer(seconds);
    for (const bullet of [...this.bullets.getChildren()]) {
      bullet.x += bullet.way[0] * seconds;
      bullet.y += bullet.way[1] * seconds;
      if (bullet.texture.key === "orb") bullet.rotation += SPIN * seconds;
      if (bullet.x < -20 || bullet.x > WIDTH + 20 || bullet.y < -20 || bullet.y > HEIGHT + 20) bullet.destroy();
    }
    for (const gem of [...this.gems.getChildren()]) {
      gem.y += 60 * seconds;
      gem.rotation = Math.sin(this.frame / 20) * 0.5;
      if (gem.y > HEIGHT + 20) gem.destroy();
    }
    this.safe = Math.max(0, this.safe - 1);
    this.ship.setAlpha(this.safe % 8 >= 4 ? 0.35 : 1);
    this.light();
    const took = this.kasuri.milliseconds.toFixed(2);
    this.text.setText(`${this.bullets.getLength()} bullets   hits ${this.hits}   gems ${this.taken}   collisions ${took} ms`);
  }

  /** Shows the common pixels of recent hits for a short time. */
  light() {
    this.sparks.clear();
    for (const one of this.lit) {
      this.sparks.fillStyle(0xff4040, one.left / 40);
      for (let k = 0; k < one.pixels.length; k += 2) this.sparks.fillRect(one.pixels[k] - 1, one.pixels[k + 1] - 1, 3, 3);
      one.left -= 1;
    }
    this.lit = this.lit.filter(({ left }) => left > 0);
  }
}

await init();
window.game = new Phaser.Game({
  type: Phaser.AUTO,
  width: WIDTH,
  height: HEIGHT,
  backgroundColor: "#0b0d1a",
  pixelArt: true,
  scale: { mode: Phaser.Scale.FIT, autoCenter: Phaser.Scale.CENTER_BOTH },
  plugins: { scene: [{ key: "KasuriPlugin", plugin: KasuriPlugin, mapping: "kasuri" }] },
  scene: Moth,
});
