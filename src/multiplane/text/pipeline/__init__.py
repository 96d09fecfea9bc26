"""From text to trees: the parts of a pipeline in one object and in one file, their training, and what they read."""

from multiplane.text.pipeline.model import Pipeline, load
from multiplane.text.pipeline.train import train_pipeline

__all__ = ["Pipeline", "load", "train_pipeline"]
