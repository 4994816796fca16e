"""From what was measured to a site of any size: `python -m bench.sizing [--players 1000000]` prints its table.

What was measured stands in `MEASURED`, what nobody can measure beforehand in `ASSUMED`; every line of the table says
from which of them, and from which lines above it, its number follows. `docs/hosting/sizing.md` holds what this prints.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["ASSUMED", "MEASURED", "Assumed", "Line", "Measured", "limits", "players_for", "said", "sized", "table"]

_DAY = 24 * 60 * 60
_KB, _MB, _GB, _TB = 1e3, 1e6, 1e9, 1e12


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What `bench.load`, `bench.memory` and `bench.storage` print."""

    server_ms: float
    """Processor time of the servers for a move, with its share of pages, boards opened, hints and proofs."""
    database_ms: float
    """Processor time of PostgreSQL for a move, with the same share."""
    process_mb: float
    """Memory of a server process without games."""
    game_kb: float
    """Memory of a game in play, of the family that takes most."""
    stored_bytes: float
    """What a command takes in PostgreSQL, with its share of games, players, results and indices."""
    ahead_bytes: float
    """What PostgreSQL writes ahead for a move."""
    move_bytes: float
    """The body of the answer to a move, packed."""
    page_bytes: float
    """A page, packed."""
    pages_a_move: float
    """Pages that are loaded for each move."""
    visit_bytes: float
    """All files that a first visit brings, and those that are kept for times without a network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """What a site has to guess, and can put right as soon as it has visitors."""

    minutes: float = 20
    """How long a player plays a day."""
    seconds: float = 3
    """From one command to the next."""
    busiest: float = 0.10
    """The share of a day's play that falls into its busiest hour: 0.04 if all hours were alike."""
    unevenness: float = 1.2
    """How much more the busiest minutes have than their hour."""
    newcomers: float = 0.05
    """The share of a day's players whose browser has nothing in its cache."""
    headers: float = 600
    """Bytes around each answer and its request: headers, TLS, TCP."""
    busy: float = 0.6
    """How busy a processor may be in the busiest minutes, so that 99 of 100 moves stay quick."""
    cores: int = 16
    """Cores of one machine."""


MEASURED = Measured(
    server_ms=3.6,
    database_ms=0.85,
    process_mb=95,
    game_kb=33,
    stored_bytes=236,
    ahead_bytes=670,
    move_bytes=960,
    page_bytes=8_500,
    pages_a_move=0.035,
    visit_bytes=203_000,
)
ASSUMED = Assumed()


class Line(NamedTuple):
    """One number and where it comes from."""

    what: str
    value: float
    unit: str
    how: str


def sized(players: float, measured: Measured = MEASURED, assumed: Assumed = ASSUMED) -> dict[str, Line]:
    """What a site with so many players a day needs."""
    m, a = measured, assumed
    moves = players * a.minutes * 60 / a.seconds
    peak = moves * a.busiest / 3600 * a.unevenness
    at_once = peak * a.seconds
    server = peak * m.server_ms / 1000
    processes = math.ceil(server / a.busy)
    database = peak * m.database_ms / 1000
    machines = math.ceil((server + database) / a.busy / a.cores)
    visits = players * a.newcomers * m.visit_bytes
    sent = moves * (m.move_bytes + a.headers + m.pages_a_move * (m.page_bytes + a.headers)) + visits
    return {
        "moves": Line("moves a day", moves, "", f"{players:,.0f} players × {a.minutes:g} min × 60 s ÷ {a.seconds:g} s"),
        "average": Line("moves a second, on average", moves / _DAY, "", "moves a day ÷ 86,400 s"),
        "peak": Line(
            "moves a second, at the peak",
            peak,
            "",
            f"moves a day × {a.busiest:g} in the busiest hour ÷ 3,600 s × {a.unevenness:g}",
        ),
        "at_once": Line("players at once, at the peak", at_once, "", f"moves a second at the peak × {a.seconds:g} s"),
        "server": Line("cores at work for servers", server, "", f"peak × {m.server_ms:g} ms"),
        "processes": Line("server processes", processes, "", f"those cores ÷ {a.busy:g}, one core each"),
        "database": Line("cores at work for PostgreSQL", database, "", f"peak × {m.database_ms:g} ms"),
        "machines": Line(f"machines of {a.cores} cores", machines, "", f"both ÷ {a.busy:g} ÷ {a.cores}"),
        "memory": Line(
            "memory of all servers",
            processes * m.process_mb * _MB + at_once * m.game_kb * _KB,
            "bytes",
            f"processes × {m.process_mb:g} MB + players at once × {m.game_kb:g} KB",
        ),
        "stored": Line("database, a day", moves * m.stored_bytes, "bytes", f"moves a day × {m.stored_bytes:g} bytes"),
        "year": Line("database, a year", 365 * moves * m.stored_bytes, "bytes", "365 days"),
        "ahead": Line(
            "written ahead, a second at the peak",
            peak * m.ahead_bytes,
            "bytes",
            f"peak × {m.ahead_bytes:g} bytes",
        ),
        "commits": Line("commits a second, at most", peak, "", "one a move; fewer when moves wait and share one"),
        "sent": Line(
            "traffic, a day",
            sent,
            "bytes",
            f"moves a day × ({m.move_bytes:g} + {a.headers:g} + {m.pages_a_move:g} pages × "
            f"({m.page_bytes:g} + {a.headers:g})) + {a.newcomers:g} of the players × {m.visit_bytes / _KB:g} KB",
        ),
        "line": Line("traffic at the peak", 8 * sent / moves * peak, "bits", "traffic ÷ moves × peak × 8"),
    }


def players_for(moves_a_second: float, assumed: Assumed = ASSUMED) -> float:
    """How many players a day come to so many moves a second at the peak."""
    a = assumed
    return moves_a_second / a.unevenness / a.busiest * 3600 * a.seconds / 60 / a.minutes


def said(line: Line) -> str:
    """A number as people read it."""
    value, unit = line.value, line.unit
    if unit == "bytes":
        for size, name in ((_TB, "TB"), (_GB, "GB"), (_MB, "MB"), (_KB, "KB")):
            if value >= size:
                return f"{value / size:,.1f} {name}"
        return f"{value:,.0f} bytes"
    if line.unit == "bits":
        return f"{value / _MB:,.1f} Mbit/s"
    return f"{value:,.0f}" if value >= 20 or value == int(value) else f"{value:,.2f}"


def table(sizes: tuple[int, ...] = (1_000, 10_000, 100_000, 1_000_000)) -> Iterator[str]:
    """The table: a column for each number of players a day, and how the last one follows."""
    columns = [sized(size) for size in sizes]
    yield f"| players a day | {' | '.join(f'{size:,}' for size in sizes)} | how, for the last column |"
    yield f"|---|{'---:|' * len(sizes)}---|"
    for name, line in columns[-1].items():
        yield f"| {line.what} | {' | '.join(said(column[name]) for column in columns)} | {line.how} |"


def limits(measured: Measured = MEASURED, assumed: Assumed = ASSUMED) -> Iterator[str]:
    """What one process and one database bear."""
    for cores, name, ms in (
        (1, "One server process on one core", measured.server_ms),
        (assumed.cores, f"One PostgreSQL on {assumed.cores} cores", measured.database_ms),
    ):
        most = cores * assumed.busy * 1000 / ms
        yield (
            f"{name} bears {cores} × {assumed.busy:g} ÷ {ms:g} ms = {most:,.0f} moves a second, to which "
            f"{players_for(most, assumed):,.0f} players a day come at their peak."
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, action="append", help="so many a day; may be given several times")
    asked = parser.parse_args()
    for line in table(tuple(asked.players)) if asked.players else table():
        print(line)
    for line in limits():
        print(f"\n{line}")


if __name__ == "__main__":
    main()
