// The values of a frame, a region or a sheet: numbers, texts, true and false by name.

import { button, group, make } from "./elements.js";

const KINDS = [["number", "number"], ["string", "text"], ["boolean", "true/false"]];
const FIRST = { number: 0, string: "", boolean: true };

// Returns a group of fields; `set` gets all values after a change.
export function valuesGroup(what, values, set) {
  const names = Object.keys(values);
  const lines = names.map(name => line(name, values, set));
  const add = button("Add a value", () => set({ ...values, [free(names)]: 0 }), { "aria-label": `Add a value of the ${what}` });
  return group(`Values of the ${what}`, ...lines, make("div", { class: "buttons" }, add));
}

function free(names) {
  for (let k = 1; ; k++) if (!names.includes(`value ${k}`)) return `value ${k}`;
}

function line(name, values, set) {
  const value = values[name];
  const named = make("input", { type: "text", "aria-label": `Name of the value ${name}` });
  named.value = name;
  // What is typed replaces the name that a new value has.
  named.addEventListener("focus", () => named.select());
  named.addEventListener("change", () => {
    if (!named.value || named.value in values) named.value = name;
    else set(Object.fromEntries(Object.entries(values).map(([key, of]) => [key === name ? named.value : key, of])));
  });
  const kind = make("select", { "aria-label": `Kind of the value ${name}` }, ...KINDS.map(([key, text]) => make("option", { value: key }, text)));
  kind.value = typeof value;
  kind.addEventListener("change", () => set({ ...values, [name]: FIRST[kind.value] }));
  const remove = button("×", () => set(Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))), {
    "aria-label": `Remove the value ${name}`,
  });
  return make("div", { class: "value" }, named, kind, field(name, value, to => set({ ...values, [name]: to })), remove);
}

function field(name, value, set) {
  const label = `The value ${name}`;
  if (typeof value === "boolean") {
    const input = make("input", { type: "checkbox", checked: value, "aria-label": label });
    input.addEventListener("change", () => set(input.checked));
    return input;
  }
  const isNumber = typeof value === "number";
  const input = make("input", { type: isNumber ? "number" : "text", "aria-label": label, ...(isNumber ? { step: "any" } : {}) });
  input.value = String(value);
  input.addEventListener("change", () => {
    const to = isNumber ? Number(input.value) : input.value;
    if (!isNumber || (input.value !== "" && Number.isFinite(to))) set(to);
    else input.value = String(value);
  });
  return input;
}
