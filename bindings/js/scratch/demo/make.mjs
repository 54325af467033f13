// Writes the demo project: node make.mjs FILE. The ship follows the mouse between turning blades and rings of bullets.
import { writeFileSync } from "node:fs";
import { block, menu, sb3 } from "./sb3.mjs";

const svg = (width, height, inside) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

const SPRITES = {
  sky: svg(480, 360, '<rect width="480" height="360" fill="#0b1026"/><path d="M0 330 L120 300 L240 335 L360 305 L480 330 V360 H0 Z" fill="#c03030"/>'),
  ship: svg(40, 44, '<path d="M20 0 L36 40 L20 32 L4 40 Z" fill="#f0f0ff"/><circle cx="20" cy="22" r="4" fill="#ff4060"/>'),
  blade: svg(160, 160, '<path d="M80 4 C100 50 100 50 156 80 C110 96 110 96 80 156 C64 110 64 110 4 80 C50 64 50 64 80 4 Z M80 60 A20 20 0 1 0 80 100 A20 20 0 1 0 80 60 Z" fill="#6fd0ff" fill-rule="evenodd"/>'),
};

const VARIABLES = { touched: ["touched", 0], grazed: ["grazed", 0], turn: ["turn", 0], bullets: ["bullets", 0], red: ["on red", 0] };
const read = (id) => ({ opcode: "data_variable", given: { $VARIABLE: [VARIABLES[id][0], id] } });
const set = (id, VALUE) => block("data_setvariableto", { VALUE, $VARIABLE: [VARIABLES[id][0], id] });
const change = (id, VALUE) => block("data_changevariableby", { VALUE, $VARIABLE: [VARIABLES[id][0], id] });
const when = block("event_whenflagclicked");
const forever = (...blocks) => block("control_forever", { SUBSTACK: blocks });
const blades = () => menu("kasuri_menu_sprites", "sprites", "blade");
const iff = (CONDITION, ...SUBSTACK) => block("control_if", { CONDITION, SUBSTACK });

const stage = {
  name: "Stage",
  svg: SPRITES.sky,
  center: [240, 180],
  variables: VARIABLES,
  scripts: [
    [
      when,
      ...Object.keys(VARIABLES).map((id) => set(id, 0)),
      block("kasuri_removeBullets"),
      forever(
        change("turn", 7),
        block("kasuri_fireRing", { COUNT: 18, X: 0, Y: 60, DIRECTION: read("turn"), SPEED: 2, RADIUS: 3 }),
        block("kasuri_moveBullets"),
        set("bullets", block("kasuri_bulletCount")),
      ),
    ],
  ],
};

const ship = {
  name: "ship",
  svg: SPRITES.ship,
  center: [20, 24],
  y: -100,
  scripts: [
    [
      when,
      forever(
        block("motion_goto", { TO: menu("motion_goto_menu", "TO", "_mouse_") }),
        iff(block("kasuri_touching", { SPRITE: blades() }), change("touched", 1), block("kasuri_pushApart", { SPRITE: blades() })),
        change("touched", block("kasuri_bulletsTouching")),
        block("kasuri_removeTouching"),
        change("grazed", block("kasuri_bulletsGrazing", { MARGIN: 6 })),
        iff(block("kasuri_touchingColor", { COLOR: "#c03030" }), change("red", 1)),
      ),
    ],
  ],
};

const turning = [when, forever(block("motion_turnright", { DEGREES: 3 }))];
const blade = (name, x, y, size) => ({ name, svg: SPRITES.blade, center: [80, 80], x, y, size, scripts: [turning] });

const monitors = ["touched", "grazed", "bullets", "red"].map((id, k) => ({
  id,
  mode: "default",
  opcode: "data_variable",
  params: { VARIABLE: VARIABLES[id][0] },
  spriteName: null,
  value: 0,
  width: 0,
  height: 0,
  x: 5,
  y: 5 + 27 * k,
  visible: true,
  sliderMin: 0,
  sliderMax: 100,
  isDiscrete: true,
}));

export const demo = () => sb3([stage, blade("blade", -130, 20, 90), ship], { monitors });

if (process.argv[2]) writeFileSync(process.argv[2], demo());
