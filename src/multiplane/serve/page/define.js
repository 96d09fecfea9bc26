// Define: a transition system or a schema, typed; what its definition proves, what it derives, and the tree at hand.

import { link } from "./main.js";
import { askData, attempt, element, later, say, select, textOf } from "./tools.js";

const FIRST = "arc-eager", WORDS = [1, 2, 3, 4, 5].map(words => [String(words), `${words} ${words === 1 ? "word" : "words"}`]);

export async function defineView(main, shared, wanted) {
  if (!shared.definition) shared.definition = (await askData(`definition/${FIRST}`)).text;
  const text = element("textarea", { class: "code", spellcheck: "false", rows: 10, "aria-label": "Definition" });
  text.value = shared.definition;
  const result = element("section", { "aria-label": "What it proves" }), verified = element("section", { "aria-label": "What it derives" });
  const derivation = element("section", { "aria-label": "The tree at hand" });
  const refresh = attempt(async () => {
    shared.definition = text.value;
    verified.replaceChildren();
    derivation.replaceChildren();
    const found = await askData("define", { text: text.value });
    if (found.kind === "schema") {
      result.replaceChildren(element("h2", {}, found.name), element("p", {}, found.complexity), element("pre", { tabindex: "0" }, found.text));
      say("a deduction system");
      return;
    }
    showSystem(found);
    say(`${found.name}: ${found.properties.filter(one => one.holds).length} of ${found.properties.length} properties are proved`);
    await derive();
  });
  function showSystem(found) {
    const rows = found.transitions.map(([name, steps]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, steps)));
    const proved = found.properties.map(one => {
      const [, rest] = one.text.split(/: (.*)/s);
      return element("tr", {}, element("th", { scope: "row" }, one.name),
        element("td", { class: one.holds ? "yes" : "no" }, `${one.holds ? "✓" : "✗"} ${rest}`));
    });
    result.replaceChildren(element("h2", {}, found.name), element("div", { class: "two" },
      element("table", {}, element("tbody", {}, rows)),
      element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Properties" }, element("table", {}, element("tbody", {}, proved)))));
    if (found.warning) result.append(element("p", { class: "no" }, `Warning: ${found.warning}.`));
  }
  const derive = attempt(async () => {
    const found = await askData("trace", { conllu: shared.sentence, system: "own", definition: text.value });
    const lost = found.lost.length;
    derivation.replaceChildren(element("h2", { dir: "auto" }, textOf(shared.sentence)),
      element("p", { class: lost ? "no" : "yes" }, lost ? `It cannot build this tree: ${lost} of its arcs are lost.`
        : `It builds this tree in ${found.steps.length - 1} transitions.`),
      element("button", { type: "button", onclick: async () => {
        location.hash = await link("watch", { kind: "system", system: "(the definition of the page Define)", step: 0 });
      } }, "Watch"));
  });
  const verify = attempt(async () => {
    say("Running all its sequences …");
    const found = await askData("verify", { system: "own", words: +words.querySelector("select").value, definition: text.value });
    const rows = found.classes.map(one => element("tr", {}, element("th", { scope: "row" }, one.name),
      element("td", {}, `${one.derived} of ${one.size}`), element("td", { class: one.sound ? "yes" : "no" }, one.sound ? "✓ sound" : "✗ not sound"),
      element("td", { class: one.complete ? "yes" : "no" }, one.complete ? "✓ complete" : "✗ not complete")));
    const correct = found.correct_for.length ? `correct for ${found.correct_for.join(", ")}` : "correct for none of these classes";
    verified.replaceChildren(element("p", {}, `On ${found.words} words it derives ${found.graphs} graphs; ${correct}.`),
      element("table", {}, element("tbody", {}, rows)));
    say("verified");
  });
  const words = select("All sequences on", "words", WORDS, "3");
  const example = select("Begin with", "example", [["", "…"], ...shared.choices.systems], "", attempt(async event => {
    if (!event.target.value) return;
    text.value = (await askData(`definition/${event.target.value}`)).text;
    await refresh();
  }));
  text.addEventListener("input", later(refresh, 500));
  main.append(
    element("p", {}, "A system is a composition of operations: SHIFT, REDUCE, LEFT_ARC, RIGHT_ARC, UNSHIFT, SWITCH, SWAP …; ",
      "a >> b is “a, then b”, and .where(guard) restricts it. Only definitions are read: nothing that is typed here is run."),
    element("form", { onsubmit: event => event.preventDefault() }, example), text, result, derivation,
    element("form", { onsubmit: event => event.preventDefault() }, words, element("button", { type: "button", class: "main", onclick: verify }, "Verify")),
    verified);
  await refresh();
}
