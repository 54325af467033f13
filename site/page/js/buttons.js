// The page's buttons for a scene, for users without a keyboard.

import * as pads from "./pad.js";

const TURNS = [
  ["Turn left", pads.LEFT, "←"], ["Turn right", pads.RIGHT, "→"], ["Larger", pads.UP, "↑"], ["Smaller", pads.DOWN, "↓"],
];

// Label, bits, and the equivalent key. Flying and walking need no buttons, because dragging does that.
const BUTTONS = {
  danmaku: [
    ["Shoot", pads.FIRE, "Z"], ["Slow", pads.FOCUS, "Shift"], ["Bomb", pads.BOMB, "X"], ["Begin anew", pads.AGAIN, "R"],
  ],
  playground: [...TURNS, ["Push apart", pads.OTHER, "C"]],
  outlines: TURNS,
  bounce: [["Another ball", pads.FIRE, "Z"], ["Fall or float", pads.OTHER, "C"]],
  bucket: [["Throw", pads.FIRE, "Z"]],
  shots: [["Sweep or not", pads.OTHER, "C"]],
  tiles: [["Left", pads.LEFT, "←"], ["Right", pads.RIGHT, "→"], ["Jump", pads.FIRE, "Z"]],
  pixels: TURNS,
  carve: [["A shell", pads.FIRE, "Z"]],
  stress: [["Fewer", pads.LESS, "["], ["More", pads.MORE, "]"]],
  broad: [["Fewer", pads.LESS, "["], ["More", pads.MORE, "]"]],
};

export function buttons(place, scene, pad) {
  place.replaceChildren(...(BUTTONS[scene] ?? []).map(([words, bits, key]) => made(words, bits, key, pad)));
}

function made(words, bits, key, pad) {
  const button = document.createElement("button");
  const hint = document.createElement("kbd");
  hint.textContent = key;
  button.append(words, hint);
  button.setAttribute("aria-label", `${words}, key ${key}`);
  const hold = isHeld => {
    pad.hold(button, isHeld ? bits : 0);
    button.classList.toggle("is-held", isHeld);
  };
  button.addEventListener("pointerdown", event => {
    button.setPointerCapture(event.pointerId);
    hold(true);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, () => hold(false));
  button.addEventListener("contextmenu", event => event.preventDefault());
  // Keyboard activation.
  button.addEventListener("click", event => event.detail === 0 && pad.tap(bits));
  return button;
}
