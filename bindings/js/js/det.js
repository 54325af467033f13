// Mathematics and random numbers that are the same on every machine.
import { bits, expected, number, pair, whole } from "./check.js";
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
    return RandomStream.#own(this).#key;
  }

  get drawn() {
    return RandomStream.#own(this).#drawn;
  }

  split(name) {
    return new RandomStream(BigInt.asUintN(64, raw.random_split(this.key, bits(name, "name"))));
  }

  bits() {
    return BigInt.asUintN(64, raw.random_bits(...RandomStream.#next(this)));
  }

  below(n) {
    const most = whole(n, "n");
    return raw.random_below(...RandomStream.#next(this), most);
  }

  between(least, most) {
    const [from, to] = [number(least, "least"), number(most, "most")];
    return raw.random_between(...RandomStream.#next(this), from, to);
  }

  /** Returns the stream on which a method is called. */
  static #own(stream) {
    if (typeof stream === "object" && stream !== null && #key in stream) return stream;
    throw expected(stream, "a RandomStream", "this");
  }

  /** Returns the key, and how many numbers were drawn, and counts one more. */
  static #next(given) {
    const stream = RandomStream.#own(given);
    const drawn = stream.#drawn;
    stream.#drawn = BigInt.asUintN(64, drawn + 1n);
    return [stream.#key, drawn];
  }
}
