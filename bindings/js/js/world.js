// Worlds: bodies, their hits, and queries at any time.
import * as answers from "./answers.js";
import * as check from "./check.js";
import { KasuriError } from "./errors.js";
import { Held, own, rawOf, using, wrap } from "./held.js";
import { RawBodies, RawBuilder } from "./generated/raw.js";
import { Body, Look, Region } from "./body.js";
import { anglesOf, placesOf } from "./fits.js";
import { Cover, Form } from "./form.js";
import { Snapshot } from "./record.js";
import { Mask, Shape, placed, solidOf } from "./shape.js";
import { Hits, Step } from "./step.js";

const { number, pair, whole } = check;
const BROADS = ["auto", "brute", "grid", "tree"];
const OPTIONS = ["bounds", "axes", "pixelsPerUnit", "touching", "touchingBetween", "rootedCirclesBetween", "broad"];
const NONE = new Float64Array(0);

/** Returns the filter of a query: the layers, and the body to ignore. */
function filter({ against = 0xffffffff, ignore }) {
  return [whole(against, "against"), ignore === undefined ? 0 : number(ignore, "ignore")];
}
const filterOf = (how) => filter(check.options(how, "options", ["against", "ignore"]));

/** Returns the arguments of a query about a placed solid. */
function area(solid, at, how) {
  const raw = solidOf(solid, "solid");
  const [where, rest] = placed(at, how, ["against", "ignore"]);
  return { raw, where, filter: filter(rest) };
}

const body = (x) => number(x, "body");
const bodies = (x) => check.floats(x, "bodies");
const orNull = (x, read) => (x === null ? undefined : read(x));

/** Returns the numbers of a hit for the module. */
function hitOf(hit) {
  if (typeof hit !== "object" || hit === null) throw check.expected(hit, "a hit of a step", "hit");
  const { a, b, regions, layers, t = null } = hit;
  const [ra, rb] = pair(regions, "hit.regions").map((region, k) => whole(region, `hit.regions[${k}]`, 255));
  const [la, lb] = pair(layers, "hit.layers").map((layer, k) => whole(layer, `hit.layers[${k}]`));
  return [number(a, "hit.a"), number(b, "hit.b"), la, lb, ra | (rb << 8), t === null ? NaN : number(t, "hit.t")];
}

export class World extends Held {
  constructor(how) {
    const given = check.options(how, "options", OPTIONS);
    const { axes = "y-down", pixelsPerUnit = 1, broad = "auto" } = given;
    check.choice(broad, "broad", BROADS);
    const isUp = check.choice(axes, "axes", ["y-down", "y-up"]) === "y-up";
    const isIgnored = check.ignores(given.touching, "touching");
    super(
      using(new RawBuilder(isUp, number(pixelsPerUnit, "pixelsPerUnit"), isIgnored), (builder) => {
        addRules(builder, given);
        return builder.build(broad);
      }),
    );
  }

  step() {
    const raw = own(this, World);
    return new Step(raw.step(), raw.told_wholes(), raw.told_broad());
  }

  get size() {
    return own(this, World).len();
  }

  get steps() {
    return own(this, World).steps();
  }

  hash() {
    return own(this, World).hash();
  }

  snapshot() {
    return wrap(Snapshot, own(this, World).snapshot());
  }

  restore(snapshot) {
    own(this, World).restore(rawOf(snapshot, Snapshot, "snapshot"));
  }

  setBroad(broad) {
    own(this, World).set_broad(check.choice(broad, "broad", BROADS));
  }

  // Bodies.

  spawn(what) {
    return own(this, World).spawn(rawOf(what, Body, "body"));
  }

  spawnMany(what, how) {
    const raw = own(this, World);
    if (Array.isArray(what)) return spawnAll(raw, what, how);
    const one = rawOf(what, Body, "body");
    const given = check.options(how, "options", ["at", "angle", "scale", "data"]);
    const at = check.places(given.at, "at");
    const count = at.length / 2;
    const column = (name, read) => (given[name] === undefined ? NONE : sized(read(given[name], name, count), name));
    const sized = (flat, name) => {
      // The module reads an empty column as "not given", so an empty column for some bodies is refused here.
      if (flat.length === 0 && count > 0) throw new KasuriError("refused", `${name}: 0 values for ${count} bodies`);
      return flat;
    };
    const data = column("data", (x) => check.each(x, "data", count).map((value, k) => check.large(value, `data[${k}]`)));
    return raw.spawn_at(one, at, column("angle", check.each), column("scale", check.scales), data);
  }

  remove(one) {
    own(this, World).remove(body(one));
  }

  removeMany(many) {
    own(this, World).remove_many(bodies(many));
  }

  removeOverlapping(solid, at, how) {
    const world = own(this, World);
    const { raw, where, filter } = area(solid, at, how);
    return world.remove_overlapping(raw, ...where, ...filter);
  }

  clear() {
    own(this, World).clear();
  }

  contains(one) {
    return own(this, World).contains(body(one));
  }

  containsMany(many) {
    return own(this, World).contains_many(bodies(many));
  }

  bodies() {
    return own(this, World).bodies();
  }

  get(one) {
    const raw = own(this, World);
    const n = raw.get(body(one));
    return {
      body: one,
      at: answers.pairAt(n, 0),
      angle: n[2],
      scale: answers.pairAt(n, 3),
      layer: n[5],
      against: n[6],
      frame: n[7],
      data: n[8],
      isSwept: n[9] === 1,
      hitsLeft: n[10] < 0 ? null : n[10],
      invulnerableFor: n[11],
      group: n[12],
      isSensor: n[13] === 1,
      oneWay: n[14] === 1 ? answers.pairAt(n, 15) : null,
      regions: raw.regions(one),
    };
  }

  regionIndex(one, name) {
    return own(this, World).region_index(body(one), check.text(name, "name")) ?? null;
  }

  form(one) {
    return wrap(Form, own(this, World).form(body(one)));
  }

  positions(many) {
    return own(this, World).column(bodies(many), 0);
  }

  angles(many) {
    return own(this, World).column(bodies(many), 1);
  }

  scales(many) {
    return own(this, World).column(bodies(many), 2);
  }

  data(many) {
    return own(this, World).column(bodies(many), 3);
  }

  // Changing bodies.

  setPosition(one, at) {
    own(this, World).set_position(body(one), ...pair(at, "at"));
  }

  setPositions(many, at) {
    const raw = own(this, World);
    const flat = check.eitherPlaces(at, "at");
    if (flat instanceof Float32Array) raw.set_positions_f32(bodies(many), flat);
    else raw.set_positions(bodies(many), flat);
  }

  teleport(one, at) {
    own(this, World).teleport(body(one), ...pair(at, "at"));
  }

  teleportMany(many, at) {
    own(this, World).teleport_many(bodies(many), check.places(at, "at"));
  }

  setSwept(one, isSwept) {
    own(this, World).set_swept(body(one), check.flag(isSwept, "isSwept"));
  }

  setAngle(one, angle) {
    own(this, World).set_angle(body(one), number(angle, "angle"));
  }

  setAngles(many, angles) {
    own(this, World).set_angles(bodies(many), check.floats(angles, "angles"));
  }

  setScale(one, scale) {
    own(this, World).set_scale(body(one), ...check.scale(scale, "scale"));
  }

  setScales(many, scales) {
    const all = bodies(many);
    own(this, World).set_scales(all, check.scales(scales, "scales", all.length));
  }

  setFrame(one, frame) {
    own(this, World).set_frame(body(one), whole(frame, "frame"));
  }

  setFrames(many, frames) {
    own(this, World).set_frames(bodies(many), check.wholes(frames, "frames"));
  }

  setPlacements(many, how) {
    const [raw, all] = [own(this, World), bodies(many)];
    const { at, angle, scale } = check.options(how, "options", ["at", "angle", "scale"]);
    const column = (x, read) => (x === undefined ? undefined : read(x));
    raw.set_placements(
      all,
      column(at, (x) => check.places(x, "at")),
      column(angle, (x) => check.floats(x, "angle")),
      column(scale, (x) => check.scales(x, "scale", all.length)),
    );
  }

  setChain(one, vertices) {
    own(this, World).set_chain(body(one), check.places(vertices, "vertices"));
  }

  setChains(many, points) {
    own(this, World).set_chains(bodies(many), check.places(points, "points"));
  }

  setRadius(one, r) {
    own(this, World).set_radius(body(one), number(r, "r"));
  }

  setRadii(many, radii) {
    own(this, World).set_radii(bodies(many), check.floats(radii, "radii"));
  }

  setShape(one, shape) {
    own(this, World).set_shape(body(one), rawOf(shape, Shape, "shape"));
  }

  setMask(one, mask) {
    own(this, World).set_mask(body(one), rawOf(mask, Mask, "mask"));
  }

  setLook(one, look) {
    own(this, World).set_look(body(one), rawOf(look, Look, "look"));
  }

  setLayers(one, layer, against) {
    own(this, World).set_layers(body(one), whole(layer, "layer"), whole(against, "against"));
  }

  setGroup(one, group) {
    own(this, World).set_group(body(one), whole(group, "group"));
  }

  setSensor(one, isSensor) {
    own(this, World).set_sensor(body(one), check.flag(isSensor, "isSensor"));
  }

  setOneWay(one, direction) {
    const [x, y] = direction === null ? [0, 0] : pair(direction, "direction");
    own(this, World).set_one_way(body(one), direction !== null, x, y);
  }

  setRegion(one, region) {
    own(this, World).set_region(body(one), rawOf(region, Region, "region"));
  }

  removeRegion(one, name) {
    own(this, World).remove_region(body(one), check.text(name, "name"));
  }

  setGraze(one, margin) {
    own(this, World).set_graze(body(one), orNull(margin, (x) => number(x, "margin")));
  }

  setInvulnerable(one, steps) {
    own(this, World).set_invulnerable(body(one), check.large(steps, "steps"));
  }

  setCooldown(one, steps) {
    own(this, World).set_cooldown(body(one), whole(steps, "steps"));
  }

  setMaxHits(one, hits) {
    own(this, World).set_max_hits(body(one), orNull(hits, (x) => whole(x, "hits")));
  }

  setDespawnBeyond(one, margin) {
    own(this, World).set_despawn_beyond(body(one), orNull(margin, (x) => number(x, "margin")));
  }

  setData(one, data) {
    own(this, World).set_data(body(one), check.large(data, "data"));
  }

  // Queries.

  pixelsOf(at) {
    const [x, y] = own(this, World).pixels_of(...pair(at, "at"));
    return [x, y];
  }

  placeOf(pixels) {
    const [x, y] = own(this, World).place_of(...pair(pixels, "pixels"));
    return [x, y];
  }

  atPoint(at, how) {
    return own(this, World).at_point(...pair(at, "at"), ...filterOf(how));
  }

  inBox(corner, opposite, how) {
    return own(this, World).in_box(...pair(corner, "corner"), ...pair(opposite, "opposite"), ...filterOf(how));
  }

  inCircle(center, r, how) {
    return own(this, World).in_circle(...pair(center, "center"), number(r, "r"), ...filterOf(how));
  }

  inCone(apex, direction, halfAngle, reach, how) {
    const [to, half, far] = [number(direction, "direction"), number(halfAngle, "halfAngle"), number(reach, "reach")];
    return own(this, World).in_cone(...pair(apex, "apex"), to, half, far, ...filterOf(how));
  }

  overlapping(solid, at, how) {
    const world = own(this, World);
    const { raw, where, filter } = area(solid, at, how);
    return world.overlapping(raw, ...where, ...filter);
  }

  firstOnRay(start, end, how) {
    const met = own(this, World).first_on_ray(...pair(start, "start"), ...pair(end, "end"), ...filterOf(how));
    return answers.maybe(met, (n) => answers.ray(n));
  }

  alongRay(start, end, how) {
    const met = own(this, World).along_ray(...pair(start, "start"), ...pair(end, "end"), ...filterOf(how));
    return answers.many(met, 7, answers.ray);
  }

  nearest(to, count = 1, how) {
    const near = own(this, World).nearest(...pair(to, "to"), whole(count, "count"), ...filterOf(how));
    return answers.many(near, 4, answers.near);
  }

  sweep(one, to) {
    return answers.maybe(own(this, World).sweep(body(one), ...pair(to, "to")), (n) => answers.sweep(n));
  }

  sweepSolid(solid, at, to, how) {
    const world = own(this, World);
    const { raw, where, filter } = area(solid, at, how);
    return answers.maybe(world.sweep_solid(raw, ...where, ...pair(to, "to"), ...filter), (n) => answers.sweep(n));
  }

  distance(a, b) {
    return answers.maybe(own(this, World).distance(number(a, "a"), number(b, "b")), answers.distance);
  }

  crossings(a, b) {
    return answers.pairs(own(this, World).crossings(number(a, "a"), number(b, "b")));
  }

  // Where a body fits.

  fits(what, how) {
    return question(own(this, World), what, how, (world, ...asked) => world.fits(...asked));
  }

  countFits(what, how) {
    return question(own(this, World), what, how, (world, ...asked) => world.count_fits(...asked));
  }

  firstFit(what, how) {
    return answers.maybe(question(own(this, World), what, how, (world, ...asked) => world.first_fit(...asked)), answers.pose);
  }

  nearestFit(what, to, how) {
    const [x, y] = pair(to, "to");
    return answers.maybe(question(own(this, World), what, how, (world, ...asked) => world.nearest_fit(...asked, x, y)), answers.pose);
  }

  // Responses to a hit.

  overlap(hit) {
    return answers.maybe(own(this, World).overlap(...hitOf(hit)), answers.overlap);
  }

  contact(hit) {
    return answers.maybe(own(this, World).contact(...hitOf(hit)), (n) => answers.contact(n));
  }

  contacts(hits) {
    const raw = own(this, World);
    const columns = Hits.columnsOf(hits);
    if (columns === null) throw check.expected(hits, "Hits of a step", "hits");
    return answers.many(raw.contacts(...columns), 6, (n, k) => (n[k] === 0 ? null : answers.contact(n, k + 1)));
  }

  commonPixels(hit) {
    return wrap(Cover, own(this, World).common_pixels(...hitOf(hit)));
  }

  partTags(hit) {
    const [raw, parts] = [own(this, World), hitOf(hit)];
    return [raw.part_tags(...parts, 0), raw.part_tags(...parts, 1)];
  }

  pushApart(hit, share = 0.5) {
    const moved = own(this, World).push_apart(...hitOf(hit), number(share, "share"));
    return answers.maybe(moved, (n) => [answers.pairAt(n, 0), answers.pairAt(n, 2)]);
  }

  advance(one, path) {
    return answers.maybe(own(this, World).advance(body(one), check.places(path, "path")), (n) => answers.sweep(n));
  }

  travel(one, by, response) {
    const raw = own(this, World);
    if (typeof response === "number") return answers.travel(raw.travel(body(one), ...pair(by, "by"), 2, response));
    const how = ["stick", "slide"].indexOf(check.choice(response, "response", ["stick", "slide"]));
    return answers.travel(raw.travel(body(one), ...pair(by, "by"), how, 0));
  }

  keepInside(one, velocity, restitution = 1) {
    const given = [...pair(velocity, "velocity"), number(restitution, "restitution")];
    return answers.maybe(own(this, World).keep_inside(body(one), ...given), (n) => answers.pairAt(n, 0));
  }
}

/** Asks a world where a body, or a body of a solid, fits. */
function question(world, what, how, ask) {
  if (!(what instanceof Body)) {
    const made = new Body(what);
    try {
      return question(world, made, how, ask);
    } finally {
      made.free();
    }
  }
  const one = rawOf(what, Body, "body");
  return placesOf(how, ["angles", "against", "ignore"], (places, { angles, ...rest }) =>
    ask(world, one, anglesOf(angles), places, ...filter(rest)),
  );
}

function spawnAll(raw, all, how) {
  if (how !== undefined) throw new KasuriError("type", "options: at, angle, scale and data go with one body at many places");
  const each = all.map((one, k) => rawOf(one, Body, `bodies[${k}]`));
  return using(new RawBodies(), (gathered) => {
    each.forEach((one) => gathered.add(one));
    return raw.spawn_all(gathered);
  });
}

function addRules(builder, { bounds, touchingBetween = [], rootedCirclesBetween = [] }) {
  if (bounds !== undefined) {
    const [corner, opposite] = check.list(bounds, "bounds");
    builder.bounds(...pair(corner, "bounds[0]"), ...pair(opposite, "bounds[1]"));
  }
  check.list(touchingBetween, "touchingBetween").forEach((rule, k) => {
    const name = `touchingBetween[${k}]`;
    const { a, b, touching } = check.options(rule, name, ["a", "b", "touching"]);
    builder.touching_between(whole(a, `${name}.a`), whole(b, `${name}.b`), check.ignores(touching, `${name}.touching`));
  });
  check.list(rootedCirclesBetween, "rootedCirclesBetween").forEach((rule, k) => {
    const name = `rootedCirclesBetween[${k}]`;
    const { a, b } = check.options(rule, name, ["a", "b"]);
    builder.rooted_circles_between(whole(a, `${name}.a`), whole(b, `${name}.b`));
  });
}
