// The blocks of the extension.
import { query } from "kasuri";
import { Bullets } from "./bullets.js";
import { Stage } from "./stage.js";

const EDGE = "_edge_";
const MOUSE = "_mouse_";

/** Reads a colour as Scratch's blocks pass it: "#rrggbb", or a number. */
export function colorOf(value) {
  const text = String(value).trim();
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text);
  const number = short ? parseInt(short.slice(1).map((x) => x + x).join(""), 16) : /^#[\da-f]{6}$/i.test(text) ? parseInt(text.slice(1), 16) : Number(value) || 0;
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

const number = (value) => (Number.isFinite(Number(value)) ? Number(value) : 0);

export class KasuriBlocks {
  #scratch;
  #runtime;
  #stage = null;
  #bullets = null;
  #tags = new WeakMap();

  constructor(Scratch) {
    this.#scratch = Scratch;
    this.#runtime = Scratch.vm.runtime;
    this.#runtime.on?.("PROJECT_STOP_ALL", () => this.#bullets?.clear());
    this.#runtime.on?.("targetWasRemoved", () => this.#stage?.sweep());
  }

  getInfo() {
    const { BlockType, ArgumentType } = this.#scratch;
    const sprite = { type: ArgumentType.STRING, menu: "sprites" };
    const color = (defaultValue) => ({ type: ArgumentType.COLOR, defaultValue });
    const count = (defaultValue) => ({ type: ArgumentType.NUMBER, defaultValue });
    const word = (defaultValue) => ({ type: ArgumentType.STRING, defaultValue });
    const is = (opcode, text, given = {}) => ({ opcode, text, arguments: given, blockType: BlockType.BOOLEAN });
    const tells = (opcode, text, given = {}) => ({ opcode, text, arguments: given, blockType: BlockType.REPORTER });
    const does = (opcode, text, given = {}) => ({ opcode, text, arguments: given, blockType: BlockType.COMMAND });
    const fire = { X: count(0), Y: count(150), SPEED: count(4), RADIUS: count(4) };
    return {
      id: "kasuri",
      name: "Kasuri",
      color1: "#4a5a9a",
      blocks: [
        is("touching", "exactly touching [SPRITE]?", { SPRITE: sprite }),
        is("touchingColor", "exactly touching color [COLOR]?", { COLOR: color("#ff0000") }),
        is("colorTouchingColor", "color [OWN] is exactly touching [COLOR]?", { OWN: color("#0000ff"), COLOR: color("#ff0000") }),
        "---",
        tells("whichClone", "clone of [SPRITE] that I touch", { SPRITE: sprite }),
        tells("depth", "depth in [SPRITE]", { SPRITE: sprite }),
        tells("distance", "distance to the outline of [SPRITE]", { SPRITE: sprite }),
        does("pushApart", "push me out of [SPRITE]", { SPRITE: sprite }),
        "---",
        does("setTag", "set my tag to [TAG]", { TAG: word("enemy") }),
        tells("tag", "my tag"),
        is("touchingTag", "touching tag [TAG]?", { TAG: word("enemy") }),
        "---",
        does("fire", "fire a bullet at x: [X] y: [Y] direction: [DIRECTION] speed: [SPEED] radius: [RADIUS]", { ...fire, DIRECTION: count(180) }),
        does("fireRing", "fire a ring of [COUNT] bullets at x: [X] y: [Y] from: [DIRECTION] speed: [SPEED] radius: [RADIUS]", {
          ...fire,
          COUNT: count(24),
          DIRECTION: count(0),
        }),
        does("moveBullets", "move all bullets"),
        tells("bulletsTouching", "bullets that touch me"),
        tells("bulletsGrazing", "bullets that graze me within [MARGIN]", { MARGIN: count(8) }),
        does("removeTouching", "remove the bullets that touch me"),
        tells("bulletCount", "number of bullets"),
        does("setBulletColor", "set the color of bullets to [COLOR]", { COLOR: color("#ff4060") }),
        does("removeBullets", "remove all bullets"),
      ],
      menus: { sprites: { acceptReporters: true, items: "spriteMenu" } },
    };
  }

  /** The sprites that the menu offers: all but the one that is edited. */
  spriteMenu() {
    const edited = this.#runtime.getEditingTarget?.()?.sprite.name;
    const names = this.#runtime.targets.filter((one) => !one.isStage && one.isOriginal && one.sprite.name !== edited).map((one) => one.sprite.name);
    return [{ text: "edge", value: EDGE }, { text: "mouse-pointer", value: MOUSE }, ...names];
  }

  get stage() {
    return (this.#stage ??= new Stage(this.#runtime.renderer));
  }

  get bullets() {
    return (this.#bullets ??= new Bullets(this.#runtime.renderer, this.stage));
  }

  /** Returns the sprite of a name and its clones, without those that are dragged: so does Scratch. */
  #clonesOf(name) {
    const first = this.#runtime.getSpriteTargetByName(String(name));
    return first ? first.sprite.clones.filter((clone) => !clone.dragging) : [];
  }

  /** Returns the first of some targets that a target touches; null if none. */
  #touched(target, others) {
    const id = this.stage.touched(target.drawableID, others.map((one) => one.drawableID));
    return id === null ? null : others.find((one) => one.drawableID === id);
  }

  touching({ SPRITE }, { target }) {
    if (SPRITE === EDGE) return this.stage.isAtEdge(target.drawableID);
    if (SPRITE === MOUSE) {
      const { mouse } = this.#runtime.ioDevices;
      return this.stage.holds(target.drawableID, mouse.getScratchX(), mouse.getScratchY());
    }
    return this.#touched(target, this.#clonesOf(SPRITE)) !== null;
  }

  touchingColor({ COLOR }, { target }) {
    return this.stage.touchesColor(target.drawableID, colorOf(COLOR));
  }

  colorTouchingColor({ OWN, COLOR }, { target }) {
    return this.stage.touchesColor(target.drawableID, colorOf(COLOR), colorOf(OWN));
  }

  /** Reports the tag of the clone, or its number: 0 is the sprite itself. Empty if none is touched. */
  whichClone({ SPRITE }, { target }) {
    const clones = this.#clonesOf(SPRITE);
    const touched = this.#touched(target, clones);
    return touched === null ? "" : (this.#tags.get(touched) ?? touched.sprite.clones.indexOf(touched));
  }

  #contact(target, name) {
    const touched = this.#touched(target, this.#clonesOf(name));
    if (touched === null) return null;
    return query.contact(this.stage.form(target.drawableID), this.stage.form(touched.drawableID));
  }

  depth({ SPRITE }, { target }) {
    return this.#contact(target, SPRITE)?.depth ?? 0;
  }

  pushApart({ SPRITE }, { target }) {
    const contact = this.#contact(target, SPRITE);
    if (contact === null) return;
    const { normal, depth } = contact;
    target.setXY(target.x - normal[0] * depth, target.y + normal[1] * depth);
  }

  distance({ SPRITE }, { target }) {
    const form = this.stage.form(target.drawableID);
    let least = Infinity;
    for (const clone of this.#clonesOf(SPRITE)) {
      if (clone === target || !this.stage.isShown(clone.drawableID)) continue;
      const its = this.stage.form(clone.drawableID);
      const found = form && its ? query.distance(form, its) : null;
      if (found) least = Math.min(least, found.distance);
    }
    return least;
  }

  setTag({ TAG }, { target }) {
    this.#tags.set(target, String(TAG));
  }

  tag(_, { target }) {
    return this.#tags.get(target) ?? "";
  }

  touchingTag({ TAG }, { target }) {
    const tagged = this.#runtime.targets.filter((one) => one !== target && this.#tags.get(one) === String(TAG));
    return this.#touched(target, tagged) !== null;
  }

  fire({ X, Y, DIRECTION, SPEED, RADIUS }) {
    this.bullets.fire(number(X), number(Y), [number(DIRECTION)], number(SPEED), number(RADIUS));
  }

  fireRing({ COUNT, X, Y, DIRECTION, SPEED, RADIUS }) {
    const count = Math.min(10000, Math.max(0, Math.round(number(COUNT))));
    const directions = Array.from({ length: count }, (_, k) => number(DIRECTION) + (360 * k) / count);
    this.bullets.fire(number(X), number(Y), directions, number(SPEED), number(RADIUS));
  }

  moveBullets() {
    this.bullets.move();
    this.#runtime.requestRedraw?.();
  }

  #bulletsOf(target, ask) {
    const form = this.stage.isShown(target.drawableID) ? this.stage.form(target.drawableID) : null;
    return form ? ask(form) : [];
  }

  bulletsTouching(_, { target }) {
    return this.#bulletsOf(target, (form) => this.bullets.touching(form)).length;
  }

  bulletsGrazing({ MARGIN }, { target }) {
    return this.#bulletsOf(target, (form) => this.bullets.grazing(form, Math.max(0, number(MARGIN)))).length;
  }

  removeTouching(_, { target }) {
    this.bullets.remove(this.#bulletsOf(target, (form) => this.bullets.touching(form)));
  }

  bulletCount() {
    return this.bullets.count;
  }

  setBulletColor({ COLOR }) {
    this.bullets.color = `rgb(${colorOf(COLOR)})`;
  }

  removeBullets() {
    this.bullets.clear();
  }
}
