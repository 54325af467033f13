import { Actor, Color, DisplayMode, Engine, ImageSource, vec } from "excalibur";
import { KasuriExcalibur } from "kasuri/excalibur";
import { COUNT, HEIGHT, WIDTH, game, hit, isThere, needle, needleAt, ship as picture } from "./dance.js";

const canvasElement = document.querySelector("#game").appendChild(document.createElement("canvas"));
const common = { width: WIDTH, height: HEIGHT, displayMode: DisplayMode.Fixed, suppressPlayButton: true, antialiasing: false };
const engine = new Engine({ ...common, canvasElement, backgroundColor: Color.fromHex("#0b0d1a") });
const images = [needle(), picture()].map((canvas) => new ImageSource(canvas.toDataURL()));
await Promise.all(images.map((image) => image.load()));
const made = (image) => {
  const actor = new Actor();
  actor.graphics.use(image.toSprite());
  engine.currentScene.add(actor);
  return actor;
};
const needles = Array.from({ length: COUNT }, () => made(images[0]));
const ship = made(images[1]);

const kasuri = new KasuriExcalibur(engine.currentScene);
kasuri.overlap(ship, needles, (_, one) => hit(needles.indexOf(one)), { only: "began" });
engine.currentScene.on("preupdate", () => {
  game.frame += 1;
  ship.pos = vec(game.x, game.y);
  needles.forEach((one, k) => {
    const { x, y, angle } = needleAt(k, game.frame);
    one.pos = vec(x, y);
    one.rotation = angle;
    one.graphics.isVisible = isThere(k);
  });
});
engine.start();
