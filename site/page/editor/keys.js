// The keyboard: every tool and every edit has a key. Keys are not taken while the user types into a field.

import * as edits from "./edits.js";
import * as masks from "./masks.js";
import { doubleRegion, removeRegion } from "./side-regions.js";
import { TOOLS } from "./tools.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHAPES = new Set(["circle", "ellipse", "box", "capsule", "polygon"]);

export function keys(canvas, state, view, tools, trial, actions) {
  document.addEventListener("keydown", event => {
    if (event.target.closest?.("input, select, summary, a, dialog, [role=tab]")) return;
    const taken = event.ctrlKey || event.metaKey ? withControl(event) : plain(event);
    if (taken) event.preventDefault();
  });

  function withControl({ key, shiftKey }) {
    const lower = key.toLowerCase();
    if (lower === "z" && !shiftKey) state.history.undo();
    else if (lower === "y" || lower === "z") state.history.redo();
    else if (lower === "s") actions.save();
    else return false;
    return true;
  }

  function plain(event) {
    if (event.altKey && !ARROWS[event.key]) return false;
    const tool = TOOLS.find(([, key]) => key === event.key.toUpperCase());
    if (tool) {
      actions.tool(tool[0]);
      return true;
    }
    if (ARROWS[event.key] && event.target === canvas) return arrow(ARROWS[event.key], event);
    const isButton = event.target.closest?.("button");
    const act = ACTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || (isButton && (event.key === " " || event.key === "Enter"))) return false;
    return act(event) ?? true;
  }

  // Arrows move what is in hand: the region, the pivot, the follower, or the texel that Enter draws on.
  function arrow([dx, dy], { shiftKey, altKey }) {
    const by = shiftKey ? 8 : 1;
    view.isKeyed = true;
    if (trial.isOn) trial.point([trial.follower.at[0] + dx * by, trial.follower.at[1] + dy * by]);
    else if (state.tool === "pan") view.pan([-dx * by * 16, -dy * by * 16]);
    else if (state.tool === "pivot") tools.setPivot([state.frame.pivot[0] + (dx * by) / 2, state.frame.pivot[1] + (dy * by) / 2]);
    else if (state.tool === "select" && state.region) {
      const { shape, kind } = state.region;
      if (altKey) tools.reshape(edits.grown(shape, dx + dy > 0 ? 1.1 : 1 / 1.1));
      else tools.reshape(edits.moved(shape, [dx, dy].map(step => step * by * (kind === "mask" ? 1 : 0.5))));
    } else moveCursor(dx * by, dy * by);
    return true;
  }

  function moveCursor(dx, dy) {
    const { width, height } = state.frame.mask;
    const from = state.cursor;
    const clamp = (value, most) => Math.min(most - 1, Math.max(0, value));
    state.cursor = [clamp(from[0] + dx, width), clamp(from[1] + dy, height)];
    actions.where(state.cursor);
    view.stale();
  }

  // Enter does what a click at the keyboard's texel does.
  function enter(event) {
    const at = state.cursor.map(value => value + 0.5);
    view.isKeyed = true;
    if (SHAPES.has(state.tool)) tools.addShape(state.tool, at);
    else if (state.tool === "pencil" || state.tool === "eraser") tools.paint(at, at, state.tool === "pencil" ? 1 : 0);
    else if (state.tool === "pivot") tools.setPivot(at);
    else tools.act(state.tool, at, event.shiftKey);
  }

  const turn = angle => state.region && tools.reshape(edits.turned(state.region.shape, angle));
  const remask = change => state.edit(edits.remask(state.sheet, state.frames(), change));
  const chooseNext = step => {
    const count = state.frame.regions.length;
    if (count) actions.tool("select");
    if (count) state.select((state.selected + step + count + (state.selected < 0 && step < 0 ? 1 : 0)) % count);
  };
  const ACTS = {
    Enter: event => (event.target === canvas ? enter(event) : false),
    ",": () => state.go(state.at - 1),
    ".": () => state.go(state.at + 1),
    " ": () => actions.play(),
    "+": () => view.zoomBy(1.25),
    "=": () => view.zoomBy(1.25),
    "-": () => view.zoomBy(0.8),
    0: () => view.fit(),
    o: () => actions.onion(),
    g: () => remask(masks.dilated),
    k: () => remask(masks.eroded),
    t: () => actions.threshold(),
    "[": () => (trial.isOn ? trial.wheel(true, false) : turn(-Math.PI / 36)),
    "]": () => (trial.isOn ? trial.wheel(false, false) : turn(Math.PI / 36)),
    n: () => chooseNext(1),
    m: () => chooseNext(-1),
    d: () => doubleRegion(state),
    Delete: () => removeRegion(state),
    Backspace: () => removeRegion(state),
    Escape: () => state.select(-1),
  };
}
