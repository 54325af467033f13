// Reads PNG files as `kasuri view` writes them: 8 bits a channel, RGB, not interlaced. Writes PNG files of RGBA pixels.

import { readFile } from "node:fs/promises";
import { crc32, deflateSync, inflateSync } from "node:zlib";

export async function readPng(path) {
  const bytes = await readFile(path);
  let [width, height, channels] = [0, 0, 0];
  const data = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString("latin1", at + 4, at + 8);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)];
      if (chunk[8] !== 8 || chunk[9] !== 2 || chunk[12] !== 0) throw new Error(`${path}: not plain RGB`);
      channels = 3;
    }
    if (kind === "IDAT") data.push(chunk);
    at += 12 + length;
  }
  return { width, height, rgb: unfiltered(inflateSync(Buffer.concat(data)), width, height, channels) };
}

function unfiltered(raw, width, height, channels) {
  const row = width * channels;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const left = x >= channels ? out[y * row + x - channels] : 0;
      const up = y > 0 ? out[(y - 1) * row + x] : 0;
      const corner = x >= channels && y > 0 ? out[(y - 1) * row + x - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[y * row + x] = raw[y * (row + 1) + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(left, up, corner) {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

const MAGIC = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32 ? crc32(body) : checksum(body));
  return Buffer.concat([length, body, sum]);
}

const numbers = (...all) => Buffer.concat(all.map(number => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}));

function packedRows(width, height, pixel) {
  const raw = Buffer.alloc(height * (4 * width + 1));
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raw.set(pixel(x, y), y * (4 * width + 1) + 1 + 4 * x);
  return deflateSync(raw);
}

const header = (width, height) => chunk("IHDR", Buffer.concat([numbers(width, height), Buffer.from([8, 6, 0, 0, 0])]));

// Returns a PNG file; `pixel` gives the four bytes of a pixel.
export function png(width, height, pixel) {
  return Buffer.concat([MAGIC, header(width, height), chunk("IDAT", packedRows(width, height, pixel)), chunk("IEND", Buffer.alloc(0))]);
}

// Returns an animated PNG of whole frames, each with its duration in milliseconds.
export function apng(width, height, frames) {
  let sequence = 0;
  const parts = frames.flatMap(({ milliseconds, pixel }, k) => {
    const times = Buffer.alloc(4);
    times.writeUInt16BE(milliseconds, 0);
    times.writeUInt16BE(1000, 2);
    const control = chunk("fcTL", Buffer.concat([numbers(sequence++, width, height, 0, 0), times, Buffer.from([0, 0])]));
    const rows = packedRows(width, height, pixel);
    return [control, k === 0 ? chunk("IDAT", rows) : chunk("fdAT", Buffer.concat([numbers(sequence++), rows]))];
  });
  return Buffer.concat([MAGIC, header(width, height), chunk("acTL", numbers(frames.length, 0)), ...parts, chunk("IEND", Buffer.alloc(0))]);
}

// For node before 22.
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
