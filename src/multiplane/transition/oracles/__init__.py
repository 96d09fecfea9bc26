"""Oracles: which transition leads to the gold tree. One idea a file; all of them kernels over plain int32 arrays."""

from multiplane.transition.oracles.derivation import Derivations, derive_all

__all__ = ["Derivations", "derive_all"]
