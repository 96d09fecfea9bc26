"""The lemmatizer: edit rules, chosen by the form and the tags of a word."""

from multiplane.text.lemmatizer.model import Lemmatizer
from multiplane.text.lemmatizer.trainer import train_lemmatizer

__all__ = ["Lemmatizer", "train_lemmatizer"]
