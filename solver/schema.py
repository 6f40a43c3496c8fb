"""The one JSON object that tells a result: what its fields mean, writing it and reading it.

The command line, the store of surveys and :meth:`cadogan.solver.result.Result.to_json` all write
this form, one object a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cadogan.games import get_game
from cadogan.games.deal import Deal, format_pack, parse_pack
from cadogan.games.deal_text import with_provenance
from cadogan.games.errors import DealError, IllegalMoveError, UnsupportedError
from cadogan.games.game import Game
from cadogan.solver.result import Limit, Result, Verdict
from cadogan.solver.solution import Solution

if TYPE_CHECKING:
    from cadogan.solver.surveys.findings import Attempt, SurveyResult

__all__ = ["FIELDS", "SURVEY_FIELDS", "error_record", "read_record", "record", "survey_record"]

#: Every field and its meaning, in the order of writing. Records may have more; these they have.
FIELDS: Mapping[str, str] = {
    "game": "name of the game",
    "options": "object: the value of every option of the game",
    "pack": "the pack, as in 'copies=2 suits=CDHS ranks=13'; null beside an error",
    "dealer": "seed scheme of the deal, or null when it has no seed",
    "seed": "number of the deal in that scheme, or null",
    "deal": "the deal as text, when it has no seed; otherwise null",
    "verdict": "'solvable', 'unsolvable' or 'unknown'; null when there was an error",
    "limit": "why the verdict is unknown; otherwise null",
    "method": "the method that answered, or null",
    "optimal": "whether a shorter solution is excluded",
    "moves": (
        "list of the winning moves in the game's notation, exactly when solvable; or null, "
        "also in a survey that keeps no moves and tells the length"
    ),
    "certificate": "kind and SHA-256 of the certificate, as in 'closed-set:5d1f...', or null",
    "claimed": "whether unsolvable is CP-SAT's word only, which the caller chose to take",
    "error": "what went wrong, or null",
    "generated": "moves made by the search",
    "expanded": "positions whose moves were listed",
    "stored": "different positions found, the start included",
    "seconds": "CPU seconds of the search",
    "version": "version of Cadogan",
    "rules_version": "version of the game's rules; null beside an error",
}

#: What records of surveys have besides.
SURVEY_FIELDS: Mapping[str, str] = {
    "length": "number of the winning moves, exactly when solvable; or null",
    "attempts": "list of objects: method, limits, outcome and effort of each search made, in order",
}

_LIMITS = {limit.value for limit in Limit}
#: What read_record asks of the fields' types; bool is no int here.
_TYPES: Mapping[str, tuple[type, ...]] = {
    "game": (str,),
    "options": (dict,),
    "pack": (str,),
    "dealer": (str, type(None)),
    "seed": (int, type(None)),
    "deal": (str, type(None)),
    "verdict": (str,),
    "limit": (str, type(None)),
    "method": (str, type(None)),
    "optimal": (bool,),
    "moves": (list, type(None)),
    "certificate": (str, type(None)),
    "claimed": (bool,),
    "error": (str, type(None)),
    "generated": (int,),
    "expanded": (int,),
    "stored": (int,),
    "seconds": (int, float),
    "version": (str,),
    "rules_version": (int,),
}


def record(result: Result) -> dict[str, object]:
    """Give a result as an object for JSON.

    Examples
    --------
    >>> deal = Deal.from_seed("freecell", "ms:1")
    >>> found = record(Result(deal, Verdict.UNKNOWN, "dfs", limit=Limit.STATES))
    >>> found["options"], found["dealer"], found["seed"], found["verdict"], found["limit"]
    ({'cells': 4, 'columns': 8}, 'ms', 1, 'unknown', 'states')
    """
    deal = result.deal
    return _filled(
        deal.game,
        dealer=deal.dealer,
        seed=deal.seed,
        deal=deal.text() if deal.seed is None else None,
        certificate=result.certificate.name if result.certificate is not None else None,
        claimed=result.claimed,
        **_answer(result),
    )


def _answer(found: Result | Attempt) -> dict[str, object]:
    """Give what was found out, and with how much effort."""
    effort = found.statistics
    return {
        "verdict": found.verdict.value,
        "limit": found.limit.value if found.limit is not None else None,
        "method": found.method,
        "optimal": found.optimal,
        "moves": list(found.moves) if found.moves is not None else None,
        "generated": effort.generated,
        "expanded": effort.expanded,
        "stored": effort.stored,
        "seconds": effort.seconds,
    }


def survey_record(result: SurveyResult) -> dict[str, object]:
    """Give a result of a survey as an object for JSON: all fields, and those of `SURVEY_FIELDS`.

    Examples
    --------
    >>> from cadogan import survey
    >>> found = [survey_record(result) for result in survey("freecell", "ms:11982")]
    >>> found[0]["seed"], found[0]["verdict"], len(found[0]["attempts"])
    (11982, 'unsolvable', 1)
    """
    setting, standing = result.setting, result.standing
    told: dict[str, object] = {
        **_answer(standing),
        "game": setting.game,
        "options": setting.chosen,
        "pack": setting.pack,
        "dealer": setting.dealer,
        "seed": result.seed,
        "certificate": standing.certificate,
        "claimed": False,  # surveys keep no such verdicts
        "version": standing.version,
        "rules_version": setting.rules_version,
        "length": standing.length,
        "attempts": [attempt.record() for attempt in result.attempts],
    }
    return {**dict.fromkeys(FIELDS), **told}


def error_record(
    game: Game | str,
    message: str,
    *,
    dealer: str | None = None,
    seed: int | None = None,
    deal: str | None = None,
    method: str | None = None,
) -> dict[str, object]:
    """Give a record that tells of an error in place of a verdict.

    Parameters
    ----------
    game : Game or str
        The game, or what was taken for one: then nothing is told of options, pack and rules.
    message : str
        What went wrong.
    dealer, seed : str and int, optional
        The number of the deal, if it has one.
    deal : str, optional
        The deal as text, if it has no number.
    method : str, optional
        The method that was asked for.

    Examples
    --------
    >>> found = error_record(get_game("freecell"), "the worker died", dealer="ms", seed=5)
    >>> found["verdict"], found["error"], list(found) == list(FIELDS)
    (None, 'the worker died', True)
    """
    return _filled(game, error=message, dealer=dealer, seed=seed, deal=deal, method=method)


def _filled(game: Game | str, **told: object) -> dict[str, object]:
    """Give all fields in their order, those that are not told with the values of no result."""
    from cadogan import __version__

    known: dict[str, object] = {
        **dict.fromkeys(FIELDS),
        "game": game,
        "options": {},
        "optimal": False,
        "claimed": False,
        "generated": 0,
        "expanded": 0,
        "stored": 0,
        "seconds": 0.0,
        "version": __version__,
    }
    if isinstance(game, Game):
        known["game"] = game.name
        known["options"] = dict(game.chosen)
        known["pack"] = format_pack(game.pack)
        known["rules_version"] = game.rules_version
    return {**known, **told}


def read_record(text: str | bytes) -> Solution:
    r"""Read a record back, so that its moves can be checked.

    Parameters
    ----------
    text : str or bytes
        One line of JSON. Fields that are not in `FIELDS` are passed over.

    Returns
    -------
    Solution
        ``shortest`` is told when the record says that its moves are optimal.

    Raises
    ------
    DealError
        When it is not a record, a field is missing or wrong, fields contradict each other, the
        record tells of an error, or the game's rules have changed since.
    UnknownGameError
        When no game has that name.

    Examples
    --------
    >>> deal = Deal.parse("game: freecell\npack: suits=C ranks=2\ncolumn 1: 2C AC")
    >>> result = Result(deal, Verdict.SOLVABLE, "astar", moves=("1h", "1h"), optimal=True)
    >>> solution = read_record(json.dumps(record(result)))
    >>> solution.deal == deal, solution.moves, solution.shortest
    (True, ('1h', '1h'), 2)
    """
    fields = _loaded(text)
    game = _game(fields)
    deal = _deal(game, fields)
    verdict, moves = _outcome(fields)
    try:
        tidy = tuple(game.format_move(game.parse_move(move)) for move in moves or ())
    except IllegalMoveError as error:
        raise _wrong("moves", error.message) from None
    return Solution(deal, tidy, verdict, len(tidy) if fields["optimal"] else None)


def _wrong(field: str, what: str) -> DealError:
    return DealError(f"field {field!r}: {what}")


@contextmanager
def _field(name: str) -> Iterator[None]:
    """Name the field in which an error was found."""
    try:
        yield
    except (DealError, UnsupportedError) as error:
        raise _wrong(name, str(error)) from None


def _loaded(text: str | bytes) -> dict[str, Any]:
    """Read JSON, and make sure that all fields are there and of their types."""
    try:
        fields = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise DealError(f"this is not a line of JSON: {error}") from None
    if not isinstance(fields, dict):
        raise DealError("this is JSON, but not an object with the fields of a record")
    missing = [name for name in FIELDS if name not in fields]
    if missing:
        raise DealError(f"the record lacks these fields: {', '.join(missing)}")
    if fields["verdict"] is None:
        raise DealError(f"the record has no verdict but an error: {str(fields['error'])[:200]}")
    for name, types in _TYPES.items():
        value = fields[name]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            wanted = " or ".join("null" if t is type(None) else t.__name__ for t in types)
            raise _wrong(name, f"{json.dumps(value)[:60]} should be {wanted}: {FIELDS[name]}")
    return fields


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its fields; of two with one name, readers would disagree which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        doubled = next(name for name in found if names.count(name) > 1)
        raise DealError(f"the field {doubled!r} is there more than once: keep one")
    return found


def _game(fields: Mapping[str, Any]) -> Game:
    """Rebuild the game with its options and pack."""
    plain = get_game(fields["game"])
    for name, value in fields["options"].items():
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise _wrong("options", f"{name} is {json.dumps(value)[:60]}, not a text or a number")
    missing = [option.name for option in plain.options if option.name not in fields["options"]]
    if missing:
        raise _wrong("options", f"{', '.join(missing)} missing: {FIELDS['options']}")
    with _field("options"):
        chosen = plain.read_options(fields["options"])
    with _field("pack"):  # options and pack are judged together
        game = type(plain)(parse_pack(fields["pack"], plain.standard_pack), chosen)
    if fields["rules_version"] != game.rules_version:
        raise _wrong(
            "rules_version",
            f"the record was made by version {fields['rules_version']} of the rules of "
            f"{game.name}, and this is version {game.rules_version}: solve the deal again",
        )
    return game


def _deal(game: Game, fields: Mapping[str, Any]) -> Deal:
    """Rebuild the deal from its number, its text, or both if they agree."""
    dealer, seed, text = fields["dealer"], fields["seed"], fields["deal"]
    if (dealer is None) != (seed is None):
        raise _wrong("seed", "dealer and seed belong together")
    if text is None:
        if seed is None:
            raise _wrong("deal", f"neither it nor a seed is told: {FIELDS['deal']}")
        with _field("seed"):
            return Deal.from_seed(game, seed, dealer)
    with _field("deal"):
        deal = Deal.parse(text, game)
        if deal.game != game:
            raise DealError(f"its options and pack are not those of the record, {game!r}")
        return with_provenance(deal, dealer, seed)


def _outcome(fields: Mapping[str, Any]) -> tuple[Verdict, list[str] | None]:
    """Read verdict and moves, and hold the record to the rules for results."""
    said, limit, moves = fields["verdict"], fields["limit"], fields["moves"]
    known = [verdict.value for verdict in Verdict]
    if said not in known:
        raise _wrong("verdict", f"{said!r} is none of {', '.join(known)}")
    if fields["error"] is not None:
        raise _wrong("error", "a record tells a verdict or an error, not both")
    if (limit is not None) != (said == "unknown"):
        raise _wrong("limit", f"it belongs to 'unknown', and only to it; the verdict is {said!r}")
    if limit is not None and limit not in _LIMITS:
        raise _wrong("limit", f"{limit!r} is none of {', '.join(sorted(_LIMITS))}")
    length = fields.get("length")
    kept_no_moves = moves is None and isinstance(length, int) and not isinstance(length, bool)
    if (moves is not None or kept_no_moves) != (said == "solvable"):
        raise _wrong("moves", f"they belong to 'solvable', and only to it; the verdict is {said!r}")
    if moves is not None and not all(isinstance(move, str) for move in moves):
        raise _wrong("moves", "each move is a text in the game's notation")
    _certificate(fields["certificate"], said)
    if fields["claimed"] and said != "unsolvable":
        raise _wrong("claimed", f"only 'unsolvable' can be just claimed; the verdict is {said!r}")
    if fields["optimal"] and said != "solvable":
        raise _wrong("optimal", f"only a solution can be optimal; the verdict is {said!r}")
    return Verdict(said), moves


def _certificate(name: str | None, said: str) -> None:
    """Make sure that a certificate is named as it is written, and goes with the verdict."""
    if name is None:
        return
    if not re.fullmatch(r"[a-z-]{1,40}:[0-9a-f]{64}", name):
        raise _wrong("certificate", f"{name[:80]!r} is not {FIELDS['certificate']}")
    if said == "unknown" or name.startswith("solution:") != (said == "solvable"):
        raise _wrong("certificate", f"{name.partition(':')[0]!r} does not go with {said!r}")
