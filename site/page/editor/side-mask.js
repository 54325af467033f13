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
  // The frames that edits go to and that have art; others stay.
  const drawn = () => {
    const frames = state.frames().filter(k => state.art.has(state.sheet.frames[k]));
    if (!frames.length) say("This frame has no art: open a picture first.");
    return frames;
  };
  const pixels = k => state.art.pixels(state.sheet.frames[k]);
  const fromArt = make => state.edit(edits.remask(state.sheet, drawn(), (_, k) => make(pixels(k))));
  const byColours = () => {
    const frames = drawn();
    const changes = frames.flatMap(k => edits.addRegions(state.sheet, k, colourRegions(pixels(k), state.tolerance)));
    state.edit(changes);
    if (frames.length) say(`${changes.length} regions are made, named by their colours.`);
  };
  const draw = () => show(panel, [
    group("Pencil and eraser", numberField("Width in texels", state.size, size => {
      state.size = size;
      state.tell();
    }, { min: 1, max: 256, step: 1 })),
    group("From the art", threshold(state, fromArt), colour(state, fromArt, byColours)),
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

function colour(state, fromArt, byColours) {
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
      button("A region for each colour", byColours, { title: "Up to eight colours, those with the most texels, become mask regions" })));
}

// A mask region for each of the most frequent colours.
function colourRegions(picture, tolerance) {
  return masks.colourMasks(picture, 8, tolerance).map(([rgb, mask]) => ({ name: hex(rgb), kind: "mask", shape: edits.trimmed(mask), values: {} }));
}
