"""The face a game's solver has in Python, whatever the game: positions in, proofs out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from threading import Lock

from paishan.solving import LIMIT, Proof, Verdict
from paishan.solving.engine import Engine
from paishan.solving.search import Search

VERDICTS = (Verdict.DEAD, Verdict.CLEARABLE, Verdict.UNDECIDED)


class PairingSolver:
    """One deal and all that was learned about it. Threads that share one wait for each other."""

    def __init__(
        self, make: Callable[[tuple[int, ...]], Engine], groups: Sequence[int], absent: Iterable[int], certify: bool
    ) -> None:
        """`make` gives an engine for groups of these sizes; the other arguments are told of at the games' solvers."""
        self._make = make
        self._certify = certify
        # The search lets go of the interpreter's lock, so without this one two threads would write into one search.
        self._lock = Lock()
        self._absent = frozenset(absent := tuple(absent))
        self._build(*dense(groups, absent))

    def deal(self, groups: Sequence[int], *, absent: Iterable[int] = ()) -> None:
        """Forget the deal and take another one on the same slots: much quicker than a new solver."""
        with self._lock:
            self._deal(groups, absent)

    def _deal(self, groups: Sequence[int], absent: Iterable[int]) -> None:
        engine = self._engine
        if len(groups) != engine.slots:
            raise ValueError(f"{engine.slots} slots, but {len(groups)} groups")
        self._absent = frozenset(absent := tuple(absent))
        if not absent and engine.suits(list(groups)):
            self._search.restart()
            return
        sizes, group_of = dense(groups, absent)
        if sizes == engine.pairings.sizes:
            engine.deal(group_of)
            self._search.restart()
        else:
            self._build(sizes, group_of)

    def _build(self, sizes: tuple[int, ...], group_of: Sequence[int]) -> None:
        self._engine = self._make(sizes)
        self._engine.deal(group_of)
        self._search = Search(self._engine)
        self._search.conflict.collecting = self._certify

    def solve(self, gone: Iterable[int] = (), limit: int = LIMIT) -> Proof:
        """Return the verdict on the position in which the tiles of the slots `gone` have left, with its proof.

        The position must be one that play can reach from the deal: then what was learned about earlier positions
        holds, and is used. The search gives up after `limit` conflicts. Raises ValueError for a position that play
        cannot reach as far as that is plain to see. The interpreter's lock is released while searching.
        """
        with self._lock:
            return self._solve(tuple(gone), limit)

    def _solve(self, gone: tuple[int, ...], limit: int) -> Proof:
        search = self._search
        self._engine.place(gone)
        before = search.conflicts
        verdict = VERDICTS[search.prove(limit)]
        witness = certificate = None
        if verdict is Verdict.CLEARABLE:
            witness = self._engine.pairs_of(search.witness())
        elif verdict is Verdict.DEAD and search.conflict.collecting:
            certificate = self._certificate(gone)
        return Proof(verdict, search.conflicts - before, witness, certificate)

    def pairs(self, gone: Iterable[int] = (), limit: int = LIMIT) -> dict[tuple[int, int], Verdict]:
        """Return for each pair that can be taken in a position whether the position after it can be cleared.

        Pairs are of slots, the lower first, in ascending order. The search gives up after `limit` conflicts in all;
        what is then not proved is undecided. For the position, the same holds as in `solve`.
        """
        with self._lock:
            return self._pairs(gone, limit)

    def _pairs(self, gone: Iterable[int], limit: int) -> dict[tuple[int, int], Verdict]:
        search = self._search
        self._engine.place(gone)
        pairs = self._engine.open_pairs(search.spare_row)
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
        needed = set(gone) - self._absent
        sets = {tuple(sorted(self._engine.slots_of(tiles))) for tiles in self._search.conflict.tile_sets()}
        return tuple(sorted(s for s in sets if needed.issubset(s)))


def dense(groups: Sequence[int], absent: Iterable[int]) -> tuple[tuple[int, ...], Sequence[int]]:
    """Return the sizes of the groups in the order of their numbers, and for each slot its place in that order or -1."""
    empty = set(absent)
    if empty:
        groups = [-1 if slot in empty else g for slot, g in enumerate(groups)]
    numbers = sorted(set(groups))
    if empty:
        numbers.remove(-1)
    if numbers and numbers[0] < 0:
        raise ValueError(f"group numbers begin at 0; {numbers[0]} is below")
    if numbers != list(range(len(numbers))):
        place = {number: at for at, number in enumerate(numbers)}
        groups = [place.get(g, -1) for g in groups]
    sizes = [0] * len(numbers)
    for g in groups:
        if g >= 0:
            sizes[g] += 1
    return tuple(sizes), groups
