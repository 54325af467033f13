// Opens what the user gives: sheets, pictures, animated pictures, and pictures with the JSON of TexturePacker or Aseprite.

import { surface } from "./art.js";
import { grid, packed } from "./cut.js";
import { byAlpha, byKey } from "./masks.js";
import { fromText, newFrame, newSheet } from "./sheet.js";

const MOST_BYTES = 64 << 20;
const MOST_SIDE = 4096;
const MOST_FRAMES = 4096;

// Reads files. Returns a new sheet, whose frames show their art; throws what is wrong, in words. `ask` is called for the size of the
// frames of a picture without JSON: it gets the picture, and returns [width, height], or null to give up.
export async function opened(files, art, ask) {
  const [texts, pictures] = [[], []];
  for (const file of files) {
    if (file.size > MOST_BYTES) throw new Error(`${file.name} has ${file.size} bytes; at most ${MOST_BYTES} are read`);
    (file.name?.endsWith(".json") || file.type === "application/json" ? texts : pictures).push(file);
  }
  const jsons = await Promise.all(texts.map(async file => ({ file, text: await file.text() })));
  const decoded = [];
  for (const file of pictures) decoded.push({ file, frames: await decodedFrames(file) });
  const sheets = [];
  for (const { file, text } of jsons) sheets.push(named(file, () => ofJson(text, decoded, art)));
  for (const picture of decoded.filter(({ isUsed }) => !isUsed)) {
    const sheet = await ofPicture(picture, art, ask);
    if (!sheet) return null;
    sheets.push(sheet);
  }
  if (!sheets.length) throw new Error("there was nothing to open");
  return joined(sheets);
}

function named(file, read) {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file.name}: ${error.message}`);
  }
}

// The picture that belongs to a JSON: the one that it names, or the only one.
function partner(image, decoded) {
  const found = decoded.find(({ file }) => file.name === image) ?? (decoded.length === 1 ? decoded[0] : undefined);
  if (found) found.isUsed = true;
  return found?.frames[0].canvas;
}

function ofJson(text, decoded, art) {
  let json;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON: ${error.message}`);
  }
  if (json?.kasuri_sheet !== undefined) return ofSheet(text, decoded, art);
  const { image, parts, tags } = packed(json);
  const canvas = partner(image, decoded);
  if (!canvas) throw new Error(`its picture ${image ?? ""} is needed too: open both together`);
  const sheet = newSheet(parts.map(part => ofPart(part, canvas, art)));
  return Object.assign(sheet, { image, tags });
}

function ofSheet(text, decoded, art) {
  const sheet = fromText(text);
  const canvas = partner(sheet.image, decoded);
  for (const frame of sheet.frames) {
    const { width, height } = frame.mask;
    const [x, y] = frame.at ?? [0, 0];
    if (canvas && frame.at) frame.art = art.add(canvas, { size: [width, height], from: [x, y, width, height], to: [0, 0] });
    if (frame.cut) {
      if (!frame.art) throw new Error(`the masks are in the picture ${sheet.image ?? ""}: open both together`);
      const { alpha, key, tolerance } = frame.cut;
      frame.mask = key ? byKey(art.pixels(frame), key, tolerance) : byAlpha(art.pixels(frame), alpha);
      delete frame.cut;
    }
  }
  return sheet;
}

async function ofPicture({ file, frames }, art, ask) {
  const stem = file.name?.replace(/\.\w+$/, "") || "picture";
  let parts;
  const [first] = frames;
  if (frames.length > 1) {
    parts = frames.map(({ canvas, duration }, k) => ({ ...whole(canvas, `${stem} ${k}`), canvas, duration }));
  } else {
    const size = await ask(first.canvas, file.name ?? "the picture");
    if (!size) return null;
    parts = grid(first.canvas.width, first.canvas.height, size, stem);
  }
  const sheet = newSheet(parts.map(part => ofPart(part, part.canvas ?? first.canvas, art)));
  // An animated picture has no places for its frames.
  if (frames.length > 1) sheet.frames.forEach(frame => (frame.at = null));
  sheet.image = file.name ?? null;
  return sheet;
}

function whole({ width, height }, name) {
  return { name, size: [width, height], from: [0, 0, width, height], to: [0, 0], regions: [] };
}

function ofPart(part, canvas, art) {
  const frame = newFrame(part.name, ...part.size);
  frame.duration = part.duration ?? 100;
  if (part.pivot) frame.pivot = part.pivot;
  frame.regions = part.regions;
  frame.art = art.add(canvas, part);
  const isWhole = part.from[2] === part.size[0] && part.from[3] === part.size[1];
  if (isWhole) frame.at = part.from.slice(0, 2);
  const pixels = art.pixels(frame);
  frame.mask = byAlpha(pixels, 128);
  return frame;
}

// Puts several sheets after each other; names that appear twice get the number of the frame.
function joined(sheets) {
  if (sheets.length === 1) return sheets[0];
  const all = newSheet([]);
  all.image = sheets[0].image;
  const used = new Set();
  for (const sheet of sheets) {
    const offset = all.frames.length;
    for (const tag of sheet.tags) {
      const name = all.tags.some(other => other.name === tag.name) ? `${tag.name} ${offset}` : tag.name;
      all.tags.push({ ...tag, name, from: tag.from + offset, to: tag.to + offset });
    }
    for (const frame of sheet.frames) {
      if (used.has(frame.name)) frame.name = `${frame.name} (${all.frames.length})`;
      used.add(frame.name);
      // Only the first picture is the sheet's: places in another one would mislead.
      if (sheet !== sheets[0]) frame.at = null;
      all.frames.push(frame);
    }
  }
  return all;
}

// Returns the frames of a picture: { canvas, duration }. Browsers without ImageDecoder show the first frame of an animated one.
async function decodedFrames(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  refuseCut(bytes, file.name);
  const animated = await frames(bytes, file);
  if (animated) return animated;
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  } catch {
    throw new Error(`${file.name || "this"} is no picture that this browser reads`);
  }
  return [{ canvas: drawn(bitmap, file.name), duration: 100 }];
}

// The header of a WebP file says its size. Some browsers show the frames that a cut file still has, and say nothing.
function refuseCut(bytes, name) {
  if (!isWebp(bytes)) return;
  const size = 8 + new DataView(bytes.buffer).getUint32(4, true);
  if (bytes.length < size) throw new Error(`${name} is cut: it has ${bytes.length} of ${size} bytes`);
}

const text = (bytes, from, to) => String.fromCharCode(...bytes.subarray(from, to));
const isWebp = bytes => text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP";

// The type by the first bytes: not all systems know the type of a file, and some do not know .apng.
function typeOf(bytes, type) {
  if (isWebp(bytes)) return "image/webp";
  if (text(bytes, 0, 3) === "GIF") return "image/gif";
  return text(bytes, 1, 4) === "PNG" ? "image/png" : type;
}

function drawn(image, name) {
  const [width, height] = [image.displayWidth ?? image.width, image.displayHeight ?? image.height];
  if (width > MOST_SIDE || height > MOST_SIDE) {
    image.close();
    throw new Error(`${name} is ${width} x ${height}; at most ${MOST_SIDE} a side are read`);
  }
  const canvas = surface(width, height);
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0);
  image.close();
  return canvas;
}

// Returns the frames of an animated picture; null if the picture is a still one, or this browser does not take it apart.
async function frames(bytes, { name, type }) {
  const opened = await animation(bytes, typeOf(bytes, type)).catch(() => null);
  if (!opened) return null;
  const { decoder, count } = opened;
  if (count > MOST_FRAMES) throw new Error(`${name} has ${count} frames; at most ${MOST_FRAMES} are read`);
  const all = [];
  for (let frameIndex = 0; frameIndex < count; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex }).catch(() => {
      throw new Error(`${name} is damaged: frame ${frameIndex} of ${count} cannot be read`);
    });
    const duration = Math.max(1, Math.round((image.duration ?? 100_000) / 1000));
    all.push({ canvas: drawn(image, name), duration });
  }
  decoder.close();
  return all;
}

async function animation(data, type) {
  if (!("ImageDecoder" in window) || !(await ImageDecoder.isTypeSupported(type))) return null;
  const decoder = new ImageDecoder({ data, type, colorSpaceConversion: "none" });
  // What is no picture is told by `ready`, once.
  decoder.completed.catch(() => {});
  await decoder.tracks.ready;
  const count = decoder.tracks.selectedTrack?.frameCount ?? 1;
  return count < 2 ? null : { decoder, count };
}
