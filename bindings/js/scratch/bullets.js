// Bullets without clones: thousands of them, drawn in one picture.
import { Body, World, query } from "kasuri";

/** The layer of Scratch's renderer in which bullets are drawn. */
const DRAWN_LAYER = "sprite";

export class Bullets {
  #world = new World();
  #handles = new Float64Array(0);
  #at = new Float64Array(0);
  #velocities = new Float64Array(0);
  #radii = new Float64Array(0);
  #bodies = new Map();
  #dots = new Map();
  #stage;
  #renderer;
  #canvas = null;
  #skin = 0;
  #drawable = 0;
  color = "#ff4060";

  constructor(renderer, stage) {
    [this.#renderer, this.#stage] = [renderer, stage];
  }

  get count() {
    return this.#handles.length;
  }

  /** Fires bullets from a place: one for each direction, in degrees as in Scratch. */
  fire(x, y, directions, speed, radius) {
    const r = Math.min(100, Math.max(0.5, radius));
    let body = this.#bodies.get(r);
    if (!body) this.#bodies.set(r, (body = Body.circle(r, { against: 0 })));
    const count = directions.length;
    const at = new Float64Array(2 * count);
    const velocities = new Float64Array(2 * count);
    directions.forEach((direction, k) => {
      const angle = ((direction - 90) * Math.PI) / 180;
      [at[2 * k], at[2 * k + 1]] = [x + 0.5, 0.5 - y];
      [velocities[2 * k], velocities[2 * k + 1]] = [speed * Math.cos(angle), speed * Math.sin(angle)];
    });
    const handles = this.#world.spawnMany(body, { at });
    const joined = (before, after) => Float64Array.from([...before, ...after]);
    this.#handles = joined(this.#handles, handles);
    this.#at = joined(this.#at, at);
    this.#velocities = joined(this.#velocities, velocities);
    this.#radii = joined(this.#radii, new Float64Array(count).fill(r));
  }

  /** Moves all bullets by their speed, and removes those that left the stage. */
  move() {
    const { x, y, width, height } = this.#stage.box();
    const away = new Set();
    for (let k = 0; k < this.count; k++) {
      const r = this.#radii[k];
      const px = (this.#at[2 * k] += this.#velocities[2 * k]);
      const py = (this.#at[2 * k + 1] += this.#velocities[2 * k + 1]);
      if (px < x - r || py < y - r || px > x + width + r || py > y + height + r) away.add(this.#handles[k]);
    }
    this.#world.setPositions(this.#handles, this.#at);
    this.#removeAll(away);
    this.draw();
  }

  /** Returns the bullets whose box is within a margin of a form's box. */
  #near(form, margin) {
    const box = form.bounds();
    if (!box) return [];
    return this.#world.inBox([box.x - margin, box.y - margin], [box.x + box.width + margin, box.y + box.height + margin]);
  }

  /** Returns the bullets that a form touches. */
  touching(form) {
    return [...this.#near(form, 0)].filter((bullet) => this.#asked(bullet, (its) => query.overlaps(form, its)));
  }

  /** Returns the bullets that are within a margin of a form, and do not touch it. */
  grazing(form, margin) {
    return [...this.#near(form, margin)].filter((bullet) => this.#asked(bullet, (its) => query.grazes(form, its, margin)));
  }

  #asked(bullet, ask) {
    const form = this.#world.form(bullet);
    const told = ask(form);
    form.free();
    return told;
  }

  remove(bullets) {
    this.#removeAll(new Set(bullets));
    this.draw();
  }

  clear() {
    this.#removeAll(new Set(this.#handles));
    this.draw();
  }

  #removeAll(gone) {
    if (gone.size === 0) return;
    this.#world.removeMany(Float64Array.from(gone));
    const kept = [];
    this.#handles.forEach((bullet, k) => gone.has(bullet) || kept.push(k));
    const pick = (all, each) => Float64Array.from(kept.flatMap((k) => (each === 2 ? [all[2 * k], all[2 * k + 1]] : [all[k]])));
    [this.#at, this.#velocities] = [pick(this.#at, 2), pick(this.#velocities, 2)];
    [this.#handles, this.#radii] = [pick(this.#handles, 1), pick(this.#radii, 1)];
  }

  /** Returns the picture of one bullet: drawing it again and again is faster than filling circles. */
  #dotOf(r) {
    const key = `${r} ${this.color}`;
    let dot = this.#dots.get(key);
    if (!dot) {
      dot = document.createElement("canvas");
      dot.width = dot.height = 2 * Math.ceil(r + 1);
      const context = dot.getContext("2d", { willReadFrequently: true });
      context.fillStyle = this.color;
      context.arc(dot.width / 2, dot.height / 2, r, 0, 2 * Math.PI);
      context.fill();
      this.#dots.set(key, dot);
    }
    return dot;
  }

  /** Draws all bullets into one picture, which no block sees as a sprite. */
  draw() {
    const { x, y, width, height } = this.#stage.box();
    if (!this.#canvas) {
      this.#canvas = document.createElement("canvas");
      [this.#canvas.width, this.#canvas.height] = [width, height];
      this.#skin = this.#renderer.createBitmapSkin(this.#canvas, 1, [width / 2, height / 2]);
      this.#drawable = this.#renderer.createDrawable(DRAWN_LAYER);
      this.#renderer.updateDrawableSkinId(this.#drawable, this.#skin);
      this.#stage.hidden.add(this.#drawable);
    }
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    context.clearRect(0, 0, width, height);
    for (let k = 0; k < this.count; k++) {
      const dot = this.#dotOf(this.#radii[k]);
      context.drawImage(dot, this.#at[2 * k] - x - dot.width / 2, this.#at[2 * k + 1] - y - dot.height / 2);
    }
    this.#renderer.updateBitmapSkin(this.#skin, this.#canvas, 1, [width / 2, height / 2]);
  }
}
