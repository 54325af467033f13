// The playground: the program's scenes, the panel, and the check whether this browser matches a native build.

import { buttons } from "./buttons.js";
import { Game } from "./game.js";
import * as golden from "./golden.js";
import * as pads from "./pad.js";

const $ = id => document.getElementById(id);

// The interval in milliseconds at which the panel is updated.
const FILL = 160;
// The greatest size of a recording in bytes. A recording is a short text.
const MOST_REPLAY = 8 << 20;

let game;
let scenes;
let shown = "danmaku";
let filled = 0;
// The number of steps before the loss at which its replay begins.
const SECOND = 60;

function say(words) {
  $("alert").textContent = words ?? "";
  $("alert").hidden = !words;
}

function list() {
  const entry = ({ name, about }) => {
    const button = document.createElement("button");
    const note = document.createElement("span");
    note.textContent = about;
    button.append(name, note);
    button.dataset.scene = name;
    button.addEventListener("click", () => open(name));
    const item = document.createElement("li");
    item.append(button);
    return item;
  };
  $("scenes").replaceChildren(...scenes.map(entry));
}

// Returns the scene that the link names.
function asked() {
  try {
    return decodeURIComponent(location.hash.slice(1)).slice(0, 40);
  } catch {
    return location.hash.slice(1, 40);
  }
}

function open(name) {
  const scene = scenes.find(scene => scene.name === name) ?? scenes[0];
  say(name && name !== scene.name ? `There is no scene ${name}; this is ${scene.name}.` : null);
  begin(scene.name === golden.NAME ? game.engine.golden() : game.engine.open(scene.name), scene);
}

// Shows the scene that the engine has opened.
function begin(state, scene) {
  shown = scene.name;
  game.begin(state);
  game.slow = Number($("speed").value);
  game.isHasty = shown === golden.NAME;
  game.pad.fingerHolds = shown === "danmaku" ? pads.FIRE : 0;
  game.screen.element.setAttribute("aria-label", `${scene.name}: ${scene.about}`);
  document.title = `Kasuri: ${scene.name}`;
  history.replaceState(null, "", `#${scene.name}`);
  $("name").textContent = scene.name;
  $("about").textContent = `${scene.about[0].toUpperCase()}${scene.about.slice(1)}.`;
  $("why").hidden = true;
  for (const button of $("scenes").querySelectorAll("button")) {
    button.setAttribute("aria-current", String(button.dataset.scene === shown));
  }
  buttons($("touch"), shown, game.pad);
  fill();
}

function rows(list, entries) {
  list.replaceChildren(
    ...entries.flatMap(([name, value, kind]) => {
      const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
      [dt.textContent, dd.textContent] = [name, value];
      if (kind) dd.className = kind;
      return [dt, dd];
    }),
  );
}

function fill() {
  const state = game.engine.state();
  game.time = state.step;
  $("pause").textContent = game.isPaused ? "Go on" : "Pause";
  $("pause").setAttribute("aria-pressed", String(game.isPaused));
  chart();
  if (shown === golden.NAME) return golden.fill(state, rows);
  const mean = game.times.reduce((sum, time) => sum + time, 0) / (game.times.length || 1);
  rows($("counts"), [
    ["step", `${state.step}`],
    ["bodies", `${state.bodies}`],
    ["candidates", `${state.candidates}`],
    ["overlaps", `${state.overlaps}`],
    ["hits", `${state.hits}`],
    ["grazes", `${state.grazes}`],
    ["a step takes", `${mean.toFixed(2)} ms`],
    ...state.notes.map(note => note.split(/: (.*)/s)).map(([name, value]) => [name, value ?? ""]),
  ]);
  $("keys").textContent = `${state.keys}\n\n${KEYS}`;
  if ($("under-box").open) $("under").textContent = game.pad.isOver ? game.engine.inspect(game.pad.pointer) : "";
  same(state);
  lost(state);
  return undefined;
}

const KEYS = `\
space          pause, and go on
.              one step
,              slow motion
Backspace      back in time, while it is held
Y              why the last life was lost
B T V G E      boxes, pairs, contacts, margins, cells
+ - 0          nearer, further, the whole scene`;

// Shows whether this session's hash equals the native one.
function same(state) {
  const entries = [["world now", state.hash]];
  if (state.checked) {
    const { step, here, native } = state.checked;
    const isEqual = here === native;
    $("same").textContent = isEqual
      ? "This browser does what a native build does, bit for bit."
      : "This browser does something else than a native build: that is a bug worth telling.";
    $("same").className = isEqual ? "good" : "bad";
    entries.push([`step ${step} here`, here], ["native", native, isEqual ? "good" : "bad"]);
  } else {
    $("same").className = "";
    $("same").textContent = state.is_played
      ? "You play, so no native build has seen this session: save it and let one play it."
      : "As long as nobody plays, its hash is compared with a native build's every 100 steps.";
  }
  rows($("hashes"), entries);
}

// Shows the button that explains the last loss.
function lost(state) {
  $("why").hidden = !state.lost;
  if (state.lost) $("why-words").textContent = state.lost.words;
}

function chart() {
  const canvas = $("chart");
  const context = canvas.getContext("2d");
  const most = Math.max(2, ...game.times);
  const style = getComputedStyle(canvas);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.getPropertyValue("--link");
  const width = canvas.width / 150;
  game.times.forEach((time, k) => {
    const high = Math.max(1, (time / most) * (canvas.height - 12));
    context.fillRect(k * width, canvas.height - high, Math.max(1, width - 0.5), high);
  });
  context.fillStyle = style.getPropertyValue("--soft");
  context.font = "10px monospace";
  context.fillText(`${most.toFixed(1)} ms`, 2, 9);
}

function why() {
  try {
    const { words } = game.engine.why();
    game.isPaused = true;
    $("contacts").checked = true;
    overlays();
    $("why-words").textContent = words;
    game.redraw();
    $("why").hidden = false;
    $("why").scrollIntoView({ block: "nearest" });
  } catch (error) {
    say(error.message);
  }
}

// Replays the loss slowly and enlarged, from a second before it.
function replayLoss() {
  const { step } = game.engine.why();
  game.goTo(step - SECOND);
  game.pad.letGo();
  [game.until, game.slow, game.isPaused] = [step, 8, false];
  $("speed").value = "8";
  game.redraw();
}

function playOn() {
  game.home();
  [game.isPaused, game.slow, game.until] = [false, 1, null];
  $("speed").value = "1";
  $("contacts").checked = false;
  overlays();
  game.screen.element.focus();
}

const OVERLAYS = ["boxes", "pairs", "contacts", "grazes", "cells"];

function overlays() {
  game.overlays = OVERLAYS.reduce((bits, id, k) => bits | (Number($(id).checked) << k), 0);
  game.redraw();
}

function pause() {
  game.isPaused = !game.isPaused;
  game.until = null;
  fill();
}

function slower() {
  $("speed").value = game.slow > 1 ? "1" : "8";
  game.slow = Number($("speed").value);
}

function toggle(id) {
  $(id).checked = !$(id).checked;
  overlays();
}

// The actions of keys that do not belong to the scene.
const WISHES = {
  " ": pause, p: pause, ".": () => game.one(), n: () => game.one(), ",": slower, m: slower, y: why,
  b: () => toggle("boxes"), t: () => toggle("pairs"), v: () => toggle("contacts"), g: () => toggle("grazes"),
  e: () => toggle("cells"), "+": () => game.zoom(true), "=": () => game.zoom(true), "-": () => game.zoom(false),
  0: () => game.home(),
};

function keys() {
  const isElsewhere = event =>
    event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("button, select, input, summary, a");
  document.addEventListener("keydown", event => {
    if (isElsewhere(event)) return;
    if (event.key === "Backspace") game.isRewinding = true;
    else if (!game.pad.key(event, true)) {
      const wish = WISHES[event.key.toLowerCase()];
      if (!wish || (event.repeat && !".n+-".includes(event.key))) return;
      wish();
    }
    event.preventDefault();
  });
  document.addEventListener("keyup", event => {
    game.pad.key(event, false);
    if (event.key === "Backspace") game.isRewinding = false;
  });
}

function bar() {
  $("pause").addEventListener("click", pause);
  $("one").addEventListener("click", () => game.one());
  $("speed").addEventListener("change", () => (game.slow = Number($("speed").value)));
  $("nearer").addEventListener("click", () => game.zoom(true));
  $("further").addEventListener("click", () => game.zoom(false));
  $("home").addEventListener("click", () => game.home());
  $("again").addEventListener("click", () => open(shown));
  $("back").addEventListener("pointerdown", () => (game.isRewinding = true));
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
    $("back").addEventListener(end, () => (game.isRewinding = false));
  }
  // With the keyboard it goes back a third of a second.
  $("back").addEventListener("click", event => event.detail === 0 && game.goTo(game.engine.state().step - 20));
  $("why-show").addEventListener("click", why);
  $("why-replay").addEventListener("click", replayLoss);
  $("why-on").addEventListener("click", playOn);
  for (const id of OVERLAYS) $(id).addEventListener("change", overlays);
  $("save").addEventListener("click", save);
  $("load").addEventListener("change", load);
}

function save() {
  try {
    const url = URL.createObjectURL(new Blob([game.engine.tape()], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: url, download: `kasuri-${shown}.replay` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (error) {
    say(error.message);
  }
}

async function load() {
  const [file] = $("load").files;
  $("load").value = "";
  if (!file) return;
  try {
    if (file.size > MOST_REPLAY) throw new Error(`${file.size} bytes are too many; a replay has at most ${MOST_REPLAY}`);
    const state = game.engine.replay(await file.text());
    begin(state, scenes.find(scene => scene.name === state.name));
    say(null);
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
}

// Stops when a life is lost, if the user asked for it.
function watch() {
  let last = null;
  game.onstep = () => {
    if (!$("stops").checked || game.until !== null) return;
    const { lost } = game.engine.state();
    if (lost && lost.step !== last && lost.step === game.engine.state().step) {
      last = lost.step;
      why();
    }
  };
}

// Offers drawing with a GPU if there is one. The pixels are the same.
async function offerGpu() {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  $("drawn-line").hidden = !adapter;
  const byCpu = words => {
    $("drawn").value = "cpu";
    say(words);
  };
  $("drawn").addEventListener("change", async () => {
    const isDone = await game.drawBy($("drawn").value === "gpu");
    if (!isDone) byCpu("WebGPU cannot be had here; the CPU draws the same.");
  });
  game.onfallback = why => byCpu(`WebGPU failed (${why}); the CPU draws the same.`);
}

async function start() {
  game = await Game.create($("room"), "the scene", 0.8);
  scenes = [...game.engine.scenes(), golden.SCENE];
  list();
  bar();
  keys();
  watch();
  game.onframe = now => {
    if (now - filled < FILL) return;
    filled = now;
    fill();
  };
  game.onbroken = error => say(`This scene cannot go on: ${error.message}`);
  open(asked());
  window.addEventListener("hashchange", () => open(asked()));
  document.documentElement.dataset.firstFrame = performance.now().toFixed(0);
  game.run();
  offerGpu();
  // For debugging, and for the tests.
  window.kasuri = game;
}

start().catch(error => {
  $("wait")?.remove();
  say(`The playground cannot start: ${error.message}`);
});
