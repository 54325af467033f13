// Describes a scene's answer in words.

const number = x => String(Number(x.toFixed(2)));
const point = ([x, y]) => `(${number(x)}, ${number(y)})`;

const HOW = {
  "sprite-sprite": pair => `${pair.pixels} common pixels`,
  "sprite-shape": pair => `${pair.pixels} covered pixels met`,
  "shape-shape": pair => `${number(pair.depth)} px deep`,
  tiles: pair => `${pair.cells.length} cells`,
};

// Returns a line for each pair that hits.
export function pairs({ pairs = [] }) {
  const how = pair => ("t" in pair ? `at ${number(pair.t)} of their ways` : HOW[pair.kind]?.(pair) ?? pair.kind);
  return pairs.map(pair => `${pair.a} hits ${pair.b}: ${how(pair)}`);
}

// Returns a line for each other body that was compared, the nearest first.
export function near(id, asked, { distances = [], contacts = [] }) {
  if (distances.length < asked.length) return ["That takes longer than a frame has time for."];
  const entries = asked.map(({ b }, k) => ({ b, way: distances[k], contact: contacts[k] }));
  entries.sort((p, q) => (p.way?.distance ?? Infinity) - (q.way?.distance ?? Infinity));
  return entries.map(({ b, way, contact }) => {
    if (contact) return `${b}: overlaps; ${number(contact.depth)} px along ${point(contact.normal)} parts them`;
    return way ? `${b}: ${number(way.distance)} px away` : `${b}: covers nothing`;
  });
}
