// What all views share: elements, requests, messages, drawings, and the state in the address.

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

const message = document.querySelector("#message");

export function say(text, isBad = false) {
  message.textContent = text;
  message.className = isBad ? "bad" : "";
}

export class Refused extends Error {}

export async function ask(address, body) {
  const options = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Refused("The service does not answer: is it still running?");
  }
  if (!answer.ok) throw new Refused((await answer.text()).trim().split("\n")[0] || `The service answered ${answer.status}.`);
  return answer;
}

export const askData = async (address, body) => (await ask(address, body)).json();
export const askText = async (address, body) => (await ask(address, body)).text();

export function attempt(action) {
  return async (...given) => {
    try {
      return await action(...given);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(error.message, true);
      return null;
    }
  };
}

export function later(action, wait = 250) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
}

// A drawing that the service made: its elements without their style, which the page has itself.
export function drawing(source) {
  const parsed = new DOMParser().parseFromString(source.replace(/<style>[^<]*<\/style>/g, ""), "image/svg+xml");
  parsed.querySelectorAll("style, script, foreignObject").forEach(one => one.remove());
  return document.importNode(parsed.documentElement, true);
}

export function arcsOf(svg) {
  return [...svg.querySelectorAll(".arc")];
}

export function arcOf(svg, dependent) {
  return svg.querySelector(`.arc[data-dependent="${dependent}"]`);
}

export function download(name, content, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export async function downloadPng(name, source) {
  const parsed = drawing(source);
  parsed.setAttribute("color", "#1f2328");
  const [width, height] = [+parsed.getAttribute("width"), +parsed.getAttribute("height")];
  const scale = Math.min(2, 16000 / Math.max(width, height)), picture = new Image();
  picture.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(parsed)], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = element("canvas", { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const brush = canvas.getContext("2d");
  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  canvas.toBlob(blob => download(name, blob, "image/png"));
}

export function downloads(name, source, conllu) {
  const button = (text, action) => element("button", { type: "button", onclick: attempt(action) }, text);
  return [
    button("SVG", () => download(`${name}.svg`, source, "image/svg+xml")),
    button("PNG", () => downloadPng(`${name}.png`, source)),
    button("TikZ", async () => download(`${name}.tex`, await askText("draw", { conllu, format: "tikz" }), "application/x-tex")),
    button("CoNLL-U", () => download(`${name}.conllu`, conllu.trimEnd() + "\n\n", "text/plain")),
  ];
}

export function select(title, name, values, chosen, onchange) {
  const options = values.map(value => {
    const [key, text] = Array.isArray(value) ? value : [value, value];
    return element("option", { value: key, selected: key === chosen }, text);
  });
  return element("label", {}, title, element("select", { name, onchange }, options));
}

// The address: #view?key=value…; a sentence travels in it, compressed.
export function place() {
  const [view, query = ""] = location.hash.slice(1).split("?");
  return { view: view || "parse", wanted: new URLSearchParams(query) };
}

export function setPlace(view, wanted, replace = true) {
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== "" && value !== null && value !== undefined));
  const address = `#${view}${query.size ? `?${query}` : ""}`;
  if (replace) history.replaceState(null, "", address);
  else location.hash = address;
}

export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), one => one.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  } catch {
    throw new Refused("The sentence in this address cannot be read.");
  }
}

// Sentences of CoNLL-U as blocks of text.
export function sentencesOf(conllu) {
  return conllu.replaceAll("\r\n", "\n").split(/\n\s*\n/).map(one => one.trim()).filter(Boolean).map(one => one + "\n\n");
}

export function wordsOf(conllu) {
  return conllu.split("\n").map(line => line.split("\t")).filter(cells => /^\d+$/.test(cells[0]));
}

export function textOf(conllu) {
  return conllu.match(/^# text = (.*)$/m)?.[1] ?? wordsOf(conllu).map(cells => cells[1]).join(" ");
}

export const isConllu = text => /^\d+(\t[^\t\n]*){9}$/m.test(text);
