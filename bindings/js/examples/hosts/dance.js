// The game of all examples: needles circle, and the ship follows the pointer between them. A needle that the ship
// touches to the pixel vanishes for a second.
import { painted } from "../moth/art.js";

export const [WIDTH, HEIGHT] = [480, 480];
export const COUNT = 96;

export const ship = () => painted("ship", 2);
export const needle = () => painted("needle", 2);

/** Returns where a needle is in a frame. */
export function needleAt(k, frame) {
  const ringed = 50 + 40 * (k % 5) + 12 * Math.sin(frame / 40 + k);
  const angle = (k * 2 * Math.PI) / COUNT + (frame / 120) * (k % 2 ? 1 : -1);
  return { x: WIDTH / 2 + ringed * Math.cos(angle), y: HEIGHT / 2 + ringed * Math.sin(angle), angle: angle + frame / 30 };
}

/** The state of the game, which a host shows. */
export const game = { frame: 0, hits: 0, x: WIDTH / 2, y: HEIGHT / 2, back: new Array(COUNT).fill(0) };
window.game = game;

addEventListener("pointermove", ({ clientX, clientY }) => {
  const box = document.querySelector("canvas").getBoundingClientRect();
  [game.x, game.y] = [((clientX - box.x) * WIDTH) / box.width, ((clientY - box.y) * HEIGHT) / box.height];
});

/** Counts a hit of needle k, and hides it for a second. */
export function hit(k) {
  game.hits += 1;
  game.back[k] = game.frame + 60;
  document.querySelector("#score").textContent = `${game.hits} hits`;
}

export const isThere = (k) => game.frame >= game.back[k];
