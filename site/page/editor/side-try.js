// Try it: a second sprite, or a circle, follows the pointer. What is told is what the library answers, so it is what a game gets.

import { choice, group, make, numberField, button, show } from "./elements.js";
import { toText } from "./sheet.js";

// The largest frame that is tried, in texels.
const MOST_TEXELS = 1 << 21;
const number = x => String(Number(x.toFixed(2)));

export class Trial {
  isOn = false;
  #met = null;
  #dirty = true;
  #why = null;
  // While the frame turns around by itself, the pointer moves nothing.
  isTurning = false;

  constructor(panel, state, view, engine) {
    Object.assign(this, { panel, state, view, engine });
    this.follower = { frame: -1, r: 3, at: [0, 0], angle: 0, scale: 1 };
    this.graze = 4;
    state.listen(() => this.renew());
    view.over = context => this.isOn && this.#draw(context);
  }

  turn(on) {
    this.isOn = this.view.isTried = on;
    if (on) {
      const { width, height } = this.state.frame.mask;
      this.follower.at = [width / 2, height / 4];
      this.ask();
    }
    this.view.stale();
  }

  // Gives the library the frames anew, after a change or after it has read another sheet.
  renew() {
    this.#dirty = true;
    if (this.isOn) this.ask();
  }

  point(at) {
    if (this.isTurning) return;
    this.follower.at = at;
    this.ask();
  }

  wheel(nearer, isScale) {
    if (this.isTurning) return;
    if (isScale) this.follower.scale = Math.min(8, Math.max(1 / 8, this.follower.scale * (nearer ? 1.1 : 1 / 1.1)));
    else this.follower.angle += nearer ? -Math.PI / 36 : Math.PI / 36;
    this.ask();
  }

  // The two frames as a sheet of their own: the one in hand is frame 0, the other one is 1.
  #open() {
    const { sheet, frame } = this.state;
    const other = sheet.frames[this.follower.frame];
    const both = [frame, ...(other ? [other] : [])].map((of, k) => ({ ...of, name: String(k) }));
    if (both.some(({ mask }) => mask.texels.length > MOST_TEXELS)) throw new Error("frames of more than 2 million texels are not tried here");
    this.engine.tryOpen(toText({ image: null, values: {}, frames: both, tags: [] }));
    this.#dirty = false;
  }

  ask() {
    try {
      if (this.#dirty) this.#open();
      const isFrame = this.follower.frame >= 0;
      this.#met = this.engine.tryMeet(0, { ...this.follower, frame: isFrame ? 1 : -1 }, this.graze);
      this.#why = null;
    } catch (error) {
      [this.#met, this.#why] = [null, error.message];
    }
    this.view.stale();
    this.show();
  }

  #draw(context) {
    if (!this.#met) return;
    const { cover, common, contact, distance, grazes } = this.#met;
    const fill = (runs, ink) => {
      context.fillStyle = ink;
      for (const [x, y, length] of runs) context.fillRect(x, y, length, 1);
    };
    fill(cover, "rgb(230 159 0 / 65%)");
    fill(common, "#d55e00");
    const px = devicePixelRatio / this.view.zoom;
    const [x, y] = this.follower.at;
    const ring = (r, ink, dash) => {
      context.setLineDash(dash.map(part => part * px));
      for (const [width, colour] of [[4, "rgb(0 0 0 / 70%)"], [2, ink]]) {
        [context.lineWidth, context.strokeStyle] = [width * px, colour];
        context.beginPath();
        context.arc(x, y, r, 0, 2 * Math.PI);
        context.stroke();
      }
      context.setLineDash([]);
    };
    if (this.follower.frame < 0) {
      const r = this.follower.r * Math.abs(this.follower.scale);
      ring(r, this.#met.pixels ? "#d55e00" : "#e69f00", []);
      ring(r + this.graze, grazes ? "#f0e442" : "#cfd3dc", [5, 4]);
    }
    const line = (from, to, ink) => {
      for (const [width, colour] of [[5, "#000"], [2.5, ink]]) {
        [context.lineWidth, context.strokeStyle] = [width * px, colour];
        context.beginPath();
        context.moveTo(...from);
        context.lineTo(...to);
        context.stroke();
      }
    };
    if (contact) line(contact.point, [0, 1].map(k => contact.point[k] + contact.normal[k] * Math.max(contact.depth, 12 * px)), "#ffffff");
    else if (distance) line(distance.a, distance.b, "#56b4e9");
  }

  show() {
    const { follower, state } = this;
    const frames = state.sheet.frames.map((frame, k) => [String(k), `frame ${k} ${frame.name}`]);
    const set = change => value => {
      change(value);
      this.#dirty = true;
      this.ask();
    };
    const degrees = Number(((follower.angle * 180) / Math.PI).toFixed(1));
    show(this.panel, [
      group("What follows the pointer",
        choice("It is", [["-1", "a circle"], ...frames], String(follower.frame), set(value => (follower.frame = Number(value)))),
        make("div", { class: "pair" },
          follower.frame < 0 ? numberField("Radius", follower.r, set(value => (follower.r = value)), { min: 0, max: 4096 }) : null,
          numberField("Turned, in degrees", degrees, set(value => (follower.angle = (value * Math.PI) / 180))),
          numberField("Scale", Number(follower.scale.toFixed(3)), set(value => (follower.scale = value)), { min: 0.0625, max: 16 }),
          numberField("Graze within", this.graze, set(value => (this.graze = value)), { min: 0, max: 4096 })),
        make("p", { class: "small" }, "The wheel turns it, with Shift it scales it. The arrow keys move it.")),
      group("What the library answers", ...this.#told()),
      group("A full turn", make("div", { class: "buttons" }, button("Turn it through 360 degrees", () => this.#breathe())), this.chart, this.breath),
    ]);
  }

  #told() {
    if (this.#why) return [make("p", {}, this.#why)];
    if (!this.#met) return [];
    const { pixels, contact, distance, grazes, regions } = this.#met;
    const point = ([x, y]) => `(${number(x)}, ${number(y)})`;
    const rows = [
      ["Common pixels", String(pixels)],
      ["Normal", contact ? point(contact.normal) : "–"],
      ["Depth", contact ? `${number(contact.depth)} px` : "–"],
      ["Distance", distance ? `${number(distance.distance)} px` : "–"],
      ["Graze", grazes ? "yes" : "no"],
      ["Hits", regions.map(([a, b]) => `${a} – ${b}`).join(", ") || "none"],
    ];
    return [make("dl", { id: "told" }, ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]))];
  }

  // Shows how many pixels the frame covers at each degree, and turns it.
  #breathe() {
    if (this.isTurning) return;
    const counts = this.engine.tryBreath(0);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    this.chart = make("canvas", { id: "breath", width: 720, height: 160, role: "img", "aria-label": `Covered pixels at each angle: ${least} to ${most}` });
    const context = this.chart.getContext("2d");
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--link");
    counts.forEach((count, k) => {
      const high = most > least ? 20 + (130 * (count - least)) / (most - least) : 80;
      context.fillRect(2 * k, 160 - high, 2, high);
    });
    const at = counts.indexOf(least);
    this.breath = make("p", { class: "small", role: "status" },
      `It covers ${least} to ${most} pixels; the fewest at ${at} degrees, ${number((100 * (most - least)) / Math.max(1, most))} % less than the most.`);
    this.show();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#turnAround();
  }

  // Turns the frame once about its pivot, over itself: the covered pixels are drawn at each angle.
  #turnAround() {
    const kept = this.follower;
    this.follower = { ...kept, frame: this.state.at, at: [...this.state.frame.pivot], scale: 1 };
    [this.isTurning, this.#dirty] = [true, true];
    const step = degree => {
      const isOver = !this.isOn || degree > 360;
      if (isOver) [this.follower, this.isTurning, this.#dirty] = [kept, false, true];
      else this.follower.angle = (degree * Math.PI) / 180;
      if (this.isOn) this.ask();
      if (!isOver) requestAnimationFrame(() => step(degree + 3));
    };
    step(0);
  }
}
