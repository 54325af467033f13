// The tools, and how mouse, pen and touch use them. Two fingers always pan and zoom.

import * as edits from "./edits.js";
import * as masks from "./masks.js";
import { handleAt, regionAt } from "./outlines.js";

// Each tool: its name, its key, what it does.
export const TOOLS = [
  ["select", "V", "Select", "Select, drag and resize regions"],
  ["pencil", "B", "Pencil", "Draw solid texels"],
  ["eraser", "E", "Eraser", "Clear texels"],
  ["fill", "F", "Fill", "Fill an area; with Shift, clear it"],
  ["pick", "I", "Colour", "Take a colour from the art"],
  ["pivot", "P", "Pivot", "Set the pivot"],
  ["circle", "1", "Circle", "Add a circle"],
  ["ellipse", "2", "Ellipse", "Add an ellipse"],
  ["box", "3", "Box", "Add a box"],
  ["capsule", "4", "Capsule", "Add a capsule"],
  ["polygon", "5", "Polygon", "Add a triangle; double click its edges for more vertices"],
  ["pan", "H", "Move", "Move the view"],
];
const SHAPES = new Set(["circle", "ellipse", "box", "capsule", "polygon"]);
const snapped = at => at.map(value => Math.round(value * 2) / 2);

export class Tools {
  #fingers = new Map();
  #drag = null;
  #pinch = null;

  constructor(canvas, view, state) {
    Object.assign(this, { canvas, view, state });
    canvas.addEventListener("pointerdown", event => this.#down(event));
    canvas.addEventListener("pointermove", event => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, event => this.#up(event));
    canvas.addEventListener("dblclick", event => this.#split(event));
    canvas.addEventListener("wheel", event => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    // Takes the pointer while something is tried.
    this.trial = null;
  }

  #down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
    this.view.isKeyed = false;
    this.#fingers.set(event.pointerId, this.view.pointAt(event));
    if (this.#fingers.size === 2) {
      this.#end();
      this.#pinch = this.#spread();
      return;
    }
    if (this.#fingers.size > 2) return;
    if (this.trial?.isOn && event.button === 0) return this.trial.point(this.view.texelAt(event));
    this.#drag = event.button === 1 || event.button === 2 ? this.#panning(event) : this.#begin(event);
    this.#drag?.move?.(event);
  }

  #move(event) {
    if (this.#fingers.has(event.pointerId)) this.#fingers.set(event.pointerId, this.view.pointAt(event));
    if (this.#pinch) return this.#pinched();
    this.onhover?.(this.view.texelAt(event));
    if (this.trial?.isOn && !this.#drag) return this.trial.point(this.view.texelAt(event));
    // All positions since the last event, so that a fast stroke stays round.
    const all = event.getCoalescedEvents?.() ?? [];
    for (const one of all.length ? all : [event]) this.#drag?.move?.(one);
  }

  #up(event) {
    this.#fingers.delete(event.pointerId);
    if (this.#pinch && this.#fingers.size < 2) this.#pinch = null;
    this.#end();
  }

  #end() {
    this.#drag?.end?.();
    this.#drag = null;
    this.state.history.settle();
  }

  #spread() {
    const [[x0, y0], [x1, y1]] = [...this.#fingers.values()];
    return { at: [(x0 + x1) / 2, (y0 + y1) / 2], width: Math.hypot(x1 - x0, y1 - y0) || 1 };
  }

  #pinched() {
    if (this.#fingers.size < 2) return;
    const now = this.#spread();
    this.view.pan([now.at[0] - this.#pinch.at[0], now.at[1] - this.#pinch.at[1]]);
    const factor = now.width / this.#pinch.width;
    if (factor > 1.08 || factor < 0.92) this.view.zoomBy(factor, now.at);
    else now.width = this.#pinch.width;
    this.#pinch = now;
  }

  #wheel(event) {
    event.preventDefault();
    const nearer = event.deltaY < 0;
    if (this.trial?.isOn && !event.ctrlKey) return this.trial.wheel(nearer, event.shiftKey);
    this.view.zoomBy(nearer ? 1.25 : 0.8, this.view.pointAt(event));
  }

  #panning(event) {
    let last = this.view.pointAt(event);
    return {
      move: event => {
        const at = this.view.pointAt(event);
        this.view.pan([at[0] - last[0], at[1] - last[1]]);
        last = at;
      },
    };
  }

  #begin(event) {
    const at = this.view.texelAt(event);
    const { state } = this;
    if (state.tool === "pan") return this.#panning(event);
    if (state.tool === "pencil" || state.tool === "eraser") return this.#stroke(at, state.tool === "pencil" ? 1 : 0);
    if (state.tool === "pivot") return { move: event => this.setPivot(this.view.texelAt(event)) };
    if (state.tool === "select") return this.#select(event, at);
    if (SHAPES.has(state.tool)) this.addShape(state.tool, at);
    else this.act(state.tool, at, event.shiftKey);
    return null;
  }

  // The tools that act at once: fill, pick.
  act(tool, at, isOpposite) {
    const { state } = this;
    if (tool === "fill") {
      state.edit(edits.maskChange(state.at, state.frame.mask, masks.filled(state.frame.mask, at, isOpposite ? 0 : 1)));
    }
    if (tool === "pick") this.onpick?.(at);
  }

  setPivot(at) {
    this.state.edit(edits.setPivot(this.state.frames(), snapped(at)), "pivot");
  }

  // Adds a region and takes it in hand.
  addShape(kind, at) {
    const { state } = this;
    const region = edits.newRegion(state.sheet, state.at, kind, at && snapped(at));
    state.edit(edits.addRegion(state.sheet, state.frames(), region));
    state.tool = "select";
    state.select(state.frame.regions.length - 1);
  }

  // Draws a piece of a stroke into a copy of the texels around it, so that the edit has just these.
  paint(from, to, solid, merge) {
    const { state } = this;
    const { mask } = state.frame;
    const radius = state.size / 2;
    const reach = Math.ceil(radius) + 1;
    const clamp = (value, most) => Math.min(most, Math.max(0, value));
    const x0 = clamp(Math.floor(Math.min(from[0], to[0])) - reach, mask.width);
    const y0 = clamp(Math.floor(Math.min(from[1], to[1])) - reach, mask.height);
    const x1 = clamp(Math.ceil(Math.max(from[0], to[0])) + reach, mask.width);
    const y1 = clamp(Math.ceil(Math.max(from[1], to[1])) + reach, mask.height);
    if (x0 >= x1 || y0 >= y1) return;
    const box = [x0, y0, x1 - x0, y1 - y0];
    const part = { width: box[2], height: box[3], texels: masks.cut(mask, box) };
    const here = ([x, y]) => [x - x0, y - y0];
    const before = part.texels.slice();
    if (!masks.stroke(part, here(from), here(to), radius > 0.5 ? radius : 0, solid)) return;
    const changed = masks.difference({ ...part, texels: before }, part);
    if (!changed) return;
    const [x, y, width, height] = changed;
    state.edit([{ texels: state.at, box: [x0 + x, y0 + y, width, height], to: masks.cut(part, changed) }], merge);
  }

  #stroke(at, solid) {
    let last = at;
    return {
      move: event => {
        const to = this.view.texelAt(event);
        this.paint(last, to, solid, "stroke");
        last = to;
      },
    };
  }

  #select(event, at) {
    const { state } = this;
    const handle = handleAt(this.view, state.region, this.view.pointAt(event));
    if (handle) {
      return { move: event => this.reshape(handle.drag(this.view.texelAt(event)), "resize") };
    }
    const r = regionAt(this.view, state.frame.regions, at);
    if (r !== state.selected) state.select(r);
    if (r < 0) return null;
    const { kind, shape } = structuredClone(state.region);
    const grain = kind === "mask" ? 1 : 4;
    return {
      move: event => {
        const to = this.view.texelAt(event);
        const by = [0, 1].map(axis => Math.round((to[axis] - at[axis]) * grain) / grain);
        this.reshape(edits.moved(shape, by), "move");
      },
    };
  }

  // Gives the region in hand another shape.
  reshape(shape, merge) {
    const { state } = this;
    if (state.region && JSON.stringify(state.region.shape) !== JSON.stringify(shape)) {
      state.edit(edits.setRegion(state.sheet, state.at, state.selected, "shape", shape), merge);
    }
  }

  // A double click on an edge of a polygon adds a vertex, on a vertex removes it.
  #split(event) {
    const { state } = this;
    if (state.tool !== "select" || state.region?.kind !== "polygon") return;
    const { points } = state.region.shape;
    const at = this.view.texelAt(event);
    const reach = (11 * devicePixelRatio) / this.view.zoom;
    const there = points.findIndex(point => Math.hypot(point[0] - at[0], point[1] - at[1]) <= reach);
    if (there >= 0) {
      if (points.length > 3) this.reshape({ points: points.toSpliced(there, 1) });
      return;
    }
    this.reshape({ points: points.toSpliced(nearestEdge(points, at) + 1, 0, snapped(at)) });
  }
}

function nearestEdge(points, [x, y]) {
  const far = points.map(([ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(x - ax - t * dx, y - ay - t * dy);
  });
  return far.indexOf(Math.min(...far));
}
