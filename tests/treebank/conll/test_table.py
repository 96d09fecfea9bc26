"""Tables with a header are read as CoNLL-U, from files and streams, with the lines of the file in errors."""

from __future__ import annotations

from pathlib import Path

import pytest

import multiplane
from multiplane.errors import FormatError
from multiplane.treebank import stream_blocks

TABLES = {
    "tabs": "id\tform\thead\tdeprel\n1\tthe\t2\tdet\n2\thens\t0\troot\n\n1\tlay\t0\troot\n",
    "commas": "id,form,head,deprel\n1,the,2,det\n2,hens,0,root\n,,,\n1,lay,0,root\n",
    "semicolons": "ID;FORM;HEAD;DEPREL\n1;the;2;det\n2;hens;0;root\n\n1;lay;0;root",
    "spaces": "id form head deprel\n1 the   2 det\n2 hens 0 root\n\n1 lay 0 root\n",
    "other columns": "head,upos,form,deprel\n2,,the,det\n0,NOUN,hens,root\n\n0,,lay,root\n",
    "spreadsheet": '\ufeffform,head,deprel,,\r\nthe,2,det,,\r\n"hens",0,root,,\r\n,,,,\r\nlay,0,root,,\r\n',
    "blank lines": "\n\nid,form,head,deprel\n\n1, the, 2, det\n2, hens, 0, root\n\n\n1, lay, 0, root\n\n\n",
    "comments": "form,head,deprel\n# sent_id = 1, or so\nthe,2,det\nhens,0,root\n\n# text = lay\nlay,0,root\n",
}


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hens.csv"
    path.write_text(TABLES[name], "utf-8", newline="")
    treebank = multiplane.read(path)
    assert treebank.format == "conllu"
    words = [[(word.id, word.form, word.head_id, word.deprel) for word in sentence] for sentence in treebank]
    assert words == [[(1, "the", 2, "det"), (2, "hens", 0, "root")], [(1, "lay", 0, "root")]]
    assert next(block.format for block in stream_blocks(path, block_size=1)) == "conllu"
    streamed = [(one.raw.strip(), one.line) for one in multiplane.stream(path)]
    for block_size in (1, 8, 30):
        blocks = stream_blocks(path, block_size=block_size)
        assert [(one.raw.strip(), one.line) for block in blocks for one in block] == streamed
    assert [one.raw.strip() for one in treebank] == [raw for raw, _ in streamed]
    multiplane.write(treebank, tmp_path / "hens.conllu")
    assert len(multiplane.read(tmp_path / "hens.conllu")) == 2


def test_quotes_and_signs_are_words() -> None:
    assert _forms('form,head\n"a, b",0\n') == ["a, b"]
    assert _forms('form,head\n"""",0\n') == ['"']
    assert _forms('form\thead\n"\t2\n#\t0\n') == ['"', "#"]


def _forms(text: str) -> list[str]:
    from multiplane.treebank.conll.table import header_of, table_to_conllu

    data = text.encode()
    header = header_of(data)
    assert header is not None
    rows = table_to_conllu(data[header.size :], header, "a.csv").decode().split("\n")
    return [row.split("\t")[1] for row in rows if row]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("form,head\na,0\n\nb,0,root\n", "a.csv:4: found 3 columns; expected 2: form, head"),
        ("form head\na\n", "a.csv:2: found 1 column; expected 2: form, head"),
        ("form,head,remark\na,0,x\n", "a.csv:1: found column 'remark'; expected id, form, lemma, upos, xpos, feats, "),
        ("word\thead\na\t0\n", "a.csv:1: found column 'word'; expected id, form, lemma"),
        ("form head head\na 0 0\n", "a.csv:1: found column head twice; expected each column once"),
        ("id;head\n1;0\n", "a.csv:1: found no column form; expected one, for the words"),
        ("the head of state\n", "a.csv:1: found 1 column; expected 10"),
        ("form,head\na,\n", "a.csv:2: found no HEAD of word 1; expected"),
        ("form,upos\n\na,X\n", "a.csv:3: found no HEAD of word 1; expected"),
        ("form,head\n\n\n", "a.csv:1: found a header alone; expected at least one sentence"),
        ("\n\nid,form,head\n1,a,0\n3,b,1\n", "a.csv:5: found ID '3'; expected 2"),
        ("form,head\na\x00,0\n", "a.csv:2: found a NUL byte"),
        (
            "1\ta\t0\troot\n",
            "a.csv:1: found 4 columns; expected 10 (use _ for those you do not have), or a header line",
        ),
    ],
)
def test_faults_say_the_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, "utf-8", newline="")
    for read in (multiplane.read, lambda path: list(stream_blocks(path))):
        with pytest.raises(FormatError) as error:
            read(path)
        assert message in str(error.value)


def test_bytes_that_are_not_utf8_are_said_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"form,head\na,2\nH\xfchner,0\n")
    with pytest.raises(FormatError, match=r"a\.csv:3: found bytes that are not UTF-8; expected UTF-8"):
        multiplane.read(path)


def test_a_given_format_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(TABLES["commas"])
    with pytest.raises(FormatError, match="found 1 column"):
        multiplane.read(path, format="conllu")
