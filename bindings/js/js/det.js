// Mathematics and random numbers that are the same on every machine.
import { bits, number, pair, whole } from "./check.js";
import * as raw from "./generated/raw.js";

const two = ([x, y]) => [x, y];

export const det = {
  sin: (angle) => raw.det_sin(number(angle, "angle")),
  cos: (angle) => raw.det_cos(number(angle, "angle")),
  atan2: (y, x) => raw.det_atan2(number(y, "y"), number(x, "x")),
  sqrt: (x) => raw.det_sqrt(number(x, "x")),
  hypot: (x, y) => raw.det_hypot(number(x, "x"), number(y, "y")),
  exp2: (x) => raw.det_exp2(number(x, "x")),
  rotate: (v, angle) => two(raw.det_rotate(...pair(v, "v"), number(angle, "angle"))),
  moveTowards: (at, target, most) => two(raw.det_move_towards(...pair(at, "at"), ...pair(target, "target"), number(most, "most"))),
  turnTowards: (v, direction, most) =>
    two(raw.det_turn_towards(...pair(v, "v"), ...pair(direction, "direction"), number(most, "most"))),
};

export class RandomStream {
  #key;
  #drawn;

  constructor(seed, drawn = 0) {
    this.#key = bits(seed, "seed");
    this.#drawn = bits(drawn, "drawn");
  }

  get key() {
    return this.#key;
  }

  get drawn() {
    return this.#drawn;
  }

  split(name) {
    return new RandomStream(BigInt.asUintN(64, raw.random_split(this.#key, bits(name, "name"))));
  }

  bits() {
    return BigInt.asUintN(64, raw.random_bits(this.#key, this.#next()));
  }

  below(n) {
    const most = whole(n, "n");
    return raw.random_below(this.#key, this.#next(), most);
  }

  between(least, most) {
    const [from, to] = [number(least, "least"), number(most, "most")];
    return raw.random_between(this.#key, this.#next(), from, to);
  }

  /** Returns how many numbers were drawn, and counts one more. */
  #next() {
    const drawn = this.#drawn;
    this.#drawn = BigInt.asUintN(64, drawn + 1n);
    return drawn;
  }
}
