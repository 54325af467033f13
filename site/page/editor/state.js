// What the editor shows and edits: the sheet with its history, the frame and the region in hand, the tool, and which frames an edit changes.

import { History } from "./history.js";
import { framesOf, newSheet } from "./sheet.js";

export class State {
  #listeners = [];

  constructor(art) {
    this.art = art;
    this.tool = "pencil";
    this.size = 1;
    this.key = [255, 0, 255];
    this.tolerance = 0;
    this.alpha = 128;
    this.scope = "frame";
    this.played = "";
    this.cursor = [0, 0];
    // The frame that regions are copied to; null for the next one.
    this.target = null;
    this.open(newSheet());
  }

  get sheet() {
    return this.history.sheet;
  }

  get frame() {
    return this.sheet.frames[this.at];
  }

  get region() {
    return this.frame.regions[this.selected];
  }

  // Shows another sheet. What was before cannot be undone.
  open(sheet) {
    this.history = new History(sheet);
    this.history.onchange = changes => this.tell({ changes });
    [this.at, this.selected, this.target] = [0, -1, null];
    this.scope = "frame";
    this.tell({ opened: true });
  }

  // Calls back after each change of what is shown, with what changed.
  listen(listener) {
    this.#listeners.push(listener);
  }

  tell(what = {}) {
    this.at = Math.min(this.at, this.sheet.frames.length - 1);
    this.selected = Math.min(this.selected, this.frame.regions.length - 1);
    this.#listeners.forEach(listener => listener(what));
  }

  edit(changes, merge) {
    this.history.edit(changes, merge);
  }

  go(frame) {
    const count = this.sheet.frames.length;
    const name = this.region?.name;
    this.at = ((frame % count) + count) % count;
    this.target = null;
    // The region of that name stays in hand.
    this.selected = this.frame.regions.findIndex(region => region.name === name);
    this.tell({ moved: true });
  }

  select(region) {
    this.selected = region;
    this.tell({ selected: true });
  }

  // The frames that an edit changes, the shown one among them: "frame", "all" or "tag:NAME".
  frames() {
    if (this.scope === "all") return this.sheet.frames.map((_, k) => k);
    const tag = this.sheet.tags.find(({ name }) => `tag:${name}` === this.scope);
    if (!tag) return [this.at];
    const frames = Array.from({ length: tag.to - tag.from + 1 }, (_, k) => tag.from + k);
    return frames.includes(this.at) ? frames : [...frames, this.at];
  }

  // The frames that play, with their durations.
  sequence() {
    const tag = this.sheet.tags.find(({ name }) => name === this.played);
    return tag ? framesOf(tag) : this.sheet.frames.map((_, k) => k);
  }
}
