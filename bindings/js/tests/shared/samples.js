// Good values for the parameters in kasuri.d.ts, and bad values for any parameter.

const SHEET = '{"kasuri_sheet": 1, "frames": [{"size": [2, 1], "mask": {"rows": ["##"]}}], "tags": [{"name": "core", "from": 0, "to": 0}]}';

/** Returns a world with bodies, one object of each class, and for each `type` of a parameter a value that is accepted. */
export function samples(kasuri) {
  const { Body, Look, Mask, Poses, Recorder, Recording, Region, Shape, Sheet, TileMap, World } = kasuri;
  const world = new World({ bounds: [[-1000, -1000], [1000, 1000]] });
  const [ship, shot] = world.spawnMany(Body.circle(3), { at: [0, 0, 4, 0] });
  const recorder = new Recorder();
  const step = recorder.step(world);
  const moth = Mask.fromRows([".##.", "####"]);
  const column = [1, 2];
  const byType = {
    "Vec": [3, 4],
    "Scale": 2,
    "Numbers": column,
    "Places": [0, 0, 4, 0],
    "Handle": ship,
    "Handles": [ship, shot],
    "Solid": Shape.circle(3),
    "Touching": "counts",
    "BroadKind": "auto",
    "number": 1,
    "number | bigint": 7,
    "boolean": true,
    "string": "core",
    "number | null": 1,
    "Vec | null": [0, -1],
    "Region": new Region("core", Shape.circle(1)),
    "Body | Solid": Body.circle(2, { group: 3 }),
    "Form | readonly Form[]": [moth.place([3, 4])],
    "FitPlaces": { from: [0, 0], count: [9, 9], angles: [0, 1], against: 3, ignore: shot },
    "PlaceGrid & { touching?: Touching }": { from: [0, 0], step: [2, 1], count: [9, 9], touching: "ignored" },
    "Places | number": [1, 1, 2, 2],
    "readonly string[]": [".#", "##"],
    "Mask": moth,
    "Shape": Shape.circle(2),
    "TileMap": new TileMap([8, 8], ["#."]),
    "Form": moth.place([3, 4]),
    "Cover": moth.place([1, 1]).cover(),
    "Look": new Look(Shape.circle(2)),
    "readonly Look[]": [new Look(moth)],
    "readonly Form[]": [moth.place([3, 4])],
    "Body": Body.circle(2),
    "World": world,
    "Snapshot": world.snapshot(),
    "Hit": step.hits.at(0),
    "Hits": step.hits,
    "Poses": Poses.circles({ x: column, y: column, r: column }),
    "Recording": new Recording(recorder.bytes()),
    "Opacity": { alpha: 100 },
    "Filter": { against: 3 },
    "Placing": { angle: 1, scale: 2 },
    "Placing & Filter": { angle: 1, scale: 2, against: 3, ignore: shot },
    "Placing & { pivot?: Vec }": { angle: 1, pivot: [0, 0] },
    "BodyOptions": { at: [3, 4], angle: 1, layer: 2, data: 7 },
    "WorldOptions": { bounds: [[0, 0], [9, 9]], touching: "ignored" },
    "{ pivot?: Vec; layer?: number; against?: number }": { layer: 1 },
    "{ pivot?: Vec; regions?: readonly Region[] }": { regions: [new Region("core", Shape.circle(1))] },
    "readonly { shape: Shape; offset?: Vec; tag?: string }[]": [{ shape: Shape.circle(1), offset: [1, 1], tag: "tip" }],
    "Readonly<Record<string, Mask | Places>>": { m: moth },
    "readonly Body[]": [Body.circle(1), Body.point()],
    '"stick" | "slide" | number': "slide",
    "(x: number, y: number) => boolean": (x, y) => x === y,
    "Uint8Array | ArrayBuffer": recorder.bytes(),
    "Uint8Array | Uint8ClampedArray": new Uint8Array(32),
    "Uint8Array | Uint8ClampedArray | ArrayBuffer": new Uint8Array(1),
  };
  const special = {
    "Poses.boxes": [{ x: column, y: column, hx: column, hy: column, angle: column }],
    "Poses.circles": [{ x: column, y: column, r: column }],
    "Poses.shapes": [{ shapes: [Shape.circle(1)], shape: [0, 0], x: column, y: column, angle: column }],
    "Poses.sprites": [{ masks: [moth], mask: [0, 0], x: column, y: column, angle: column }],
    "World.spawnMany": [Body.circle(1), { at: [1, 2, 3, 4], angle: 1, scale: [1, 2], data: [1, 2] }],
    "World.setPlacements": [[ship, shot], { at: [1, 2, 3, 4], angle: [1, 2], scale: 2 }],
    "World.setChain": [world.spawn(Body.chain([[0, 0], [9, 9]], 1)), [0, 0, 4, 4]],
    "World.setChains": [[world.spawn(Body.chain([[0, 0], [9, 9]], 1))], [0, 0, 4, 4]],
    "World.removeRegion": [world.spawn(Body.circle(3, { regions: [new Region("core", Shape.circle(1))] })), "core"],
    "World.setFrame": [ship, 0],
    "World.setFrames": [[ship, shot], [0, 0]],
    "World.setScales": [[ship, shot], [[1, 1], [2, 2]]],
    "Mask.fromRgba": [2, 1, new Uint8Array(8), { alpha: 3 }],
    "Mask.fromTexels": [2, 1, new Uint8Array(2)],
    "Mask.fromImageData": [{ width: 1, height: 1, data: new Uint8Array(4) }, { key: [1, 2, 3] }],
    "Mask.fromPng": null, // Its own test uses a file.
    "Mask.constructor": [4, 4, true],
    "Mask.sliced": [2, 1],
    "Mask.component": [0, true],
    "Snapshot.fromBytes": [world.snapshot().toBytes()],
    "Broad.pairs": [[0, 0, 1, 1, 0, 0, 2, 2], [1, 1, 1, 1]],
    "Shape.polygon": [[[0, 0], [9, 0], [0, 9]], 2],
    "Body.polygon": [[[0, 0], [9, 0], [0, 9]], { layer: 2 }],
    "Sheet.fromJson": [SHEET],
    "Sheet.mask": [0],
    "Sheet.look": [0],
    "KasuriError.constructor": null, // As for any Error.
    "Hits.at": [0],
    "Form.painted": [new Uint8Array(32)],
    "TileMap.constructor": [[8, 8], ["#m"], { m: moth }],
  };
  const objects = {
    World: world, Shape: byType.Shape, Mask: moth, TileMap: byType.TileMap, Form: byType.Form, Cover: byType.Cover, Body: byType.Body,
    Hits: step.hits, Step: step, Snapshot: byType.Snapshot, Recorder: recorder, Recording: byType.Recording,
    Replay: byType.Recording.replay(), Poses: byType.Poses, Broad: new kasuri.Broad(), Region: new Region("a", Shape.point()), Look: byType.Look,
    Sheet: Sheet.fromJson(SHEET), RandomStream: new kasuri.RandomStream(1),
  };
  return { byType, special, objects, world, ship };
}

/** Returns arguments that are accepted. */
export function good({ byType, special }, owner, one) {
  const known = special[`${owner}.${one.name}`];
  if (known !== undefined) return known;
  return one.parameters.map(({ name, type }) => {
    if (!(type in byType)) throw new Error(`${owner}.${one.name}: no sample of ${name}: ${type}`);
    return byType[type];
  });
}

/** Returns values that are wrong for most parameters. */
export function badValues(kasuri, { ship }) {
  const other = new kasuri.World();
  other.spawnMany(kasuri.Body.point(), { at: new Float64Array(40) });
  const foreign = other.bodies()[39];
  const freed = [kasuri.Shape.circle(1), new kasuri.Mask(2, 2), kasuri.Shape.point().place([0, 0]), new kasuri.World(), kasuri.Body.point()];
  freed.forEach((one) => one.free());
  const hollow = [kasuri.Shape, kasuri.Mask, kasuri.World, kasuri.Form, kasuri.Body].map((Class) => Object.create(Class.prototype));
  const detached = new Float64Array(4);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const sparse = [1, 2];
  sparse.length = 9;
  return [
    undefined, null, NaN, Infinity, -Infinity, -0, -1, 0, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, -1e308, "", "x", "12", "counts", true, 10n,
    Symbol("s"), {}, [], [1], [1, 2, 3], [NaN, 1], [1, "2"], ["#", "##"], [null, null], [[]], [[1, 2], [3]], sparse, () => 1,
    () => NaN, new Date(NaN), new Map(), /x/, new Float64Array(0), new Float64Array(3), new Float64Array([NaN, 1, 2, 3]), detached,
    new Float32Array([1e38, 1]), new BigInt64Array(2), new DataView(new ArrayBuffer(8)), new ArrayBuffer(3), new Uint8Array(7),
    { x: 1 }, { x: NaN, y: 1 }, { at: [NaN, 0] }, { at: null }, { angle: "1" }, { scale: 0 }, { against: -1 }, { ignore: foreign }, { length: 2 },
    { a: ship, b: ship, regions: [0, 0], layers: [1, 1], t: null }, { a: NaN, b: foreign, regions: [9, 9], layers: [0, 0] },
    ship, ship + 2 ** 24, ship + 0.5, foreign, [ship, ship], [ship, foreign], Float64Array.of(foreign, NaN), 2 ** 24 * 2 ** 28,
    ...freed, ...hollow, kasuri.Shape.circle(2), new kasuri.Mask(3, 3), new kasuri.TileMap([4, 4], ["#"]), other, kasuri.query, kasuri.query.overlaps,
    Object.create(null), new Proxy({}, {}),
  ];
}
