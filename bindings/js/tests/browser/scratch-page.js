// The part of the tests in Scratch that runs in the page: Scratch's virtual machine and renderer, with the extension.

/** Starts the machine, and loads the extension as TurboWarp loads an unsandboxed one: as a classic script. */
window.ready = async () => {
  const storage = new (window.ScratchStorage.ScratchStorage ?? window.ScratchStorage)();
  const vm = new window.VirtualMachine();
  window.vm = vm;
  vm.attachStorage(storage);
  vm.attachRenderer(new window.ScratchRender(document.querySelector("#stage")));
  vm.attachV2BitmapAdapter?.(new window.ScratchSVGRenderer.BitmapAdapter());
  vm.runtime.audioEngine = null;
  const BlockType = { BOOLEAN: "Boolean", COMMAND: "command", REPORTER: "reporter" };
  const ArgumentType = { COLOR: "color", NUMBER: "number", STRING: "string" };
  await new Promise((resolve, reject) => {
    const register = (extension) => {
      window.blocks = extension;
      vm.extensionManager._loadedExtensions.set("kasuri", vm.extensionManager._registerInternalExtension(extension));
      resolve();
    };
    window.Scratch = { vm, BlockType, ArgumentType, extensions: { unsandboxed: true, register } };
    const script = document.createElement("script");
    script.src = "/dist/kasuri.scratch.js";
    script.onerror = reject;
    document.head.append(script);
  });
  return Object.keys(window.blocks.getInfo()).length;
};

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;

/** Loads a project, and waits until all costumes are there. */
window.load = async (base64) => {
  await window.vm.loadProject(bytesOf(base64));
  const { runtime } = window.vm;
  const isLoaded = ({ drawableID }) => runtime.renderer._allDrawables[drawableID].skin?._svgImageLoaded !== false;
  while (!runtime.targets.every(isLoaded)) await new Promise((resolve) => setTimeout(resolve));
  runtime.renderer.draw();
  return runtime.targets.map((target) => target.sprite.name);
};

/** Returns a random number generator with the same numbers everywhere. */
function numbers() {
  let state = 11;
  return (least, most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(least + (state / 2 ** 32) * (most - least + 1));
  };
}

const named = (name) => window.vm.runtime.targets.find((target) => target.sprite.name === name);

/** Gives a sprite a bitmap with a resolution of 2, as costumes from the paint editor have. */
function paint(target, color) {
  const { renderer } = window.vm.runtime;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [120, 80];
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  for (let y = 0; y < 80; y += 4) for (let x = 0; x < 120; x += 4) if (((x * y) / 16 + x / 4) % 7 < 5 && (x - 60) ** 2 / 3600 + (y - 40) ** 2 / 1600 < 1) context.fillRect(x, y, 4, 4);
  renderer.updateDrawableSkinId(target.drawableID, renderer.createBitmapSkin(canvas, 2, [20, 30]));
}

/** Compares the extension's answers with Scratch's own at whole positions, and measures both. */
window.compare = (count) => {
  const { runtime } = window.vm;
  const { renderer } = runtime;
  renderer.setUseGpuMode("ForceCPU");
  const random = numbers();
  const [one, two, three] = ["one", "two", "three"].map(named);
  paint(three, "#20c020");
  const questions = {
    "touching a sprite": [() => one.isTouchingSprite("two"), () => window.blocks.touching({ SPRITE: "two" }, { target: one })],
    "touching a bitmap": [() => one.isTouchingSprite("three"), () => window.blocks.touching({ SPRITE: "three" }, { target: one })],
    "touching a color": [() => one.isTouchingColor([32, 192, 32]), () => window.blocks.touchingColor({ COLOR: "#20c020" }, { target: one })],
    "touching the backdrop": [() => one.isTouchingColor([192, 48, 48]), () => window.blocks.touchingColor({ COLOR: "#c03030" }, { target: one })],
    "a color touching a color": [
      () => one.colorIsTouchingColor([32, 192, 32], [240, 240, 255]),
      () => window.blocks.colorTouchingColor({ OWN: "#f0f0ff", COLOR: "#20c020" }, { target: one }),
    ],
  };
  const told = Object.fromEntries(Object.keys(questions).map((name) => [name, { yes: 0, onlyScratch: 0, onlyKasuri: 0, scratch: 0, kasuri: 0 }]));
  for (let k = 0; k < count; k++) {
    for (const target of [one, two, three]) {
      target.setXY(random(-70, 70), random(-60, 60), true);
      target.setDirection(k % 4 === 0 ? 90 : random(-179, 180));
      target.setSize([100, 100, 60, 150][random(0, 3)]);
      target.setRotationStyle(k % 5 === 0 ? "left-right" : "all around");
    }
    for (const [name, [scratch, kasuri]] of Object.entries(questions)) {
      const result = told[name];
      const times = [performance.now()];
      const theirs = scratch();
      times.push(performance.now());
      const ours = kasuri();
      times.push(performance.now());
      result.scratch += times[1] - times[0];
      result.kasuri += times[2] - times[1];
      if (theirs && ours) result.yes += 1;
      if (theirs && !ours) result.onlyScratch += 1;
      if (ours && !theirs) result.onlyKasuri += 1;
    }
  }
  return told;
};

/** Asks the same again and again: how many blocks a second, when one sprite moves between the questions. */
window.speed = (count) => {
  const [one, two, three] = ["one", "two", "three"].map(named);
  [one, two, three].forEach((target, k) => target.setXY(30 * k, 10, true));
  const perSecond = (ask) => {
    const before = performance.now();
    for (let k = 0; k < count; k++) {
      one.setXY(k % 60, 10, true);
      ask();
    }
    return Math.round((1000 * count) / (performance.now() - before));
  };
  return {
    "touching a sprite": [perSecond(() => one.isTouchingSprite("two")), perSecond(() => window.blocks.touching({ SPRITE: "two" }, { target: one }))],
    "touching a color": [perSecond(() => one.isTouchingColor([1, 2, 3])), perSecond(() => window.blocks.touchingColor({ COLOR: "#010203" }, { target: one }))],
  };
};

/** What Scratch lacks: clones, depth, pushing apart, tags, bullets, grazes. */
window.more = () => {
  const { blocks } = window;
  const [one, two] = ["one", "two"].map(named);
  const util = { target: one };
  const told = {};
  one.setDirection(90);
  two.setDirection(90);
  [one, two].forEach((target) => (target.setSize(100), target.setRotationStyle("all around")));
  one.setXY(0, 0, true);
  two.setXY(150, 100, true);
  const clone = two.makeClone();
  window.vm.runtime.addTarget(clone);
  clone.setXY(10, 0, true);
  told.clone = blocks.whichClone({ SPRITE: "two" }, util);
  blocks.setTag({ TAG: "boss" }, { target: clone });
  told.tagged = [blocks.whichClone({ SPRITE: "two" }, util), blocks.touchingTag({ TAG: "boss" }, util), blocks.touchingTag({ TAG: "x" }, util)];
  told.depth = blocks.depth({ SPRITE: "two" }, util);
  blocks.pushApart({ SPRITE: "two" }, util);
  told.apart = [blocks.touching({ SPRITE: "two" }, util), blocks.distance({ SPRITE: "two" }, util)];
  told.edge = [blocks.touching({ SPRITE: "_edge_" }, util)];
  one.setXY(235, 0, true);
  told.edge.push(blocks.touching({ SPRITE: "_edge_" }, util));
  window.vm.runtime.disposeTarget(clone);
  one.setXY(0, 0, true);
  one.setVisible(false);
  two.setXY(30, 0, true);
  told.hidden = blocks.touching({ SPRITE: "two" }, util);
  one.setVisible(true);
  // Scratch draws it as small as it can: it is in the wall of the ring.
  one.setSize(0);
  told.shown = blocks.touching({ SPRITE: "two" }, util);
  one.setSize(100);
  two.setXY(-200, -150, true);
  const drawn = window.vm.runtime.renderer._drawList.length;
  for (let k = 0; k < 3; k++) blocks.fireRing({ COUNT: 700, X: 0, Y: 0, DIRECTION: k, SPEED: 10 + k, RADIUS: 3 });
  told.fired = [blocks.bulletCount(), blocks.bulletsTouching({}, util)];
  blocks.moveBullets();
  const before = performance.now();
  blocks.moveBullets();
  told.milliseconds = performance.now() - before;
  told.moved = [blocks.bulletsTouching({}, util), blocks.bulletsGrazing({ MARGIN: 300 }, util)];
  told.drawables = window.vm.runtime.renderer._drawList.length - drawn;
  told.color = blocks.touchingColor({ COLOR: "#ff4060" }, util);
  blocks.removeTouching({}, util);
  for (let k = 0; k < 30; k++) blocks.moveBullets();
  told.gone = blocks.bulletCount();
  return told;
};

/** Runs the demo for some steps with the mouse at a place; returns its variables. */
window.play = async (steps, x, y) => {
  const { vm } = window;
  vm.postIOData("mouse", { x: 240 + x, y: 180 - y, canvasWidth: 480, canvasHeight: 360, isDown: false });
  vm.runtime.currentStepTime = 1000 / 30;
  vm.greenFlag();
  for (let k = 0; k < steps; k++) vm.runtime._step();
  vm.runtime.renderer.draw();
  return Object.fromEntries(Object.values(vm.runtime.getTargetForStage().variables).map(({ name, value }) => [name, Number(value)]));
};
