"""Feature models by file or by name.

A TOML file has two lists of templates, ``transition`` and ``label``, or ``arc`` and ``label``. Other formats, and
features that have a name, come from two registries: MaltParser's XML files, and its default models.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, cast

from multiplane.errors import MultiplaneError
from multiplane.lazy import load
from multiplane.learn.features.arcs import ArcFeatureModel
from multiplane.learn.features.configurations import FeatureModel
from multiplane.treebank.conll.source import open_source, source_name

AnyFeatures = FeatureModel | ArcFeatureModel

FORMATS = {".xml": "multiplane.papers.malt.xml:features_from_malt"}
"""What reads the files with a suffix; all others are TOML."""

NAMED = "multiplane.papers.malt.models:MALT_MODELS"
"""Where the features are that have a name, a mapping of them."""


class NamedFeatures(Protocol):
    """Default features that have a name, made for one transition system."""

    @property
    def system(self) -> str: ...
    def features(self, model: str) -> FeatureModel: ...


def named_features() -> Mapping[str, NamedFeatures]:
    """The features that have a name.

    >>> named_features()["2planar"].system
    '2-planar'
    """
    return cast(Mapping[str, NamedFeatures], load(NAMED))


def features_as_toml(features: AnyFeatures, title: str = "") -> str:
    """A feature model as a text that `read_features` reads, one template a line.

    >>> print(features_as_toml(FeatureModel(("S0.form B0.form",), ("D.upos",)), "a small one"), end="")
    # a small one
    transition = [
      "S0.form B0.form",
    ]
    label = [
      "D.upos",
    ]
    """
    lines = [f"# {line}" for line in title.splitlines()]
    for part in features.books:
        lines += [f"{part} = [", *(f"  {json.dumps(template)}," for template in getattr(features, part)), "]"]
    return "\n".join(lines) + "\n"


def read_features(path: str | Path, model: str = "transition") -> AnyFeatures:
    """The feature model in a file: of a transition parser, or of a graph parser if it has a list ``arc``.

    Every template is checked; the error for the first bad one names its line. A file that ends in ``.xml`` is one of
    MaltParser. Instead of a file, the name of one of MaltParser's algorithms stands for its default features, with
    combinations or, for a ``model`` with a kernel (libsvm), without.

    >>> read_features("no/such.toml")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: no/such.toml: no such file
    >>> read_features("2planar", "libsvm").transition[-1]
    'O1.xpos'
    """
    named = named_features()
    if str(path) in named:
        return named[str(path)].features(model)
    if not Path(path).suffix and str(path) != "-" and not Path(path).exists():
        raise MultiplaneError(f"found features {str(path)!r}; expected a file, or one of {', '.join(named)}")
    with open_source(path) as stream:
        data = stream.read()
    suffix = Path(path).suffix
    read = load(FORMATS[suffix]) if suffix in FORMATS else features_from_toml
    return cast(AnyFeatures, read(data, source_name(path)))


def features_from_toml(data: bytes, name: str = "<text>") -> AnyFeatures:
    """The feature model in a text.

    >>> features_from_toml(b'transition = ["S0.form"]\\nlabel = ["D.colour"]', "a.toml")
    Traceback (most recent call last):
      ...
    multiplane.errors.MultiplaneError: a.toml:2: template 'D.colour': found attribute 'colour'; ...
    >>> features_from_toml(b'arc = ["H.form D.form"]\\nlabel = ["D.form"]')
    ArcFeatureModel(arc=('H.form D.form',), label=('D.form',))
    """
    try:
        text = data.decode("utf-8")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise MultiplaneError(f"{name}:{line}: found bytes that are not UTF-8; expected TOML") from error
    except (ValueError, RecursionError) as error:
        raise MultiplaneError(f"{name}: found no TOML ({str(error).lower()}); expected lists of templates") from error
    kind = ArcFeatureModel if "arc" in found else FeatureModel
    for key, value in found.items():
        if key not in kind.books:
            raise MultiplaneError(f"{name}: found {key!r}; expected {' and '.join(kind.books)}")
        if not isinstance(value, list) or not all(isinstance(template, str) for template in value):
            raise MultiplaneError(f"{name}: found no list of texts as {key!r}; expected templates")
    for part in kind.books:
        if not found.get(part):
            raise MultiplaneError(f"{name}: found no templates under {part!r}; expected at least one")
    _check_templates(kind, found, text, name)
    features = kind(*(tuple(found[part]) for part in kind.books))
    try:
        features.compile()
    except MultiplaneError as error:
        raise MultiplaneError(f"{name}: {error}") from None
    return features


def _check_templates(kind: type[AnyFeatures], found: dict[str, Any], text: str, name: str) -> None:
    """Compile each template by itself, so that an error can name its line."""
    lines = text.splitlines()
    for part in kind.books:
        for template in found[part]:
            try:
                kind(*((template,) if other == part else () for other in kind.books)).compile()
            except MultiplaneError as error:
                places = [number for number, line in enumerate(lines, 1) if template and template in line]
                where = f"{name}:{places[0]}" if places else name
                raise MultiplaneError(f"{where}: {error}") from None
