"""The arc-factored parser: hashed features of arcs, exact search for the best tree of any class, labels on its arcs."""

from multiplane.learn.graph.model import GraphModel
from multiplane.learn.graph.trainer import GraphTrainer

__all__ = ["GraphModel", "GraphTrainer"]
