"""The chart of shares: every dot stands where its share is."""

from __future__ import annotations

from xml.etree import ElementTree

from paishan.lab.plot import Row, plot_shares

SVG = "{http://www.w3.org/2000/svg}"
ROWS = [Row("Fish & chips", 0.75, 0.7, 0.8), Row("Turtle", 0.5, 0.5, 0.5)]


def test_the_chart_is_svg_with_a_title_and_a_dot_for_every_row() -> None:
    chart = ElementTree.fromstring(plot_shares("Deals < all", "noted", ROWS))
    assert chart.findtext(f"{SVG}title") == "Deals < all"
    assert len(chart.findall(f"{SVG}circle")) == 2
    words = [text.text for text in chart.findall(f"{SVG}text")]
    assert {"Fish & chips", "Turtle", "75.00 ± 5.00 %", "50.00 ± 0.00 %", "noted"} <= set(words)


def test_the_scale_begins_at_the_tenth_below_and_dots_stand_in_proportion() -> None:
    """From 40 % at 150 to 100 % at 630: 75 % lies at 150 + 480 × 35 / 60 = 430."""
    chart = ElementTree.fromstring(plot_shares("t", "n", ROWS))
    assert [circle.get("cx") for circle in chart.findall(f"{SVG}circle")] == ["430.0", "230.0"]
    ticks = [text.text for text in chart.findall(f"{SVG}text") if text.get("text-anchor") == "middle"]
    assert ticks == ["40 %", "50 %", "60 %", "70 %", "80 %", "90 %", "100 %"]


def test_the_chart_is_the_same_every_time() -> None:
    assert plot_shares("t", "n", ROWS) == plot_shares("t", "n", list(ROWS))
