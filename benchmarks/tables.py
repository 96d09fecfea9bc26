"""Tables of the benchmarks, as plain text or as Markdown."""

from __future__ import annotations


def print_table(title: str, columns: list[str], rows: dict[str, list[str]], markdown: bool) -> None:
    """A title, and a table whose rows have names."""
    print(f"\n{title}\n")
    if markdown:
        print("| " + " | ".join(["", *columns]) + " |\n|---|" + "--:|" * len(columns))
        for name, cells in rows.items():
            print("| " + " | ".join([name, *(cell.replace("*", "\\*") for cell in cells)]) + " |")
        return
    first = max([len(name) for name in rows] + [0]) + 2
    widths = [max([len(title), *(len(cells[at]) for cells in rows.values())]) + 2 for at, title in enumerate(columns)]
    for name, cells in [("", columns), *rows.items()]:
        print(name.ljust(first) + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)))
