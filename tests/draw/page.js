// A page in Node, with as much of a browser as the scripts of our pages use: elements, selectors, a hash, heights.
// Standard input is {page, code}: HTML, and what is run after its script; the value of that is printed as JSON.
const vm = require("node:vm");
const given = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
const VOID = ["meta", "input"], RAW = ["script", "style"], ROW_HEIGHT = 20, TABLE_HEIGHT = 100;
const CHARACTERS = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" };
const TAG = /<(\/?)([a-zA-Z]\w*)((?:\s+[\w:-]+(?:=(?:"[^"]*"|'[^']*'))?)*)\s*(\/?)>/g;
const unescaped = text => text.replace(/&(\w+|#x27);/g, (whole, name) => CHARACTERS[name] ?? whole);

class Element {
  constructor(tag, attributes = {}) {
    Object.assign(this, { tag, attributes, children: [], parent: null, scrollTop: 0 });
    Object.assign(this, { name: attributes.name, value: attributes.value ?? "" });
  }
  get className() { return this.attributes.class ?? ""; }
  set className(names) { this.attributes.class = names; }
  get classList() {
    const names = new Set(this.className.split(" ").filter(Boolean));
    const toggle = (name, wanted) => {
      wanted ? names.add(name) : names.delete(name);
      this.className = [...names].join(" ");
    };
    return { contains: name => names.has(name), toggle };
  }
  get dataset() { return { head: this.attributes["data-head"], dependent: this.attributes["data-dependent"] }; }
  get textContent() { return this.children.map(one => one instanceof Element ? one.textContent : one).join(""); }
  set textContent(text) { this.children = [String(text)]; }
  set innerHTML(text) { this.replaceChildren(...parsed(text).children); }
  append(...others) { this.children.push(...this.adopted(others)); }
  prepend(...others) { this.children.unshift(...this.adopted(others)); }
  replaceChildren(...others) { this.children = this.adopted(others); }
  adopted(others) {
    others.forEach(one => { if (one instanceof Element) one.parent = this; });
    return others;
  }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  scrollIntoView() { document.scrolledTo = this; }
  get offsetHeight() { return ROW_HEIGHT; }
  get offsetTop() { return ROW_HEIGHT * (1 + this.parent.querySelectorAll("tr").indexOf(this)); }
  get clientHeight() { return TABLE_HEIGHT; }
  descendants() { return this.children.flatMap(one => one instanceof Element ? [one, ...one.descendants()] : []); }
  fits(simple) {
    return simple.match(/^\w+|[#.][\w-]+|\[\w+\]/g).every(part =>
      part[0] === "#" ? this.attributes.id === part.slice(1)
      : part[0] === "." ? this.classList.contains(part.slice(1))
      : part[0] === "[" ? part.slice(1, -1) in this.attributes : this.tag === part);
  }
  querySelectorAll(selector) {
    const outer = selector.split(" "), inner = outer.pop();
    return this.descendants().filter(one => {
      const wanted = [...outer];
      for (let above = one.parent; above; above = above.parent)
        if (wanted.length && above.tag && above.fits(wanted.at(-1))) wanted.pop();
      return !wanted.length && one.fits(inner);
    });
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
}

function parsed(html) {
  const root = new Element("");
  let here = root, place = 0;
  for (const [whole, closing, tag, attributes, alone] of html.matchAll(TAG)) {
    const start = html.indexOf(whole, place);
    if (RAW.includes(here.tag) && !(closing && tag === here.tag)) continue;
    const text = html.slice(place, start);
    if (text) here.append(RAW.includes(here.tag) ? text : unescaped(text));
    place = start + whole.length;
    if (closing) { here = here.parent; continue; }
    const found = attributes.matchAll(/([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'))?/g);
    const made = new Element(tag, Object.fromEntries([...found].map(([, name, a, b]) => [name, unescaped(a ?? b ?? "")])));
    here.append(made);
    if (!VOID.includes(tag) && !alone) here = made;
  }
  return root;
}

const document = parsed(given.page), window = {};
document.createElement = tag => new Element(tag);
document.createElementNS = (space, tag) => new Element(tag);
const location = {
  now: "",
  get hash() { return this.now; },
  set hash(wanted) { this.now = "#" + String(wanted).replace(/^#/, ""); window.onhashchange?.(); },
};
const context = vm.createContext({ document, window, location, URLSearchParams });
vm.runInContext(document.querySelector("script").textContent, context);
process.stdout.write(JSON.stringify(vm.runInContext(given.code, context)));
