"""The two forms of a kernel, made faster and kept on disk with parts of Numba that are not public.

The inner form is code that becomes a part of its callers and is nothing alone: it has no machine code, no wrapper, and
is optimised with its callers only. It takes every signed integer as one of 64 bits.

The machine code of either lies in Numba's cache, but in folders of ours, where nothing that goes wrong is an error: a
file that was damaged is compiled anew, and what cannot be written is compiled in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property, partial
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

import numba
from llvmlite import binding
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _CacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.imputils import lower_constant
from numba.extending import models, overload, register_model
from numba.np import arrayobj

from multiplane.kernels.folder import folders, is_ours, name_in_folder, writable_folder
from multiplane.kernels.jit import OPTIONS, Kernel

INNER = "inner"
SHAPES = "cannot assign an array to a part of another size"


@cache
def entry(kernel: Kernel) -> Any:
    """The form that Python calls."""
    options = {**OPTIONS, **kernel.targetoptions, "no_cfunc_wrapper": True, "pipeline_class": EntryCompiler}
    return _cached(numba.njit(**options)(kernel.py_func))


@cache
def type_of(kernel: Kernel) -> Any:
    """The form that other kernels call, as a type."""
    options = {**OPTIONS, **kernel.targetoptions, "no_cfunc_wrapper": True, "no_cpython_wrapper": True}
    return InnerType(_cached(numba.njit(pipeline_class=InnerCompiler, **options)(kernel.py_func), INNER))


def _cached(dispatcher: Any, form: str = "") -> Any:
    assert hasattr(dispatcher, "_cache")
    dispatcher._cache = KernelCache(dispatcher.py_func, form)
    return dispatcher


class InnerType(types.Dispatcher):
    """The type of a kernel for other kernels, which keeps its dispatcher and casts the arguments of calls."""

    def __init__(self, dispatcher: Any) -> None:
        self._kept = dispatcher
        super().__init__(dispatcher)

    def get_call_type(self, context: Any, arguments: Any, keywords: Any) -> Any:
        """What Numba asks for the signature of a call with arguments of these types."""
        named = {name: as_parameter(kind) for name, kind in keywords.items()}
        return super().get_call_type(context, tuple(map(as_parameter, arguments)), named)


register_model(InnerType)(models.OpaqueModel)
lower_constant(InnerType)(lambda context, builder, kind, value: context.get_dummy_value())


def as_parameter(kind: Any) -> Any:
    """The type that an inner form has for an argument of this type.

    >>> as_parameter(types.int32), as_parameter(types.literal(3)), as_parameter(types.uint8)
    (int64, int64, uint8)
    """
    plain: Any = types.misc.unliteral(kind)
    return types.int64 if plain in types.signed_domain else plain


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an inner form: linked with all that it calls, and left at that."""

    _finalized: bool

    def _optimize_final_module(self) -> None:
        """Leave that to the callers."""

    def _finalize_final_module(self) -> None:
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
        return self.name, INNER, self._get_module_for_linking().as_bitcode()


class _NowhereToRun:
    def set_env(self, name: str, environment: object) -> None:
        """Do nothing: the caller that is compiled to the end has a place for it."""


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, writing to an `InnerLibrary`."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, library or _new_library(target, INNER), *others)


class EntryCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, which gives the environments of all inner forms to what they have become a part of."""

    def compile_extra(self, function: Any) -> Any:
        """The compiled function."""
        compiled = super().compile_extra(function)
        for environment in compiled._find_referenced_environments():
            compiled.codegen.set_env(environment.env_name, environment)
        return compiled


def _new_library(target: Any, name: str) -> InnerLibrary:
    library = InnerLibrary(target.codegen(), name)
    library.enable_object_caching()
    return library


def rebuild_inner(target: Any, payload: tuple[Any, ...]) -> Any:
    """A compiled inner form from what the cache kept of it."""
    (name, _, bitcode), description, environment, signature, object_mode, lifted, annotation, starts, others = payload
    for start in starts:
        start()
    library = _new_library(target, name)
    library._final_module = binding.parse_bitcode(bitcode)
    library._finalize_final_module()
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


def refuse_shapes(source: Any, target: Any) -> NoReturn:
    """What a kernel does where an array does not fit."""
    raise ValueError(SHAPES)


@overload(refuse_shapes)  # type: ignore[untyped-decorator]
def _compiled_refusal(source: Any, target: Any) -> Callable[..., NoReturn]:
    def refuse(source: Any, target: Any) -> NoReturn:
        raise ValueError(SHAPES)

    return refuse


@contextmanager
def short_messages() -> Iterator[None]:
    """Let an array that does not fit be refused in short while kernels are compiled.

    Numba's own message tells both shapes, for which it compiles how numbers are written: some fifty functions.
    """
    numbas = getattr(arrayobj, "raise_with_shape_context", None)  # old releases have no such message
    if numbas is None:
        yield
        return
    arrayobj.raise_with_shape_context = refuse_shapes
    try:
        yield
    finally:
        arrayobj.raise_with_shape_context = numbas


class KernelCache(NullCache):  # type: ignore[misc]
    """What a Numba dispatcher asks for machine code before it compiles, and gives it to afterwards."""

    def __init__(self, function: FunctionType, form: str = "") -> None:
        self._function, self._form = function, form

    @cached_property
    def _caches(self) -> dict[Path | None, Any]:
        made = writable_folder()
        if not Path(self._function.__code__.co_filename).is_file():
            return {}
        usable = [folder for folder in folders() if folder == made or folder.is_dir()]
        return {folder: _FolderCache(self._function, folder, self._form) for folder in usable}

    @property
    def cache_path(self) -> str | None:
        """The folder that machine code is written to; None if there is none."""
        folder = writable_folder()
        return None if folder is None else str(folder)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled kernel for these types, or None where it has to be compiled."""
        for kept in self._caches.values():
            with suppress(Exception):
                found = kept.load_overload(signature, target)
                if found is not None:
                    return found
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel, if there is a place for it; a list of files that cannot be read is begun anew."""
        kept = self._caches.get(writable_folder())
        if kept is None:
            return
        try:
            kept.save_overload(signature, compiled)
        except Exception:
            with suppress(Exception):
                kept.flush()
                kept.save_overload(signature, compiled)


class _FolderCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, in one folder."""

    def __init__(self, function: FunctionType, folder: Path, form: str) -> None:
        self._impl_class = partial(_Storage, folder=folder, form=form)
        super().__init__(function)


class _Storage(CompileResultCacheImpl):  # type: ignore[misc]
    """How compiled code becomes plain data, and where that lies."""

    def __init__(self, function: FunctionType, folder: Path, form: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, folder)
        self._filename_base = name_in_folder(function) + form

    def rebuild(self, target: Any, payload: Any) -> Any:
        """A compiled kernel from plain data."""
        return rebuild_inner(target, payload) if payload[0][1] == INNER else super().rebuild(target, payload)


class _Locator(_CacheLocator):  # type: ignore[misc]
    """A folder whose name tells whether it is up to date; for kernels of others, their file does."""

    def __init__(self, function: FunctionType, folder: Path) -> None:
        self._folder, self._py_file = folder, function.__code__.co_filename
        self._stamp = "" if is_ours(function) else _digest(self._py_file)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return ""


@cache
def _digest(file: str) -> str:
    return hashlib.blake2b(Path(file).read_bytes()).hexdigest()
