"""Piles and the packed position, and the helpers that keep its hash.

A position ("state") is a row of bytes: sixteen bytes of hash, the counters, then the piles. Each
stack and bag carries two 64-bit sums of its own, one term for every card in it; the two words at
the front of the row add up those sums after a final mixing. So a pile's contribution follows its
content in constant time, and piles marked ``alike`` may change places without changing the hash.
Rule functions alter a position only through the helpers below and never compute a hash.
"""

from __future__ import annotations

from cadogan.games.compiling import helper, int64, uint64

_WORD = 0xFFFFFFFFFFFFFFFF
_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_MIX_3 = 0xD6E8FEB86659FD93

#: Bytes of a row before the first counter: the 128-bit hash.
HEADER = 16
#: Bytes of a stack before its first card: two sums and the length.
STACK_HEAD = 17
#: Bytes of a bag before its first place: two sums.
BAG_HEAD = 16


@helper
def scramble(value):
    """Mix 64 bits thoroughly (the finaliser of SplitMix64)."""
    x = uint64(value)
    x = uint64((x ^ (x >> uint64(30))) * uint64(_MIX_1))
    x = uint64((x ^ (x >> uint64(27))) * uint64(_MIX_2))
    return uint64(x ^ (x >> uint64(31)))


@helper
def scramble_again(value):
    """Mix 64 bits in a second, unrelated way."""
    x = uint64(value)
    x = uint64((x ^ (x >> uint64(32))) * uint64(_MIX_3))
    x = uint64((x ^ (x >> uint64(29))) * uint64(_MIX_1))
    return uint64(x ^ (x >> uint64(32)))


@helper
def zobrist(depth, face):
    """Give the first sum's term for a face at a depth."""
    x = uint64(uint64(int64(depth) * 64 + int64(face) + 1) * uint64(_GAMMA))
    x = uint64((x ^ (x >> uint64(30))) * uint64(_MIX_1))
    return uint64(x ^ (x >> uint64(27)))


@helper
def second(term):
    """Turn a first sum's term into the second sum's."""
    x = uint64(uint64(term) * uint64(_MIX_3))
    return uint64(x ^ (x >> uint64(31)))


@helper
def _set_sums(words, at, first, other):
    """Give a pile new sums, and the row's hash with them."""
    words[0] = uint64(uint64(words[0]) + scramble(first) - scramble(words[at]))
    words[1] = uint64(uint64(words[1]) + scramble_again(other) - scramble_again(words[at + 1]))
    words[at] = first
    words[at + 1] = other


@helper
def _add_term(words, at, term):
    """Add a card's term to a pile's sums."""
    _set_sums(
        words, at, uint64(uint64(words[at]) + term), uint64(uint64(words[at + 1]) + second(term))
    )


@helper
def _drop_term(words, at, term):
    """Take a card's term out of a pile's sums."""
    _set_sums(
        words, at, uint64(uint64(words[at]) - term), uint64(uint64(words[at + 1]) - second(term))
    )


@helper
def height(state, stack):
    """Count the cards of a stack."""
    return int64(state[stack + 16])


@helper
def card_at(state, stack, depth):
    """Give the card at a depth of a stack, the bottom card being at depth 0."""
    return int64(state[stack + 17 + depth])


@helper
def top(state, stack):
    """Give a stack's top card, or 0 when it is empty."""
    n = int64(state[stack + 16])
    if n == 0:
        return 0
    return int64(state[stack + 16 + n])


@helper
def push(state, words, stack, face):
    """Put a card on a stack."""
    n = int64(state[stack + 16])
    state[stack + 17 + n] = face
    state[stack + 16] = n + 1
    _add_term(words, stack >> 3, zobrist(n, face))


@helper
def pop(state, words, stack):
    """Take the top card off a stack that has one, and give it."""
    n = int64(state[stack + 16]) - 1
    face = int64(state[stack + 17 + n])
    state[stack + 17 + n] = 0
    state[stack + 16] = n
    _drop_term(words, stack >> 3, zobrist(n, face))
    return face


@helper
def push_as(state, words, stack, face, value):
    """Put a card on a stack in which it counts as a value only (see ``Stack.seen_as``)."""
    n = int64(state[stack + 16])
    state[stack + 17 + n] = face
    state[stack + 16] = n + 1
    _add_term(words, stack >> 3, zobrist(n, value))


@helper
def pop_as(state, words, stack, value):
    """Take the top card, which counts as a value only, off a stack that has one; give the card."""
    n = int64(state[stack + 16]) - 1
    face = int64(state[stack + 17 + n])
    state[stack + 17 + n] = 0
    state[stack + 16] = n
    _drop_term(words, stack >> 3, zobrist(n, value))
    return face


@helper
def cover_as(state, words, stack, face, value, before):
    """Put a card on a stack of which only the top counts (see ``Stack.top_only``).

    It counts as a value; ``before`` is what the card that it covers, if any, counted as.
    """
    n = int64(state[stack + 16])
    if n > 0:
        _drop_term(words, stack >> 3, zobrist(n - 1, before))
    push_as(state, words, stack, face, value)


@helper
def cover_rank(state, words, stack, face):
    """Put a card on a stack of which only the rank of the top counts."""
    cover_as(state, words, stack, face, face & 15, top(state, stack) & 15)


@helper
def put_as(state, words, bag, place, face, value):
    """Lay a card, which counts as a value only, on a vacant place of a bag."""
    state[bag + 16 + place] = face
    _add_term(words, bag >> 3, zobrist(0, value))


@helper
def take_as(state, words, bag, place, value):
    """Take a card, which counts as a value only, off a place of a bag; give the card."""
    face = int64(state[bag + 16 + place])
    state[bag + 16 + place] = 0
    _drop_term(words, bag >> 3, zobrist(0, value))
    return face


@helper
def by_rank(face):
    """See a card without its suit."""
    return int64(face) & 15


@helper
def push_rank(state, words, stack, face):
    """Put a card on a stack whose suits do not matter (seen ``by_rank``)."""
    push_as(state, words, stack, face, face & 15)


@helper
def pop_rank(state, words, stack):
    """Take the top card off a stack whose suits do not matter, and give it."""
    return pop_as(state, words, stack, top(state, stack) & 15)


@helper
def put_rank(state, words, bag, place, face):
    """Lay a card on a vacant place of a bag whose suits do not matter (seen ``by_rank``)."""
    put_as(state, words, bag, place, face, face & 15)


@helper
def take_rank(state, words, bag, place):
    """Take the card off a place of a bag whose suits do not matter, and give it."""
    return take_as(state, words, bag, place, held(state, bag, place) & 15)


@helper
def make_alike(words, stack, group):
    """Let a stack count from now on as one of a group that may change places.

    ``group`` is the offset of the group's first stack. The layout must declare the stacks alike
    under the condition under which this is called (see ``Stack.alike``).
    """
    own = pile_salt(stack)
    shared = pile_salt(group)
    at = stack >> 3
    _set_sums(
        words,
        at,
        uint64(uint64(words[at]) - own + shared),
        uint64(uint64(words[at + 1]) - second(own) + second(shared)),
    )


@helper
def held(state, bag, place):
    """Give the card at a place of a bag, or 0 when the place is vacant."""
    return int64(state[bag + 16 + place])


@helper
def lay_as(state, words, places, place, face, depth, value):
    """Lay a card on a vacant place, counting as a value at a depth (0 where places are alike)."""
    state[places + 16 + place] = face
    _add_term(words, places >> 3, zobrist(depth, value))


@helper
def put(state, words, bag, place, face):
    """Lay a card on a vacant place of a bag."""
    state[bag + 16 + place] = face
    _add_term(words, bag >> 3, zobrist(0, face))


@helper
def take(state, words, bag, place):
    """Take the card off an occupied place of a bag, and give it."""
    face = int64(state[bag + 16 + place])
    state[bag + 16 + place] = 0
    _drop_term(words, bag >> 3, zobrist(0, face))
    return face


@helper
def lay(state, words, places, place, face):
    """Lay a card on a vacant place of several that are not alike."""
    state[places + 16 + place] = face
    _add_term(words, places >> 3, zobrist(place, face))


@helper
def lift(state, words, places, place):
    """Take the card off one of several places that are not alike, and give it."""
    face = int64(state[places + 16 + place])
    state[places + 16 + place] = 0
    _drop_term(words, places >> 3, zobrist(place, face))
    return face


@helper
def close_up(state, bag, place, places):
    """Move the cards behind a place that became vacant one place forward.

    For bags that list no vacant places. Their order does not matter, so the hash stays.
    """
    for i in range(place, places - 1):
        state[bag + 16 + i] = int64(state[bag + 17 + i])
    state[bag + 15 + places] = 0


@helper
def counter_term(at, value):
    """Give what a counter adds to the row's first hash word."""
    return scramble(zobrist(int64(value), 0) + uint64(uint64(at) * uint64(_MIX_2)))


@helper
def count(state, at):
    """Read a counter."""
    return int64(state[at])


@helper
def set_count(state, words, at, value):
    """Set a counter."""
    before = counter_term(at, int64(state[at]))
    after = counter_term(at, value)
    words[0] = uint64(uint64(words[0]) + after - before)
    words[1] = uint64(uint64(words[1]) + scramble_again(after) - scramble_again(before))
    state[at] = value


@helper
def pile_salt(at):
    """Give the sum that an empty pile starts from; piles that are alike share ``at``."""
    return scramble(uint64(at) * uint64(_GAMMA))


__all__ = [
    "BAG_HEAD",
    "HEADER",
    "STACK_HEAD",
    "by_rank",
    "card_at",
    "close_up",
    "count",
    "counter_term",
    "cover_as",
    "cover_rank",
    "height",
    "held",
    "lay",
    "lay_as",
    "lift",
    "make_alike",
    "pile_salt",
    "pop",
    "pop_as",
    "pop_rank",
    "push",
    "push_as",
    "push_rank",
    "put",
    "put_as",
    "put_rank",
    "scramble",
    "scramble_again",
    "second",
    "set_count",
    "take",
    "take_as",
    "take_rank",
    "top",
    "zobrist",
]
