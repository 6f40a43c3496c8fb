"""The kinds of certificates, and reading a file of any of them."""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path

from cadogan.solver.proof.certificate import Certificate, CertificateError, DamagedError

__all__ = ["KINDS", "is_sealed", "kind_class", "load", "read"]

#: Each kind, and the module and class that know it.
KINDS = {
    "solution": "cadogan.solver.proof.winning_line:WinningLine",
    "closed-set": "cadogan.solver.proof.closed_set:ClosedSet",
    "refutation": "cadogan.solver.proof.refutation:Refutation",
}
#: How the file of a sealed certificate begins; a solution file begins like a deal.
_BEGINNING = re.compile(rb"certificate: ([a-z-]{1,40}) ([0-9]{1,9})\n")


def kind_class(kind: str) -> type[Certificate]:
    """Import the class of a kind.

    Raises
    ------
    CertificateError
        When there is no such kind.
    """
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise CertificateError(f"no kind of certificate is called {kind!r}; there are: {known}")
    module, name = KINDS[kind].split(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, type) and issubclass(found, Certificate)
    return found


def is_sealed(data: bytes) -> bool:
    """Say whether a file begins as sealed certificates do, damaged ones included."""
    return data.startswith(b"certificate:")


def read(data: bytes) -> Certificate:
    r"""Read a certificate of any kind.

    Parameters
    ----------
    data : bytes
        The content of a file.

    Raises
    ------
    DamagedError
        When it is a certificate, but not as it was written.
    CertificateError
        When it is none, or of a kind or version that is not known here.

    Examples
    --------
    >>> deal = b"game: freecell\npack: suits=C ranks=2\ncolumn 1: 2C AC\n"
    >>> found = read(deal + b"verdict: solvable\nmoves: 1h, 1h\n")
    >>> found.kind, found.verdict.value, found.check().reason
    ('solution', 'solvable', 'won in 2 moves')
    """
    if not is_sealed(data):
        return kind_class("solution").read(data)
    found = _BEGINNING.match(data)
    if found is None:
        raise DamagedError("the first line does not tell a kind of certificate and its version")
    kind, version = found[1].decode(), int(found[2])
    known = kind_class(kind)
    if version != known.version:
        raise CertificateError(
            f"this is version {version} of the kind {kind}, and this Cadogan knows version "
            f"{known.version}"
        )
    certificate = known.read(data)
    if certificate.data() != data:
        raise DamagedError("the file holds the claims, but is not written as Cadogan writes it")
    return certificate


def load(path: str | os.PathLike[str]) -> Certificate:
    """Read a certificate from a file; see :func:`read`.

    Raises
    ------
    OSError
        When the file cannot be read.
    CertificateError
        When it is no certificate.
    """
    return read(Path(path).read_bytes())
