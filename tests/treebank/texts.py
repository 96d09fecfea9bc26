"""Small treebank texts for tests, written here."""

from __future__ import annotations

from hypothesis import strategies as st

from multiplane.treebank.conll.columns import COLUMNS


def row(id: int | str, form: str = "x", head: int | str = 0, deprel: str = "dep", **columns: str) -> str:
    """One line of ten columns."""
    named = {"lemma": "_", "upos": "_", "xpos": "_", "feats": "_", "deps": "_", "misc": "_", **columns}
    return "\t".join(
        [str(id), form, *(named[name] for name in COLUMNS[2:6]), str(head), deprel, named["deps"], named["misc"]]
    )


def text(*rows: str) -> str:
    """Rows as a sentence with its blank line."""
    return "\n".join(rows) + "\n\n"


RICH = (
    text(
        "# newdoc id = garden",
        "# sent_id = garden-1",
        "# text = Zum Haus",
        "# remark without value",
        row("1-2", "Zum", "_", "_", misc="Gloss=to the"),
        row(1, "zu", 3, "case", lemma="zu", upos="ADP"),
        row(2, "dem", 3, "det", lemma="der", upos="DET", feats="Case=Dat|Gender=Neut"),
        row(3, "Haus", 0, "root", lemma="Haus", upos="NOUN", deps="0:root", misc="SpaceAfter=No|Ref=1.1"),
    )
    + text(
        "# sent_id = garden-2",
        row("0.1", "[und]", "_", "_", deps="1:cc"),
        row(1, "ad hoc", 0, "root", lemma="ad hoc", misc="Note=two words"),
        row("1.1", "[so]", "_", "_", deps="1:dep"),
        row("1.2", "[da]", "_", "_", deps="1.1:dep"),
        row(2, "\u200fשָׁלוֹם\u200f", 1, "dep"),
        row(3, "🦉\u2028\x0b\x0c\x85", 1, "dep"),
        row(4, "#", 3, "punct"),
    )
    + text(row(1, "_", 0, "root"))
)

RICH_IN_CONLLX = (
    text(
        row(1, "zu", 3, "case", lemma="zu", upos="ADP"),
        row(2, "dem", 3, "det", lemma="der", upos="DET", feats="Case=Dat|Gender=Neut"),
        row(3, "Haus", 0, "root", lemma="Haus", upos="NOUN"),
    )
    + text(
        row(1, "ad_hoc", 0, "root", lemma="ad_hoc"),
        row(2, "\u200fשָׁלוֹם\u200f", 1, "dep"),
        row(3, "🦉\u2028\x0b\x0c\x85", 1, "dep"),
        row(4, "#", 3, "punct"),
    )
    + text(row(1, "_", 0, "root"))
)

PLAIN = text(row(1, "Hens", 2, "SUBJ", deps="2", misc="SUBJ"), row(2, "lay", 0, "ROOT")) + text(row(1, "Go", 0, "ROOT"))

ODDITIES = {
    "as it should be": RICH.encode(),
    "carriage returns": RICH.replace("\n", "\r\n").encode(),
    "mixed line ends": RICH.replace("\n", "\r\n", 5).encode(),
    "byte-order mark": b"\xef\xbb\xbf" + RICH.encode(),
    "byte-order mark and blank lines": b"\xef\xbb\xbf\r\n\n" + RICH.encode(),
    "blank lines first": b"\n\n\n" + RICH.encode(),
    "many blank lines": RICH.replace("\n\n", "\n\n\n\r\n\n").encode(),
    "no final blank line": RICH.encode()[:-1],
    "no final newline": RICH.encode()[:-2],
    "one line and no newline": row(1).encode(),
    "a carriage return last": RICH.encode()[:-1] + b"\r",
    "return inside a column": RICH.replace("Haus\t", "Ha\rus\t").encode(),
    "no break space": RICH.replace("ad hoc", "ad\u00a0hoc").encode(),
    "highest characters": RICH.replace("Haus", "\U0010ffff\uffff\u07ff\ud7ff\ue000\u0080").encode(),
    "long column": RICH.replace("Gloss", "G" * 100_000).encode(),
}


@st.composite
def _sentence(draw: st.DrawFn) -> str:
    size = draw(st.integers(1, 5))
    order = draw(st.permutations(range(1, size + 1)))
    heads = {word: draw(st.sampled_from([0, *order[:place]])) for place, word in enumerate(order)}
    column = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r\0"), min_size=1, max_size=4)
    rows = [f"# {draw(column)}" for _ in range(draw(st.integers(0, 2)))]
    covered = 0
    for word in range(1, size + 1):
        if word > covered and word < size and draw(st.booleans()):
            covered = draw(st.integers(word, size))
            rows.append(row(f"{word}-{covered}", draw(column), "_", "_"))
        rows.append(row(word, draw(column), heads[word], draw(column), misc=draw(column)))
        rows += [row(f"{word}.{node}", draw(column), "_", "_") for node in range(1, draw(st.integers(1, 3)))]
    return text(*rows)


@st.composite
def treebank_text(draw: st.DrawFn) -> bytes:
    """A valid CoNLL-U text of a few sentences, with any line ends."""
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    plain = "".join(draw(_sentence()) for _ in range(draw(st.integers(1, 4))))
    spaced = plain.replace("\n\n", "\n" * draw(st.integers(2, 4)))
    return (draw(st.sampled_from(["", "\ufeff", "\n"])) + spaced).replace("\n", newline).encode()


@st.composite
def damaged_text(draw: st.DrawFn) -> bytes:
    """A valid text in which some bytes have been cut out, put in or swapped."""
    data = bytearray(draw(treebank_text()))
    bits = [b"\t", b"\n", b"\n\n", b"\r\n", b"\0", b"\xff", b"\xc3", b"\xe2\x80", b"#", b"-", b".", b" ", b"_"]
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from([0, 0, 1, 1, 2, 30]))
        digit = st.integers(0, 12).map(lambda number: str(number).encode())
        data[start : start + length] = draw(
            st.one_of(st.just(b""), st.sampled_from(bits), digit, st.binary(max_size=3))
        )
    return bytes(data)
