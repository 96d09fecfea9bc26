// Watch: a derivation transition by transition, or a chart item by item; each step has its own address.

import { link } from "./main.js";
import { arcsOf, askData, attempt, drawing, element, say, select, setPlace, textOf } from "./tools.js";

const OWN = "(the definition of the page Define)";

export async function watchView(main, shared, wanted) {
  const { choices } = shared;
  const kinds = [["system", "transition system"], ["model", "a model at work"], ["schema", "deduction system"]];
  const systems = shared.definition ? [OWN, ...choices.systems] : choices.systems;
  const state = {
    kind: wanted.get("kind") ?? "system",
    system: wanted.get("system") ?? "2-planar",
    schema: wanted.get("schema") ?? "eisner-1996",
    model: wanted.get("model") ?? choices.models.find(name => name.includes("fast")) ?? choices.default_model,
    step: +(wanted.get("step") ?? 0),
  };
  let last = 0, render = () => {}, timer = null;
  const slider = element("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: () => go(+slider.value) });
  const count = element("output", {});
  const button = (text, action) => element("button", { type: "button", onclick: action }, text);
  const play = button("Play", () => (timer ? stop() : start()));
  const controls = element("div", { class: "row", role: "group", "aria-label": "Steps" },
    button("‹ Back", () => go(state.step - 1)), play, button("Next ›", () => go(state.step + 1)), slider, count);
  const stage = element("section", { "aria-label": "Derivation" });

  function start() {
    if (state.step >= last) go(0);
    play.textContent = "Pause";
    timer = setInterval(() => (state.step < last ? go(state.step + 1) : stop()), 700);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  }
  function go(step) {
    state.step = Math.max(0, Math.min(last, step));
    slider.max = last;
    slider.value = state.step;
    const text = `step ${state.step} of ${last}`;
    count.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    say(render(state.step) ?? "");
    remember();
  }
  async function remember() {
    const { view, ...rest } = state;
    const address = await link("watch", rest);
    history.replaceState(null, "", address);
  }
  const open = attempt(async () => {
    stop();
    say("Deriving …");
    stage.replaceChildren();
    render = () => {};
    ({ last, render } = state.kind === "schema" ? await openSchema(stage, shared, state) : await openSystem(stage, shared, state, go));
    go(Math.min(state.step, last));
  });
  const form = element("form", {
    onsubmit: event => event.preventDefault(),
    onchange: event => {
      if (event.target === slider) return;
      Object.assign(state, Object.fromEntries(new FormData(form)), { step: 0 });
      options();
      open();
    },
  });
  function options() {
    const which = {
      system: () => select("System", "system", systems, state.system),
      model: () => select("Model", "model", choices.models, state.model),
      schema: () => select("Schema", "schema", choices.schemata, state.schema),
    };
    form.replaceChildren(select("What is watched", "kind", kinds, state.kind), which[state.kind]());
  }
  options();
  main.append(element("h2", { dir: "auto" }, textOf(shared.sentence)), form, controls, stage);
  const keys = event => {
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowRight") go(state.step + 1);
    else if (event.key === "ArrowLeft") go(state.step - 1);
    else if (event.key === " " && !event.target.matches("button, a, summary")) timer ? stop() : start();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", keys);
  await open();
  return () => {
    stop();
    removeEventListener("keydown", keys);
  };
}

async function openSystem(stage, shared, state, go) {
  const definition = state.system === OWN ? shared.definition : "";
  const asked = state.kind === "model" ? { model: state.model } : { system: definition ? "own" : state.system, definition };
  const found = await askData("trace", { conllu: shared.sentence, ...asked });
  const svg = drawing(found.svg), built = new Map(), lost = new Set(found.lost.map(String));
  found.steps.forEach((step, number) => step.arcs.forEach(([head, dependent]) => {
    if (!built.has(`${head},${dependent}`)) built.set(`${head},${dependent}`, number);
  }));
  const key = arc => `${arc.dataset.head},${arc.dataset.dependent}`, end = found.steps.length - 1;
  const word = node => (node ? found.words[node - 1] : "root");
  const lists = element("div", {}), rows = found.steps.map((step, number) => {
    const arcs = step.arcs.map(([head, dependent, label]) => `${word(head)} → ${word(dependent)}${label ? ` (${label})` : ""}`).join(", ");
    return element("tr", { "data-step": number, onclick: () => go(number) },
      element("td", {}, String(number)), element("td", {}, step.transition || "start"), element("td", {}, arcs));
  });
  const table = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "All steps" }, element("table", {},
    element("thead", {}, element("tr", {}, ["step", "transition", "arc"].map(name => element("th", { scope: "col" }, name)))),
    element("tbody", {}, rows)));
  const definitions = element("details", {}, element("summary", {}, `The transitions of ${found.system}`), element("table", {},
    found.definition.map(([name, text]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, text)))));
  stage.append(
    element("div", { class: "drawing", tabindex: "0", role: "group", "aria-label": "The tree so far" }, svg),
    element("div", { class: "two" }, lists, table), definitions);
  if (found.lost.length) {
    const names = found.lost.map(([head, dependent]) => `${word(head)} → ${word(dependent)}`).join(", ");
    stage.prepend(element("p", { class: "no" }, `${found.system} cannot build this tree; it loses ${names}.`));
  }
  const row = (title, nodes, next, isActive = true) => element("div", { class: "boxes" }, element("b", {}, title),
    nodes.map((node, at) => element("span", { class: isActive && at === next ? "next" : null }, word(node))), nodes.length ? null : "(empty)");
  function weighed(number) {
    if (number === end) return element("p", {}, "The parse is complete.");
    const options = found.weighed[number], right = found.oracle[number];
    const rows = options.map(([name, score], at) => element("tr", { class: at ? null : "now" },
      element("td", {}, name), element("td", {}, score.toFixed(1)), element("td", {}, at ? "" : "taken")));
    const gold = right ? `The oracle for the tree at hand takes ${right}.` : "The model has left the oracle's way.";
    return element("div", {}, element("table", {}, element("caption", {}, "What it weighs"), element("tbody", {}, rows)), element("p", {}, gold));
  }
  function render(number) {
    const step = found.steps[number], several = step.stacks.length > 1;
    arcsOf(svg).forEach(arc => {
      const when = built.get(key(arc));
      arc.classList.toggle("lost", lost.has(key(arc)));
      arc.classList.toggle("later", !lost.has(key(arc)) && (when ?? end) > number);
      arc.classList.toggle("new", number > 0 && when === number);
    });
    lists.replaceChildren(
      ...step.stacks.map((stack, at) =>
        row(several ? `stack ${at + 1}${at === step.active ? ", active" : ""}` : "stack", stack, stack.length - 1, at === step.active)),
      ...(found.steps.some(one => one.skipped.length) ? [row("second list", step.skipped, 0)] : []),
      row("buffer", step.buffer, 0), ...(found.weighed ? [weighed(number)] : []));
    rows.forEach((one, at) => {
      one.className = at === number ? "now" : at > number ? "later" : "";
    });
    const shown = rows[number];
    table.scrollTop = shown.offsetTop - table.clientHeight / 2;
    return `${step.transition || "start"}${step.arcs.map(([head, dependent]) => `: ${word(head)} → ${word(dependent)}`).join("")}`;
  }
  return { last: end, render };
}

async function openSchema(stage, shared, state) {
  const found = await askData("chart", { conllu: shared.sentence, schema: state.schema });
  const svg = drawing(found.svg);
  const now = element("p", { class: "why" });
  const rows = found.inferences.map(([step, text, inTree], number) =>
    element("tr", { class: inTree ? "yes" : "" }, element("td", {}, String(number + 1)), element("td", {}, step), element("td", {}, text)));
  const table = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Inferences" },
    element("table", {}, element("tbody", {}, rows)));
  stage.append(element("p", {}, `${found.schema}: ${found.inferences.length} inferences${
    found.accepted ? "; those of the best tree are coloured." : ". It does not derive this tree."}`), now,
    element("div", { class: "chart", tabindex: "0", role: "group", "aria-label": "Chart" }, svg), table);
  const items = [...svg.querySelectorAll("[data-step]")];
  function render(number) {
    items.forEach(item => {
      item.classList.toggle("later", +item.dataset.step > number);
      item.classList.toggle("new", +item.dataset.step === number && number > 0);
    });
    rows.forEach((row, at) => {
      row.classList.toggle("now", at === number - 1);
      row.hidden = at >= number;
    });
    const shown = rows[number - 1];
    if (shown) table.scrollTop = shown.offsetTop - table.clientHeight + shown.offsetHeight;
    now.textContent = number ? found.inferences[number - 1].slice(0, 2).join(": ") : "start";
    return now.textContent;
  }
  return { last: found.inferences.length, render };
}
