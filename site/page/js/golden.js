// The golden session: every build of Kasuri repeats it bit for bit, also this browser.

export const NAME = "golden";

export const SCENE = {
  name: NAME,
  about: "the session that every build must repeat bit for bit, played here as fast as it goes",
};

const $ = id => document.getElementById(id);

export function fill(state, rows) {
  const isOver = state.step === state.of;
  rows($("counts"), [
    ["step", `${state.step} of ${state.of}`],
    ["bodies", `${state.bodies}`],
    ["hashes compared", `${state.compared}`],
    ["equal", `${state.equal}`, state.equal === state.compared ? "good" : "bad"],
  ]);
  const kind = state.here === state.native ? "good" : "bad";
  rows($("hashes"), state.here ? [["here", state.here], ["native", state.native, kind]] : []);
  const isEqual = state.equal === state.compared;
  $("same").className = isEqual ? (isOver ? "good" : "") : "bad";
  $("same").textContent = isEqual
    ? isOver ? `All ${state.compared} hashes are equal to those of a native build.` : "So far every hash is equal."
    : "A hash is not what a native build has: that is a bug worth telling.";
  $("keys").textContent = "It plays by itself.";
  $("why").hidden = true;
}
