// Parse: text or CoNLL-U in, trees out as one types; two analyses side by side; probabilities of arcs.

import { link } from "./main.js";
import {
  arcOf, askData, askText, attempt, downloads, drawing, element, isConllu, later, say, select, sentencesOf, setPlace, textOf, wordsOf,
} from "./tools.js";

const SHOWN = 20, NONE = "";

export async function parseView(main, shared, wanted) {
  const { choices } = shared;
  const models = choices.models, classes = [[NONE, "as the model has it"], ...choices.decoders];
  const state = {
    text: wanted.get("text") ?? shared.text ?? "What are you talking about? A hearing is scheduled on the issue today.",
    model: wanted.get("model") ?? choices.default_model,
    trees: wanted.get("trees") ?? NONE,
    other: wanted.get("other") ?? NONE,
    otherTrees: wanted.get("otherTrees") ?? NONE,
    probable: wanted.get("probable") ?? NONE,
  };
  const results = element("section", { "aria-label": "Trees" });
  const text = element("textarea", { name: "text", spellcheck: "false", dir: "auto" });
  text.value = state.text;
  const refresh = attempt(async () => {
    const now = Object.fromEntries(new FormData(form));
    Object.assign(state, { otherTrees: NONE, probable: NONE }, now);
    shared.text = state.text;
    setPlace("parse", state.text.length < 1500 ? state : { ...state, text: "" });
    if (!state.text.trim()) {
      results.replaceChildren();
      return;
    }
    say("Parsing …");
    const number = ++refresh.last, began = performance.now();
    const one = await parsed(state.text, state.model, state.trees);
    const two = state.other ? await parsed(state.text, state.other, state.otherTrees) : null;
    if (number !== refresh.last) return;
    await showTrees(results, shared, state, one, two);
    const took = Math.round(performance.now() - began);
    say(`${one.length} ${one.length === 1 ? "sentence" : "sentences"}, ${took} ms`);
  });
  refresh.last = 0;
  const soon = later(refresh);
  text.addEventListener("input", soon);
  const form = element("form", { onsubmit: event => event.preventDefault(), onchange: soon },
    element("label", { class: "wide" }, "Text, or sentences in CoNLL-U", text),
    select("Model", "model", models, state.model),
    select("Class of trees", "trees", classes, state.trees),
    select("Beside it", "other", [[NONE, "nothing"], ...models], state.other),
    select("its class of trees", "otherTrees", classes, state.otherTrees),
    element("label", { class: "line" },
      element("input", { type: "checkbox", name: "probable", value: "yes", checked: state.probable === "yes" }), "probability of each arc"),
  );
  main.append(form, results);
  await refresh();
}

async function parsed(text, model, trees) {
  const input = isConllu(text) ? "conllu" : "text";
  return sentencesOf(await askText("parse", { data: text, model, input, trees: trees || null }));
}

async function showTrees(results, shared, state, one, two) {
  const figures = [];
  for (const [number, conllu] of one.slice(0, SHOWN).entries()) {
    const pair = [await figureOf(shared, state, conllu, state.model, state.trees)];
    if (two?.[number]) {
      pair.push(await figureOf(shared, state, two[number], state.other, state.otherTrees));
      compare(...pair, conllu, two[number]);
    }
    figures.push(two ? element("div", { class: "two" }, pair.map(each => each.figure)) : pair[0].figure);
  }
  if (one.length > SHOWN) figures.push(element("p", {}, `The first ${SHOWN} of ${one.length} sentences are drawn.`));
  results.replaceChildren(...figures);
}

async function figureOf(shared, state, conllu, model, trees) {
  const source = await askText("draw", { conllu, format: "svg" }), svg = drawing(source);
  const open = view => element("button", { type: "button", onclick: async () => {
    shared.sentence = conllu;
    location.hash = await link(view);
  } }, view === "watch" ? "Watch" : "Bend");
  const caption = element("figcaption", {}, element("span", {}, trees ? `${model}, ${trees}` : model), open("watch"), open("bend"),
    ...downloads("tree", source, conllu));
  if (state.probable) await addProbabilities(svg, conllu, model, trees);
  const right = svg.querySelector(".word[direction=rtl]") ? "rtl" : "ltr";
  const frame = element("div", { class: "drawing", dir: right, tabindex: "0", role: "group", "aria-label": `Tree: ${textOf(conllu)}` }, svg);
  return { figure: element("figure", {}, caption, frame), svg };
}

const addProbabilities = attempt(async (svg, conllu, model, trees) => {
  const found = await askData("probabilities", { conllu, model, trees: trees || null });
  found.probabilities.forEach((share, word) => {
    const label = arcOf(svg, word + 1)?.querySelector(".label");
    const percent = share >= .995 ? "" : ` ${Math.round(100 * share)}%`;
    if (label) label.textContent += percent;
  });
});

function compare(one, other, first, second) {
  const heads = [wordsOf(first), wordsOf(second)];
  if (heads[0].length !== heads[1].length) return;
  heads[0].forEach((cells, word) => {
    if (cells[6] === heads[1][word][6] && cells[7] === heads[1][word][7]) return;
    for (const svg of [one.svg, other.svg]) arcOf(svg, word + 1)?.classList.add("differs");
  });
}
