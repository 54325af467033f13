// The scene editor: it answers a scene file while the user changes it. The link contains the scene.

import * as bodies from "./bodies.js";
import { Engine } from "./engine.js";
import * as handles from "./handles.js";
import { fromLink, isLink, parsed, toLink } from "./link.js";
import { Screen } from "./screen.js";
import { near, pairs } from "./told.js";

const $ = id => document.getElementById(id);

// Limits for the user's pictures: the bytes of the file, and the texels of the mask on each side.
const MOST_PICTURE = 16 << 20;
const MOST_SIDE = 96;
// The fields of a linked scene that the editor keeps. It replaces the scene's own requests by others.
const KNOWN = ["kasuri", "touching", "touching_between", "masks", "bodies"];
// The number of other bodies that are compared with the selected one.
const MOST_NEAR = 40;
const MOST_UNDO = 100;

let engine;
let screen;
let scene = bodies.emptyScene();
let selected = -1;
// The engine's results for the scene: the names, the box around the selected body, and the answer.
let seen = { ids: [] };
let answer = {};
let drag = null;
const done = [];
let undone = [];
let kept = "";
let isStale = false;

const art = name => engine.art(name);

function say(words) {
  $("alert").textContent = words ?? "";
  $("alert").hidden = !words;
}

// Returns the scene with the requests for the selected body.
function asked() {
  const body = scene.bodies[selected];
  const isAsked = other => other !== body && !(other.tiles && body.tiles);
  const others = body ? scene.bodies.filter(isAsked).slice(0, MOST_NEAR) : [];
  const both = others.map(other => ({ a: body.id, b: other.id }));
  return { ...scene, distances: both, contacts: both };
}

// Answers and shows the scene. Throws the library's errors.
function solve() {
  try {
    [seen, answer] = solved(asked());
  } catch {
    // Contacts of large pictures may be more work than a frame has time for. Then only the pairs are shown.
    [seen, answer] = solved(scene);
  }
  seen.box = engine.boxOf(selected);
  seen.ids.forEach((id, k) => (scene.bodies[k].id ??= id));
  screen.resize(seen.size);
  show();
}

function solved(scene) {
  const state = engine.desk(JSON.stringify(scene), bodies.FIELD);
  return [state, JSON.parse(engine.solve())];
}

function show() {
  screen.show(engine.draw());
  handles.draw(screen, seen.box, scene.bodies[selected], answer);
  $("answers").replaceChildren(...lines(pairs(answer), "Nothing hits anything."));
  const body = scene.bodies[selected];
  $("near").replaceChildren(...lines(body ? near(body.id, asked().distances, answer) : [], "Select a body."));
  fields(body);
  list();
}

function lines(texts, none) {
  return (texts.length ? texts : [none]).map(text => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
}

function fields(body) {
  $("selected").textContent = body ? body.id : "Nothing selected";
  $("fields").hidden = !body;
  if (!body) return;
  const degrees = (bodies.angleOf(body) * 180) / Math.PI;
  const size = Math.abs(bodies.scalesOf(body)[0]);
  $("angle").value = String(degrees);
  $("angle-told").textContent = `${degrees.toFixed(1)}°`;
  $("scale").value = String(Math.log2(size));
  $("scale-told").textContent = `× ${size.toFixed(2)}`;
  $("angle").disabled = $("scale").disabled = Boolean(body.tiles);
}

function list() {
  const entry = (body, k) => {
    const [button, kind, item] = ["button", "small", "li"].map(name => document.createElement(name));
    kind.textContent = body.sprite ? "picture" : Object.keys(body).find(key => KINDS.includes(key)) ?? "";
    button.append(body.id, kind);
    button.setAttribute("aria-pressed", String(k === selected));
    button.addEventListener("click", () => select(k));
    item.append(button);
    return item;
  };
  // The list is rebuilt only when it changed, so that the keyboard focus keeps its place.
  const text = JSON.stringify([seen.ids, selected]);
  if ($("bodies").dataset.shown === text) return;
  const place = [...$("bodies").querySelectorAll("button")].indexOf(document.activeElement);
  $("bodies").dataset.shown = text;
  $("bodies").replaceChildren(...scene.bodies.map(entry));
  if (place >= 0) $("bodies").querySelectorAll("button")[Math.min(place, scene.bodies.length - 1)]?.focus();
}

const KINDS = ["circle", "box", "capsule", "polygon", "segment", "chain", "point", "compound", "tiles"];

function select(k) {
  selected = k;
  solve();
}

// Changes the scene. If the library refuses the change, the scene stays as it was, and the error is shown.
function change(what, isWhole = true) {
  const before = JSON.stringify(scene);
  try {
    what();
    solve();
    say(null);
  } catch (error) {
    scene = JSON.parse(before);
    selected = Math.min(selected, scene.bodies.length - 1);
    solve();
    say(error.message);
  }
  if (isWhole) keep();
}

// Ends a change: it can be undone now, and the link contains it.
function keep() {
  const text = JSON.stringify(scene);
  if (text === kept) return;
  done.push(kept);
  if (done.length > MOST_UNDO) done.shift();
  [kept, undone] = [text, []];
  link();
}

function link() {
  $("undo").disabled = done.length === 0;
  $("redo").disabled = undone.length === 0;
  toLink(scene).then(
    fragment => {
      history.replaceState(null, "", fragment);
      $("link-note").textContent = `The link holds the scene in ${fragment.length} characters; whoever opens it sees the same.`;
    },
    error => ($("link-note").textContent = error.message),
  );
}

function undo(from, to) {
  if (!from.length) return;
  to.push(kept);
  kept = from.pop();
  scene = JSON.parse(kept);
  selected = Math.min(selected, scene.bodies.length - 1);
  solve();
  link();
}

// Opens another scene in the editor. Throws the library's errors.
function open(fresh) {
  const before = [scene, selected];
  [scene, selected] = [Object.fromEntries(KNOWN.filter(key => key in fresh).map(key => [key, fresh[key]])), -1];
  try {
    solve();
    $("touching").checked = scene.touching !== "ignored";
  } catch (error) {
    [scene, selected] = before;
    solve();
    throw error;
  }
}

// Opens the scene of the page's link. If the link is broken, the error is shown, and the page keeps its scene.
async function openLink() {
  try {
    if (isLink(location.hash)) open(await fromLink(location.hash));
    say(null);
  } catch (error) {
    say(`This link cannot be opened: ${error.message}.`);
  }
}

function pointer() {
  const { element } = screen;
  element.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    const at = screen.at(event);
    element.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
    event.preventDefault();
    const body = scene.bodies[selected];
    drag = handles.taken(screen, at, seen.box, body);
    if (drag) return;
    select(engine.topAt(at, handles.reach(screen, 10)));
    if (selected >= 0) drag = handles.moving(at, scene.bodies[selected]);
  });
  element.addEventListener("pointermove", event => {
    const at = screen.at(event);
    element.style.cursor = handles.cursor(screen, at, seen.box, scene.bodies[selected], engine);
    if (!drag) return;
    drag.to = at;
    if (isStale) return;
    isStale = true;
    requestAnimationFrame(follow);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, () => {
      follow();
      drag = null;
      keep();
    });
  }
}

function follow() {
  isStale = false;
  if (drag?.to && scene.bodies[selected]) change(() => drag.apply(scene.bodies[selected], drag.to), false);
}

// The actions of keys on the selected body.
const KEYS = {
  ArrowLeft: (body, by) => bodies.move(body, [body.at[0] - by, body.at[1]]),
  ArrowRight: (body, by) => bodies.move(body, [body.at[0] + by, body.at[1]]),
  ArrowUp: (body, by) => bodies.move(body, [body.at[0], body.at[1] - by]),
  ArrowDown: (body, by) => bodies.move(body, [body.at[0], body.at[1] + by]),
  "[": (body, by) => bodies.turn(body, bodies.angleOf(body) - 0.02 * by),
  "]": (body, by) => bodies.turn(body, bodies.angleOf(body) + 0.02 * by),
  "+": (body, by) => bodies.scaleBy(body, 1 + 0.02 * by),
  "-": (body, by) => bodies.scaleBy(body, 1 / (1 + 0.02 * by)),
  m: body => bodies.mirror(body),
};

function keys() {
  document.addEventListener("keydown", event => {
    if (event.target.closest?.("input, select, summary, a")) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "z") undo(done, undone);
      else if (event.key === "y") undo(undone, done);
      else return;
      event.preventDefault();
      return;
    }
    const body = scene.bodies[selected];
    const key = event.key.length === 1 ? event.key.toLowerCase().replace("=", "+") : event.key;
    if (!body || event.altKey) return;
    if (KEYS[key]) change(() => KEYS[key](body, event.shiftKey ? 10 : 1));
    else if (key === "d") change(double);
    else if (key === "Delete" || key === "Backspace") change(remove);
    else if (key === "Escape") select(-1);
    else return;
    event.preventDefault();
  });
}

function double() {
  selected = bodies.double(scene, selected);
}

function remove() {
  bodies.remove(scene, selected);
  selected = -1;
}

async function addPicture(file) {
  if (!file) return;
  try {
    if (file.size > MOST_PICTURE) throw new Error(`it has ${file.size} bytes; at most ${MOST_PICTURE} are read`);
    const { rows, skip } = engine.mask(new Uint8Array(await file.arrayBuffer()), 128, MOST_SIDE);
    change(() => (selected = bodies.addPicture(scene, file.name, rows)));
    if (skip > 1) say(`${file.name} is large: the scene has every ${skip}. pixel of it.`);
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
}

async function load(file) {
  if (!file) return;
  try {
    open(parsed(await file.slice(0, 1 << 20).text()));
    keep();
    say(null);
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
}

function save() {
  const url = URL.createObjectURL(new Blob([JSON.stringify(scene, null, 1)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: url, download: "scene.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function copy() {
  try {
    await navigator.clipboard.writeText(location.href);
    $("link-note").textContent = "The link is copied.";
  } catch {
    $("link-note").textContent = "This browser does not let a page copy: take the link from the address bar.";
  }
}

function bar() {
  for (const button of $("adds").querySelectorAll("[data-add]")) {
    button.addEventListener("click", () => change(() => (selected = bodies.add(scene, button.dataset.add, art))));
  }
  const picked = (id, take) =>
    $(id).addEventListener("change", () => {
      const [file] = $(id).files;
      take(file).finally(() => ($(id).value = ""));
    });
  picked("picture", addPicture);
  picked("load", load);
  $("save").addEventListener("click", save);
  $("copy").addEventListener("click", copy);
  $("undo").addEventListener("click", () => undo(done, undone));
  $("redo").addEventListener("click", () => undo(undone, done));
  $("clear").addEventListener("click", () => {
    selected = -1;
    change(() => (scene = bodies.emptyScene()));
  });
  $("mirror").addEventListener("click", () => change(() => bodies.mirror(scene.bodies[selected])));
  $("double").addEventListener("click", () => change(double));
  $("remove").addEventListener("click", () => change(remove));
  sliders();
  $("touching").addEventListener("change", () =>
    change(() => {
      if ($("touching").checked) delete scene.touching;
      else scene.touching = "ignored";
    }),
  );
}

function sliders() {
  const slides = (id, apply) => {
    $(id).addEventListener("input", () => change(() => apply(scene.bodies[selected], Number($(id).value)), false));
    $(id).addEventListener("change", keep);
  };
  slides("angle", (body, degrees) => bodies.turn(body, (degrees * Math.PI) / 180));
  slides("scale", (body, power) => bodies.scaleBy(body, 2 ** power / Math.abs(bodies.scalesOf(body)[0])));
}

// Lets the user drop pictures and scenes onto the field.
function drops() {
  const room = $("room");
  room.addEventListener("dragover", event => event.preventDefault());
  room.addEventListener("drop", event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) (file.name.endsWith(".json") ? load : addPicture)(file);
  });
}

async function start() {
  engine = await Engine.create();
  screen = new Screen($("room"), "The scene: drag bodies, turn and scale them by their handles", 0.72);
  screen.onfit = () => seen.size && show();
  scene = bodies.firstScene(art);
  bar();
  keys();
  pointer();
  drops();
  solve();
  await openLink();
  kept = JSON.stringify(scene);
  $("undo").disabled = $("redo").disabled = true;
  window.addEventListener("hashchange", () => openLink().then(keep));
  document.documentElement.dataset.firstFrame = performance.now().toFixed(0);
  // For debugging, and for the tests.
  window.kasuri = { engine, screen, scene: () => scene, answer: () => answer, asked };
}

start().catch(error => {
  $("wait")?.remove();
  say(`The editor cannot start: ${error.message}`);
});
