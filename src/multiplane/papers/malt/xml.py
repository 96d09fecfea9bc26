"""Feature files of MaltParser: an XML list of feature functions, translated into templates.

``InputColumn(POSTAG, Stack[0])`` is ``S0.xpos``, ``OutputColumn(DEPREL, ldep(Input[0]))`` is ``B0.left1.deprel``, Merge
and Merge3 are templates of several items. What has no counterpart is an error that names it and its line: Split, lsib
and rsib of other words than outermost dependents, ancestors and descendants, input from other parsers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from xml.parsers import expat

from multiplane.errors import MultiplaneError
from multiplane.learn.features.configurations import MAX_ITEMS, FeatureModel

COLUMNS = {
    "FORM": "form",
    "LEMMA": "lemma",
    "CPOSTAG": "upos",
    "UPOSTAG": "upos",
    "UPOS": "upos",
    "POSTAG": "xpos",
    "XPOSTAG": "xpos",
    "XPOS": "xpos",
    "FEATS": "feats",
}
STARTS = {
    "Stack": "S",
    "Input": "B",
    "Lookahead": "B",
    "ActiveStack": "S",
    "InactiveStack": "O",
    "Left": "S",
    "Right": "B",
}
CONTEXTS = {"LeftContext[0]": "S0.after", "RightContext[0]": "B0.before"}
STEPS = {
    "head": "head",
    "ldep": "left1",
    "rdep": "right1",
    "ldep2": "left2",
    "rdep2": "right2",
    "pred": "before",
    "succ": "after",
}
SIBLINGS = {("rsib", "left1"): "left2", ("lsib", "right1"): "right2"}
_WORD = re.compile(r"\s*([^\s(),]+)\s*")
VALENCIES = {"ldep": "left-valency", "rdep": "right-valency"}


class Call(NamedTuple):
    """A function of the file with its arguments; an address or another word has none."""

    name: str
    arguments: tuple[Call, ...]
    text: str


def features_from_malt(data: bytes, name: str = "<text>") -> FeatureModel:
    """The feature model in a file of MaltParser; labels are chosen by the same templates.

    >>> features_from_malt(b"<featuremodels><featuremodel><feature>InputColumn(FORM, Stack[0])</feature>"
    ...     b"<feature>Merge(InputColumn(POSTAG, Input[1]), OutputColumn(DEPREL, ldep(Input[0])))</feature>"
    ...     b"</featuremodel></featuremodels>").transition
    ('S0.form', 'B1.xpos B0.left1.deprel')
    >>> features_from_malt(b"<a>\\n<feature>Split(InputColumn(FEATS, Input[0]),\\\\|)</feature></a>", "a")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: a:2: found Split(InputColumn(FEATS, Input[0]),\\|), which has no counterpart; ...
    """
    lines = read_lines(data, name)
    if not lines:
        raise MultiplaneError(f"{name}: found no features; expected <feature>InputColumn(FORM, Stack[0])</feature> …")
    with_lookahead = any("Lookahead[" in text for _, text in lines)
    templates: dict[str, None] = {}
    for line, text in lines:
        try:
            items = translate(parsed(text), with_lookahead)
            if len(items) > MAX_ITEMS:
                raise MultiplaneError(f"found {len(items)} items in {text}; expected {MAX_ITEMS} at most")
            template = " ".join(items)
            FeatureModel((template,), ()).compile()
        except MultiplaneError as error:
            raise MultiplaneError(f"{name}:{line}: {error}") from None
        except RecursionError:
            raise MultiplaneError(
                f"{name}:{line}: found a feature nested too deeply; expected fewer brackets"
            ) from None
        templates[template] = None
    features = FeatureModel(tuple(templates), tuple(templates))
    try:
        features.compile()
    except MultiplaneError as error:
        raise MultiplaneError(f"{name}: {error}") from None
    return features


def read_lines(data: bytes, name: str) -> list[tuple[int, str]]:
    """The features of a file, each with the line it begins on; entities and DTDs are not read."""
    found: list[tuple[int, list[str]]] = []
    inside: list[str] = []
    reader = expat.ParserCreate()

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        inside.append(tag)
        if tag == "feature":
            found.append((reader.CurrentLineNumber, []))

    def text(part: str) -> None:
        if inside and inside[-1] == "feature":
            found[-1][1].append(part)

    def refuse(*parts: object) -> None:
        raise MultiplaneError(f"{name}:{reader.CurrentLineNumber}: found a document type; expected features alone")

    reader.StartElementHandler = start
    reader.EndElementHandler = lambda tag: inside.pop()
    reader.CharacterDataHandler = text
    reader.StartDoctypeDeclHandler = refuse
    try:
        reader.Parse(data, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        raise MultiplaneError(f"{name}:{error.lineno}: found no XML ({what}); expected MaltParser's features") from None
    except MultiplaneError:
        raise
    except (ValueError, LookupError) as error:
        raise MultiplaneError(f"{name}:1: found an encoding that cannot be read ({error}); expected UTF-8") from None
    return [(line, " ".join("".join(parts).split())) for line, parts in found]


def parsed(text: str) -> Call:
    """A feature as calls within calls.

    >>> parsed("Merge(head(Stack[0]), FORM)").arguments[0].arguments[0].name
    'Stack[0]'
    """
    text = text.strip()
    call, end = _call(text, 0)
    if end < len(text):
        raise MultiplaneError(f"found {text!r}; expected one feature function")
    return call


def _call(text: str, begin: int) -> tuple[Call, int]:
    """The call that begins here, and where what follows it begins."""
    word = _WORD.match(text, begin)
    if word is None:
        raise MultiplaneError(
            f"found {text[begin:]!r}; expected a feature function, such as InputColumn(FORM, Stack[0])"
        )
    end = word.end()
    if not text.startswith("(", end):
        return Call(word[1], (), word[1]), end
    arguments = []
    while not text.startswith(")", end):
        argument, end = _call(text, end + 1)
        arguments.append(argument)
        if not text.startswith((",", ")"), end):
            raise MultiplaneError(f"found {text[begin:]!r}; expected a closing bracket")
    after = end + 1
    while text[after : after + 1].isspace():
        after += 1
    return Call(word[1], tuple(arguments), text[word.start(1) : end + 1]), after


def translate(call: Call, with_lookahead: bool = False) -> list[str]:
    """The items of a feature; in a file with Lookahead, Input would be words that were swapped back.

    >>> translate(parsed("Suffix(InputColumn(FORM, rsib(ldep(Stack[1]))), 3)"))
    ['S1.left2.suffix3']
    """

    def address(call: Call) -> str:
        return address_of(call, with_lookahead)

    forms: dict[tuple[str, int], Callable[..., list[str]]] = {
        ("InputColumn", 2): lambda column, place: [f"{address(place)}.{column_of(column)}"],
        ("InputTable", 2): lambda column, place: [f"{address(place)}.{column_of(column)}"],
        ("OutputColumn", 2): lambda column, place: [f"{address(place)}.{label_of(column)}"],
        ("OutputTable", 2): lambda column, place: [f"{address(place)}.{label_of(column)}"],
        ("OutputArc", 3): lambda column, one, other: [
            f"distance({address(one)}.head,{address(other)})",
            f"distance({address(other)}.head,{address(one)})",
        ],
        ("Exists", 1): lambda place: [f"distance({address(place)},{address(place)})"],
        ("Distance", 3): lambda one, other, bins: [f"distance({address(one)},{address(other)})"],
        ("NumOf", 3): lambda place, relation, bins: [f"{address(place)}.{valency_of(relation)}"],
        ("Prefix", 2): lambda feature, length: affix("prefix", translate(feature, with_lookahead), length),
        ("Suffix", 2): lambda feature, length: affix("suffix", translate(feature, with_lookahead), length),
        ("Merge", 2): lambda *parts: [item for part in parts for item in translate(part, with_lookahead)],
        ("Merge3", 3): lambda *parts: [item for part in parts for item in translate(part, with_lookahead)],
    }
    form = forms.get((call.name, len(call.arguments)))
    if form is None:
        known = ", ".join(dict.fromkeys(name for name, _ in forms))
        raise MultiplaneError(f"found {call.text}, which has no counterpart; expected one of {known}")
    return form(*call.arguments)


def column_of(call: Call) -> str:
    """The attribute of a column.

    >>> column_of(parsed("CPOSTAG"))
    'upos'
    """
    if call.text not in COLUMNS:
        raise MultiplaneError(f"found column {call.text}; expected one of {', '.join(COLUMNS)}")
    return COLUMNS[call.text]


def label_of(call: Call) -> str:
    """The attribute of an output column: there is one, DEPREL."""
    if call.text != "DEPREL":
        raise MultiplaneError(f"found output column {call.text}; expected DEPREL")
    return "deprel"


def valency_of(call: Call) -> str:
    """The attribute for the number of left or right dependents."""
    if call.text not in VALENCIES:
        raise MultiplaneError(f"found the number of {call.text}; expected ldep or rdep")
    return VALENCIES[call.text]


def affix(kind: str, items: list[str], length: Call) -> list[str]:
    """The first or last letters of a form; all of it for a length of 0."""
    if len(items) != 1 or not items[0].endswith(".form") or not re.fullmatch(r"\d", length.text):
        found = f"{kind} of length {length.text} of {' '.join(items)}"
        raise MultiplaneError(f"found a {found}, which has no counterpart; expected one of FORM, of 0 to 9 letters")
    return items if length.text == "0" else [items[0].removesuffix("form") + kind + length.text]


def address_of(call: Call, with_lookahead: bool) -> str:
    """The address that address functions lead to."""
    if call.text in CONTEXTS:
        return CONTEXTS[call.text]
    start = re.fullmatch(r"([A-Za-z]+)\[(\d)\]", call.name)
    if start and not call.arguments and start[1] in STARTS and not (start[1] == "Input" and with_lookahead):
        return STARTS[start[1]] + start[2]
    if len(call.arguments) == 1:
        base = address_of(call.arguments[0], with_lookahead)
        before, _, last = base.rpartition(".")
        if call.name in STEPS:
            return f"{base}.{STEPS[call.name]}"
        if (call.name, last) in SIBLINGS:
            return f"{before}.{SIBLINGS[call.name, last]}"
    swapped = " (with Lookahead, the words swapped back)" if call.name.startswith("Input[") else ""
    known = f"{', '.join(f'{name}[0]' for name in STARTS)} and {', '.join(STEPS)} of them"
    raise MultiplaneError(f"found address {call.text}{swapped}, which has no counterpart; expected {known}")
