"""Scores of predicted trees and graphs: attachment, non-projective arcs, raw text, breakdowns, significance."""

from multiplane.evaluate.alignment import Alignment, align
from multiplane.evaluate.attachment import Attachment
from multiplane.evaluate.conventions import CONVENTIONS, Convention, is_punctuation
from multiplane.evaluate.evaluation import Evaluation, evaluate_files
from multiplane.evaluate.graphs import GraphScores, Overlap, evaluate_graphs
from multiplane.evaluate.groups import Group
from multiplane.evaluate.raw_text import Matches, RawTextScores, evaluate_text
from multiplane.evaluate.scores import Scores, evaluate, score
from multiplane.evaluate.significance import Difference, PairedComparison, compare, mcnemar, paired_shuffling
from multiplane.evaluate.transitions import precision_by_transition, recorded_transitions

__all__ = [
    "CONVENTIONS",
    "Alignment",
    "Attachment",
    "Convention",
    "Difference",
    "Evaluation",
    "GraphScores",
    "Group",
    "Matches",
    "Overlap",
    "PairedComparison",
    "RawTextScores",
    "Scores",
    "align",
    "compare",
    "evaluate",
    "evaluate_files",
    "evaluate_graphs",
    "evaluate_text",
    "is_punctuation",
    "mcnemar",
    "paired_shuffling",
    "precision_by_transition",
    "recorded_transitions",
    "score",
]
