// The golden session of the library's tests (tests/world_kit/session.rs), played from JavaScript. The hashes are
// those of tests/golden/danmaku.txt.

const [SHIP, BULLET, FOE, SHOT, LASER] = [1, 2, 4, 8, 16];
const [WIDTH, HEIGHT] = [480, 640];

/** 64 directions around a circle, with integers only: each is the previous one turned a little. */
function around() {
  const ways = [];
  let [x, y] = [65536, 0];
  for (let k = 0; k < 64; k++) {
    ways.push([x >> 8, y >> 8]);
    x -= Math.floor((y * 6434) / 65536);
    y += Math.floor((x * 6434) / 65536);
  }
  return ways;
}

const WAYS = around();
const place = (x, y) => [x / 256, y / 256];

/** Bodies that fly straight, in lattice units: flat columns, as in a game with thousands of bullets. */
class Fliers {
  bodies = [];
  at = [];
  by = [];

  get count() {
    return this.bodies.length;
  }

  launch(world, body, at, by) {
    this.bodies.push(world.spawn(body));
    this.at.push(...at);
    this.by.push(...by);
  }

  move(world) {
    const places = new Float64Array(this.at.length);
    for (let k = 0; k < places.length; k++) places[k] = (this.at[k] += this.by[k]) / 256;
    world.setPositions(Float64Array.from(this.bodies), places);
  }

  keepLiving(world) {
    const lives = world.containsMany(this.bodies);
    this.bodies = this.bodies.filter((_, k) => lives[k] === 1);
    this.at = this.at.filter((_, k) => lives[k >> 1] === 1);
    this.by = this.by.filter((_, k) => lives[k >> 1] === 1);
  }
}

export class Session {
  step = 0;
  shipAt = [240 * 256, 560 * 256];
  bullets = new Fliers();
  shots = new Fliers();
  counts = { peak: 0, grazed: 0, died: 0, cancelled: 0, wounds: 0 };
  random = 1n;

  constructor(kasuri) {
    this.kasuri = kasuri;
    const { World, Body, Shape, Mask } = kasuri;
    const bounds = [[0, 0], [WIDTH, HEIGHT]];
    this.world = new World({ bounds, rootedCirclesBetween: [{ a: SHIP, b: BULLET }] });
    const looks = [this.hull(0, 0, 0), this.hull(6, 1.5, 1)];
    const ship = { at: place(...this.shipAt), layer: SHIP, against: FOE, graze: 24, invulnerable: 60 };
    this.ship = this.world.spawn(Body.frames(looks, ship));
    this.star = Mask.fromFunction(41, 41, (i, j) => Math.abs(i - 20) * Math.abs(j - 20) < 40);
    const eye = new kasuri.Region("eye", Shape.circle(7));
    const boss = { at: [240, 120], layer: FOE, against: SHIP | SHOT, cooldown: 6, regions: [eye] };
    this.boss = this.world.spawn(Body.sprite(this.star, boss));
    const wedge = Body.polygon([[-9, -7], [9, -7], [0, 11]], { layer: FOE, against: SHIP | SHOT, cooldown: 3, scale: [1, 1.5] });
    const foes = Array.from({ length: 12 }, (_, k) => [40 * k + 20, 60]);
    this.foes = this.world.spawnMany(wedge, { at: foes });
    const line = Body.chain([[0, 0], [10, 40], [0, 80]], 3, { layer: LASER, against: SHIP, cooldown: 20 });
    this.lasers = this.world.spawnMany([160, 320].map((x) => line.but({ at: [x, 80] })));
    const flying = { layer: BULLET, against: SHIP | SHOT, despawnBeyond: 12, at: [240, 120] };
    this.kinds = [Body.circle(3, flying), Body.capsule([-3, 0], [3, 0], 1.5, flying), Body.rect([2.5, 2.5], flying)];
    this.spear = Body.segment([0, -6], [0, 6], { layer: SHOT, maxHits: 3, despawnBeyond: 4 });
    this.bombs = [Shape.circle(90), Shape.rect([400, 40]), this.star];
  }

  hull(wing, x, y) {
    const { Look, Mask, Region, Shape } = this.kasuri;
    const mask = Mask.fromFunction(24, 20, (i, j) => Math.abs(i - 12) * 3 < j + wing && j > 1);
    const core = new Region("core", Shape.capsule([-x, 0], [x, y], 2), { against: BULLET | LASER });
    return new Look(mask, { regions: [core, new Region("hull", Shape.circle(9))] });
  }

  below(n) {
    this.random = BigInt.asUintN(64, this.random * 6364136223846793005n + 1442695040888963407n);
    return Number((this.random >> 33n) % BigInt(n));
  }

  fire() {
    const turn = this.step * 3 + this.below(4);
    for (let arm = 0; this.step % 4 === 0 && arm < 32; arm++) {
      const way = WAYS[(turn + arm * 2) % 64];
      const slow = 3 + ((arm + Math.floor(this.step / 4)) % 4);
      const kind = this.below(3);
      const angle = [0, turn / 16, arm / 8][kind];
      const body = this.kinds[kind].but({ angle, data: this.step });
      this.bullets.launch(this.world, body, [240 * 256, 120 * 256], way.map((x) => Math.trunc((x * slow) / 5)));
    }
    if (this.step % 5 === 0) {
      const at = [this.shipAt[0], this.shipAt[1] - 12 * 256];
      const body = this.spear.but({ at: place(...at), against: this.step % 2 === 0 ? FOE : BULLET });
      this.shots.launch(this.world, body, at, [0, -7 * 256]);
    }
  }

  /** Turns some shots towards the nearest foe ahead. */
  home(k) {
    const { at, by } = this.shots;
    const from = place(at[2 * k], at[2 * k + 1]);
    const ahead = this.world.inCone(from, -Math.PI / 2, 0.5, 300, { against: FOE });
    for (const near of this.world.nearest(from, 2, { against: FOE })) {
      if (!ahead.includes(near.body)) continue;
      const aside = by[2 * k] + Math.sign(near.point[0] - from[0]) * 64;
      by[2 * k] = Math.max(-512, Math.min(512, aside));
      return;
    }
  }

  steer() {
    const by = [this.below(5) - 2, this.below(5) - 2];
    const [least, most] = [[20 * 256, 400 * 256], [(WIDTH - 20) * 256, (HEIGHT - 20) * 256]];
    this.shipAt = this.shipAt.map((x, k) => Math.max(least[k], Math.min(most[k], x + by[k] * 700)));
    this.world.setPosition(this.ship, place(...this.shipAt));
    if (this.step % 40 === 0) this.world.setFrame(this.ship, (this.step / 40) % 2);
    this.world.setAngle(this.boss, this.step / 64);
    this.world.setAngles(this.foes, Array.from(this.foes, (_, k) => this.step / 128 + k));
  }

  /** Moves the points of the lasers, in every step. */
  wave() {
    this.lasers.forEach((laser, k) => {
      const points = Array.from({ length: 12 }, (_, j) => {
        const way = WAYS[(this.step + j * 7 + k * 20) % 64];
        return place(way[0] * j * 3, j * 40 * 256 + way[1]);
      });
      this.world.setChain(laser, points);
    });
  }

  die() {
    this.counts.died += 1;
    this.world.setInvulnerable(this.ship, 90);
    const which = this.counts.died % 3;
    const how = { scale: which === 2 ? 4 : 1, against: BULLET };
    this.counts.cancelled += this.world.removeOverlapping(this.bombs[which], place(...this.shipAt), how).length;
  }

  follow(step) {
    const { world, counts } = this;
    counts.peak = Math.max(counts.peak, this.bullets.count);
    counts.grazed += step.grazes.length;
    counts.wounds += step.between(SHOT, FOE).length;
    const core = world.regionIndex(this.ship, "core");
    const isHit = step.between(SHIP, BULLET | LASER).regionA.includes(core);
    if (isHit && world.get(this.ship).invulnerableFor === 0) this.die();
    for (const { b } of step.between(SHOT, BULLET)) if (world.contains(b)) world.remove(b);
    for (const body of this.shots.bodies) {
      if (world.contains(body) && world.get(body).hitsLeft === 0) world.remove(body);
    }
    this.bullets.keepLiving(world);
    this.shots.keepLiving(world);
  }

  /** Plays one step; `stepping` may be a recorder. */
  play(stepping = this.world) {
    this.step += 1;
    this.fire();
    this.bullets.move(this.world);
    this.shots.move(this.world);
    for (let k = 0; k < Math.min(this.shots.count, 4); k++) this.home(k);
    this.steer();
    this.wave();
    this.follow(stepping === this.world ? this.world.step() : stepping.step(this.world));
  }

  /** Returns the lines of the golden file, up to `steps` steps. */
  lines(steps = 3200) {
    const lines = [];
    while (this.step < steps) {
      this.play();
      if (this.step % 100 !== 0) continue;
      lines.push(`${String(this.step).padStart(5)} ${this.world.hash().toString(16).padStart(16, "0")}`);
    }
    const { peak, grazed, died, cancelled, wounds } = this.counts;
    lines.push(`${peak} bullets, ${grazed} grazes, ${died} deaths, ${cancelled} cancelled, ${wounds} wounds`);
    return lines;
  }
}
