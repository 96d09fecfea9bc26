"""Pictures of hostile words: SVG and HTML that parsers read, TikZ that pdfLaTeX compiles."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from html.parser import HTMLParser
from xml.parsers import expat

from judge import Case

SPECIAL = r"""\ { } $ & # % ^ _ ~ " ' ` < > | [ ] ( ) * ; : , . = + - / ! ? @ }} $$ ^^5c -- --- << ?` !` ,, ff fi [a]
a,b a=b #1 \input{/etc/passwd} \write18{ls} \end{tikzpicture} \\ \textbf{a} \csname \relax \par é ß Å ł ø ½ € – … “
&amp; ]]>
<!-- </script> <script>alert(1)</script>"""
LATIN = [*SPECIAL.split(), "a\u0301", "\u00a0", "\u00ad", "a" * 200]
OTHERS = [
    "\x7f",
    "鶏",
    "\u202e",
    "\u200b",
    "\U0001f414",
    "ا",
    "\x1b[2J",
    "\x9b",
    "\u2028",
    "\ufffe",
    "\x01",
    "\u0301",
    "ж",
    "λ",
]


def attack(chance: random.Random, case: Case) -> None:
    kind = chance.choice(["tikz", "tikz", "tikz-dependency", "svg", "html"])
    pieces = LATIN if kind.startswith("tikz") else LATIN + OTHERS

    def word() -> str:
        return "".join(chance.choice(pieces) for _ in range(chance.choice([1, 1, 2, 4])))

    rows = [f"# sent_id = {word()}", f"# text = {word()}", f"# text_en = {word()}"]
    size = chance.choice([1, 2, 5, 12])
    for n in range(1, size + 1):
        head = n - 1 if n < 3 else chance.randrange(1, n)
        rows.append(
            "\t".join(
                [str(n), word(), word(), word(), word(), f"A={word()}", str(head), word(), f"{head}:{word()}", "_"]
            )
        )
    case.write("in.conllu", "\n".join(rows).replace("\u2028", " ") + "\n\n")
    options = ["--tags", "--xpos", "--lemmas", "--feats", "--no-planes", "--no-root-arcs", "--deps"]
    name = f"out.{kind.partition('-')[0].replace('tikz', 'tex')}"
    words = ["show", "in.conllu", "--format", kind, "-o", name, *chance.sample(options, chance.randrange(3))]
    if case.run(*words).code:
        return
    data = (case.folder / name).read_bytes()
    if kind == "svg":
        try:
            expat.ParserCreate().Parse(data, True)
        except expat.ExpatError as error:
            case.expect(False, f"SVG that is no XML: {error}")
    elif kind == "html":
        HTMLParser().feed(data.decode("utf-8"))
        case.expect(b"<script>alert(1)" not in data, "a script of the treebank in a page")
    elif can_compile(kind):
        call = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name]
        environment = {**os.environ, "openin_any": "p"}
        ended = subprocess.run(
            call, cwd=case.folder, capture_output=True, timeout=case.limit, check=False, env=environment
        )
        said = [line for line in ended.stdout.decode("utf-8", "replace").splitlines() if line.startswith("!")]
        case.expect(ended.returncode == 0, f"pdflatex: {' '.join(said)[:300]}")


def can_compile(kind: str) -> bool:
    """Whether pdflatex is there with what a format needs; told once, if it is not."""
    if kind not in _able:
        needed = ["standalone.cls", "tikz.sty"] + (["tikz-dependency.sty"] if kind == "tikz-dependency" else [])
        _able[kind] = (
            bool(shutil.which("pdflatex"))
            and not subprocess.run(["kpsewhich", *needed], capture_output=True, check=False).returncode
        )
        if not _able[kind]:
            print(f"{kind} is not compiled: there is no pdflatex with {', '.join(needed)}", flush=True)
    return _able[kind]


_able: dict[str, bool] = {}
