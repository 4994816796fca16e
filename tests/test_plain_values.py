"""Plain words and NumPy's numbers, which programs have at hand, mean what the library's own values mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from paishan import Code, Dealer, Move, Proof, Rng, Verdict, chuopai, connect, deal, perft, verify
from paishan.solitaire.board import Board

WORD: Any = str
"""Makes a plain word, where a type checker would ask for one of an enumeration."""


@pytest.mark.parametrize(
    ("dealer", "dealt"),
    [
        ("MJ1", lambda code: deal(code).code),
        ("MP1", lambda code: deal(code).code),
        ("MC1", lambda code: connect.deal(code).code),
        ("CP1", lambda code: chuopai.deal(code).code),
    ],
)
def test_a_game_named_by_a_word_is_that_game(dealer: str, dealt: Callable[[Code], Code]) -> None:
    code = Code(WORD(dealer), "L00", 1)
    assert code.dealer is Dealer(dealer)
    assert dealt(code) == code
    with pytest.raises(ValueError, match="'XX1' names no game; there are MJ1, MP1, MC1, CP1"):
        Code(WORD("XX1"), "L00", 1)


def test_the_readings_of_chuo_pai_are_known_by_their_words() -> None:
    assert [str(chuopai.Options(WORD(bonus))) for bonus in chuopai.Bonus] == ["chuo-pai", "chuo-pai-one-each"]
    # Two Nails and a Two-Red: one of each is laid, and a Nail stays.
    assert chuopai.Match([[19, 19, 20], [0], [1]], 0, chuopai.Options(WORD("one-each"))).hands[0] == (19,)
    with pytest.raises(ValueError, match="none-at-all"):
        chuopai.Options(WORD("none-at-all"))


def test_a_variant_without_gravity_by_its_word_is_dealt_like_the_plain_game() -> None:
    still = connect.Variant("still", gravity=WORD("none"))
    assert connect.deal("connect-14x6", 1, variant=still) == connect.deal("connect-14x6", 1)
    with pytest.raises(ValueError, match="upwards"):
        connect.Variant("rising", gravity=WORD("upwards"))


def test_numbers_of_numpy_name_the_same_deals() -> None:
    one = np.int64(1)
    assert deal("turtle", one).code == deal("turtle", 1).code  # type: ignore[call-overload, arg-type, unused-ignore]
    assert connect.deal("connect-14x6", one) == connect.deal("connect-14x6", 1)  # type: ignore[arg-type, unused-ignore]
    assert chuopai.deal(one) == chuopai.deal(1)  # type: ignore[arg-type, unused-ignore]
    assert Rng(np.uint64(2**64 - 1)).next() == Rng(2**64 - 1).next()  # type: ignore[arg-type, unused-ignore]
    assert str(Move(one, "take", (one, one))) == "1 take 1 1"  # type: ignore[arg-type, unused-ignore]
    for made in (lambda: Rng(1.5), lambda: deal("turtle", 1.0), lambda: chuopai.deal(1.5)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="integer"):
            made()


@pytest.mark.parametrize("board", [deal("turtle", 1).board(), connect.deal("connect-18x8", 1).board()])
def test_slots_of_numpy_are_slots(board: Board | connect.Board) -> None:
    pair = next(board.pairs())
    assert board.push(np.array(pair)) == pair  # type: ignore[arg-type, unused-ignore]
    assert all(type(slot) is int for slot in board.taken[0])
    assert type(board.present) is int
    board.pop()
    with pytest.raises(TypeError, match="integer"):
        board.push((1.0, 2.0))  # type: ignore[arg-type]


def test_a_proof_holds_what_its_verdict_needs_and_nothing_else() -> None:
    dealt = deal("turtle", 1)
    verify(dealt.board(), Proof(Verdict.CLEARABLE, 0, dealt.witness))
    for verdict in (Verdict.DEAD, Verdict.UNDECIDED):
        with pytest.raises(ValueError, match=f"a witness proves that a position is clearable, not {verdict}"):
            Proof(verdict, 0, dealt.witness)
    for verdict in (Verdict.CLEARABLE, Verdict.UNDECIDED):
        with pytest.raises(ValueError, match=f"a certificate proves that a position is dead, not {verdict}"):
            Proof(verdict, 0, None, ((),))


def test_a_count_that_is_stopped_leaves_the_board_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    board = deal("turtle", 1).board()
    push = Board.push
    pushed = 0

    def stop(self: Board, pair: tuple[int, int]) -> Any:
        nonlocal pushed
        pushed += 1
        if pushed == 5:
            raise KeyboardInterrupt
        return push(self, pair)

    monkeypatch.setattr(Board, "push", stop)
    with pytest.raises(KeyboardInterrupt):
        perft(board, 3)
    assert (board.taken, board.left) == ((), 144)
