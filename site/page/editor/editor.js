// The hit box editor: builds the page from its parts, and connects them.

import { Engine } from "../js/engine.js";
import { Art } from "./art.js";
import { guess } from "./cut.js";
import * as edits from "./edits.js";
import { make } from "./elements.js";
import { keys } from "./keys.js";
import { fromLink, isLink, toLink } from "./link.js";
import * as masks from "./masks.js";
import { opened } from "./open.js";
import { sideFrame } from "./side-frame.js";
import { sideMask } from "./side-mask.js";
import { sideRegions } from "./side-regions.js";
import { Trial } from "./side-try.js";
import { fromText, newFrame, newSheet, toText } from "./sheet.js";
import { State } from "./state.js";
import { Strip } from "./strip.js";
import { Tools, TOOLS } from "./tools.js";
import { View } from "./view.js";

const $ = id => document.getElementById(id);
const art = new Art();
const state = new State(art);
let [view, tools, strip, trial, engine] = [];
let sides = {};
let side = "mask";

function complain(what) {
  $("alert").hidden = !what;
  $("alert").textContent = what ?? "";
}

function say(what) {
  complain(null);
  $("note").textContent = what;
}

// Calls what may fail, and tells why it did.
async function attempt(what) {
  try {
    await what();
  } catch (error) {
    complain(error.message);
  }
}

function toolbar() {
  const buttons = TOOLS.map(([id, key, name, title]) =>
    make("button", { type: "button", id: `tool-${id}`, title: `${title} (${key})`, "aria-keyshortcuts": key, onclick: () => choose(id) }, name, make("kbd", { "aria-hidden": "true" }, key)));
  $("tools").replaceChildren(...buttons);
}

function choose(tool) {
  state.tool = tool;
  if (side === "try") show("mask");
  state.tell({ tool });
}

function mark() {
  // While something is tried, the pointer has no tool.
  for (const [id] of TOOLS) $(`tool-${id}`).setAttribute("aria-pressed", String(id === state.tool && side !== "try"));
  $("undo").disabled = !state.history.canUndo;
  $("redo").disabled = !state.history.canRedo;
}

// Shows a panel, and what belongs to it.
function show(name) {
  side = name;
  for (const tab of ["mask", "regions", "frame", "try"]) {
    const is = tab === name;
    $(`tab-${tab}`).setAttribute("aria-selected", String(is));
    $(`tab-${tab}`).tabIndex = is ? 0 : -1;
    $(`side-${tab}`).hidden = !is;
  }
  trial.turn(name === "try");
  mark();
  if (name !== "try") sides[name]();
}

function tabs() {
  const names = ["mask", "regions", "frame", "try"];
  names.forEach(name => $(`tab-${name}`).addEventListener("click", () => show(name)));
  $("tabs").addEventListener("keydown", event => {
    const by = { ArrowRight: 1, ArrowLeft: 3 }[event.key];
    if (!by) return;
    event.preventDefault();
    show(names[(names.indexOf(side) + by) % names.length]);
    $(`tab-${side}`).focus();
  });
}

// The lists that depend on the sheet's tags.
function choices() {
  const fill = (select, options, value) => {
    const wanted = options.map(([key, text]) => make("option", { value: key }, text));
    if ([...select.options].map(({ value, text }) => value + text).join() !== options.map(([key, text]) => key + text).join()) select.replaceChildren(...wanted);
    select.value = options.some(([key]) => key === value) ? value : options[0][0];
    return select.value;
  };
  const { tags } = state.sheet;
  state.played = fill($("played"), [["", "all frames"], ...tags.map(({ name }) => [name, `the tag ${name}`])], state.played);
  state.scope = fill($("scope"), [["frame", "this frame"], ...tags.map(({ name }) => [`tag:${name}`, `the tag ${name}`]), ["all", "all frames"]], state.scope);
}

function play() {
  strip.play(!strip.isPlaying);
  $("play").setAttribute("aria-pressed", String(strip.isPlaying));
  $("play").textContent = strip.isPlaying ? "Stop" : "Play";
}

function where([x, y]) {
  const { width, height } = state.frame.mask;
  const is = x >= 0 && y >= 0 && x < width && y < height;
  $("where").textContent = is ? `${Math.floor(x)}, ${Math.floor(y)}` : "";
}

function bars() {
  const click = (id, what) => $(id).addEventListener("click", what);
  click("undo", () => state.history.undo());
  click("redo", () => state.history.redo());
  click("save", () => attempt(save));
  click("link", () => attempt(copyLink));
  click("nearer", () => view.zoomBy(1.5));
  click("further", () => view.zoomBy(1 / 1.5));
  click("fit", () => view.fit());
  click("back", () => state.go(state.at - 1));
  click("next", () => state.go(state.at + 1));
  click("play", play);
  for (const [id, option] of [["show-art", "art"], ["show-mask", "mask"], ["onion", "onion"]]) {
    $(id).addEventListener("change", () => {
      view.options[option] = $(id).checked;
      view.stale();
    });
  }
  $("played").addEventListener("change", () => (state.played = $("played").value));
  $("scope").addEventListener("change", () => {
    state.scope = $("scope").value;
    state.tell();
  });
  $("open").addEventListener("change", () => open([...$("open").files]).finally(() => ($("open").value = "")));
}

// Asks for the size of the frames of a picture.
function askSize(canvas, name) {
  const dialog = $("grid");
  const { width, height } = canvas;
  $("grid-what").textContent = `${name} has ${width} × ${height} texels.`;
  [$("grid-w").value, $("grid-h").value] = guess(width, height);
  const tell = () => {
    const [w, h] = [Number($("grid-w").value), Number($("grid-h").value)];
    const fits = w >= 1 && h >= 1 && width % w === 0 && height % h === 0;
    $("grid-count").textContent = fits ? `That gives ${(width / w) * (height / h)} frames.` : "That does not divide the picture.";
    dialog.querySelector("[value=cut]").disabled = !fits;
  };
  for (const id of ["grid-w", "grid-h"]) $(id).oninput = tell;
  tell();
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => {
    dialog.onclose = () => {
      const sizes = { cut: [Number($("grid-w").value), Number($("grid-h").value)], whole: [width, height] };
      resolve(sizes[dialog.returnValue] ?? null);
    };
  });
}

function open(files) {
  return attempt(async () => {
    if (!files.length) return;
    const sheet = await opened(files, art, askSize);
    if (!sheet) return;
    state.open(sheet);
    // Else the keys of the tools would go to the button.
    $("canvas").focus({ preventScroll: true });
    const count = sheet.frames.length;
    say(`${count} ${count === 1 ? "frame" : "frames"} opened. Masks are by alpha where the file has none.`);
  });
}

// Returns what `use` makes of the text of the file, after the library has read it. Then the library gets again what is tried.
function checked(use = text => text) {
  const text = toText(state.sheet);
  try {
    engine.tryOpen(text);
    return use(text);
  } finally {
    trial.renew();
  }
}

// What polygons for other engines are called, by the engine's number.
const ENGINES = ["box2d.json", "matter.json", "tscn", "phaser.json"];
// How far, in texels, polygons may go beyond the mask.
const TOLERANCE = 1;

function save() {
  const chosen = $("save-as").value;
  const text = checked(sheet => (chosen === "" ? sheet : engine.tryPolygons(Number(chosen), TOLERANCE)));
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const stem = (state.sheet.image ?? "sprite").replace(/\.\w+$/, "");
  const name = `${stem}.${ENGINES[chosen] ?? "sheet.json"}`;
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  say(chosen === "" ? `${name} is saved; the library reads it.` : `${name} is saved: polygons within ${TOLERANCE} texel of the masks.`);
}

async function copyLink() {
  const link = await toLink(checked());
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied. It holds the masks and regions, not the art.");
  } catch {
    say("This browser does not let a page copy: take the link from the address bar.");
  }
}

async function openLink() {
  if (isLink(location.hash)) state.open(fromText(await fromLink(location.hash)));
}

// Files that are dropped or pasted.
function drops() {
  const room = $("room");
  document.addEventListener("dragover", event => {
    event.preventDefault();
    room.classList.add("is-over");
  });
  document.addEventListener("dragleave", () => room.classList.remove("is-over"));
  document.addEventListener("drop", event => {
    event.preventDefault();
    room.classList.remove("is-over");
    open([...event.dataTransfer.files]);
  });
  document.addEventListener("paste", event => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length) open(files);
  });
}

// Takes the colour under a texel of the art.
function pick([x, y]) {
  const pixels = art.pixels(state.frame);
  const [i, j] = [Math.floor(x), Math.floor(y)];
  if (!pixels || i < 0 || j < 0 || i >= pixels.width || j >= pixels.height) return say("There is no art here.");
  state.key = [...pixels.data.subarray(4 * (j * pixels.width + i), 4 * (j * pixels.width + i) + 3)];
  state.tell();
  say(`The colour is ${state.key.join(", ")}.`);
}

// What the page shows before anything is opened: two frames to try the tools on.
function first() {
  const rows = engine.art("moth");
  const frames = [0, 1].map(k => {
    const mask = masks.fromRows(rows);
    const frame = newFrame(`moth ${k}`, mask.width, mask.height);
    frame.mask = k ? masks.eroded(mask) : mask;
    return frame;
  });
  const sheet = newSheet(frames);
  sheet.frames[0].regions.push({ ...edits.newRegion(sheet, 0, "circle"), name: "core" });
  sheet.frames[1].regions.push({ ...edits.newRegion(sheet, 1, "circle"), name: "core" });
  sheet.tags.push({ name: "beat", from: 0, to: 1, direction: "forward" });
  return sheet;
}

function threshold() {
  const frames = state.frames().filter(k => art.has(state.sheet.frames[k]));
  state.edit(edits.remask(state.sheet, frames, (_, k) => masks.byAlpha(art.pixels(state.sheet.frames[k]), state.alpha)));
}

async function start() {
  engine = await Engine.create();
  const canvas = $("canvas");
  toolbar();
  view = new View(canvas, state);
  tools = new Tools(canvas, view, state);
  strip = new Strip($("strip"), state);
  trial = new Trial($("side-try"), state, view, engine);
  [tools.trial, tools.onhover, tools.onpick] = [trial, where, pick];
  sides = { mask: sideMask($("side-mask"), state, say), regions: sideRegions($("side-regions"), state, say), frame: sideFrame($("side-frame"), state, say) };
  let isStale = false;
  state.listen(() => {
    mark();
    choices();
    if (isStale) return;
    isStale = true;
    // A drag changes the panel at most once in a frame of the screen.
    requestAnimationFrame(() => {
      isStale = false;
      sides[side]?.();
    });
  });
  state.listen(({ selected }) => selected && state.region && side === "mask" && show("regions"));
  keys(canvas, state, view, tools, trial, {
    save: () => attempt(save), tool: choose, where, play, threshold,
    onion: () => $("onion").click(),
  });
  bars();
  tabs();
  drops();
  state.open(first());
  await attempt(openLink);
  show("mask");
  view.fit();
  window.addEventListener("hashchange", () => attempt(openLink));
  document.documentElement.dataset.firstFrame = performance.now().toFixed(0);
  // For debugging, and for the tests.
  window.hitboxes = { state, view, tools, strip, trial, engine, text: () => toText(state.sheet), edits, masks };
}

start().catch(error => complain(`The editor cannot start: ${error.message}`));
