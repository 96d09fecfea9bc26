"""Tables of figures as data frames of pandas, an optional dependency."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from multiplane.errors import MultiplaneError


def data_frame(columns: Mapping[str, Sequence[object]]) -> Any:
    """A ``pandas.DataFrame`` of these columns; an error in one line if pandas is not installed."""
    try:
        pandas = importlib.import_module("pandas")
    except ImportError:
        raise MultiplaneError("Data frames need pandas: install it with `pip install pandas`") from None
    return pandas.DataFrame(dict(columns))


def frame_of_rows(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> Any:
    """The same from rows."""
    return data_frame({heading: [row[place] for row in rows] for place, heading in enumerate(headings)})
