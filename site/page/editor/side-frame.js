// The panel of the frame: its name, duration, pivot and values; the tags of the sheet.

import * as edits from "./edits.js";
import { button, choice, group, make, numberField, show, textField } from "./elements.js";
import { valuesGroup } from "./values.js";

const DIRECTIONS = [["forward", "forward"], ["reverse", "backward"], ["pingpong", "there and back"], ["pingpong_reverse", "back and there"]];

export function sideFrame(panel, state, say) {
  return () => {
    const { frame, at, sheet } = state;
    const each = (field, to) => state.edit(state.frames().flatMap(k => edits.setFrame(k, field, to)));
    const rename = name => {
      if (name && sheet.frames.some((other, k) => k !== at && other.name === name)) say(`Another frame has the name ${name}.`);
      else state.edit(edits.setFrame(at, "name", name));
      state.tell();
    };
    show(panel, [
      group(`Frame ${at} of ${sheet.frames.length}: ${frame.mask.width} × ${frame.mask.height}`,
        textField("Name", frame.name, rename),
        make("div", { class: "pair" },
          numberField("Milliseconds", frame.duration, value => each("duration", value), { min: 1, max: 4294967295, step: 1 }),
          numberField("Pivot x", frame.pivot[0], x => state.edit(edits.setPivot(state.frames(), [x, frame.pivot[1]]))),
          numberField("Pivot y", frame.pivot[1], y => state.edit(edits.setPivot(state.frames(), [frame.pivot[0], y]))))),
      valuesGroup("frame", frame.values, to => each("values", to)),
      tags(state, say),
      valuesGroup("sheet", sheet.values, to => state.edit(edits.setValues([], to))),
    ]);
  };
}

function tags(state, say) {
  const { sheet } = state;
  const last = sheet.frames.length - 1;
  const lines = sheet.tags.map((tag, k) => {
    const set = (field, to) => state.edit([{ set: ["tags", k, field], to }]);
    const rename = name => {
      if (!name || sheet.tags.some((other, n) => n !== k && other.name === name)) say("Tags have names, and no two have the same one.");
      else set("name", name);
      state.tell();
    };
    return make("div", { class: "pair" },
      textField("Tag", tag.name, rename),
      numberField("From", tag.from, value => set("from", value), { min: 0, max: tag.to, step: 1 }),
      numberField("To", tag.to, value => set("to", value), { min: tag.from, max: last, step: 1 }),
      choice("Plays", DIRECTIONS, tag.direction ?? "forward", value => set("direction", value)),
      button("Remove", () => state.edit(edits.removeTag(k)), { "aria-label": `Remove the tag ${tag.name}` }));
  });
  const add = () => {
    const names = new Set(sheet.tags.map(({ name }) => name));
    let k = 1;
    while (names.has(`tag ${k}`)) k++;
    state.edit(edits.addTag(sheet, { name: `tag ${k}`, from: state.at, to: last, direction: "forward" }));
  };
  return group("Tags", ...lines, make("div", { class: "buttons" }, button("Add a tag", add)));
}
