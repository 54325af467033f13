// Placed bodies, the pixels that they cover, and exact answers about two of them.
import * as answers from "./answers.js";
import { bytes, ignores, list, number, pair } from "./check.js";
import { KasuriError } from "./errors.js";
import { placesOf } from "./fits.js";
import { Held, own, rawOf, using, wrap } from "./held.js";
import { RawPlacing, RawSides } from "./generated/raw.js";
import { Mask } from "./shape.js";

export class Form extends Held {
  constructor() {
    throw new KasuriError("type", "a Form is made by place() of a Shape, a Mask or a TileMap");
  }

  get at() {
    return answers.pairAt(own(this, Form).at(), 0);
  }

  bounds() {
    return answers.maybe(own(this, Form).bounds(), answers.rectAt);
  }

  cover() {
    return wrap(Cover, own(this, Form).cover());
  }

  texels() {
    const flat = own(this, Form).texels();
    if (flat === undefined) return null;
    const [pixels, texels] = [new Int32Array(flat.length / 2), new Int32Array(flat.length / 2)];
    for (let k = 0; k < flat.length / 4; k++) {
      pixels.set(flat.subarray(4 * k, 4 * k + 2), 2 * k);
      texels.set(flat.subarray(4 * k + 2, 4 * k + 4), 2 * k);
    }
    return { pixels, texels };
  }

  painted(pixels) {
    const raw = own(this, Form);
    const drawn = raw.painted(bytes(pixels, "pixels"));
    return drawn === undefined ? null : { ...answers.rectAt(raw.painted_at()), pixels: new Uint8ClampedArray(drawn.buffer) };
  }
}

export class Cover extends Held {
  constructor() {
    throw new KasuriError("type", "a Cover is made by cover() of a Form");
  }

  count() {
    return own(this, Cover).count();
  }

  bounds() {
    return answers.rectAt(own(this, Cover).bounds());
  }

  common(other) {
    return wrap(Cover, own(this, Cover).common(rawOf(other, Cover, "other")));
  }

  toMask() {
    return wrap(Mask, own(this, Cover).to_mask());
  }

  pixels() {
    return own(this, Cover).pixels();
  }
}

const two = (a, b) => [rawOf(a, Form, "a"), rawOf(b, Form, "b")];

/** Asks where a body, one form or one for each angle, fits among others. */
function placing(poses, bodies, how, ask) {
  const own = poses instanceof Form ? [poses] : list(poses, "poses");
  return placesOf(how, ["touching"], (places, { touching }) => {
    const isIgnored = ignores(touching, "touching");
    return using(new RawPlacing(), (raw) => {
      own.forEach((form, k) => raw.add_pose(rawOf(form, Form, `poses[${k}]`)));
      list(bodies, "bodies").forEach((form, k) => raw.add_body(rawOf(form, Form, `bodies[${k}]`)));
      return ask(raw, places, isIgnored);
    });
  });
}

/** Exact answers about two placed bodies. */
export const query = Object.freeze({
  overlaps(a, b, touching) {
    const [first, second] = two(a, b);
    return first.overlaps(second, ignores(touching, "touching"));
  },

  overlap(a, b, touching) {
    const [first, second] = two(a, b);
    return answers.maybe(first.overlap(second, ignores(touching, "touching")), answers.overlap);
  },

  contact(a, b, touching) {
    const [first, second] = two(a, b);
    return answers.maybe(first.contact(second, ignores(touching, "touching")), (n) => answers.contact(n));
  },

  distance(a, b) {
    const [first, second] = two(a, b);
    return answers.maybe(first.distance(second), answers.distance);
  },

  grazes(a, b, margin, touching) {
    const [first, second] = two(a, b);
    return first.grazes(second, number(margin, "margin"), ignores(touching, "touching"));
  },

  contains(form, at) {
    return rawOf(form, Form, "form").contains(...pair(at, "at"));
  },

  cast(form, start, end) {
    return answers.maybe(rawOf(form, Form, "form").cast(...pair(start, "start"), ...pair(end, "end")), answers.cast);
  },

  sweep(a, aTo, b, bTo) {
    const [first, second] = two(a, b);
    return answers.maybe(first.sweep(...pair(aTo, "aTo"), second, ...pair(bTo, "bTo")), answers.meeting);
  },

  crossings(a, b) {
    const [first, second] = two(a, b);
    return answers.pairs(first.crossings(second));
  },

  fits(poses, bodies, how) {
    return placing(poses, bodies, how, (raw, ...asked) => raw.fits(...asked));
  },

  countFits(poses, bodies, how) {
    return placing(poses, bodies, how, (raw, ...asked) => raw.count(...asked));
  },

  firstFit(poses, bodies, how) {
    return answers.maybe(placing(poses, bodies, how, (raw, ...asked) => raw.first(...asked)), answers.pose);
  },

  nearestFit(poses, bodies, to, how) {
    const [x, y] = pair(to, "to");
    return answers.maybe(placing(poses, bodies, how, (raw, ...asked) => raw.nearest(...asked, x, y)), answers.pose);
  },

  pairs(a, b, touching) {
    const isIgnored = ignores(touching, "touching");
    const sides = [list(a, "a").map((form, k) => rawOf(form, Form, `a[${k}]`)), list(b, "b").map((form, k) => rawOf(form, Form, `b[${k}]`))];
    return using(new RawSides(), (raw) => {
      sides.forEach((side, k) => side.forEach((form) => raw.add(form, k === 0)));
      return raw.pairs(isIgnored);
    });
  },
});
