// Compiled, never run: uses that the types allow, and uses that they refuse.
import { Body, Broad, KasuriError, Mask, Poses, RandomStream, Region, Shape, Snapshot, Step, World, batch, deflected, det, init, query, solve } from "kasuri";
import type { Hit, Overlap, Pair } from "kasuri";
import * as single from "kasuri/single";
import { KasuriExcalibur } from "kasuri/excalibur";
import { Follower, crop } from "kasuri/follow";
import type { Host } from "kasuri/follow";
import { KasuriKaplay } from "kasuri/kaplay";
import { KasuriLittle } from "kasuri/little";
import { KasuriMelon } from "kasuri/melon";
import { KasuriPlugin } from "kasuri/phaser";
import { KasuriPixi } from "kasuri/pixi";

await init({ simd: true });
const mask: Mask = Mask.fromRows([".#."]);
const world = new World({ bounds: [[0, 0], { x: 640, y: 480 }], touching: "ignored" });
const core = new Region("core", Shape.circle(2), { against: 4 });
const ship: number = world.spawn(Body.sprite(mask, { at: { x: 1, y: 2 }, scale: [-1, 1], regions: [core] }));
const shots: Float64Array = world.spawnMany(Body.circle(3), { at: new Float32Array(8), angle: 0.5 });
world.setPositions(shots, [[0, 1], [2, 3]]);
world.setPositions(shots, new Float64Array(8));
const step: Step = world.step();
for (const hit of step.between(1, 2)) {
  const met: Hit = hit;
  const normal: Pair | undefined = world.contact(met)?.normal;
  void normal;
}
const overlap: Overlap | null = query.overlap(mask.place([0, 0], { pivot: [1, 1] }), Shape.point().place([0, 0]));
if (overlap?.kind === "sprite-sprite") overlap.centroid satisfies Pair;
if (overlap?.kind === "tiles") overlap.cells satisfies Pair[];
const bytes: Uint8Array = Snapshot.fromBytes(world.snapshot().toBytes()).toBytes();
const hash: bigint = world.hash();
const at: Pair = deflected([1, 2], { x: 0, y: 1 }, 1);
const drawn: bigint = new RandomStream(7n).split(3).bits();
const turned: Pair = det.rotate(at, det.sin(1));
const hits: Uint32Array = batch.hits(Poses.circles({ x: [1], y: [2], r: [3] }), Poses.circles({ x: [1], y: [2], r: [3] }));
const pairs: Uint32Array = new Broad("grid").pairs(new Float32Array(8));
const text: string = solve("{}");
const fits: Uint8Array = world.fits(Body.ellipse(3, 2, { group: 1 }), { from: [0, 0], count: [9, 9], angles: [0, 1] });
const free: Pair | undefined = world.nearestFit(Shape.ellipse(3, 2), [0, 0], { from: [0, 0], count: [9, 9] })?.at;
void [fits, free, query.countFits(mask.place([0, 0]), [], { from: [0, 0], step: [2, 2], count: [9, 9] })];
const other: single.World = new single.World();
const plugin = { key: "KasuriPlugin", plugin: KasuriPlugin, mapping: "kasuri" };
const host: Host<{ x: number }, { x: number }[]> = {
  members: (group) => group,
  isLive: () => true,
  pose: (object, pose) => (pose.at(object.x, 0, 0, 1, 1), pose.by([1, 0, 0, 1, object.x, 0])),
  name: () => "it",
};
const follower = new Follower(host, { touching: "ignored" });
const end: () => void = follower.overlap([{ x: 1 }], [{ x: 2 }], (a, b, met) => void [a.x, b, met.a]);
end();
const adapters: Follower[] = [new KasuriPixi(), new KasuriExcalibur(), new KasuriKaplay({}), new KasuriMelon({}), new KasuriLittle({}, { pixelsPerUnit: 16 })];
adapters[0]?.use({}, Shape.circle(4));
void crop;
try {
  world.remove(ship);
} catch (error) {
  if (error instanceof KasuriError && error.code === "stale") throw error;
}
void [bytes, hash, at, hits, pairs, text, other, plugin];

// @ts-expect-error: a body has no such option
Body.circle(3, { position: [0, 0] });
// @ts-expect-error: the constructor of a shape is private
new Shape();
// @ts-expect-error: no such axes
new World({ axes: "down" });
// @ts-expect-error: hits are not numbers
world.contact(3);
// @ts-expect-error: a shape is not a mask
Body.sprite(Shape.circle(3));
