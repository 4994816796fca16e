"""Recordings: a log of commands as a record, and a record played again with every move judged."""

from __future__ import annotations

import pytest

from paishan.codes import Code, Dealer
from paishan.play import messages as m
from paishan.play.messages import Status
from paishan.play.opening import open_table
from paishan.play.recording import Logged, record_of, replay
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, CLASSIC_CHALLENGE, TAIPEI, Ruleset
from paishan.play.table import Table
from paishan.records import Move, Record
from paishan.solitaire.layout import Layout
from tests.play.tables import TO_THE_LOCK

FIRST_STEPS = Code(Dealer.MJ1, "L02", 10)


def play(ruleset: Ruleset, *commands: tuple[m.Command, int], opened: int = 0) -> tuple[Table, list[Logged]]:
    """A table after these commands, with its log."""
    table = open_table(FIRST_STEPS, ruleset, opened)
    return table, [(command, at, table.apply(command, at).given) for command, at in commands]


def moves(ruleset: Ruleset, *commands: tuple[m.Command, int], opened: int = 0) -> list[str]:
    return [str(move) for move in record_of(*play(ruleset, *commands, opened=opened)).moves]


def record(*lines: str, ruleset: str = "taipei") -> Record:
    return Record.parse("\n".join(["paishan record 1", f"code: {FIRST_STEPS}", f"ruleset: {ruleset}", *lines]))


def test_a_game_is_written_as_a_person_would_tell_it() -> None:
    table, log = play(
        AGAINST_THE_CLOCK,
        (m.Hint(), 1000),
        (m.Take(32, 29), 3200),
        (m.Undo(), 5100),
        (m.Redo(), 5200),
        (m.Pause(), 6000),
        (m.Resume(), 9000),
        (m.Restart(), 9500),
        (m.GiveUp(), 9900),
    )
    assert log[0][2] == table.deal.witness[0] == (16, 19)
    assert str(record_of(table, log)) == (
        "paishan record 1\ncode: MJ1-L02-AAAAAKA\nruleset: against-the-clock\n\n"
        "1000 hint 16 19\n3200 take 29 32\n5100 undo\n5200 redo\n6000 pause\n9000 resume\n9500 restart\n9900 give-up\n"
    )


def test_a_pair_chosen_by_two_taps_is_one_move_and_a_tap_that_only_selects_is_none() -> None:
    taps: list[tuple[m.Command, int]] = [
        (m.Pick(29), 100),
        (m.Pick(29), 150),
        (m.Pick(32), 200),
        (m.Pick(29), 300),
        (m.Pick(0), 400),
    ]
    assert moves(TAIPEI, *taps) == ["300 take 29 32"]


def test_a_tap_on_a_blocked_tile_between_two_taps_leaves_no_pair_behind() -> None:
    # 29, then a tile that is not free lets it go, then 32 is only selected: nothing was taken.
    table, log = play(TAIPEI, (m.Pick(29), 0), (m.Pick(1), 0), (m.Pick(13), 0), (m.Pick(32), 0))
    assert table.state(0).left == 36
    assert record_of(table, log).moves == ()


def test_refused_commands_are_no_part_of_a_record() -> None:
    refused: list[tuple[m.Command, int]] = [(m.Undo(), 10), (m.Take(0, 0), 20), (m.Resume(), 30), (m.Pick(999), 40)]
    assert moves(TAIPEI, *refused, (m.Take(29, 32), 50), (m.Redo(), 60)) == ["50 take 29 32"]


def test_times_count_from_the_opening_and_never_run_backwards() -> None:
    commands: list[tuple[m.Command, int]] = [(m.Take(29, 32), 1_003_000), (m.Undo(), 1_001_000), (m.Redo(), 1_004_000)]
    assert moves(TAIPEI, *commands, opened=1_000_000) == ["3000 take 29 32", "3000 undo", "4000 redo"]
    assert moves(TAIPEI, (m.Take(29, 32), 5), opened=100) == ["0 take 29 32"]


def test_the_time_of_a_refused_command_counts_for_those_after_it() -> None:
    assert moves(TAIPEI, (m.Undo(), 5000), (m.Take(29, 32), 200)) == ["5000 take 29 32"]


@pytest.mark.parametrize("ruleset", [TAIPEI, AGAINST_THE_CLOCK], ids=lambda ruleset: ruleset.id)
def test_a_replayed_game_stands_as_the_game_stood(ruleset: Ruleset) -> None:
    taken: list[tuple[m.Command, int]] = [(m.Take(*pair), 100 * n) for n, pair in enumerate(TO_THE_LOCK, 1)]
    table, log = play(
        ruleset,
        (m.Hint(), 50),
        *taken[:4],
        (m.Undo(), 410),
        (m.Pick(1), 420),
        (m.Redo(), 430),
        *taken[4:],
        (m.Shuffle(), 2000),
        (m.Hint(), 2500),
        (m.Pause(), 3000),
        (m.Resume(), 8000),
    )
    again = replay(Record.parse(str(record_of(table, log))))
    one, other = table.state(9000), again.state(9000)
    for name in ("faces", "groups", "present", "history", "future", "hint", "status", "clock", "used", "can"):
        assert getattr(one, name) == getattr(other, name), name


def test_a_recorded_shuffle_is_laid_as_it_was_written() -> None:
    order = [1, 0, *range(2, 36)]
    table = replay(record(f"10 shuffle {' '.join(map(str, order))}"))
    faces = table.state(10).faces
    dealt = [str(kind) for kind in table.deal.kinds]
    assert faces == (dealt[1], dealt[0], *dealt[2:])


def test_a_rewind_tells_how_many_steps_it_took_back() -> None:
    # `MJ1-L02-AAAAAKA` is locked after these pairs; whichever moment is the last winnable one, it is written down.
    taken: list[tuple[m.Command, int]] = [(m.Take(*pair), 0) for pair in TO_THE_LOCK]
    table, log = play(TAIPEI, *taken, (m.Rewind(), 10))
    steps = 11 - len(table.taken)
    assert steps >= 1
    written = record_of(table, log)
    assert str(written.moves[-1]) == f"10 rewind {steps}"
    assert replay(written).state(0).history == table.state(0).history


def test_an_empty_record_is_the_deal_itself() -> None:
    table = replay(record())
    assert (table.state(0).left, table.deal.code, table.ruleset) == (36, FIRST_STEPS, TAIPEI)


def test_a_record_of_a_layout_that_is_not_built_in_needs_its_layout() -> None:
    column = Layout.build("column", "Column", [(0, 2 * row, 0) for row in range(4)])
    game = Record(Code(Dealer.MJ1, column.tag, 1), "taipei")
    assert replay(game, {column.tag: column}.__getitem__).state(0).left == 4
    with pytest.raises(ValueError, match="is not here; install its file first"):
        replay(game)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["5 take 29 32", "6 take 29 32"], "move 2, '6 take 29 32': the rules refuse it: gone (slot 29)"),
        (["5 take 0 1"], "move 1, '5 take 0 1': the rules refuse it: both (slot 1)"),
        (["5 take 29 99"], "move 1, '5 take 29 99': the rules refuse it: no-slot (slot 99)"),
        (["5 undo"], "move 1, '5 undo': the rules refuse it: nothing-to-undo"),
        (["5 pause", "6 take 29 32"], "move 2, '6 take 29 32': the rules refuse it: paused"),
        (["5 give-up", "6 redo"], "move 2, '6 redo': the rules refuse it: over"),
        (["5 take 29"], "move 1, '5 take 29': take needs two slots; here are 1"),
        (["5 take 29 32 1"], "move 1, '5 take 29 32 1': take needs two slots; here are 3"),
        (["5 undo 1"], "move 1, '5 undo 1': undo stands by itself, without numbers"),
        (["5 hint"], "move 1, '5 hint': hint needs the numbers that it gave"),
        (["5 shuffle"], "move 1, '5 shuffle': shuffle needs the numbers that it gave"),
        (["5 hint 0 1"], "move 1, '5 hint 0 1': the stored hint (0, 1) is no pair of this position"),
        (
            ["5 shuffle 1 2 3"],
            "move 1, '5 shuffle 1 2 3': the stored shuffle does not move the remaining tiles among their own places",
        ),
        (
            ["5 jump"],
            "move 1, '5 jump': 'jump' is no move; moves are give-up, hint, pause, redo, restart, resume, rewind, "
            "shuffle, take, undo, wait",
        ),
        (
            ["5 pick 29"],
            "move 1, '5 pick 29': 'pick' is no move; moves are give-up, hint, pause, redo, restart, resume, rewind, "
            "shuffle, take, undo, wait",
        ),
    ],
)
def test_a_record_with_a_move_that_is_not_allowed_is_refused_with_its_number_and_reason(
    lines: list[str], message: str
) -> None:
    with pytest.raises(ValueError) as refused:
        replay(record(*lines))
    assert str(refused.value) == message


def test_a_long_move_is_not_shown_whole() -> None:
    with pytest.raises(ValueError, match=r"^move 1, '5 shuffle (7 )+…': the stored shuffle") as refused:
        replay(record(f"5 shuffle {' '.join(['7'] * 144)}"))
    assert len(str(refused.value)) < 160


def test_what_the_ruleset_does_not_allow_is_refused_as_well() -> None:
    order = " ".join(map(str, range(36)))
    with pytest.raises(ValueError, match="the rules refuse it: not-allowed"):
        replay(record(f"5 shuffle {order}", ruleset="against-the-clock"))


def test_a_record_under_an_unknown_ruleset_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no ruleset 'house-rules'; there are against-the-clock"):
        replay(record(ruleset="house-rules"))


def test_a_log_that_does_not_fit_the_table_is_no_record() -> None:
    table = open_table(FIRST_STEPS, TAIPEI)
    with pytest.raises(ValueError, match="the stored hint"):
        record_of(table, [(m.Hint(), 0, (0, 1))])


def test_replaying_moves_is_moves_again() -> None:
    table, log = play(TAIPEI, (m.Take(29, 32), 100), (m.Shuffle(), 200), (m.Hint(), 300))
    written = record_of(table, log)
    assert [move.word for move in written.moves] == ["take", "shuffle", "hint"]
    assert written.moves[0] == Move(100, "take", (29, 32))
    assert replay(written).state(300).seq == 3


class TestSilence:
    """Of the time between two commands at most three minutes count, so silence may have to be recorded."""

    def test_what_did_nothing_within_three_minutes_is_no_part_of_a_record(self) -> None:
        assert moves(TAIPEI, (m.Undo(), 100_000), (m.Take(29, 32), 180_000)) == ["180000 take 29 32"]

    def test_where_it_decides_how_much_time_counts_a_wait_stands_for_it(self) -> None:
        commands: list[tuple[m.Command, int]] = [(m.Undo(), 100_000), (m.Pick(1), 150_000), (m.Take(29, 32), 180_001)]
        assert moves(TAIPEI, *commands) == ["100000 wait", "150000 wait", "180001 take 29 32"]
        table, log = play(AGAINST_THE_CLOCK, *commands)
        again = replay(Record.parse(str(record_of(table, log))))
        assert again.played(180_001) == table.played(180_001) == 180_001

    def test_the_end_of_time_is_recorded(self) -> None:
        table, log = play(CLASSIC_CHALLENGE, (m.Take(29, 32), 5_000), (m.Undo(), 91_000), (m.Undo(), 92_000))
        written = record_of(table, log)
        assert [str(move) for move in written.moves] == ["5000 take 29 32", "91000 wait"]
        assert replay(written).status is Status.TIMED_OUT

    def test_a_wait_has_no_numbers(self) -> None:
        with pytest.raises(ValueError, match="move 1, '5 wait 3': wait stands by itself, without numbers"):
            replay(record("5 wait 3"))


def test_the_first_pair_that_a_newcomer_was_shown_is_no_part_of_a_record() -> None:
    table = open_table(FIRST_STEPS, CLASSIC, newcomer=True)
    commands: list[tuple[m.Command, int]] = [(m.Show(), 12_000), (m.Take(29, 32), 13_000)]
    log: list[Logged] = [(command, at, table.apply(command, at).given) for command, at in commands]
    written = record_of(table, log)
    assert [str(move) for move in written.moves] == ["13000 take 29 32"]
    assert replay(written).result(13_000) == table.result(13_000)


def test_points_stars_and_help_are_the_same_when_a_record_is_played_again() -> None:
    taken: list[tuple[m.Command, int]] = [(m.Take(*pair), 2_000 * n) for n, pair in enumerate(TO_THE_LOCK, 1)]
    table, log = play(CLASSIC, *taken, (m.Shuffle(), 30_000), (m.Hint(), 31_000), (m.Undo(), 32_000))
    one, other = table.state(40_000), replay(record_of(table, log)).state(40_000)
    assert one.score == 100 * 11 * 12 // 2
    assert (one.score, one.stars, one.hints, one.used) == (other.score, other.stars, other.hints, other.used)


def test_a_record_that_shuffles_a_board_which_can_be_cleared_is_refused_by_classic() -> None:
    order = " ".join(map(str, [1, 0, *range(2, 36)]))
    with pytest.raises(ValueError, match="the rules refuse it: not-locked"):
        replay(record(f"5 shuffle {order}", ruleset="classic"))
