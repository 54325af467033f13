// Outlines of regions with their handles. A view says where a texel is on the canvas: { zoom, left, top }.

import { pictureOf } from "./view.js";
import { middle } from "./edits.js";

// The colours of Okabe and Ito, which people with any colour vision tell apart; the dashes differ too.
export const INKS = ["#e69f00", "#f0e442", "#009e73", "#d55e00", "#cc79a7", "#0072b2", "#ffffff"];
export const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3], [5, 5], [14, 5], [3, 6]];
const REACH = 11;

const placeIn = view => ([x, y]) => [view.left + x * view.zoom, view.top + y * view.zoom];

export function corners({ at: [x, y], half: [w, h], angle }) {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [[-w, -h], [w, -h], [w, h], [-w, h]].map(([i, j]) => [x + i * cos - j * sin, y + i * sin + j * cos]);
}

// Adds the outline of a shape to the path.
function trace(context, view, { kind, shape }) {
  const place = placeIn(view);
  context.beginPath();
  if (kind === "circle" || kind === "ellipse") {
    const [x, y] = place(shape.at);
    context.ellipse(x, y, (shape.r ?? shape.rx) * view.zoom, (shape.r ?? shape.ry) * view.zoom, 0, 0, 2 * Math.PI);
  } else if (kind === "capsule") {
    const [[x0, y0], [x1, y1]] = [place(shape.a), place(shape.b)];
    const [r, angle] = [shape.r * view.zoom, Math.atan2(y1 - y0, x1 - x0)];
    context.arc(x0, y0, r, angle + Math.PI / 2, angle - Math.PI / 2);
    context.arc(x1, y1, r, angle - Math.PI / 2, angle + Math.PI / 2);
    context.closePath();
  } else if (kind === "mask") {
    const [x, y] = place(shape.at);
    context.rect(x, y, shape.mask.width * view.zoom, shape.mask.height * view.zoom);
  } else {
    for (const point of kind === "box" ? corners(shape) : shape.points) context.lineTo(...place(point));
    context.closePath();
  }
}

// Draws region `k` of a frame, with lines for a screen that is so dense.
export function drawRegion(context, view, region, k, isSelected, dense = devicePixelRatio) {
  const ink = INKS[k % INKS.length];
  if (region.kind === "mask") {
    const [x, y] = placeIn(view)(region.shape.at);
    const { mask } = region.shape;
    const rgb = [1, 3, 5].map(from => parseInt(ink.slice(from, from + 2), 16));
    context.drawImage(pictureOf(mask, [...rgb, 150]), x, y, mask.width * view.zoom, mask.height * view.zoom);
  }
  trace(context, view, region);
  const wide = dense * (isSelected ? 3 : 2);
  // A dark line behind the coloured one is seen on every picture.
  context.setLineDash([]);
  [context.lineWidth, context.strokeStyle] = [wide + 2 * dense, "rgb(0 0 0 / 75%)"];
  context.stroke();
  context.setLineDash(DASHES[k % DASHES.length].map(dash => dash * dense));
  [context.lineWidth, context.strokeStyle] = [wide, ink];
  context.stroke();
  context.setLineDash([]);
  if (isSelected) {
    context.fillStyle = `${ink}33`;
    if (region.kind !== "mask") context.fill();
  }
}

// The handles of a region: each has a place in texels, and `drag`, which returns the shape for another place.
export function handles({ kind, shape }, zoom) {
  const snap = value => Math.round(value * 4) / 4;
  const size = value => Math.max(0.25, snap(value));
  const list = [];
  const add = (at, drag) => list.push({ at, drag });
  if (kind === "circle") {
    const [x, y] = shape.at;
    add([x + shape.r, y], ([i, j]) => ({ ...shape, r: size(Math.hypot(i - x, j - y)) }));
  } else if (kind === "ellipse") {
    const [x, y] = shape.at;
    add([x + shape.rx, y], ([i]) => ({ ...shape, rx: size(Math.abs(i - x)) }));
    add([x, y + shape.ry], ([, j]) => ({ ...shape, ry: size(Math.abs(j - y)) }));
  } else if (kind === "box") {
    const [x, y] = shape.at;
    const [sin, cos] = [Math.sin(shape.angle), Math.cos(shape.angle)];
    const own = ([i, j]) => [(i - x) * cos + (j - y) * sin, (j - y) * cos - (i - x) * sin];
    add(corners(shape)[2], to => ({ ...shape, half: own(to).map(side => size(Math.abs(side))) }));
    const out = shape.half[1] + 26 / zoom;
    add([x + out * sin, y - out * cos], ([i, j]) => {
      const angle = Math.atan2(i - x, y - j);
      // Upright is easy to hit.
      return { ...shape, angle: Math.abs(angle) < 0.05 ? 0 : Number(angle.toFixed(3)) };
    });
  } else if (kind === "capsule") {
    for (const end of ["a", "b"]) add(shape[end], to => ({ ...shape, [end]: to.map(snap) }));
    const [[x0, y0], [x1, y1]] = [shape.a, shape.b];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [nx, ny] = [(y1 - y0) / length, (x0 - x1) / length];
    const [mx, my] = middle(shape);
    add([mx + nx * shape.r, my + ny * shape.r], ([i, j]) => ({ ...shape, r: size(Math.abs((i - mx) * nx + (j - my) * ny)) }));
  } else if (kind === "polygon") {
    shape.points.forEach((point, k) => add(point, to => ({ ...shape, points: shape.points.with(k, to.map(snap)) })));
  }
  return list;
}

export function drawHandles(context, view, region) {
  for (const { at } of handles(region, view.zoom / devicePixelRatio)) {
    const [x, y] = placeIn(view)(at);
    const side = 5 * devicePixelRatio;
    context.fillStyle = "#ffffff";
    context.strokeStyle = "#000000";
    context.lineWidth = 1.5 * devicePixelRatio;
    context.fillRect(x - side, y - side, 2 * side, 2 * side);
    context.strokeRect(x - side, y - side, 2 * side, 2 * side);
  }
}

export function drawPivot(context, view, pivot) {
  const [x, y] = placeIn(view)(pivot);
  const arm = 9 * devicePixelRatio;
  context.beginPath();
  context.moveTo(x - arm, y);
  context.lineTo(x + arm, y);
  context.moveTo(x, y - arm);
  context.lineTo(x, y + arm);
  for (const [width, ink] of [[5, "#000000"], [2, "#ffffff"]]) {
    [context.lineWidth, context.strokeStyle] = [width * devicePixelRatio, ink];
    context.stroke();
  }
}

// Returns the handle within reach of a point of the canvas.
export function handleAt(view, region, [x, y]) {
  const near = ({ at }) => {
    const [px, py] = placeIn(view)(at);
    return Math.hypot(px - x, py - y) <= REACH * devicePixelRatio;
  };
  return region && handles(region, view.zoom / devicePixelRatio).findLast(near);
}

// Returns the number of the topmost region under a texel coordinate, or within reach of it; -1 if there is none.
export function regionAt(view, regions, at) {
  const reach = (7 * devicePixelRatio) / view.zoom;
  return regions.findLastIndex(region => distanceTo(region, at) <= reach);
}

// The distance from a point to a region; 0 in it. For a mask it is that to its box.
export function distanceTo({ kind, shape }, [x, y]) {
  if (kind === "circle") return Math.max(0, Math.hypot(x - shape.at[0], y - shape.at[1]) - shape.r);
  if (kind === "ellipse") {
    const [i, j] = [(x - shape.at[0]) / shape.rx, (y - shape.at[1]) / shape.ry];
    return Math.max(0, Math.hypot(i, j) - 1) * Math.min(shape.rx, shape.ry);
  }
  if (kind === "capsule") return Math.max(0, toSegment([x, y], shape.a, shape.b) - shape.r);
  let points = kind === "box" ? corners(shape) : shape.points;
  if (kind === "mask") {
    const [[i, j], { width, height }] = [shape.at, shape.mask];
    points = [[i, j], [i + width, j], [i + width, j + height], [i, j + height]];
  }
  if (isIn([x, y], points)) return 0;
  return Math.min(...points.map((point, k) => toSegment([x, y], point, points[(k + 1) % points.length])));
}

function toSegment([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function isIn([x, y], points) {
  let inside = false;
  points.forEach(([ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
