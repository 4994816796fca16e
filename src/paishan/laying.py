"""Tiles laid anew on the places they left: what shuffles have in common, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from paishan.rng import Rng
from paishan.solving import Proof, Verdict

__all__ = ["along", "by_proof", "mated"]

_TRIES = 64


def mated(groups: Sequence[int], present: Iterable[int]) -> list[list[int]] | None:
    """The slots `present`, group by group; None when some tile is left without a mate."""
    by_group: dict[int, list[int]] = {}
    for slot in present:
        by_group.setdefault(groups[slot], []).append(slot)
    return None if any(len(slots) % 2 for slots in by_group.values()) else list(by_group.values())


def by_proof(
    groups: Sequence[int], present: Sequence[int], rng: Rng, limit: int, prove: Callable[[list[int], int], Proof]
) -> tuple[int, ...] | None:
    """The first of 64 random permutations that is proved clearable, within `limit` conflicts in all; None without one.

    `prove` is asked about the groups of all slots as they would lie then, with the conflicts that are left.
    """
    for _ in range(_TRIES):
        sources = list(present)
        rng.shuffle(sources)
        permutation = list(range(len(groups)))
        for slot, source in zip(present, sources, strict=True):
            permutation[slot] = source
        proof = prove([groups[source] for source in permutation], limit)
        if proof.verdict is Verdict.CLEARABLE:
            return tuple(permutation)
        limit -= proof.conflicts
        if limit <= 0:
            break
    return None


def along(slots: int, order: Iterable[tuple[int, int]], mates: Iterable[list[int]], rng: Rng) -> tuple[int, ...]:
    """A permutation of so many slots in which matching tiles lie on each two places of `order`.

    `mates` are the slots of every group, as `mated` gives them; they are shuffled.
    """
    sources: list[tuple[int, int]] = []
    for found in mates:
        rng.shuffle(found)
        sources += [(found[at], found[at + 1]) for at in range(0, len(found), 2)]
    rng.shuffle(sources)
    permutation = list(range(slots))
    for (a, b), (first, second) in zip(order, sources, strict=True):
        permutation[a], permutation[b] = first, second
    return tuple(permutation)
