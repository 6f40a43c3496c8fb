"""``cadogan rules``: what a game is, for people."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING

import click

from cadogan.solver.cli.output import color_option, line_width, say, wants_color
from cadogan.solver.cli.program import Command

if TYPE_CHECKING:
    from cadogan.games.game import Game, Option

_LABEL = 12
#: How many moves are shown, and how long a deal is played to find a position that has models.
_EXAMPLES, _PLIES = 8, 250
#: With each value of options that have so few it is told whether the models are others.
_FEW = 3
#: What each kind of model can show.
_MODELS = {
    "exact": "exact (proves both)",
    "outer": "outer (proves unsolvable)",
    "inner": "inner (finds wins)",
}
#: Rule functions that a game may lack, and what they are to the searches.
_HELPS = {
    "layer": "layers",
    "forced": "forced plays",
    "dead": "dead ends",
    "score": "score",
}


@click.command(
    "rules",
    cls=Command,
    short_help="Print the rules of GAME.",
    epilog="Example: cadogan rules two-rings",
)
@click.argument("game")
@color_option
def rules_command(game: str, color: bool | None) -> None:
    """Print the rules of GAME, its options, its notation and what the searches know of it."""
    from cadogan.games import get_game

    chosen = get_game(game)
    sections = [
        _heading(chosen),
        _text_of(chosen),
        _facts(chosen),
        _options(chosen),
        _notation(chosen),
        _searching(chosen),
    ]
    say("\n\n".join(section for section in sections if section), wants_color(color))


def _heading(game: Game) -> str:
    return f"{game.title}\n{_labelled('name', game.name)}\n{_labelled('source', game.source)}"


def _text_of(game: Game) -> str:
    """Give the game's rules in words; without such a text the docstring of its module."""
    module = sys.modules[type(game).__module__]
    text = _written_rules(game)[0] or inspect.cleandoc(module.__doc__ or game.summary)
    return "\n\n".join(_paragraph(part) for part in re.split(r"\n\s*\n", text.strip()))


def _written_rules(game: Game) -> tuple[str, str]:
    """Read the rules and the notation of a game in words, empty for a game that has no text."""
    file = files("cadogan.games.rules") / f"{game.name}.txt"
    if not file.is_file():
        return "", ""
    rules, _, moves = file.read_text(encoding="utf-8").partition("\nMoves:\n")
    return rules, moves


def _paragraph(text: str) -> str:
    """Fill a paragraph, a list item by item; a picture, set in from the margin, stays as it is."""
    if text.startswith("- "):
        items = re.split(r"\n(?=- )", text)
        return "\n".join(_filled(item, "  ") for item in items)
    if all(line.startswith(" ") for line in text.splitlines()):
        return _spoken(text)
    return _filled(text)


def _filled(text: str, indent: str = "") -> str:
    flat = _spoken(" ".join(text.split()))
    return textwrap.fill(flat, line_width(), subsequent_indent=indent, break_on_hyphens=False)


def _spoken(text: str) -> str:
    """Take the marks of reStructuredText out of a text."""
    text = re.sub(r":\w+:`~?([^`]*)`", r"\1", text)
    return re.sub(r"``([^`]*)``|\*(\w[^*\n]*)\*", lambda found: found[1] or found[2], text)


def _facts(game: Game) -> str:
    monotone = f"yes: {game.monotone}" if game.monotone else "no: positions may come back"
    facts = {"summary": game.summary, "pack": game.pack.describe(), "monotone": monotone}
    return "\n".join(_labelled(label, text) for label, text in facts.items())


def _options(game: Game) -> str:
    if not game.options:
        return "Options\nnone"
    return "Options\n" + "\n".join(_option(option) for option in game.options)


def _option(option: Option) -> str:
    values = option.describe().split(" is ", 1)[-1]
    source = f" Source: {option.source}." if option.source else ""
    text = f"{option.meaning} Value: {values}; by default {option.default}.{source}"
    return _labelled(option.name, text)


def _notation(game: Game) -> str:
    """Show how moves are written, by those that a numbered deal offers."""
    from cadogan.games.examples import example_moves

    lines = [_labelled(move, words) for move, words in islice(example_moves(game), _EXAMPLES)]
    text = _written_rules(game)[1].strip()
    told = f"Moves\n{_paragraph(text)}\n\n" if text else ""
    return f"{told}Moves, as in deal cadogan:1\n" + "\n".join(lines)


def _searching(game: Game) -> str:
    from cadogan.games import game as contract
    from cadogan.solver.methods import METHODS

    stock = {contract.one_layer, contract.nothing_forced, contract.never_dead, contract.no_score}
    rules = game.rules.named()
    lines = [_labelled("methods", ", ".join(METHODS))]
    lines.append(_labelled("lower bound", _first_sentence(rules["remaining"].__doc__)))
    for name, label in _HELPS.items():
        text = "none" if rules[name] in stock else _first_sentence(rules[name].__doc__)
        lines.append(_labelled(label, text))
    if rules["score"] not in stock:
        lines.append(_labelled("weights", ", ".join(weights.name for weights in game.weights)))
    asked = "; auto asks them too" if game.models_in_auto else ""
    lines.append(_labelled("models", _models(game) + asked))
    return "Searching\n" + "\n".join(lines)


def _models(game: Game) -> str:
    """Say which models of its deals the method cpsat has, from when on and with which options."""
    from cadogan.games.errors import DealError

    first, later, why = _kinds_met(game)
    if not first:
        return f"none: {why}"
    text = _told(first) + (f", later also {_told(later)}" if later else "")
    for option in game.options:
        if len(option.values) <= _FEW:
            for value in option.values:
                try:
                    other = type(game)(game.pack, {**game.chosen, option.name: value})
                    kinds = _kinds_met(other, most=0)[0]
                except DealError:  # options that do not go together
                    continue
                if kinds and kinds != first:
                    text += f"; with {option.name}={value} {_told(kinds)}"
    return f"{text}; {why}" if why else text


def _told(kinds: Sequence[str]) -> str:
    return ", ".join(_MODELS[kind] for kind in kinds)


def _kinds_met(game: Game, most: int = _PLIES) -> tuple[list[str], list[str], str]:
    """Play a deal, the last one if it must be, and give the kinds of models on the way.

    First those of the first position that has any, then those that come later, and why the deal
    itself has none.
    """
    from cadogan.games.deal import Deal
    from cadogan.games.errors import UnsupportedError
    from cadogan.solver.encoding.compiling import facts_of, kinds_of

    def kinds(deal: Deal) -> list[str]:
        return [kind.value for kind in kinds_of(facts_of(deal))]

    deal, why = Deal.from_seed(game, 1), ""
    try:
        kinds(deal)
    except UnsupportedError as error:
        why = str(error)
        for option, least in (("redeals", 0), ("deals", 1)):
            if option in game.chosen:
                last = type(game)(game.pack, {**game.chosen, option: least})
                deal = Deal.from_seed(last, 1)
    first: list[str] = []
    later: dict[str, None] = {}
    position = deal.position()
    for _ in range(most + 1):
        with suppress(UnsupportedError):
            met = kinds(Deal(deal.game, position.piles()))
            first = first or met
            later |= dict.fromkeys(kind for kind in met if kind not in first)
            if met != ["outer"]:
                break  # what is solved later is nothing new
        moves = position.moves()
        if not moves:
            break
        position = position.play(moves[0])
    return first, list(later), why


def _first_sentence(text: str | None) -> str:
    return _spoken(" ".join((text or "yes").strip().split("\n\n")[0].split()))


def _labelled(label: str, text: str) -> str:
    return textwrap.fill(
        text,
        line_width(),
        initial_indent=f"  {label.ljust(_LABEL)} ",
        subsequent_indent=" " * (_LABEL + 3),
        break_on_hyphens=False,
    )
