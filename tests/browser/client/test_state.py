"""The client's board is Python's board: what is free, how many pairs, what a tap does, where the arrows lead."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from paishan.codes import Code, Dealer
from paishan.play import messages as m
from paishan.play.opening import open_table
from paishan.play.ruleset import AGAINST_THE_CLOCK, CLASSIC, TAIPEI_IDENTICAL, Ruleset, ruleset
from paishan.play.table import Table
from paishan.solitaire.board import Board
from paishan.solitaire.gallery import layouts
from paishan.solitaire.layout import Layout, bits
from paishan.tiles import KINDS
from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page that may import the client's modules."""
    page = visit().page
    page.goto("/")
    return page


def answer(page: Page, script: str, given: object) -> Any:
    """What a function (state, given) answers in the browser; both ways as text, which is many times faster."""
    asking = f"""async (text) => {{
      const state = await import("/static/js/state.js")
      return JSON.stringify(({script})(state, JSON.parse(text)))
    }}"""
    return json.loads(page.evaluate(asking, json.dumps(given)))


def geometry(layout: Layout) -> dict[str, Any]:
    """What the server sends of a layout."""
    neighbours = {name: [list(bits(mask)) for mask in getattr(layout, name)] for name in ("above", "left", "right")}
    return {"slots": [list(slot) for slot in layout.slots], **neighbours}


def scattered(number: int) -> Layout:
    """A layout of tiles at any half offset, dense enough that they cover and block each other in part."""
    chance = random.Random(number)
    places: list[tuple[int, int, int]] = []
    while len(places) < 60:
        x, y, z = chance.randrange(13), chance.randrange(9), chance.randrange(4)
        if not any(layer == z and abs(u - x) < 2 and abs(v - y) < 2 for u, v, layer in places):
            places.append((x, y, z))
    return Layout.build("scattered", "Scattered", places)


def random_game(layout: Layout, number: int, rules: Ruleset) -> Iterator[Board]:
    """A board after each pair, taken by chance until no pair is left; tiles lie by chance too."""
    chance = random.Random(number)
    kinds = [chance.choice(KINDS) for _ in layout.slots]
    board = Board(layout, kinds, rules.matching)
    yield board
    while pairs := list(board.pairs()):
        board.push(chance.choice(pairs))
        yield board


_FREE_AND_PAIRS = """(state, games) =>
  games.map(({geo, groups, positions}) => positions.map((slots) => {
    const present = geo.slots.map(() => false)
    for (const slot of slots) present[slot] = true
    const free = state.freeSlots(geo, present)
    return [free.flatMap((is, slot) => is ? [slot] : []), state.countPairs(free, groups)]
  }))"""


def test_free_tiles_and_pairs_are_those_of_the_engine(page: Page) -> None:
    sent, expected = [], []
    for layout in (*layouts(), *(scattered(number) for number in range(6))):
        for number, rules in enumerate((AGAINST_THE_CLOCK, TAIPEI_IDENTICAL, AGAINST_THE_CLOCK)):
            positions, answers, groups = [], [], []
            for board in random_game(layout, number, rules):
                groups = list(board.groups)
                positions.append(list(bits(board.present)))
                answers.append([list(board.free()), sum(1 for _ in board.pairs())])
            sent.append({"geo": geometry(layout), "groups": groups, "positions": positions})
            expected.append(answers)
    assert answer(page, _FREE_AND_PAIRS, sent) == expected
    assert sum(len(answers) for answers in expected) > 500


def test_the_turtle_starts_with_35_free_tiles(page: Page) -> None:
    turtle = next(layout for layout in layouts() if layout.id == "turtle")
    geo = {"geo": geometry(turtle), "groups": [0] * 144, "positions": [list(range(144))]}
    [[[free, pairs]]] = answer(page, _FREE_AND_PAIRS, [geo])
    assert len(free) == 35
    assert pairs == 35 * 34 // 2


_HAND = """(state, games) =>
  games.map(({geo, start, taps}) => {
    const view = state.viewOf(state.heap(geo), start)
    return taps.map((slot) => [state.pick(view, slot).events, view.selected, view.left, view.pairs, view.status])
  })"""


def tapped(table: Table, slot: int) -> list[Any]:
    """What the table makes of a tap (S3)."""
    events = msgspec.to_builtins(table.apply(m.Pick(slot), at=0).events)
    state = table.state(0)
    return [list(events), state.selected, state.left, state.pairs, state.status.value]


def test_a_tap_does_what_it_does_at_the_table(page: Page) -> None:
    """Taps by chance on any tile, free, covered, blocked or gone, and often on one that fits the selected."""
    sent, expected, seen = [], [], set()
    for number in range(24):
        chance = random.Random(number)
        layout = layouts()[number % len(layouts())]
        # Unranked, so that every face is told from the start.
        rules = (replace(AGAINST_THE_CLOCK, ranked=False), TAIPEI_IDENTICAL)[number % 2]
        table = open_table(Code(Dealer.MJ1, layout.tag, number), rules)
        start, taps, answers = msgspec.to_builtins(table.state(0)), [], []
        for _ in range(400):
            board: Any = table.board
            slot, selected = chance.randrange(len(layout)), table.selected
            fits = [s for s in board.free() if selected is None or board.groups[s] == board.groups[selected]]
            if fits and chance.random() < 0.7:
                slot = chance.choice(fits)
            taps.append(slot)
            answers.append(tapped(table, slot))
            seen |= {event.get("reason", event["type"]) for event in answers[-1][0]}
        sent.append({"geo": geometry(layout), "start": start, "taps": taps})
        expected.append(answers)
    assert answer(page, _HAND, sent) == expected
    assert seen >= {"selected", "deselected", "removed", "covered", "blocked", "both", "gone", "locked"}


def test_a_paused_and_a_finished_game_refuse_taps_as_the_table_does(page: Page) -> None:
    layout = layouts()[0]
    code = Code(Dealer.MJ1, layout.tag, 5)
    sent, expected = [], []
    for command in (m.Pause(), m.GiveUp()):
        table = open_table(code, AGAINST_THE_CLOCK)
        table.apply(command, at=0)
        sent.append({"geo": geometry(layout), "start": msgspec.to_builtins(table.state(0)), "taps": [143, 0]})
        expected.append([tapped(table, slot) for slot in (143, 0)])
    assert answer(page, _HAND, sent) == expected
    assert [answers[0][0] for answers in expected] == [
        [{"type": "refused", "reason": "paused"}],
        [{"type": "refused", "reason": "over"}],
    ]


_APPLY = """(state, {geo, start, commands}) => {
  const view = state.viewOf(state.heap(geo), start)
  return commands.map((command) => [
    state.apply(view, command), view.left, view.pairs, [...view.history], [...view.future],
  ])
}"""


def test_undo_and_redo_walk_the_same_steps_as_at_the_table(page: Page) -> None:
    layout = layouts()[0]
    table = open_table(Code(Dealer.MJ1, layout.tag, 7), AGAINST_THE_CLOCK)
    start = msgspec.to_builtins(table.state(0))
    pairs = [{"type": "take", "a": pair.a, "b": pair.b} for pair in table.deal.witness[:4]]
    undo, redo = {"type": "undo"}, {"type": "redo"}
    commands = [*pairs, undo, undo, redo, undo, undo, pairs[1], redo, undo]
    expected = []
    for command in commands:
        [event] = table.apply(msgspec.convert(command, m.Command), at=0).events
        state = json.loads(msgspec.json.encode(table.state(0)))
        done = not isinstance(event, m.Refused)
        expected.append([done, *(state[name] for name in ("left", "pairs", "history", "future"))])
    assert answer(page, _APPLY, {"geo": geometry(layout), "start": start, "commands": commands}) == expected
    assert [left for _, left, *_ in expected] == [142, 140, 138, 136, 138, 140, 138, 140, 142, 140, 140, 142]


def test_an_undo_meant_for_another_step_is_left_alone(page: Page) -> None:
    """After a gap a kept undo must not take back what somebody else did meanwhile."""
    layout = layouts()[0]
    table = open_table(Code(Dealer.MJ1, layout.tag, 7), AGAINST_THE_CLOCK)
    first, second = table.deal.witness[:2]
    for pair in (first, second):
        table.apply(m.Take(*pair), at=0)
    start = msgspec.to_builtins(table.state(0))
    commands = [{"type": "undo", "of": list(first)}, {"type": "undo", "of": list(second)}]
    steps = answer(page, _APPLY, {"geo": geometry(layout), "start": start, "commands": commands})
    assert [[done, left] for done, left, *_ in steps] == [[False, 140], [True, 142]]


_COUNT = """(state, games) => games.map(({geo, start, scoring, commands}) => {
  const view = state.viewOf(state.heap(geo), start, scoring)
  return commands.map((command) => {
    const done = state.apply(view, command)
    const until = view.combo.until !== null && command.played <= view.combo.until ? view.combo.until : null
    return [done, view.score, [...view.gains], [...view.regains], until === null ? 0 : view.combo.times, until]
  })
})"""


def test_points_and_combos_are_counted_as_at_the_table(page: Page) -> None:
    """Pairs, undo and redo by chance, some just within 4.2 s of the one before and some just too late (C9)."""
    sent, expected, times = [], [], set()
    for number, rules in enumerate((CLASSIC, CLASSIC, CLASSIC, ruleset("taipei-undo-costs-5-points"))):
        rules, chance = replace(rules, ranked=False), random.Random(number)
        layout = layouts()[number]
        table = open_table(Code(Dealer.MJ1, layout.tag, number), rules)
        start = json.loads(msgspec.json.encode(table.state(0)))
        commands, answers, at = [], [], 0
        for _ in range(150):
            at += chance.choice((0, 300, 4_199, 4_200, 4_201, 9_000))
            pairs = list(table.board.pairs())
            kind = chance.choice(("take", "take", "take", "take", "undo", "redo"))
            if kind == "take" and not pairs:
                continue
            command: dict[str, Any] = {"type": kind, **(chance.choice(pairs)._asdict() if kind == "take" else {})}
            [event, *_] = table.apply(msgspec.convert(command, m.Command), at).events
            state = json.loads(msgspec.json.encode(table.state(at)))
            commands.append({**command, "played": table.played(at)})
            answers.append(
                [not isinstance(event, m.Refused)]
                + [state[name] for name in ("score", "gains", "regains", "combo", "combo_until")]
            )
            times.add(state["combo"])
        scoring = msgspec.to_builtins(rules.scoring)
        sent.append({"geo": geometry(layout), "start": start, "scoring": scoring, "commands": commands})
        expected.append(answers)
    counted = answer(page, _COUNT, sent)
    for mine, theirs, game in zip(counted, expected, sent, strict=True):
        for one, other, command in zip(mine, theirs, game["commands"], strict=True):
            assert one == other, command
    assert times >= set(range(5))


_PURSES = "(state, purses) => purses.map(([told, budget, played]) => state.purseAt(told, budget, played))"


def test_hints_come_back_as_at_the_table(page: Page) -> None:
    """Three hints are used within a minute; each three minutes played one more comes, and never more than three."""
    table = open_table(Code(Dealer.MJ1, layouts()[0].tag, 1), CLASSIC)
    for at in (10_000, 30_000, 60_000):
        table.apply(m.Hint(), at)
    [told, budget] = [msgspec.to_builtins(value) for value in (table.state(60_000).hints, CLASSIC.hints)]
    played = (60_000, 189_999, 190_000, 200_000, 370_000, 549_999, 550_000, 900_000)
    # Of one long thought only three minutes count, so that the table is kept awake.
    expected = []
    for at in range(60_000, 900_001):
        if at % 100_000 == 0:
            table.apply(m.Pick(0), at)
        if at in played:
            expected.append(msgspec.to_builtins(table.state(at).hints))
    assert answer(page, _PURSES, [[told, budget, at] for at in played]) == expected
    assert [purse["left"] for purse in expected] == [0, 0, 1, 1, 2, 2, 3, 3]


_WAYS = """(state, {geo, start, ways}) => {
  const view = state.viewOf(state.heap(geo), start)
  return ways.map(([how, ...given]) => state[how](view, ...given))
}"""


def test_arrows_lead_to_the_nearest_tile_that_can_be_seen(page: Page) -> None:
    """Three tiles in a row (0, 1, 2), one below the last of them (3), one apart (4), and one upon 0 and 1 (5)."""
    layout = Layout.build("hill", "Hill", [(0, 0, 0), (2, 0, 0), (4, 0, 0), (4, 2, 0), (1, 0, 1), (0, 4, 0)])
    assert [tuple(slot) for slot in layout.slots] == [
        (0, 0, 0), (2, 0, 0), (4, 0, 0), (4, 2, 0), (0, 4, 0), (1, 0, 1),
    ]  # fmt: skip
    board = Board(layout, [KINDS[0], KINDS[1], KINDS[2], KINDS[0], KINDS[3], KINDS[1]])
    start = {
        "seq": 0, "faces": [kind.label for kind in board.kinds], "groups": board.groups, "present": [0, 1, 2, 3, 4, 5],
        "history": [], "future": [], "selected": None, "hint": None, "left": 6, "pairs": 0, "status": "playing",
        "paused": False, "can": {}, "clock": {"ms": 0, "running": False},
        "used": {"hints": 0, "undos": 0, "shuffles": 0}, "score": 0, "gains": [], "regains": [], "combo": 0,
        "combo_until": None,
    }  # fmt: skip
    ways: list[tuple[list[Any], int | None]] = [
        (["nearest", 0, "ArrowRight"], 5),
        (["nearest", 5, "ArrowRight"], 1),
        (["nearest", 1, "ArrowRight"], 2),
        (["nearest", 2, "ArrowRight"], None),
        (["nearest", 2, "ArrowDown"], 3),
        (["nearest", 3, "ArrowUp"], 2),
        (["nearest", 0, "ArrowLeft"], None),
        (["layerAway", 1, 1], 5),
        (["layerAway", 5, 1], None),
        (["layerAway", 5, -1], 0),
        (["nextFree", 0], 2),
        (["nextFree", 2], 3),
        (["nextFree", 4], 5),
        (["nextMatch", 0], 3),
        (["nextMatch", 3], None),
    ]
    led = answer(page, _WAYS, {"geo": geometry(layout), "start": start, "ways": [way for way, _ in ways]})
    assert list(zip([way for way, _ in ways], led, strict=True)) == ways
