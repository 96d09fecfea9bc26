"""Exact search over arc scores: the best tree of a class, the k best, marginals, whole batches on all cores."""

from multiplane.decode.batch import decode_batch
from multiplane.decode.by_chart import decode_by_chart
from multiplane.decode.endpoint.decoder import one_endpoint_crossing
from multiplane.decode.gapped.gap_minding import gap_minding
from multiplane.decode.gapped.mildly_ill_nested import mildly_ill_nested
from multiplane.decode.gapped.well_nested import well_nested
from multiplane.decode.k_best import k_best
from multiplane.decode.marginals import Marginals, marginals
from multiplane.decode.multi_headed import multi_headed
from multiplane.decode.named import NAMES, decode
from multiplane.decode.projective.eisner import projective
from multiplane.decode.scores import Decoded
from multiplane.decode.spanning.chu_liu_edmonds import spanning_tree

__all__ = [
    "NAMES",
    "Decoded",
    "Marginals",
    "decode",
    "decode_batch",
    "decode_by_chart",
    "gap_minding",
    "k_best",
    "marginals",
    "mildly_ill_nested",
    "multi_headed",
    "one_endpoint_crossing",
    "projective",
    "spanning_tree",
    "well_nested",
]
