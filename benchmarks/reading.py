"""How fast treebanks are read, encoded into integers and written, and in how much memory, beside other tools.

``python benchmarks/reading.py [FILE]`` prints words per second (best of five), the peak memory of a process that reads
the file and keeps it, and how much of that is more than for a file of one word. Tools that are not installed are left
out: ``pip install '.[bench]'``.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from treebanks import TREEBANKS

COLUMNS = ("form", "lemma", "upos", "xpos", "feats", "deprel")
TASKS = ("read", "read and encode", "read and write")


@dataclass(frozen=True)
class Tool:
    """How a tool reads a file, gives its words as tuples of columns and head, and writes what it has read."""

    module: str
    read: Callable[[Path], Any]
    words: Callable[[Any], Iterable[tuple[Any, ...]]]
    write: Callable[[Any, Path], None]


def encode_in_python(words: Iterable[tuple[Any, ...]]) -> list[list[int]]:
    """One id per word and column, by dictionaries, and the heads: what a tool without arrays must do."""
    tables: list[dict[Any, int]] = [{} for _ in COLUMNS]
    ids: list[list[int]] = [[] for _ in range(len(COLUMNS) + 1)]
    for word in words:
        for table, column, value in zip(tables, ids, word[:-1], strict=False):
            column.append(table.setdefault(value, len(table) + 1))
        ids[-1].append(word[-1])
    return ids


def read_multiplane(path: Path) -> Any:
    import multiplane

    return multiplane.read(path)


def write_multiplane(treebank: Any, path: Path) -> None:
    import multiplane

    multiplane.write(treebank, path)


def read_conllu(path: Path) -> Any:
    import conllu

    return conllu.parse(path.read_text("utf-8"))


def words_of_conllu(sentences: Any) -> Iterable[tuple[Any, ...]]:
    for sentence in sentences:
        for token in sentence:
            if isinstance(token["id"], int):
                yield (*(str(token[name]) for name in COLUMNS), token["head"])


def write_conllu(sentences: Any, path: Path) -> None:
    with path.open("w", encoding="utf-8") as out:
        out.writelines(sentence.serialize() for sentence in sentences)


def read_pyconll(path: Path) -> Any:
    import pyconll

    return pyconll.load_from_file(str(path))


def words_of_pyconll(sentences: Any) -> Iterable[tuple[Any, ...]]:
    for sentence in sentences:
        for token in sentence:
            if token.id.isdigit():
                tags = (token.form, token.lemma, token.upos, token.xpos, str(token.feats), token.deprel)
                yield (*tags, int(token.head))


def write_pyconll(sentences: Any, path: Path) -> None:
    with path.open("w", encoding="utf-8") as out:
        sentences.write(out)


def read_udapi(path: Path) -> Any:
    from udapi.core.document import Document

    return Document(str(path))


def words_of_udapi(document: Any) -> Iterable[tuple[Any, ...]]:
    for node in document.nodes:
        yield (node.form, node.lemma, node.upos, node.xpos, str(node.feats), node.deprel, node.parent.ord)


def write_udapi(document: Any, path: Path) -> None:
    document.store_conllu(str(path))


def read_udpipe(path: Path) -> Any:
    from ufal.udpipe import InputFormat, ProcessingError, Sentence

    reader, error, sentences = InputFormat.newConlluInputFormat(), ProcessingError(), []
    reader.setText(path.read_text("utf-8"))
    sentence = Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = Sentence()
    return sentences


def words_of_udpipe(sentences: Any) -> Iterable[tuple[Any, ...]]:
    for sentence in sentences:
        for word in list(sentence.words)[1:]:
            yield (word.form, word.lemma, word.upostag, word.xpostag, word.feats, word.deprel, word.head)


def write_udpipe(sentences: Any, path: Path) -> None:
    from ufal.udpipe import OutputFormat

    writer = OutputFormat.newConlluOutputFormat()
    with path.open("w", encoding="utf-8") as out:
        out.writelines(writer.writeSentence(sentence) for sentence in sentences)


TOOLS = {
    "multiplane": Tool("multiplane", read_multiplane, lambda treebank: (), write_multiplane),
    "ufal.udpipe": Tool("ufal.udpipe", read_udpipe, words_of_udpipe, write_udpipe),
    "udapi": Tool("udapi", read_udapi, words_of_udapi, write_udapi),
    "pyconll": Tool("pyconll", read_pyconll, words_of_pyconll, write_pyconll),
    "conllu": Tool("conllu", read_conllu, words_of_conllu, write_conllu),
}


def installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def perform(name: str, task: str, path: Path, out: Path) -> Any:
    """One task of one tool, from the file on."""
    tool = TOOLS[name]
    treebank = tool.read(path)
    if task == "read and encode":
        return treebank.encode(COLUMNS) if name == "multiplane" else encode_in_python(tool.words(treebank))
    if task == "read and write":
        tool.write(treebank, out)
    return treebank


def worker(name: str, task: str, path: Path, repeats: int, clock: Callable[[], float]) -> None:
    """In a process of its own: the best time of a task, or the peak memory of reading; printed as a number."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.conllu"
        if task == "memory":
            kept = TOOLS[name].read(path)
            print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
            del kept
            return
        if name == "multiplane":
            perform(name, task, path, out)
        times = []
        for _ in range(repeats):
            started = clock()
            kept = perform(name, task, path, out)
            times.append(clock() - started)
            del kept
        print(min(times))


def measure(name: str, task: str, path: Path, repeats: int, cpu: bool = False) -> float:
    """Run a worker and take its number."""
    command = [sys.executable, __file__, str(path), "--worker", name, "--task", task, "--repeats", str(repeats)]
    command += ["--cpu"] if cpu else []
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def idle_memory(name: str) -> float:
    """The peak memory for a file of one word: what the tool itself takes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "one.conllu"
        path.write_text("1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
        return measure(name, "memory", path, 1)


def count_words(path: Path) -> int:
    with path.open("rb") as lines:
        return sum(line[:1].isdigit() and line.split(b"\t", 1)[0].isdigit() for line in lines)


def table(rows: list[dict[str, Any]]) -> str:
    """The results as a table, words per second with thousands."""
    lines = [f"{'':12}" + "".join(f"{task:>17}" for task in TASKS) + f"{'peak memory':>14}{'for the words':>16}"]
    for row in rows:
        speeds = "".join(f"{row[task]:>17,.0f}" for task in TASKS)
        lines.append(f"{row['tool']:12}{speeds}{row['memory']:>11,.0f} MB{row['treebank memory']:>13,.0f} MB")
    return "\n".join(lines)


def main() -> None:
    """Measure every tool that is installed."""
    parser = argparse.ArgumentParser(description="Reading, encoding and writing a treebank: words per second.")
    parser.add_argument("file", nargs="?", type=Path, default=TREEBANKS / "czech-cac" / "train.conllu")
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")
    parser.add_argument("--repeats", type=int, default=5, help="take the best of this many runs (5)")
    parser.add_argument("--tools", nargs="+", choices=[*TOOLS], default=[*TOOLS], help="measure these alone")
    parser.add_argument("--cpu", action="store_true", help="count processor time, of all threads: for a busy machine")
    parser.add_argument("--worker", choices=[*TOOLS], help=argparse.SUPPRESS)
    parser.add_argument("--task", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        clock = time.process_time if arguments.cpu else time.perf_counter
        worker(arguments.worker, arguments.task, arguments.file, arguments.repeats, clock)
        return
    if not arguments.file.is_file():
        sys.exit(f"{arguments.file}: no such file; name one, or set MULTIPLANE_TREEBANKS")
    words = count_words(arguments.file)
    rows = []
    for name in (name for name in arguments.tools if installed(TOOLS[name].module)):
        times = {task: measure(name, task, arguments.file, arguments.repeats, arguments.cpu) for task in TASKS}
        speeds = {task: words / seconds for task, seconds in times.items()}
        memory = measure(name, "memory", arguments.file, 1)
        rows.append({"tool": name, **speeds, "memory": memory, "treebank memory": memory - idle_memory(name)})
    if arguments.json:
        print(json.dumps(rows, indent=2))
    else:
        second = "second of processor time" if arguments.cpu else "second"
        print(f"{arguments.file}: {words:,} words; words per {second}, best of {arguments.repeats}\n\n{table(rows)}")


if __name__ == "__main__":
    main()
