from multiplane.decode.gapped_tree import gapped_heads
from multiplane.decode.scores import *
def well_nested(scores, gap_degree=1, single_root=True):
    arcs, which = labelled_arc_scores(scores, None)
    return decoded(arcs, gapped_heads(arcs, single_root, False), which, "wg", single_root)
def mildly_ill_nested(scores, gap_degree=1, single_root=True):
    arcs, which = labelled_arc_scores(scores, None)
    return decoded(arcs, gapped_heads(arcs, single_root, True), which, "mg", single_root)
