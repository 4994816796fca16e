"""A recorded match play by play, with all hands open, against a match whose every card is known."""

from __future__ import annotations

import pytest

from paishan.chuopai.deal import deal_of
from paishan.play.chuo.frames import Frame, frames
from paishan.play.chuo.messages import Status
from paishan.records import Move, Record

CODE = deal_of(5).code


def record(rules: str, *moves: str) -> Record:
    return Record(CODE, rules, tuple(Move(100 * at, *_parts(move)) for at, move in enumerate(moves, 1)))


def _parts(move: str) -> tuple[str, tuple[int, ...]]:
    word, *numbers = move.split()
    return word, tuple(map(int, numbers))


def cards(frame: Frame) -> list[int]:
    """Every card of a frame that is in a hand, in a pile, played in vain or on the table."""
    going = [] if frame.round.winner is not None else [card for act in frame.round.plays for card in act.cards]
    return sorted(card for part in (*frame.hands, *frame.piles, *frame.wasted, going) for card in part)


def played_out(*, undo: bool = False) -> Record:
    """A match in which everybody plays the first that is allowed; `undo` takes one play back and again."""
    match = deal_of(CODE).match()
    moves = ["begin"]
    mine = False
    while not match.over:
        if undo and mine and match.turn == 0 and len(match.legal()[0].cards):
            moves += ["undo", "redo"]
            undo = False
        play = match.legal()[0]
        mine = mine or (match.turn == 0 and bool(play.cards))
        moves.append(" ".join(["play", *map(str, play.cards)]) if play.cards else "pass")
        match.push(play)
    return record("chuo-pai-undo-vs-normal-normal", *moves)


@pytest.mark.parametrize("undo", [False, True])
def test_no_card_is_lost_or_shown_twice(undo: bool) -> None:
    shown = list(frames(played_out(undo=undo)))
    whole = sorted(4 * list(range(21)))
    assert all(cards(frame) == whole for frame in shown)
    assert (shown[0].word, shown[0].hands, shown[0].turn) == ("", deal_of(CODE).hands, None)
    assert [frame.word for frame in shown if frame.word in ("undo", "redo")] == ["undo", "redo"] * undo
    assert [frame.status for frame in shown[:-1]] == [Status.PLAYING] * (len(shown) - 1)
    assert (shown[-1].status, shown[-1].turn) == (Status.OVER, None)
    assert shown[-1].winners and max(map(len, shown[-1].piles)) == len(shown[-1].piles[shown[-1].winners[0]])


def test_what_was_taken_back_and_laid_again_is_as_before() -> None:
    shown = list(frames(played_out(undo=True)))
    at = next(number for number, frame in enumerate(shown) if frame.word == "undo")
    before, back, again = shown[at - 1], shown[at], shown[at + 1]
    assert back.hands != before.hands
    assert (again.hands, again.piles, again.wasted, again.turn) == (
        before.hands,
        before.piles,
        before.wasted,
        before.turn,
    )


def test_a_move_that_is_not_allowed_is_named() -> None:
    moves = played_out().moves
    after = Move(moves[-1].at, "give-up")
    with pytest.raises(ValueError, match=f"move {len(moves) + 1}, '{after}': the rules refuse it: over"):
        list(frames(Record(CODE, "chuo-pai-vs-normal-normal", (*moves, after))))
