"""How fast and how sure the exact solver of Mahjong Connect is, in CPU time: `python -m bench.connect [--quick]`.

A plainer solver (`bench/baseline/connect.c`, compiled with `gcc -O2` when there is a compiler) decides the same random
deals of 18 × 8 in the same run. Each deal is decided a few times, and its least time counts, so that what else the
machine does weighs little.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.solver import quantile, report
from paishan.connect.board import Board
from paishan.connect.deal import LISTED, deal_proved
from paishan.connect.engine import Solver
from paishan.connect.grid import GRIDS
from paishan.connect.prover import solver_for
from paishan.pairs import bits
from paishan.rng import Rng
from paishan.solving import COMPILED, LIMIT, Verdict
from paishan.solving.verify import Claim, Refuted, verify
from paishan.tiles import FULL_SET, Matching, groups_of

ROOT = Path(__file__).parents[1]
CLEARABLE_SHARE = 92.1
BUDGET = 100
"""Conflicts that the server allows one question where nothing is compiled."""


def deal(number: int, slots: int = 144, size: int = 4) -> list[int]:
    """A random deal of groups of one size: the group of each slot."""
    groups = [slot // size for slot in range(slots)]
    Rng(number).shuffle(groups)
    return groups


def timed(solver: Solver, deals: Sequence[list[int]]) -> list[tuple[Verdict, float, int]]:
    """Decide deals: verdict, CPU seconds, conflicts."""
    out = []
    for groups in deals:
        start = time.process_time()
        solver.deal(groups)
        proof = solver.solve(limit=LIMIT)
        out.append((proof.verdict, time.process_time() - start, proof.conflicts))
    return out


def baseline(directory: str, deals: Sequence[list[int]]) -> list[tuple[Verdict, float]] | None:
    """Decide deals with the plainer solver; None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = Path(directory, "connect")
    if not program.exists():
        subprocess.run([compiler, "-O2", "-o", program, ROOT / "bench/baseline/connect.c"], check=True)
    text = "\n".join(" ".join(map(str, groups)) for groups in deals)
    output = subprocess.run([program], input=text, check=True, capture_output=True, text=True).stdout
    verdicts = {"1": Verdict.CLEARABLE, "0": Verdict.DEAD, "-1": Verdict.UNDECIDED}
    fields = (line.split() for line in output.splitlines())
    return [(verdicts[verdict], int(ns) / 1e9) for verdict, ns, _ in fields]


def against_baseline(count: int, rounds: int) -> bool:
    """Compare verdicts and speed with the plainer solver, a hundred deals at a time turn about."""
    deals = [deal(number) for number in range(count)]
    solver = solver_for(LISTED, deals[0])
    mine: list[float] = []
    theirs: list[float] = []
    verdicts: list[Verdict] = []
    others: list[Verdict] = []
    conflicts: list[int] = []
    with tempfile.TemporaryDirectory() as directory:
        for at in range(0, count, 100):
            some = deals[at : at + 100]
            ours = [timed(solver, some) for _ in range(rounds)]
            mine += [min(times) for times in zip(*([seconds for _, seconds, _ in one] for one in ours), strict=True)]
            verdicts += [verdict for verdict, _, _ in ours[0]]
            conflicts += [spent for _, _, spent in ours[0]]
            answer = [baseline(directory, some) for _ in range(rounds)]
            known = [one for one in answer if one is not None]
            if known:
                times = zip(*([seconds for _, seconds in one] for one in known), strict=True)
                theirs += [min(least) for least in times]
                others += [verdict for verdict, _ in known[0]]
    mean = sum(mine) / count
    undecided = verdicts.count(Verdict.UNDECIDED)
    report(
        f"{count:,} random deals of 18 × 8",
        f"{1 / mean:,.0f} deals/s, mean {mean * 1e6:.0f} µs, p50 {quantile(mine, 0.5) * 1e6:.0f}, "
        f"p99 {quantile(mine, 0.99) * 1e6:.0f}",
    )
    report("  conflicts a deal", f"mean {sum(conflicts) / count:.1f}, p99 {quantile(conflicts, 0.99)}")
    good = report("  most (100 ms or less)", f"{max(mine) * 1e3:.1f} ms", max(mine) <= 0.1 or not COMPILED)
    good &= report("  undecided (none)", f"{undecided}; most conflicts {max(conflicts):,}", undecided == 0)
    share = 100 * verdicts.count(Verdict.CLEARABLE) / count
    margin = 0.8 * max(1.0, (5000 / count) ** 0.5)
    what = f"  clearable ({CLEARABLE_SHARE} ± {margin:.1f} %)"
    good &= report(what, f"{share:.2f} %", abs(share - CLEARABLE_SHARE) <= margin)
    if not theirs:
        report("  baseline", "no C compiler here")
        return good
    report("  baseline", f"mean {sum(theirs) / count * 1e6:.0f} µs, most {max(theirs) * 1e3:.1f} ms")
    good &= report("  verdicts as the baseline's", "all" if verdicts == others else "not all", verdicts == others)
    speed = sum(theirs) / sum(mine)
    return report("  speed in baselines (10 or more)", f"{speed:.1f}", speed >= 10 or not COMPILED) and good


def all_pairs(games: int) -> bool:
    """Prove every joinable pair at positions of random play, each on a solver that has just been dealt."""
    times = []
    pairs = alive = 0
    solver = solver_for(LISTED, deal(0))
    for number in range(2_000_000, 2_000_000 + games):
        board = Board(LISTED, [FULL_SET[slot] for slot in shuffled_slots(number)])
        rng = Rng(number)
        for step in range(72):
            able = list(board.pairs())
            if not able:
                break
            if step % 6 == 0:
                gone = tuple(bits(LISTED.full & ~board.present))
                start = time.process_time()
                solver.deal(board.groups)
                found = solver.pairs(gone, LIMIT)
                times.append(time.process_time() - start)
                pairs += len(found)
                alive += sum(verdict is Verdict.CLEARABLE for verdict in found.values())
            board.push(rng.choice(able))
    report(f"all pairs at {len(times):,} positions", f"{pairs:,} pairs, {alive:,} keep the board clearable")
    middle, high = quantile(times, 0.5) * 1e6, quantile(times, 0.99) * 1e3
    good = report("  p50 (at most 150 µs)", f"{middle:.0f} µs", middle <= 150 or not COMPILED)
    return report("  p99 (at most 6 ms)", f"{high:.2f} ms", high <= 6 or not COMPILED) and good


def shuffled_slots(number: int) -> list[int]:
    """The numbers 0 to 143 in a random order."""
    slots = list(range(144))
    Rng(number).shuffle(slots)
    return slots


def certificates(count: int) -> bool:
    """Check the certificate of every dead deal among the first so many."""
    solver = solver_for(LISTED, deal(0), certify=True)
    lengths = []
    wrong = 0
    for number in range(count):
        groups = deal(number)
        solver.deal(groups)
        proof = solver.solve(limit=LIMIT)
        if proof.certificate is not None:
            lengths.append(len(proof.certificate))
            try:
                verify(Claim((), tuple(groups), certificate=proof.certificate, grid=(18, 8, True)))
            except Refuted:
                wrong += 1
    text = f"{len(lengths) - wrong} of {len(lengths)}; sets: p50 {quantile(lengths, 0.5)}, most {max(lengths)}"
    return report(f"certificates of {count:,} deals (all)", text, wrong == 0)


def blind(board: Board, rng: Rng) -> bool:
    """Whether blind random play clears a board."""
    while pairs := list(board.pairs()):
        board.push(rng.choice(pairs))
    return board.cleared


def fairness(deals: int, games: int) -> bool:
    """Compare blind play on our proved deals with blind play on other random deals that can be cleared."""
    rng = Rng(5)
    solver = solver_for(LISTED, deal(0))
    won = [0, 0]
    for number in range(deals):
        ours = deal_proved(LISTED, number)
        while True:
            kinds = [FULL_SET[slot] for slot in shuffled_slots(rng.next())]
            solver.deal(groups_of(kinds, Matching.FAMILY))
            if solver.solve().verdict is Verdict.CLEARABLE:
                break
        for _ in range(games):
            won[0] += blind(ours.board(), rng)
            won[1] += blind(Board(LISTED, kinds), rng)
    mine, others = (100 * wins / (deals * games) for wins in won)
    # The rates vary by 32 points from deal to deal, so few deals cannot tell more than this.
    slack = max(0.05, 2.4 * 0.4 * (2 / deals) ** 0.5 / 0.44)
    text = f"{mine:.1f} % and {others:.1f} %: {mine / others:.3f}"
    return report(f"blind play, ours : random (1 ± {slack:.2f})", text, abs(mine / others - 1) <= slack)


def other_grids(count: int) -> bool:
    """Decide random deals of the other grids."""
    good = True
    for grid, size in ((GRIDS[1], 4), (GRIDS[2], 8), (GRIDS[2], 4)):
        solver = solver_for(grid, deal(0, grid.slots, size))
        results = timed(solver, [deal(number, grid.slots, size) for number in range(count)])
        verdicts = [verdict for verdict, _, _ in results]
        times = [seconds for _, seconds, _ in results]
        text = (
            f"{100 * verdicts.count(Verdict.CLEARABLE) / count:.1f} % clearable, "
            f"{verdicts.count(Verdict.UNDECIDED)} undecided, mean {sum(times) / count * 1e6:.0f} µs, "
            f"most {max(times) * 1e3:.1f} ms"
        )
        good &= report(f"{grid}, groups of {size}, {count:,} deals", text, Verdict.UNDECIDED not in verdicts)
    return good


def uncompiled(count: int) -> bool:
    """Decide positions after twelve moves with the same files uncompiled, within the server's budget for that."""
    command = [sys.executable, "-m", "tests.solving.plain", "bench.connect", "--plain", str(count)]
    decided, mean = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()
    text = f"{decided} % decided, mean {mean} ms"
    return report("uncompiled, after 12 moves (90 %)", text, float(decided) >= 90)


def plain(count: int) -> None:
    """Print what share of positions after twelve moves this process decides, and the mean time in milliseconds."""
    times, decided = [], 0
    for number in range(count):
        board = deal_proved(LISTED, number).board()
        rng = Rng(number)
        for _ in range(12):
            if pairs := list(board.pairs()):
                board.push(rng.choice(pairs))
        start = time.process_time()
        proof = solver_for(LISTED, board.groups).solve(bits(LISTED.full & ~board.present), BUDGET)
        times.append(time.process_time() - start)
        decided += proof.verdict is not Verdict.UNDECIDED
    print(f"{100 * decided / count:.1f} {1000 * sum(times) / count:.1f}")


def main() -> int:
    """Measure and print; the number of figures that are not as they should be decides the exit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")
    parser.add_argument("--plain", type=int, metavar="N", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.plain:
        plain(options.plain)
        return 0
    quick = options.quick
    report("compiled", "yes" if COMPILED else "no")
    good = [
        against_baseline(500 if quick else 5000, 2),
        all_pairs(40 if quick else 400),
        certificates(100 if quick else 1000),
        other_grids(100 if quick else 1000),
        uncompiled(20 if quick else 200),
        fairness(30 if quick else 4000, 3),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
