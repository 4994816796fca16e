"""What perft counts, counted a second time from the rules' text alone, slowly: nothing of a board or a match is used.

Of a deal only its tiles are read, and where they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Protocol

from paishan.chuopai.deal import deal as hands_of
from paishan.connect.deal import deal as grid_deal
from paishan.connect.grid import VARIANTS
from paishan.solitaire.deal import deal
from tests.connect.reference import Reference as Lines
from tests.reference import Reference

Place = tuple[int, int]


class Game(Protocol):
    """A position, which never changes."""

    @property
    def key(self) -> Hashable: ...

    def after_each_move(self) -> Iterator[Game]: ...


def counted(game: Game, depth: int) -> tuple[list[int], list[int]]:
    """Sequences and positions after 0, 1 … `depth` moves: every sequence is gone through one by one."""
    sequences = [0] * (depth + 1)
    positions: list[set[Hashable]] = [set() for _ in range(depth + 1)]

    def go(game: Game, moves: int) -> None:
        sequences[moves] += 1
        positions[moves].add(game.key)
        if moves < depth:
            for after in game.after_each_move():
                go(after, moves + 1)

    go(game, 0)
    return sequences, list(map(len, positions))


def layered(game: Game, depth: int) -> tuple[list[int], list[int]]:
    """The same layer by layer: each position once, with the number of sequences that lead to it. It reaches deeper."""
    layer: dict[Hashable, tuple[Game, int]] = {game.key: (game, 1)}
    sequences, positions = [1], [1]
    for _ in range(depth):
        found: dict[Hashable, tuple[Game, int]] = {}
        for position, ways in layer.values():
            for after in position.after_each_move():
                first, before = found.get(after.key, (after, 0))
                found[after.key] = first, before + ways
        layer = found
        sequences.append(sum(ways for _, ways in layer.values()))
        positions.append(len(layer))
    return sequences, positions


def begun(code: str, variant: str = "plain") -> Game:
    """The position in which the deal of a code begins."""
    match code[:2]:
        case "CP":
            dealt = hands_of(code)
            return Hands.opened([list(hand) for hand in dealt.hands], dealt.leader)
        case "MC":
            rules = next(found for found in VARIANTS if found.id == variant)
            flat = grid_deal(code, variant=rules)
            labels = {flat.grid.at(slot): what_matches(kind.label) for slot, kind in enumerate(flat.kinds)}
            return Flat(flat.grid.width, flat.grid.height, variant, labels)
    stacked = deal(code)
    return Stacked(stacked.layout.slots, tuple(what_matches(kind.label) for kind in stacked.kinds), frozenset())


def what_matches(label: str) -> str:
    """Tiles match that have the same of this: flowers and seasons any of theirs, others their own kind."""
    return {"F": "any flower", "S": "any season"}[label[0]] if label[1:].isdigit() else label


class Stacked:
    """Mahjong solitaire, by the rules of `tests.reference`."""

    def __init__(self, places: tuple[tuple[int, int, int], ...], labels: tuple[str, ...], gone: frozenset[int]) -> None:
        self.places, self.labels, self.gone = places, labels, gone

    @property
    def key(self) -> Hashable:
        return self.gone

    def after_each_move(self) -> Iterator[Stacked]:
        numbers = {label: number for number, label in enumerate(sorted(set(self.labels)))}
        reference = Reference(self.places, [numbers[label] for label in self.labels], self.gone)
        for pair in reference.pairs():
            yield Stacked(self.places, self.labels, self.gone.union(pair))


class Flat:
    """Mahjong Connect, by the lines of `tests.connect.reference`; tiles may fall to the bottom row."""

    def __init__(self, width: int, height: int, variant: str, labels: dict[Place, str]) -> None:
        self.width, self.height, self.variant, self.labels = width, height, variant, labels

    @property
    def key(self) -> Hashable:
        return frozenset(self.labels.items())

    def after_each_move(self) -> Iterator[Flat]:
        lines = Lines(self.width, self.height, self.variant != "inside", set(self.labels))
        reached: dict[Place, set[Place]] = {}
        for a, b in combinations(self.labels, 2):
            if self.labels[a] == self.labels[b]:
                if a not in reached:
                    reached[a] = lines.reached(a)
                if b in reached[a]:
                    left = {place: label for place, label in self.labels.items() if place not in (a, b)}
                    yield Flat(self.width, self.height, self.variant, self.settled(left))

    def settled(self, labels: dict[Place, str]) -> dict[Place, str]:
        if self.variant != "falling":
            return labels
        found = {}
        for x in range(self.width):
            column = [labels[x, y] for y in range(self.height) if (x, y) in labels]
            for above, label in enumerate(reversed(column)):
                found[x, self.height - 1 - above] = label
        return found


# Chuo Pai, as its rules are pinned: each family from its highest down, figures of equal rank together.
LADDERS = (
    ((0,), (1,), (2,), (3,), (4,), (5,), (6,)),
    ((7,), (8,), (9,), (10,)),
    ((11,), (12, 13), (14,), (15,)),
    ((16,), (17,), (18,), (19, 20)),
)
COMBINED = ((0, (11, 16)), (1, (12, 13)), (2, (14, 17)), (3, (15, 18)))
"""Heaven with nines, Earth with eights, Man with sevens, Harmony with fives; the highest first."""
Cards = tuple[int, ...]


@cache
def strength(cards: Cards) -> tuple[str, int]:
    """The family of a play, and its rank in it, 0 the highest."""
    if len(set(cards)) == 1:
        for family, ladder in enumerate(LADDERS):
            for rank, figures in enumerate(ladder):
                if cards[0] in figures:
                    return f"family {family}", rank
    return "combination", next(rank for rank, (head, _) in enumerate(COMBINED) if head in cards)


def plays_of(hand: Cards) -> set[Cards]:
    """Everything that a hand can lead: cards of one figure, and combinations."""
    held = Counter(hand)
    found = {(figure,) * number for figure, count in held.items() for number in range(1, count + 1)}
    for head, (first, second) in COMBINED:
        for heads, a, b in product(range(1, held[head] + 1), range(held[first] + 1), range(held[second] + 1)):
            if a + b:
                found.add((head,) * heads + (first,) * a + (second,) * b)
    return found


class Hands:
    """A match of Chuo Pai."""

    def __init__(
        self, hands: tuple[Cards, Cards, Cards], piles: tuple[int, int, int], leader: int, acts: tuple[Cards, ...]
    ) -> None:
        """`acts` is what was done in this round, by the leader and then by each other seat that has cards."""
        self.hands, self.piles, self.leader, self.acts = hands, piles, leader, acts

    @classmethod
    def opened(cls, hands: list[list[int]], leader: int) -> Hands:
        """Every copy of Nail and Two-Red of a hand with both goes to its pile."""
        piles = [0, 0, 0]
        for seat, hand in enumerate(hands):
            if 19 in hand and 20 in hand:
                piles[seat] = hand.count(19) + hand.count(20)
                hand[:] = [card for card in hand if card not in (19, 20)]
        first, second, third = map(tuple, hands)
        return cls((first, second, third), (piles[0], piles[1], piles[2]), leader, ())

    @property
    def order(self) -> list[int]:
        """The seats that take part in this round, from the leader on."""
        # Whoever laid his last card in it takes part too: he comes before those who have yet to act.
        seats = [(self.leader + step) % 3 for step in range(3)]
        acted = 0
        taking = []
        for seat in seats:
            if acted < len(self.acts) and (self.hands[seat] or self.acts[acted] or seat == self.leader):
                taking.append(seat)
                acted += 1
            elif self.hands[seat]:
                taking.append(seat)
        return taking

    @property
    def best(self) -> int | None:
        """Which of the acts is the highest: the last that laid something."""
        return max((number for number, cards in enumerate(self.acts) if cards), default=None)

    @property
    def key(self) -> Hashable:
        best = self.best
        if best is None:
            over = sum(map(bool, self.hands)) <= 1
            return self.hands, self.piles, None if over else self.leader
        turn = self.order[len(self.acts)]
        return self.hands, self.piles, self.leader, turn, self.acts[best], self.order[best]

    def after_each_move(self) -> Iterator[Hands]:
        best = self.best
        if best is None and sum(map(bool, self.hands)) <= 1:
            return
        turn = self.order[len(self.acts)]
        plays = plays_of(self.hands[turn])
        if best is not None:
            family, rank = strength(self.acts[best])
            plays = {
                play
                for play in plays
                if len(play) == len(self.acts[best]) and strength(play)[0] == family and strength(play)[1] < rank
            } or {()}
        for play in plays:
            yield self.after(turn, play)

    def after(self, turn: int, play: Cards) -> Hands:
        order, acts = self.order, (*self.acts, play)
        left = Counter(self.hands[turn]) - Counter(play)
        hands = [*self.hands]
        hands[turn] = tuple(sorted(left.elements()))
        first, second, third = hands
        if len(acts) < len(order):
            return Hands((first, second, third), self.piles, self.leader, acts)
        best = max(number for number, cards in enumerate(acts) if cards)
        piles = [*self.piles]
        piles[order[best]] += len(acts[best])
        leader = next(
            (seat for step in range(3) if hands[seat := (order[best] + step) % 3]),
            order[best],
        )
        return Hands((first, second, third), (piles[0], piles[1], piles[2]), leader, ())
