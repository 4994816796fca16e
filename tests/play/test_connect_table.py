"""Mahjong Connect at the table: the same commands, with lines, grids and tiles that may fall (N2–N7, X1, X3)."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paishan.codes import Code, Dealer
from paishan.connect.deal import Deal
from paishan.connect.grid import Grid
from paishan.pairs import Pair
from paishan.play import messages as m
from paishan.play.messages import Reason, Status
from paishan.play.opening import open_table
from paishan.play.recording import Logged, record_of, replay
from paishan.play.ruleset import CLASSIC, CONNECT, CONNECT_RULESETS, CONNECT_STANDARD, Ruleset, ruleset
from paishan.play.table import Applied, Table
from paishan.records import Record
from paishan.rng import Rng
from paishan.tiles import kind_of

SMALL = Code(Dealer.MC1, "L01", 7)


def grid(width: int, labels: str, rules: Ruleset = CONNECT_STANDARD, *witness: tuple[int, int]) -> Table:
    """A table with these tiles, row by row."""
    kinds = tuple(map(kind_of, labels.split()))
    place = Grid(width, len(kinds) // width, rules.outside)
    found = tuple(Pair(*pair) for pair in witness)
    return Table(Deal(Code(Dealer.MC1, "L00", 0), place, kinds, rules.gravity, found), rules)


# Opposite corners are never joined, not even around the outside: that takes three turns.
CROSSED = "N E E N"


class TestTaking:
    def test_two_that_match_and_have_a_line_vanish(self) -> None:
        table = grid(3, "N E N S E S", CONNECT_STANDARD, (0, 2), (1, 4), (3, 5))
        assert table.apply(m.Take(2, 0), 0).events == (m.Removed(0, 2),)
        assert table.apply(m.Take(1, 4), 0).events == (m.Removed(1, 4),)
        assert table.apply(m.Take(3, 5), 0).events == (m.Removed(3, 5), m.Cleared())
        assert table.state(0).score == 30

    @pytest.mark.parametrize(
        ("pair", "refused"),
        [
            ((0, 3), m.Refused(Reason.NO_LINE, 3)),
            ((0, 1), m.Refused(Reason.NO_MATCH, 1)),
            ((0, 0), m.Refused(Reason.SAME, 0)),
            ((0, 4), m.Refused(Reason.NO_SLOT, 4)),
            ((-1, 0), m.Refused(Reason.NO_SLOT, -1)),
        ],
    )
    def test_a_refused_pair_gives_its_reason(self, pair: tuple[int, int], refused: m.Refused) -> None:
        table = grid(2, CROSSED)
        assert table.status is Status.LOCKED
        assert table.apply(m.Take(*pair), 0) == Applied((refused,))

    def test_what_is_gone_cannot_be_taken_again(self) -> None:
        table = grid(2, "N N E E", CONNECT_STANDARD, (0, 1), (2, 3))
        table.apply(m.Take(0, 1), 0)
        assert table.apply(m.Take(0, 2), 0).events == (m.Refused(Reason.GONE, 0),)

    def test_taps_select_take_say_that_there_is_no_line_and_let_go_of_an_empty_place(self) -> None:
        table = grid(2, "N E E N S S", CONNECT_STANDARD, (4, 5))
        for slot, events in (
            (0, (m.Selected(0),)),
            (1, (m.Selected(1),)),
            (2, (m.Refused(Reason.NO_LINE, 2), m.Selected(2))),
            (2, (m.Deselected(),)),
            (4, (m.Selected(4),)),
            (5, (m.Removed(4, 5), m.Locked())),
            (0, (m.Selected(0),)),
            (4, (m.Refused(Reason.GONE, 4), m.Deselected())),
        ):
            assert table.apply(m.Pick(slot), 0).events == events

    def test_lines_stay_inside_where_that_is_the_rule(self) -> None:
        for rules, events in (
            (CONNECT_STANDARD, (m.Removed(0, 2),)),
            (ruleset("connect-inside-standard"), (m.Refused(Reason.NO_LINE, 2),)),
        ):
            assert grid(3, "N E N S E S", rules, (1, 4)).apply(m.Take(0, 2), 0).events == events


class TestLocked:
    def test_no_line_left_is_a_lock_and_a_shuffle_is_free(self) -> None:
        table = grid(2, CROSSED, CONNECT_STANDARD, (0, 3), (1, 2))
        assert (table.status, table.state(0).pairs, table.state(0).can.shuffle) == (Status.LOCKED, 0, True)
        assert table.apply(m.Shuffle(), 0).events == (m.Shuffled(),)
        assert (table.status, table.state(0).score) == (Status.PLAYING, 0)
        table.consider()
        assert table.state(0).verdict == "clearable"
        assert table.apply(m.Undo(), 0).events == (m.Shuffled(), m.Locked())

    def test_while_there_are_pairs_there_is_no_shuffle(self) -> None:
        table = open_table(SMALL, CONNECT)
        assert table.apply(m.Shuffle(), 0).events == (m.Refused(Reason.NOT_LOCKED),)
        assert not table.state(0).can.shuffle


class TestProofs:
    def test_a_hint_shows_the_next_pair_of_a_way_to_clear_the_grid(self) -> None:
        table = open_table(SMALL, CONNECT)
        while table.status is Status.PLAYING:
            given = table.apply(m.Hint(), 0).given
            assert given is not None
            table.apply(m.Take(*given), 0)
        assert table.status is Status.CLEARED
        assert table.state(0).score == 42 * 10 - 42 * 10 + 84 * 5

    def test_along_a_game_of_chance_that_locks_the_way_back_is_known(self) -> None:
        for number in range(40):
            table = open_table(Code(Dealer.MC1, "L01", number), CONNECT)
            while (pair := next(table.board.pairs(), None)) is not None:
                table.apply(m.Take(*pair), 0)
            if table.status is Status.LOCKED:
                break
        table.consider()
        steps = table.state(0).rewind
        assert table.state(0).verdict == "dead" and steps is not None and steps > 0
        assert table.apply(m.Rewind(), 0).events == (m.Rewound(steps),)
        table.consider()
        assert table.state(0).verdict == "clearable"
        assert table.state(0).used.undos == steps

    @pytest.mark.parametrize("id", ["connect-down", "connect-sideways-inside"])
    def test_with_gravity_nothing_is_promised(self, id: str) -> None:
        table = open_table(SMALL, ruleset(id))
        assert (table.considered, table.state(0).verdict) == (True, None)
        wanted = list(table.board.pairs())
        assert [table.apply(m.Hint(), 0).given for _ in wanted] == wanted
        table.apply(m.Take(*wanted[0]), 0)
        table.consider()
        assert table.considered
        assert (table.state(0).verdict, table.state(0).rewind, table.state(0).can.rewind) == (None, None, False)
        assert table.apply(m.Rewind(), 0).events == (m.Refused(Reason.NOT_ALLOWED),)


class TestGravity:
    def test_the_faces_of_the_state_lie_where_the_tiles_have_fallen(self) -> None:
        table = grid(2, "N E S S", ruleset("connect-down-standard"), (2, 3))
        table.apply(m.Take(2, 3), 0)
        state = table.state(0)
        assert (state.present, state.faces[2:], state.groups[2:]) == ((2, 3), ("N", "E"), (27, 29))
        table.apply(m.Undo(), 0)
        assert table.state(0).faces == ("N", "E", "S", "S")

    def test_the_deal_and_the_ruleset_must_speak_of_the_same_grid(self) -> None:
        table = open_table(SMALL, ruleset("connect-down"))
        with pytest.raises(ValueError, match="Mahjong Connect has other grids than this deal of MC1-L01"):
            Table(table.deal, CONNECT)
        with pytest.raises(ValueError, match="Classic is not played with MC1-L01"):
            Table(table.deal, CLASSIC)


def test_with_gravity_tiles_slide_to_the_left() -> None:
    table = grid(3, "S S N E E N", ruleset("connect-sideways-standard"), (0, 1))
    table.apply(m.Take(0, 1), 0)
    assert table.state(0).present == (0, 3, 4, 5)
    assert table.state(0).faces[0] == "N"


def test_the_record_of_a_grid_is_played_again() -> None:
    table = open_table(SMALL, CONNECT)
    log: list[Logged] = []
    said: list[m.Command] = [m.Hint(), m.Take(*table.deal.witness[0]), m.Undo(), m.Redo()]
    for at, command in enumerate(said):
        log.append((command, 1_000 * at, table.apply(command, 1_000 * at).given))
    record = record_of(table, log)
    assert str(record).startswith("paishan record 1\ncode: MC1-L01-")
    assert replay(Record.parse(str(record))).state(3_000).score == table.state(3_000).score == 0


class Game:
    """A table beside the list of its whole positions, for what must hold whatever is done."""

    def __init__(self, rules: Ruleset, number: int) -> None:
        self.code = Code(Dealer.MC1, "L01", number)
        self.table = open_table(self.code, rules)
        self.log: list[Logged] = []
        self.dealt = self.position
        self.past: list[tuple[object, ...]] = []
        self.now = 0

    @property
    def position(self) -> tuple[object, ...]:
        state = self.table.state(0)
        left = tuple(face for slot, face in enumerate(state.faces) if slot in state.present)
        return state.present, tuple(state.faces[slot] for slot in state.present), Counter(left), state.pairs

    def say(self, command: m.Command) -> m.Event:
        before = self.position
        applied = self.table.apply(command, self.now)
        self.log.append((command, self.now, applied.given))
        match applied.events[0]:
            case m.Removed() | m.Shuffled() | m.Restarted() | m.GaveUp() if not isinstance(command, m.Undo | m.Redo):
                self.past.append(before)
            case m.Restored() | m.Shuffled() | m.Restarted() | m.Resumed() if isinstance(command, m.Undo):
                assert self.position == self.past.pop()
        return applied.events[0]

    def check(self) -> None:
        state, rules = self.table.state(self.now), self.table.ruleset.scoring
        assert rules is not None
        pairs = len(self.table.taken)
        won = state.status is Status.CLEARED
        bonus = max(0, 84 * rules.bonus - state.clock.ms) // 1_000 if won and rules.bonus is not None else 0
        spent = 10 * state.used.hints + state.clock.ms // 10_000 * rules.time
        assert state.score == 10 * pairs - spent + bonus
        assert state.left == 84 - 2 * pairs
        assert None not in state.faces
        assert Counter(state.faces) == Counter(map(str, self.table.deal.kinds))


WORDS = ["take", "take", "take", "take", "hint", "undo", "redo", "shuffle", "restart", "wait", "pause", "resume"]


@given(
    rules=st.sampled_from(CONNECT_RULESETS),
    number=st.integers(0, 20),
    words=st.lists(st.tuples(st.sampled_from(WORDS), st.integers(0, 10**6)), max_size=60),
)
@settings(max_examples=60)
def test_whatever_is_done_the_score_is_the_pairs_less_the_costs_and_undo_brings_back_the_position(
    rules: Ruleset, number: int, words: list[tuple[str, int]]
) -> None:
    game = Game(rules, number)
    for word, chance in words:
        pairs = list(game.table.board.pairs())
        match word:
            case "take" if pairs:
                for _ in range(1 + chance % 7):
                    if pair := next(game.table.board.pairs(), None):
                        game.say(m.Take(*pair))
            case "hint":
                game.say(m.Hint())
            case "undo":
                game.say(m.Undo())
            case "redo" if game.table.state(0).future:
                before = game.position
                if not isinstance(game.say(m.Redo()), m.Refused):
                    game.past.append(before)
            case "shuffle":
                game.say(m.Shuffle())
            case "restart":
                if game.say(m.Restart()) == m.Restarted():
                    assert game.position == game.dealt
            case "wait":
                game.now += chance % 20_000
            case "pause":
                game.say(m.Pause())
                played = game.table.played(game.now)
                game.now += chance
                assert game.table.paused is False or game.table.played(game.now) == played
            case "resume":
                game.say(m.Resume())
        game.check()
    again = open_table(game.code, rules)
    for command, at, given_ in game.log:
        again.apply(command, at, given_)
    for table in (again, game.table):
        table.consider()
    assert again.state(game.now) == game.table.state(game.now)
    assert again.result(game.now) == game.table.result(game.now)
    text = msgspec.json.encode(game.table.state(game.now))
    assert msgspec.json.decode(text, type=m.State) == game.table.state(game.now)


def test_a_grid_that_is_locked_by_its_own_order_is_shuffled_in_every_variant() -> None:
    for rules in CONNECT_RULESETS:
        chance = Rng(1)
        for number in range(100):
            table = open_table(Code(Dealer.MC1, "L01", number), rules)
            while pairs := list(table.board.pairs()):
                table.apply(m.Take(*chance.choice(pairs)), 0)
            if table.status is Status.LOCKED:
                before = Counter(table.board.kinds[slot] for slot in table.state(0).present)
                event = table.apply(m.Shuffle(), 0).events[0]
                assert Counter(table.board.kinds[slot] for slot in table.state(0).present) == before
                assert (event, table.status) in (
                    (m.Shuffled(), Status.PLAYING),
                    (m.Refused(Reason.NO_SHUFFLE), Status.LOCKED),
                )
                break
        else:
            pytest.fail(f"no grid of {rules.id} was locked")
