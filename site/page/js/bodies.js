// Makes and changes the bodies of a scene in the editor. The format is that of scene files.

// The size of the editor's field.
export const FIELD = [480, 320];

const round = (x, places = 3) => Number(x.toFixed(places));

const star = Array.from({ length: 10 }, (_, k) => {
  const [r, angle] = [k % 2 ? 14 : 34, (k * Math.PI) / 5 - Math.PI / 2];
  return [round(r * Math.cos(angle)), round(r * Math.sin(angle))];
});

const NEW = {
  circle: () => ({ circle: { r: 24 } }),
  box: () => ({ box: { half: [32, 18] } }),
  capsule: () => ({ capsule: { a: [-26, 0], b: [26, 0], r: 12 } }),
  polygon: () => ({ polygon: { points: [[-30, 22], [0, -30], [30, 22]] } }),
  star: () => ({ polygon: { points: star } }),
};

export function emptyScene() {
  return { kasuri: 1, bodies: [] };
}

// Returns the scene for a link without one. `art` returns the rows of the game's masks by name.
export function firstScene(art) {
  return {
    kasuri: 1,
    masks: { moth: { rows: art("moth") }, ship: { rows: art("ship") } },
    bodies: [
      { id: "moth", sprite: "moth", at: [190, 112], angle: 0.35, scale: 4 },
      { id: "ship", sprite: "ship", at: [246, 176], angle: -0.5, scale: 4 },
      { id: "star", polygon: { points: star }, at: [392, 96], angle: 0.2, scale: 1.3 },
      { id: "capsule", capsule: { a: [-26, 0], b: [26, 0], r: 12 }, at: [380, 236], angle: -0.6 },
      { id: "circle", circle: { r: 24 }, at: [80, 248] },
    ],
  };
}

// Returns a name that no body of the scene has.
function fresh(scene, name) {
  const taken = new Set(scene.bodies.map(body => body.id));
  for (let k = 1; ; k++) {
    const id = k === 1 ? name : `${name} ${k}`;
    if (!taken.has(id)) return id;
  }
}

// Adds a new body to the scene, not far from the last one. Returns its index.
export function add(scene, kind, art) {
  const k = scene.bodies.length;
  const at = [120 + ((k * 61) % 240), 90 + ((k * 47) % 140)];
  if (NEW[kind]) return push(scene, { id: fresh(scene, kind), ...NEW[kind](), at });
  return push(scene, { id: fresh(scene, kind), sprite: addMask(scene, kind, art(kind)), at, scale: 3 });
}

// Adds the user's picture, scaled to suit the field.
export function addPicture(scene, name, rows) {
  const mask = addMask(scene, name.replace(/\.png$/i, "").slice(0, 40) || "picture", rows);
  const longest = Math.max(rows.length, rows[0].length);
  const scale = Math.max(1, Math.floor(120 / longest));
  return push(scene, { id: fresh(scene, mask), sprite: mask, at: [240, 160], scale });
}

// Returns the name of a mask with these rows in the scene. Adds the mask if it is new.
function addMask(scene, name, rows) {
  scene.masks ??= {};
  const text = JSON.stringify(rows);
  const known = Object.entries(scene.masks).find(([, mask]) => JSON.stringify(mask.rows) === text);
  if (known) return known[0];
  let free = name;
  for (let k = 2; scene.masks[free]; k++) free = `${name} ${k}`;
  scene.masks[free] = { rows };
  return free;
}

function push(scene, body) {
  scene.bodies.push(body);
  return scene.bodies.length - 1;
}

export function double(scene, k) {
  const { id, at: [x, y], ...rest } = structuredClone(scene.bodies[k]);
  return push(scene, { id: fresh(scene, id.replace(/ \d+$/, "")), ...rest, at: [x + 24, y + 24] });
}

export function remove(scene, k) {
  const [{ sprite }] = scene.bodies.splice(k, 1);
  const isUsed = JSON.stringify(scene.bodies).includes(JSON.stringify(sprite ?? ""));
  if (sprite && !isUsed && scene.masks) delete scene.masks[sprite];
}

// Moves a body, but never out of the field, so that it can always be dragged again.
export function move(body, [x, y]) {
  body.at = [round(Math.min(Math.max(x, 0), FIELD[0])), round(Math.min(Math.max(y, 0), FIELD[1]))];
}

export function angleOf(body) {
  return body.angle ?? 0;
}

export function turn(body, angle) {
  const whole = 2 * Math.PI;
  const turned = round(angle - whole * Math.round(angle / whole), 4);
  if (turned === 0) delete body.angle;
  else body.angle = turned;
}

// Returns the scales of both axes. A scene may have one number for both.
export function scalesOf(body) {
  const scale = body.scale ?? 1;
  return Array.isArray(scale) ? scale : [scale, scale];
}

export function scaleBy(body, by) {
  const [x, y] = scalesOf(body);
  const size = Math.min(Math.max(Math.abs(x) * by, 0.1), 20) / Math.abs(x);
  setScales(body, [x * size, y * size]);
}

export function mirror(body) {
  const [x, y] = scalesOf(body);
  setScales(body, [-x, y]);
}

function setScales(body, [x, y]) {
  const [a, b] = [round(x), round(y)];
  if (a === 1 && b === 1) delete body.scale;
  else body.scale = a === b ? a : [a, b];
}
