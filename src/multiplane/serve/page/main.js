// The page: its views, the sentence that all of them share, and the address that leads back to each.

import { askData, attempt, packed, place, say, unpacked } from "./tools.js";
import { parseView } from "./parse.js";
import { watchView } from "./watch.js";
import { bendView } from "./bend.js";
import { exploreView } from "./explore.js";
import { defineView } from "./define.js";

const VIEWS = { parse: parseView, watch: watchView, bend: bendView, explore: exploreView, define: defineView };
const EXAMPLE = [
  "# text = A hearing is scheduled on the issue today .",
  ..."A:2:det hearing:4:nsubj is:4:aux scheduled:0:root on:7:case the:7:det issue:2:nmod today:4:obl .:4:punct".split(" ").map(
    (word, number) => {
      const [form, head, label] = word.split(":");
      return [number + 1, form, ...Array(4).fill("_"), head, label, "_", "_"].join("\t");
    }),
  "", "",
].join("\n");

const main = document.querySelector("#view"), shared = { sentence: EXAMPLE, definition: "", choices: null, fresh: true };
let close = () => {};

export async function link(view, wanted = {}) {
  const query = new URLSearchParams({ ...wanted, sentence: await packed(shared.sentence) });
  return `#${view}?${query}`;
}

const show = attempt(async () => {
  const { view, wanted } = place(), open = VIEWS[view] ?? parseView;
  close();
  close = () => {};
  say("");
  document.querySelectorAll("nav a").forEach(one => {
    if (one.hash === `#${view}`) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  });
  main.replaceChildren();
  shared.choices ??= await askData("choices");
  if (wanted.get("sentence")) shared.sentence = await unpacked(wanted.get("sentence"));
  close = (await open(main, shared, wanted)) ?? (() => {});
  document.title = `multiplane: ${view}`;
});

addEventListener("hashchange", show);
show();
