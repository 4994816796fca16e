"""An independent checker of proofs, and the file form of a proof.

Nothing here is shared with the search. A position is given by itself: where the tiles of a layout lie, or how wide and
high a grid of Mahjong Connect is; their groups, and which slots are empty. A *witness* is checked by playing it. A
*certificate* is checked by working out from the geometry, for each of its sets R, which pairs may leave when exactly R
(and what was empty anyway) is away; every way to clear the board holds at least one of them (the theorem is told in
`paishan.solving.engine`). A SAT solver then confirms that no pairing of the tiles satisfies all these clauses. It is
`python-sat`, which comes with `paishan[proof]`.

The file form is a JSON object:

    {"format": "paishan-proof", "version": 1, "verdict": "clearable" or "dead",
     "positions": [[x, y, z], …], "groups": [number, …], "gone": [slot, …],
     "witness": [[slot, slot], …] or "certificate": [[slot, …], …]}

with positions in half tiles (a tile covers x, x + 1 and y, y + 1 on layer z), and slots counted from 0. For Mahjong
Connect `"width": number, "height": number, "outside": true or false` stand in the place of `"positions"`: slots are
counted row by row, and with `outside` lines may run around the grid.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any, Protocol

FORMAT = "paishan-proof"
VERSION = 1
MOST_SLOTS = 288
MOST_CELLS = 30
FIELDS = ("format", "version", "verdict", "groups", "gone")
STACKED = ("positions",)
FLAT = ("width", "height", "outside")
Pairs = Iterable[tuple[int, int]]


class Refuted(ValueError):
    """The proof does not prove what it claims."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A verdict on a position with its proof: a witness or a certificate."""

    positions: tuple[tuple[int, int, int], ...]
    groups: tuple[int, ...]
    gone: tuple[int, ...] = ()
    witness: tuple[tuple[int, int], ...] | None = None
    certificate: tuple[tuple[int, ...], ...] | None = None
    grid: tuple[int, int, bool] | None = None
    """For Mahjong Connect, with no positions: width, height, and whether lines may run around the outside."""

    @property
    def count(self) -> int:
        """How many slots there are."""
        return self.grid[0] * self.grid[1] if self.grid else len(self.positions)

    def table(self) -> Table:
        """Return what the geometry says."""
        return Lines(*self.grid) if self.grid else Geometry(self.positions)


class Table(Protocol):
    """What a geometry says about pairs."""

    def hindrance(self, a: int, b: int, away: set[int]) -> str | None:
        """Return why the tiles in two slots cannot leave when the slots `away` are empty, or None."""

    def leaving(self, pairs: Pairs, away: set[int]) -> Pairs:
        """Return those of the pairs that may leave when the slots `away` and their own are empty."""


def verify(claim: Claim) -> None:
    """Check a claim; raise `Refuted` with the reason when it is not proved, ImportError without `python-sat`."""
    if (claim.witness is None) == (claim.certificate is None):
        raise Refuted("a claim has either a witness or a certificate")
    count = claim.count
    if claim.grid and claim.positions:
        raise Refuted("a claim has either positions or a grid")
    if len(claim.groups) != count:
        raise Refuted(f"{len(claim.groups)} groups for {count} {'slots' if claim.grid else 'positions'}")
    for slot in claim.gone:
        if not 0 <= slot < count:
            raise Refuted(f"gone: there is no slot {slot}")
    if claim.witness is not None:
        check_witness(claim)
    else:
        check_certificate(claim)


def check_witness(claim: Claim) -> None:
    """Play a witness through; raise `Refuted` at the first pair that cannot be taken, or when tiles are left."""
    table = claim.table()
    away = set(claim.gone)
    for number, (a, b) in enumerate(claim.witness or (), 1):
        for slot in (a, b):
            if not 0 <= slot < claim.count:
                raise Refuted(f"pair {number}: there is no slot {slot}")
            if slot in away:
                raise Refuted(f"pair {number}: slot {slot} is empty")
        if a == b:
            raise Refuted(f"pair {number}: slot {a} is named twice")
        reason = table.hindrance(a, b, away)
        if reason is not None:
            raise Refuted(f"pair {number}: {reason}")
        if claim.groups[a] != claim.groups[b]:
            raise Refuted(f"pair {number}: the tiles in slots {a} and {b} do not match")
        away |= {a, b}
    if len(away) < claim.count:
        raise Refuted(f"{claim.count - len(away)} tiles are left after the last pair")


def check_certificate(claim: Claim) -> None:
    """Check that no pairing of the tiles satisfies the cuts of all sets; raise `Refuted` when one does."""
    slots = range(claim.count)
    table = claim.table()
    gone = set(claim.gone)
    mates: dict[int, list[int]] = {slot: [] for slot in slots if slot not in gone}
    pairs: dict[tuple[int, int], int] = {}
    for a, b in combinations(mates, 2):
        if claim.groups[a] == claim.groups[b]:
            pairs[a, b] = len(pairs) + 1
            mates[a].append(pairs[a, b])
            mates[b].append(pairs[a, b])
    clauses = list(mates.values())
    clauses += [[-one, -other] for some in mates.values() for one, other in combinations(some, 2)]
    for number, tiles in enumerate(claim.certificate or (), 1):
        wrong = [slot for slot in tiles if slot not in slots]
        if wrong:
            raise Refuted(f"set {number}: there is no slot {wrong[0]}")
        away = gone.union(tiles)
        if len(away) == claim.count:
            raise Refuted(f"set {number} holds every slot and says nothing")
        open_pairs = [(a, b) for a, b in pairs if not (a in away and b in away)]
        clauses.append([pairs[pair] for pair in table.leaving(open_pairs, away)])
    if satisfiable(clauses):
        raise Refuted("the sets leave a pairing open: the position is not proved dead")


def satisfiable(clauses: Iterable[Sequence[int]]) -> bool:
    """Ask `python-sat` whether some assignment satisfies all clauses."""
    try:
        solvers: Any = import_module("pysat.solvers")
    except ImportError:
        raise ImportError('checking a certificate needs python-sat: pip install "paishan[proof]"') from None
    clauses = list(clauses)
    if not all(clauses):
        return False
    with solvers.Minisat22(bootstrap_with=clauses) as solver:
        return bool(solver.solve())


class Geometry:
    """Mahjong solitaire: which tiles are free, from nothing but where they lie."""

    def __init__(self, positions: Sequence[tuple[int, int, int]]) -> None:
        self._above: list[set[int]] = [set() for _ in positions]
        self._left: list[set[int]] = [set() for _ in positions]
        self._right: list[set[int]] = [set() for _ in positions]
        for (one, (x, y, z)), (other, (u, v, w)) in combinations(enumerate(positions), 2):
            if abs(y - v) > 1:
                continue
            if abs(x - u) < 2:
                if z == w:
                    raise ValueError(f"the tiles in slots {one} and {other} overlap")
                self._above[one if z < w else other].add(other if z < w else one)
            elif z == w and abs(x - u) == 2:
                self._left[one if u < x else other].add(other if u < x else one)
                self._right[one if x < u else other].add(other if x < u else one)

    def free(self, slot: int, away: set[int]) -> bool:
        """Return whether the tile in a slot is free when the slots `away` are empty."""
        if self._above[slot] - away:
            return False
        return not (self._left[slot] - away and self._right[slot] - away)

    def hindrance(self, a: int, b: int, away: set[int]) -> str | None:
        """Return why the tiles in two slots cannot leave, or None."""
        for slot in (a, b):
            if not self.free(slot, away):
                return f"the tile in slot {slot} is not free"
        return None

    def leaving(self, pairs: Pairs, away: set[int]) -> Pairs:
        """Return the pairs of which each tile is free, or has left."""
        pairs = list(pairs)
        able = {slot for slot in {slot for pair in pairs for slot in pair} if slot in away or self.free(slot, away)}
        return [(a, b) for a, b in pairs if a in able and b in able]


class Lines:
    """Mahjong Connect: which tiles a line can join, from nothing but the grid, by walking straight ahead.

    A line has at most three straight stretches over empty cells. The first and the last are walked from the two tiles;
    the middle one leads from a cell of the first walk to a cell of the last one.
    """

    def __init__(self, width: int, height: int, outside: bool) -> None:
        self._places = [(x, y) for y in range(height) for x in range(width)]
        rim = 1 if outside else 0
        self._cells = {(x, y) for y in range(-rim, height + rim) for x in range(-rim, width + rim)}

    def _walked(self, starts: Iterable[tuple[int, int]], empty: set[tuple[int, int]]) -> set[tuple[int, int]]:
        """Return the empty cells that lie straight ahead of some cells, with nothing between."""
        out = set()
        for x, y in starts:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                u, v = x + dx, y + dy
                while (u, v) in empty:
                    out.add((u, v))
                    u, v = u + dx, v + dy
        return out

    def leaving(self, pairs: Pairs, away: set[int]) -> Pairs:
        """Return the pairs that a line joins when the slots `away` are empty."""
        places = self._places
        empty = self._cells - {place for slot, place in enumerate(places) if slot not in away}
        first: dict[int, set[tuple[int, int]]] = {}
        second: dict[int, set[tuple[int, int]]] = {}
        out = []
        for a, b in pairs:
            for slot in (a, b):
                if slot not in first:
                    first[slot] = self._walked([places[slot]], empty)
            if a not in second:
                second[a] = first[a] | self._walked(first[a], empty)
            (x, y), (u, v) = places[a], places[b]
            if abs(x - u) + abs(y - v) == 1 or not second[a].isdisjoint(first[b]):
                out.append((a, b))
        return out

    def hindrance(self, a: int, b: int, away: set[int]) -> str | None:
        """Return that no line joins the tiles in two slots, or None."""
        return None if self.leaving([(a, b)], away) else f"no line joins the tiles in slots {a} and {b}"


def write_proof(claim: Claim) -> str:
    """Return the file form of a claim."""
    dead = claim.witness is None
    lines = [
        f'"format": "{FORMAT}"',
        f'"version": {VERSION}',
        f'"verdict": "{"dead" if dead else "clearable"}"',
        *_place_lines(claim),
        f'"groups": {json.dumps(claim.groups)}',
        f'"gone": {json.dumps(claim.gone)}',
        f'"certificate": {json.dumps(claim.certificate)}' if dead else f'"witness": {json.dumps(claim.witness)}',
    ]
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _place_lines(claim: Claim) -> list[str]:
    if claim.grid is None:
        return [f'"positions": {json.dumps(claim.positions)}']
    return [f'"{name}": {json.dumps(value)}' for name, value in zip(FLAT, claim.grid, strict=True)]


def read_proof(text: str) -> Claim:
    """Read the file form of a claim; raise ValueError that says what is wrong, and where."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("lists are nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError("a proof is a JSON object")
    if data.get("format") != FORMAT:
        raise ValueError(f'format: "{FORMAT}" expected')
    if data.get("version") != VERSION or isinstance(data["version"], bool):
        raise ValueError(f"version: {VERSION} is the only one known")
    match data.get("verdict"):
        case "clearable":
            last = "witness"
        case "dead":
            last = "certificate"
        case _:
            raise ValueError('verdict: "clearable" or "dead" expected')
    places = FLAT if "width" in data else STACKED
    for name in (*FIELDS, *places, last):
        if name not in data:
            raise ValueError(f"{name}: missing")
    for name in data:
        if name not in (*FIELDS, *places, last):
            raise ValueError(f"{name}: not a field of a {data['verdict']} proof")
    positions: list[tuple[int, int, int]] = []
    grid = None
    if places is FLAT:
        grid = size(data)
        count = grid[0] * grid[1]
    else:
        positions = [triple(where, item) for where, item in items("positions", data["positions"])]
        count = len(positions)
    if not 0 < count <= MOST_SLOTS:
        raise ValueError(f"{'height' if grid else 'positions'}: {count} slots; 1 to {MOST_SLOTS} expected")
    Geometry(positions)
    groups = numbers("groups", data["groups"])
    if len(groups) != count:
        raise ValueError(f"groups: {len(groups)} numbers for {count} {'slots' if grid else 'positions'}")
    gone = slot_list("gone", data["gone"], count)
    proof = [slot_list(where, item, count) for where, item in items(last, data[last])]
    if last == "certificate":
        return Claim(tuple(positions), groups, gone, None, tuple(proof), grid)
    pairs = []
    for number, pair in enumerate(proof):
        if len(pair) != 2:
            raise ValueError(f"witness[{number}]: {len(pair)} slots; a pair has 2")
        pairs.append((pair[0], pair[1]))
    return Claim(tuple(positions), groups, gone, tuple(pairs), None, grid)


def size(data: dict[str, Any]) -> tuple[int, int, bool]:
    """Return width, height and outside of a grid; ValueError when they are none."""
    for name in ("width", "height"):
        value = data[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MOST_CELLS:
            raise ValueError(f"{name}: a whole number from 1 to {MOST_CELLS} expected")
    if not isinstance(data["outside"], bool):
        raise ValueError("outside: true or false expected")
    return data["width"], data["height"], data["outside"]


def items(where: str, value: object) -> list[tuple[str, object]]:
    """Return the items of a list with their places; ValueError when it is none."""
    if not isinstance(value, list):
        raise ValueError(f"{where}: a list expected")
    return [(f"{where}[{number}]", item) for number, item in enumerate(value)]


def numbers(where: str, value: object) -> tuple[int, ...]:
    """Return a list of whole numbers; ValueError when it is none."""
    out = []
    for place, item in items(where, value):
        if not isinstance(item, int) or isinstance(item, bool):
            raise ValueError(f"{place}: a whole number expected")
        out.append(item)
    return tuple(out)


def triple(where: str, value: object) -> tuple[int, int, int]:
    """Return a position; ValueError when it is none."""
    place = numbers(where, value)
    if len(place) != 3:
        raise ValueError(f"{where}: {len(place)} numbers; a position has 3")
    return place[0], place[1], place[2]


def slot_list(where: str, value: object, count: int) -> tuple[int, ...]:
    """Return a list of different slots below `count`; ValueError when it is none."""
    slots = numbers(where, value)
    for number, slot in enumerate(slots):
        if not 0 <= slot < count:
            raise ValueError(f"{where}[{number}]: there is no slot {slot}")
        if slot in slots[:number]:
            raise ValueError(f"{where}[{number}]: slot {slot} is named twice")
    return slots


def main(paths: Sequence[str]) -> int:
    """Verify proof files; return how many are not proved."""
    failed = 0
    for path in paths:
        try:
            verify(read_proof(Path(path).read_text(encoding="utf-8")))
        except (OSError, ValueError, ImportError) as error:
            failed += 1
            print(f"{path}: {error}", file=sys.stderr)
        else:
            print(f"{path}: proved")
    return failed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1:]), 1))
