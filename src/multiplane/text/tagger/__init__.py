"""The tagger: UPOS, XPOS and FEATS of words, from right to left and back, linear over words and tags around."""

from multiplane.text.tagger.model import Tagger
from multiplane.text.tagger.trainer import TaggerTrainer, train_tagger

__all__ = ["Tagger", "TaggerTrainer", "train_tagger"]
