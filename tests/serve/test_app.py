"""The service as programs meet it: its addresses, UDPipe's protocol, what it refuses, and how it ends."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.serve.running import Service, service

import multiplane

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install 'multiplane[web]'")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install 'multiplane[web]'")
pytest.importorskip("multipart", reason="python-multipart is not installed: pip install 'multiplane[web]'")
pytestmark = pytest.mark.slow
TEXT = "Hens lay eggs. They hatch."
DUTCH = str(multiplane.read("sample:dutch-2")[0])


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("edit") / "my.conllu"
    rows = [
        *("# sent_id = a", "# note  =  kept as it is", "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_"),
        *("1\tde\tde\tADP\t_\t_\t3\tcase\t3:case\t_", "2\tle\tle\tDET\t_\t_\t3\tdet\t3:det\tX=1"),
        *("3\tlait\tlait\tNOUN\t_\t_\t0\troot\t0:root\t_", "3.1\tx\t_\t_\t_\t_\t_\t_\t3:dep\t_", ""),
        *("# sent_id = b", "1\toui\toui\tINTJ\t_\t_\t0\troot\t_\t_", "2\tnon\tnon\tINTJ\t_\t_\t1\tdep\t_\t_", "", ""),
    ]
    path.write_bytes("\r\n".join(rows).encode())
    return path


@pytest.fixture(scope="module")
def running(edited: Path) -> Iterator[Service]:
    with service("--edit", str(edited), "--max-request", "1", "--max-sentence", "50", "--timeout", "20") as found:
        yield found


def test_it_says_where_it_is_and_who_can_reach_it(running: Service) -> None:
    assert running.address == f"http://127.0.0.1:{running.port}/"
    assert running.process.stdout is not None
    assert "this machine only" in running.process.stdout.readline()
    assert running.ask("/health").data["status"] == "ok"


def test_text_is_parsed_as_the_library_parses_it(running: Service) -> None:
    found = running.post("/parse", data=TEXT)
    assert found.status == 200
    assert found.text == str(bytes(multiplane.load()(TEXT)).decode())
    lines = running.post("/parse", data=TEXT, output="json").text.splitlines()
    assert len(lines) == 2
    assert '"form": "Hens"' in lines[0]


def test_classes_and_models_can_be_chosen(running: Service) -> None:
    text = "What are you talking about?"
    wide, narrow = (running.post("/parse", data=text, trees=trees).text for trees in (None, "projective"))
    assert wide == bytes(multiplane.load()(text)).decode()
    assert narrow == bytes(multiplane.load().with_decoder("projective")(text)).decode()
    assert wide != narrow
    fast = running.post("/parse", data=text, model="english-fast").text
    assert fast == bytes(multiplane.load("english-fast")(text)).decode()


def test_a_tree_is_analysed_and_bent(running: Service) -> None:
    found = running.post("/analyze", conllu=DUTCH, systems=True).data
    classes = {one["name"]: one for one in found["classes"]}
    assert classes["2-planar"]["member"]
    assert not classes["projective"]["member"]
    assert "crosses" in classes["projective"]["why"]
    assert found["planes"]["count"] == 2
    derivable = {one["name"]: one["length"] for one in found["systems"]}
    assert derivable["2-planar"] is not None
    assert derivable["arc-eager"] is None
    fix = classes["projective"]["fix"]
    heads = list(found["heads"])
    if fix is not None:
        heads[fix["word"] - 1] = fix["to"]
        bent = running.post("/analyze", conllu=DUTCH, heads=heads, labels=found["labels"], tags=found["tags"]).data
        assert {one["name"]: one["member"] for one in bent["classes"]}["projective"]
    heads = [*range(1, len(heads)), 1]
    refused = running.post("/analyze", conllu=DUTCH, heads=heads, labels=found["labels"], tags=found["tags"])
    assert refused.status == 400
    assert len(refused.text.splitlines()) == 1


def test_derivations_charts_and_proofs(running: Service) -> None:
    steps = running.post("/trace", conllu=DUTCH, system="2-planar").data["steps"]
    assert (
        len(steps) == len(multiplane.transition.get("2-planar").derive(multiplane.read("sample:dutch-2")[0].tree)) + 1
    )
    lost = running.post("/trace", conllu=DUTCH, system="arc-eager").data["lost"]
    assert lost
    own = 'System("mine", shift=SHIFT, left=LEFT_ARC >> REDUCE, right=UNSHIFT >> RIGHT_ARC >> SHIFT >> REDUCE)'
    found = running.post("/define", text=own).data
    assert found["name"] == "mine"
    assert {one["name"] for one in found["properties"] if one["holds"]} >= {"planar", "single-head"}
    assert running.post("/verify", system="own", definition=own, words=3).data["correct_for"] == ["projective"]
    assert running.post("/verify", system="arc-eager", words=6).status == 422
    chart = running.post("/chart", conllu=DUTCH, schema="split-head").data
    assert chart["svg"].startswith("<svg")
    assert len(chart["inferences"]) > 10
    assert running.ask("/definition/arc-hybrid").data["text"].startswith("System(")


def test_drawings_and_probabilities(running: Service) -> None:
    drawn = running.post("/draw", conllu=DUTCH)
    assert drawn.headers["content-type"].startswith("image/svg")
    assert drawn.text == str(multiplane.draw.svg(multiplane.read("sample:dutch-2")[0]))
    assert running.post("/draw", conllu=DUTCH, format="tikz").text.startswith(("\\", "%"))
    parsed = running.post("/parse", data="Hens lay eggs.").text
    shares = running.post("/probabilities", conllu=parsed, trees="projective").data["probabilities"]
    assert len(shares) == 4
    assert all(0 <= share <= 1.0001 for share in shares)


def test_a_treebank_is_explored(running: Service) -> None:
    every = running.ask("/treebanks/sample").data
    assert every["matching"] == every["sentences"] == len(multiplane.read("sample:"))
    outside = running.ask("/treebanks/sample?outside=2-planar&count=50").data
    counts = {one["name"]: one["inside"] for one in every["classes"]}
    assert outside["matching"] == every["sentences"] - counts["2-planar"] == len(outside["shown"])
    assert all("2-planar" in one["outside"] for one in outside["shown"])
    label, sentences = every["crossing_labels"][0]
    assert running.ask(f"/treebanks/sample?label={label}&crossing=yes").data["matching"] == sentences
    long = running.ask("/treebanks/sample?min=12&sort=length").data
    assert 0 < long["matching"] < every["matching"]
    assert running.ask("/treebanks/nothing").status == 400


def test_a_sentence_is_saved_and_no_other_byte_changes(running: Service, edited: Path) -> None:
    before = edited.read_bytes()
    one = running.ask("/edit?number=0").data
    change = {"heads": [2, 3, 0], "labels": ["fixed", "det", "root"], "tags": ["ADP", "DET", "NOUN"]}
    saved = running.post("/edit", number=0, digest=one["digest"], **change)
    assert saved.status == 200
    expected = before.replace(b"ADP\t_\t_\t3\tcase", b"ADP\t_\t_\t2\tfixed")
    assert edited.read_bytes() == expected != before
    late = running.post("/edit", number=0, digest=one["digest"], **change)
    assert (late.status, "somebody else" in late.text) == (400, True)
    assert edited.read_bytes() == expected
    new = saved.data["digest"]
    for bad in (
        {**change, "heads": [2, 1, 0]},
        {**change, "heads": [9, 3, 0]},
        {**change, "labels": ["a\tb", "det", "root"]},
    ):
        assert running.post("/edit", number=0, digest=new, **bad).status == 400
    assert running.post("/edit", number=7, digest=new, **change).status == 400
    assert edited.read_bytes() == expected
    body = (
        f'{{"number": 0, "digest": "{new}", "heads": [3, 3, 0], "labels": ["a", "b", "root"], "tags": ["X", "X", "X"]}}'
    )
    there = running.ask("/edit", body.encode(), content_type="application/json", origin="http://evil.example")
    assert there.status == 403
    assert edited.read_bytes() == expected


def test_udpipe_protocol(running: Service) -> None:
    models = running.ask("/models").data
    assert models["default_model"] == "english"
    assert models["models"]["english"] == ["tokenizer", "tagger", "parser"]
    assert running.ask("/models", b"").data == models
    found = running.form("/process", data=TEXT, tokenizer="", tagger="", parser="", model="english-ewt-2.17-241121")
    assert list(found.data) == ["model", "acknowledgements", "result"]
    assert found.data["model"] == "english"
    assert found.headers["access-control-allow-origin"] == "*"
    lines = found.data["result"].splitlines()
    assert [line.partition(" = ")[0] for line in lines[:3]] == [
        "# generator",
        "# udpipe_model",
        "# udpipe_model_licence",
    ]
    assert lines[2].partition(" = ")[2] not in ("", "not stated")
    assert "\n".join(lines[3:]) + "\n\n" == bytes(multiplane.load()(TEXT)).decode() or lines[3].startswith("# newdoc")
    only = running.ask("/process?tokenizer&data=Hens+lay.").data["result"]
    assert "\tHens\t_\t_\t_\t_\t_\t_\t" in only
    ranges = running.form("/process", data=TEXT, tokenizer="ranges").data["result"]
    assert "TokenRange=0:4" in ranges
    horizontal = running.form("/process", data="Hens lay eggs", input="horizontal", tagger="", parser="").data["result"]
    assert "2\tlay\tlay\tVERB" in horizontal
    again = running.form("/process", data=bytes(multiplane.load()(TEXT)).decode(), parser="").data["result"]
    assert "\tnsubj\t" in again


def test_presegmented_text_has_a_sentence_a_line(running: Service) -> None:
    lines = "Hens lay eggs. They hatch.\nNo end here"
    result = running.form("/process", data=lines, tokenizer="presegmented;ranges", parser="", tagger="").data["result"]
    assert re.findall("# text = (.*)", result) == lines.split("\n")
    last = result[result.index("No\t") :].split("\n")[0]
    assert "TokenRange=27:29" in last


def test_multipart_forms_and_files(running: Service) -> None:
    parts = {"tokenizer": "", "parser": "", "data": "Hens lay.", "model": "english"}
    files = {"data": "; filename=a.txt"}
    body = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"{files.get(name, "")}\r\n\r\n{value}\r\n'
        for name, value in parts.items()
    )
    found = running.ask("/process", f"{body}--x--\r\n".encode(), content_type="multipart/form-data; boundary=x")
    assert found.status == 200
    assert "\tHens\t" in found.data["result"]


def test_data_are_normalized(running: Service) -> None:
    result = running.form("/process", data="Un cafe\u0301.", tokenizer="").data["result"]
    assert "caf\u00e9" in result


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({}, "data"),
        ({"data": "x", "tokenizer": "no-such"}, "tokenizer"),
        ({"data": "x", "input": "docx"}, "input"),
        ({"data": "x", "tokenizer": "", "output": "epe"}, "output"),
        ({"data": "x", "model": "klingon"}, "model"),
        ({"data": "no columns"}, "column"),
    ],
)
def test_faults_of_clients_are_a_line_of_text(running: Service, parameters: dict[str, str], word: str) -> None:
    found = running.form("/process", **parameters)
    assert found.status == 400
    assert found.headers["content-type"].startswith("text/plain")
    assert word in found.text
    assert len(found.text.splitlines()) == 1


def test_what_is_too_much_is_refused(running: Service) -> None:
    large = running.post("/parse", data="x" * (2 << 20))
    assert (large.status, len(large.text.splitlines())) == (413, 1)
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    connection.request("POST", "/parse", iter([b"x" * 65536] * 40), {"content-type": "application/json"})
    assert connection.getresponse().status == 413
    connection.close()
    long = running.post("/parse", data="hen " * 60, input="horizontal")
    assert (long.status, "60 words" in long.text) == (400, True)
    slow = running.post(
        "/verify",
        system="own",
        words=5,
        definition='System("s", a=SHIFT, b=REDUCE, c=LEFT_ARC, d=RIGHT_ARC, e=UNSHIFT)',
    )
    assert slow.status in (200, 400, 504)
    assert running.post("/parse", data=TEXT).status == 200


def test_hostile_requests_do_no_harm(running: Service) -> None:
    page = running.ask("/")
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert re.search(r"<script(?![^>]*src=)", page.text) is None
    for path in (
        "/page/../app.py",
        "/page/..%2fapp.py",
        "/page/%2e%2e/%2e%2e/cli/serve.py",
        "/treebanks/..%2f..%2fetc%2fpasswd",
    ):
        assert running.ask(path).status in (400, 404)
    assert running.ask("/health", host="evil.example").status == 403
    form = "<script>alert(1)</script>"
    drawn = running.post("/parse", data=form).text
    svg = running.post("/draw", conllu=drawn.split("\n\n")[0] + "\n\n").text
    assert "<script" not in svg
    for body in (b"", b"{", b"[" * 10_000, b'{"data": 3}', b'{"data": "x", "model": "\\u0000"}', b"\xff\xfe"):
        found = running.ask("/parse", body, content_type="application/json")
        assert 400 <= found.status < 500
        assert len(found.text.splitlines()) == 1
    assert running.ask("/define", b'{"text": "__import__(\'os\')"}', content_type="application/json").status == 400


def test_many_requests_at_once(running: Service) -> None:
    answers: list[str] = []

    def ask() -> None:
        answers.extend(running.post("/parse", data=TEXT).text for _ in range(5))

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 80
    assert set(answers) == {bytes(multiplane.load()(TEXT)).decode()}


def test_names_limits_and_a_token_are_as_they_are_given(tmp_path: Path) -> None:
    path = tmp_path / "hens.conllu"
    path.write_bytes(bytes(multiplane.read("sample:dutch")))
    options = ["--model", "mine=english-fast", "--treebank", f"own={path}", "--timeout", "2", "--max-waiting", "1"]
    with service(*options, "--token", "secret") as found:
        signed = {"authorization": "Bearer secret"}
        assert found.ask("/models").status == 401
        assert found.ask("/models", authorization="Bearer other").status == 401
        assert list(found.ask("/models", **signed).data["models"]) == ["mine"]
        assert found.ask("/treebanks/own", **signed).data["sentences"] == len(multiplane.read("sample:dutch"))
        endless = 'get("planar-graph").with_stacks(3)'
        body = json.dumps({"system": "own", "words": 5, "definition": endless}).encode()
        statuses: list[int] = []

        def ask() -> None:
            statuses.append(found.ask("/verify", body, content_type="application/json", **signed).status)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(statuses) == {503, 504}
        text = json.dumps({"data": TEXT}).encode()
        assert found.ask("/parse", text, content_type="application/json", **signed).status == 200


def children(process: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout
    return [int(each) for each in found.split()]


def test_a_worker_that_is_killed_is_replaced(running: Service) -> None:
    for child in children(running.process.pid):
        command = Path(f"/proc/{child}/cmdline").read_text()
        if "spawn_main" in command:
            os.kill(child, signal.SIGKILL)
    assert running.post("/parse", data=TEXT).status == 200


def test_other_machines_need_a_token() -> None:
    with service("--host", "0.0.0.0", "--prefix", "/trees") as found:
        token = found.address.partition("?token=")[2]
        assert len(token) > 20
        assert found.ask("/trees/health").status == 200
        assert found.ask("/trees/models").status == 401
        assert found.ask("/trees/models", authorization=f"Bearer {token}").status == 200
        page = found.ask(f"/trees/?token={token}")
        assert page.status == 200
        assert "httponly" in page.headers["set-cookie"].lower()
        assert found.ask("/trees/choices", cookie=page.headers["set-cookie"].partition(";")[0]).status == 200
        assert found.ask("/trees/page/main.js", cookie=f"token={token}").status == 200


def test_it_ends_when_it_is_told_to_and_finishes_what_it_does() -> None:
    with service() as found:
        answers: list[int] = []
        text = " ".join(f"Hen {number} lays eggs." for number in range(4_000))
        asking = threading.Thread(target=lambda: answers.append(found.post("/parse", data=text).status))
        asking.start()
        time.sleep(0.4)
        found.process.send_signal(signal.SIGTERM)
        asking.join(60)
        assert answers == [200]
        assert found.process.wait(60) in (0, 128 + signal.SIGTERM, -signal.SIGTERM)
        assert found.process.stderr is not None
        assert found.process.stderr.read() == ""


@pytest.mark.parametrize(
    ("options", "status", "word"),
    [
        (["--edit", "no/such.conllu"], 1, "no/such.conllu"),
        (["--model", "no/such.model"], 1, "no/such.model"),
        (["--treebank", "no/such.conllu", "--prefix", "trees"], 2, "--prefix"),
    ],
)
def test_what_it_cannot_start_with_is_one_line(options: list[str], status: int, word: str) -> None:
    command = [sys.executable, "-m", "multiplane", "serve", "--port", "0", *options]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert found.returncode == status
    assert word in found.stderr
    assert "Traceback" not in found.stderr


def test_a_port_in_use_is_one_line(running: Service) -> None:
    command = [sys.executable, "-m", "multiplane", "serve", "--port", str(running.port)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (found.returncode, len(found.stderr.strip().splitlines())) == (1, 1)
    assert str(running.port) in found.stderr
