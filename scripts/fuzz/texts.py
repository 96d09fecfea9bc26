"""Hostile text into pipelines, and treebanks that are one enormous line."""

from __future__ import annotations

import random

from judge import Case

ODD = "a|The hen sees it. |\n|\n\n|\r|\r\n|\t| |\u00a0|\u2028|\x0b|\x0c|\x85|\0|\x1b[2J|\ufeff|\u200b|\u202e"
ODDER = "\U0001f414|\u0301|鶏|# a|# newdoc|_|1|1\ta\t_|SpaceAfter=No|\udc80|ﬁ|İ|\u1160|\U000e0001|http://a.b/c"
PIECES = [*ODD.split("|"), *ODDER.split("|"), "é" * 300, "e\u0301" * 50, "x" * 70_000, "." * 3000, "'" * 99, "(" * 500]
ROWS = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
LONG = 10_000_000


def attack(chance: random.Random, case: Case) -> None:
    if chance.random() < 0.25:
        giant(chance, case)
        return
    text = "".join(chance.choice(PIECES) for _ in range(chance.choice([0, 1, 3, 10, 60])))
    data = text.encode("utf-8", "surrogatepass" if chance.random() < 0.3 else "replace")
    if chance.random() < 0.1:
        data = text.encode(chance.choice(["utf-16", "latin-1"]), "replace")
    name = case.write("in.txt", data)
    how = chance.choice(["text", "horizontal", "vertical"])
    words = ["parse", "--from", how, name, "-o", "out"]
    words += chance.choice([[], ["--to", "json"], ["-m", "english-fast"], ["--transitions"], ["--ranges"]])
    ended = case.run(*words)
    if ended.code == 0 and "--to" not in words and (case.folder / "out").stat().st_size:
        case.expect(
            case.run("convert", "out", "--to", "conllu", "-o", "again").code == 0, f"output of {how} is not read"
        )
    if ended.code == 0:
        other = case.run(
            *words[:-1], *(["out2"] if words[-1] == "out" else [words[-1]]), "--workers", "1", "-o", "out2"
        )
        same = (case.folder / "out").read_bytes() == (case.folder / "out2").read_bytes()
        case.expect(other.code == 0 and same, f"other bytes for one worker: {how}")


def giant(chance: random.Random, case: Case) -> None:
    """A treebank of ten megabytes in one comment, one field, or one sentence without an end."""
    fill = chance.choice(["a", "é", "'", "# ", "\t", "|", "=", "1:a|", "(", "\x9b"])
    body = (fill * LONG)[:LONG]
    chain = "".join(f"{n}\ta\t_\t_\t_\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 40_001)) + "\n"
    lines = "1\ta\n" * (LONG // 4), "# a\n" * (LONG // 4), "\n" * LONG + ROWS, chain, f"#{body}", body
    fields = ROWS.replace("\ta\t", f"\t{body}\t"), ROWS.replace("_\n", f"{body}\n")
    text = chance.choice([f"# {body}\n{ROWS}", f"# text = {body}\n{ROWS}", *lines, *fields])
    name = case.write("in.conllu", text)
    use = (
        "convert in.conllu --to conllu -o out;convert in.conllu --to json -o out;analyze in.conllu;"
        "convert in.conllu --skip-bad -q -o out;parse -m english-fast in.conllu -o out;eval in.conllu in.conllu;"
        "show in.conllu --length 3-9"
    )
    words = chance.choice(use.split(";")).split()
    ended = case.run(*words)
    if ended.code == 0 and words[:4] == ["convert", name, "--to", "conllu"]:
        same = (case.folder / "out").read_bytes() == (case.folder / name).read_bytes()
        case.expect(same, "reading and writing changes bytes")
