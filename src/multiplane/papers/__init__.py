"""The papers' own experiments: their learners and features, and their tables, filled again from treebanks at hand.

- `svm/`: support vector machines as models of transitions; `malt/`: MaltParser's feature models, by name or as XML.
- `printed`: the papers' tables as data; `treebanks`, `runs`, `replication`: the same tables for other treebanks.

Nothing above imports this folder: kinds of models, features and commands reach it through their registries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from multiplane.lazy import lazy_names

if TYPE_CHECKING:
    from multiplane.papers.replication import FilledTable, replicate
    from multiplane.papers.svm.features import single_items
    from multiplane.papers.svm.model import LibsvmModel
    from multiplane.papers.svm.options import Liblinear, Libsvm
    from multiplane.papers.svm.trainer import SvmTrainer

_HOMES = {
    "Liblinear": "svm.options",
    "Libsvm": "svm.options",
    "LibsvmModel": "svm.model",
    "FilledTable": "replication",
    "SvmTrainer": "svm.trainer",
    "replicate": "replication",
    "single_items": "svm.features",
}

__all__ = ["FilledTable", "Liblinear", "Libsvm", "LibsvmModel", "SvmTrainer", "replicate", "single_items"]

__getattr__, __dir__ = lazy_names(__name__, _HOMES, __all__)
