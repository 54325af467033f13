// Masks: one byte for each texel, 1 where it is solid. All functions are pure: they return a new mask, or a list of what they found.
// A mask is { width, height, texels }.

export function emptyMask(width, height) {
  return { width, height, texels: new Uint8Array(width * height) };
}

export function copied({ width, height, texels }) {
  return { width, height, texels: texels.slice() };
}

export function count({ texels }) {
  let sum = 0;
  for (let k = 0; k < texels.length; k++) sum += texels[k];
  return sum;
}

// The numbers of clear and solid texels in turn, as the file has them.
export function toRuns({ texels }) {
  const runs = [];
  let [solid, from] = [0, 0];
  for (let k = 0; k <= texels.length; k++) {
    if (k < texels.length && texels[k] === solid) continue;
    // What is clear at the end is not written.
    if (k < texels.length || solid) runs.push(k - from);
    [solid, from] = [1 - solid, k];
  }
  return runs;
}

export function fromRuns(width, height, runs) {
  const mask = emptyMask(width, height);
  let at = 0;
  runs.forEach((run, k) => {
    if (!Number.isInteger(run) || run < 0 || (run === 0 && k > 0)) throw new Error(`${run} is no run`);
    if (at + run > mask.texels.length) throw new Error(`the runs have more than the ${mask.texels.length} texels of the mask`);
    if (k % 2) mask.texels.fill(1, at, at + run);
    at += run;
  });
  return mask;
}

export function fromRows(rows) {
  const mask = emptyMask(rows[0]?.length ?? 0, rows.length);
  rows.forEach((row, y) => {
    for (let x = 0; x < mask.width; x++) mask.texels[y * mask.width + x] = row[x] === "." || row[x] === " " ? 0 : 1;
  });
  return mask;
}

// From a picture { width, height, data }, whose data is RGBA.

export function byAlpha({ width, height, data }, alpha) {
  const mask = emptyMask(width, height);
  for (let k = 0; k < mask.texels.length; k++) mask.texels[k] = data[4 * k + 3] >= alpha ? 1 : 0;
  return mask;
}

// Solid is what is not clear and not of the colour, within a tolerance for each channel.
export function byKey(picture, colour, tolerance) {
  const mask = byColour(picture, colour, tolerance);
  for (let k = 0; k < mask.texels.length; k++) mask.texels[k] = mask.texels[k] || !picture.data[4 * k + 3] ? 0 : 1;
  return mask;
}

// Solid is what has the colour.
export function byColour({ width, height, data }, [r, g, b], tolerance) {
  const mask = emptyMask(width, height);
  for (let k = 0, i = 0; k < mask.texels.length; k++, i += 4) {
    const near =
      data[i + 3] > 0 && Math.abs(data[i] - r) <= tolerance && Math.abs(data[i + 1] - g) <= tolerance &&
      Math.abs(data[i + 2] - b) <= tolerance;
    mask.texels[k] = near ? 1 : 0;
  }
  return mask;
}

// The colours of a picture with the most texels first, at most `most`. What is within the tolerance of one before is left out.
export function colours({ data }, most, tolerance = 0) {
  const found = new Map();
  for (let i = 0; i < data.length; i += 4) {
    if (!data[i + 3]) continue;
    const rgb = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    found.set(rgb, (found.get(rgb) ?? 0) + 1);
  }
  const kept = [];
  for (const [packed] of [...found].sort(([a, m], [b, n]) => n - m || a - b)) {
    if (kept.length === most) break;
    const rgb = [packed >> 16, (packed >> 8) & 255, packed & 255];
    if (!kept.some(other => other.every((part, k) => Math.abs(part - rgb[k]) <= tolerance))) kept.push(rgb);
  }
  return kept;
}

// A mask for each of these colours: [rgb, mask]. No texel is in two of them.
export function colourMasks(picture, most, tolerance) {
  const taken = emptyMask(picture.width, picture.height).texels;
  return colours(picture, most, tolerance).map(rgb => {
    const mask = byColour(picture, rgb, tolerance);
    for (let k = 0; k < taken.length; k++) {
      mask.texels[k] &= 1 - taken[k];
      taken[k] |= mask.texels[k];
    }
    return [rgb, mask];
  });
}

// Draws a line of discs, and returns the box of texels that may have changed: [x, y, width, height], or null.
export function stroke(mask, [x0, y0], [x1, y1], radius, solid) {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
  let box = null;
  for (let k = 0; k <= steps; k++) {
    const at = [x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps];
    box = united(box, disc(mask, at, radius, solid));
  }
  return box;
}

function disc(mask, [x, y], radius, solid) {
  // A disc of radius 0 is the texel under the point.
  const [left, top] = [Math.max(0, Math.floor(x - radius)), Math.max(0, Math.floor(y - radius))];
  const [right, bottom] = [Math.min(mask.width - 1, Math.floor(x + radius)), Math.min(mask.height - 1, Math.floor(y + radius))];
  if (left > right || top > bottom) return null;
  for (let j = top; j <= bottom; j++) {
    for (let i = left; i <= right; i++) {
      const [dx, dy] = [i + 0.5 - x, j + 0.5 - y];
      if (radius < 0.5 || dx * dx + dy * dy <= radius * radius) mask.texels[j * mask.width + i] = solid;
    }
  }
  return [left, top, right - left + 1, bottom - top + 1];
}

export function united(a, b) {
  if (!a || !b) return a ?? b;
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y];
}

// Returns the texels connected with one, side by side.
function connected({ width, height, texels }, start) {
  const [kind, seen, stack] = [texels[start], new Uint8Array(texels.length), [start]];
  seen[start] = 1;
  while (stack.length) {
    const k = stack.pop();
    const [x, y] = [k % width, (k / width) | 0];
    for (const [n, is] of [[k - 1, x > 0], [k + 1, x + 1 < width], [k - width, y > 0], [k + width, y + 1 < height]]) {
      if (is && !seen[n] && texels[n] === kind) {
        seen[n] = 1;
        stack.push(n);
      }
    }
  }
  return seen;
}

export function filled(mask, [x, y], solid) {
  const done = copied(mask);
  const [i, j] = [Math.floor(x), Math.floor(y)];
  if (i < 0 || j < 0 || i >= mask.width || j >= mask.height || mask.texels[j * mask.width + i] === solid) return done;
  const area = connected(mask, j * mask.width + i);
  for (let k = 0; k < area.length; k++) if (area[k]) done.texels[k] = solid;
  return done;
}

// One texel wider on each of the four sides.
export function dilated(mask) {
  return spread(mask, 1);
}

export function eroded(mask) {
  return spread(mask, 0);
}

function spread({ width, height, texels }, kind) {
  const done = { width, height, texels: texels.slice() };
  for (let k = 0; k < texels.length; k++) {
    if (texels[k] === kind) continue;
    const [x, y] = [k % width, (k / width) | 0];
    const at = (n, is) => (is ? texels[n] : 0) === kind;
    if (at(k - 1, x > 0) || at(k + 1, x + 1 < width) || at(k - width, y > 0) || at(k + width, y + 1 < height)) done.texels[k] = kind;
  }
  return done;
}

// Keeps the piece with the most texels; of equal ones the first.
export function largestPiece(mask) {
  const [left, best] = [copied(mask), emptyMask(mask.width, mask.height)];
  let most = 0;
  for (let k = 0; k < left.texels.length; k++) {
    if (!left.texels[k]) continue;
    const piece = connected(left, k);
    let size = 0;
    for (let n = 0; n < piece.length; n++) {
      size += piece[n];
      if (piece[n]) left.texels[n] = 0;
    }
    if (size > most) [most, best.texels] = [size, piece];
  }
  return best;
}

// Fills what is clear and not connected with the border.
export function withoutHoles(mask) {
  // A border of clear texels around the mask is one area, from which the outside is found.
  const [width, height] = [mask.width + 2, mask.height + 2];
  const wide = emptyMask(width, height);
  for (let y = 0; y < mask.height; y++) wide.texels.set(mask.texels.subarray(y * mask.width, (y + 1) * mask.width), (y + 1) * width + 1);
  const outside = connected(wide, 0);
  const done = emptyMask(mask.width, mask.height);
  for (let k = 0; k < done.texels.length; k++) {
    done.texels[k] = outside[(((k / mask.width) | 0) + 1) * width + (k % mask.width) + 1] ? 0 : 1;
  }
  return done;
}

export function mirrored({ width, height, texels }) {
  const done = emptyMask(width, height);
  for (let k = 0; k < texels.length; k++) done.texels[k - (k % width) + width - 1 - (k % width)] = texels[k];
  return done;
}

export function inverted({ width, height, texels }) {
  return { width, height, texels: texels.map(texel => 1 - texel) };
}

// Returns the box of texels in which two masks of one size differ, or null.
export function difference(a, b) {
  let [x0, y0, x1, y1] = [a.width, a.height, -1, -1];
  for (let y = 0, k = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++, k++) {
      if (a.texels[k] === b.texels[k]) continue;
      [x0, x1, y1] = [Math.min(x0, x), Math.max(x1, x), y];
      if (y < y0) y0 = y;
    }
  }
  return x1 < 0 ? null : [x0, y0, x1 - x0 + 1, y1 - y0 + 1];
}

// Cuts a box out of a mask.
export function cut(mask, [x, y, width, height]) {
  const part = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) part.set(mask.texels.subarray((y + j) * mask.width + x, (y + j) * mask.width + x + width), j * width);
  return part;
}

// Puts a box back.
export function put(mask, [x, y, width, height], part) {
  for (let j = 0; j < height; j++) mask.texels.set(part.subarray(j * width, (j + 1) * width), (y + j) * mask.width + x);
}

// Returns the box around all solid texels, or null.
export function bounds(mask) {
  return difference(mask, emptyMask(mask.width, mask.height));
}
