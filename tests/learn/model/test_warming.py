"""A warm parser: no later call compiles, loads or interprets anything."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from multiplane.kernels.jit import IS_DISABLED

pytestmark = pytest.mark.skipif(IS_DISABLED, reason="there are no kernels without the JIT")
SERVICE = """
import gc, sys
import multiplane
from multiplane.kernels.jit import Kernel
from multiplane.kernels.progress import compilations

kernels = lambda: [found for found in gc.get_objects() if type(found) is Kernel]
types = lambda: {kernel.__qualname__: len(getattr(kernel.run, "signatures", ())) for kernel in kernels()}
interpreted = lambda: sum(kernel.steps_done for kernel in kernels())
nlp = multiplane.load(sys.argv[1], warm=True)
before = compilations.count, types(), interpreted()
odd = "Don't! It's 3 p.m. \\u2014 see http://x.org ok?\\n\\n\\u00dcber 100 % of the \\ufb01rms didn't, cannot.\\n"
for text in ("Hens lay eggs.", "a", "", odd, 40 * odd, 60 * "the old farmer and " + "his hens lay eggs.", "No. " * 500):
    for workers in (1, None):
        str(nlp(text, workers=workers))
list(nlp.pipe([odd, "Hens.", ""] * 5))
nlp.parse(["Hens", "lay", "eggs"])
nlp.parse([[("Hens", "NOUN", "NNS", "Number=Plur", "hen"), ("lay", "VERB", "VBP", "VerbForm=Fin", "lay")]])
for name in ("sample:english", "sample:dutch", "sample:"):
    nlp.parse(multiplane.read(name))
    nlp.overwriting(["tags", "lemmas"]).parse(multiplane.read(name))
print((compilations.count, types(), interpreted()) == before)
"""


@pytest.mark.slow
@pytest.mark.parametrize("model", ["english", "english-fast"])
def test_after_it_no_call_compiles(model: str) -> None:
    environment = {**os.environ, "MULTIPLANE_QUIET": "1"}
    command = [sys.executable, "-c", SERVICE, model]
    found = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("True\n", "")
