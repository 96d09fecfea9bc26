"""Files as they were before encoders and heads were parts of their own: one flat header, names of tensors without."""

from __future__ import annotations

from typing import Any

from multiplane.learn.model.contents import ModelFile

PARTS = ("encoder", "arcs", "transitions")


def older(file: ModelFile) -> ModelFile:
    """The file of a neural model as it once was."""
    header: dict[str, Any] = {key: value for key, value in file.header.items() if key not in PARTS}
    sizes: dict[str, Any] = {}
    for name in PARTS:
        part = dict(file.header.get(name, {}))
        sizes |= part.pop("sizes", {})
        part.pop("kind", None)
        header |= part
    tensors = {name.partition(".")[2] if "." in name else name: array for name, array in file.tensors.items()}
    if "tags" in tensors:
        sizes["tags"] = len(tensors.pop("tags")) + 2
        header["tag_column"] = header["attributes"].index("upos")
    return ModelFile(file.path, file.kind, {**header, "sizes": sizes}, tensors)
