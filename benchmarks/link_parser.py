"""Linkages compared with those of link-parser, the program of the Link Grammar project (Debian: link-grammar).

Three dictionaries that both read: the one in this package with sentences and random edits of them; random dictionaries
with random sentences; the English dictionary that comes with link-parser, with short sentences. Both list all linkages
without null links, whatever their cost and the length of their links, those that post-processing rejects among them.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from itertools import islice
from pathlib import Path

from multiplane.deduce.link import Dictionary, Linkage, form_of, linkages, parse_dictionary, read_dictionary
from multiplane.errors import MultiplaneError
from tables import print_table

OPTIONS = [
    *("-null=0", "-islands-ok=0", "-panic=0", "-spell=0", "-cost-max=10000", "-short=254", "-limit=100000"),
    *("-timeout=600", "-walls=1", "-links=0", "-graphics=0", "-postscript=1", "-bad=1", "-echo=1", "-verbosity=1"),
    "-test=auto-next-linkage:100000",
]
ENGLISH_FOLDER = Path("/usr/share/link-grammar/en")
MOST = 20_000
DIALECTS = {"headline": 4.0, "bad-spelling": 0.0, "colloquial": 0.0}
"""The costs of its English dictionary where no dialect is chosen."""

COST = re.compile(r"inkage( \d+)?( \(bad\))?, cost vector = \(UNUSED=\s*(\d+) DIS=\s*(-?[\d.]+) LEN=\s*(\d+)\)")
LINK = re.compile(r"\[(\d+) (\d+) \d+ \(([^)]*)\)\]")
EMPTY_TABLE = "STARTING_LINK_TYPE_TABLE:\n"

Found = tuple[float, int, tuple[str, ...], frozenset[tuple[int, int, str]]]
"""Cost, length, words and labelled links of a linkage."""

SENTENCES = """
the cat chased a snake
The cat chased a snake .
Mary saw the girl with a telescope
Mary saw the girl with a telescope in the park near the tree
the cat that chased the mouse slept
the cat that Mary saw ran
the cat Mary saw ran
the girl who Kim liked gave the dog a bone
Mary said that the dog barked
Mary said the dog barked yesterday
Ada thought that Kim said that the cats ran
the dog and the cat ran
Mary and Kim saw the dog and the birds
he wanted to chase the very big black cat
the can can bark
they eat fish
fish eat fish
two big hungry dogs sleep under the old tree
Mary gave the dog a bone in front of the tree
Kim gave the girl that Mary saw in the park a bone with a fish near the tree yesterday .
she often sees them
they were very hungry at last
the bird is in the tree
this is water
every girl quickly ran in front of a dog with a bone to the garden today
that boy can see it
""".strip().splitlines()

ENGLISH = """
the cat ran
the cat chased a snake
she saw the girl with a telescope
he gave the dog a bone
they eat fish
the dog that chased the cat slept
he said that the dog barked
the big black dog barked yesterday
she wants to sleep
the bird is in the tree
birds sing
dogs and cats sleep
the old man walked slowly
can you see it
what did she see
he is very tall
I know that you like music
she gave him a book about birds
the children played in the garden
the dog is sleeping under the table
where is the cat
who saw the man with the hat
they have never seen snow
the letter was written by a friend
if it rains we will stay here
the boy who lives there is my brother
we went to the city by train
he asked me to open the door
nobody knows the answer
it is easy to learn
the book that you bought is good
she thinks he is right
this house is bigger than that one
sit down
the students read and write
""".strip().splitlines()


def their_linkages(folder: str | Path, sentences: Sequence[str]) -> list[tuple[list[Found], list[Found]]]:
    """All linkages of link-parser for each sentence, in its order: those that post-processing lets pass, the others."""
    lines = "".join(f"{sentence}\n" for sentence in sentences)
    command = ["link-parser", str(folder), *OPTIONS]
    printed = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    found: list[tuple[list[Found], list[Found]]] = []
    cost, text, rejected = None, "", False
    for line in printed.splitlines():
        if len(found) < len(sentences) and line == sentences[len(found)]:
            found.append(([], []))
        elif match := COST.search(line):
            assert match[3] == "0", line
            cost, text, rejected = (float(match[4]), int(match[5])), "", bool(match[2])
        elif cost is not None and not line.startswith('"'):
            text += line
            if line == "[0]":
                words, _, links = text.removesuffix("[0]").partition("][")
                ends = frozenset((int(i), int(j), label) for i, j, label in LINK.findall("[" + links))
                found[-1][rejected].append((*cost, tuple(re.findall(r"\((\)|[^)]*)\)", words)), ends))
                cost = None
    assert len(found) == len(sentences), printed[-2000:]
    return found


def our_linkages(dictionary: Dictionary, sentence: str) -> list[Found]:
    """All linkages of this package, in its order."""
    try:
        return [as_found(each) for each in islice(linkages(sentence, dictionary), MOST)]
    except MultiplaneError:
        return []


def as_found(linkage: Linkage) -> Found:
    links = frozenset((link.left - linkage.first, link.right - linkage.first, link.label) for link in linkage.links)
    return round(linkage.cost, 2), linkage.length, linkage.words, links


def normal(found: Found) -> Found:
    """The same without names that are made up for idioms."""
    cost, length, words, links = found
    idiom = {end for *ends, label in links if label.startswith("_I") for end in ends}
    plain = tuple(form_of(word) if place in idiom else word for place, word in enumerate(words))
    return cost, length, plain, frozenset((i, j, "_I" if label.startswith("_I") else label) for i, j, label in links)


def edited(sentence: str, chance: random.Random) -> str:
    """A sentence with a word left out, repeated, moved or replaced, once or twice."""
    words = sentence.split()
    for _ in range(chance.choice((1, 1, 2))):
        at, other = chance.randrange(len(words)), chance.randrange(len(words))
        edit = chance.choice(["drop", "repeat", "swap", "replace"])
        if edit == "drop" and len(words) > 1:
            del words[at]
        elif edit == "repeat":
            words.insert(other, words[at])
        elif edit == "swap":
            words[at], words[other] = words[other], words[at]
        else:
            words[at] = chance.choice(chance.choice(SENTENCES[2:]).split())
    return " ".join(words)


def random_expression(chance: random.Random, depth: int = 0) -> str:
    if depth == 3 or chance.random() < 0.35:
        parts = (["", "", "@"], ["", "", "", "", "h", "d"], "AAB", ["", "", "x", "y", "*x"], "+-")
        return "".join(map(chance.choice, parts))
    one, other = (random_expression(chance, depth + 1) for _ in range(2))
    cost = chance.choice([0.5, 1, 2])
    return chance.choice([f"({one} & {other})", f"({one} or {other})", f"{{{one}}}", f"[{one}]{cost}"])


def random_dictionary(chance: random.Random) -> str:
    entries = [f"{word}: {random_expression(chance)};" for word in ("ka.x", "ka.y", "lo", "mi", "nu")]
    if chance.random() < 0.5:
        entries.append("LEFT-WALL: {@A+} & {B+};")
    return "\n".join(entries) + "\n"


def written(text: str, folder: Path) -> Path:
    """A folder with a dictionary, as link-parser wants it."""
    folder.mkdir(exist_ok=True)
    contents = {"dict": text, "affix": "", "regex": "", "knowledge": EMPTY_TABLE, "constituent-knowledge": EMPTY_TABLE}
    for name, content in contents.items():
        (folder / f"4.0.{name}").write_text(content, "utf-8")
    return folder


class Comparison:
    """How many sentences and linkages agree."""

    def __init__(self) -> None:
        self.sentences = self.parsed = self.ours = self.theirs = self.common = self.same = self.ordered = 0
        self.seconds = 0.0
        self.different: list[str] = []

    def add(self, dictionary: Dictionary, folder: str | Path, sentences: Sequence[str]) -> None:
        for sentence, (passed, rejected) in zip(sentences, their_linkages(folder, sentences), strict=True):
            started = time.process_time()
            us = our_linkages(dictionary, sentence)
            self.seconds += time.process_time() - started
            them = [*passed, *rejected]
            one, other = Counter(map(normal, us)), Counter(map(normal, them))
            self.sentences += 1
            self.parsed += bool(us or them)
            self.ours += len(us)
            self.theirs += len(them)
            self.common += (one & other).total()
            self.same += one == other
            kept = [found for found in us if normal(found) not in set(map(normal, rejected))]
            self.ordered += [found[:2] for found in kept] == [found[:2] for found in passed]
            if one != other:
                self.different.append(f"{dictionary.name}: {sentence!r}: {len(us)} and {len(them)}")

    def cells(self) -> list[str]:
        numbers = (self.sentences, self.parsed, self.ours, self.theirs, self.common, self.same, self.ordered)
        return [*(f"{number:,}" for number in numbers), f"{self.seconds:.1f}"]


def compare_example(chance: random.Random, folder: Path, edits: int) -> Comparison:
    compared = Comparison()
    text = resources.files("multiplane.deduce.link").joinpath("english.dict").read_text("utf-8")
    sentences = [*SENTENCES, *dict.fromkeys(edited(each, chance) for each in SENTENCES for _ in range(edits))]
    compared.add(parse_dictionary(text, "english.dict"), written(text, folder / "example"), sentences)
    return compared


def compare_random(chance: random.Random, folder: Path, count: int) -> Comparison:
    compared = Comparison()
    for number in range(count):
        text = random_dictionary(chance)
        sentences = {" ".join(chance.choices(["ka", "lo", "mi", "nu"], k=chance.randint(2, 6))) for _ in range(20)}
        dictionary = parse_dictionary(text, f"random {number}")
        compared.add(dictionary, written(text, folder / str(number)), sorted(sentences))
    return compared


def compare_english(path: Path, sentences: Iterable[str]) -> Comparison:
    compared = Comparison()
    compared.add(read_dictionary(path / "4.0.dict", DIALECTS), path, list(sentences))
    return compared


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--english", type=Path, default=ENGLISH_FOLDER, help="its English dictionary")
    parser.add_argument("--edits", type=int, default=10, help="random edits of each sentence")
    parser.add_argument("--dictionaries", type=int, default=100, help="random dictionaries")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random edits and dictionaries")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    options = parser.parse_args()
    if shutil.which("link-parser") is None:
        print("link-parser is not installed (Debian: apt-get install link-grammar)")
        return
    with tempfile.TemporaryDirectory() as name:
        chance, folder = random.Random(options.seed), Path(name)
        compared = {
            "example dictionary": compare_example(chance, folder, options.edits),
            f"{options.dictionaries} random dictionaries": compare_random(chance, folder, options.dictionaries),
        }
        if options.english.is_dir():
            compared["English of link-parser"] = compare_english(options.english, ENGLISH)
    version = subprocess.run(["link-parser", "--version"], capture_output=True, text=True, check=True).stdout
    columns = ["sentences", "with linkages", "ours", "theirs", "in both", "same set", "same order", "our seconds"]
    rows = {name: each.cells() for name, each in compared.items()}
    print_table(f"Linkages, and those of {version.split()[1]}", columns, rows, options.markdown)
    for each in compared.values():
        for line in each.different:
            print(f"different: {line}")


if __name__ == "__main__":
    main()
