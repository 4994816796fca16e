"""What comes from outside as text is read or refused with a sentence: a short form of `tests.fuzz.decoders_fuzz`."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.decoders_fuzz import SEEDS, TARGETS, mutated


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_read_or_refused_with_a_sentence(name: str) -> None:
    chance = random.Random(7)
    for data in [*SEEDS[name], *(mutated(chance, SEEDS[name]) for _ in range(400))]:
        TARGETS[name](data)


@pytest.mark.parametrize("name", ["code", "record", "proof"])
def test_the_examples_are_read_and_written_again(name: str) -> None:
    """They are not refused, or the damage would be done to nothing."""
    from paishan.codes import Code
    from paishan.records import Record
    from paishan.solving.verify import read_proof

    read = {"code": Code.parse, "record": Record.parse, "proof": read_proof}[name]
    good = SEEDS[name][:1] if name == "code" else SEEDS[name]
    for seed in good:
        assert read(seed.decode())
