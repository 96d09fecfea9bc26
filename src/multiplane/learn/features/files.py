"""Feature models by file or by name.

A TOML file has two lists of templates, ``transition`` and ``label``, or ``arc`` and ``label``; an XML file is one of
MaltParser's, and the names are those of its default models.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.learn.features.arcs import ArcFeatureModel
from multiplane.learn.features.configurations import FeatureModel
from multiplane.learn.features.malt_models import MALT_MODELS, malt_features
from multiplane.learn.features.malt_xml import features_from_malt
from multiplane.treebank.conll.source import open_source, source_name

AnyFeatures = FeatureModel | ArcFeatureModel


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
    if str(path) in MALT_MODELS:
        return malt_features(str(path), model)
    if not Path(path).suffix and str(path) != "-" and not Path(path).exists():
        raise MultiplaneError(f"found features {str(path)!r}; expected a file, or one of {', '.join(MALT_MODELS)}")
    with open_source(path) as stream:
        data = stream.read()
    read = features_from_malt if Path(path).suffix == ".xml" else features_from_toml
    return read(data, source_name(path))


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
