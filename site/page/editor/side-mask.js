// The panel of the mask: what makes it, and what changes it, in the frames that edits go to.

import * as edits from "./edits.js";
import { button, group, make, numberField, show } from "./elements.js";
import * as masks from "./masks.js";

const hex = rgb => `#${rgb.map(part => part.toString(16).padStart(2, "0")).join("")}`;
const OPERATIONS = [
  ["Grow", masks.dilated, "One texel wider on each side (G)"],
  ["Shrink", masks.eroded, "One texel narrower on each side (K)"],
  ["Largest piece", masks.largestPiece, "Keep only the largest piece"],
  ["Fill holes", masks.withoutHoles, "Fill what is closed in"],
  ["Mirror", masks.mirrored, "Left becomes right"],
  ["Invert", masks.inverted, "Solid becomes clear"],
  ["Clear", mask => masks.emptyMask(mask.width, mask.height), "No texel is solid"],
];

export function sideMask(panel, state, say) {
  // Makes masks of the art of the frames; frames without art stay.
  const fromArt = make => {
    const frames = state.frames().filter(k => state.art.has(state.sheet.frames[k]));
    if (!frames.length) return say("This frame has no art: open a picture first.");
    state.edit(edits.remask(state.sheet, frames, (_, k) => make(state.art.pixels(state.sheet.frames[k]))));
  };
  const draw = () => show(panel, [
    group("Pencil and eraser", numberField("Width in texels", state.size, size => {
      state.size = size;
      state.tell();
    }, { min: 1, max: 256, step: 1 })),
    group("From the art", threshold(state, fromArt), colour(state, fromArt)),
    group("Change the mask", make("div", { class: "buttons" }, ...OPERATIONS.map(([name, change, title]) =>
      button(name, () => state.edit(edits.remask(state.sheet, state.frames(), change)), { title })))),
    // Counting the texels of a large frame would slow each stroke.
    state.frame.mask.texels.length > 1 << 20 ? null : make("p", { class: "small" }, `${masks.count(state.frame.mask)} of ${state.frame.mask.texels.length} texels are solid.`),
  ]);
  return draw;
}

function threshold(state, fromArt) {
  const apply = () => fromArt(picture => masks.byAlpha(picture, state.alpha));
  const alpha = numberField("Alpha at least", state.alpha, value => (state.alpha = value), { min: 1, max: 255, step: 1 });
  return make("div", {}, alpha, make("div", { class: "buttons" }, button("Mask by alpha", apply, { title: "Solid is what is opaque enough (T)" })));
}

function colour(state, fromArt) {
  const input = make("input", { type: "color", value: hex(state.key) });
  input.addEventListener("change", () => {
    state.key = [1, 3, 5].map(from => parseInt(input.value.slice(from, from + 2), 16));
  });
  const tolerance = numberField("Tolerance", state.tolerance, value => (state.tolerance = value), { min: 0, max: 255, step: 1 });
  const key = () => fromArt(picture => masks.byKey(picture, state.key, state.tolerance));
  const only = () => fromArt(picture => masks.byColour(picture, state.key, state.tolerance));
  return make("div", {},
    make("div", { class: "pair" }, make("label", {}, "Colour", input), tolerance),
    make("div", { class: "buttons" },
      button("All but the colour", key, { title: "The colour is the background" }),
      button("Only the colour", only),
      button("A region for each colour", () => byColours(state), { title: "Up to eight colours become mask regions of the frame" })));
}

// Makes a mask region of each of the most frequent colours.
function byColours(state) {
  const picture = state.art.pixels(state.frame);
  if (!picture) return;
  const regions = [...state.frame.regions];
  const changes = masks.colours(picture, 8).flatMap(rgb => {
    const mask = masks.byColour(picture, rgb, state.tolerance);
    const box = masks.bounds(mask);
    if (!box) return [];
    const shape = { at: [box[0], box[1]], mask: { width: box[2], height: box[3], texels: masks.cut(mask, box) } };
    const region = { name: edits.freeName(regions, hex(rgb)), kind: "mask", shape, values: {} };
    regions.push(region);
    return [{ splice: ["frames", state.at, "regions"], at: regions.length - 1, remove: 0, add: [region] }];
  });
  state.edit(changes);
}
