// Where a body fits: the arguments of such questions.
import { floats, options, pair, whole } from "./check.js";
import { using } from "./held.js";
import { RawPlaces } from "./generated/raw.js";

/** Calls `work` with the grid of positions of some options, and with the other options. */
export function placesOf(how, known, work) {
  const { from, step = [1, 1], count, ...rest } = options(how, "options", ["from", "step", "count", ...known]);
  const [w, h] = pair(count, "count").map((side, k) => whole(side, `count[${k}]`));
  return using(new RawPlaces(...pair(from, "from"), ...pair(step, "step"), w, h), (places) => work(places, rest));
}

export const anglesOf = (angles) => (angles === undefined ? new Float64Array(1) : floats(angles, "angles"));
