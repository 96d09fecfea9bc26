"""Exact search over arc scores: the best tree of a class, the k best, marginals, whole batches on all cores.

The folders hold the searches: `spanning` for all trees, `projective`, `endpoint` for 1-endpoint-crossing trees,
`gapped` for trees with a bounded number of gaps, `multi_headed` for MH_k. The files beside them are what they share.
A decoder for another class goes into a folder of its own, as a function from checked scores (`scores`) to heads with a
`Decoder` beside it, which the entry of the class in `multiplane.structure.classes` names. `trees` gives a class with
all there is to do with it.
"""

from multiplane.decode.batch import decode_batch
from multiplane.decode.class_of_trees import Trees, trees
from multiplane.decode.decoders import decode, decode_by_chart
from multiplane.decode.distribution import Marginals, k_best, marginals, samples
from multiplane.decode.endpoint.decoder import one_endpoint_crossing
from multiplane.decode.gapped.decoder import mildly_ill_nested, well_nested
from multiplane.decode.gapped.gap_minding import gap_minding
from multiplane.decode.multi_headed import multi_headed
from multiplane.decode.projective.eisner import projective
from multiplane.decode.registry import DECODERS, NAMES, Decoder
from multiplane.decode.scores import Decoded
from multiplane.decode.spanning.chu_liu_edmonds import spanning_tree

__all__ = [
    "DECODERS",
    "NAMES",
    "Decoded",
    "Decoder",
    "Marginals",
    "Trees",
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
    "samples",
    "spanning_tree",
    "trees",
    "well_nested",
]
