// A running scene: the engine's steps at the right pace, and its pictures on a screen.

import { Broken, Engine } from "./engine.js";
import { gpu } from "./gpu.js";
import { Pad } from "./pad.js";
import { Screen } from "./screen.js";

const STEP = 1000 / 60;
// If more steps than these are due, the rest is skipped.
const MOST = 5;
// The number of steps in the chart.
const CHART = 150;
// The number of steps back for each step that is due.
const BACK = 2;

export class Game {
  #last = null;
  #due = 0;
  #isStale = true;

  static async create(room, label, part) {
    return new Game(await Engine.create(), room, label, part);
  }

  constructor(engine, room, label, part) {
    this.engine = engine;
    this.screen = new Screen(room, label, part);
    this.pad = new Pad(this.screen);
    this.screen.onfit = () => (this.#isStale = true);
    this.isPaused = false;
    this.isRewinding = false;
    // The factor by which each step takes longer.
    this.slow = 1;
    // Whether as many steps are made as there is time for.
    this.isHasty = false;
    // The overlays that are shown, one bit each.
    this.overlays = 0;
    // The step at which the game pauses, or null.
    this.until = null;
    this.times = [];
    this.onframe = () => {};
    this.onstep = () => {};
    this.onbroken = () => {};
    // The GPU that draws, or null if the CPU draws.
    this.gpu = null;
    this.onfallback = () => {};
  }

  // Shows the scene that the engine has opened.
  begin(state) {
    this.pad.letGo();
    [this.#last, this.#due, this.times, this.until, this.time] = [null, 0, [], null, 0];
    [this.isPaused, this.isRewinding, this.isHasty] = [false, false, false];
    this.screen.resize(state.size);
    this.draw();
  }

  // Starts the loop, once for each frame of the screen.
  run() {
    const frame = now => {
      if (this.isGone) return;
      requestAnimationFrame(frame);
      this.#guarded(() => this.#frame(now));
    };
    requestAnimationFrame(frame);
  }

  end() {
    this.isGone = true;
  }

  #guarded(work) {
    try {
      work();
    } catch (error) {
      this.isPaused = true;
      if (error instanceof Broken) this.end();
      this.onbroken(error);
    }
  }

  #frame(now) {
    const due = this.#steps(now);
    if (this.isRewinding && due > 0) {
      this.goTo(this.engine.state().step - BACK * due);
    } else {
      for (let k = 0; k < due && !this.isPaused; k++) this.#step();
    }
    if (this.isHasty && !this.isPaused) this.#hurry();
    if (this.#isStale) this.draw();
    this.onframe(now);
  }

  #hurry() {
    const end = performance.now() + 10;
    while (performance.now() < end) this.#step();
  }

  #steps(now) {
    if (this.isPaused && !this.isRewinding) {
      this.#last = null;
      return 0;
    }
    this.#due += this.#last === null ? 0 : (now - this.#last) / (STEP * this.slow);
    this.#last = now;
    const due = Math.floor(this.#due + 0.01);
    this.#due = due > MOST / Math.min(this.slow, 1) ? 0 : this.#due - due;
    return Math.min(due, MOST / Math.min(this.slow, 1));
  }

  #step() {
    const { held, at, wheel } = this.pad.next();
    const start = performance.now();
    this.engine.step(held, at, wheel);
    this.times.push(performance.now() - start);
    if (this.times.length > CHART) this.times.shift();
    this.#isStale = true;
    this.onstep();
    if (this.until !== null && this.engine.state().step >= this.until) {
      this.until = null;
      this.isPaused = true;
    }
  }

  // Makes one step, and pauses.
  one() {
    this.#guarded(() => {
      this.isPaused = true;
      this.#step();
      this.draw();
    });
  }

  goTo(time) {
    this.#guarded(() => {
      this.engine.goTo(time);
      this.#isStale = true;
    });
  }

  // Zooms in or out, about the middle or a pixel.
  zoom(isNearer, about = this.screen.size.map(side => side / 2)) {
    this.engine.zoom(isNearer, about);
    this.#isStale = true;
  }

  home() {
    this.engine.home();
    this.#isStale = true;
  }

  // Switches to drawing with WebGPU or with the CPU. Returns whether that succeeded.
  async drawBy(isGpu) {
    this.#cpu();
    if (isGpu) this.gpu = await gpu(this.engine).catch(() => null);
    return !isGpu || this.gpu !== null;
  }

  #cpu() {
    this.gpu?.end();
    this.gpu = null;
    this.#isStale = true;
  }

  // Draws a picture with the GPU, and shows it when it arrives. If that fails, the CPU takes over.
  async #byGpu() {
    const { gpu, screen } = this;
    const size = screen.size;
    try {
      const rgba = await gpu.draw(size);
      if (gpu === this.gpu && size === screen.size) screen.show(rgba);
    } catch (error) {
      if (gpu !== this.gpu) return;
      this.#cpu();
      this.onfallback(error.message);
    }
  }

  draw() {
    // If a picture of the GPU is still pending, the next frame draws again.
    if (this.gpu?.isBusy) return;
    if (this.gpu) this.#byGpu();
    else this.screen.show(this.engine.draw());
    if (this.overlays) this.screen.mark(this.engine.marks(this.overlays));
    else this.screen.over();
    this.#isStale = false;
  }

  // Requests a new picture although no step was made.
  redraw() {
    this.#isStale = true;
  }
}
