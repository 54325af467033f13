// The native results of the program: pictures of a recording's last step, and scenes' answers.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

import { readPng } from "./png.mjs";

const run = promisify(execFile);

export class Native {
  constructor(program, folder) {
    [this.program, this.folder] = [program, folder];
  }

  // Plays a recording to its end, and returns its picture. Fails if its hash differs.
  async view(replay) {
    const out = join(this.folder, "native.png");
    await run(this.program, ["view", replay, "--headless", "--zoom", "1", "--out", out]);
    return readPng(out);
  }

  // Returns a sheet as the program writes it.
  async sheet(text) {
    const written = run(this.program, ["sheet", "-", "--json"], { maxBuffer: 1 << 28 });
    written.child.stdin.end(text);
    return (await written).stdout;
  }

  // Returns a sheet as polygons for an engine.
  async polygons(text, engine) {
    const written = run(this.program, ["sheet", "-", "--to", engine], { maxBuffer: 1 << 28 });
    written.child.stdin.end(text);
    return (await written).stdout;
  }

  // Returns the sheet of a picture: of an animated one, or of one that is cut into frames.
  async sheetOf(picture, frames) {
    return (await run(this.program, ["sheet", picture, ...(frames ? ["--frames", frames] : []), "--json"], { maxBuffer: 1 << 28 })).stdout;
  }

  // Returns the answer to a scene.
  async solve(scene) {
    const answer = run(this.program, ["solve", "-"]);
    answer.child.stdin.end(scene);
    return JSON.parse((await answer).stdout);
  }
}
