"""Numba intrinsics behind the pointer helpers of :mod:`cadogan.games.compiling`.

Imported only when something is compiled. Raw pointers spare the index wrap-around and the
reference counting of arrays (measured: 1.6 to 1.8 times faster).
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic


@intrinsic
def address(typingctx: Any, array: Any) -> Any:
    """Take an array's data pointer; the caller keeps the array alive."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), codegen


@intrinsic
def part(typingctx: Any, pointer: Any, start: Any, size: Any) -> Any:
    """Move a pointer on by ``start`` elements; the size is of no account."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return pointer(pointer, types.int64, types.int64), codegen


@intrinsic
def as_words(typingctx: Any, pointer: Any) -> Any:
    """See a byte pointer as a pointer to 64-bit words."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.uint64)(pointer), codegen


@intrinsic
def prefetch(typingctx: Any, pointer: Any, index: Any) -> Any:
    """Emit a prefetch of the cache line that holds an element."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte_pointer = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte_pointer, number, number, number])
        function = builder.module.globals.get("llvm.prefetch.p0i8") or ir.Function(
            builder.module, kind, "llvm.prefetch.p0i8"
        )
        place = builder.bitcast(builder.gep(args[0], [args[1]]), byte_pointer)
        builder.call(function, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(pointer, types.int64), codegen


@numba.njit(boundscheck=True)
def array_words(array: Any) -> Any:
    """See a byte array as 64-bit words."""
    return array.view(np.uint64)
