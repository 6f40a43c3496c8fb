"""The form of sealed certificates: lines of text, a seal over everything, perhaps a body of bytes.

::

    certificate: closed-set 1
    rules version: 1
    game: freecell
    ...                          the deal, as its text form has it
    dealer: ms
    seed: 11982
    verdict: unsolvable
    positions: 83239
    ...                          what the kind claims, in an order of its own
    body: 0                      bytes that follow the seal
    seal: 5d1f...                SHA-256 of all lines above and the body

The seal finds damage. It proves nothing: whoever alters a claim can seal the file anew, and the
checker must find that the claim is false.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from cadogan.games.deal import Deal
from cadogan.games.deal_text import SEED_KEYS, Line, deal_of_lines, read_lines
from cadogan.games.errors import PatienceError, UnknownGameError
from cadogan.solver.proof.certificate import CertificateError, DamagedError
from cadogan.solver.result import Verdict

__all__ = ["Sealed"]

#: What comes first behind the lines of the deal; no pile has such a name.
_AFTER = (*SEED_KEYS, "verdict")
_SEAL = re.compile(rb"^body: ([0-9]{1,15})\nseal: ([0-9a-f]{64})\n", re.MULTILINE)


@dataclass(frozen=True)
class Sealed:
    """The parts of a sealed certificate.

    Attributes
    ----------
    kind : str
        The kind.
    version : int
        The version of its format.
    deal : Deal
        The deal, with its number if it has one.
    verdict : Verdict
        What is claimed of it.
    claims : mapping of str to str
        The kind's own lines, in their order.
    body : bytes
        What follows the lines.
    """

    kind: str
    version: int
    deal: Deal
    verdict: Verdict
    claims: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def data(self) -> bytes:
        """Write the file."""
        deal = self.deal
        lines = [f"certificate: {self.kind} {self.version}"]
        lines += [f"rules version: {deal.game.rules_version}", deal.text().rstrip("\n")]
        if deal.seed is not None:
            lines += [f"dealer: {deal.dealer}", f"seed: {deal.seed}"]
        lines.append(f"verdict: {self.verdict.value}")
        lines += [f"{name}: {value}".rstrip() for name, value in self.claims.items()]
        lines.append(f"body: {len(self.body)}")
        text = "".join(f"{line}\n" for line in lines).encode()
        seal = hashlib.sha256(text + self.body).hexdigest()
        return text + f"seal: {seal}\n".encode() + self.body

    @classmethod
    def read(cls, data: bytes, claims: tuple[str, ...]) -> Sealed:
        """Read a file.

        Parameters
        ----------
        data : bytes
            The file.
        claims : tuple of str
            The kind's own lines; all must be there, and no others may.

        Raises
        ------
        DamagedError
            When the seal is broken, lines are missing or wrong, or the rules have changed since.
        CertificateError
            When the game is not known here.
        """
        text, body = _opened(data)
        try:
            lines = read_lines(text)
            if [line.name for line in lines[:2]] != ["certificate", "rules version"]:
                raise DamagedError("it does not begin with the kind and the version of the rules")
            end = next((i for i, line in enumerate(lines) if line.name in _AFTER), len(lines))
            told = _told([line for line in lines[end:] if line.name != "body"], claims)
            numbers = [line for line in lines[end:] if line.name in SEED_KEYS]
            deal = _deal([*lines[2:end], *numbers], lines[1].value)
            kind, version = lines[0].value.split(" ")
            verdict = Verdict(told["verdict"])
            own = {name: told[name] for name in claims}
            return cls(kind, int(version), deal, verdict, own, body)
        except CertificateError:
            raise
        except UnknownGameError as error:
            raise CertificateError(str(error)) from None
        except (PatienceError, ValueError) as error:
            raise DamagedError(str(error)) from None


def _opened(data: bytes) -> tuple[bytes, bytes]:
    """Split a file into its lines and its body, and hold the seal against both."""
    found = _SEAL.search(data)
    if found is None:
        raise DamagedError("there is no seal: the file was cut off, or its end was changed")
    text, body = data[: found.start(2) - len("seal: ")], data[found.end() :]
    if len(body) != int(found[1]):
        raise DamagedError(f"the body has {len(body)} bytes, and should have {int(found[1])}")
    if hashlib.sha256(text + body).hexdigest() != found[2].decode():
        raise DamagedError("the seal is broken: something was changed after the file was written")
    return text, body


def _told(lines: list[Line], claims: tuple[str, ...]) -> dict[str, str]:
    """Read the lines behind the deal, which must be just those expected."""
    names = [line.name for line in lines]
    numbered = [*_AFTER[:2]] if names[:1] == [_AFTER[0]] else []
    expected = [*numbered, _AFTER[2], *claims]
    if names != expected:
        raise DamagedError(
            f"behind the deal there are the lines {', '.join(names) or 'none'}; "
            f"expected: {', '.join(expected)}"
        )
    return {line.name: line.value for line in lines}


def _deal(lines: list[Line], version: str) -> Deal:
    """Read the deal, and compare the version of its rules."""
    deal = deal_of_lines(lines, None)
    if version != str(deal.game.rules_version):
        raise DamagedError(
            f"it was made for version {version} of the rules of {deal.game.name}, and this is "
            f"version {deal.game.rules_version}: make it again"
        )
    return deal
