import * as engine from "littlejsengine";
import { KasuriLittle } from "kasuri/little";
import { COUNT, HEIGHT, WIDTH, game, hit, isThere, needle, needleAt, ship as picture } from "./dance.js";

const { vec2 } = engine;
const UNIT = 32;
const images = [needle(), picture()];
engine.setShowSplashScreen(false);
engine.setCanvasFixedSize(vec2(WIDTH, HEIGHT));
engine.setCameraScale(UNIT);
engine.setGravity(vec2());
let [needles, ship, kasuri] = [[], null, null];

function start() {
  engine.setCameraPos(vec2(WIDTH / 2 / UNIT, -HEIGHT / 2 / UNIT));
  const made = (k) => {
    const size = vec2(images[k].width, images[k].height);
    return new engine.EngineObject(vec2(), size.scale(1 / UNIT), new engine.TileInfo(vec2(), size, engine.textureInfos[k], 0, 0));
  };
  needles = Array.from({ length: COUNT }, () => made(0));
  ship = made(1);
  kasuri = new KasuriLittle(engine, { pixelsPerUnit: UNIT });
  kasuri.overlap(ship, needles, (_, one) => hit(needles.indexOf(one)), { only: "began" });
}

function update() {
  game.frame += 1;
  ship.pos = vec2(game.x / UNIT, -game.y / UNIT);
  needles.forEach((one, k) => {
    const { x, y, angle } = needleAt(k, game.frame);
    one.pos = vec2(x / UNIT, -y / UNIT);
    one.angle = angle;
    one.color = engine.rgb(1, 1, 1, isThere(k) ? 1 : 0);
  });
}

engine.engineInit(start, update, () => kasuri.update(), () => {}, () => {}, images.map((canvas) => canvas.toDataURL()));
