"""The "Louis" Patience: an alphabet of twelve packets dealt in circles.

Two packs. An ace and a king of each suit start foundations that ascend and descend in suit. The
other cards are dealt in circles to the letters a to m. A card that fits may be played as it turns
up, and the next card then goes to the same letter; after each circle its cards may be played, but
older circles are blocked until the deal is over. Then the top of any letter may be played, or put
on another top of its suit that is one higher or lower. Three times the letters are gathered, half
of the square after the other, and dealt again without a shuffle. From the second deal on a card
that turns up and fits both foundations of its suit may be laid aside, to be played on either later.
From *Lady Cadogan's Illustrated Games of Patience* (1914).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.louis_table import (
    DEAL,
    FROM_ASIDE,
    LAY,
    LETTERS,
    PLAY,
    PUT_ASIDE,
    REDEAL,
    check_aside,
    check_deal,
    describe_move,
    draw_alphabet,
)
from cadogan.games.cadogan.two_way import (
    PILE_CAPACITY,
    TO_DOWN,
    TO_UP,
    bases,
    blocked_cards,
    cards_left,
    check_growth,
    check_room,
    check_two_packs,
    dealt_on,
    gather,
    go_home,
    goes_down,
    goes_up,
    is_last_tableau,
    laid_foundations,
    move_top,
    safe_play,
    safe_target,
    score_piles,
    two_foundations,
    write_marriages,
    write_plays,
    write_redeal,
)
from cadogan.games.cards import Pack, name_of
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.errors import DealError
from cadogan.games.game import OPTION, Game, Option, Rules, Weights
from cadogan.games.layout import Bag, Counter, Layout, Piles, Stack, cards_of, number_of
from cadogan.games.state import (
    close_up,
    count,
    height,
    held,
    lay,
    lift,
    make_alike,
    pop,
    push,
    put,
    set_count,
    take,
    top,
)

#: A suit's foundations are two apart at one rank only, and both its copies may lie aside.
MOST_ASIDE = 8

LAYOUT = Layout(
    *two_foundations(laid_out=True),
    Counter("next letter", most=12),
    Counter("deals left", most=3),
    Bag("aside", places=MOST_ASIDE, vacancies=False),
    Bag("circle", places=12, ordered=True),
    Stack("stock", capacity=96, next_first=True),
    Stack(
        "letter",
        capacity=PILE_CAPACITY,
        count=12,
        alike=lambda piles: is_last_tableau(piles, "deals left"),
        labels=LETTERS,
    ),
)
NEXT = LAYOUT.at("next letter")
DEALS = LAYOUT.at("deals left")
ASIDE = LAYOUT.at("aside")
CIRCLE = LAYOUT.at("circle")
STOCK = LAYOUT.at("stock")
LETTER = LAYOUT.at("letter")
WIDTH = LAYOUT.stride("letter")

# The table's places for the options.
MOST_DEALS, NEWEST_FIRST, OVER, COUNT = range(OPTION, OPTION + 4)


@helper
def fits(state, card):
    """Say whether a card fits a foundation."""
    return goes_up(state, card) or goes_down(state, card)


@helper
def aside_fits(state):
    """Say whether any card that lies aside fits a foundation."""
    for i in range(MOST_ASIDE):
        card = held(state, ASIDE, i)
        if card != 0 and fits(state, card):
            return True
    return False


@helper
def circle_fits(state, table):
    """Say whether any card of the circle just dealt fits a foundation."""
    for i in range(int64(table[COUNT])):
        card = held(state, CIRCLE, i)
        if card != 0 and fits(state, card):
            return True
    return False


@rule
def moves(state, table, out):
    """Write what may be done now: with the next card, in a pause, or when all cards are dealt."""
    if height(state, STOCK) == 0:
        n = write_tableau(state, table, out)
    elif count(state, NEXT) == 0:
        n = write_pause(state, table, out)
    else:
        n = write_next(state, table, out)
    for i in range(MOST_ASIDE):
        card = held(state, ASIDE, i)
        if card != 0 and not twice_aside(state, i):
            n = write_plays_of(state, out, n, FROM_ASIDE + card, card)
    return n


@helper
def twice_aside(state, place):
    """Say whether the card at a place lies aside at an earlier place as well."""
    for i in range(place):
        if held(state, ASIDE, i) == held(state, ASIDE, place):
            return True
    return False


@helper
def write_plays_of(state, out, n, source, card):
    """Write the plays of a card, behind n other moves."""
    if goes_down(state, card):
        out[n] = source + 256 * TO_DOWN
        n += 1
    if goes_up(state, card):
        out[n] = source + 256 * TO_UP
        n += 1
    return n


@helper
def write_next(state, table, out):
    """Write what may be done with the next card."""
    card = top(state, STOCK)
    out[0] = LAY
    n = 1
    later = count(state, DEALS) < int64(table[MOST_DEALS]) - 1
    if later and goes_up(state, card) and goes_down(state, card):
        out[n] = PUT_ASIDE
        n += 1
    return write_plays_of(state, out, n, PLAY, card)


@helper
def write_pause(state, table, out):
    """Write the beginning of the next circle and the plays of the last one's cards."""
    out[0] = DEAL
    n = 1
    for i in range(int64(table[COUNT])):
        card = held(state, CIRCLE, i)
        if card != 0:
            n = write_plays_of(state, out, n, i + 1, card)
    return n


@helper
def write_tableau(state, table, out):
    """Write the redeal, marriages and plays of tops."""
    n = 0
    letters = int64(table[COUNT])
    if count(state, DEALS) > 0:
        n = write_redeal(state, out, n, REDEAL, LETTER, WIDTH, letters)
    n = write_marriages(state, out, n, LETTER, WIDTH, letters)
    return write_plays(state, out, n, LETTER, WIDTH, letters)


@rule
def play(state, words, table, move):
    """Make a move, and go on with the deal up to the next choice."""
    source = move & 255
    target = move >> 8
    if source >= FROM_ASIDE:
        play_from_aside(state, words, source - FROM_ASIDE, target)
        if height(state, STOCK) == 0:
            return 0
    elif source == PLAY:
        go_home(state, words, pop(state, words, STOCK), target)
    elif source == PUT_ASIDE:
        put_aside(state, words, pop(state, words, STOCK))
    elif source == LAY:
        lay_on_circle(state, words, table)
    elif source == DEAL:
        begin_circle(state, words, table)
    elif source == REDEAL:
        take_up(state, words, table)
    elif height(state, STOCK) > 0:
        go_home(state, words, lift(state, words, CIRCLE, source - 1), target)
    else:
        move_top(state, words, LETTER, WIDTH, move)
        return 0
    deal_on(state, words, table)
    return 0


@helper
def play_from_aside(state, words, card, target):
    """Play a card that lies aside."""
    for i in range(MOST_ASIDE):
        if held(state, ASIDE, i) == card:
            go_home(state, words, take(state, words, ASIDE, i), target)
            close_up(state, ASIDE, i, MOST_ASIDE)
            break


@helper
def put_aside(state, words, card):
    """Lay a card aside."""
    for i in range(MOST_ASIDE):
        if held(state, ASIDE, i) == 0:
            put(state, words, ASIDE, i, card)
            break


@helper
def lay_on_circle(state, words, table):
    """Lay the next card on its letter; after the last letter there is a pause."""
    letter = count(state, NEXT)
    lay(state, words, CIRCLE, letter - 1, pop(state, words, STOCK))
    set_count(state, words, NEXT, letter + 1 if letter < int64(table[COUNT]) else 0)


@helper
def cover(state, words, table):
    """Put the circle's cards on their letters for good."""
    for i in range(int64(table[COUNT])):
        if held(state, CIRCLE, i) != 0:
            push(state, words, LETTER + i * WIDTH, lift(state, words, CIRCLE, i))


@helper
def begin_circle(state, words, table):
    """Begin the next circle at letter a."""
    cover(state, words, table)
    set_count(state, words, NEXT, 1)


@helper
def take_up(state, words, table):
    """Gather the letters, from the middle of the alphabet (g of m) on and round, and deal again."""
    letters = int64(table[COUNT])
    for i in range(letters):
        taken = letters - 1 - i if table[OVER] != 0 else i
        letter = (letters // 2 + taken) % letters
        gather(state, words, STOCK, LETTER + letter * WIDTH, table[NEWEST_FIRST] != 0)
    set_count(state, words, DEALS, count(state, DEALS) - 1)
    set_count(state, words, NEXT, 1)


@helper
def deal_on(state, words, table):
    """Deal until something fits in the deal or in a pause; with the last card the deal is over."""
    while height(state, STOCK) > 0:
        if aside_fits(state):
            return
        if count(state, NEXT) == 0:
            if circle_fits(state, table):
                return
            begin_circle(state, words, table)
        elif fits(state, top(state, STOCK)):
            return
        else:
            lay_on_circle(state, words, table)
    cover(state, words, table)
    set_count(state, words, NEXT, 0)
    if count(state, DEALS) == 0:
        for i in range(int64(table[COUNT])):
            make_alike(words, LETTER + i * WIDTH, LETTER)


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    return cards_left(state, table)


@rule
def remaining(state, table):
    """Count the cards left, and in the last tableau those that are blocked (``blocked_cards``).

    Every play is a move of its own. Consistent: a move concerns one card, and what the others add
    never falls.
    """
    left = cards_left(state, table)
    if count(state, DEALS) > 0 or height(state, STOCK) > 0:
        return left
    return left + blocked_cards(state, LETTER, WIDTH, int64(table[COUNT]))


@rule
def layer(state, table):
    """Count deals, then the cards dealt, a pause before the circle that follows it."""
    deals = int64(table[MOST_DEALS]) - 1 - count(state, DEALS)
    return 256 * deals + 2 * (100 - height(state, STOCK)) + (count(state, NEXT) != 0)


@rule
def score(state, table, weights):
    """Add up the cards left and what stands in the way (see ``score_piles``)."""
    letters = int64(table[COUNT])
    total = weights[0] * cards_left(state, table)
    return total + score_piles(state, weights, LETTER, WIDTH, letters)


@rule
def forced(state, table):
    """Give a play that is safe, or -1.

    In the last tableau the proof is ``safe_target``'s. It also covers a pause of the last deal: a
    card played from the circle is not replaced, so the letters will be the same but for it. And
    wherever the suit has met, a card that lies aside may be played at once, in any deal: no card
    is ever put on it and it is not gathered, so the positions differ by this card only until the
    line plays it, and every other card finds its foundation as high as before (cards laid for
    want of a foundation may still be laid, since every play is optional).
    """
    for i in range(MOST_ASIDE):
        card = held(state, ASIDE, i)
        if card != 0:
            target = safe_target(state, card)
            if target != 0:
                return FROM_ASIDE + card + 256 * target
    if count(state, DEALS) > 0:
        return -1
    if height(state, STOCK) == 0:
        return safe_play(state, LETTER, WIDTH, int64(table[COUNT]))
    if count(state, NEXT) == 0:
        for i in range(int64(table[COUNT])):
            card = held(state, CIRCLE, i)
            if card != 0:
                target = safe_target(state, card)
                if target != 0:
                    return i + 1 + 256 * target
    return -1


class Louis(Game):
    """The game of the alphabet."""

    name = "louis"
    title = 'The "Louis" Patience'
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "An alphabet dealt in circles round eight foundations, three redeals."
    standard_pack = Pack(copies=2)
    options = (
        Option(
            "deals", 4, range(1, 5), "How many deals there are.", "three redeals; in Hoffmann two"
        ),
        Option(
            "gather",
            "oldest-first",
            ("oldest-first", "newest-first"),
            "Which card of a gathered letter is dealt first.",
            "not in the book; as The Nation spells it out",
        ),
        Option(
            "pick-up",
            "under",
            ("under", "over"),
            "Whether a letter goes under those taken up before it or over them.",
            "the book: the order of the letters is reversed; picked: under, as in The Nation",
        ),
        Option("letters", 12, range(1, 13), "How many letters there are.", "twelve"),
    )
    layout = LAYOUT
    rules = Rules(
        moves,
        play,
        remaining,
        unfinished=unfinished,
        layer=layer,
        score=score,
        forced=forced,
    )
    weights = (Weights("buried", (10, 3, 1, 2)),)
    # The redeal; each of 12 tops to its four neighbours in suit or to two foundations; of the cards
    # aside one rank of each suit to two foundations. During the deal there are fewer.
    max_moves = 1 + 12 * (4 + 2) + 4 * 2
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i + 1: letter for i, letter in enumerate(LETTERS)},
        TO_UP: "up",
        TO_DOWN: "down",
        PLAY: "play",
        LAY: "lay",
        REDEAL: "redeal",
        DEAL: "deal",
        PUT_ASIDE: "aside",
        **{FROM_ASIDE + card: f"aside {name_of(card)}" for card in Pack().faces()},
    }

    def check_settings(self) -> None:
        """Refuse packs that are not two packs, or that would make letters too high."""
        check_two_packs(self.name, self.pack)
        check_growth(self.pack, self.number("letters"), "letter", "letters")

    @property
    def _names(self) -> list[str]:
        return [f"letter {letter}" for letter in LETTERS[: self.number("letters")]]

    def taken_out(self) -> list[int]:
        """Take out the cards that start the foundations."""
        return bases(self.pack)

    def counts(self) -> dict[str, int]:
        """Say how many letters there are."""
        return {"letter": self.number("letters"), "circle": self.number("letters")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Lay out the foundations and deal up to the first choice."""
        piles: Piles = {
            **laid_foundations(self.pack),
            "next letter": 1,
            "deals left": self.number("deals") - 1,
            "aside": [],
            "circle": [0] * self.number("letters"),
            "stock": list(cards),
            **{name: [] for name in self._names},
        }
        return dealt_on(self, piles, deal_on)

    facts = declared.louis

    def check_position(self, piles: Piles) -> None:
        """Refuse positions that the rules would have taken further, or could not have reached."""
        stock, circle = cards_of(piles, "stock"), cards_of(piles, "circle")
        following = number_of(piles, "next letter")
        if number_of(piles, "deals left") >= self.number("deals"):
            raise DealError(f"deals left: at most {self.number('deals') - 1} with these options")
        check_aside(piles, self.number("deals"))
        check_room(piles, self._names)
        if not stock:
            if following or any(circle):
                raise DealError("next letter: it is 0 and the circle vacant when the deal is over")
            return
        check_deal(piles, self._names, self.pack.ranks)
        state, _ = self.pack_position(piles)
        waits = aside_fits(state)
        if following:
            waits = waits or fits(state, stock[0])
        else:
            waits = waits or circle_fits(state, self.table())
        if not waits:
            raise DealError("next letter: nothing fits a foundation, so the deal goes on at once")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        return describe_move(piles, move)

    def draw(self, piles: Piles) -> str:
        """Draw the square of letters round the foundations, then what each letter holds."""
        return draw_alphabet(piles, self._names)


GAME = Louis
