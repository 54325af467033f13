// Computes the golden session in this browser, and shows its hashes beside those of the repository.

import { Engine } from "./engine.js";

const $ = id => document.getElementById(id);

// So many milliseconds are computed before the page is drawn again.
const SLICE = 30;

function show(state) {
  const isOver = state.step === state.of;
  const isEqual = state.equal === state.compared;
  $("steps").textContent = state.of;
  $("here").textContent = state.here ?? "…";
  $("ours").textContent = state.native ?? "…";
  $("compared").textContent = `${state.compared}, ${state.equal} of them equal, after ${state.step} steps`;
  $("here").className = isEqual ? "good" : "bad";
  $("verdict").className = isEqual ? (isOver ? "good" : "") : "bad";
  $("verdict").textContent = !isEqual
    ? "A hash of your browser is not ours. That is a bug: please tell us which browser and which machine it is."
    : isOver
      ? `All ${state.compared} hashes of your browser are ours.`
      : "Your browser computes…";
}

async function run() {
  $("agent").textContent = navigator.userAgent;
  const engine = await Engine.create();
  engine.golden();
  for (;;) {
    const end = performance.now() + SLICE;
    let state = engine.state();
    while (state.step < state.of && performance.now() < end) {
      engine.step(0, [0, 0], 0);
      state = engine.state();
    }
    show(state);
    if (state.step === state.of) return state;
    await new Promise(resolve => setTimeout(resolve));
  }
}

window.same = run().catch(error => {
  $("verdict").className = "bad";
  $("verdict").textContent = `The hashes cannot be computed here: ${error.message}`;
});
