"""Write the Brown clusters that the package spacy-lookups-data has (English, German, Spanish) for `train --clusters`.

    pip install spacy-lookups-data
    python scripts/brown_clusters.py en -o clusters.tsv

The file has the most frequent words first. There, the path of a cluster is a number whose lowest bit is the first
branch; here it is written as Brown's program does, the first branch first. Words without a cluster have the number 0.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("language", choices=["de", "en", "es"], help="the language")
    options.add_argument("-o", "--output", type=Path, required=True, help="the file to write")
    options.add_argument("--words", type=int, default=100_000, help="so many words at most")
    given = options.parse_args()
    package = importlib.util.find_spec("spacy_lookups_data")
    if package is None or package.origin is None:
        sys.exit("found no package spacy-lookups-data; expected it to be installed: pip install spacy-lookups-data")
    data = Path(package.origin).parent / "data"
    paths, logarithms = (table(data / f"{given.language}_lexeme_{name}.json.gz") for name in ("cluster", "prob"))
    words = [word for word, number in paths.items() if number and not any(letter.isspace() for letter in word)]
    words.sort(key=lambda word: (-logarithms[word], word))
    lines = [f"{word}\t{path(paths[word])}\n" for word in words[: given.words]]
    given.output.write_text("".join(lines), "utf-8")
    print(f"{given.output}: {len(lines):,} words")


def table(file: Path) -> dict[str, Any]:
    """A table of the package."""
    found: dict[str, Any] = json.loads(gzip.decompress(file.read_bytes()))
    return found


def path(number: int) -> str:
    """The branches from the root to a cluster; a path that ends with branches 0 has lost them."""
    return f"{number:b}"[::-1]


if __name__ == "__main__":
    main()
