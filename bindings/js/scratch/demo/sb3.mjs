// Writes projects of Scratch: a short way to write blocks, and the archive around them.
import { createHash } from "node:crypto";

const CRCS = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crcOf = (bytes) => (bytes.reduce((crc, byte) => CRCS[(crc ^ byte) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

/** Returns a zip archive of files, without compression: { name: bytes }. */
function zipped(files) {
  const [parts, entries] = [[], []];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(0x21, 12);
    head.writeUInt32LE(crcOf(bytes), 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    parts.push(head, title, bytes);
    entries.push(entry, title);
    at += head.length + title.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length / 2, 8);
  end.writeUInt16LE(entries.length / 2, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...entries, end]);
}

/** Returns the block of an opcode. An input is a number, a text, a block, or a list of blocks; fields begin with "$". */
export const block = (opcode, given = {}) => ({ opcode, given });

/** Adds a stack of blocks to a target; returns the id of the first. */
function added(blocks, stack, parent, isTop) {
  const ids = stack.map((_, k) => `${parent ?? "top"}.${Object.keys(blocks).length + k}`);
  stack.forEach(({ opcode, given }, k) => {
    const [inputs, fields] = [{}, {}];
    blocks[ids[k]] = { opcode, next: ids[k + 1] ?? null, parent: k > 0 ? ids[k - 1] : parent, inputs, fields, shadow: false, topLevel: isTop && k === 0 };
    if (isTop && k === 0) Object.assign(blocks[ids[k]], { x: 40, y: 40 });
    for (const [name, value] of Object.entries(given)) {
      if (name.startsWith("$")) fields[name.slice(1)] = Array.isArray(value) ? value : [value, null];
      else if (Array.isArray(value)) inputs[name] = [2, added(blocks, value, ids[k], false)];
      else if (value.opcode) inputs[name] = [value.isShadow ? 1 : name === "CONDITION" ? 2 : 3, one(blocks, value, ids[k]), ...(value.isShadow || name === "CONDITION" ? [] : [[10, ""]])];
      else inputs[name] = [1, /^#/.test(value) ? [9, value] : typeof value === "number" ? [4, String(value)] : [10, value]];
    }
  });
  return ids[0];
}

function one(blocks, value, parent) {
  const id = added(blocks, [value], parent, false);
  blocks[id].shadow = Boolean(value.isShadow);
  return id;
}

/** A menu inside a block. */
export const menu = (opcode, field, value) => ({ opcode, given: { [`$${field}`]: value }, isShadow: true });

/**
 * Returns the bytes of a project. A target is { name, svg, center, scripts, variables, ...state }; the first is the
 * stage. A script is a list of blocks that begins with a hat.
 */
export function sb3(targets, { extensions = ["kasuri"], monitors = [] } = {}) {
  const files = {};
  const all = targets.map(({ name, svg, center, scripts = [], variables = {}, ...state }, k) => {
    const bytes = Buffer.from(svg);
    const assetId = createHash("md5").update(bytes).digest("hex");
    files[`${assetId}.svg`] = bytes;
    const blocks = {};
    for (const script of scripts) added(blocks, script, null, true);
    const costume = { name: "costume", dataFormat: "svg", assetId, md5ext: `${assetId}.svg`, rotationCenterX: center[0], rotationCenterY: center[1] };
    const common = { name, variables, lists: {}, broadcasts: {}, blocks, comments: {}, currentCostume: 0, costumes: [costume], sounds: [], volume: 100, layerOrder: k };
    if (k === 0) return { isStage: true, ...common, tempo: 60, videoTransparency: 50, videoState: "off", textToSpeechLanguage: null };
    return { isStage: false, ...common, visible: true, x: 0, y: 0, size: 100, direction: 90, draggable: false, rotationStyle: "all around", ...state };
  });
  const meta = { semver: "3.0.0", vm: "0.2.0", agent: "kasuri" };
  const json = Buffer.from(JSON.stringify({ targets: all, monitors, extensions, meta }));
  return zipped({ "project.json": json, ...files });
}
