"""SDP 2015, the format of the SemEval tasks on semantic dependencies, as CoNLL-U with graphs in DEPS, and back.

A row has ID, FORM, LEMMA, POS, TOP, PRED, FRAME and one column of arguments for each word whose PRED is ``+``, in their
order. The arguments of a predicate are its dependents in DEPS, tops depend on the root (``0:top``), POS is both UPOS
and XPOS, FRAME and PRED are in MISC. Lines correspond one to one.
"""

from __future__ import annotations

from collections.abc import Sequence

from multiplane.errors import FormatError
from multiplane.treebank.conll.boundaries import BYTE_ORDER_MARK
from multiplane.treebank.deps import read_deps
from multiplane.treebank.treebank import Treebank

HEADER = b"#SDP "
FIXED_COLUMNS = 7
TOP_LABEL, SENTENCE_ID = "top", "# sent_id = "
FRAME, PREDICATE = "Frame=", "Pred=Yes"
SIGNS = ("+", "-")


def is_sdp(data: bytes) -> bool:
    """Whether a text is in SDP: its first line says so.

    >>> is_sdp(b"#SDP 2015\\n#22000001\\n"), is_sdp(b"# sent_id = 1\\n")
    (True, False)
    """
    return data.removeprefix(BYTE_ORDER_MARK).startswith(HEADER)


def sdp_to_conllu(data: bytes, file: str, first_line: int = 1) -> bytes:
    """CoNLL-U for a text in SDP, with HEAD ``_``; the first fault is an error with its line.

    >>> text = b"#SDP 2015\\n#1\\n1\\tHens\\then\\tNNS\\t-\\t-\\t_\\tARG1\\n2\\tlay\\tlay\\tVBP\\t+\\t+\\tv:e-i\\t_\\n"
    >>> print(sdp_to_conllu(text, "a.sdp").decode().replace("\\t", " "))
    # SDP 2015
    # sent_id = 1
    1 Hens hen NNS NNS _ _ _ 2:ARG1 _
    2 lay lay VBP VBP _ _ _ 0:top Frame=v:e-i|Pred=Yes
    <BLANKLINE>
    """
    try:
        lines = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        fault = first_line + data[: error.start].count(b"\n")
        raise FormatError(file, fault, "bytes that are not UTF-8", "UTF-8") from None
    out: list[str] = []
    sentence: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines, first_line):
        text = line.removesuffix("\r")
        if text and not text.startswith("#"):
            sentence.append((number, text.split("\t")))
            continue
        out += _rows(sentence, file)
        sentence = []
        if text.startswith("#"):
            text = f"{'# ' if text.startswith(HEADER.decode()) else SENTENCE_ID}{text[1:].strip()}"
        out.append(text)
    return "\n".join([*out, *_rows(sentence, file)]).encode("utf-8")


def conllu_to_sdp(treebank: Treebank, header: bool = True) -> bytes:
    """The graphs of a treebank in SDP; of two arcs with the same ends, the first.

    >>> text = b"#SDP 2015\\n#1\\n1\\tHens\\then\\tNNS\\t-\\t-\\t_\\tARG1\\n2\\tlay\\tlay\\tVBP\\t+\\t+\\tv:e\\t_\\n\\n"
    >>> conllu_to_sdp(Treebank.from_text(sdp_to_conllu(text, "a.sdp"), "conllu", heads_required=False)) == text
    True
    """
    arcs = read_deps(treebank)
    lines = ["#SDP 2015"] if header else []
    for number, sentence in enumerate(treebank):
        cells: dict[tuple[int, int], str] = {}
        for head, word, label in arcs.sentence(number):
            cells.setdefault((head, word), label)
        if sentence.sent_id:
            lines.append(f"#{sentence.sent_id}")
        heads = {head for head, _ in cells}
        predicates = [int(row.id) for row in sentence if int(row.id) in heads or PREDICATE in row.misc.split("|")]
        for row in sentence:
            word = int(row.id)
            frame = next((part.removeprefix(FRAME) for part in row.misc.split("|") if part.startswith(FRAME)), "_")
            signs = ("+" if (0, word) in cells else "-", "+" if word in predicates else "-")
            arguments = [cells.get((head, word), "_") for head in predicates]
            pos = row.xpos if row.xpos != "_" else row.upos
            lines.append("\t".join([str(word), row.form, row.lemma, pos, *signs, frame, *arguments]))
        lines.append("")
    return ("\n".join(lines) + "\n").encode("utf-8")


def _rows(sentence: Sequence[tuple[int, list[str]]], file: str) -> list[str]:
    """The rows of a sentence in CoNLL-U."""
    for line, columns in sentence:
        if len(columns) < FIXED_COLUMNS:
            raise FormatError(file, line, f"{len(columns)} columns", f"at least {FIXED_COLUMNS} in SDP")
        for name, place in (("TOP", 4), ("PRED", 5)):
            if columns[place] not in SIGNS:
                raise FormatError(file, line, f"{name} {columns[place]!r}", "+ or -")
    predicates = [columns[0] for _, columns in sentence if columns[5] == "+"]
    rows = []
    for line, columns in sentence:
        if len(columns) != FIXED_COLUMNS + len(predicates):
            expected = f"{FIXED_COLUMNS} and one for each of {len(predicates)} predicates"
            raise FormatError(file, line, f"{len(columns)} columns", expected)
        id, form, lemma, pos, top, predicate, frame, *arguments = columns
        deps = [f"0:{TOP_LABEL}"] if top == "+" else []
        deps += [f"{head}:{label}" for head, label in zip(predicates, arguments, strict=True) if label != "_"]
        misc = [f"{FRAME}{frame}"] if frame != "_" else []
        misc += [PREDICATE] if predicate == "+" else []
        fields = (id, form, lemma, pos, pos, "_", "_", "_", "|".join(deps) or "_", "|".join(misc) or "_")
        rows.append("\t".join(fields))
    return rows
