"""The checker believes nothing: what it accepts is proved, and what it refuses it refuses with the reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from paishan.solitaire.engine import Solver
from paishan.solving import Verdict
from paishan.solving import verify as checker
from paishan.solving.verify import Claim, Refuted, read_proof, verify, write_proof
from tests.solving.small_boards import neighbours, random_groups
from tests.solving.turtle import TURTLE

ROW = ((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0))
CLEARED = Claim(ROW, (0, 1, 1, 0), witness=((0, 3), (1, 2)))
DEAD = Claim(ROW, (0, 1, 0, 1), certificate=((),))


def test_true_claims_are_accepted() -> None:
    verify(CLEARED)
    verify(DEAD)
    verify(Claim(ROW, (0, 1, 1, 0), (0, 3), witness=((1, 2),)))


@pytest.mark.parametrize(
    ("witness", "reason"),
    [
        (((0, 3),), "2 tiles are left after the last pair"),
        (((1, 2), (0, 3)), "pair 1: the tile in slot 1 is not free"),
        (((0, 3), (0, 3)), "pair 2: slot 0 is empty"),
        (((0, 0),), "pair 1: slot 0 is named twice"),
        (((0, 4),), "pair 1: there is no slot 4"),
    ],
)
def test_wrong_witnesses_are_refused(witness: tuple[tuple[int, int], ...], reason: str) -> None:
    with pytest.raises(Refuted, match=reason):
        verify(replace(CLEARED, witness=witness))


def test_tiles_that_do_not_match_are_refused() -> None:
    with pytest.raises(Refuted, match="pair 1: the tiles in slots 0 and 3 do not match"):
        verify(Claim(ROW, (0, 1, 0, 1), witness=((0, 3),)))


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        ((), "the sets leave a pairing open"),
        (((0, 1, 2, 3),), "set 1 holds every slot and says nothing"),
        (((), (9,)), "set 2: there is no slot 9"),
    ],
)
def test_wrong_certificates_are_refused(certificate: tuple[tuple[int, ...], ...], reason: str) -> None:
    with pytest.raises(Refuted, match=reason):
        verify(replace(DEAD, certificate=certificate))


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (Claim(ROW, (0, 1, 0, 1), (7, 8, 9, 10), witness=()), "gone: there is no slot 7"),
        (Claim(ROW, (0, 1, 1, 0), (-1, -2), witness=((0, 3),)), "gone: there is no slot -1"),
        (Claim(ROW, (0, 1, 1, 0), (9,), certificate=((0, 1, 2, 3),)), "gone: there is no slot 9"),
        (Claim(ROW, (0, 1, 1), certificate=((),)), "3 groups for 4 positions"),
    ],
)
def test_a_position_that_is_none_proves_nothing(claim: Claim, reason: str) -> None:
    with pytest.raises(Refuted, match=reason):
        verify(claim)


def test_no_set_makes_a_clearable_board_dead() -> None:
    sets = tuple(tuple(slot for slot in range(4) if mask >> slot & 1) for mask in range(15))
    with pytest.raises(Refuted, match="leave a pairing open"):
        verify(Claim(ROW, (0, 1, 1, 0), certificate=sets))


def test_dead_turtles_have_certificates_that_hold_and_do_not_hold_for_another_deal() -> None:
    board = neighbours(TURTLE)
    lengths = []
    for seed in range(300):
        groups = random_groups(Random(seed), 144, (4,))
        proof = Solver(*board, groups, certify=True).solve()
        if proof.verdict is Verdict.DEAD:
            assert proof.certificate is not None
            lengths.append(len(proof.certificate))
            claim = Claim(tuple(TURTLE), tuple(groups), certificate=proof.certificate)
            verify(read_proof(write_proof(claim)))
            with pytest.raises(Refuted):
                verify(replace(claim, groups=tuple(random_groups(Random(1000), 144, (4,)))))
    assert len(lengths) >= 4
    assert min(lengths) >= 1


def test_without_python_sat_the_reader_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(checker, "import_module", missing)
    verify(CLEARED)
    with pytest.raises(ImportError, match=r'pip install "paishan\[proof\]"'):
        verify(replace(DEAD, certificate=((0,),)))


@pytest.mark.parametrize("claim", [CLEARED, DEAD, Claim(ROW, (0, 1, 1, 0), (0, 3), witness=((1, 2),))])
def test_files_round_trip(claim: Claim) -> None:
    assert read_proof(write_proof(claim)) == claim


def test_the_file_form_is_this() -> None:
    assert write_proof(CLEARED) == (
        "{\n"
        '  "format": "paishan-proof",\n'
        '  "version": 1,\n'
        '  "verdict": "clearable",\n'
        '  "positions": [[0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0]],\n'
        '  "groups": [0, 1, 1, 0],\n'
        '  "gone": [],\n'
        '  "witness": [[0, 3], [1, 2]]\n'
        "}\n"
    )


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("format", "other", 'format: "paishan-proof" expected'),
        ("version", 2, "version: 1 is the only one known"),
        ("version", True, "version: 1 is the only one known"),
        ("verdict", "won", 'verdict: "clearable" or "dead" expected'),
        ("verdict", "dead", "certificate: missing"),
        ("positions", 3, "positions: a list expected"),
        ("positions", [], "positions: 0 slots; 1 to 288 expected"),
        ("positions", [[0, 0, 0]] * 4, "the tiles in slots 0 and 1 overlap"),
        ("positions", [[0, 0]], r"positions\[0\]: 2 numbers; a position has 3"),
        ("groups", [0, 1], "groups: 2 numbers for 4 positions"),
        ("groups", [0, 1, 1, "0"], r"groups\[3\]: a whole number expected"),
        ("gone", [4], r"gone\[0\]: there is no slot 4"),
        ("gone", [1, 1], r"gone\[1\]: slot 1 is named twice"),
        ("witness", [[0, 3], [1]], r"witness\[1\]: 1 slots; a pair has 2"),
        ("witness", [[0, 3], [1, 7]], r"witness\[1\]\[1\]: there is no slot 7"),
        ("note", "x", "note: not a field of a clearable proof"),
    ],
)
def test_files_that_are_wrong_are_refused_with_the_place(field: str, value: object, reason: str) -> None:
    data = json.loads(write_proof(CLEARED))
    data[field] = value
    with pytest.raises(ValueError, match=reason):
        read_proof(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1, column 1"),
        ('{\n  "format": paishan\n}', "line 2, column 13"),
        ("[]", "a proof is a JSON object"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_text_that_is_no_proof_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_proof(text)


def test_files_are_checked_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(write_proof(CLEARED))
    bad.write_text(write_proof(replace(CLEARED, witness=((0, 3),))))
    assert checker.main([str(good), str(bad), str(tmp_path / "none.json")]) == 2
    out, err = capsys.readouterr()
    assert out == f"{good}: proved\n"
    assert f"{bad}: 2 tiles are left after the last pair" in err
