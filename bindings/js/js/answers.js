// Converts the module's answers, which are flat lists of numbers, to objects.

export const pairAt = (n, k) => [n[k], n[k + 1]];
export const rectAt = (n, k = 0) => ({ x: n[k], y: n[k + 1], width: n[k + 2], height: n[k + 3] });

/** Converts an optional answer: null if there is none. */
export const maybe = (n, make) => (n === undefined ? null : make(n));

/** Converts a list with `size` numbers per item. */
export function many(numbers, size, make) {
  const all = [];
  for (let k = 0; k < numbers.length; k += size) all.push(make(numbers, k));
  return all;
}

export const pairs = (numbers) => many(numbers, 2, pairAt);
export const rects = (numbers) => many(numbers, 4, rectAt);

export const contact = (n, k = 0) => ({ normal: pairAt(n, k), depth: n[k + 2], point: pairAt(n, k + 3) });

export function overlap(n) {
  switch (n[0]) {
    case 0:
      return {
        kind: "sprite-sprite",
        pixels: n[1],
        bounds: rectAt(n, 2),
        first: pairAt(n, 6),
        centroid: pairAt(n, 8),
        normal: pairAt(n, 10),
        depth: n[12],
      };
    case 1:
      return { kind: "sprite-shape", pixels: n[1] };
    case 2:
      return { kind: "shape-shape", ...contact(n, 1) };
    default:
      return { kind: "tiles", cells: pairs(n.subarray(1)) };
  }
}

export const distance = (n) => ({ distance: n[0], a: pairAt(n, 1), b: pairAt(n, 3) });

const step = (n, k) => (n[k + 1] === 0 ? null : { step: n[k], of: n[k + 1] });

export const meeting = (n) => ({ t: n[0], step: step(n, 1) });

export const cast = (n) => ({ t: n[0], point: pairAt(n, 1), normal: pairAt(n, 3) });

export const ray = (n, k = 0) => ({
  body: n[k],
  region: n[k + 1],
  t: n[k + 2],
  point: pairAt(n, k + 3),
  normal: pairAt(n, k + 5),
});

export const sweep = (n, k = 0) => ({
  body: n[k],
  regions: pairAt(n, k + 1),
  t: n[k + 3],
  step: step(n, k + 4),
  leg: n[k + 6],
});

export const pose = (n) => ({ angle: n[0], x: n[1], y: n[2], at: pairAt(n, 3) });

export const near = (n, k = 0) => ({ body: n[k], distance: n[k + 1], point: pairAt(n, k + 2) });

export const travel = (n) => ({
  at: pairAt(n, 0),
  velocity: pairAt(n, 2),
  met: many(n.subarray(4), 9, (m, k) => ({ ...sweep(m, k), normal: pairAt(m, k + 7) })),
});

/** Reads rings of points: the number of points of each ring comes before its points. */
export function rings(n, from = 0, count = Infinity) {
  const all = [];
  let k = from;
  while (k < n.length && all.length < count) {
    const points = n[k];
    all.push(pairs(n.subarray(k + 1, k + 1 + 2 * points)));
    k += 1 + 2 * points;
  }
  return [all, k];
}

export function contours(n) {
  const all = [];
  let k = 0;
  while (k < n.length) {
    const [[outer, ...holes], next] = rings(n, k + 1, 1 + n[k]);
    all.push({ outer, holes });
    k = next;
  }
  return all;
}
