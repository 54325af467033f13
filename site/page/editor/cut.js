// Where the frames are in a picture: a grid, the JSON of TexturePacker, or the JSON of Aseprite. A part is
// { name, size, from: [x, y, width, height], to: [x, y], duration, pivot?, regions }: the picture's box `from` is shown at `to`.

const MOST_PARTS = 65_536;

export function grid(width, height, [w, h], stem) {
  if (!(w >= 1) || !(h >= 1) || width % w || height % h) {
    throw new Error(`a picture of ${width} x ${height} does not divide into frames of ${w} x ${h}`);
  }
  const [columns, rows] = [width / w, height / h];
  if (columns * rows > MOST_PARTS) throw new Error(`that is ${columns * rows} frames; at most ${MOST_PARTS} are made`);
  return Array.from({ length: columns * rows }, (_, k) => {
    const [x, y] = [(k % columns) * w, Math.floor(k / columns) * h];
    return { name: `${stem} ${k}`, size: [w, h], from: [x, y, w, h], to: [0, 0], duration: 100, regions: [] };
  });
}

// A size for a grid that a picture suggests: square frames as high as the picture, or the whole picture.
export function guess(width, height) {
  return width > height && width % height === 0 ? [height, height] : [width, height];
}

// Reads TexturePacker's or Aseprite's JSON: both have the same frames; Aseprite has tags and slices too.
export function packed(json) {
  const list = Array.isArray(json?.frames)
    ? json.frames.map(frame => [frame.filename ?? "", frame])
    : Object.entries(json?.frames ?? {});
  if (!list.length) throw new Error("the JSON has no frames");
  if (list.length > MOST_PARTS) throw new Error(`it has ${list.length} frames; at most ${MOST_PARTS} are read`);
  const used = new Set();
  const parts = list.map(([name, frame], k) => {
    const unique = used.has(name) ? `${name} ${k}` : name;
    used.add(unique);
    return part(unique, frame, k);
  });
  for (const slice of json.meta?.slices ?? []) parts.forEach((part, k) => addSlice(part, slice, k));
  const tags = (json.meta?.frameTags ?? []).map(({ name, from, to, direction = "forward" }) => ({ name, from, to, direction }));
  const isGood = ({ name, from, to }, k, all) =>
    from >= 0 && from <= to && to < parts.length && all.findIndex(tag => tag.name === name) === k;
  return { image: json.meta?.image ?? null, parts, tags: tags.filter(isGood) };
}

function part(name, { frame, rotated, spriteSourceSize, sourceSize, duration, pivot }, k) {
  if (![frame?.x, frame?.y, frame?.w, frame?.h].every(Number.isInteger)) throw new Error(`frame ${k} has no box in the picture`);
  if (rotated) throw new Error(`frame ${k} is rotated: export the sheet without rotation`);
  const whole = sourceSize ?? { w: frame.w, h: frame.h };
  const inside = spriteSourceSize ?? { x: 0, y: 0 };
  const isSide = side => Number.isInteger(side) && side >= 1 && side <= 4096;
  if (!isSide(whole.w) || !isSide(whole.h)) throw new Error(`frame ${k} is ${whole.w} x ${whole.h}; 1 to 4096 a side are allowed`);
  const part = {
    name, size: [whole.w, whole.h], from: [frame.x, frame.y, frame.w, frame.h], to: [inside.x, inside.y],
    duration: Math.max(1, Math.round(duration ?? 100)), regions: [],
  };
  // TexturePacker's pivots are fractions of the frame.
  if (Number.isFinite(pivot?.x) && Number.isFinite(pivot?.y)) part.pivot = [pivot.x * whole.w, pivot.y * whole.h];
  return part;
}

// A slice is a box from its key on, until the next key.
function addSlice(part, { name, keys = [] }, k) {
  const key = keys.filter(key => key.frame <= k).reduce((best, key) => (!best || key.frame >= best.frame ? key : best), null);
  if (!key || !name || !(key.bounds?.w > 0) || !(key.bounds?.h > 0) || part.regions.some(region => region.name === name)) return;
  const { x, y, w, h } = key.bounds;
  part.regions.push({ name, kind: "box", shape: { at: [x + w / 2, y + h / 2], half: [w / 2, h / 2], angle: 0 }, values: {} });
  if (key.pivot && !part.pivot) part.pivot = [x + key.pivot.x, y + key.pivot.y];
}
