"""Certificates: evidence for a verdict that can be checked without trusting the search.

Nothing in this package imports ``solver.search`` or ``solver.cpsat``, nor a game's reductions (its
rules ``dead`` and ``forced``, its REDUCED moves): a checker trusts the text of the deal, the game's
rules ``moves``, ``play`` and ``unfinished``, and itself. (A test reads the imports.)

How a kind of certificate is added
----------------------------------
A kind is a frozen dataclass derived from
:class:`~cadogan.solver.proof.certificate.Certificate`, in a module of its own, with one line in
:data:`cadogan.solver.proof.kinds.KINDS`. It has

``kind``, ``version``, ``verdict`` (class attributes)
    the name in the registry, the number of its format, and the verdict that it is evidence for;
``deal``
    what the verdict is about, options and pack included;
``data() -> bytes`` and ``read(data) -> certificate``
    the file and the way back; ``read(c.data()) == c``. Sealed files
    (:class:`~cadogan.solver.proof.sealed.Sealed`) hold lines ``name: value`` (the kind and its
    version, the version of the rules, the deal, the claims), a seal over everything, and perhaps
    a body of bytes;
``check(bounds) -> Judgement``
    whether the claims hold: ACCEPTED, REJECTED with the reason, or UNDECIDED with the limit that
    was hit. It never raises for what a file says.

``save``, ``digest`` and ``name`` come with the base class. ``read`` raises
:class:`~cadogan.solver.proof.certificate.DamagedError` for a file that is of its kind and wrong
(that is a rejection), and :class:`~cadogan.solver.proof.certificate.CertificateError` for one that
cannot be judged here, such as one of another version.

``cadogan check FILE``, ``Result.certificate`` and the JSON records know certificates by this
interface only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.solver.proof.certificate import (
        Answer,
        Bounds,
        Certificate,
        CertificateError,
        DamagedError,
        Judgement,
    )
    from cadogan.solver.proof.kinds import load, read

__all__ = [
    "Answer",
    "Bounds",
    "Certificate",
    "CertificateError",
    "DamagedError",
    "Judgement",
    "load",
    "read",
]

_HOMES = dict.fromkeys(__all__, "certificate") | {"load": "kinds", "read": "kinds"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
