// Kasuri's pixel art, in the public domain (CC0): one character per texel, as in stage/assets/art.

export const PALETTE = {
  k: "#0b0d1a",
  K: "#10132a",
  d: "#232848",
  s: "#3d4675",
  S: "#6274a8",
  m: "#9fb3d9",
  w: "#f4f5ea",
  y: "#ffd75e",
  o: "#f08c3c",
  r: "#e8476a",
  R: "#8f2650",
  v: "#b56ce0",
  V: "#5b3396",
  u: "#35205f",
  c: "#4fc3f0",
  C: "#1f78b0",
  g: "#7fe08a",
  G: "#2f8a63",
  p: "#ffb3c6",
  l: "#c8f2ff",
};

/** The rows of each picture. If a picture is mirrored, its rows are the left half, and the last column is the middle. */
export const PICTURES = {
  moth: {
    isMirrored: true,
    rows: [
      "..................y........",
      "...................v.......",
      "....................v......",
      "...uuuuuuuuu.........v..dSS",
      ".uuuVVVVVVVVVuu........dSSS",
      "uuVVVVVvvvvVVVVuu.....drrSS",
      "uuuuuvvvyyyvvvVVVuu...drrSS",
      "uVVVvuuyRRRyvvvvVVVu..drrSS",
      "uVVVvvyRwwRRyVVvvvVVuu.dSSS",
      "uuVVvvyRwwwRyVVVvvvVVVu.dSS",
      ".uVVvvvyRRRyyuVVVVvvVVVusss",
      ".uuVVvvvyyyyVVuuuVvvvVVdssS",
      "..uVVVvvVVVVVVVVuuuvvvVdSmm",
      "...uVVVvvvVVVVVVVVVuuvVdSmm",
      "....uuVVvvvVVVVVVVVvvuudsCc",
      "......uVVVvvvvvVVvvvvvVdCcw",
      ".......uuVVVvvvvvvvvvVVScww",
      ".........uuVVVVvvvvVVVVSCcw",
      "...........uuVVVVVVVVVussCc",
      ".............uuuuuuuuuussSS",
      "............uRRrrrrrrrRSSmm",
      "...........uRrrruuuurrrdSmm",
      "..........uRRrruuuuuurrdsSS",
      "..........RRrruuuuuuurrdsSS",
      ".........uRRruuuuuuuurRdSmm",
      ".........uRrrowwouuurrRdSSm",
      ".........uRrrowwwourrRRusss",
      ".........uRrrowwwurrrRu.dss",
      ".........uRRrroorrrRRu..dSS",
      ".........uRRRrrrrrRRu....dS",
      "..........uRRRRRRRRu.....dd",
      "...........uuRRRuu........d",
      ".............uu............",
    ],
  },
  needle: {
    isMirrored: true,
    rows: [
      "..l",
      ".lc",
      ".lc",
      "lcw",
      "lcw",
      "lcw",
      "lcw",
      "lCw",
      ".lC",
      ".lC",
      "..l",
    ],
  },
  rice: {
    isMirrored: true,
    rows: [
      "...g",
      "..gG",
      "..gG",
      ".gGw",
      ".gGw",
      ".gGw",
      ".gGw",
      "..gG",
      "..gG",
      "...g",
    ],
  },
  orb: {
    isMirrored: false,
    rows: [
      "..ppp..",
      ".prrrp.",
      "prwwrrp",
      "prwwwrp",
      "prrwrrp",
      ".prrrp.",
      "..ppp..",
    ],
  },
  ship: {
    isMirrored: true,
    rows: [
      ".........w",
      ".........w",
      "........Sw",
      "........mw",
      "........mC",
      ".......Smc",
      ".......Smc",
      "......sSmC",
      "..r...sSmw",
      "..w...SSmw",
      "..m..sSSmw",
      "..S..sSmmw",
      ".sS.sSSmww",
      ".sSsSSmmww",
      ".sSSSSmrww",
      ".sSSSmmrRw",
      "sSSSSmmrRw",
      "sSSssSSRrR",
      "sS...sSyrS",
      "s......oyo",
      "........oy",
    ],
  },
  shot: {
    isMirrored: true,
    rows: [
      ".m",
      "mw",
      "Sm",
      "Sm",
      "SS",
      ".s",
      ".s",
    ],
  },
  gem: {
    isMirrored: true,
    rows: [
      "...y",
      "..yw",
      ".yww",
      "yoww",
      ".oyw",
      "..oy",
      "...o",
    ],
  },
};

/** Draws a picture on a canvas of its size, or `scale` times as large. */
export function painted(name, scale = 1) {
  const { rows, isMirrored } = PICTURES[name];
  const all = rows.map((row) => (isMirrored ? row + [...row].reverse().slice(1).join("") : row));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [all[0].length * scale, all.length * scale];
  const context = canvas.getContext("2d");
  all.forEach((row, y) =>
    [...row].forEach((character, x) => {
      if (character === ".") return;
      context.fillStyle = PALETTE[character];
      context.fillRect(x * scale, y * scale, scale, scale);
    }),
  );
  return canvas;
}
