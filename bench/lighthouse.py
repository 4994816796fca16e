"""What Lighthouse says of four pages: accessibility and best practices 100, performance at least 95.

    python -m bench.lighthouse [--quick] [--runs N]

Lighthouse comes from npm, at one version, into `build/lighthouse` when it is first wanted; it drives the system's
Chromium with its defaults for a phone. Performance is the middle of the runs: it depends on what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
from tests.browser.serving import Server
from tests.browser.visitor import CHROMIUM, code_of

VERSION = "12.2.3"
HOME = Path(__file__).parents[1] / "build" / "lighthouse"
WANTED = {"performance": 95, "accessibility": 100, "best-practices": 100}
GAMES: dict[str, dict[str, str]] = {
    "board": {"code": code_of("turtle"), "ruleset": "against-the-clock"},
    "grid": {"game": "connect", "layout": "connect-18x8", "ruleset": "connect"},
    "match": {"game": "chuopai", "ruleset": "chuo-pai-vs-normal-normal"},
}
"""The games whose pages are looked at."""
METRICS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift")


def installed() -> Path:
    """Lighthouse's program, fetched when it is not there yet."""
    program = HOME / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        # Without the scripts of its packages, one of which would fetch a browser.
        words = ["npm", "install", "--prefix", str(HOME), "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run([*words, f"lighthouse@{VERSION}"], check=True, stdout=subprocess.DEVNULL)
    return program


def look(url: str, cookies: Mapping[str, str]) -> dict[str, Any]:
    """Lighthouse's report of one page as a player with these cookies sees it."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        words = [
            "node",
            str(installed()),
            url,
            "--quiet",
            "--output=json",
            f"--output-path={out}",
            f"--only-categories={','.join(WANTED)}",
            "--chrome-flags=--headless --no-sandbox --disable-gpu",
            f"--extra-headers={json.dumps({'Cookie': cookie})}",
        ]
        subprocess.run(words, check=True, env={**os.environ, "CHROME_PATH": str(CHROMIUM)})
        report: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return report


def missed(report: dict[str, Any]) -> list[str]:
    """The audits of a report that cost points where all of them are wanted."""
    found = []
    for category in ("accessibility", "best-practices"):
        for each in report["categories"][category]["auditRefs"]:
            audit = report["audits"][each["id"]]
            if each["weight"] and audit["score"] is not None and audit["score"] < 1:
                found.append(f"{category}: {each['id']}: {audit['title']}")
    return found


def measure(name: str, url: str, cookies: Mapping[str, str], runs: int) -> bool:
    """Look at a page so many times, and tell what came of it; whether all that is wanted was reached."""
    reports = [look(url, cookies) for _ in range(runs)]
    scores = {
        category: [round(100 * report["categories"][category]["score"]) for report in reports] for category in WANTED
    }
    middle = {category: statistics.median(found) for category, found in scores.items()}
    requests = reports[0]["audits"]["network-requests"]["details"]["items"]
    weight = sum(item.get("transferSize", 0) for item in requests)
    told = ", ".join(f"{category} {middle[category]:g} ({WANTED[category]} wanted)" for category in WANTED)
    print(
        f"{name}: {told}; {weight:,} bytes in {len(requests)} requests; performance of the runs {scores['performance']}"
    )
    values = [
        f"{reports[0]['audits'][metric]['title']} {reports[0]['audits'][metric]['displayValue']}" for metric in METRICS
    ]
    print(f"  {', '.join(values)}")
    for line in sorted({line for report in reports for line in missed(report)}):
        print(f"  {line}")
    return all(middle[category] >= wanted for category, wanted in WANTED.items())


def main(arguments: list[str] | None = None) -> int:
    """Look at the pages; 1 if less came of one than is wanted."""
    parser = argparse.ArgumentParser(prog="python -m bench.lighthouse", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="each page once")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args(arguments)
    runs = 1 if options.quick else options.runs
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start()
        try:
            with httpx.Client(base_url=server.url, timeout=30) as asking:
                pages = {"home": "/"}
                for name, wish in GAMES.items():
                    answer = asking.post("/api/games", json=wish).raise_for_status()
                    pages[name] = f"/play/{answer.json()['id']}"
                cookies = dict(asking.cookies)
            good = [measure(name, f"{server.url}{path}", cookies, runs) for name, path in pages.items()]
        finally:
            server.stop()
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main())
