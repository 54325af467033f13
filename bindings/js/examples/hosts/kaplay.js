import kaplay from "kaplay";
import { KasuriKaplay } from "kasuri/kaplay";
import { COUNT, HEIGHT, WIDTH, game, hit, isThere, needle, needleAt, ship as picture } from "./dance.js";

const canvas = document.querySelector("#game").appendChild(document.createElement("canvas"));
const k = kaplay({ canvas, width: WIDTH, height: HEIGHT, background: [11, 13, 26], global: false, loadingScreen: false });
k.loadSprite("needle", needle());
k.loadSprite("ship", picture());

k.scene("game", () => {
  const made = (name) => k.add([k.sprite(name), k.pos(0, 0), k.rotate(0), k.anchor("center"), name]);
  const needles = Array.from({ length: COUNT }, () => made("needle"));
  const ship = made("ship");
  k.onUpdate(() => {
    game.frame += 1;
    ship.pos = k.vec2(game.x, game.y);
    needles.forEach((one, n) => {
      const { x, y, angle } = needleAt(n, game.frame);
      one.pos = k.vec2(x, y);
      one.angle = (angle * 180) / Math.PI;
      one.hidden = !isThere(n);
    });
  });
  const kasuri = new KasuriKaplay(k);
  kasuri.overlap("ship", "needle", (_, one) => hit(needles.indexOf(one)), { only: "began" });
});
k.onLoad(() => k.go("game"));
