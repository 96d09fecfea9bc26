"""Treebanks and models that cases share: made once, by the commands themselves."""

from __future__ import annotations

from judge import Case

KINDS = {
    "transition": ("--system", "swap", "--epochs", "3"),
    "beam": ("--system", "arc-eager", "--beam", "3", "--epochs", "2"),
    "auto": ("--epochs", "2"),
    "arc-factored": ("--model", "arc-factored", "--epochs", "2"),
    "graphs": ("--deps", "--epochs", "2"),
    "liblinear": ("--model", "liblinear"),
    "libsvm": ("--model", "libsvm"),
    "neural": ("--model", "neural", "--units", "32", "--epochs", "3"),
    "ensemble": ("--model", "neural", "--units", "32", "--epochs", "2", "--ensemble", "2"),
    "neural-transition": ("--model", "neural", "--system", "arc-eager", "--units", "32", "--epochs", "2"),
    "pipeline": ("--pipeline", "--epochs", "2"),
}
UNFINISHED = tuple(kind for kind in KINDS if kind not in ("liblinear", "libsvm"))
"""Those whose trainings write checkpoints on the way."""


def treebanks(case: Case) -> tuple[str, str]:
    """A training and a development treebank in the folder of a case."""
    return (
        case.take("train.conllu", "sample", "--size", "150", "--seed", "1", "-o", "OUT"),
        case.take("dev.conllu", "sample", "--size", "30", "--seed", "2", "-o", "OUT"),
    )


def training(case: Case, kind: str, output: str, *more: str) -> tuple[str, ...]:
    """The arguments that train a model of a kind; those for graphs need a treebank that has them."""
    train, dev = treebanks(case)
    if kind == "graphs":
        train = dev = case.write("graphs.conllu", GRAPH * 40)
    return "train", "--train", train, "--dev", dev, *KINDS[kind], "-o", output, *more


def model(case: Case, kind: str) -> str:
    """A trained model in the folder of a case."""
    words = training(case, kind, "OUT")
    if kind == "graphs" and not (case.prepared / "graphs.conllu").exists():
        case.prepared.mkdir(parents=True, exist_ok=True)
        (case.prepared / "graphs.conllu").write_text(GRAPH * 40, "utf-8")
    return case.take(f"{kind}.model", *words)


GRAPH = (
    "1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t2:nsubj|3:nsubj\t_\n2\twants\twant\tVERB\t_\t_\t0\troot\t0:root\t_\n"
    "3\tsleep\tsleep\tVERB\t_\t_\t2\txcomp\t2:xcomp\t_\n\n"
    "1\tBen\tBen\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_\n2\tsleeps\tsleep\tVERB\t_\t_\t0\troot\t0:root\t_\n\n"
)
