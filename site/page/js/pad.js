// The player's input: keys, the mouse, fingers and buttons of the page, as the bits of the engine's pad.

export const LEFT = 1;
export const RIGHT = 1 << 1;
export const UP = 1 << 2;
export const DOWN = 1 << 3;
export const FIRE = 1 << 4;
export const BOMB = 1 << 5;
export const FOCUS = 1 << 6;
export const AGAIN = 1 << 7;
export const OTHER = 1 << 8;
export const LESS = 1 << 9;
export const MORE = 1 << 10;
export const GRAB = 1 << 11;

// The same keys as in the program's window, by their position on the keyboard.
const KEYS = {
  ArrowLeft: LEFT, KeyA: LEFT, ArrowRight: RIGHT, KeyD: RIGHT, ArrowUp: UP, KeyW: UP, ArrowDown: DOWN, KeyS: DOWN,
  KeyZ: FIRE, KeyJ: FIRE, Enter: FIRE, KeyX: BOMB, KeyK: BOMB, ShiftLeft: FOCUS, ShiftRight: FOCUS,
  KeyR: AGAIN, KeyC: OTHER, BracketLeft: LESS, BracketRight: MORE,
};

// The number of touchpad pixels for one notch of a wheel.
const NOTCH = 40;

export class Pad {
  #keys = 0;
  #buttons = new Map();
  #tapped = 0;
  // Presses and releases that no step has received yet. Each step takes one.
  #clicks = [];
  #isDown = false;
  #finger = null;
  #scrolled = 0;
  #wheel = 0;

  constructor(screen) {
    this.pointer = [0, 0];
    // The buttons that a finger holds in addition to dragging.
    this.fingerHolds = 0;
    this.isOver = false;
    const { element } = screen;
    element.addEventListener("pointerdown", event => this.#press(screen, event));
    element.addEventListener("pointermove", event => this.#move(screen, event));
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, event => this.#release(screen, event));
    element.addEventListener("pointerleave", () => (this.isOver = false));
    element.addEventListener("contextmenu", event => event.preventDefault());
    element.addEventListener("wheel", event => this.#scroll(event), { passive: false });
    window.addEventListener("blur", () => this.letGo());
  }

  letGo() {
    [this.#keys, this.#tapped, this.#clicks, this.#isDown, this.#finger] = [0, 0, [], false, null];
    [this.#wheel, this.#scrolled] = [0, 0];
    this.#buttons.clear();
  }

  // Handles a key. Returns whether it belongs to the scene.
  key(event, isDown) {
    const bits = KEYS[event.code];
    if (!bits) return false;
    if (isDown) [this.#keys, this.#tapped] = [this.#keys | bits, this.#tapped | (event.repeat ? 0 : bits)];
    else this.#keys &= ~bits;
    return true;
  }

  // Holds the bits of a page button, or releases them.
  hold(button, bits) {
    if (bits) {
      this.#buttons.set(button, bits);
      this.#tapped |= bits;
    } else {
      this.#buttons.delete(button);
    }
  }

  tap(bits) {
    this.#tapped |= bits;
  }

  #press(screen, event) {
    if (event.button !== 0 || this.#finger !== null) return;
    this.#finger = event.pointerId;
    screen.element.setPointerCapture(event.pointerId);
    screen.element.focus({ preventScroll: true });
    this.pointer = screen.at(event);
    this.isTouch = event.pointerType === "touch";
    this.#clicks.push([this.pointer, true]);
    event.preventDefault();
  }

  #move(screen, event) {
    if (this.#finger !== null && event.pointerId !== this.#finger) return;
    this.isOver = true;
    this.pointer = screen.at(event);
  }

  #release(screen, event) {
    if (event.pointerId !== this.#finger) return;
    this.#finger = null;
    this.pointer = screen.at(event);
    this.#clicks.push([this.pointer, false]);
  }

  // Turns the held body with the wheel. If nothing is held, the page scrolls.
  #scroll(event) {
    if (!this.#isDown) return;
    event.preventDefault();
    this.#scrolled += event.deltaMode === 0 ? -event.deltaY / NOTCH : -event.deltaY;
    const whole = Math.trunc(this.#scrolled);
    this.#scrolled -= whole;
    this.#wheel += whole;
  }

  // Returns the input of the next step.
  next() {
    let held = this.#keys | this.#tapped;
    for (const bits of this.#buttons.values()) held |= bits;
    let at = this.pointer;
    const click = this.#clicks.shift();
    if (click) {
      [at, this.#isDown] = click;
      // The button counts as held in the step of the release.
      held |= GRAB;
    }
    if (this.#isDown) held |= GRAB;
    if (held & GRAB && this.isTouch) held |= this.fingerHolds;
    const wheel = this.#wheel;
    [this.#tapped, this.#wheel] = [0, 0];
    return { held, at, wheel };
  }
}
