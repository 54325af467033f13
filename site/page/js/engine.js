// The WebAssembly module. One engine shows one thing: a scene that is played, a scene that is edited, or the golden session.

// An error of the library or the module, in its own words.
export class Refused extends Error {}

// The module ended with a panic and can no longer be used.
export class Broken extends Error {}

let compiled;

async function compile() {
  const response = await fetch(new URL("../kasuri.wasm", import.meta.url));
  if (!response.ok) throw new Error(`kasuri.wasm cannot be loaded: ${response.status} ${response.statusText}`);
  // Some plain file servers do not send the wasm type. Then the module cannot be compiled while it loads.
  const isTyped = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export class Engine {
  #wasm;

  static async create() {
    compiled ??= compile();
    const page = { now: () => performance.now() };
    const { exports } = await WebAssembly.instantiate(await compiled, { page });
    exports.begin();
    return new Engine(exports);
  }

  constructor(wasm) {
    this.#wasm = wasm;
  }

  #output() {
    const { memory, output, output_length: length } = this.#wasm;
    return new Uint8Array(memory.buffer, output(), length());
  }

  #text() {
    return new TextDecoder().decode(this.#output());
  }

  #call(name, ...args) {
    try {
      return this.#wasm[name](...args);
    } catch (error) {
      throw new Broken(this.#text() || String(error));
    }
  }

  // Calls a function that can fail.
  #ask(name, ...args) {
    if (this.#call(name, ...args) !== 0) throw new Refused(this.#text());
  }

  #give(what) {
    const bytes = typeof what === "string" ? new TextEncoder().encode(what) : what;
    const at = this.#call("input", bytes.length);
    new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
  }

  #json(name, ...args) {
    this.#ask(name, ...args);
    return JSON.parse(this.#text());
  }

  scenes() {
    return this.#json("scenes");
  }

  open(name, seed = 0) {
    this.#give(name);
    return this.#json("open", seed);
  }

  replay(text) {
    this.#give(text);
    return this.#json("replay");
  }

  golden() {
    return this.#json("golden");
  }

  desk(json, [width, height]) {
    this.#give(json);
    return this.#json("desk", width, height);
  }

  step(held, [x, y], wheel) {
    this.#ask("step", held, x, y, wheel);
  }

  goTo(time) {
    this.#ask("go_to", Math.max(0, time));
  }

  why() {
    return this.#json("why");
  }

  state() {
    return this.#json("state");
  }

  // Returns the picture's bytes, RGBA. They are valid until the next call.
  draw() {
    this.#call("draw");
    const bytes = this.#output();
    return new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  // Returns the text of the two shaders for a GPU.
  shaders() {
    return this.#json("shaders");
  }

  // Returns the data from which a GPU draws the same picture.
  instances() {
    this.#ask("instances");
    return this.#output().slice();
  }

  words(from) {
    this.#ask("words", from);
    return this.#output().slice();
  }

  // Returns the overlay marks, seven numbers each.
  marks(bits) {
    this.#ask("marks", bits);
    return new Float32Array(this.#output().slice().buffer);
  }

  inspect([x, y]) {
    this.#ask("inspect", x, y);
    return this.#text();
  }

  zoom(isNearer, [x, y]) {
    this.#call("zoom", isNearer ? 1 : -1, x, y);
  }

  pan([x, y]) {
    this.#call("pan", x, y);
  }

  home() {
    this.#call("home");
  }

  tape() {
    this.#ask("tape");
    return this.#text();
  }

  topAt([x, y], reach) {
    return this.#call("top_at", x, y, reach);
  }

  // Returns two corners of the box around a body; null if there is none.
  boxOf(k) {
    return k < 0 ? null : this.#json("box_of", k);
  }

  solve() {
    this.#ask("solve");
    return this.#text();
  }

  // Opens a sheet to try, and returns it as the library writes it.
  tryOpen(json) {
    this.#give(json);
    this.#ask("try_open");
    return this.#text();
  }

  // Returns the sheet that is tried as polygons for an engine: 0 Box2D, 1 Matter.js, 2 Godot, 3 Phaser.
  tryPolygons(engine, tolerance) {
    this.#ask("try_polygons", engine, tolerance);
    return this.#text();
  }

  // Returns what a frame has in common with a follower: a frame, or a circle where `frame` is -1.
  tryMeet(frame, { frame: other, r, at: [x, y], angle, scale }, graze) {
    return this.#json("try_meet", frame, other, r, x, y, angle, scale, graze);
  }

  // Returns how many pixels a frame covers at each whole degree.
  tryBreath(frame) {
    return this.#json("try_breath", frame);
  }

  // Returns the rows of the game's art with this name.
  art(name) {
    this.#give(name);
    return this.#json("art");
  }

  // Returns the mask of a PNG file as rows, with at most `most` texels a side.
  mask(png, alpha, most) {
    this.#give(png);
    return this.#json("mask", alpha, most);
  }
}
