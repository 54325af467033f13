// The canvas: art, masks and regions of the frame in hand, at any zoom. Nothing is smoothed, so a texel is a square.
//
// The mask is kept as a picture of its own. An edit repaints only the box of texels that it changed, and the canvas is drawn once a
// frame of the screen, however many edits came before. So a stroke on 4096 x 4096 texels costs as much as on 64 x 64.

import { surface } from "./art.js";
import { cut } from "./masks.js";
import { drawRegion, drawHandles, drawPivot } from "./outlines.js";

// The tint of solid texels, and the common pixels of two sprites.
const SOLID = [86, 180, 233, 130];
const CHECK = 8;
// More edges than these are not drawn.
const MOST_EDGES = 6000;

export class View {
  #canvas;
  #state;
  #picture = null;
  #shown = null;
  #isStale = false;
  #ground = null;
  // Draws over the frame: what is tried, a stroke that is not ended.
  over = () => {};
  options = { art: true, mask: true, onion: false, regions: true };

  constructor(canvas, state) {
    [this.#canvas, this.#state] = [canvas, state];
    [this.zoom, this.left, this.top] = [1, 0, 0];
    new ResizeObserver(() => this.#fitted()).observe(canvas);
    state.listen(({ changes, opened }) => {
      if (opened) this.#shown = null;
      for (const change of changes ?? []) {
        if (change.texels !== undefined && change.texels === state.at) this.#repaint(change.box);
        else if (change.splice?.[0] === "frames" && change.splice.length === 1) this.#shown = null;
      }
      if (opened) this.fit();
      this.stale();
    });
  }

  #fitted() {
    const dense = devicePixelRatio;
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight].map(side => Math.max(1, Math.round(side * dense)));
    const isFirst = !this.width;
    [this.#canvas.width, this.#canvas.height] = [this.width, this.height] = [width, height];
    if (isFirst) this.fit();
    this.stale();
  }

  // Shows the whole frame, with some room around it.
  fit() {
    if (!this.width) return;
    const { width, height } = this.#state.frame.mask;
    const zoom = Math.min((0.86 * this.width) / width, (0.86 * this.height) / height);
    this.zoom = zoom > 1 ? Math.floor(zoom) : zoom;
    this.left = Math.round((this.width - width * this.zoom) / 2);
    this.top = Math.round((this.height - height * this.zoom) / 2);
    this.stale();
  }

  // Zooms about a point of the canvas.
  zoomBy(factor, [x, y] = [this.width / 2, this.height / 2]) {
    const { width, height } = this.#state.frame.mask;
    const least = Math.min(1, (0.3 * this.width) / width, (0.3 * this.height) / height);
    let zoom = Math.min(256, Math.max(least, this.zoom * factor));
    // Above 2 the zoom is whole, so that all texels are equally large.
    if (zoom > 2) zoom = factor > 1 ? Math.max(Math.round(zoom), Math.floor(this.zoom) + 1) : Math.round(zoom);
    const [fx, fy] = [(x - this.left) / this.zoom, (y - this.top) / this.zoom];
    this.zoom = zoom;
    [this.left, this.top] = [Math.round(x - fx * zoom), Math.round(y - fy * zoom)];
    this.stale();
  }

  pan([dx, dy]) {
    [this.left, this.top] = [this.left + dx, this.top + dy];
    this.stale();
  }

  // Returns the texel coordinate under an event.
  texelAt(event) {
    const [x, y] = this.pointAt(event);
    return [(x - this.left) / this.zoom, (y - this.top) / this.zoom];
  }

  // Returns the pixel of the canvas under an event.
  pointAt(event) {
    const box = this.#canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * devicePixelRatio, (event.clientY - box.top) * devicePixelRatio];
  }

  // Draws before the next frame of the screen.
  stale() {
    if (this.#isStale) return;
    this.#isStale = true;
    requestAnimationFrame(() => {
      this.#isStale = false;
      this.draw();
    });
  }

  // Paints a box of the frame's mask into its picture.
  #repaint([x, y, width, height]) {
    const { mask } = this.#state.frame;
    if (this.#shown !== mask || !this.#picture) return;
    this.#picture.getContext("2d").putImageData(tinted(mask, [x, y, width, height], SOLID), x, y);
  }

  #maskPicture() {
    const { mask } = this.#state.frame;
    if (this.#shown !== mask) {
      this.#picture = surface(mask.width, mask.height);
      this.#shown = mask;
      this.#repaint([0, 0, mask.width, mask.height]);
    }
    return this.#picture;
  }

  draw() {
    if (!this.width) return;
    const context = this.#canvas.getContext("2d", { alpha: false });
    const { frame } = this.#state;
    const { width, height } = frame.mask;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.imageSmoothingEnabled = false;
    context.fillStyle = "#5a5f6d";
    context.fillRect(0, 0, this.width, this.height);
    this.#ground ??= checker();
    context.fillStyle = context.createPattern(this.#ground, "repeat");
    context.fillRect(this.left, this.top, width * this.zoom, height * this.zoom);
    context.setTransform(this.zoom, 0, 0, this.zoom, this.left, this.top);
    if (this.options.onion) this.#onion(context);
    if (this.options.art) this.#state.art.draw(context, frame);
    if (this.options.mask) context.drawImage(this.#maskPicture(), 0, 0);
    this.#grid(context);
    if (this.options.mask) this.#border(context);
    this.over(context);
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (this.options.regions) {
      frame.regions.forEach((region, k) => drawRegion(context, this, region, k, k === this.#state.selected));
      // While something is tried, the pointer drags nothing.
      if (this.#state.region && this.#state.tool === "select" && !this.isTried) drawHandles(context, this, this.#state.region);
      drawPivot(context, this, frame.pivot);
    }
    this.#cursor(context);
  }

  // The frames before and after, faint, with their pivots on this one's.
  #onion(context) {
    const { sheet, at, frame, art } = this.#state;
    const order = this.#state.sequence();
    const place = order.indexOf(at);
    if (place < 0 || order.length < 2) return;
    for (const [step, alpha] of [[order.length - 1, 0.35], [1, 0.2]]) {
      const other = sheet.frames[order[(place + step) % order.length]];
      context.save();
      context.globalAlpha = alpha;
      context.translate(frame.pivot[0] - other.pivot[0], frame.pivot[1] - other.pivot[1]);
      if (art.has(other)) art.draw(context, other);
      else context.drawImage(pictureOf(other.mask), 0, 0);
      context.restore();
    }
  }

  // The texels that the canvas shows: the first and the end along x and y.
  #seen() {
    const { width, height } = this.#state.frame.mask;
    const seen = ([from, size, most]) => [Math.max(0, Math.floor(-from / this.zoom)), Math.min(most, Math.ceil((size - from) / this.zoom))];
    return [[this.left, this.width, width], [this.top, this.height, height]].map(seen);
  }

  // The border of what is solid, where texels are large: a tint alone is not seen on art of its colour.
  #border(context) {
    if (this.zoom < 6) return;
    const { width, height, texels } = this.#state.frame.mask;
    const [[x0, x1], [y0, y1]] = this.#seen();
    const solid = (x, y) => x >= 0 && y >= 0 && x < width && y < height && texels[y * width + x] === 1;
    let left = MOST_EDGES;
    context.beginPath();
    const edge = (...line) => {
      left -= 1;
      context.moveTo(line[0], line[1]);
      context.lineTo(line[2], line[3]);
    };
    for (let y = y0; y <= y1 && left > 0; y++) {
      for (let x = x0; x <= x1; x++) {
        if (solid(x, y) !== solid(x - 1, y)) edge(x, y, x, y + 1);
        if (solid(x, y) !== solid(x, y - 1)) edge(x, y, x + 1, y);
      }
    }
    for (const [wide, ink] of [[3, "rgb(0 0 0 / 80%)"], [1, "#ffffff"]]) {
      [context.lineWidth, context.strokeStyle] = [(wide * devicePixelRatio) / this.zoom, ink];
      context.stroke();
    }
  }

  // Lines between texels, where these are large.
  #grid(context) {
    if (this.zoom < 10) return;
    const [[x0, x1], [y0, y1]] = this.#seen();
    context.beginPath();
    for (let x = x0; x <= x1; x++) context.rect(x, y0, 0, y1 - y0);
    for (let y = y0; y <= y1; y++) context.rect(x0, y, x1 - x0, 0);
    context.lineWidth = 1 / this.zoom;
    context.strokeStyle = "rgb(0 0 0 / 22%)";
    context.stroke();
  }

  // The texel that the keyboard draws on.
  #cursor(context) {
    if (document.activeElement !== this.#canvas || !this.isKeyed) return;
    const [x, y] = this.#state.cursor;
    const [left, top, side] = [this.left + x * this.zoom, this.top + y * this.zoom, Math.max(6, this.zoom)];
    for (const [width, ink] of [[4, "#000"], [2, "#ffd75e"]]) {
      [context.lineWidth, context.strokeStyle] = [width, ink];
      context.strokeRect(left, top, side, side);
    }
  }
}

// A mask as a picture of one colour; boxes of it are made anew as they change.
function tinted(mask, box, [r, g, b, a]) {
  const part = cut(mask, box);
  const image = new ImageData(box[2], box[3]);
  const pixel = new DataView(Uint8Array.of(r, g, b, a).buffer).getUint32(0, true);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < part.length; k++) if (part[k]) pixels[k] = pixel;
  return image;
}

export function pictureOf(mask, ink = SOLID) {
  const picture = surface(mask.width, mask.height);
  picture.getContext("2d").putImageData(tinted(mask, [0, 0, mask.width, mask.height], ink), 0, 0);
  return picture;
}

function checker() {
  const tile = surface(2 * CHECK, 2 * CHECK);
  const context = tile.getContext("2d");
  context.fillStyle = "#c9ccd4";
  context.fillRect(0, 0, 2 * CHECK, 2 * CHECK);
  context.fillStyle = "#b4b8c3";
  context.fillRect(0, 0, CHECK, CHECK);
  context.fillRect(CHECK, CHECK, CHECK, CHECK);
  return tile;
}
