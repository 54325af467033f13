// The result of a step: columns, and objects made of them on request.
import { whole } from "./check.js";
import { KasuriError } from "./errors.js";
import { between } from "./generated/raw.js";

/** A list of hits, as columns. */
export class Hits {
  #columns;

  constructor(columns) {
    if (!(columns instanceof Columns)) throw new KasuriError("type", "Hits are what a step tells");
    this.#columns = columns;
    Object.freeze(this);
  }

  get length() {
    return this.#columns.a.length;
  }

  get a() {
    return this.#columns.a;
  }

  get b() {
    return this.#columns.b;
  }

  get t() {
    return this.#columns.t;
  }

  get layerA() {
    return this.#columns.layerA;
  }

  get layerB() {
    return this.#columns.layerB;
  }

  get regionA() {
    return (this.#columns.regionA ??= Uint8Array.from(this.#columns.packed, (packed) => packed & 0xff));
  }

  get regionB() {
    return (this.#columns.regionB ??= Uint8Array.from(this.#columns.packed, (packed) => (packed >> 8) & 0xff));
  }

  at(k) {
    const { a, b, t, layerA, layerB, packed } = this.#columns;
    if (whole(k, "k") >= a.length) throw new KasuriError("type", `there is no hit ${k} among ${a.length}`);
    return {
      a: a[k],
      b: b[k],
      regions: [packed[k] & 0xff, (packed[k] >> 8) & 0xff],
      layers: [layerA[k], layerB[k]],
      t: Number.isNaN(t[k]) ? null : t[k],
    };
  }

  *[Symbol.iterator]() {
    for (let k = 0; k < this.length; k++) yield this.at(k);
  }

  between(a, b) {
    const { layerA, layerB } = this.#columns;
    const found = between(layerA, layerB, whole(a, "a"), whole(b, "b"));
    return new Hits(this.#columns.picked(found));
  }

  /** Returns the columns of a list of hits in the form that the module expects. */
  static columnsOf(hits) {
    if (!(hits instanceof Hits)) return null;
    const { a, b, t, layerA, layerB, packed } = hits.#columns;
    const layers = new Uint32Array(2 * a.length);
    for (let k = 0; k < a.length; k++) [layers[2 * k], layers[2 * k + 1]] = [layerA[k], layerB[k]];
    return [a, b, layers, packed, t];
  }
}

/**
 * Columns of hits. `packed` contains the region of a in the lowest 8 bits, the region of b in the next 8 bits, and
 * above these 16 bits whether the hit began in this step.
 */
class Columns {
  regionA = null;
  regionB = null;

  constructor(a, b, t, layerA, layerB, packed) {
    Object.assign(this, { a, b, t, layerA, layerB, packed });
  }

  /** Returns the hits with these indices, in order; an index plus 0.5 exchanges a and b. */
  picked(numbers) {
    const n = numbers.length;
    const chosen = new Columns(...[0, 0, 0].map(() => new Float64Array(n)), ...[0, 0, 0].map(() => new Uint32Array(n)));
    for (let i = 0; i < n; i++) {
      const k = Math.floor(numbers[i]);
      const [a, b, turned] = numbers[i] === k ? ["a", "b", false] : ["b", "a", true];
      chosen.a[i] = this[a][k];
      chosen.b[i] = this[b][k];
      chosen.t[i] = this.t[k];
      chosen.layerA[i] = turned ? this.layerB[k] : this.layerA[k];
      chosen.layerB[i] = turned ? this.layerA[k] : this.layerB[k];
      const packed = this.packed[k];
      chosen.packed[i] = turned ? (packed & ~0xffff) | ((packed & 0xff) << 8) | ((packed >> 8) & 0xff) : packed;
    }
    return chosen;
  }

  /** Returns the hits that began in this step (`began` is 1), or the others (0). */
  of(began) {
    const numbers = [];
    for (let k = 0; k < this.packed.length; k++) if (this.packed[k] >> 16 === began) numbers.push(k);
    return this.picked(numbers);
  }
}

const HEAD = 12;

/** The result of a step. */
export class Step {
  #lists;
  #report;

  constructor(floats, wholes, broad) {
    if (!(floats instanceof Float64Array && wholes instanceof Uint32Array)) {
      throw new KasuriError("type", "a Step is what World.step returns");
    }
    let [at, from] = [HEAD, 0];
    const take = (n) => floats.subarray(at, (at += n));
    const takeWhole = (n) => wholes.subarray(from, (from += n));
    const hits = [1, 2, 3].map((k) => {
      const n = floats[k];
      return new Columns(take(n), take(n), take(n), takeWhole(n), takeWhole(n), takeWhole(n));
    });
    const bodies = [4, 5, 6].map((k) => take(floats[k]));
    this.#lists = { all: hits[0], ended: new Hits(hits[1]), grazes: new Hits(hits[2]), bodies };
    const [bodiesCount, candidates, overlaps, counted, near] = floats.subarray(7, HEAD);
    this.#report = Object.freeze({ step: floats[0], bodies: bodiesCount, candidates, overlaps, hits: counted, near, broad });
    Object.freeze(this);
  }

  get number() {
    return this.#report.step;
  }

  get hits() {
    return (this.#lists.hits ??= new Hits(this.#lists.all));
  }

  get began() {
    return (this.#lists.began ??= new Hits(this.#lists.all.of(1)));
  }

  get stayed() {
    return (this.#lists.stayed ??= new Hits(this.#lists.all.of(0)));
  }

  get ended() {
    return this.#lists.ended;
  }

  get grazes() {
    return this.#lists.grazes;
  }

  between(a, b) {
    return this.hits.between(a, b);
  }

  get left() {
    return this.#lists.bodies[0];
  }

  get entered() {
    return this.#lists.bodies[1];
  }

  get despawned() {
    return this.#lists.bodies[2];
  }

  get report() {
    return this.#report;
  }
}
