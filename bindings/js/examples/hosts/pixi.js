import { Application, Sprite, Texture } from "pixi.js";
import { KasuriPixi } from "kasuri/pixi";
import { COUNT, HEIGHT, WIDTH, game, hit, isThere, needle, needleAt, ship as picture } from "./dance.js";

const app = new Application();
await app.init({ width: WIDTH, height: HEIGHT, background: "#0b0d1a", preference: "webgl" });
document.querySelector("#game").append(app.canvas);
const made = (texture) => app.stage.addChild(new Sprite({ texture, anchor: 0.5 }));
const texture = Texture.from(needle());
const needles = Array.from({ length: COUNT }, () => made(texture));
const ship = made(Texture.from(picture()));

const kasuri = new KasuriPixi(app);
kasuri.overlap(ship, needles, (_, one) => hit(needles.indexOf(one)), { only: "began" });
app.ticker.add(() => {
  game.frame += 1;
  ship.position.set(game.x, game.y);
  needles.forEach((one, k) => {
    const { x, y, angle } = needleAt(k, game.frame);
    one.position.set(x, y);
    one.rotation = angle;
    one.visible = isThere(k);
  });
});
