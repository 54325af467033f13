// The settings of a body before it is spawned.
import { flag, large, list, number, options, pair, scale, text, whole } from "./check.js";
import { Held, own, rawOf, using, wrap } from "./held.js";
import { RawBody, RawLook, RawLooks, RawRegion } from "./generated/raw.js";
import { Mask, Shape, TileMap, solidOf } from "./shape.js";

export class Region extends Held {
  constructor(name, solid, how) {
    const { pivot, layer, against } = options(how, "options", ["pivot", "layer", "against"]);
    const raw = new RawRegion(text(name, "name"), solidOf(solid, "solid"));
    super(raw);
    Object.defineProperty(this, "name", { value: name, enumerable: true });
    if (pivot !== undefined) raw.pivot(...pair(pivot, "pivot"));
    if (layer !== undefined) raw.layer(whole(layer, "layer"));
    if (against !== undefined) raw.against(whole(against, "against"));
  }
}

function addRegions(raw, regions) {
  list(regions, "regions").forEach((region, k) => raw.region(rawOf(region, Region, `regions[${k}]`)));
}

export class Look extends Held {
  constructor(solid, how) {
    const { pivot, regions = [] } = options(how, "options", ["pivot", "regions"]);
    const raw = new RawLook(solidOf(solid, "solid"));
    super(raw);
    if (pivot !== undefined) raw.pivot(...pair(pivot, "pivot"));
    addRegions(raw, regions);
  }
}

/** The functions that pass each option to the module. */
const SETTERS = {
  pivot: (raw, value) => raw.pivot(...pair(value, "pivot")),
  regions: (raw, value) => addRegions(raw, value),
  frame: (raw, value) => raw.frame(whole(value, "frame")),
  group: (raw, value) => raw.group(whole(value, "group")),
  sensor: (raw, value) => flag(value, "sensor") && raw.sensor(),
  oneWay: (raw, value) => raw.one_way(...pair(value, "oneWay")),
  graze: (raw, value) => raw.graze(number(value, "graze")),
  despawnBeyond: (raw, value) => raw.despawn_beyond(number(value, "despawnBeyond")),
  cooldown: (raw, value) => raw.cooldown(whole(value, "cooldown")),
  maxHits: (raw, value) => raw.max_hits(whole(value, "maxHits")),
  invulnerable: (raw, value) => raw.invulnerable(large(value, "invulnerable")),
  swept: (raw, value) => flag(value, "swept") && raw.swept(),
  data: (raw, value) => raw.data(large(value, "data")),
};
const KNOWN = ["at", "angle", "scale", "layer", "against", ...Object.keys(SETTERS)];
const USUAL = { at: [0, 0], angle: 0, scale: 1, layer: 1, against: 0xffffffff };

/** The body's options for position and layers. `but` starts from them, so that a later option changes no other option. */
const SAID = Symbol("said");

export function dressed(raw, how, before = USUAL) {
  try {
    const given = options(how, "options", KNOWN);
    const said = { ...before };
    for (const key of Object.keys(USUAL)) if (given[key] !== undefined) said[key] = given[key];
    raw.place(...pair(said.at, "at"), number(said.angle, "angle"), ...scale(said.scale, "scale"));
    raw.layers(whole(said.layer, "layer"), whole(said.against, "against"));
    for (const key of Object.keys(SETTERS)) if (given[key] !== undefined) SETTERS[key](raw, given[key]);
    const body = wrap(Body, raw);
    Object.defineProperty(body, SAID, { value: said });
    return body;
  } catch (error) {
    raw.free();
    throw error;
  }
}

/** Makes a body of a temporary shape, and frees the shape. */
const ofShape = (shape, how) => using(shape, () => dressed(new RawBody(rawOf(shape, Shape, "shape")), how));

export class Body extends Held {
  constructor(solid, how) {
    return dressed(new RawBody(solidOf(solid, "solid")), how);
  }

  static sprite(mask, how) {
    return dressed(new RawBody(rawOf(mask, Mask, "mask")), how);
  }

  static frames(looks, how) {
    const raws = list(looks, "looks").map((look, k) => rawOf(look, Look, `looks[${k}]`));
    return using(new RawLooks(), (all) => {
      raws.forEach((raw) => all.add(raw));
      return dressed(all.body(), how);
    });
  }

  static point(how) {
    return ofShape(Shape.point(), how);
  }

  static segment(a, b, how) {
    return ofShape(Shape.segment(a, b), how);
  }

  static circle(r, how) {
    return ofShape(Shape.circle(r), how);
  }

  static ellipse(rx, ry, how) {
    return ofShape(Shape.ellipse(rx, ry), how);
  }

  static capsule(a, b, r, how) {
    return ofShape(Shape.capsule(a, b, r), how);
  }

  static rect(half, how) {
    return ofShape(Shape.rect(half), how);
  }

  static polygon(vertices, how) {
    return ofShape(Shape.polygon(vertices), how);
  }

  static chain(vertices, r, how) {
    return ofShape(Shape.chain(vertices, r), how);
  }

  static tiles(map, how) {
    return dressed(new RawBody(rawOf(map, TileMap, "map")), how);
  }

  but(how) {
    return dressed(own(this, Body).copied(), how, this[SAID]);
  }
}
