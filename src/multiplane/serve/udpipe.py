"""The protocol of UDPipe 2's service: ``/process`` and ``/models``, so that its clients work with this one.

A step (tokenizer, tagger, parser) is done if its name is among the parameters, whatever its value; the value of
``tokenizer`` may hold ``presegmented`` and ``ranges``, with semicolons between them.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple

from multiplane.errors import MultiplaneError
from multiplane.serve.settings import Settings
from multiplane.version import __version__

STEPS = ("tokenizer", "tagger", "parser")
INPUTS = ("conllu", "horizontal", "vertical")
TOKENIZER_OPTIONS = ("presegmented", "ranges", "normalized_spaces")
OUTPUTS = ("conllu", "json")


class ProcessRequest(NamedTuple):
    """What a request to ``/process`` asks for."""

    data: bytes
    model: str
    input: str
    output: str
    steps: tuple[str, ...]
    ranges: bool
    presegmented: bool


def job_of(parameters: Mapping[str, str], settings: Settings) -> ProcessRequest:
    """The job that the parameters of a request describe.

    >>> job_of({"data": "Hens lay.", "tokenizer": "ranges", "tagger": ""}, Settings())[2:]
    ('text', 'conllu', ('tokenizer', 'tagger'), True, False)
    """
    if "data" not in parameters:
        raise MultiplaneError("The parameter 'data' is required.")
    name = settings.model_named(parameters.get("model"))
    options = [option for option in parameters.get("tokenizer", "").split(";") if option]
    for option in options:
        if option.partition("=")[0] not in TOKENIZER_OPTIONS:
            raise MultiplaneError(f"found tokenizer option {option[:60]!r}; expected {', '.join(TOKENIZER_OPTIONS)}")
    input = "text" if "tokenizer" in parameters else parameters.get("input") or "conllu"
    if input not in ("text", *INPUTS):
        raise MultiplaneError(f"found input {input[:60]!r}; expected {', '.join(INPUTS)}, or the step tokenizer")
    output = parameters.get("output") or "conllu"
    if output not in OUTPUTS:
        raise MultiplaneError(f"found output {output[:60]!r}; expected {' or '.join(OUTPUTS)}")
    return ProcessRequest(
        unicodedata.normalize("NFC", parameters["data"]).encode("utf-8", "surrogatepass"),
        name,
        input,
        output,
        tuple(step for step in STEPS if step in parameters),
        "ranges" in options,
        "presegmented" in options,
    )


async def answer(
    job: ProcessRequest, pieces: AsyncIterator[bytes], licence: str, acknowledgements: list[str]
) -> AsyncIterator[bytes]:
    """The answer as JSON, piece by piece; the result begins with where it comes from."""
    opening = {"model": job.model, "acknowledgements": acknowledgements}
    yield json.dumps(opening, indent=1)[:-2].encode() + b',\n "result": "'
    if job.output == "conllu":
        lines = (
            f"generator = multiplane {__version__}",
            f"udpipe_model = {job.model}",
            f"udpipe_model_licence = {licence}",
        )
        yield escaped("".join(f"# {line}\n" for line in lines))
    async for piece in pieces:
        yield escaped(piece.decode("utf-8", "replace"))
    yield b'"\n}\n'


def escaped(text: str) -> bytes:
    """A part of a JSON string."""
    return json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "replace")
