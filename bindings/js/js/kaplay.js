// Follows the game objects of KAPLAY: they hit exactly as their sprites are drawn.
import { KasuriError } from "kasuri";
import { Follower, moved, product, scaled, turned } from "./follow.js";

const SIDES = { left: 0, right: 1, top: 0, bot: 1, center: 0.5 };

/** Returns the fraction of the size at which the anchor is. */
function anchorOf(anchor = "topleft") {
  if (typeof anchor !== "string") return [(anchor.x + 1) / 2, (anchor.y + 1) / 2];
  const find = (names) => SIDES[names.find((name) => anchor.includes(name))] ?? 0.5;
  return [find(["left", "right"]), find(["top", "bot"])];
}

/**
 * Adds an object's own placement to its parents'. KAPLAY scales in the object's own axes, but turns in those of the
 * screen: so no scale of a parent shears a turned child.
 */
function placed(parent, { pos, scale, angle }) {
  const at = product(parent, moved(pos?.x ?? 0, pos?.y ?? 0));
  const [a, b, c, d] = product(turned(((angle ?? 0) * Math.PI) / 180), [...at.slice(0, 4), 0, 0], scaled(scale?.x ?? 1, scale?.y ?? 1));
  return [a, b, c, d, at[4], at[5]];
}

/** The object and its parents, the outermost first. */
function lineOf(object) {
  const line = [];
  for (let one = object; one; one = one.parent) line.unshift(one);
  return line;
}

const isWhole = ({ x, y, w, h }) => x === 0 && y === 0 && w === 1 && h === 1;

class Host {
  #k;
  #textures = new WeakMap();

  constructor(k) {
    this.#k = k;
  }

  /** A tag stands for all objects that have it. */
  members(group) {
    return typeof group === "string" ? this.#k.get(group, { recursive: true }) : Array.isArray(group) ? group : [group];
  }

  isLive(object) {
    return object.exists();
  }

  name(object) {
    const sprite = object.sprite ? ` "${object.sprite}"` : "";
    return `the game object ${object.id}${sprite}`;
  }

  emit(object, event, other, hit) {
    object.trigger(event, other, hit);
  }

  pose(object, pose) {
    const line = lineOf(object);
    if (line.some((one) => one.hidden) || object.opacity === 0) return false;
    let matrix = line.reduce(placed, moved(0, 0));
    const data = typeof object.sprite === "string" ? this.#k.getSprite(object.sprite)?.data : null;
    const frame = data && !data.slice9 && isWhole(object.quad) ? data.frames[object.frame] : null;
    if (!frame) return pose.by(matrix);
    this.#textures.set(frame, data.tex);
    const [width, height] = [data.tex.width * frame.w, data.tex.height * frame.h];
    const [stretchX, stretchY] = [object.width / width, object.height / height];
    const [x, y] = anchorOf(object.anchor);
    const [flipX, flipY] = [object.flipX ? -1 : 1, object.flipY ? -1 : 1];
    // A flip mirrors the picture in its own rectangle, so the anchor is at another texel.
    pose.show(frame, (flipX < 0 ? 1 - x : x) * width, (flipY < 0 ? 1 - y : y) * height);
    const [tx, ty] = matrix.slice(4);
    matrix = product(matrix, scaled(stretchX * flipX, stretchY * flipY));
    const how = pose.by([...matrix.slice(0, 4), 0, 0]);
    [pose.x, pose.y] = [tx, ty];
    return how;
  }

  /** Reads a frame back from the graphics card: the packer's canvas may hold other pictures by now. */
  pixels(frame) {
    const texture = this.#textures.get(frame);
    const { gl } = texture.ctx;
    const [x, y] = [Math.round(frame.x * texture.width), Math.round(frame.y * texture.height)];
    const pixels = new ImageData(Math.round(frame.w * texture.width), Math.round(frame.h * texture.height));
    const before = gl.getParameter(gl.FRAMEBUFFER_BINDING);
    const buffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture.glTex, 0);
    const isReadable = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
    const bytes = new Uint8Array(pixels.data.buffer);
    if (isReadable) gl.readPixels(x, y, pixels.width, pixels.height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    gl.bindFramebuffer(gl.FRAMEBUFFER, before);
    gl.deleteFramebuffer(buffer);
    if (!isReadable) throw new KasuriError("type", "the pixels of a sprite cannot be read; use() gives it a shape");
    return pixels;
  }
}

/** Follows the objects of a scene of KAPLAY. Make one in each scene; it ends with the scene. */
export class KasuriKaplay extends Follower {
  #ended = [];

  constructor(k, options) {
    super(new Host(k), options);
    const told = [k.onUpdate(() => this.update()), k.onSceneLeave(() => this.destroy())];
    this.#ended = told;
  }

  destroy() {
    for (const one of this.#ended) one.cancel();
    this.free();
  }
}
