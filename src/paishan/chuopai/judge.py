"""The judge: what a play is worth to a seat, by a small network that learned from games against itself.

The network sees what the seat knows after its play: its own cards, each with the most that could beat them; what is
unseen, and what each opponent can hold of it; what each has led and laid; the sizes of hands and piles; and the play
that lies on the table, or that nobody can beat it. Each input is there or not there and adds a row of weights to the
first layer of 64; 32 and one follow. The answer stands for the share of the win, and a little for the margin. All
numbers are whole, so that a judgement is the same on every machine, compiled or not.

The weights, `judge.json`, come from about 1.37 million games that it played against itself: after each game the
value of every play was moved towards what came after it (`paishan.lab.learning`).
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from base64 import b85decode, b85encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.chuopai.known import Knowledge

if not cython.compiled:
    from paishan.chuopai.blocks import Known, some_of, table_of
    from paishan.chuopai.core import ABOVE, CARDS, LIFT, NUMBER, legal
    from paishan.chuopai.habits import liking
    from paishan.chuopai.known import largest, largest_threat, threat
    from paishan.chuopai.state import held
    from paishan.solving.memory import ints, lowest, release

    #: Where the inputs of each kind begin: own cards are at 0, then what is unseen, what each of the others can hold,
    #: the play on the table, how many cards each has, by how much the own pile leads, own combinations, theirs, and
    #: what each of the others has led and laid.
    UNSEEN, THREAT, TABLE, COUNT, LEAD_BY, OWN, THEIRS, PAST, INPUTS = 525, 630, 840, 1113, 1200, 1258, 1362, 1466, 1802
    WIDTH, DEPTH = 64, 32

    def row_of(block: list[int], row: int) -> list[int]:
        """Return one row of weights."""
        return block[WIDTH * row : WIDTH * row + WIDTH]


def clamped(lead: int) -> int:
    """Return the input of a lead of so many points."""
    if lead > 14:
        return 28
    return lead + 14 if lead > -14 else 0


class Judge:
    """The network, and room to reckon in."""

    if not cython.compiled:
        first: list[int]

    def __init__(self, layers: Sequence[Sequence[int]] | None = None) -> None:
        self.first = ints(INPUTS * WIDTH)
        self.first_bias = ints(WIDTH)
        self.second = ints(WIDTH * DEPTH)
        self.second_bias = ints(DEPTH)
        self.third = ints(DEPTH)
        self.ground = ints(WIDTH)
        self.sum = ints(WIDTH)
        self.deep = ints(DEPTH)
        self.over = ints(21)
        self.sizes = ints(8)
        self.moves = ints(469)
        self.rows = ints(256)
        self.common = self.listed = 0
        self.others = self.another = 0
        self.load(_layers() if layers is None else layers)

    def load(self, layers: Sequence[Sequence[int]]) -> None:
        """Take these weights: the first layer and its bias, the second and its bias, the third and its bias."""
        for i in range(INPUTS * WIDTH):
            self.first[i] = layers[0][i]
        for i in range(WIDTH):
            self.first_bias[i] = layers[1][i]
        for i in range(WIDTH * DEPTH):
            self.second[i] = layers[2][i]
        for i in range(DEPTH):
            self.second_bias[i] = layers[3][i]
        for i in range(DEPTH):
            self.third[i] = layers[4][i]
        self.third_bias = layers[5][0]

    def __dealloc__(self) -> None:
        release(self.first)
        release(self.first_bias)
        release(self.second)
        release(self.second_bias)
        release(self.third)
        release(self.ground)
        release(self.sum)
        release(self.deep)
        release(self.over)
        release(self.sizes)
        release(self.moves)
        release(self.rows)

    def choice(self, knowledge: Knowledge, taste: int) -> int:
        """Return the play that is worth most. It must be the seat's turn."""
        count = legal(table_of(knowledge.known), self.moves)
        if count == 1:
            return self.moves[0]
        self.look(knowledge.known)
        hand = table_of(knowledge.known).hands[knowledge.known.seat]
        best = self.moves[0]
        most = -(1 << 30)
        for place in range(count):
            value = self.value(knowledge.known, self.moves[place])
            if taste:
                value += 640 * liking(taste, hand, self.moves[place])
            if value > most:
                most = value
                best = self.moves[place]
        return best

    def gain(self, known: Known, usual: int, move: int) -> int:
        """Return what a play is worth beyond another, after `choice`: of 1,200 for a win, as near even odds."""
        # The slope of the share of the win is a quarter at even odds, and 0.22 where the three usually are.
        return (self.value(known, move) - self.value(known, usual)) // 4096 * 8

    def values(self, knowledge: Knowledge) -> list[tuple[int, int]]:
        """Return all legal plays and their worth: the logarithm of the odds of a win, times 131,072."""
        count = legal(table_of(knowledge.known), self.moves)
        self.look(knowledge.known)
        return [(self.moves[place], self.value(knowledge.known, self.moves[place])) for place in range(count)]

    def inputs(self, knowledge: Knowledge, move: int) -> list[int]:
        """Return the rows of the inputs that are there after a play; -1 - row takes one away that is there before."""
        self.look(knowledge.known)
        self.value(knowledge.known, move)
        return [self.rows[place] for place in range(self.listed)]

    def add(self, total: list[int], row: int) -> None:
        """Add a row of the first layer."""
        row_values = row_of(self.first, row)
        for i in range(WIDTH):
            total[i] += row_values[i]
        self.rows[self.listed] = row
        self.listed += 1

    def take(self, total: list[int], row: int) -> None:
        """Take a row of the first layer away."""
        row_values = row_of(self.first, row)
        for i in range(WIDTH):
            total[i] -= row_values[i]
        self.rows[self.listed] = -1 - row
        self.listed += 1

    def look(self, known: Known) -> None:
        """Add up what is the same for all plays, own cards as they are included, in `ground`."""
        table = table_of(known)
        hand = table.hands[known.seat]
        self.listed = 0
        for i in range(WIDTH):
            self.ground[i] = self.first_bias[i]
        for figure in range(21):
            self.over[figure] = 0
            count = held(known.unseen, figure)
            if count:
                self.add(self.ground, UNSEEN + 5 * figure + count)
        for place in range(2):
            seat = known.seat + 1 + place
            if seat > 2:
                seat -= 3
            may = threat(known, seat)
            if place == 0:
                self.others = may
            else:
                self.another = may
            for figure in range(21):
                count = held(may, figure)
                if count:
                    self.add(self.ground, THREAT + 105 * place + 5 * figure + count)
                number = known.led[21 * seat + figure]
                if number:
                    self.add(self.ground, PAST + 84 * place + 4 * figure + (number if number < 3 else 3))
                number = known.followed[21 * seat + figure]
                if number:
                    self.add(self.ground, PAST + 168 + 84 * place + 4 * figure + (number if number < 3 else 3))
                for most in range(self.over[figure] + 1, 5):
                    if (may + LIFT[most]) & ABOVE[figure]:
                        self.over[figure] = most
            self.add(self.ground, COUNT + 29 * (place + 1) + table.counts[seat])
            for head in range(4):
                self.sizes[4 * place + head] = largest_threat(known, seat, may, head)
                self.add(self.ground, THEIRS + 52 * place + 13 * head + self.sizes[4 * place + head])
        for figure in range(21):
            count = held(hand, figure)
            if count:
                self.add(self.ground, 25 * figure + 5 * count + self.over[figure])
        self.common = self.listed

    def answers(self, known: Known, move: int) -> int:
        """Return how many seats are still to act on a play, 0 if none of them can beat it."""
        table = table_of(known)
        left = 2 - table.acted
        found = 0
        beaten = 0
        for place in range(left):
            seat = known.seat + 1 + place
            if seat > 2:
                seat -= 3
            if table.counts[seat] == 0:
                continue
            found += 1
            if move < 84:
                may = self.another if place else self.others
                if (may + LIFT[NUMBER[move]]) & ABOVE[move // 4]:
                    beaten = 1
            else:
                for head in range((move - 84) // 96):
                    if self.sizes[4 * place + head] >= NUMBER[move]:
                        beaten = 1
        return found if beaten else 0

    def value(self, known: Known, move: int) -> int:
        """Return what a play is worth, after `look`."""
        table = table_of(known)
        hand = table.hands[known.seat]
        self.listed = self.common
        for i in range(WIDTH):
            self.sum[i] = self.ground[i]
        left = CARDS[move]
        while left:
            figure = lowest(left) // 3
            left -= some_of(figure, held(left, figure))
            self.take(self.sum, 25 * figure + 5 * held(hand, figure) + self.over[figure])
            if held(hand, figure) > held(CARDS[move], figure):
                self.add(
                    self.sum, 25 * figure + 5 * (held(hand, figure) - held(CARDS[move], figure)) + self.over[figure]
                )
        hand -= CARDS[move]
        self.add(self.sum, COUNT + table.counts[known.seat] - NUMBER[move])
        points = table.points[known.seat]
        answers = self.answers(known, move)
        if answers == 0:
            points += NUMBER[move]
            self.add(self.sum, TABLE + 272)
        elif move < 84:
            self.add(self.sum, TABLE + 136 * (answers - 1) + move)
        else:
            self.add(self.sum, TABLE + 136 * (answers - 1) + 84 + 13 * ((move - 84) // 96) + NUMBER[move])
        for place in range(2):
            seat = known.seat + 1 + place
            if seat > 2:
                seat -= 3
            self.add(self.sum, LEAD_BY + 29 * place + clamped(points - table.points[seat]))
        beaten = 0
        for head in range(4):
            size = largest(hand, head, table.most)
            self.add(self.sum, OWN + 26 * head + (13 if size and beaten >= size else 0) + size)
            for place in range(2):
                if self.sizes[4 * place + head] > beaten:
                    beaten = self.sizes[4 * place + head]
        return self.through()

    def through(self) -> int:
        """Return the answer of the two upper layers to `sum`."""
        for j in range(DEPTH):
            self.deep[j] = self.second_bias[j]
        for i in range(WIDTH):
            x = self.sum[i]
            if x > 0:
                for j in range(DEPTH):
                    self.deep[j] += x * self.second[DEPTH * i + j]
        total = self.third_bias
        for j in range(DEPTH):
            if self.deep[j] > 0:
                total += (self.deep[j] >> 7) * self.third[j]
        return total


def layers_of(text: str) -> list[array[int]]:
    """Read weights from the text of a file such as `judge.json`. Raises `ValueError` if they are none."""
    sizes = INPUTS * WIDTH, WIDTH, WIDTH * DEPTH, DEPTH, DEPTH, 1
    try:
        packed = json.loads(text)["layers"]
        layers = [
            array(kind, zlib.decompressobj().decompress(b85decode(layer), 4 * size + 4))
            for size, kind, (told, layer) in zip(sizes, "hihihi", packed, strict=True)
            if told == kind
        ]
    except (KeyError, TypeError, ValueError, zlib.error):
        raise ValueError("these are no weights of the judge") from None
    if [len(layer) for layer in layers] != list(sizes):
        raise ValueError(f"the layers of the judge have {', '.join(map(str, sizes))} weights")
    if sys.byteorder == "big":
        for layer in layers:
            layer.byteswap()
    return layers


def text_of(layers: Sequence[Sequence[int]], games: int) -> str:
    """Write weights as such a text; `games` says from how many games they were learned."""
    packed = []
    for place, layer in enumerate(layers):
        numbers = array("i" if place % 2 else "h", layer)
        kind = numbers.typecode
        if sys.byteorder == "big":
            numbers.byteswap()
        packed.append([kind, b85encode(zlib.compress(numbers.tobytes(), 9)).decode()])
    return json.dumps({"games": games, "layers": packed}, indent=0) + "\n"


@cache
def _layers() -> list[array[int]]:
    return layers_of(files("paishan.chuopai").joinpath("judge.json").read_text("utf-8"))
