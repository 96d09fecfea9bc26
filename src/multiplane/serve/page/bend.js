// Bend: drag an arc or a word to another head, by mouse, touch or keyboard, and see what that does to the tree.

import { link } from "./main.js";
import { arcsOf, askData, attempt, downloads, drawing, element, packed, say, setPlace, textOf } from "./tools.js";

const TAGS = "ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X _".split(" ");
const NEAR = 60;

export async function bendView(main, shared, wanted) {
  const isFile = shared.choices.editing !== null && wanted.get("sentence") === null;
  const state = { file: null, found: null, past: [], future: [], chosen: 0, saved: "" };
  const stage = element("div", { class: "drawing bendable" });
  const classes = element("section", { "aria-label": "Classes" }), systems = element("section", { "aria-label": "Systems" });
  const table = element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Words" });
  const caption = element("figcaption", {}), heading = element("h2", { dir: "auto" });
  const button = (text, action, attributes = {}) => element("button", { type: "button", onclick: action, ...attributes }, text);
  const undo = button("Undo", () => travel(state.past, state.future)), redo = button("Redo", () => travel(state.future, state.past));
  const save = button("Save", () => keep(), { class: "main" }), marks = element("div", { id: "marks" });
  const bar = element("div", { class: "row" }, undo, redo, isFile ? save : null, isFile ? pager() : null, marks);
  const help = element("p", {}, "Drag a word or its arc to its new head. By keyboard or touch: choose a word, then its head; R makes it the root.");
  main.append(heading, bar, help, element("figure", {}, caption, stage), element("div", { class: "two" }, classes, systems), table);

  const now = () => ({ heads: state.found.heads, labels: state.found.labels, tags: state.found.tags });
  const word = node => (node ? `${state.found.words[node - 1]} (${node})` : "the root");

  async function look(change, words) {
    const { conllu } = state.found ?? {};
    const asked = { conllu: conllu ?? shared.sentence, systems: true, ...change };
    const found = await askData("analyze", asked);
    if (state.found && change) {
      state.past.push(now());
      state.future.length = 0;
    }
    state.found = found;
    await refresh(words);
  }
  const change = attempt(async (alter, words) => {
    const next = structuredClone(now());
    alter(next);
    state.chosen = 0;
    await look(next, words);
  });
  const travel = attempt(async (from, to) => {
    if (!from.length) return;
    to.push(now());
    state.found = await askData("analyze", { conllu: state.found.conllu, systems: true, ...from.pop() });
    await refresh(from === state.past ? "undone" : "redone");
  });
  function attach(dependent, head) {
    const old = state.found.heads[dependent - 1];
    if (head === dependent || head === old) {
      choose(0);
      return;
    }
    change(next => {
      next.heads[dependent - 1] = head;
      if (!head) next.labels[dependent - 1] = "root";
      else if (!old) next.labels[dependent - 1] = "dep";
    }, `${word(dependent)} now depends on ${word(head)}`);
  }
  function choose(node) {
    state.chosen = node;
    stage.querySelectorAll(".word").forEach(one => {
      const isChosen = +one.dataset.word === node;
      one.classList.toggle("chosen", isChosen);
      one.setAttribute("aria-pressed", isChosen);
    });
    arcsOf(stage).forEach(arc => arc.classList.toggle("chosen", node > 0 && +arc.dataset.dependent === node));
    if (node) say(`${word(node)} is chosen: choose its head, or press R for the root.`);
  }

  async function refresh(words) {
    const { found } = state, source = found.svg, svg = drawing(source);
    shared.sentence = found.conllu;
    heading.textContent = textOf(found.conllu);
    const focused = document.activeElement?.dataset?.word;
    prepare(svg);
    stage.replaceChildren(svg);
    if (focused) stage.querySelector(`.word[data-word="${focused}"]`)?.focus();
    caption.replaceChildren(element("span", {}, `${found.planes.count} ${found.planes.count === 1 ? "plane" : "planes"}`),
      ...downloads("tree", source, found.conllu));
    undo.disabled = !state.past.length;
    redo.disabled = !state.future.length;
    save.disabled = JSON.stringify(now()) === state.saved;
    showClasses();
    showSystems();
    showTable();
    if (!isFile) setPlace("bend", { sentence: await packed(shared.sentence) });
    if (words) say(words);
  }

  function prepare(svg) {
    [...svg.querySelectorAll(".word")].forEach((one, at) => {
      const node = at + 1, head = state.found.heads[at];
      one.dataset.word = node;
      one.setAttribute("tabindex", "0");
      one.setAttribute("role", "button");
      one.setAttribute("aria-pressed", "false");
      one.setAttribute("aria-label", `${word(node)}, ${state.found.labels[at]} of ${word(head)}`);
    });
    arcsOf(svg).forEach(arc => {
      const line = arc.querySelector(".line");
      if (!line) return;
      const grip = line.cloneNode();
      grip.setAttribute("class", "grip");
      ["stroke-dasharray", "stroke", "stroke-width"].forEach(name => grip.removeAttribute(name));
      arc.append(grip);
    });
    svg.removeAttribute("role");
    svg.setAttribute("aria-label", "The tree");
  }

  function nearest(x, y) {
    let best = 0, least = NEAR;
    for (const one of stage.querySelectorAll(".word")) {
      const box = one.getBoundingClientRect();
      const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      if (far < least) [best, least] = [+one.dataset.word, far];
    }
    return best;
  }

  function point(svg, event) {
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    return [(event.clientX - box.left) * view.width / box.width, (event.clientY - box.top) * view.height / box.height];
  }

  stage.addEventListener("pointerdown", event => {
    const from = event.target.closest(".word") ?? event.target.closest(".arc");
    if (!from || event.button) return;
    const svg = stage.querySelector("svg"), dependent = +(from.dataset.word ?? from.dataset.dependent), [x, y] = point(svg, event);
    const rubber = document.createElementNS("http://www.w3.org/2000/svg", "path");
    rubber.setAttribute("class", "rubber");
    let moved = false;
    const move = next => {
      const [toX, toY] = point(svg, next);
      moved ||= Math.hypot(toX - x, toY - y) > 6;
      if (!moved) return;
      if (!rubber.isConnected) {
        svg.append(rubber);
        choose(dependent);
      }
      const target = nearest(next.clientX, next.clientY);
      stage.querySelectorAll(".word").forEach(one => one.classList.toggle("target", +one.dataset.word === target && target !== dependent));
      rubber.setAttribute("d", `M${x} ${y}Q${(x + toX) / 2} ${Math.min(y, toY) - 30} ${toX} ${toY}`);
    };
    const up = next => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      rubber.remove();
      if (moved) {
        const target = nearest(next.clientX, next.clientY), isOutside = point(svg, next)[1] < 0;
        if (target || isOutside) attach(dependent, isOutside && !target ? 0 : target);
        else choose(0);
      } else if (state.chosen && from.dataset.word) attach(state.chosen, dependent);
      else choose(state.chosen === dependent ? 0 : dependent);
    };
    const cancel = () => {
      moved = false;
      up(event);
      choose(0);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    if (event.pointerType !== "touch" || from.classList.contains("word")) event.preventDefault();
    from.focus?.();
  });
  stage.addEventListener("keydown", event => {
    const node = +event.target.dataset?.word, words = state.found.words.length;
    if (!node) return;
    const rtl = event.target.getAttribute("direction") === "rtl" ? -1 : 1;
    const to = { ArrowRight: node + rtl, ArrowLeft: node - rtl, Home: 1, End: words }[event.key];
    if (to) stage.querySelector(`.word[data-word="${to}"]`)?.focus();
    else if (event.key === "Enter" || event.key === " ") state.chosen && state.chosen !== node ? attach(state.chosen, node) : choose(state.chosen ? 0 : node);
    else if (event.key === "Escape") choose(0);
    else if (event.key.toLowerCase() === "r" && !event.ctrlKey && !event.metaKey) attach(state.chosen || node, 0);
    else return;
    event.preventDefault();
  });
  const keys = event => {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) travel(state.past, state.future);
    else if (key === "y" || (key === "z" && event.shiftKey)) travel(state.future, state.past);
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", keys);

  function showClasses() {
    const rows = state.found.classes.map(one => {
      const fix = one.fix && button(`Attach ${word(one.fix.word)} to ${word(one.fix.to)}`, () => attach(one.fix.word, one.fix.to));
      const why = one.member ? one.meaning : element("div", {}, element("p", { class: "why" }, one.why), fix);
      return element("tr", {}, element("th", { scope: "row" }, one.name),
        element("td", { class: one.member ? "yes" : "no" }, one.member ? "✓ inside" : "✗ outside"), element("td", {}, why));
    });
    classes.replaceChildren(element("h2", {}, "Which classes is it in?"), element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Classes" }, element("table", {}, element("tbody", {}, rows))));
  }

  function showSystems() {
    const rows = state.found.systems.map(one => {
      const watch = one.length === null ? "" : element("button", { type: "button", onclick: async () => {
        location.hash = await link("watch", { kind: "system", system: one.name, step: 0 });
      } }, "Watch");
      const text = one.length === null ? element("details", {}, element("summary", { class: "no" }, "✗ no"), element("p", { class: "why" }, one.why))
        : element("span", { class: "yes" }, `✓ in ${one.length} transitions`);
      return element("tr", {}, element("th", { scope: "row" }, one.name), element("td", {}, text), element("td", {}, watch));
    });
    systems.replaceChildren(element("h2", {}, "Which systems derive it?"), element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Systems" }, element("table", {}, element("tbody", {}, rows))));
  }

  function showTable() {
    const { found } = state, heads = [[0, "root"], ...found.words.map((form, at) => [at + 1, `${at + 1} ${form}`])];
    const rows = found.words.map((form, at) => {
      const tag = element("select", { "aria-label": `Tag of ${form}`, onchange: () => change(next => { next.tags[at] = tag.value; }) },
        [...new Set([found.tags[at], ...TAGS])].map(name => element("option", { selected: name === found.tags[at] }, name)));
      const head = element("select", { "aria-label": `Head of ${form}`, onchange: () => attach(at + 1, +head.value) },
        heads.map(([node, text]) => element("option", { value: node, selected: node === found.heads[at] }, text)));
      const label = element("input", { "aria-label": `Label of ${form}`, value: found.labels[at], maxlength: 60, spellcheck: "false",
        onchange: () => change(next => { next.labels[at] = label.value.trim() || "_"; }) });
      return element("tr", {}, element("td", {}, String(at + 1)), element("th", { scope: "row", dir: "auto" }, form),
        element("td", {}, tag), element("td", {}, head), element("td", {}, label));
    });
    const titles = ["", "word", "tag", "head", "label"].map(name => element("th", { scope: "col" }, name));
    table.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, titles)), element("tbody", {}, rows)));
  }

  function pager() {
    const number = element("input", { type: "number", min: 1, "aria-label": "Sentence", onchange: () => openFile(number.value - 1) });
    const of = element("span", {});
    pager.set = () => {
      number.value = state.file.number + 1;
      number.max = state.file.sentences;
      of.textContent = `of ${state.file.sentences} in ${state.file.file}`;
    };
    return element("span", { class: "row" }, button("‹", () => openFile(state.file.number - 1), { "aria-label": "Sentence before" }),
      number, of, button("›", () => openFile(state.file.number + 1), { "aria-label": "Next sentence" }));
  }
  const openFile = attempt(async number => {
    if (state.found && JSON.stringify(now()) !== state.saved && !confirm("The sentence has changes that are not saved. Leave it?")) return;
    state.file = await askData(`edit?number=${number}`);
    Object.assign(state, { found: null, past: [], future: [], chosen: 0 });
    shared.sentence = state.file.conllu;
    await look(null, "");
    state.saved = JSON.stringify(now());
    save.disabled = true;
    setPlace("bend", { number });
    pager.set();
  });
  const keep = attempt(async () => {
    const { number, digest } = state.file;
    state.file = await askData("edit", { number, digest, ...now() });
    state.saved = JSON.stringify(now());
    save.disabled = true;
    say(`saved in ${state.file.file}`);
  });
  const leaving = event => {
    if (isFile && state.found && JSON.stringify(now()) !== state.saved) event.preventDefault();
  };
  addEventListener("beforeunload", leaving);
  if (isFile) await openFile(+(wanted.get("number") ?? 0));
  else await attempt(look)(null, "");
  return () => {
    removeEventListener("keydown", keys);
    removeEventListener("beforeunload", leaving);
  };
}
