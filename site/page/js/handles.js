// The handles of a selected body: dragging the body moves it, the round handle turns it, the square handle scales it.

import * as bodies from "./bodies.js";

const ACCENT = "#ffd75e";
const CONTACT = "#ff506e";
const WAY = "#4fc3f0";
// In CSS pixels: a handle's radius, how far a finger may miss it, and its distance from the box.
const [RADIUS, MISS, AWAY] = [8, 20, 22];

// Converts CSS pixels to pixels of the picture.
export function reach(screen, pixels) {
  return (pixels * (window.devicePixelRatio || 1)) / screen.scale;
}

// Returns the positions of the handles, inside the picture.
function places(screen, [[x0, y0], [x1, y1]]) {
  const [away, edge] = [reach(screen, AWAY), reach(screen, RADIUS + 3)];
  const [width, height] = screen.size;
  const within = (x, y) => [Math.min(Math.max(x, edge), width - edge), Math.min(Math.max(y, edge), height - edge)];
  const top = y0 - away > edge ? y0 - away : y1 + away;
  return { turn: within((x0 + x1) / 2, top), scale: within(x1 + away / 2, y1 + away / 2) };
}

const distance = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
const angle = ([x0, y0], [x1, y1]) => Math.atan2(y1 - y0, x1 - x0);

// Draws the selected body's box and handles, its contacts, and the shortest lines to the other bodies.
export function draw(screen, box, body, answer) {
  const context = screen.over();
  const dense = window.devicePixelRatio || 1;
  context.scale(screen.scale, screen.scale);
  const unit = dense / screen.scale;
  if (!box || !body) return;
  ways(context, answer, unit);
  contacts(context, answer, unit);
  context.lineWidth = 1.5 * unit;
  context.strokeStyle = context.fillStyle = ACCENT;
  context.setLineDash([5 * unit, 4 * unit]);
  const [[x0, y0], [x1, y1]] = box;
  context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  context.setLineDash([]);
  if (body.tiles) return;
  const { turn, scale } = places(screen, box);
  context.beginPath();
  context.arc(...turn, RADIUS * unit, 0, 2 * Math.PI);
  context.fill();
  const side = RADIUS * 0.85 * unit;
  context.fillRect(scale[0] - side, scale[1] - side, 2 * side, 2 * side);
}

// Draws the contacts: the directions out of the other bodies, and the depths.
function contacts(context, answer, unit) {
  context.strokeStyle = context.fillStyle = CONTACT;
  context.lineWidth = 2.5 * unit;
  for (const contact of answer.contacts ?? []) {
    if (!contact) continue;
    const { point: [x, y], normal, depth } = contact;
    const far = Math.max(depth, 5);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + normal[0] * far, y + normal[1] * far);
    context.stroke();
    context.beginPath();
    context.arc(x, y, 3.5 * unit, 0, 2 * Math.PI);
    context.fill();
  }
}

// Draws the shortest line to each other body.
function ways(context, answer, unit) {
  context.strokeStyle = WAY;
  context.lineWidth = unit;
  context.globalAlpha = 0.7;
  for (const way of answer.distances ?? []) {
    if (!way || way.distance === 0) continue;
    context.beginPath();
    context.moveTo(...way.points[0]);
    context.lineTo(...way.points[1]);
    context.stroke();
  }
  context.globalAlpha = 1;
}

// Returns the drag that begins at a handle; null if `at` is not on a handle.
export function taken(screen, at, box, body) {
  if (!box || !body || body.tiles) return null;
  const { turn, scale } = places(screen, box);
  const miss = reach(screen, MISS);
  if (distance(at, turn) <= miss) {
    const from = bodies.angleOf(body) - angle(body.at, at);
    return { apply: (body, to) => bodies.turn(body, from + angle(body.at, to)) };
  }
  if (distance(at, scale) <= miss) {
    const from = Math.abs(bodies.scalesOf(body)[0]) / Math.max(distance(body.at, at), 1);
    return { apply: (body, to) => bodies.scaleBy(body, (from * distance(body.at, to)) / Math.abs(bodies.scalesOf(body)[0])) };
  }
  return null;
}

// Returns the drag that begins on the body.
export function moving(at, body) {
  const from = [body.at[0] - at[0], body.at[1] - at[1]];
  return { apply: (body, to) => bodies.move(body, [from[0] + to[0], from[1] + to[1]]) };
}

export function cursor(screen, at, box, body, engine) {
  if (taken(screen, at, box, body)) return "grab";
  return engine.topAt(at, reach(screen, 10)) >= 0 ? "move" : "default";
}
