"""The application: the page, the REST service, and UDPipe's protocol, over a pool of processes.

Each address is one function of the library, called in another process (`tasks`); nothing is computed here.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from multiplane.errors import MultiplaneError
from multiplane.serve import udpipe
from multiplane.serve.editing import EditedFile, EditedTree
from multiplane.serve.guard import GuardedApp
from multiplane.serve.settings import Settings
from multiplane.serve.workers import Pool, TooBusy, TooSlow, WorkerLost
from multiplane.version import __version__

PAGE = Path(__file__).parent / "page"
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=200_000, description="One sentence in CoNLL-U.")]
Definition = Annotated[
    str, Field(max_length=20_000, description="A transition system, as docs/own-system.md has them.")
]


class ParseRequest(BaseModel):
    """Text or sentences to parse."""

    data: str
    model: Name | None = None
    input: Literal["text", "conllu", "horizontal", "vertical"] = "text"
    output: Literal["conllu", "json"] = "conllu"
    trees: Name | None = Field(None, description="Class of trees to search, for models that score arcs.")
    ranges: bool = False


class AnalyzeRequest(BaseModel):
    """A sentence to look at."""

    conllu: Text
    systems: bool = Field(False, description="Also say which transition systems derive the tree.")
    heads: list[int] | None = Field(None, description="Heads in place of those in the sentence.")
    labels: list[Name] | None = None
    tags: list[Name] | None = None


class TraceRequest(BaseModel):
    """A sentence, and the system whose derivation is wanted, or the model whose choices are."""

    conllu: Text
    system: Name = "arc-eager"
    definition: Definition = ""
    model: Name | None = None


class VerifyRequest(BaseModel):
    """A system, and the number of words on which all its sequences are run."""

    system: Name = "arc-eager"
    words: int = Field(3, ge=1, le=5)
    definition: Definition = ""


class DrawRequest(BaseModel):
    """A sentence to draw."""

    conllu: Text
    format: Literal["svg", "tikz", "text"] = "svg"


class ProbabilitiesRequest(BaseModel):
    """A sentence whose arcs are to get probabilities."""

    conllu: Text
    model: Name | None = None
    trees: Name | None = None


class DefineRequest(BaseModel):
    """A definition typed by hand."""

    text: Definition


class ChartRequest(BaseModel):
    """A sentence, and the deduction system whose chart is wanted."""

    conllu: Text
    schema_name: Name = Field("eisner-1996", alias="schema")
    definition: Definition = ""


class SaveRequest(BaseModel):
    """The tree and tags of a sentence as they are to be saved; ``digest`` is the state of the file that was read."""

    number: int = Field(ge=0)
    heads: list[int]
    labels: list[Name]
    tags: list[Name]
    digest: Name


def fault(description: str) -> dict[str, Any]:
    """An answer that is a line of text, for the description of the service."""
    return {"description": description, "content": {"text/plain": {"schema": {"type": "string"}}}}


def answers(*types: str) -> dict[int | str, dict[str, Any]]:
    """Answers of these types of content, for the description of the service."""
    return {200: {"description": "Done.", "content": {name: {"schema": {"type": "string"}} for name in types}}}


FAULTS: dict[int | str, dict[str, Any]] = {
    400: fault("What the request says is wrong."),
    401: fault("The token is missing or wrong."),
    403: fault("The request comes from elsewhere."),
    413: fault("The request is too large."),
    422: fault("The request is not well-formed."),
    500: fault("The process that was at work ended, or failed."),
    503: fault("Too many requests are waiting."),
    504: fault("It takes too long."),
}


def create_app(settings: Settings, announce: Callable[[], None] = lambda: None) -> GuardedApp:
    """The application for these settings; ``announce`` is called when it is ready."""
    edited = EditedFile(settings.edit) if settings.edit is not None else None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.pool = Pool(settings)
        try:
            await app.state.pool.open()
            app.state.licences = json.loads(await whole("licences"))
            announce()
            yield
        finally:
            app.state.pool.close()

    app = FastAPI(
        title="multiplane",
        version=__version__,
        summary="Dependency parsing beyond projectivity, as a service.",
        lifespan=lifespan,
        root_path=settings.prefix,
        responses=FAULTS,
        docs_url=None,
        redoc_url=None,
    )

    async def whole(task: str, **arguments: Any) -> bytes:
        return b"".join([piece async for piece in app.state.pool.run(task, **arguments)])

    async def data(task: str, **arguments: Any) -> Response:
        return Response(await whole(task, **arguments), media_type="application/json")

    async def begun(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same pieces; what fails before the first of them is an error of the request."""
        first = await anext(pieces, b"")

        async def all_pieces() -> AsyncIterator[bytes]:
            yield first
            async for piece in pieces:
                yield piece

        return all_pieces()

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        answer = FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})
        if settings.token is not None and request.query_params.get("token"):
            answer.set_cookie("token", settings.token, httponly=True, samesite="strict", path=settings.prefix or "/")
        return answer

    app.mount("/page", StaticFiles(directory=PAGE), name="page")

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether the service is there."""
        return {"status": "ok", "version": __version__}

    @app.post("/models", operation_id="models_by_post")
    @app.get("/models")
    async def models() -> Response:
        """The models and what each does, as UDPipe's service has it."""
        return await data("models")

    @app.get("/choices")
    async def choices() -> Response:
        """What can be chosen: models, classes, systems, schemata, treebanks, and whether a file is edited."""
        return await data("choices", editing=None if edited is None else edited.name)

    @app.post("/parse", responses=answers("text/plain", "application/x-ndjson"), response_class=Response)
    async def parse(job: ParseRequest) -> Response:
        """Parse text or sentences; large answers come in pieces."""
        pieces = app.state.pool.run(
            "parse",
            data=job.data.encode("utf-8", "surrogatepass"),
            name=settings.model_named(job.model),
            input=job.input,
            output=job.output,
            trees=job.trees,
            ranges=job.ranges,
        )
        kind = "text/plain; charset=utf-8" if job.output == "conllu" else "application/x-ndjson"
        return StreamingResponse(await begun(pieces), media_type=kind)

    @app.post("/analyze")
    async def analyze(job: AnalyzeRequest) -> Response:
        """Everything about one tree: drawing, classes with certificates and repairs, planes, and what derives it."""
        return await data("sentence", **job.model_dump())

    @app.post("/trace")
    async def trace(job: TraceRequest) -> Response:
        """The derivation of a tree by a transition system, step by step."""
        name = None if job.model is None else settings.model_named(job.model)
        return await data("steps", conllu=job.conllu, system=job.system, definition=job.definition, name=name)

    @app.post("/chart")
    async def chart(job: ChartRequest) -> Response:
        """The chart of a deduction system, item by item, and the derivation of the best tree."""
        return await data("chart", conllu=job.conllu, schema_name=job.schema_name, definition=job.definition)

    @app.post("/verify")
    async def verify(job: VerifyRequest) -> Response:
        """All sequences of a transition system on a few words."""
        return await data("verification", system=job.system, words=job.words, definition=job.definition)

    @app.post("/draw", responses=answers("image/svg+xml", "application/x-tex", "text/plain"), response_class=Response)
    async def draw(job: DrawRequest) -> Response:
        """The drawing of a tree."""
        kinds = {"svg": "image/svg+xml", "tikz": "application/x-tex", "text": "text/plain; charset=utf-8"}
        return Response(await whole("draw", conllu=job.conllu, format=job.format), media_type=kinds[job.format])

    @app.post("/probabilities")
    async def probabilities(job: ProbabilitiesRequest) -> Response:
        """The probability of each arc of a tree."""
        name = settings.model_named(job.model)
        return await data("probabilities", conllu=job.conllu, name=name, trees=job.trees)

    @app.post("/define")
    async def define(job: DefineRequest) -> Response:
        """What a typed definition means."""
        return await data("define_text", text=job.text)

    @app.get("/definition/{system}")
    async def definition(system: Name) -> Response:
        """The text that defines a system of the package."""
        return await data("definition", system=system)

    @app.get("/treebanks/{name}")
    async def treebank(
        name: Name,
        outside: Name = "",
        inside: Name = "",
        label: Name = "",
        crossing: Name = "",
        min: Annotated[int, Field(ge=0, le=100_000)] = 0,
        max: Annotated[int, Field(ge=0, le=100_000)] = 0,
        sort: Name = "",
        start: Annotated[int, Field(ge=0, le=10**9)] = 0,
        count: Annotated[int, Field(ge=1, le=50)] = 20,
    ) -> Response:
        """The report of a treebank, and some of the sentences that are wanted."""
        view: dict[str, str | int] = {"outside": outside, "inside": inside, "label": label, "crossing": crossing}
        view |= {"min": min, "max": max, "sort": sort}
        return await data("treebank", name=name, view=view, start=start, count=count)

    @app.get("/edit")
    async def edit(number: int = 0) -> Response:
        """A sentence of the file that is edited."""
        if edited is None:
            raise MultiplaneError("the service was started without a file to edit")
        return JSONResponse(edited.sentence(number))

    @app.post("/edit")
    async def save(job: SaveRequest) -> Response:
        """Save a sentence in place of the one that was read; the file is written whole or not at all."""
        if edited is None:
            raise MultiplaneError("the service was started without a file to edit")
        return JSONResponse(edited.save(job.number, EditedTree(job.heads, job.labels, job.tags), job.digest))

    @app.post("/process", operation_id="process_by_post", response_class=JSONResponse)
    @app.get("/process", response_class=JSONResponse)
    async def process(request: Request) -> Response:
        """UDPipe's protocol: data, model, tokenizer, tagger, parser, input, output, in the address or a form."""
        parameters = dict(request.query_params)
        if request.method == "POST":
            limit = settings.limits.request_bytes
            async with request.form(max_part_size=limit) as form:
                for name, value in form.items():
                    parameters[name] = value if isinstance(value, str) else (await value.read()).decode("utf-8-sig")
        job = udpipe.job_of(parameters, settings)
        pieces = app.state.pool.run(
            "parse",
            data=job.data,
            name=job.model,
            input=job.input,
            output=job.output,
            ranges=job.ranges,
            steps=job.steps,
            presegmented=job.presegmented,
            overwrite=True,
        )
        about = app.state.licences[job.model]
        answer = udpipe.answer(job, await begun(pieces), about["licence"], [about["source"]])
        return StreamingResponse(answer, media_type="application/json")

    def as_text(status: int) -> Any:
        async def handler(request: Request, error: Exception) -> Response:
            return PlainTextResponse(f"{error}\n", status)

        return handler

    app.add_exception_handler(TooSlow, as_text(504))
    app.add_exception_handler(TooBusy, as_text(503))
    app.add_exception_handler(WorkerLost, as_text(500))
    app.add_exception_handler(MultiplaneError, as_text(400))
    app.add_exception_handler(UnicodeError, as_text(400))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"][1:])) or "the request"
        return PlainTextResponse(f"{place}: {first['msg']}\n", 422)

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            same = (route for route in app.routes if getattr(route, "path", "") == request.url.path)
            headers["allow"] = ", ".join(sorted({method for route in same for method in route.methods}))
        return PlainTextResponse(f"{error.detail}\n", error.status_code, headers)

    return GuardedApp(app, settings)
