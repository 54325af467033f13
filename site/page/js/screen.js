// Shows a picture of the engine on the page, scaled by a whole number if that wastes little space, and over it marks at
// the full resolution of the screen.

// The share of the space that a whole scale may leave empty; less on dense screens, where other scales hardly show.
const [WASTE, WASTE_DENSE] = [0.35, 0.12];

export class Screen {
  #picture = document.createElement("canvas");
  #marks = document.createElement("canvas");
  #room;

  // Shows it in the element `room`, with at most the share `part` of the window's height.
  constructor(room, label, part = 0.86) {
    this.#room = room;
    this.part = part;
    this.element = document.createElement("div");
    this.element.className = "screen";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "application");
    this.element.setAttribute("aria-label", label);
    this.#picture.className = "picture";
    this.#marks.className = "marks";
    this.element.append(this.#picture, this.#marks);
    room.replaceChildren(this.element);
    new ResizeObserver(() => this.fit()).observe(room);
    window.addEventListener("resize", () => this.fit());
    this.size = [0, 0];
    // The number of screen pixels for a pixel of the picture.
    this.scale = 1;
    this.onfit = () => {};
  }

  // The canvas that has the engine's pixels, one for one.
  get canvas() {
    return this.#picture;
  }

  resize([width, height]) {
    if (this.size[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    [this.#picture.width, this.#picture.height] = this.size;
    this.fit();
  }

  fit() {
    const [width, height] = this.size;
    const dense = window.devicePixelRatio || 1;
    const room = Math.min((this.#room.clientWidth * dense) / width, (window.innerHeight * this.part * dense) / height);
    if (!(room > 0) || !Number.isFinite(room)) return;
    const whole = Math.floor(room);
    const waste = dense >= 1.5 ? WASTE_DENSE : WASTE;
    const scale = whole >= 1 && whole / room > 1 - waste ? whole : room;
    const [w, h] = [width * scale, height * scale].map(Math.round);
    this.scale = scale;
    for (const canvas of [this.#picture, this.#marks]) {
      canvas.style.width = `${w / dense}px`;
      canvas.style.height = `${h / dense}px`;
    }
    if (this.#marks.width !== w || this.#marks.height !== h) {
      [this.#marks.width, this.#marks.height] = [w, h];
    }
    this.onfit();
  }

  show(rgba) {
    const context = this.#picture.getContext("2d", { alpha: false });
    context.putImageData(new ImageData(rgba, ...this.size), 0, 0);
  }

  // Clears the canvas for marks, whose pixels are the screen's, and returns its context.
  over() {
    const context = this.#marks.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#marks.width, this.#marks.height);
    return context;
  }

  // Draws boxes, lines and dots, in pixels of the picture.
  mark(numbers) {
    const context = this.over();
    const dense = window.devicePixelRatio || 1;
    for (let k = 0; k < numbers.length; k += 7) {
      const [kind, x0, y0, x1, y1, width, colour] = numbers.subarray(k, k + 7);
      const [a, b, c, d] = [x0, y0, x1, y1].map(x => x * this.scale);
      context.strokeStyle = context.fillStyle = `#${colour.toString(16).padStart(6, "0")}`;
      context.lineWidth = width * dense;
      context.beginPath();
      if (kind === 0) context.rect(a, b, c - a, d - b);
      if (kind === 1) {
        context.moveTo(a, b);
        context.lineTo(c, d);
      }
      if (kind === 2) {
        context.arc(a, b, width * dense, 0, 2 * Math.PI);
        context.fill();
      } else {
        context.stroke();
      }
    }
  }

  // Returns the position of an event in the picture.
  at(event) {
    const box = this.#picture.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * this.size[0],
      ((event.clientY - box.top) / box.height) * this.size[1],
    ];
  }
}
