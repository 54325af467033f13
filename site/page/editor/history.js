// A document that is changed by edits, each of which can be undone. An edit is a list of changes, and a change says what it replaces:
// - { set: path, to }: a value in the document, by its path; undefined means that it is not there;
// - { splice: path, at, remove, add }: items of a list;
// - { texels: frame, box, to }: the texels of a frame's mask in a box.
// To undo is to apply the opposite changes in the opposite order, so every edit there is can be undone.

import { cut, put } from "./masks.js";

const MOST_EDITS = 1000;
// What all kept edits may take, in bytes of texels.
const MOST_BYTES = 1 << 28;

export class History {
  #done = [];
  #undone = [];
  // Called after each change of the document, with the changes.
  onchange = () => {};

  constructor(sheet) {
    this.sheet = sheet;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  // Makes an edit. Edits with the same `merge` that follow each other are one for the user: a drag, a stroke.
  edit(wanted, merge) {
    if (!wanted.length) return;
    // What is asked for may share objects with the document, which later edits change.
    const changes = structuredClone(wanted);
    const back = this.#apply(changes);
    const last = this.#done.at(-1);
    if (merge !== undefined && last?.merge === merge) {
      last.back = [...back, ...last.back];
      last.forth.push(...changes);
    } else {
      this.#done.push({ back, forth: [...changes], merge });
    }
    this.#undone = [];
    this.#trim();
    this.onchange(changes);
  }

  // Ends a drag or a stroke: the next edit is another one.
  settle() {
    const last = this.#done.at(-1);
    if (last) last.merge = undefined;
  }

  undo() {
    const edit = this.#done.pop();
    if (!edit) return false;
    this.#apply(edit.back);
    this.#undone.push({ ...edit, merge: undefined });
    this.onchange(edit.back);
    return true;
  }

  redo() {
    const edit = this.#undone.pop();
    if (!edit) return false;
    this.#apply(edit.forth);
    this.#done.push(edit);
    this.onchange(edit.forth);
    return true;
  }

  // Applies changes, and returns those that take them back.
  #apply(changes) {
    const back = [];
    for (const change of changes) back.unshift(applied(this.sheet, change));
    return back;
  }

  // Forgets the oldest edits where there are too many, or too many texels in them.
  #trim() {
    const bytes = ({ back, forth }) => [...back, ...forth].reduce((sum, { texels, to }) => sum + (texels === undefined ? 0 : to.length), 0);
    let sum = 0;
    const most = this.#done.findLastIndex(edit => (sum += bytes(edit)) > MOST_BYTES);
    this.#done = this.#done.slice(Math.max(Math.min(most + 1, this.#done.length - 1), this.#done.length - MOST_EDITS));
  }
}

function applied(sheet, change) {
  if (change.texels !== undefined) {
    const { mask } = sheet.frames[change.texels];
    const before = cut(mask, change.box);
    put(mask, change.box, change.to);
    return { ...change, to: before };
  }
  if (change.splice) {
    const list = change.splice.reduce((value, key) => value[key], sheet);
    const removed = list.splice(change.at, change.remove, ...structuredClone(change.add));
    return { splice: change.splice, at: change.at, remove: change.add.length, add: removed };
  }
  const [key, owner] = [change.set.at(-1), change.set.slice(0, -1).reduce((value, key) => value[key], sheet)];
  const before = structuredClone(owner[key]);
  if (change.to === undefined) delete owner[key];
  else owner[key] = structuredClone(change.to);
  return { set: change.set, to: before };
}
