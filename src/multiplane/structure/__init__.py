"""Which class a tree is in, with a certificate: planes, gaps, nesting, endpoint crossing, binarization.

`classes` is the registry of all classes. A new class is a module with its test and its certificate, a test of one tree
in `membership`, its reason in `violations`, and an entry in `classes`.
"""

from multiplane.structure.attardi import attardi_degree, is_attardi, words_too_far
from multiplane.structure.binarization import Binarization, binarization, is_mildly_ill_nested
from multiplane.structure.blocks import blocks, gap_degree, gaps, is_projective
from multiplane.structure.classes import (
    CLASSES,
    FAMILIES,
    GRAPH_FAMILIES,
    ClassFamily,
    TreeClass,
    graph_class,
    tree_class,
)
from multiplane.structure.classify import Classification, Classifications, classify, classify_all
from multiplane.structure.crossing import crossings, is_planar
from multiplane.structure.edge_degree import edge_degrees, non_projective_arcs, undominated_components
from multiplane.structure.explanation import Explanation, explain, explained
from multiplane.structure.graphs import (
    GraphPlanes,
    covered_roots,
    directed_cycle,
    graph_crossings,
    graph_planes,
    is_k_planar_graph,
)
from multiplane.structure.multi_headed import is_multi_headed, largest_item, multi_headed_degree
from multiplane.structure.nesting import (
    gap_inheritance_degree,
    heirs,
    interleaving,
    is_gap_minding,
    is_one_inherit,
    is_well_nested,
    split_child,
)
from multiplane.structure.one_endpoint_crossing import is_one_endpoint_crossing, one_endpoint_crossing
from multiplane.structure.planes import Planes, is_k_planar, planes
from multiplane.structure.survey import GraphSurvey, Survey, Surveys, survey

__all__ = [
    "CLASSES",
    "FAMILIES",
    "GRAPH_FAMILIES",
    "Binarization",
    "ClassFamily",
    "Classification",
    "Classifications",
    "Explanation",
    "GraphPlanes",
    "GraphSurvey",
    "Planes",
    "Survey",
    "Surveys",
    "TreeClass",
    "attardi_degree",
    "binarization",
    "blocks",
    "classify",
    "classify_all",
    "covered_roots",
    "crossings",
    "directed_cycle",
    "edge_degrees",
    "explain",
    "explained",
    "gap_degree",
    "gap_inheritance_degree",
    "gaps",
    "graph_class",
    "graph_crossings",
    "graph_planes",
    "heirs",
    "interleaving",
    "is_attardi",
    "is_gap_minding",
    "is_k_planar",
    "is_k_planar_graph",
    "is_mildly_ill_nested",
    "is_multi_headed",
    "is_one_endpoint_crossing",
    "is_one_inherit",
    "is_planar",
    "is_projective",
    "is_well_nested",
    "largest_item",
    "multi_headed_degree",
    "non_projective_arcs",
    "one_endpoint_crossing",
    "planes",
    "split_child",
    "survey",
    "tree_class",
    "undominated_components",
    "words_too_far",
]
