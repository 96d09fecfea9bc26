"""``multiplane features``: the feature language, the defaults as TOML to edit, and what a file of features uses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from multiplane.characters import visible
from multiplane.cli.shared.command import WrongUsage
from multiplane.errors import MultiplaneError
from multiplane.notices import notice_once

if TYPE_CHECKING:
    from multiplane.learn.features.files import AnyFeatures
    from multiplane.learn.features.templates import AddressBook

TITLES = {"transition": "transitions", "arc": "arcs", "label": "labels"}


def features(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="FAMILY|SYSTEM|FILE", help="Print the default features of a system or family, or check a file."
        ),
    ] = None,
    model: Annotated[
        Literal["transition", "arc-factored", "liblinear", "libsvm", "graph"] | None,
        typer.Option(
            "--model",
            metavar="transition|arc-factored|liblinear|libsvm",
            help="Print the default features of this kind of model (transition: of arc-eager).",
        ),
    ] = None,
    malt: Annotated[
        bool, typer.Option("--malt", help="Print MaltParser's default features of this name, or its XML file as TOML.")
    ] = False,
) -> None:
    """Describe the feature language, print default features to edit, or check a feature file."""
    if model == "graph":
        notice_once("model graph", "model graph is now called arc-factored")
        model = "arc-factored"
    if malt or model in ("liblinear", "libsvm"):
        if not malt or name is None or model == "arc-factored":
            needs_name = "--malt requires NAME, and cannot be combined with --model arc-factored"
            raise WrongUsage(needs_name if malt else f"--model {model} requires --malt")
        print_malt(name, model or "transition")
        return
    if name is not None and model == "arc-factored":
        raise WrongUsage("--model arc-factored cannot be combined with a name: arc-factored models have one default")
    if model == "arc-factored":
        print_graph_default()
    elif name is None and model is None:
        print_language()
    elif name is not None and (name.endswith((".toml", ".xml")) or Path(name).is_file() or name == "-"):
        from multiplane.learn import read_features

        print_use(name, read_features(name))
    else:
        print_default(name or "arc-eager")


def print_language() -> None:
    """The language as its module documents it, the address books, and the defaults."""
    from multiplane.learn.features import arcs, attributes, configurations, templates
    from multiplane.learn.features.arc_defaults import ARC_FEATURES
    from multiplane.learn.features.defaults import FAMILIES
    from multiplane.learn.features.files import named_features

    print(as_plain_text(templates.__doc__))
    print(f"\n{as_plain_text(attributes.__doc__)}")
    print_book("Transition models: lists transition and label", configurations.TRANSITION_LABELS)
    print("  H and D are for templates of labels only.")
    print_book("Arc-factored models: list arc", arcs.ARCS)
    print_book("Arc-factored models: list label, when the tree is known", arcs.ARC_LABELS)
    print("\nA feature file is TOML with the two lists of its model. Defaults:\n")
    for family, model in FAMILIES.items():
        print(f"  {family}: {counts(model)}")
    print(f"  --model arc-factored: {counts(ARC_FEATURES)}")
    print(f"\nDefaults of MaltParser, by name with --malt: {', '.join(named_features())}")
    print("\nmultiplane features FAMILY or SYSTEM prints one, ready to edit; multiplane features FILE checks one.")


def as_plain_text(docstring: str | None) -> str:
    """The docstring of a module without markup."""
    return re.sub(r" \(`[^`]+`\)|`", "", docstring or "").strip()


def print_book(title: str, book: AddressBook) -> None:
    """What templates can name, a line each."""
    print(f"\n{title}\n")
    numbered = {f"{letter}0 {letter}1 …": meaning for letter, meaning in book.numbered.items()}
    steps = {f".{name}": meaning for name, meaning in book.steps.items()}
    more = {f"ADDRESS.{name}": meaning for name, meaning in book.attributes.items()}
    functions = {f"{name}(A,B)": meaning for name, meaning in book.functions.items()}
    entries: Mapping[str, str] = {**numbered, **book.starts, **steps, **more, **functions, **book.names}
    for name, meaning in entries.items():
        print(f"  {name:<22} {meaning}")


def print_graph_default() -> None:
    """The default of arc-factored models, as TOML."""
    from multiplane.learn.features.arc_defaults import ARC_FEATURES
    from multiplane.learn.features.files import features_as_toml

    print(features_as_toml(ARC_FEATURES, "The default of arc-factored models."), end="")


def print_default(name: str) -> None:
    """The default of a family or of a system, as TOML."""
    from multiplane.learn import default_features
    from multiplane.learn.features.defaults import FAMILIES, FAMILY_EXAMPLES
    from multiplane.learn.features.files import features_as_toml
    from multiplane.transition import get

    try:
        system = get(FAMILY_EXAMPLES.get(name, name))
    except MultiplaneError as error:
        raise MultiplaneError(f"{error}; families: {', '.join(FAMILIES)}; a file ends in .toml") from None
    title = f"The default of the {'family' if name in FAMILIES else 'system'} {name}."
    print(features_as_toml(default_features(system), title), end="")


def print_malt(name: str, model: str) -> None:
    """MaltParser's default for an algorithm, or the translation of one of its files, as TOML."""
    from multiplane.learn import read_features
    from multiplane.learn.features.files import features_as_toml, named_features

    found = named_features().get(name)
    title = f"{visible(name)}, translated" if found is None else f"MaltParser's default for {name}, here {found.system}"
    print(features_as_toml(read_features(name, model), f"{title}."), end="")


def counts(model: AnyFeatures) -> str:
    """The number of templates of both kinds."""
    first, second = ((len(getattr(model, part)), TITLES[part]) for part in model.books)
    return f"{first[0]} templates for {first[1]}, {second[0]} for {second[1]}"


def print_use(path: str, model: AnyFeatures) -> None:
    """What a feature file looks at."""
    print(f"{visible(path)}: {counts(model)}")
    for part in model.books:
        items = sorted({item for template in getattr(model, part) for item in template.split()})
        addresses = sorted({item.rpartition(".")[0] for item in items if "(" not in item and "." in item})
        others = [item for item in items if "(" in item or "." not in item]
        print(f"  {TITLES[part]}: {visible(', '.join([*addresses, *others]))}")
    print(f"  attributes of words: {visible(', '.join(model.attributes))}")
