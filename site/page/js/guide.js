// The guide's pictures. Each has its own engine, which runs while the picture is visible.

import { Game } from "./game.js";
import { FIRE } from "./pad.js";

// The number of steps shown before a loss, and the milliseconds for which its end is shown.
const SECOND = 70;
const REST = 1600;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

async function show(figure) {
  const room = figure.querySelector(".room");
  const game = await Game.create(room, figure.dataset.label, 0.7);
  const { scene, skip, overlays, golden, loss } = figure.dataset;
  const state = golden ? game.engine.golden() : game.engine.open(scene);
  for (let k = 0; k < Number(skip ?? 0); k++) game.engine.step(0, [0, 0], 0);
  game.overlays = Number(overlays ?? 0);
  game.onbroken = error => (room.textContent = error.message);
  game.begin(state);
  if (golden) compare(figure, game);
  if (loss) loop(figure, game);
  for (const button of figure.querySelectorAll("[data-held]")) {
    button.addEventListener("click", () => game.pad.tap(Number(button.dataset.held)));
  }
  game.run();
  return game;
}

// Starts a game without further input, so that the ship is hit. The second before that is repeated, slowly and enlarged.
function loop(figure, game) {
  game.engine.step(FIRE, [0, 0], 0);
  while (!game.engine.state().lost) game.engine.step(0, [0, 0], 0);
  const { step, words } = game.engine.why();
  figure.querySelector("output").textContent = words;
  game.slow = 4;
  let until = 0;
  game.onframe = now => {
    const isOver = game.engine.state().step >= step;
    if (isOver && !until) until = now + REST;
    if (isOver && now < until) return (game.slow = Infinity);
    if (isOver) game.goTo(step - SECOND);
    [game.slow, until] = [4, 0];
    return undefined;
  };
}

// Shows the comparison of the golden session's hashes in the caption.
function compare(figure, game) {
  game.slow = 0.25;
  game.onframe = () => {
    const { step, of, compared, equal, here } = game.engine.state();
    if (!here) return;
    const isOver = step === of;
    const sum = `${equal} of ${compared} hashes are equal to a native build's; the last is ${here}.`;
    figure.querySelector("figcaption").textContent = isOver ? `Over: ${sum}` : `Step ${step} of ${of}: ${sum}`;
    if (isOver) game.isPaused = true;
  };
}

// For users who prefer no motion: shows a still picture with a button that starts it.
function started(figure, game) {
  if (!isStill.matches) return;
  game.isPaused = true;
  const button = document.createElement("button");
  button.textContent = "Run";
  button.addEventListener("click", () => {
    game.isPaused = false;
    figure.dataset.runs = "yes";
    button.remove();
  });
  figure.append(button);
}

const games = new Map();

const observer = new IntersectionObserver(
  entries => {
    for (const { target: figure, isIntersecting } of entries) {
      if (isIntersecting && !games.has(figure)) {
        games.set(figure, show(figure).then(game => (started(figure, game), game)));
        games.get(figure).catch(error => (figure.querySelector(".room").textContent = error.message));
      } else {
        const mayRun = !isStill.matches || figure.dataset.runs;
        games.get(figure)?.then(game => (game.isPaused = !isIntersecting || !mayRun));
      }
    }
  },
  { rootMargin: "120px" },
);

for (const figure of document.querySelectorAll("figure")) observer.observe(figure);
window.kasuri = games;
