"""How fast and how sure the exact solver is, in CPU time: `python -m bench.solver [--quick] [--deals N]`.

The first solver (`bench/baseline/search.c`, compiled with `gcc -O2` when there is a compiler) decides the same random
Turtle deals in the same run. Each deal is decided a few times by both, turn about, and its least time counts, so that
what else the machine does weighs little.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from paishan.rng import Rng
from paishan.solitaire.engine import Solver
from paishan.solitaire.gallery import by_id
from paishan.solitaire.layout import bits
from paishan.solitaire.prover import solver_for
from paishan.solving import COMPILED, Verdict

ROOT = Path(__file__).parents[1]
TURTLE = by_id("turtle")
LIMIT = 20_000
DEAD_SHARE, DEAD_MARGIN = 2.951, 0.16


def deal(number: int) -> list[int]:
    """A random deal of 36 groups of four: the group of each slot."""
    groups = [slot // 4 for slot in range(144)]
    Rng(number).shuffle(groups)
    return groups


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies."""
    return sorted(values)[int(share * (len(values) - 1))]


def report(what: str, text: str, good: bool | None = None) -> bool:
    """Print a figure, and whether it is what it should be."""
    print(f"{what:<34} {text}{'' if good is None else '  ok' if good else '  NOT AS IT SHOULD BE'}", flush=True)
    return good is not False


def timed(deals: Sequence[list[int]], solver: Solver) -> list[tuple[Verdict, float, int]]:
    """Decide deals: verdict, CPU seconds, conflicts."""
    out = []
    for groups in deals:
        start = time.process_time()
        solver.deal(groups)
        proof = solver.solve(limit=LIMIT)
        out.append((proof.verdict, time.process_time() - start, proof.conflicts))
    return out


def baseline(directory: str, deals: Sequence[list[int]]) -> list[tuple[Verdict, float, int]] | None:
    """Decide deals with the first solver; None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = Path(directory, "search")
    if not program.exists():
        subprocess.run([compiler, "-O2", "-o", program, ROOT / "bench/baseline/search.c"], check=True)
    lines = [" ".join(f"{x} {y} {z}" for x, y, z in TURTLE.slots)]
    lines += [" ".join(map(str, groups)) for groups in deals]
    output = subprocess.run([program], input="\n".join(lines), check=True, capture_output=True, text=True).stdout
    verdicts = {"1": Verdict.CLEARABLE, "0": Verdict.DEAD, "-1": Verdict.UNDECIDED}
    fields = (line.split() for line in output.splitlines())
    return [(verdicts[verdict], int(ns) / 1e9, int(conflicts)) for verdict, ns, conflicts in fields]


def least(rounds: Sequence[Sequence[tuple[Verdict, float, int]]]) -> list[float]:
    """The least time of each deal over some rounds."""
    return [min(times) for times in zip(*([seconds for _, seconds, _ in one] for one in rounds), strict=True)]


def against_baseline(count: int, rounds: int) -> bool:
    """Compare verdicts and speed with the first solver."""
    deals = [deal(number) for number in range(count)]
    solver = solver_for(TURTLE, deals[0])
    gc.freeze()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as directory:
        for _ in range(rounds):
            ours.append(timed(deals, solver))
            answer = baseline(directory, deals)
            if answer is not None:
                theirs.append(answer)
    mine = least(ours)
    mean = sum(mine) / count
    conflicts = [conflicts for _, _, conflicts in ours[0]]
    good = report(
        f"{count:,} random Turtle deals",
        f"{1 / mean:,.0f} boards/s, mean {mean * 1e6:.0f} µs, p50 {quantile(mine, 0.5) * 1e6:.0f}, "
        f"p99 {quantile(mine, 0.99) * 1e6:.0f}, max {max(mine) * 1e6:.0f}",
    )
    report(
        "  conflicts a deal",
        f"mean {sum(conflicts) / count:.1f}, p99 {quantile(conflicts, 0.99)}, max {max(conflicts)}",
    )
    ratio = quantile(mine, 0.99) / mean
    good &= report("  p99 in means (at most 15)", f"{ratio:.1f}", ratio <= 15)
    if not theirs:
        report("  baseline", "no C compiler here")
        return good
    other = least(theirs)
    same = [verdict for verdict, _, _ in ours[0]] == [verdict for verdict, _, _ in theirs[0]]
    good &= report("  verdicts as the baseline's", "all" if same else "not all", same)
    speed = sum(other) / sum(mine)
    report("  baseline", f"{count / sum(other):,.0f} boards/s")
    return report("  speed in baselines (0.9 or more)", f"{speed:.2f}", speed >= 0.9 or not COMPILED) and good


def shares(count: int) -> bool:
    """Decide many deals and count."""
    solver = solver_for(TURTLE, deal(0))
    seen = dict.fromkeys(Verdict, 0)
    most = 0
    for number in range(1_000_000, 1_000_000 + count):
        solver.deal(deal(number))
        proof = solver.solve(limit=LIMIT)
        seen[proof.verdict] += 1
        most = max(most, proof.conflicts)
    undecided = seen[Verdict.UNDECIDED]
    good = report(f"{count:,} deals, undecided (none)", f"{undecided}; most conflicts {most:,}", undecided == 0)
    share = 100 * seen[Verdict.DEAD] / count
    margin = DEAD_MARGIN * max(1.0, (100_000 / count) ** 0.5)
    what = f"  dead ({DEAD_SHARE} ± {margin:.2f} %)"
    return report(what, f"{share:.3f} %", abs(share - DEAD_SHARE) <= margin) and good


def all_pairs(games: int) -> bool:
    """Prove every pair at positions of random play, each position on a solver that has just been dealt."""
    times, pairs, alive = [], 0, 0
    rng = Rng(99)
    solver = solver_for(TURTLE, deal(0))
    for number in range(2_000_000, 2_000_000 + games):
        groups = deal(number)
        present = TURTLE.full
        step = 0
        while True:
            free = list(bits(TURTLE.free(present)))
            able = [(a, b) for at, a in enumerate(free) for b in free[at + 1 :] if groups[a] == groups[b]]
            if not able:
                break
            if step % 6 == 0:
                gone = tuple(bits(TURTLE.full & ~present))
                start = time.process_time()
                solver.deal(groups)
                found = solver.pairs(gone, LIMIT)
                times.append(time.process_time() - start)
                pairs += len(found)
                alive += sum(verdict is Verdict.CLEARABLE for verdict in found.values())
            a, b = rng.choice(able)
            present &= ~(1 << a | 1 << b)
            step += 1
    report(f"all pairs at {len(times):,} positions", f"{pairs:,} pairs, {alive:,} keep the board clearable")
    middle, high = quantile(times, 0.5) * 1e6, quantile(times, 0.99) * 1e3
    good = report("  p50 (at most 50 µs)", f"{middle:.0f} µs", middle <= 50 or not COMPILED)
    return report("  p99 (at most 5 ms)", f"{high:.2f} ms", high <= 5 or not COMPILED) and good


def uncompiled(count: int) -> bool:
    """Decide deals with the same files uncompiled."""
    command = [sys.executable, "-m", "tests.solving.plain", "bench.solver", "--plain", str(count)]
    speed = float(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout)
    return report("uncompiled (20 deals/s or more)", f"{speed:.0f} deals/s", speed >= 20)


def plain(count: int) -> None:
    """Print how many deals a CPU-second this process decides."""
    deals = [deal(number) for number in range(count)]
    results = timed(deals, solver_for(TURTLE, deals[0]))
    print(count / sum(seconds for _, seconds, _ in results))


def memory() -> bool:
    """What a solver adds to a process that has the rules, after a thousand deals."""
    code = (
        "import resource, sys; from bench.solver import *; import gc\n"
        "def now(): return int(open('/proc/self/statm').read().split()[1]) * resource.getpagesize() / 1e6\n"
        "deals = [deal(n) for n in range(1000)]; gc.collect(); before = now()\n"
        "solver = solver_for(TURTLE, deals[0])\n"
        "for groups in deals: solver.deal(groups); solver.solve()\n"
        "print(now() - before)"
    )
    if not Path("/proc/self/statm").exists():
        return report("memory of a solver", "not measured on this system")
    added = float(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    )
    return report("memory of a solver (10 MB or less)", f"{added:.1f} MB", added <= 10)


def start_up() -> bool:
    """What importing costs, in CPU time above Python's own."""
    good = True
    costs = {}
    for code in ("pass", "import paishan", "import paishan.solving", "import paishan.solitaire.engine"):
        spent = []
        for _ in range(9):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        costs[code] = min(spent) * 1e3
        if code != "pass":
            cost = costs[code] - costs["pass"]
            good &= report(f"{code} (150 ms)", f"{cost:.0f} ms", cost <= 150)
    return good


def main() -> int:
    """Measure and print; the number of figures that are not as they should be decides the exit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")
    parser.add_argument("--deals", type=int, help="how many deals to count undecided and dead ones in")
    parser.add_argument("--plain", type=int, metavar="N", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.plain:
        plain(options.plain)
        return 0
    quick = options.quick
    report("compiled", "yes" if COMPILED else "no")
    good = [
        against_baseline(300 if quick else 2000, 3 if quick else 5),
        shares(options.deals or (3000 if quick else 20_000)),
        all_pairs(60 if quick else 600),
        uncompiled(20 if quick else 100),
        memory(),
        start_up(),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
