"""Proofs about Mahjong Connect are checked from the grid alone: what holds is accepted, everything else refused."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from paishan.connect.engine import Solver
from paishan.rng import Rng
from paishan.solving import Verdict
from paishan.solving.verify import Claim, Lines, Refuted, read_proof, verify, write_proof
from tests.connect.reference import Reference

CROSSED = Claim((), (0, 1, 1, 0), certificate=((),), grid=(2, 2, True))
"""Two by two with equal tiles at the diagonals: no line joins either pair."""
CLEARED = Claim((), (0, 1, 0, 1), witness=((0, 2), (1, 3)), grid=(2, 2, True))


def test_true_claims_are_accepted() -> None:
    verify(CROSSED)
    verify(CLEARED)
    verify(Claim((), (0, 1, 0, 1), (0, 2), witness=((1, 3),), grid=(2, 2, False)))


@pytest.mark.parametrize(
    ("witness", "reason"),
    [
        (((0, 2),), "2 tiles are left after the last pair"),
        (((0, 2), (0, 2)), "pair 2: slot 0 is empty"),
        (((0, 0),), "pair 1: slot 0 is named twice"),
        (((0, 9),), "pair 1: there is no slot 9"),
        (((0, 1),), "pair 1: the tiles in slots 0 and 1 do not match"),
    ],
)
def test_wrong_witnesses_are_refused(witness: tuple[tuple[int, int], ...], reason: str) -> None:
    with pytest.raises(Refuted, match=reason):
        verify(replace(CLEARED, witness=witness))


def test_a_pair_that_no_line_joins_is_refused() -> None:
    with pytest.raises(Refuted, match="pair 1: no line joins the tiles in slots 0 and 3"):
        verify(Claim((), (0, 1, 1, 0), witness=((0, 3), (1, 2)), grid=(2, 2, True)))


def test_lines_around_the_outside_count_only_where_they_may_run() -> None:
    """Three in a row: the outer ones are joined around the outside only."""
    outer = Claim((), (0, 1, 0, 1), (), witness=((0, 2), (1, 3)), grid=(4, 1, True))
    verify(outer)
    with pytest.raises(Refuted, match="pair 1: no line joins"):
        verify(replace(outer, grid=(4, 1, False)))
    verify(Claim((), (0, 1, 0, 1), certificate=((),), grid=(4, 1, False)))


def test_a_certificate_that_leaves_a_pairing_open_is_refused() -> None:
    for certificate in ((), ((), (0,), (1,), (0, 1, 2))):
        with pytest.raises(Refuted, match="leave a pairing open"):
            verify(Claim((), (0, 1, 0, 1), certificate=certificate, grid=(2, 2, True)))


def test_a_claim_has_positions_or_a_grid() -> None:
    with pytest.raises(Refuted, match="either positions or a grid"):
        verify(Claim(((0, 0, 0), (2, 0, 0)), (0, 0), witness=((0, 1),), grid=(2, 1, True)))


def test_the_checker_joins_what_the_rule_joins() -> None:
    rng = Random(3)
    for _ in range(60):
        width, height, outside = rng.randrange(1, 8), rng.randrange(2, 6), rng.random() < 0.5
        slots = range(width * height)
        away = {slot for slot in slots if rng.random() < rng.choice([0.1, 0.5])}
        tiles = {(slot % width, slot // width) for slot in slots if slot not in away}
        rule = Reference(width, height, outside, tiles)
        pairs = [(a, b) for a in slots for b in slots if a < b and not {a, b} & away]
        joined = [(a, b) for a, b in pairs if (b % width, b // width) in rule.reached((a % width, a // width))]
        assert list(Lines(width, height, outside).leaving(pairs, away)) == joined


def dead_deals(numbers: range, *, most: int) -> int:
    """Check the certificates of the dead ones among random deals; longer ones than `most` are passed over."""
    checked = 0
    for number in numbers:
        groups = [slot // 4 for slot in range(144)]
        Rng(number).shuffle(groups)
        proof = Solver(18, 8, groups, certify=True).solve()
        if proof.certificate is None or len(proof.certificate) > most:
            continue
        claim = Claim((), tuple(groups), certificate=proof.certificate, grid=(18, 8, True))
        assert proof.verdict is Verdict.DEAD
        verify(read_proof(write_proof(claim)))
        checked += 1
    return checked


def test_dead_deals_have_certificates_that_hold() -> None:
    assert dead_deals(range(150), most=12) >= 5


@pytest.mark.long
def test_every_dead_deal_of_two_thousand_has_a_certificate_that_holds() -> None:
    assert dead_deals(range(2000), most=10_000) >= 130


def test_the_file_form_is_this() -> None:
    text = write_proof(CLEARED)
    assert text == (
        "{\n"
        '  "format": "paishan-proof",\n'
        '  "version": 1,\n'
        '  "verdict": "clearable",\n'
        '  "width": 2,\n'
        '  "height": 2,\n'
        '  "outside": true,\n'
        '  "groups": [0, 1, 0, 1],\n'
        '  "gone": [],\n'
        '  "witness": [[0, 2], [1, 3]]\n'
        "}\n"
    )
    assert read_proof(text) == CLEARED
    assert read_proof(write_proof(CROSSED)) == CROSSED


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("width", 0, "width: a whole number from 1 to 30 expected"),
        ("height", "2", "height: a whole number from 1 to 30 expected"),
        ("height", True, "height: a whole number from 1 to 30 expected"),
        ("height", 3, "groups: 4 numbers for 6 slots"),
        ("outside", 1, "outside: true or false expected"),
        ("positions", [], "positions: not a field of a clearable proof"),
        ("witness", [[0, 4]], r"witness\[0\]\[1\]: there is no slot 4"),
    ],
)
def test_files_that_are_wrong_are_refused_with_the_place(field: str, value: object, reason: str) -> None:
    data = json.loads(write_proof(CLEARED))
    data[field] = value
    with pytest.raises(ValueError, match=reason):
        read_proof(json.dumps(data))


def test_a_grid_may_have_288_slots_and_no_more() -> None:
    data = json.loads(write_proof(CLEARED)) | {"width": 30, "height": 10, "groups": [0] * 300}
    with pytest.raises(ValueError, match="height: 300 slots; 1 to 288 expected"):
        read_proof(json.dumps(data))
