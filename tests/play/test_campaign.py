"""The campaign (C3): 120 levels that grow harder, each the same for everybody and each with a way to clear it."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise
from statistics import mean

import pytest
from tools import campaign as choosing

from paishan.codes import Code, Dealer
from paishan.lab.players import blind
from paishan.lab.sampling import interval
from paishan.play import campaign
from paishan.play.campaign import LEVELS, PLACES, Level, by_tag, level, level_of, step_of
from paishan.play.opening import deal_of, open_table
from paishan.play.ruleset import TAIPEI
from paishan.solitaire import gallery
from paishan.solitaire.generator import generate

ALL = [level(number) for number in LEVELS]
STEPS = {1: range(1, 11), 2: range(11, 31), 3: range(31, 61), 4: range(61, 121)}
GENERATED = [one for one in ALL if not one.classic]


def test_there_are_120_levels_in_six_places_of_twenty() -> None:
    assert [one.number for one in ALL] == list(range(1, 121))
    assert [place.id for place in PLACES] == [
        *("harbour", "bamboo-grove", "tea-house", "stone-bridge", "cloud-temple", "summit")
    ]
    assert [place.name for place in PLACES] == [
        *("Harbour", "Bamboo grove", "Tea house", "Stone bridge", "Cloud temple", "The summit")
    ]
    assert [(place.levels[0], place.levels[-1]) for place in PLACES] == [
        *((1, 20), (21, 40), (41, 60), (61, 80), (81, 100), (101, 120))
    ]
    assert all(one.number in one.place.levels for one in ALL)


@pytest.mark.parametrize("number", [-1, 0, 121])
def test_there_is_no_other_level(number: int) -> None:
    with pytest.raises(ValueError, match=f"the campaign has levels 1 to 120, not {number}"):
        level(number)
    with pytest.raises(ValueError, match=f"the campaign has levels 1 to 120, not {number}"):
        step_of(number)


def test_the_steps_of_difficulty_change_after_10_30_and_60() -> None:
    assert {step: [one.number for one in ALL if one.step == step] for step in STEPS} == {
        step: list(numbers) for step, numbers in STEPS.items()
    }


def test_every_tenth_level_is_a_classic_layout_in_turn() -> None:
    classic = {one.number: (one.layout.id, one.tiles) for one in ALL if one.classic}
    turn = [("turtle", 144), ("fortress", 144), ("pyramid", 120), ("butterfly", 144)]
    assert classic == dict(zip(range(10, 121, 10), turn * 3, strict=True))


def test_a_level_is_made_from_its_numbers() -> None:
    for one in GENERATED:
        row = campaign._rows()[one.number]
        made = generate(row["generator"], row["difficulty"], row["phone"])
        assert made == one.layout, one.number
        assert row["difficulty"] == one.step
        assert row["generator"] % 120 == one.number % 120
        assert one.code.layout == made.tag
        assert made.name.startswith(f"{one.name} ")


def test_no_two_levels_are_alike_and_none_lies_on_a_built_in_layout_but_the_classic_ones() -> None:
    assert len({one.code for one in ALL}) == 120
    assert len({one.layout for one in GENERATED}) == 108
    assert not {one.layout for one in GENERATED} & set(gallery.layouts())


def test_the_first_thirty_levels_but_the_classic_ones_fit_an_upright_phone_and_are_small() -> None:
    for one in GENERATED[:27]:
        assert one.layout.phone, one.number
        assert one.layout.height <= 24
    assert all(40 <= one.tiles <= 64 for one in GENERATED[:9])
    assert all(68 <= one.tiles <= 96 for one in GENERATED[9:27])
    assert all(one.tiles <= 144 for one in ALL)
    assert all(one.layout.phone for one in GENERATED if one.number % 2)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.id))
def test_every_level_can_be_cleared_by_its_witness(place: campaign.Place) -> None:
    for number in place.levels:
        one = level(number)
        deal = deal_of(one.code, TAIPEI, by_tag)
        assert str(deal.code) == str(one.code)
        board = deal.board()
        for pair in one.witness:
            board.push(pair)
        assert board.cleared, number
        assert len(one.witness) * 2 == one.tiles == len(one.layout)


def test_the_last_step_is_dealt_at_random_and_the_others_from_a_solution() -> None:
    assert {one.code.dealer for one in ALL[:60]} == {Dealer.MJ1}
    assert {one.code.dealer for one in ALL[60:]} == {Dealer.MP1}


def steps() -> list[list[Level]]:
    return [[one for one in ALL if one.step == step] for step in STEPS]


def test_each_step_is_harder_than_the_one_before_for_blind_and_for_thinking_players() -> None:
    blind = [mean(one.blind for one in some) for some in steps()]
    ahead = [mean(one.looking_ahead for one in some) for some in steps()]
    assert all(easier > harder + 0.1 for easier, harder in pairwise(blind))
    assert all(easier > harder for easier, harder in pairwise(ahead))


def test_within_each_step_levels_grow_harder() -> None:
    for some in steps():
        slope, ranks = choosing.fall_of(some)
        assert slope < -0.004
        assert ranks < -0.8


def test_every_level_is_about_as_hard_as_its_number_says() -> None:
    for one in ALL:
        assert abs(one.blind - choosing.target_of(one.number)) < 0.04, one.number
        assert one.looking_ahead > one.blind - 0.05, one.number


def test_what_was_measured_has_its_intervals() -> None:
    for one in ALL:
        assert one.games == 2_000
        assert one.blind == one.won / one.games
        assert one.ci95 == pytest.approx(interval(one.won, one.games), abs=5e-5)


@pytest.mark.parametrize("number", [1, 10, 61])
def test_the_measurement_can_be_made_again(number: int) -> None:
    one = level(number)
    deal = deal_of(one.code, TAIPEI, by_tag)
    first = choosing.won(deal, blind, choosing._MEASURES, 0, 60)
    assert interval(first, 60)[0] < one.ci95[1]
    assert interval(first, 60)[1] > one.ci95[0]


@pytest.mark.long
def test_measurements_come_out_the_same_again() -> None:
    for one in ALL[::3]:
        deal = deal_of(one.code, TAIPEI, by_tag)
        assert choosing.won(deal, blind, choosing._MEASURES, 0, one.games) == one.won, one.number


def test_the_star_for_time_takes_two_and_a_half_seconds_a_tile() -> None:
    assert level(10).par == 360_000
    assert level(30).par == 300_000
    assert all(one.par == 2_500 * one.tiles for one in ALL)


def test_a_level_is_found_by_its_code() -> None:
    assert all(level_of(one.code) is one for one in ALL)
    assert level_of(Code.parse("MJ1-L00-AAAAABL")) is None


def test_a_tag_gives_a_built_in_layout_or_one_of_the_campaign() -> None:
    assert by_tag("L00") is gallery.by_tag("L00")
    one = level(1)
    assert (by_tag(one.code.layout).id, by_tag(one.code.layout).name) == (one.code.layout, one.name)
    assert by_tag(one.code.layout) is by_tag(one.code.layout)
    with pytest.raises(ValueError, match="install its file first"):
        by_tag("HAAAAAAAAAAAA")
    with pytest.raises(ValueError, match="there is no layout L99"):
        by_tag("L99")


def test_a_level_is_opened_by_its_code_at_a_table() -> None:
    one = level(7)
    table = open_table(one.code, TAIPEI, layout_of=by_tag)
    assert (table.board.left, table.deal.code) == (one.tiles, one.code)


def test_a_level_is_loaded_in_a_moment_and_alone() -> None:
    for known in (by_tag, level, campaign._data, campaign._rows, campaign._generated, campaign._codes):
        known.cache_clear()
    started = time.process_time()
    assert len(level(119).layout) == level(119).tiles
    assert time.process_time() - started < 0.005
    assert by_tag.cache_info().currsize == 1


def test_the_documents_show_what_was_measured() -> None:
    told = choosing.TEXT.read_text("utf-8")
    assert told.endswith(f"{choosing.MEASURED}\n\n{choosing.tables_of(ALL)}")
    assert choosing.PLOT.read_text("utf-8") == choosing.plot_of(ALL)


def test_names_vary() -> None:
    names = Counter(one.name for one in GENERATED)
    assert len(names) >= 15
    assert max(names.values()) <= 12
    assert sum(before.name == after.name for before, after in pairwise(GENERATED)) <= 1
