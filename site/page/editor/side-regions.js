// The panel of the regions: the list, and the fields of the one in hand.

import * as edits from "./edits.js";
import { button, group, make, numberField, show, textField } from "./elements.js";
import { DASHES, INKS } from "./outlines.js";
import { valuesGroup } from "./values.js";

export function sideRegions(panel, state, say) {
  return () => {
    const { regions } = state.frame;
    const list = regions.map((region, k) => make("li", {}, make("button", {
      type: "button", "aria-pressed": String(k === state.selected), onclick: () => {
        state.tool = "select";
        state.select(k === state.selected ? -1 : k);
      },
    }, sample(k), region.name, make("small", {}, region.kind))));
    const fromMask = () => {
      const region = edits.newRegion(state.sheet, state.at, "mask");
      state.edit(edits.addRegion(state.sheet, [state.at], region));
      state.select(state.frame.regions.length - 1);
    };
    show(panel, [
      list.length ? make("ul", { "aria-label": "Regions" }, ...list) : make("p", { class: "small" }, "No regions yet: choose a shape among the tools, and click into the frame."),
      make("div", { class: "buttons" }, button("Region from the mask", fromMask)),
      ...(state.region ? fields(state, say) : []),
    ]);
  };
}

// A piece of the region's outline, as it is drawn.
function sample(k) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 32 16");
  svg.setAttribute("aria-hidden", "true");
  for (const [width, ink, dash] of [[7, "#000", ""], [4, INKS[k % INKS.length], DASHES[k % DASHES.length].map(part => part * 0.7).join(" ")]]) {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const set = { d: "M1 8H31", "stroke-width": width, stroke: ink, "stroke-dasharray": dash };
    Object.entries(set).forEach(([name, value]) => line.setAttribute(name, value));
    svg.append(line);
  }
  return svg;
}

function fields(state, say) {
  const { region } = state;
  const set = (field, to) => state.edit(edits.setRegions(state.sheet, state.frames(), region.name, field, to));
  const bits = (name, label) => textField(label, region[name] === undefined ? "" : String(region[name]), text => {
    const value = text.trim() === "" ? undefined : Number(text);
    if (value === undefined || (Number.isInteger(value) && value >= 0 && value < 2 ** 32)) set(name, value);
    else say("Layers are the bits of an integer from 0 to 4294967295; empty means those of the body.");
    state.tell();
  }, { inputmode: "numeric", placeholder: "as the body" });
  return [
    group(`Region ${state.selected + 1}`,
      textField("Name", region.name, name => {
        if (!name || state.frame.regions.some((other, k) => k !== state.selected && other.name === name)) say(`The name ${name || "\"\""} is taken, or empty.`);
        else set("name", name);
        state.tell();
      }),
      make("div", { class: "pair" }, bits("layer", "Layer"), bits("against", "Against")),
      make("div", { class: "pair" }, ...numbers(state)),
      ...(region.shape.points ? vertices(state) : []),
      make("div", { class: "buttons" },
        button("Remove", () => removeRegion(state), { title: "Remove (Delete)" }),
        button("Double", () => doubleRegion(state), { title: "Double (D)" }))),
    group("Over frames", ...over(state, say)),
    valuesGroup("region", region.values, to => set("values", to)),
  ];
}

// A field for each number of the shape.
function numbers(state) {
  const { shape } = state.region;
  const put = to => state.edit(edits.setRegion(state.sheet, state.at, state.selected, "shape", { ...shape, ...to }));
  const LENGTHS = { r: "Radius", rx: "Radius x", ry: "Radius y" };
  const list = [];
  for (const name of ["at", "a", "b"]) {
    if (!shape[name]) continue;
    ["x", "y"].forEach((axis, k) => list.push(numberField(`${name === "at" ? "" : `${name} `}${axis}`.trim(), shape[name][k], value =>
      put({ [name]: shape[name].with(k, value) }), shape.mask ? { step: 1 } : {})));
  }
  for (const [name, label] of Object.entries(LENGTHS)) {
    if (name in shape) list.push(numberField(label, shape[name], value => put({ [name]: value }), { min: 0 }));
  }
  if (shape.half) {
    ["Width", "Height"].forEach((label, k) => list.push(numberField(label, 2 * shape.half[k], value => put({ half: shape.half.with(k, value / 2) }), { min: 0 })));
    const degrees = Number(((shape.angle * 180) / Math.PI).toFixed(2));
    list.push(numberField("Turned, in degrees", degrees, value => put({ angle: Number(((value * Math.PI) / 180).toFixed(5)) })));
  }
  return list;
}

// The vertices of a polygon: two fields and two buttons each.
function vertices(state) {
  const { points } = state.region.shape;
  const put = to => state.edit(edits.setRegion(state.sheet, state.at, state.selected, "shape", { points: to }));
  return points.map((point, k) => {
    const axis = name => numberField(`${name} ${k + 1}`, point[name === "x" ? 0 : 1], value => put(points.with(k, point.with(name === "x" ? 0 : 1, value))));
    const next = points[(k + 1) % points.length];
    const between = [0, 1].map(axis => (point[axis] + next[axis]) / 2);
    return make("div", { class: "pair" }, axis("x"), axis("y"), make("div", { class: "buttons" },
      button("Add", () => put(points.toSpliced(k + 1, 0, between)), { "aria-label": `Add a vertex after ${k + 1}` }),
      button("Remove", () => put(points.toSpliced(k, 1)), { "aria-label": `Remove vertex ${k + 1}`, disabled: points.length <= 3 })));
  });
}

function over(state, say) {
  const last = state.sheet.frames.length - 1;
  const to = numberField("To frame", Math.min(last, state.target ?? state.at + 1), value => (state.target = value), { min: 0, max: last, step: 1 });
  const target = () => Number(to.querySelector("input").value);
  const copy = () => {
    const frames = state.frames();
    const [from, end] = [Math.min(state.at, target()), Math.max(state.at, target())];
    const all = frames.length > 1 ? frames : Array.from({ length: end - from + 1 }, (_, k) => from + k);
    state.edit(edits.copyRegion(state.sheet, state.at, state.selected, all));
    say(`${state.region.name} is in ${all.length} frames now.`);
  };
  const between = () => {
    const changes = edits.interpolate(state.sheet, state.at, target(), state.region.name);
    if (changes) state.edit(changes);
    say(changes ? `${changes.length} frames between are filled.` : `Frame ${target()} needs a region ${state.region.name} of the same kind first.`);
  };
  return [to, make("div", { class: "buttons" },
    button("Copy", copy, { title: "Copy to the frames up to that one, or to the frames that edits go to" }),
    button("Interpolate", between, { title: "Fill the frames between this one and that one" }))];
}

export function removeRegion(state) {
  if (!state.region) return;
  const { name } = state.region;
  const changes = state.frames().flatMap(k => {
    const r = state.sheet.frames[k].regions.findIndex(region => region.name === name);
    return r < 0 ? [] : edits.removeRegion(state.sheet, k, r);
  });
  state.edit(changes);
}

export function doubleRegion(state) {
  if (!state.region) return;
  const region = structuredClone(state.region);
  region.name = edits.freeName(state.frame.regions, region.name);
  region.shape = edits.moved(region.shape, [2, 2]);
  state.edit(edits.addRegion(state.sheet, [state.at], region));
  state.select(state.frame.regions.length - 1);
}
