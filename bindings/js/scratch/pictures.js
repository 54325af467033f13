// The masks of costumes: all that is drawn, all that is opaque, and one for each colour that a block asks about. Each is
// made once a costume. A vector costume has masks for each size at which it is drawn.
import { Mask } from "kasuri";

/** The most pixels of a mask in a row. */
const MOST = 4096;
/** The most sizes of a vector costume that are kept. */
const SIZES = 24;
/** Colours are those of pixels that are at least half opaque. Scratch blends the others with what is behind them. */
const OPAQUE = 128;

/** Reads the pixels of an image at a size. */
function drawn(image, width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(width), Math.ceil(height)];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Changes a colour as the effects "color" and "brightness" do; both are fractions here. */
export function shifted([r, g, b], color, brightness) {
  const most = Math.max(r, g, b);
  const range = most - Math.min(r, g, b);
  let [hue, saturation, value] = [0, most === 0 ? 0 : range / most, most / 255];
  if (color !== 0) {
    if (range > 0) hue = most === r ? ((g - b) / range + 6) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
    // Scratch gives greys a colour, so that the effect can be seen.
    if (value < 0.11 / 2) [saturation, value] = [1, 0.11 / 2];
    else if (saturation < 0.09) saturation = 0.09;
    hue = (((hue / 6 + color) % 1) + 1) % 1;
    const part = (k) => {
      const at = (k + hue * 6) % 6;
      return value * (1 - saturation * Math.max(0, Math.min(at, 4 - at, 1))) * 255;
    };
    [r, g, b] = [part(5), part(3), part(1)];
  }
  return [r, g, b].map((x) => Math.round(Math.max(0, Math.min(255, x + brightness * 255))));
}

/** The pixels of a costume at one size, and the masks that were made of them. */
class Picture {
  #masks = new Map();

  constructor({ width, height, data }, texels, isPremultiplied) {
    Object.assign(this, { width, height, data, texels, isPremultiplied });
  }

  /** Returns the mask of a name, made by `isSet(k)` of pixel k. */
  #mask(name, isSet) {
    let mask = this.#masks.get(name);
    if (!mask) {
      const texels = new Uint8Array(this.width * this.height);
      for (let k = 0; k < texels.length; k++) texels[k] = isSet(4 * k) ? 1 : 0;
      this.#masks.set(name, (mask = Mask.fromTexels(this.width, this.height, texels)));
    }
    return mask;
  }

  /** All pixels that are drawn at all: what Scratch takes as touching. */
  all() {
    return this.#mask("all", (k) => this.data[k + 3] > 0);
  }

  /** The pixels that hide what is behind them. */
  opaque() {
    return this.#mask("opaque", (k) => this.data[k + 3] >= OPAQUE);
  }

  /** The pixels of a colour, as equal as Scratch has it: `bits` are the bits of red, green and blue that count. */
  colored(rgb, bits, [color, brightness]) {
    const wanted = rgb.map((x, k) => x & bits[k]);
    const isEffect = color !== 0 || brightness !== 0;
    const { data } = this;
    return this.#mask(`${wanted} ${bits} ${color} ${brightness}`, (k) => {
      if (data[k + 3] < OPAQUE) return false;
      let own = [data[k], data[k + 1], data[k + 2]];
      if (this.isPremultiplied && data[k + 3] < 255) own = own.map((x) => Math.min(255, Math.round((x * 255) / data[k + 3])));
      if (isEffect) own = shifted(own, color, brightness);
      return (own[0] & bits[0]) === wanted[0] && (own[1] & bits[1]) === wanted[1] && (own[2] & bits[2]) === wanted[2];
    });
  }
}

export class Pictures {
  #known = new WeakMap();

  #picturesOf(skin) {
    let known = this.#known.get(skin);
    if (!known) {
      this.#known.set(skin, (known = new Map()));
      skin.on?.("WasAltered", () => known.clear());
    }
    // The pen draws without telling.
    if (skin._silhouetteDirty) known.clear();
    return known;
  }

  /** Returns the picture of a skin that is drawn at a scale, in fractions; null if it has no pixels. */
  of(skin, scale) {
    const [width, height] = skin.size;
    if (!(width > 0 && height > 0)) return null;
    const known = this.#picturesOf(skin);
    const isVector = Boolean(skin._svgImage);
    const size = isVector ? Math.min(scale, MOST / Math.ceil(Math.max(width, height))) : 1;
    if (known.has(size)) return known.get(size);
    const picture = isVector ? this.#vector(skin, size) : this.#bitmap(skin);
    if (picture === null) return null;
    if (known.size >= SIZES) known.delete(known.keys().next().value);
    known.set(size, picture);
    return picture;
  }

  #vector(skin, size) {
    if (!skin._svgImageLoaded) return null;
    const [width, height] = skin.size;
    return new Picture(drawn(skin._svgImage, width * size, height * size), size, false);
  }

  #bitmap(skin) {
    skin.updateSilhouette([100, 100]);
    const { _width: width, _height: height, _colorData: data } = skin._silhouette;
    if (!data || !width || !height || width > MOST || height > MOST) return null;
    return new Picture({ width, height, data }, width / skin.size[0], skin._silhouetteDirty !== undefined);
  }
}
