"""``multiplane features``: the feature language, the defaults as TOML to edit, and what a file of features uses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from multiplane.errors import MultiplaneError

if TYPE_CHECKING:
    from multiplane.learn import FeatureModel


def features(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="FAMILY|SYSTEM|FILE", help="Print the default features of a system or family, or check a file."
        ),
    ] = None,
) -> None:
    """Describe the feature language, print default features to edit, or check a feature file."""
    if name is None:
        print_language()
    elif name.endswith(".toml") or Path(name).is_file() or name == "-":
        from multiplane.learn import read_features

        print_use(name, read_features(name))
    else:
        print_default(name)


def print_language() -> None:
    """The language, as its module documents it, and the defaults there are."""
    from multiplane.learn import feature_model
    from multiplane.learn.features.defaults import FAMILIES

    print((feature_model.__doc__ or "").replace("``", "").replace("`learn.attributes`", "words").strip())
    print("\nA file of features is TOML with two lists of templates, transition and label. Defaults:\n")
    for family, model in FAMILIES.items():
        print(f"  {family}: {counts(model)}")
    print("\nmultiplane features FAMILY or SYSTEM prints one, ready to edit; multiplane features FILE checks one.")


def print_default(name: str) -> None:
    """The default of a family or of a system, as TOML."""
    from multiplane.learn import default_features
    from multiplane.learn.features.defaults import FAMILIES
    from multiplane.learn.features.files import features_as_toml
    from multiplane.transition import get

    if name in FAMILIES:
        print(features_as_toml(FAMILIES[name], f"The default of the family {name}."), end="")
        return
    try:
        system = get(name)
    except MultiplaneError as error:
        raise MultiplaneError(f"{error}; families: {', '.join(FAMILIES)}; a file ends in .toml") from None
    print(features_as_toml(default_features(system), f"The default of the system {name}."), end="")


def counts(model: FeatureModel) -> str:
    """How many templates there are of both kinds."""
    return f"{len(model.transition)} templates for transitions, {len(model.label)} for labels"


def print_use(path: str, model: FeatureModel) -> None:
    """What a file of features looks at."""
    print(f"{path}: {counts(model)}")
    for title, part in (("transitions", model.transition), ("labels", model.label)):
        items = sorted({item for template in part for item in template.split()})
        addresses = sorted({item.rpartition(".")[0] for item in items if "(" not in item and "." in item})
        others = [item for item in items if "(" in item or "." not in item]
        print(f"  {title}: {', '.join([*addresses, *others])}")
    print(f"  attributes of words: {', '.join(model.attributes)}")
