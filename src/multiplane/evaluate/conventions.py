"""The scoring conventions of the CoNLL-X (2006) and CoNLL 2018 shared tasks.

CoNLL-X excludes punctuation and compares whole labels. CoNLL 2018 counts all words and compares main relations
(the label up to the first colon); its CLAS is over words with content relations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args
from unicodedata import category

from multiplane.errors import MultiplaneError

ConventionName = Literal["conll-x", "conll-2018"]

# fmt: off
CONTENT_RELATIONS = frozenset({
    "acl", "advcl", "advmod", "amod", "appos", "ccomp", "compound", "conj", "csubj", "dep", "discourse", "dislocated",
    "expl", "fixed", "flat", "goeswith", "iobj", "list", "nmod", "nsubj", "nummod", "obj", "obl", "orphan",
    "parataxis", "reparandum", "root", "vocative", "xcomp",
})
UNIVERSAL_RELATIONS = CONTENT_RELATIONS | {"aux", "case", "cc", "clf", "cop", "det", "mark", "punct"}
# fmt: on


@dataclass(frozen=True, slots=True)
class Convention:
    """Whether punctuation counts, and whether subtypes do (``nsubj:pass`` is then not ``nsubj``)."""

    name: ConventionName
    punctuation: bool
    subtypes: bool

    def label(self, deprel: str) -> str:
        """The part of a label that is compared.

        >>> CONVENTIONS["conll-2018"].label("nsubj:pass"), CONVENTIONS["conll-x"].label("nsubj:pass")
        ('nsubj', 'nsubj:pass')
        """
        return deprel if self.subtypes else main_relation(deprel)


CONVENTIONS: dict[str, Convention] = {
    "conll-x": Convention("conll-x", punctuation=False, subtypes=True),
    "conll-2018": Convention("conll-2018", punctuation=True, subtypes=False),
}


def choose_convention(
    format: str, name: str | None = None, punctuation: bool | None = None, subtypes: bool | None = None
) -> Convention:
    """The convention with this name, by default that of the gold file's format, with the given settings changed.

    >>> choose_convention("conllu", punctuation=False)
    Convention(name='conll-2018', punctuation=False, subtypes=False)
    >>> choose_convention("conllx").name
    'conll-x'
    """
    name = name or ("conll-x" if format == "conllx" else "conll-2018")
    if name not in CONVENTIONS:
        raise MultiplaneError(f"found convention {name!r}; expected one of {', '.join(get_args(ConventionName))}")
    chosen = CONVENTIONS[name]
    return replace(
        chosen,
        punctuation=chosen.punctuation if punctuation is None else punctuation,
        subtypes=chosen.subtypes if subtypes is None else subtypes,
    )


def main_relation(deprel: str) -> str:
    """A label without its subtype.

    >>> main_relation("obl:arg"), main_relation("obl")
    ('obl', 'obl')
    """
    return deprel.partition(":")[0]


def is_punctuation(form: str) -> bool:
    """Whether every character of a form is Unicode punctuation, the rule of CoNLL-X; symbols such as $ and + are not.

    >>> [is_punctuation(form) for form in ("...", "«", "$", "o'clock")]
    [True, True, False, False]
    """
    return all(category(character)[0] == "P" for character in form)
