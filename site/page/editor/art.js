// The pictures behind the frames. They stay in the browser and are not saved; a frame says by `art` which one it shows.

export class Art {
  #arts = new Map();
  #next = 1;

  // Keeps a part of a picture for a frame of a size: the picture's box `from` is shown at `to`. Returns its number.
  add(canvas, { size, from, to }) {
    this.#arts.set(this.#next, { canvas, size, from, to });
    return this.#next++;
  }

  has(frame) {
    return this.#arts.has(frame.art);
  }

  // Draws a frame's picture with its corner at the origin, one unit a texel.
  draw(context, frame) {
    const art = this.#arts.get(frame.art);
    if (!art || !art.from[2] || !art.from[3]) return;
    const [x, y, w, h] = art.from;
    context.drawImage(art.canvas, x, y, w, h, art.to[0], art.to[1], w, h);
  }

  // Returns the pixels of a frame's picture: { width, height, data }, RGBA; null if it has none.
  pixels(frame) {
    if (!this.has(frame)) return null;
    const { width, height } = frame.mask;
    const context = surface(width, height).getContext("2d", { willReadFrequently: true });
    this.draw(context, frame);
    return context.getImageData(0, 0, width, height);
  }
}

export function surface(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}
