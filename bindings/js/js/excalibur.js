// Follows the actors of Excalibur: they hit exactly as their sprites and animations are drawn.
import { Follower, moved, product, crop, scaled, turned } from "./follow.js";

/** Excalibur moves, then scales, then turns: with unequal scales a turned actor is drawn sheared. */
const matrixOf = ({ pos, scale, rotation }) => product(moved(pos.x, pos.y), scaled(scale.x, scale.y), turned(rotation));

/** The actor and its parents, the outermost first. */
function lineOf(actor) {
  const line = [];
  for (let one = actor; one?.transform; one = one.parent) line.unshift(one);
  return line;
}

function isDrawn(actor) {
  return lineOf(actor).every((one) => (one.graphics?.opacity ?? 1) !== 0) && actor.graphics.isVisible;
}

/** The matrix with which Excalibur draws a graphic: its own scale, turn and flips. */
function matrixOfGraphic(graphic, isFlipX, isFlipY) {
  const { scale, rotation, width, height } = graphic;
  const origin = graphic.origin ?? { x: width / 2, y: height / 2 };
  return product(
    scaled(Math.abs(scale.x), Math.abs(scale.y)),
    moved(origin.x, origin.y),
    turned(rotation),
    scaled(scale.x > 0 ? 1 : -1, scale.y > 0 ? 1 : -1),
    moved(-origin.x, -origin.y),
    isFlipX ? product(moved(width / scale.x, 0), scaled(-1, 1)) : moved(0, 0),
    isFlipY ? product(moved(0, height / scale.y), scaled(1, -1)) : moved(0, 0),
  );
}

const host = {
  members: (group) => (Array.isArray(group) ? group : group.actors ? group.actors : [group]),
  isLive: (actor) => actor.isActive && Boolean(actor.scene),
  name: (actor) => `the actor "${actor.name}"`,
  emit: (actor, event, other, hit) => actor.events.emit(event, { other, hit, target: actor }),

  pose(actor, pose) {
    if (!isDrawn(actor)) return false;
    const { graphics } = actor;
    let graphic = graphics.current;
    let matrix = product(...lineOf(actor).map((one) => matrixOf(one.transform.get())));
    if (!graphic) return pose.by(matrix);
    const { anchor = graphics.anchor, offset = graphics.offset } = graphics.currentOptions ?? {};
    const { globalScale } = actor.transform;
    const x = -graphic.width * anchor.x + offset.x * graphic.scale.x * globalScale.x;
    const y = -graphic.height * anchor.y + offset.y * graphic.scale.y * globalScale.y;
    matrix = product(matrix, moved(x, y));
    let [flipX, flipY] = [graphics.flipHorizontal, graphics.flipVertical];
    // An animation draws the graphic of its frame.
    for (;;) {
      matrix = product(matrix, matrixOfGraphic(graphic, flipX !== graphic.flipHorizontal, flipY !== graphic.flipVertical));
      [flipX, flipY] = [false, false];
      if (graphic.currentFrame === undefined) break;
      if (!graphic.currentFrame?.graphic) return false;
      graphic = graphic.currentFrame.graphic;
    }
    if (graphic.image?.isLoaded?.() === false) return false;
    if (graphic.image?.image && graphic.sourceView) {
      const { sourceView: view, destSize: size } = graphic;
      pose.show(crop(graphic.image.image, view.x, view.y, view.width, view.height), view.width * anchor.x, view.height * anchor.y);
      matrix = product(matrix, scaled(size.width / view.width, size.height / view.height));
    }
    return pose.by(matrix);
  },
};

/** Follows the actors of a scene, after each of its updates. A group may be an actor, an array, or the scene. */
export class KasuriExcalibur extends Follower {
  #ended;

  constructor(scene, options) {
    super(host, options);
    const told = scene?.on("postupdate", () => this.update());
    this.#ended = () => told?.close();
  }

  destroy() {
    this.#ended();
    this.free();
  }
}
