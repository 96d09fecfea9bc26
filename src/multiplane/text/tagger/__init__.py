"""The tagger: UPOS, XPOS and FEATS of words, from left to right, linear over the words around and tags before."""

from multiplane.text.tagger.model import Tagger
from multiplane.text.tagger.trainer import TaggerTrainer, train_tagger

__all__ = ["Tagger", "TaggerTrainer", "train_tagger"]
