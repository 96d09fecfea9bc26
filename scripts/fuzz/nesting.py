"""What recurses: JSON, TOML, XML and dictionaries, ten thousand levels deep, and trees, a thousand."""

from __future__ import annotations

import json
import random
import struct

from judge import Case

DEEP, LONG = 10_000, 1000


def model_file(chance: random.Random) -> bytes:
    """A model whose header, or the header inside it, is nested deeply."""
    nest = chance.choice(["[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, "[" * DEEP])
    inner = f'{{"format":"multiplane model","version":2,"kind":"graph","header":{{"a":{nest}}},"checksum":"0"}}'
    outer = (
        json.dumps({"__metadata__": {"multiplane": inner}}),
        f'{{"__metadata__":{{"multiplane":"{{}}"}},"a":{nest}}}',
    )
    header = chance.choice(outer).encode()
    return struct.pack("<Q", len(header)) + header


def attack(chance: random.Random, case: Case) -> None:
    words = range(1, LONG + 1)
    row = "{}\ta\t_\tX\t_\t_\t{}\tdep\t{}:dep\t_\n"
    chain = "".join(row.format(n, n - 1, n - 1) for n in words) + "\n"
    comb = "".join(row.format(n, max(n - 2, 0) if n > 1 else 0, 0) for n in words) + "\n"
    back = "".join(row.format(n, n + 1 if n < LONG else 0, 0) for n in words) + "\n"
    match chance.randrange(6):
        case 0:
            command = chance.choice(["parse sample:german -m a", "show --text sample:german -m a", "train -o b"])
            if command.startswith("train"):
                case.write("b.checkpoint", model_file(chance))
                command = "train --train sample:german --dev sample:german --resume -o b"
            else:
                case.write("a", model_file(chance))
            case.run(*command.split())
        case 1:
            texts = "a = " + "[" * DEEP, "[" + ".a" * DEEP + "]", "a" + ".a" * DEEP + " = 1", "a = {b = " * DEEP
            text = chance.choice(texts)
            case.run("features", case.write("a.toml", text))
        case 2:
            opening, closing = chance.choice(["()", "{}", "[]"])
            text = f"a: {opening * DEEP}A+{closing * DEEP};\nb: A-;\n"
            more = "a: " + " & ".join(["A+"] * DEEP) + ";\n", "a: " + " or ".join(["(A+ & B+)"] * DEEP) + ";\nb: A-;\n"
            case.run("link", "a b", "-d", case.write("a.dict", chance.choice([text, *more])))
        case 3:
            call = chance.choice(["Merge(", "head(", "Prefix("])
            text = f"<a><feature>{call * DEEP}InputColumn(FORM, Stack[0]){', 1)' * DEEP}</feature></a>"
            case.run("features", case.write("a.xml", chance.choice([text, "<a>" * DEEP, "<feature>" * DEEP + "a"])))
        case 4:
            rules = "".join(f"A{n}: * A{n + 1}\nA{n} = a\n" for n in range(DEEP)) + f"A{DEEP}: *\n"
            grammar = case.write("a.grammar", f"start: A0\n{rules}")
            case.run("schema", "run", "lombardo-lesmo-1996", "a a", "--grammar", grammar)
        case _:
            case.write("in.conllu", chance.choice([chain, comb, back]))
            use = (
                "analyze in.conllu;show in.conllu -o out;show in.conllu --format svg -o out;trace in.conllu --html out;"
                "analyze in.conllu --explain 2-planar;convert in.conllu --to json -o out;parse in.conllu -o out;"
                "analyze in.conllu --deps;eval in.conllu in.conllu;trace in.conllu --system swap --json"
            )
            case.run(*chance.choice(use.split(";")).split())
