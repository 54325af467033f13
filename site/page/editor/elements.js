// Small helpers for making elements. Texts are set as text, never as HTML, because names come from files.

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list" && typeof value !== "string") element[name] = value;
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

export function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, text);
}

// A labelled number. `set` is called with each valid number.
export function numberField(label, value, set, attributes = {}) {
  const input = make("input", { type: "number", step: "any", ...attributes });
  input.value = String(value);
  input.addEventListener("change", () => {
    const number = Number(input.value);
    if (input.value !== "" && Number.isFinite(number) && input.checkValidity()) set(number);
    else input.value = String(value);
  });
  return make("label", {}, label, input);
}

export function textField(label, value, set, attributes = {}) {
  const input = make("input", { type: "text", ...attributes });
  input.value = value;
  input.addEventListener("change", () => set(input.value));
  return make("label", {}, label, input);
}

export function choice(label, options, value, set) {
  const select = make("select", {}, ...options.map(([key, text]) => make("option", { value: key }, text)));
  select.value = value;
  select.addEventListener("change", () => set(select.value));
  return make("label", {}, label, select);
}

export function group(legend, ...children) {
  return make("fieldset", {}, make("legend", {}, legend), ...children);
}

// Replaces what a panel shows. The field that has the focus has it afterwards too.
export function show(panel, children) {
  const focused = panel.contains(document.activeElement) ? [...panel.querySelectorAll("input, select, button")].indexOf(document.activeElement) : -1;
  panel.replaceChildren(...children.filter(Boolean));
  if (focused >= 0) panel.querySelectorAll("input, select, button")[focused]?.focus({ preventScroll: true });
}
