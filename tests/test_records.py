"""Records: a whole game as text that reads back as the same game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.codes import MAX_NUMBER, Code, Dealer
from paishan.records import Move, Record, RecordError

EXAMPLE = """\
paishan record 1
code: MJ1-L00-AAAAABL
ruleset: against-the-clock

3200 take 12 45
5100 undo
9000 shuffle 4 0 1 3 2
9000 give-up
"""

words = st.lists(st.text("aeghiknoprtuz", min_size=1, max_size=6), min_size=1, max_size=3).map("-".join)
numbers = st.lists(st.integers(0, 999_999), max_size=6).map(tuple)
times = st.lists(st.integers(0, 10**15 - 1), max_size=6).map(sorted)
codes = st.builds(Code, st.sampled_from(Dealer), st.just("L00"), st.integers(0, MAX_NUMBER))


@st.composite
def records(draw: st.DrawFn) -> Record:
    moves = tuple(Move(at, draw(words), draw(numbers)) for at in draw(times))
    return Record(draw(codes), draw(words), moves)


def test_a_record_tells_code_ruleset_and_every_move_with_its_time() -> None:
    record = Record.parse(EXAMPLE)
    assert record == Record(
        Code(Dealer.MJ1, "L00", 1),
        "against-the-clock",
        (
            Move(3200, "take", (12, 45)),
            Move(5100, "undo"),
            Move(9000, "shuffle", (4, 0, 1, 3, 2)),
            Move(9000, "give-up"),
        ),
    )
    assert str(record) == EXAMPLE


@given(records())
def test_every_record_reads_back_as_itself(record: Record) -> None:
    assert Record.parse(str(record)) == record


@given(records())
def test_a_record_is_read_with_other_line_ends_blank_lines_and_indents(record: Record) -> None:
    spoilt = str(record).replace("\n", "  \r\n\r\n  ")
    assert Record.parse(spoilt) == record


@given(st.text() | st.text(alphabet="paishan record 1\ncode:take0123456789 -"))
def test_any_other_text_is_refused_as_a_record_error(text: str) -> None:
    with pytest.raises(RecordError):
        Record.parse(text)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "line 1: a record begins with the line 'paishan record 1'"),
        ("paishan record 2\n", 1, "line 1: a record begins with the line 'paishan record 1'"),
        (
            "paishan record 1\ncode: MJ1-L00-AAAAACL\nruleset: taipei\n",
            2,
            "line 2: 'MJ1-L00-AAAAACL' has a slip in it: the last character does not fit the others",
        ),
        (
            "paishan record 1\nruleset: taipei\n\nruleset: taipei\n",
            4,
            "line 4: ruleset is given twice",
        ),
        (
            "paishan record 1\nruleset: Tai Pei\n",
            2,
            "line 2: the ruleset 'Tai Pei' should be an id such as against-the-clock",
        ),
        (
            EXAMPLE + "8999 undo\n",
            9,
            "line 9: time runs backwards, from 9000 to 8999 ms",
        ),
        (
            EXAMPLE + "9001 take 1,2\n",
            9,
            "line 9: '9001 take 1,2' is no move ('3200 take 12 45') and none of code, ruleset with a colon",
        ),
        (
            EXAMPLE + "\n-1 undo\n",
            10,
            "line 10: '-1 undo' is no move ('3200 take 12 45') and none of code, ruleset with a colon",
        ),
        (
            EXAMPLE + "player: me\n",
            9,
            "line 9: 'player: me' is no move ('3200 take 12 45') and none of code, ruleset with a colon",
        ),
        (
            "paishan record 1\nruleset: taipei\n",
            None,
            "the record has no code; add a line 'code: …'",
        ),
        (
            "paishan record 1\ncode: MJ1-L00-AAAAABL\nruleset:\n",
            None,
            "the record has no ruleset; add a line 'ruleset: …'",
        ),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_line(text: str, line: int | None, message: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.parse(text)
    assert (refused.value.line, str(refused.value)) == (line, message)


@pytest.mark.parametrize("move", ["9001 take 12 1234567", "1234567890123456 undo", "9001 Take 1 2", "٣ undo"])
def test_a_move_has_bounded_numbers_and_a_lower_case_word(move: str) -> None:
    with pytest.raises(RecordError, match=r"^line 9: .* is no move"):
        Record.parse(f"{EXAMPLE}{move}\n")


def test_a_file_of_more_than_ten_million_characters_is_not_read() -> None:
    with pytest.raises(RecordError, match="a record has at most 10,000,000 characters; this has 10,000,001"):
        Record.parse(" " * 10_000_001)


@pytest.mark.parametrize(
    ("at", "word", "numbers"),
    [
        (-1, "undo", ()),
        (1, "Undo", ()),
        (1, "", ()),
        (1, "take\n2 take", ()),
        (1, "take", (-1, 2)),
        (10**15, "undo", ()),
    ],
)
def test_a_move_that_could_not_be_read_back_cannot_be_made(at: int, word: str, numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="is no move; a move is such as '3200 take 12 45'"):
        Move(at, word, numbers)


def test_a_record_that_could_not_be_read_back_cannot_be_made() -> None:
    code = Code(Dealer.MJ1, "L00", 1)
    with pytest.raises(ValueError, match="time runs backwards, from 2 to 1 ms"):
        Record(code, "taipei", (Move(2, "undo"), Move(1, "redo")))
    for id in ("", " taipei", "a\nb", "Taipei"):
        with pytest.raises(ValueError, match="should be an id such as against-the-clock"):
            Record(code, id)
