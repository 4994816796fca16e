"""Exact answers about pairing games: can this position be cleared, and the proof.

`Verdict` and `Proof` are what every game's solver answers with; the search behind them (`paishan.solving.search`) and
the independent checker of proofs (`paishan.solving.verify`) are imported where they are used.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

#: Conflicts after which a search gives up unless told otherwise.
LIMIT = 20_000

COMPILED: bool


class Verdict(StrEnum):
    """What is known of a position."""

    CLEARABLE = "clearable"
    """Proved: a witness clears it."""
    DEAD = "dead"
    """Proved: it can no longer be cleared."""
    UNDECIDED = "undecided"
    """Not decided within the limit."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A verdict on a position, with what proves it."""

    verdict: Verdict
    """What is proved, or that nothing is."""
    conflicts: int
    """What the search spent."""
    witness: tuple[tuple[int, int], ...] | None = None
    """For clearable: pairs of slots, in an order that can be played from the position."""
    certificate: tuple[tuple[int, ...], ...] | None = None
    """For dead, when asked for: sets of slots whose cuts no pairing satisfies together."""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a witness or a certificate beside another verdict than its own."""
        for proof, what, verdict in (
            (self.witness, "witness", Verdict.CLEARABLE),
            (self.certificate, "certificate", Verdict.DEAD),
        ):
            if proof is not None and self.verdict is not verdict:
                raise ValueError(f"a {what} proves that a position is {verdict}, not {self.verdict}")


def __getattr__(name: str) -> bool:
    if name == "COMPILED":
        from paishan.solving import search

        return search.COMPILED
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
