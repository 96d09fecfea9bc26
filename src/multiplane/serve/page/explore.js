// Explore: the report of a treebank, every number of which leads to its sentences; a view is its address.

import { link } from "./main.js";
import { askData, attempt, drawing, element, say, select, setPlace } from "./tools.js";

const COUNT = 20, KEYS = ["outside", "inside", "label", "crossing", "min", "max", "sort"];

export async function exploreView(main, shared, wanted) {
  const { choices } = shared;
  const state = { treebank: wanted.get("treebank") ?? choices.treebanks[0], start: +(wanted.get("start") ?? 0) };
  KEYS.forEach(key => { state[key] = wanted.get(key) ?? ""; });
  const report = element("section", { "aria-label": "Report" }), list = element("section", { "aria-label": "Sentences" });
  const number = value => value.toLocaleString("en");
  const names = choices.classes.map(one => one.name);
  let form;

  const refresh = attempt(async () => {
    setPlace("explore", state);
    const query = new URLSearchParams({ start: state.start, count: COUNT });
    KEYS.forEach(key => state[key] && query.set(key, state[key]));
    const found = await askData(`treebanks/${encodeURIComponent(state.treebank)}?${query}`);
    showReport(found);
    showList(found);
    say(`${number(found.matching)} of ${number(found.sentences)} sentences`);
  });
  function view(change) {
    KEYS.forEach(key => { state[key] = change[key] ?? ""; });
    state.start = 0;
    controls();
    refresh();
  }
  const counted = (count, change) => element("button", { type: "button", onclick: () => view(change) }, number(count));

  function showReport(found) {
    const classes = found.classes.map(one => element("tr", {}, element("th", { scope: "row" }, one.name),
      element("td", {}, counted(one.inside, { inside: one.name })), element("td", {}, `${one.share} %`),
      element("td", {}, counted(found.sentences - one.inside, { outside: one.name })), element("td", {}, one.meaning)));
    const labels = found.crossing_labels.map(([label, count]) => element("tr", {}, element("th", { scope: "row" }, label),
      element("td", {}, counted(count, { label, crossing: "yes" }))));
    const head = titles => element("thead", {}, element("tr", {}, titles.map(title => element("th", { scope: "col" }, title))));
    report.replaceChildren(
      element("p", {}, `${number(found.sentences)} sentences, ${number(found.words)} words, ${number(found.crossing)} arcs that cross another.`),
      element("div", { class: "two" },
        element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Classes" },
          element("table", {}, head(["class", "inside", "", "outside", "its trees"]), element("tbody", {}, classes))),
        element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Labels of crossing arcs" },
          element("table", {}, head(["label of crossing arcs", "sentences"]), element("tbody", {}, labels)))));
  }

  function showList(found) {
    const figures = found.shown.map(one => element("figure", {},
      element("figcaption", {}, element("b", {}, one.name), element("span", {}, one.outside.length ? `outside ${one.outside.join(", ")}` : "in every class"),
        ["bend", "watch"].map(to => element("button", { type: "button", onclick: async () => {
          shared.sentence = one.conllu;
          location.hash = await link(to);
        } }, to === "bend" ? "Bend" : "Watch"))),
      element("div", { class: "drawing", tabindex: "0", role: "group", "aria-label": one.text }, drawing(one.svg))));
    const turn = (text, by, isOff) => element("button", { type: "button", disabled: isOff, onclick: () => {
      state.start = Math.max(0, state.start + by);
      refresh();
      list.scrollIntoView();
    } }, text);
    const last = Math.min(found.matching, state.start + found.shown.length);
    list.replaceChildren(
      element("h2", {}, found.matching ? `Sentences ${number(state.start + 1)} to ${number(last)} of ${number(found.matching)}` : "No such sentence"),
      ...figures,
      element("div", { class: "row" }, turn("‹ previous", -COUNT, state.start === 0), turn("next ›", COUNT, last >= found.matching)));
  }

  function controls() {
    const any = [["", "any"], ...names];
    const length = (key, title) => element("label", {}, title, element("input", { name: key, type: "number", min: 1, value: state[key] }));
    form.replaceChildren(select("Treebank", "treebank", choices.treebanks, state.treebank), select("outside", "outside", any, state.outside),
      select("inside", "inside", any, state.inside),
      element("label", {}, "label", element("input", { name: "label", value: state.label, maxlength: 60 })),
      select("that crosses", "crossing", [["", "or not"], ["yes", "yes"]], state.crossing),
      length("min", "words, at least"), length("max", "at most"),
      select("sorted by", "sort", [["", "place"], ["length", "length"], ["crossings", "crossings"]], state.sort),
      element("button", { type: "button", onclick: () => view({}) }, "show all"));
  }
  form = element("form", {
    onsubmit: event => event.preventDefault(),
    onchange: () => {
      Object.assign(state, Object.fromEntries(new FormData(form)), { start: 0 });
      refresh();
    },
  });
  controls();
  main.append(form, report, list);
  await refresh();
}
