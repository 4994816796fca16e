"""The 21 dominoes: names, pips, red pips, families and ranks, line by line as the rules give them (P1, P3)."""

from __future__ import annotations

import pytest

from paishan.chuopai.domino import COPIES, DOMINOES, HEADS, HIGHER, MATCHING, NAIL, TWO_RED, Family, counted

TABLE = """
 0 | Heaven         | 6-6 | 天   | tiān     | main 1
 1 | Earth          | 1-1 | 地   | dì       | main 2
 2 | Man            | 4-4 | 人   | rén      | main 3
 3 | Harmony        | 1-3 | 和   | hé       | main 4
 4 | Long Three     | 3-3 | 长三 | chángsān | main 5
 5 | Plum Blossom   | 5-5 | 梅花 | méihuā   | main 6
 6 | Bench          | 2-2 | 板凳 | bǎndèng  | main 7
 7 | Cat            | 1-5 | 猫   | māo      | yao 1
 8 | High Leg       | 1-6 | 高脚 | gāojiǎo  | yao 2
 9 | Four-Six       | 4-6 | 四六 | sìliù    | yao 3
10 | Axe            | 5-6 | 斧头 | fǔtóu    | yao 4
11 | Black Nine     | 3-6 | 黑九 | hēijiǔ   | black 1
12 | Straight Eight | 2-6 | 平八 | píngbā   | black 2
13 | Slanted Eight  | 3-5 | 斜八 | xiébā    | black 2
14 | Black Seven    | 2-5 | 黑七 | hēiqī    | black 3
15 | Black Five     | 2-3 | 黑五 | hēiwǔ    | black 4
16 | Red Nine       | 4-5 | 红九 | hóngjiǔ  | red 1
17 | Red Seven      | 3-4 | 红七 | hóngqī   | red 2
18 | Red Five       | 1-4 | 红五 | hóngwǔ   | red 3
19 | Nail           | 1-2 | 丁丁 | dīngdīng | red 4
20 | Two-Red        | 2-4 | 二红 | èrhóng   | red 4
"""
LINES = [[part.strip() for part in line.split("|")] for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=[line[1] for line in LINES])
def test_each_domino_is_as_the_table_says(line: list[str]) -> None:
    domino = DOMINOES[int(line[0])]
    first, second = domino.pips
    family = f"{domino.family} {domino.rank}"
    said = [str(domino.number), domino.name, f"{first}-{second}", domino.chinese, domino.pinyin, family]
    assert said == line
    assert str(domino) == domino.name


def test_there_are_84_cards_of_21_figures_every_two_pips_once() -> None:
    assert len(DOMINOES) * COPIES == 84
    assert {domino.pips for domino in DOMINOES} == {(a, b) for a in range(1, 7) for b in range(a, 7)}
    assert len({domino.id for domino in DOMINOES}) == 21
    assert [DOMINOES[number].id for number in (3, 4, 9, 12, 20)] == [
        "harmony", "long-three", "four-six", "straight-eight", "two-red",
    ]  # fmt: skip


def test_every_one_and_every_four_is_red_and_one_row_of_three_in_each_six_of_heaven() -> None:
    red = {domino.name: domino.red for domino in DOMINOES if domino.red != (0, 0)}
    assert red == {
        "Heaven": (3, 3), "Earth": (1, 1), "Man": (4, 4), "Harmony": (1, 0), "Cat": (1, 0), "High Leg": (1, 0),
        "Four-Six": (4, 0), "Red Nine": (4, 0), "Red Seven": (0, 4), "Red Five": (1, 4), "Nail": (1, 0),
        "Two-Red": (0, 4),
    }  # fmt: skip


def test_a_figure_is_beaten_by_the_higher_ranks_of_its_family_alone() -> None:
    assert HIGHER[0] == HIGHER[7] == HIGHER[11] == HIGHER[16] == ()
    assert HIGHER[6] == (0, 1, 2, 3, 4, 5)
    assert HIGHER[5] == (0, 1, 2, 3, 4)
    assert HIGHER[10] == (7, 8, 9)
    assert HIGHER[12] == HIGHER[13] == (11,)
    assert HIGHER[14] == (11, 12, 13)
    assert HIGHER[19] == HIGHER[20] == (16, 17, 18)
    assert (NAIL, TWO_RED) == (19, 20)


def test_matching_totals_are_black_and_red_never_main_or_yao() -> None:
    assert [DOMINOES[head].name for head in HEADS] == ["Heaven", "Earth", "Man", "Harmony"]
    assert MATCHING == ((11, 16), (12, 13), (14, 17), (15, 18))
    assert [DOMINOES[number].total for pair in MATCHING for number in pair] == [9, 9, 8, 8, 7, 7, 5, 5]
    assert DOMINOES[2].total == 8 and DOMINOES[2].family is Family.MAIN
    assert DOMINOES[8].total == 7 and DOMINOES[8].family is Family.YAO


def test_cards_are_counted_by_figure_and_numbers_that_are_none_refused() -> None:
    assert counted([3, 20, 3]) == [0, 0, 0, 2, *[0] * 16, 1]
    for wrong in (21, -1):
        with pytest.raises(ValueError, match=f"no domino {wrong}; they are 0 to 20"):
            counted([wrong])
