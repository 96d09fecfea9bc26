"""The size of a network in one number, the units of its layers; other widths follow from it.

An ensemble has several networks.
"""

from __future__ import annotations

from multiplane.learn.options import OptionError

UNITS = 192
"""The default size."""

UNIT_STEP, MAX_UNITS = 32, 512
MAX_ARC, MIN_LABEL = 160, 64
MAX_MEMBERS = 32


def widths_for(units: int) -> dict[str, int]:
    """The widths of the layers and of the arc and label vectors. Raise if the number of units is not supported.

    >>> widths_for(UNITS), widths_for(64)
    ({'hidden': 192, 'arc': 160, 'label': 128}, {'hidden': 64, 'arc': 64, 'label': 64})
    """
    if type(units) is not int or units % UNIT_STEP or not UNIT_STEP <= units <= MAX_UNITS:
        raise OptionError(f"found {units} units; expected a multiple of {UNIT_STEP}, {UNIT_STEP} to {MAX_UNITS}")
    label = -(-2 * units // 3 // 16) * 16
    return {"hidden": units, "arc": min(units, MAX_ARC), "label": max(label, MIN_LABEL)}


def check_members(number: int) -> None:
    """Raise if an ensemble cannot have this number of networks.

    >>> check_members(0)
    Traceback (most recent call last):
      ...
    multiplane.learn.options.OptionError: found an ensemble of 0; expected 1 to 32 members
    """
    if type(number) is not int or not 1 <= number <= MAX_MEMBERS:
        raise OptionError(f"found an ensemble of {number}; expected 1 to {MAX_MEMBERS} members")
