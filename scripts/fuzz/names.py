"""Names of classes, schemata and systems that are almost right, or stand for something enormous."""

from __future__ import annotations

import random

from judge import Case

CLASSES = "projective planar 2-planar 7-planar gap-degree-3 well-nested-gap-2 edge-degree-4 multi-headed-6 attardi-5"
SCHEMATA = "mh-4 wg-2 mg-2 attardi-2006-3 eisner-1996 mst-2005 lombardo-lesmo-1996 head-corner-5 link-eisner-1996 dvh-2"
SYSTEMS = "arc-eager swap attardi-5 2-planar 9-planar undirected-2-planar+naive arc-standard+pp:head arc-eager+lba+root"
PIECES = [*"-09é²１", "99", "9999", "9" * 24, "+lba", "+pp:path", "+root", "schema:", "{k}", "%s"]
TRAIN = "train --train in.conllu --dev in.conllu --epochs 1 -o out.model"
USES = {
    CLASSES: f"sample --size 2 --class NAME;analyze in.conllu --explain NAME;show in.conllu --outside NAME;"
    f"{TRAIN} --model arc-factored --trees CLASS",
    SCHEMATA: f"schema run NAME ab;schema show NAME;schema check NAME --n 2;schema relate NAME eisner-1996 --n 2;"
    f"{TRAIN} --model arc-factored --trees schema:NAME",
    SYSTEMS: f"systems NAME;verify NAME --n 2;trace in.conllu --system NAME;features NAME;{TRAIN} --system NAME",
}


def attack(chance: random.Random, case: Case) -> None:
    names = chance.choice(list(USES))
    name = chance.choice(names.split())
    for _ in range(chance.choice([0, 1, 1, 2])):
        place = chance.randrange(len(name) + 1)
        name = name[:place] + chance.choice(PIECES) + name[place + 1 :]
    case.take("in.conllu", "sample", "--size", "8", "-o", "OUT")
    case.run(*(word.replace("NAME", name) for word in chance.choice(USES[names].split(";")).split()))
