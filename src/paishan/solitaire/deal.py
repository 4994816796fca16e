"""Dealing: which tiles a layout gets, and where they lie so that the board can be cleared.

*From a solution* (C2, `MJ1`): the layout is taken apart two free tiles at a time and matching pairs are laid in that
order, so the order itself is a witness that the board can be cleared. The pairs are spread over all choices at every
step (reports S2), and a layout that cannot be taken apart is refused, never dealt otherwise (reports S4).

*Proved* (`MP1`): the tiles are laid at random and kept if the exact solver proves that they can be cleared. Such deals
are harder, and every deal that can be cleared is equally likely.

What a code deals is fixed for ever: nothing in this module may change what it draws from the generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from paishan.codes import Code, Dealer
from paishan.faults import Fault, needed
from paishan.rng import Rng
from paishan.solitaire import gallery
from paishan.solitaire.board import Board, Pair
from paishan.solitaire.layout import Layout, bits
from paishan.solitaire.prover import solver_for
from paishan.tiles import KINDS, Family, Kind, Matching, groups_of

if TYPE_CHECKING:
    from paishan.solitaire.engine import Solver

__all__ = ["Deal", "deal", "deal_from_solution", "deal_proved", "pairs_of_tiles", "take_apart"]

_PLAIN_TRIES = 64
_CAREFUL_TRIES = 64
_SEARCHED = 20_000
_RANDOM_TRIES = 1_000
_CONFLICTS = 20_000


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles laid on a layout, with a way to clear it."""

    code: Code
    """Its name."""
    layout: Layout
    """Where the tiles lie."""
    kinds: tuple[Kind, ...] = field(repr=False)
    """The tile on each slot."""
    matching: Matching
    """The rule version that it was dealt for (T3)."""
    witness: tuple[Pair, ...] = field(repr=False)
    """Pairs that clear the board, in order."""

    def board(self) -> Board:
        """A new board with these tiles."""
        return Board(self.layout, self.kinds, self.matching)


def deal(
    what: Code | Layout | str,
    number: int | None = None,
    *,
    proved: bool = False,
    matching: Matching = Matching.FAMILY,
) -> Deal:
    """The deal that a code names; or the deal `number`, 0 … 2^30 - 1, of a layout or of the built-in layout with an id.

    The deal of a layout is made from a solution, or is a random one that can be cleared if it is to be `proved`. Raises
    `ValueError` for what is no code of Mahjong solitaire, for a layout that is not built in, and where the layout
    cannot be dealt so.

    >>> deal("turtle", 1) == deal("MJ1-L00-AAAAABL")
    True
    >>> str(deal("turtle", 1, proved=True).code)
    'MP1-L00-AAAAABZ'
    """
    matching = Matching(matching)
    if number is not None and not isinstance(what, Code):
        layout = gallery.by_id(what) if isinstance(what, str) else what
        return deal_proved(layout, number, matching) if proved else deal_from_solution(layout, number, matching)
    if number is not None or proved or isinstance(what, Layout):
        raise ValueError("a deal is named by a code alone, or by a layout and the number of its deal")
    code = Code.parse(what) if isinstance(what, str) else what
    needed(Code, code)
    match code.dealer:
        case Dealer.MJ1:
            return deal_from_solution(gallery.by_tag(code.layout), code.number, matching)
        case Dealer.MP1:
            return deal_proved(gallery.by_tag(code.layout), code.number, matching)
    raise Fault(
        "{code} is a code of {dealer}, which is no Mahjong solitaire; MJ1 and MP1 are",
        code=str(code),
        dealer=code.dealer,
    )


def deal_from_solution(layout: Layout, number: int, matching: Matching = Matching.FAMILY) -> Deal:
    """The deal `MJ1` of this layout and number.

    Raises `ValueError` when the layout cannot be taken apart two free tiles at a time, as a single stack cannot.
    """
    code = Code(Dealer.MJ1, layout.tag, number)
    rng = Rng(number)
    witness = take_apart(layout, rng, layout.full)
    if witness is None:
        raise Fault(
            "{layout} cannot be dealt: no way was found to take its tiles off two free ones at a time "
            "(a single stack has none); give it more tiles that are free",
            layout=layout.name,
        )
    kinds: list[Kind] = [KINDS[0]] * len(layout)
    for pair, (first, second) in zip(witness, pairs_of_tiles(len(witness), rng, matching), strict=True):
        kinds[pair.a], kinds[pair.b] = first, second
    return Deal(code, layout, tuple(kinds), matching, witness)


def deal_proved(layout: Layout, number: int, matching: Matching = Matching.FAMILY) -> Deal:
    """The deal `MP1` of this layout and number: the first of its random deals that is proved clearable.

    A random deal that is not decided within 20,000 conflicts is passed over, which no Turtle in 100,000 needed. Raises
    `ValueError` when none of 1,000 can be cleared: on such a layout random deals hardly ever work.
    """
    code = Code(Dealer.MP1, layout.tag, number)
    rng = Rng(number)
    solver: Solver | None = None
    for _ in range(_RANDOM_TRIES):
        tiles = [kind for pair in pairs_of_tiles(len(layout) // 2, rng, matching) for kind in pair]
        rng.shuffle(tiles)
        groups = groups_of(tiles, matching)
        if solver is None:
            solver = solver_for(layout, groups)
        else:
            solver.deal(groups)
        proof = solver.solve(limit=_CONFLICTS)
        if proof.witness is not None:
            return Deal(code, layout, tuple(tiles), matching, tuple(Pair.of(*pair) for pair in proof.witness))
    raise Fault(
        "none of {tries:,} random deals of {layout} can be cleared; deal it from a solution instead ({dealer})",
        tries=_RANDOM_TRIES,
        layout=layout.name,
        dealer=Dealer.MJ1,
    )


def take_apart(layout: Layout, rng: Rng, present: int) -> tuple[Pair, ...] | None:
    """A random order in which the tiles of the mask `present` can be taken off, two free ones at a time.

    At first every two free tiles are equally likely. Where that gets stuck 64 times, those go first under which most
    others wait, and chance decides only between equals; where that gets stuck 64 times too, all orders are searched.
    None when there is none, or none was found in 20,000 positions of that search.
    """
    if present.bit_count() % 2:
        return None
    for attempt in range(_PLAIN_TRIES + _CAREFUL_TRIES):
        order = _take_apart_by_chance(layout, rng, present, careful=attempt >= _PLAIN_TRIES)
        if order is not None:
            return order
    return _take_apart_by_search(layout, present)


def _take_apart_by_chance(layout: Layout, rng: Rng, present: int, careful: bool) -> tuple[Pair, ...] | None:
    free = layout.free(present)
    depths = layout.depths
    order: list[Pair] = []
    while present:
        choices = list(bits(free))
        if len(choices) < 2:
            return None
        if careful:
            rng.shuffle(choices)
            choices.sort(key=lambda slot: -depths[slot])
            pair = Pair.of(choices[0], choices[1])
        else:
            first = rng.below(len(choices))
            second = rng.below(len(choices) - 1)
            pair = Pair.of(choices[first], choices[second + (second >= first)])
        order.append(pair)
        gone = 1 << pair.a | 1 << pair.b
        present ^= gone
        free &= ~gone
        for slot in bits((layout.touches[pair.a] | layout.touches[pair.b]) & present & ~free):
            if layout.is_free(slot, present):
                free |= 1 << slot
    return tuple(order)


def _take_apart_by_search(layout: Layout, present: int) -> tuple[Pair, ...] | None:
    """The first order found depth first, deepest tiles tried first; positions that failed are not tried again."""
    depths = layout.depths

    def choices(present: int) -> Iterator[Pair]:
        free = sorted(bits(layout.free(present)), key=lambda slot: -depths[slot])
        return (Pair.of(a, b) for a, b in combinations(free, 2))

    failed: set[int] = set()
    order: list[Pair] = []
    path = [(present, choices(present))]
    while path and len(failed) < _SEARCHED:
        present, waiting = path[-1]
        if not present:
            return tuple(order)
        for pair in waiting:
            rest = present & ~(1 << pair.a | 1 << pair.b)
            if rest not in failed:
                order.append(pair)
                path.append((rest, choices(rest)))
                break
        else:
            failed.add(present)
            path.pop()
            if order:
                order.pop()
    return None


def pairs_of_tiles(count: int, rng: Rng, matching: Matching) -> list[tuple[Kind, Kind]]:
    """`count` pairs of matching tiles in random order, as even as they can be.

    Groups come whole, four tiles of each, in random order of groups; where the number of tiles is not divisible by
    four the last group has two; above 144 tiles every group has four and the others grow by two. A group of flowers
    or seasons shows all four faces, unless only identical ones match: then it shows two of them, twice each.
    """
    groups = list(range(36))
    rng.shuffle(groups)
    shares = [0] * 36
    for position in range(count):
        round_, place = divmod(position, 72)
        shares[(place // 2) if not round_ else place % 36] += 1
    pairs: list[tuple[Kind, Kind]] = []
    for group, share in zip(groups, shares, strict=True):
        pairs += _pairs_of_group(group, share, rng, matching)
    rng.shuffle(pairs)
    return pairs


def _pairs_of_group(group: int, share: int, rng: Rng, matching: Matching) -> list[tuple[Kind, Kind]]:
    if group < 34:
        return [(KINDS[group], KINDS[group])] * share
    family = Family.FLOWER if group == 34 else Family.SEASON
    faces = [kind for kind in KINDS if kind.family is family]
    rng.shuffle(faces)
    if matching is Matching.IDENTICAL:
        return [(faces[turn % 4], faces[turn % 4]) for turn in range(share)]
    return [(faces[2 * turn % 4], faces[(2 * turn + 1) % 4]) for turn in range(share)]
