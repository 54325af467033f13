// The strip of frames, and playback.

import { surface } from "./art.js";
import { make } from "./elements.js";
import { drawRegion } from "./outlines.js";
import { pictureOf } from "./view.js";

const SIDE = 56;
// More regions than these would not be told apart on a picture of this size.
const MOST_REGIONS = 12;

export class Strip {
  #buttons = [];
  #stale = new Set();
  #isPlanned = false;
  #timer = null;

  constructor(list, state) {
    [this.list, this.state] = [list, state];
    state.listen(({ changes, opened }) => {
      const { frames } = state.sheet;
      const isWhole = opened || frames.length !== this.#buttons.length || changes?.some(change => change.splice?.[0] === "frames" && change.splice.length === 1);
      if (isWhole) this.#build();
      for (const change of changes ?? []) this.#touch(change);
      this.#mark();
    });
    list.addEventListener("keydown", event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      state.go(state.at + by);
      this.#buttons[state.at].focus();
    });
    // The masks of the strip are painted where they are seen.
    this.watch = new IntersectionObserver(entries => {
      for (const { isIntersecting, target } of entries) {
        target.isSeen = isIntersecting;
        if (isIntersecting && target.isStale) this.#plan(Number(target.dataset.frame));
      }
    }, { root: list, rootMargin: "200px" });
  }

  #touch({ texels, set, splice }) {
    const k = texels ?? ((set ?? splice)?.[0] === "frames" ? (set ?? splice)[1] : undefined);
    if (k === undefined || !this.#buttons[k]) return;
    this.#plan(k);
    this.#buttons[k].lastChild.textContent = this.#label(k);
  }

  #label(k) {
    return `${k}${this.state.sheet.frames[k].name ? ` ${this.state.sheet.frames[k].name}` : ""}`;
  }

  #build() {
    this.watch.disconnect();
    this.#buttons = this.state.sheet.frames.map((_, k) => {
      const picture = Object.assign(surface(SIDE, SIDE), { ariaHidden: "true" });
      const button = make("button", {
        type: "button", role: "option", tabindex: "-1", "data-frame": String(k), onclick: () => this.state.go(k), "aria-label": `Frame ${this.#label(k)}`,
      }, picture, make("span", {}, this.#label(k)));
      button.isStale = true;
      return button;
    });
    this.list.replaceChildren(...this.#buttons);
    this.#buttons.forEach(button => this.watch.observe(button));
  }

  #mark() {
    this.#buttons.forEach((button, k) => {
      const is = k === this.state.at;
      if ((button.getAttribute("aria-selected") === "true") === is) return;
      button.setAttribute("aria-selected", String(is));
      button.tabIndex = is ? 0 : -1;
      if (!is) return;
      const [from, to] = [button.offsetLeft - this.list.offsetLeft, button.offsetLeft - this.list.offsetLeft + button.offsetWidth];
      if (from < this.list.scrollLeft || to > this.list.scrollLeft + this.list.clientWidth) this.list.scrollLeft = from - this.list.clientWidth / 2;
    });
  }

  // Paints a frame again when the browser has time: at most a few of them each time.
  #plan(k) {
    this.#buttons[k].isStale = true;
    this.#stale.add(k);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      const start = performance.now();
      for (const k of this.#stale) {
        this.#stale.delete(k);
        if (this.#buttons[k]?.isSeen) this.#paint(k);
        if (performance.now() - start > 8) break;
      }
      const [next] = this.#stale;
      if (next !== undefined) this.#plan(next);
    }, 150);
  }

  #paint(k) {
    const { sheet, art } = this.state;
    const [frame, button] = [sheet.frames[k], this.#buttons[k]];
    const { width, height } = frame.mask;
    const context = button.firstChild.getContext("2d");
    const scale = Math.min(SIDE / width, SIDE / height);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, SIDE, SIDE);
    context.imageSmoothingEnabled = false;
    const [left, top] = [(SIDE - width * scale) / 2, (SIDE - height * scale) / 2];
    context.setTransform(scale, 0, 0, scale, left, top);
    art.draw(context, frame);
    // The mask of a large frame would take too long for a picture of this size.
    if (width * height <= 1 << 20) context.drawImage(pictureOf(frame.mask), 0, 0);
    // Which frames have a region is seen at once.
    context.setTransform(1, 0, 0, 1, 0, 0);
    frame.regions.slice(0, MOST_REGIONS).forEach((region, k) => drawRegion(context, { zoom: scale, left, top }, region, k, false, 0.6));
    button.isStale = false;
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  // Plays the chosen tag in the time of its frames, until it is stopped.
  play(on) {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (!on) return;
    let place = Math.max(0, this.state.sequence().indexOf(this.state.at));
    const next = () => {
      const order = this.state.sequence();
      place = (place + 1) % order.length;
      this.state.go(order[place]);
      this.#timer = setTimeout(next, Math.max(4, this.state.frame.duration));
    };
    this.#timer = setTimeout(next, Math.max(4, this.state.frame.duration));
  }
}
