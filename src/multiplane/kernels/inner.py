"""How kernels that other kernels call are compiled: to code that becomes a part of its callers, and is nothing alone.

Numba optimises every function for itself, makes machine code of it and a wrapper for calls from Python, then does the
first two again in every caller that it becomes a part of. An inner kernel is left as it was first written: the
optimisation of its callers is the only one. When Python calls such a kernel, it has another form for that (see
``jit``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an inner kernel."""

    _shared_module: Any

    def finalize(self) -> None:
        """End the writing of code, without making any use of it."""
        self._raise_if_finalized()
        if hasattr(self, "_reload_init"):  # since Numba 0.63
            for library in self._linking_libraries:
                self._reload_init.update(library._reload_init)
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Where Numba keeps the environments of functions that run: this one does not."""
        return _NowhereToRun()

    def get_pointer_to_function(self, name: str) -> int:
        """None: there is no machine code."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """The code for the cache on disk, with all that it calls."""
        return self.name, "inner", self._get_module_for_linking().as_bitcode()

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls.

        Finished libraries come last: only functions that are in use by then are taken from them.
        """
        self._ensure_finalized()
        if self._shared_module is None:
            module = self._final_module.clone()
            callees = list(self._callees([]))
            for library in callees:
                if isinstance(library, InnerLibrary):
                    module.link_in(library._final_module, preserve=True)
            for library in callees:
                if not isinstance(library, InnerLibrary):
                    module.link_in(library._get_module_for_linking(), preserve=True)
            for function in module.functions:
                if not function.is_declaration and function.linkage == binding.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = module
        return self._shared_module

    def _callees(self, met: list[Any]) -> Iterator[Any]:
        for library in self._linking_libraries:
            if library not in met:
                met.append(library)
                yield library
                if isinstance(library, InnerLibrary):
                    yield from library._callees(met)


class _NowhereToRun:
    def set_env(self, name: str, environment: object) -> None:
        """Do nothing: the caller that is compiled to the end has a place for it."""


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, writing to an ``InnerLibrary``."""

    def __init__(
        self, typing: Any, target: Any, library: Any, arguments: Any, result: Any, flags: Any, variables: Any
    ) -> None:
        library = library or _new_library(target, "inner")
        super().__init__(typing, target, library, arguments, result, flags, variables)


def _new_library(target: Any, name: str) -> InnerLibrary:
    library = InnerLibrary(target.codegen(), name)
    library.enable_object_caching()
    return library


def is_inner(payload: tuple[Any, ...]) -> bool:
    """Whether this is what the cache kept of an inner kernel."""
    return bool(payload[0][1] == "inner")


def rebuild_inner(target: Any, payload: tuple[Any, ...]) -> Any:
    """A compiled inner kernel from what the cache kept of it."""
    (name, _, bitcode), description, environment, signature, object_mode, lifted, annotation, starts, others = payload
    for start in starts:
        start()
    library = _new_library(target, name)
    library._final_module = binding.parse_bitcode(bitcode)
    library.finalize()
    return CompileResult(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, description, environment),
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=object_mode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=starts,
        referenced_envs=others,
    )


def set_environments(compiled: Any) -> None:
    """Give the environments of all inner kernels to the machine code that they have become a part of."""
    for environment in compiled._find_referenced_environments():
        compiled.codegen.set_env(environment.env_name, environment)
