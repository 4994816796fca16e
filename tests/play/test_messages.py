"""What is said to a table and back, as JSON: every struct reads back, and `type` tells them apart."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paishan.play import messages as m
from paishan.play.messages import Command, Event, Reason, Status
from paishan.play.ruleset import TAIPEI
from paishan.play.table import Table
from paishan.solitaire.deal import deal_from_solution
from paishan.solitaire.gallery import by_id

slots = st.integers(0, 287)
COMMANDS: list[Command] = [
    m.Pick(7),
    m.Take(12, 45),
    m.Hint(),
    m.Show(),
    m.Undo(),
    m.Redo(),
    m.Shuffle(),
    m.Rewind(),
    m.Restart(),
    m.Pause(),
    m.Resume(),
    m.GiveUp(),
]
EVENTS: list[Event] = [
    m.Selected(7),
    m.Deselected(),
    m.Removed(12, 45),
    m.Restored(12, 45),
    m.Hinted(12, 45),
    m.Shuffled(),
    m.Rewound(3),
    m.Restarted(),
    m.Paused(),
    m.Resumed(),
    m.GaveUp(),
    m.Locked(),
    m.Cleared(),
    m.TimedOut(),
    m.Refused(Reason.OVER),
    m.Refused(Reason.COVERED, 7),
]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (m.Pick(7), '{"type":"pick","slot":7}'),
        (m.Take(12, 45), '{"type":"take","a":12,"b":45}'),
        (m.GiveUp(), '{"type":"give-up"}'),
        (m.Hinted(12, 45), '{"type":"hinted","a":12,"b":45}'),
        (m.GaveUp(), '{"type":"given-up"}'),
        (m.Refused(Reason.NO_MATCH, 7), '{"type":"refused","reason":"no-match","slot":7}'),
        (m.Refused(Reason.NOTHING_TO_UNDO), '{"type":"refused","reason":"nothing-to-undo"}'),
    ],
)
def test_it_is_written_like_this(said: msgspec.Struct, text: str) -> None:
    assert msgspec.json.encode(said).decode() == text


def test_these_are_all_the_commands_and_events_there_are() -> None:
    assert {type(command) for command in COMMANDS} == set(get_args(Command))
    assert {type(event) for event in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda said: type(said).__name__)
def test_every_command_reads_back_by_its_type(command: Command) -> None:
    text = msgspec.json.encode(command)
    assert json.loads(text)["type"] == command.__struct_config__.tag
    assert msgspec.json.decode(text, type=Command) == command


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_every_event_reads_back_by_its_type(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


@given(st.lists(st.builds(m.Take, slots, slots) | st.builds(m.Pick, slots) | st.just(m.Undo())))
def test_a_list_of_commands_reads_back(commands: list[Command]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(commands), type=list[Command]) == commands


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '{"type":"jump"}',
        '{"type":"take","a":1}',
        '{"type":"take","a":1,"b":"2"}',
        '{"type":"take","a":1,"b":2.5}',
        '{"type":"pick","slot":null}',
        '{"type":"pick","slot":true}',
        '["pick",7]',
        '"undo"',
    ],
)
def test_what_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Command)


def test_the_whole_state_reads_back() -> None:
    table = Table(deal_from_solution(by_id("first-steps"), 10), TAIPEI)
    commands: list[Command] = [m.Take(29, 32), m.Shuffle(), m.Hint(), m.Undo(), m.Hint(), m.Restart(), m.GiveUp()]
    for at, command in enumerate(commands):
        table.apply(command, 100 * at)
        state = table.state(5000)
        assert msgspec.json.decode(msgspec.json.encode(state), type=m.State) == state


def test_the_state_is_written_in_plain_words_and_numbers() -> None:
    table = Table(deal_from_solution(by_id("first-steps"), 10), TAIPEI)
    table.apply(m.Take(29, 32), 100)
    table.apply(m.Shuffle(), 200)
    table.apply(m.Undo(), 300)
    written = json.loads(msgspec.json.encode(table.state(400)))
    assert written["history"] == [[29, 32]]
    assert written["future"] == ["shuffle"]
    assert (written["status"], written["left"], written["selected"], written["hint"]) == ("playing", 34, None, None)
    assert written["clock"] == {"ms": 400, "running": True}
    assert written["used"] == {"hints": 0, "undos": 1, "shuffles": 1}
    assert {"undo": True, "redo": True, "hint": True, "shuffle": True}.items() <= written["can"].items()
    assert written["faces"][:3] == [str(kind) for kind in table.deal.kinds[:3]]


def test_the_words_of_status_and_reason_are_those_of_the_contract() -> None:
    assert [str(status) for status in Status] == ["playing", "locked", "cleared", "given-up", "timed-out"]
    told = {"covered", "blocked", "both", "no-match", "gone", "same", "no-slot", "nothing-to-undo", "nothing-to-redo"}
    told |= {"no-pair", "no-shuffle", "not-locked", "nothing-winnable", "not-allowed", "paused", "not-paused", "over"}
    told |= {"no-line", "no-hints-left", "too-early", "timed-out"}
    assert {str(reason) for reason in Reason} == told
