"""Sentences on a page to browse: each once, nothing that breaks out of the script, links to files."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.draw.markup import Tags

from multiplane.draw.browse import BrowsedSentence, browser, link_to
from multiplane.treebank import Treebank


def listed(page: str) -> list[dict[str, Any]]:
    """The sentences on a page."""
    found = re.search(r", sentences = (.*);\n", page)
    assert found
    return list(json.loads(found[1]))


def test_hostile_text_stays_text() -> None:
    rows = "# sent_id = <b>\n# text = </script><!--\n1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n"
    sentence = Treebank.from_text(rows)[0]
    page = browser([BrowsedSentence("a<b.conllu", sentence, ('x"y',), labels=("<i>",))], ['x"y'])
    assert page.count("</script>") == 1 and "<!--" not in page and "<i>" not in page and 'value="x&quot;y"' in page
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    (one,) = listed(page)
    assert one["text"] == "</script><!--" and one["name"] == "<b>" and one["words"] == 1


def test_links_lead_from_the_page_to_the_file() -> None:
    assert link_to("data/a.conllu", "out/page.html") == "../data/a.conllu"
    assert link_to("a b#c.conllu", "-") == "a%20b%23c.conllu"
    assert link_to("-", "page.html") == link_to("sample:dutch", "page.html") == ""
