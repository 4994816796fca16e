"""Playing a record again, of whichever game it is: the rules judge every move, and what stands at the end is given."""

from __future__ import annotations

from paishan.chuopai.match import Match
from paishan.codes import Dealer
from paishan.connect.board import Board as GridBoard
from paishan.records import Record
from paishan.solitaire.board import Board

__all__ = ["replay"]


def replay(record: Record) -> Board | GridBoard | Match:
    """The board, or in Chuo Pai the match, that a record ends with.

    What was undone is no longer there, and after a shuffle the board holds what came of it. Raises `ValueError` for a
    code or ruleset that is not here, and for the first move that is not allowed, with its number (from 1), the move and
    the reason. Points, stars and time are not told: they are the ruleset's, and `paishan verify` tells them.

    >>> from paishan.solitaire.deal import deal
    >>> from paishan.records import Move
    >>> dealt = deal("turtle", 1)
    >>> played = [Move(1000 * number, "take", pair) for number, pair in enumerate(dealt.witness, 1)]
    >>> replay(Record(dealt.code, "against-the-clock", (*played[:5], Move(5500, "undo"))))
    <Board: Turtle, 136 of 144 tiles left>
    >>> replay(Record(dealt.code, "against-the-clock", (played[0], played[0])))
    Traceback (most recent call last):
        ...
    ValueError: move 2, '1000 take 98 131': the rules refuse it: gone (slot 98)
    """
    if record.code.dealer is Dealer.CP1:
        from paishan.chuopai.deal import replay as of_seats
        from paishan.play.chuo import recording as matches

        return matches.replay(record).match if matches.has_table(record) else of_seats(record)
    from paishan.play import recording

    board = recording.replay(record).board
    assert isinstance(board, Board | GridBoard)
    return board
