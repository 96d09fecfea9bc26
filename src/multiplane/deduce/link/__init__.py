"""Link Grammar (Sleator & Temperley 1991): dictionaries of connectors, and linkages by four schemata."""

from multiplane.deduce.link.dictionary import (
    Dictionary,
    DictionaryError,
    example_dictionary,
    form_of,
    parse_dictionary,
    read_dictionary,
)
from multiplane.deduce.link.disjuncts import Disjunct, disjuncts
from multiplane.deduce.link.linkage import (
    Link,
    Linkage,
    Linkages,
    count_linkages,
    count_of,
    first_linkages,
    link_chart,
    linkages,
    linkages_of,
)
from multiplane.deduce.link.schemata import LINK_SCHEMATA, link_schema
from multiplane.deduce.link.sentence import LinkProblem, link_problem

__all__ = [
    "LINK_SCHEMATA",
    "Dictionary",
    "DictionaryError",
    "Disjunct",
    "Link",
    "LinkProblem",
    "Linkage",
    "Linkages",
    "count_linkages",
    "count_of",
    "disjuncts",
    "example_dictionary",
    "first_linkages",
    "form_of",
    "link_chart",
    "link_problem",
    "link_schema",
    "linkages",
    "linkages_of",
    "parse_dictionary",
    "read_dictionary",
]
