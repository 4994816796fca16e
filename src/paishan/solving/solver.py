"""The face a game's solver has in Python, whatever the game: positions in, proofs out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from paishan.solving import LIMIT, Proof, Verdict
from paishan.solving.engine import Engine
from paishan.solving.search import Search

VERDICTS = (Verdict.DEAD, Verdict.CLEARABLE, Verdict.UNDECIDED)


class Game(Protocol):
    """What an engine tells Python about the slots of its game."""

    def place(self, gone: Iterable[int]) -> None:
        """Set the position in which the tiles of these slots have gone; ValueError when play cannot lead there."""

    def open_pairs(self, row: int) -> list[tuple[int, int, int, int, int]]:
        """Return the pairs that can be taken in it, in order: both slots, the group, both places in the group."""

    def slots_of(self, tiles: Iterable[int]) -> list[int]:
        """Return the slots of tiles."""

    def pairs_of(self, count: int) -> tuple[tuple[int, int], ...]:
        """Return the slots of the first `count` tiles of the engine's `line`, pair by pair."""


class PairingSolver:
    """One deal and all that was learned about it."""

    def __init__(self, engine: Engine, game: Game, certify: bool) -> None:
        self._engine = engine
        self._game = game
        self._search = Search(engine)
        self._search.conflict.collecting = certify

    def solve(self, gone: Iterable[int] = (), limit: int = LIMIT) -> Proof:
        """Return the verdict on the position in which the tiles of the slots `gone` have left, with its proof.

        The position must be one that play can reach from the deal: then what was learned about earlier positions
        holds, and is used. The search gives up after `limit` conflicts. Raises ValueError for a position that play
        cannot reach as far as that is plain to see. The interpreter's lock is released while searching; one solver
        is to be used by one thread at a time.
        """
        gone = tuple(gone)
        search = self._search
        self._game.place(gone)
        before = search.conflicts
        verdict = VERDICTS[search.prove(limit)]
        witness = certificate = None
        if verdict is Verdict.CLEARABLE:
            witness = self._game.pairs_of(search.witness())
        elif verdict is Verdict.DEAD and search.conflict.collecting:
            certificate = self._certificate(gone)
        return Proof(verdict, search.conflicts - before, witness, certificate)

    def pairs(self, gone: Iterable[int] = (), limit: int = LIMIT) -> dict[tuple[int, int], Verdict]:
        """Return for each pair that can be taken in a position whether the position after it can be cleared.

        Pairs are of slots, the lower first, in ascending order. The search gives up after `limit` conflicts in all;
        what is then not proved is undecided. For the position, the same holds as in `solve`.
        """
        search = self._search
        self._game.place(gone)
        pairs = self._game.open_pairs(search.spare_row)
        self._engine.asking = True
        before = search.conflicts
        answer = VERDICTS[search.prove(limit)]
        found: dict[tuple[int, int], Verdict] = {}
        if answer is not Verdict.CLEARABLE:
            found = {(a, b): answer for a, b, *_ in pairs}
            pairs = []
        while pairs:
            if answer is Verdict.CLEARABLE:
                left = []
                for pair in pairs:
                    a, b, g, i, j = pair
                    if search.possible(g, i, j):
                        found[a, b] = answer
                    else:
                        left.append(pair)
                if not left:
                    break
                pairs = left
            a, b, g, i, j = pairs[0]
            answer = VERDICTS[search.prove_pair(g, i, j, limit - (search.conflicts - before))]
            if answer is not Verdict.CLEARABLE:
                found[a, b] = answer
                del pairs[0]
        self._engine.asking = False
        return dict(sorted(found.items()))

    def _certificate(self, gone: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Return the sets of slots that were found to matter, those that hold the position's own gaps."""
        needed = set(gone)
        sets = {tuple(sorted(self._game.slots_of(tiles))) for tiles in self._search.conflict.tile_sets()}
        return tuple(sorted(s for s in sets if needed.issubset(s)))
