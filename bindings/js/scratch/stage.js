// Exact answers about what is on Scratch's stage.
import { query } from "kasuri";
import { Pictures } from "./pictures.js";

/** The bits of red, green and blue that count: for a colour that is touched, and for a colour of the sprite itself. */
const SEEN = [0xf8, 0xf8, 0xf0];
const OWN = [0xfc, 0xfc, 0xfc];
/** The scales that the library accepts. */
const [LEAST, MOST] = [2 ** -6, 2 ** 6];

const apart = (a, b) => a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;

/** What one drawable covers now: forms and covers by the name of the mask. */
class Placed {
  #forms = new Map();

  constructor(picture, at, how, key, effects) {
    Object.assign(this, { picture, at, how, key, effects });
  }

  form(name, mask) {
    let form = this.#forms.get(name);
    if (!form) this.#forms.set(name, (form = { form: mask.place(this.at, this.how), cover: undefined }));
    return form;
  }

  all() {
    return this.form("all", this.picture.all()).form;
  }

  /** Returns the covered pixels of a mask as a mask with its box; null if there are none. */
  cover(name, mask) {
    const known = this.form(name, mask);
    if (known.cover === undefined) {
      const cover = known.form.cover();
      known.cover = cover && cover.count() > 0 ? { mask: cover.toMask(), box: cover.bounds() } : null;
      cover?.free();
    }
    return known.cover;
  }

  free() {
    for (const { form, cover } of this.#forms.values()) {
      form.free();
      cover?.mask.free();
    }
    this.#forms.clear();
  }
}

export class Stage {
  #renderer;
  #pictures = new Pictures();
  #placed = new Map();
  /** Drawables that no block sees: the picture of the bullets. */
  hidden = new Set();

  constructor(renderer) {
    this.#renderer = renderer;
  }

  /** Returns what a drawable covers; null if it covers nothing. Nothing is made again before it moves or changes. */
  placed(id) {
    const drawable = this.#renderer._allDrawables[id];
    const skin = drawable?.skin;
    if (!skin) return null;
    const [scaleX, scaleY] = drawable._scale.map ? [drawable._scale[0] / 100, drawable._scale[1] / 100] : [1, 1];
    const picture = this.#pictures.of(skin, Math.max(Math.abs(scaleX), Math.abs(scaleY)));
    if (!picture) return null;
    const { _position: position, _direction: direction } = drawable;
    const [centerX, centerY] = skin.rotationCenter;
    const { u_color: color = 0, u_brightness: brightness = 0 } = drawable._uniforms;
    const key = [position[0], position[1], direction, scaleX, scaleY, centerX, centerY, color, brightness];
    const known = this.#placed.get(id);
    if (known && known.picture === picture && known.key.every((x, k) => x === key[k])) return known;
    known?.free();
    this.#placed.delete(id);
    const { texels } = picture;
    const scale = [scaleX / texels, scaleY / texels];
    if (!scale.every((x) => Math.abs(x) >= LEAST && Math.abs(x) <= MOST)) return null;
    // Scratch asks about the whole positions themselves, Kasuri about the middles of pixels.
    const at = [position[0] + 0.5, 0.5 - position[1]];
    const how = { angle: ((direction - 90) * Math.PI) / 180, scale, pivot: [centerX * texels, centerY * texels] };
    const placed = new Placed(picture, at, how, key, [color, brightness]);
    this.#placed.set(id, placed);
    return placed;
  }

  /** Forgets the drawables that are gone. */
  sweep() {
    for (const [id, placed] of this.#placed) {
      if (this.#renderer._allDrawables[id]) continue;
      placed.free();
      this.#placed.delete(id);
    }
  }

  isShown(id) {
    return Boolean(this.#renderer._allDrawables[id]?._visible) && !this.hidden.has(id);
  }

  form(id) {
    return this.placed(id)?.all() ?? null;
  }

  /** Returns which of the drawables a drawable touches: the first; null if none. */
  touched(id, others) {
    if (!this.isShown(id)) return null;
    const form = this.form(id);
    if (!form) return null;
    for (const other of others) {
      if (other === id || !this.isShown(other)) continue;
      const its = this.form(other);
      if (its && query.overlaps(form, its)) return other;
    }
    return null;
  }

  /** The stage's box in pixels, from the top left. */
  box() {
    const { _xLeft: left, _xRight: right, _yTop: top, _yBottom: bottom } = this.#renderer;
    return { x: left, y: -top, width: right - left, height: top - bottom };
  }

  isAtEdge(id) {
    const cover = this.placed(id)?.cover("all", this.placed(id).picture.all());
    if (!cover) return false;
    const { box } = cover;
    const stage = this.box();
    return box.x < stage.x || box.y < stage.y || box.x + box.width > stage.x + stage.width || box.y + box.height > stage.y + stage.height;
  }

  holds(id, x, y) {
    const form = this.isShown(id) ? this.form(id) : null;
    return form !== null && query.contains(form, [x + 0.5, 0.5 - y]);
  }

  /**
   * Whether a colour is seen at a pixel of a drawable, with the drawable itself taken away: of what is behind and before
   * it, the topmost. With `own`, only at pixels where the drawable itself has this colour.
   */
  touchesColor(id, rgb, own = null) {
    const placed = this.placed(id);
    if (!placed) return false;
    const mask = own === null ? placed.picture.all() : placed.picture.colored(own, OWN, placed.effects);
    const mine = placed.cover(own === null ? "all" : `own ${own}`, mask);
    const stage = this.box();
    if (!mine || apart(mine.box, stage)) return false;
    const corner = [Math.max(mine.box.x, stage.x), Math.max(mine.box.y, stage.y)];
    const size = [
      Math.min(mine.box.x + mine.box.width, stage.x + stage.width) - corner[0],
      Math.min(mine.box.y + mine.box.height, stage.y + stage.height) - corner[1],
    ];
    const open = mine.mask.cropped([corner[0] - mine.box.x, corner[1] - mine.box.y], size);
    try {
      return this.#isSeen(id, rgb, open, { x: corner[0], y: corner[1], width: size[0], height: size[1] });
    } finally {
      open.free();
    }
  }

  /** Goes through the drawables from the top, and takes away from `open` what each of them hides. */
  #isSeen(id, rgb, open, box) {
    const list = this.#renderer._drawList;
    for (let k = list.length - 1; k >= 0; k--) {
      const other = list[k];
      if (other === id || !this.isShown(other)) continue;
      const its = this.placed(other);
      const opaque = its?.cover("opaque", its.picture.opaque());
      if (!opaque || apart(opaque.box, box)) continue;
      const colored = its.cover(`seen ${rgb}`, its.picture.colored(rgb, SEEN, its.effects));
      if (colored && open.meets(colored.mask, [colored.box.x - box.x, colored.box.y - box.y])) return true;
      open.erase(opaque.mask, [opaque.box.x - box.x, opaque.box.y - box.y]);
      if (open.count() === 0) return false;
    }
    const background = this.#renderer._backgroundColor3b;
    return rgb.every((x, k) => (x & SEEN[k]) === (background[k] & SEEN[k]));
  }
}
